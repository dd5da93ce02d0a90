// SPDX-License-Identifier: GPL-3.0-or-later
// The generator's words on the CPU, many groups at a time.
// Not here: the generator (philox.h), and what becomes of the words (random.cpp).
#pragma once

#include <cstdint>
#include <span>

#include "kernels/philox.h"

namespace runahead::kernels::cpu {

/// Writes the words of `groups` groups, 64 each, in the order of their positions.
using PhiloxWordsFunction = void (*)(std::uint64_t first_group, std::int64_t groups, PhiloxKey key,
                                     std::uint32_t* words);

/// Those that this processor can run, the fastest first; the last runs on any. All write the same words.
std::span<const PhiloxWordsFunction> philox_words_functions();

}  // namespace runahead::kernels::cpu
