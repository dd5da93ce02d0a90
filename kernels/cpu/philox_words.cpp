// SPDX-License-Identifier: GPL-3.0-or-later
// The generator's words, as a plain loop, for AVX2 and for AVX-512.
// Not here: intrinsics without need. g++ 12 turns the plain loop's wide products into mostly shuffles, which
// takes three times as long as AVX2 and six times as long as AVX-512.
#include "kernels/cpu/philox_words.h"

#include "kernels/cpu/vector_loops.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace runahead::kernels::cpu {

namespace {

void words_portable(std::uint64_t first_group, std::int64_t groups, PhiloxKey key, std::uint32_t* words) {
  for (std::int64_t i = 0; i < groups; ++i, words += kPhiloxGroup) {
    const std::uint64_t group = first_group + static_cast<std::uint64_t>(i);
    RUNAHEAD_INDEPENDENT_ITERATIONS
    for (std::uint32_t lane = 0; lane < kPhiloxLanes; ++lane) {
      const PhiloxWords drawn = philox_lane(group, lane, key);
      words[lane] = drawn.w0;
      words[lane + kPhiloxLanes] = drawn.w1;
      words[lane + 2 * kPhiloxLanes] = drawn.w2;
      words[lane + 3 * kPhiloxLanes] = drawn.w3;
    }
  }
}

#if defined(__x86_64__)

#define RUNAHEAD_AVX2 __attribute__((target("avx2")))
#define RUNAHEAD_AVX512 __attribute__((target("avx512f")))

constexpr int kRounds = 10;

/// Four counters. Each word lies in the low half of 64 bits; the high half is whatever a product left there,
/// which no product reads.
struct FourCounters {
  __m256i c0, c1, c2, c3;
};

struct RoundKeys {
  __m256i k0[kRounds], k1[kRounds];
};

RUNAHEAD_AVX2 inline __m256i repeated(std::uint32_t word) {
  return _mm256_set1_epi64x(word);
}

RUNAHEAD_AVX2 inline FourCounters next(const FourCounters& c, __m256i k0, __m256i k1) {
  const __m256i even = _mm256_mul_epu32(c.c0, repeated(0xD2511F53u));
  const __m256i odd = _mm256_mul_epu32(c.c2, repeated(0xCD9E8D57u));
  return {_mm256_xor_si256(_mm256_srli_epi64(odd, 32), _mm256_xor_si256(c.c1, k0)), odd,
          _mm256_xor_si256(_mm256_srli_epi64(even, 32), _mm256_xor_si256(c.c3, k1)), even};
}

/// Low halves of both, taking turns: which is why one holds the even counters and the other the odd ones.
RUNAHEAD_AVX2 inline void store(__m256i evens, __m256i odds, std::uint32_t* words) {
  const __m256i merged = _mm256_blend_epi32(evens, _mm256_slli_epi64(odds, 32), 0xAA);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), merged);
}

RUNAHEAD_AVX2 void words_avx2(std::uint64_t first_group, std::int64_t groups, PhiloxKey key,
                              std::uint32_t* words) {
  RoundKeys keys;
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    keys.k0[round] = repeated(key.k0 + round * 0x9E3779B9u);
    keys.k1[round] = repeated(key.k1 + round * 0xBB67AE85u);
  }
  for (std::int64_t i = 0; i < 2 * groups; ++i) {
    const std::uint64_t first = first_group * kPhiloxLanes + static_cast<std::uint64_t>(i) * 8;
    const __m256i low = repeated(static_cast<std::uint32_t>(first));
    const __m256i high = repeated(static_cast<std::uint32_t>(first >> 32));
    const __m256i zero = _mm256_setzero_si256();
    FourCounters evens{_mm256_add_epi64(low, _mm256_set_epi64x(6, 4, 2, 0)), high, zero, zero};
    FourCounters odds{_mm256_add_epi64(low, _mm256_set_epi64x(7, 5, 3, 1)), high, zero, zero};
    for (int round = 0; round < kRounds; ++round) {
      evens = next(evens, keys.k0[round], keys.k1[round]);
      odds = next(odds, keys.k0[round], keys.k1[round]);
    }
    std::uint32_t* place = words + i / 2 * kPhiloxGroup + i % 2 * 8;
    store(evens.c0, odds.c0, place);
    store(evens.c1, odds.c1, place + kPhiloxLanes);
    store(evens.c2, odds.c2, place + 2 * kPhiloxLanes);
    store(evens.c3, odds.c3, place + 3 * kPhiloxLanes);
  }
}

