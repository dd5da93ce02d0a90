// SPDX-License-Identifier: GPL-3.0-or-later
// The generator's words on the CPU, many groups at a time.
// Not here: the generator (philox.h), and what becomes of the words (random.cpp).
#pragma once

#include <cstdint>

#include "kernels/philox.h"

namespace runahead::kernels::cpu {

/// Writes the words of `groups` groups, 64 each, in the order of their positions.
using PhiloxWordsFunction = void (*)(std::uint64_t first_group, std::int64_t groups, PhiloxKey key,
                                     std::uint32_t* words);

/// For any processor.
void philox_words_portable(std::uint64_t first_group, std::int64_t groups, PhiloxKey key,
                           std::uint32_t* words);

/// The same words with AVX2, or null where this processor has none.
PhiloxWordsFunction philox_words_avx2();

}  // namespace runahead::kernels::cpu
