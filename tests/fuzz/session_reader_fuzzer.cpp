// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's entry: any bytes as a session, damaged where its lengths, checksums and places hold, in the
// manifest and in its runs. Built with clang only; begins with small sessions of its own.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/custom_mutator.h"
#include "tests/fuzz/exercise.h"
#include "tests/fuzz/structured.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)runahead::testing_support::exercise({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  using namespace runahead::testing_support;
  return mutate_with(mutate_session, small_session, data, size, max_size, seed);
}
