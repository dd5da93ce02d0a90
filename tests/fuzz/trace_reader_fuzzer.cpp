// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's entry: any bytes as a trace file. Built with clang only; run by hand, with a folder for what it
// finds. It begins with small traces of its own, and damages lines and numbers as often as bytes. Not part of
// the test run, which replays mutations from fixed seeds (trace_mutation_test.cpp).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/io/trace_file.h"
#include "tests/fuzz/exercise.h"
#include "tests/fuzz/mutator.h"
#include "tests/support/random_trace.h"
#include "tests/support/temporary_directory.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace runahead;

/// A few kB each: an execution takes as long as its file.
std::vector<std::string> small_traces() {
  const testing_support::TemporaryDirectory directory;
  std::vector<std::string> files;
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    const Trace trace = testing_support::random_trace(
        {.seed = seed, .steps = 2 + static_cast<int>(seed % 8), .workers = 1 + static_cast<int>(seed % 2)});
    if (!write_trace_json({&trace, 1}, directory.file("t.json"))) std::abort();
    files.push_back(testing_support::read_file(directory.file("t.json")));
  }
  return files;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)testing_support::exercise({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  static const std::vector<std::string> whole = small_traces();
  constexpr std::size_t kNothingYet = 16;
  if (size >= kNothingYet && seed % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string text(reinterpret_cast<const char*>(data), size);
  if (size < kNothingYet) text = whole[seed / 2 % whole.size()];
  testing_support::Mutator mutator(seed);
  mutator.mutate(text);
  if (text.size() > max_size) text.resize(max_size);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
