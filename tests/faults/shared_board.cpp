// SPDX-License-Identifier: GPL-3.0-or-later
// A file, mapped by both.
#include "tests/faults/shared_board.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>
#include <stdexcept>
#include <utility>

namespace runahead::faults {

SharedBoard::SharedBoard(std::string path) : path_(std::move(path)) {
  const int file = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, sizeof(Board)) != 0) throw std::runtime_error("no file for the board");
  void* const place = ::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (place == MAP_FAILED) throw std::runtime_error("no memory for the board");
  board_ = static_cast<Board*>(place);
}

SharedBoard::~SharedBoard() {
  ::munmap(board_, sizeof(Board));
}

void SharedBoard::clear(const Fault& fault, bool stacks_wanted, const std::string& below) {
  std::memset(static_cast<void*>(board_), 0, sizeof(Board));
  board_->fault = fault;
  board_->stacks_wanted = stacks_wanted;
  std::snprintf(board_->fault.below, sizeof board_->fault.below, "%s", below.c_str());
}

std::vector<std::uint64_t> SharedBoard::stacks() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
  for (const Board::Stack& stack : board_->stacks) {
    if (stack.hash != 0) found.emplace_back(stack.first, stack.hash);
  }
  std::ranges::sort(found);
  std::vector<std::uint64_t> hashes;
  for (const auto& [first, hash] : found) hashes.push_back(hash);
  return hashes;
}

std::string SharedBoard::place() const {
  if (board_->failed == 0) return "";
  std::string text;
  for (const Board::Frame& frame : board_->failed_at) {
    if (frame.offset == 0) break;
    char line[80];
    std::snprintf(line, sizeof line, "  %s 0x%llx\n", frame.file[0] ? frame.file : "runahead",
                  static_cast<unsigned long long>(frame.offset));
    text += line;
  }
  return text;
}

}  // namespace runahead::faults
