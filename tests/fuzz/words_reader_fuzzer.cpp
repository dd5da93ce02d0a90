// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer's entry: any bytes as the words of a command line, one a line: options, axes, lists of waits,
// sizes and parts of pictures. Built with clang only; words.dict has the words that there are.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/text_readers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)runahead::testing_support::exercise_words({reinterpret_cast<const char*>(data), size});
  return 0;
}
