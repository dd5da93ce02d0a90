// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's entry: any bytes as a file of costs. Built with clang only; run by hand with a folder of such
// files. Not part of the test run, which replays mutations from fixed seeds (costs_mutation_test.cpp).
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)runahead::testing_support::exercise_costs({reinterpret_cast<const char*>(data), size});
  return 0;
}
