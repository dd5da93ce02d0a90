// SPDX-License-Identifier: GPL-3.0-or-later
// What libFuzzer's custom mutators have in common: seven in eight times the damage that knows the format,
// else libFuzzer's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace runahead::testing_support {

/// `begin` makes the first of all files. What becomes too long stays as it was.
inline std::size_t mutate_with(void (*mutate)(std::string&, std::uint32_t),
                               std::string (*begin)(std::uint32_t), std::uint8_t* data, std::size_t size,
                               std::size_t max_size, unsigned seed) {
  constexpr std::size_t kNothingYet = 16;
  if (size >= kNothingYet && seed % 8 == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::string text(reinterpret_cast<const char*>(data), size);
  if (size < kNothingYet) text = begin(seed);
  mutate(text, seed);
  if (text.size() > max_size) return size;
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

}  // namespace runahead::testing_support
