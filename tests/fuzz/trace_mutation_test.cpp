// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of damaged trace files from fixed seeds: each is refused with a sentence or read as a sound
// trace. Not a search: trace_reader_fuzzer.cpp looks for new ones.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <random>

#include "tests/fuzz/exercise.h"
#include "tests/support/random_trace.h"
#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

using testing_support::exercise;
using testing_support::random_trace;

std::string sample_file(std::uint32_t seed) {
  testing_support::TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = seed, .steps = 120});
  EXPECT_TRUE(write_trace_json({&trace, 1}, directory.file("t.json")).ok());
  return testing_support::read_file(directory.file("t.json"));
}

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  void mutate(std::string& text) {
    switch (draw(6)) {
      case 0:
        text[draw(text.size())] = static_cast<char>(draw(256));
        break;
      case 1:
        text.erase(draw(text.size()), 1 + draw(40));
        break;
      case 2:
        text.insert(draw(text.size()), text.substr(draw(text.size()), draw(60)));
        break;
      case 3:
        replace_number(text);
        break;
      case 4:
        drop_line(text);
        break;
      case 5:
        swap_lines(text);
        break;
    }
  }

 private:
  std::size_t draw(std::size_t below) { return below == 0 ? 0 : random_() % below; }

  void replace_number(std::string& text) {
    static const char* const kNumbers[] = {
        "0",     "1",     "-1",        "4294967295", "9223372036854775807", "1844674407370955161",
        "1e308", "0.001", "134217728", "null"};
    std::size_t begin = draw(text.size());
    while (begin < text.size() && !std::isdigit(static_cast<unsigned char>(text[begin]))) ++begin;
    std::size_t end = begin;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    text.replace(begin, end - begin, kNumbers[draw(std::size(kNumbers))]);
  }

  /// The line around a random place, with its end.
  std::pair<std::size_t, std::size_t> line(const std::string& text) {
    const std::size_t place = draw(text.size());
    const std::size_t before = text.rfind('\n', place);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    const std::size_t end = text.find('\n', begin);
    return {begin, (end == std::string::npos ? text.size() : end + 1) - begin};
  }

  void drop_line(std::string& text) {
    const auto [begin, size] = line(text);
    text.erase(begin, size);
  }

  void swap_lines(std::string& text) {
    const auto [begin, size] = line(text);
    const std::string moved = text.substr(begin, size);
    text.erase(begin, size);
    const auto [other, unused] = line(text);
    text.insert(other, moved);
  }

  std::mt19937 random_;
};

TEST(TraceMutation, IsRefusedOrSound) {
  int refused = 0;
  int accepted = 0;
  for (std::uint32_t file = 1; file <= 4; ++file) {
    const std::string whole = sample_file(file);
    for (std::uint32_t seed = 0; seed < 1000; ++seed) {
      Mutator mutator(seed);
      std::string text = whole;
      for (std::uint32_t count = 0; count <= seed % 3 && !text.empty(); ++count) mutator.mutate(text);
      const std::string complaint = exercise(text);
      if (complaint.empty()) {
        ++accepted;
      } else {
        ++refused;
        EXPECT_THAT(complaint, testing::MatchesRegex(".*: offset [0-9]+: .+"));
      }
    }
  }
  // Damage in words that only viewers read is harmless; all else must be noticed.
  EXPECT_GT(refused, accepted);
  EXPECT_GT(accepted, 0);
}

}  // namespace
}  // namespace runahead
