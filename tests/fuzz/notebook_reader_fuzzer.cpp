// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's entry: any bytes as a notebook, damaged in the values of its JSON. Built with clang only.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/custom_mutator.h"
#include "tests/fuzz/structured.h"
#include "tests/fuzz/text_readers.h"

namespace {

std::string small_notebook(std::uint32_t) {
  return R"({"cells":[{"cell_type":"markdown","source":["# a"]},{"cell_type":"code","source":["%%time\n",)"
         R"("x = 1\n","!ls\n","\n"]},{"cell_type":"code","source":"%%bash\nls"}],"nbformat":4})";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)runahead::testing_support::exercise_notebook({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  using namespace runahead::testing_support;
  return mutate_with(mutate_json, small_notebook, data, size, max_size, seed);
}
