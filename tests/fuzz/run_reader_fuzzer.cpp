// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's entry: any bytes as a stored run, damaged in the numbers of its columns and in its head, packed
// again. Built with clang only; begins with small runs of its own. Not part of the test run, which replays
// mutations from fixed seeds (run_mutation_test.cpp) and what was found (corpus_test.cpp).
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/custom_mutator.h"
#include "tests/fuzz/exercise.h"
#include "tests/fuzz/structured.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace runahead::testing_support;
  (void)exercise(with_checksums({reinterpret_cast<const char*>(data), size}));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  using namespace runahead::testing_support;
  return mutate_with(mutate_run, small_run, data, size, max_size, seed);
}