/// Eight counters, laid out likewise.
struct EightCounters {
  __m512i c0, c1, c2, c3;
};

RUNAHEAD_AVX512 inline __m512i repeated_wide(std::uint32_t word) {
  return _mm512_set1_epi64(word);
}

// Masks that select everything: g++ 12 warns of uninitialised values in its header's plain forms.
RUNAHEAD_AVX512 inline __m512i product(__m512i a, __m512i b) {
  return _mm512_maskz_mul_epu32(0xFF, a, b);
}
RUNAHEAD_AVX512 inline __m512i upper_half(__m512i a) {
  return _mm512_maskz_srli_epi64(0xFF, a, 32);
}

RUNAHEAD_AVX512 inline __m512i exclusive_or(__m512i a, __m512i b, __m512i c) {
  return _mm512_ternarylogic_epi64(a, b, c, 0x96);
}

RUNAHEAD_AVX512 inline EightCounters next(const EightCounters& c, __m512i k0, __m512i k1) {
  const __m512i even = product(c.c0, repeated_wide(0xD2511F53u));
  const __m512i odd = product(c.c2, repeated_wide(0xCD9E8D57u));
  return {exclusive_or(upper_half(odd), c.c1, k0), odd, exclusive_or(upper_half(even), c.c3, k1), even};
}

/// Low halves of both, taking turns.
RUNAHEAD_AVX512 inline void store(__m512i evens, __m512i odds, std::uint32_t* words) {
  _mm512_storeu_si512(words, _mm512_mask_shuffle_epi32(evens, 0xAAAA, odds, _MM_PERM_CCAA));
}

RUNAHEAD_AVX512 void words_avx512(std::uint64_t first_group, std::int64_t groups, PhiloxKey key,
                                  std::uint32_t* words) {
  __m512i k0[kRounds], k1[kRounds];
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    k0[round] = repeated_wide(key.k0 + round * 0x9E3779B9u);
    k1[round] = repeated_wide(key.k1 + round * 0xBB67AE85u);
  }
  for (std::int64_t i = 0; i < groups; ++i, words += kPhiloxGroup) {
    const std::uint64_t first = (first_group + static_cast<std::uint64_t>(i)) * kPhiloxLanes;
    const __m512i low = repeated_wide(static_cast<std::uint32_t>(first));
    const __m512i high = repeated_wide(static_cast<std::uint32_t>(first >> 32));
    const __m512i zero = _mm512_setzero_si512();
    EightCounters evens{_mm512_add_epi64(low, _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0)), high, zero, zero};
    EightCounters odds{_mm512_add_epi64(low, _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1)), high, zero, zero};
    for (int round = 0; round < kRounds; ++round) {
      evens = next(evens, k0[round], k1[round]);
      odds = next(odds, k0[round], k1[round]);
    }
    store(evens.c0, odds.c0, words);
    store(evens.c1, odds.c1, words + kPhiloxLanes);
    store(evens.c2, odds.c2, words + 2 * kPhiloxLanes);
    store(evens.c3, odds.c3, words + 3 * kPhiloxLanes);
  }
}

constexpr PhiloxWordsFunction kFunctions[] = {words_avx512, words_avx2, words_portable};

}  // namespace

std::span<const PhiloxWordsFunction> philox_words_functions() {
  const std::size_t unusable = __builtin_cpu_supports("avx512f") ? 0 : __builtin_cpu_supports("avx2") ? 1 : 2;
  return std::span(kFunctions).subspan(unusable);
}

#else

constexpr PhiloxWordsFunction kFunctions[] = {words_portable};

}  // namespace

std::span<const PhiloxWordsFunction> philox_words_functions() {
  return kFunctions;
}

#endif

}  // namespace runahead::kernels::cpu
