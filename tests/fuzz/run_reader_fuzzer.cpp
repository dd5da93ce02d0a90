// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's entry: any bytes as a stored run whose checksums hold. Built with clang only; run by hand with
// a folder of small runs. Not part of the test run, which replays mutations from fixed seeds
// (run_mutation_test.cpp).
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/exercise.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using runahead::testing_support::exercise;
  using runahead::testing_support::with_checksums;
  (void)exercise(with_checksums({reinterpret_cast<const char*>(data), size}));
  return 0;
}
