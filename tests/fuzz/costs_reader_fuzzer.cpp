// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's entry: any bytes as a file of costs, damaged in the values of its JSON. Built with clang only.
// Not part of the test run, which replays mutations from fixed seeds (costs_mutation_test.cpp) and what was
// found (corpus_test.cpp).
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/custom_mutator.h"
#include "tests/fuzz/exercise.h"
#include "tests/fuzz/structured.h"
#include "tests/support/temporary_directory.h"

namespace {

using namespace runahead;

std::string written_costs() {
  const testing_support::TemporaryDirectory directory;
  if (!write_costs(Machine{}, directory.file("c.json"))) std::abort();
  return testing_support::read_file(directory.file("c.json"));
}

std::string whole_costs(std::uint32_t) {
  static const std::string whole = written_costs();
  return whole;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)runahead::testing_support::exercise_costs({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  using namespace runahead::testing_support;
  return mutate_with(mutate_json, whole_costs, data, size, max_size, seed);
}
