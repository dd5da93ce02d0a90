// SPDX-License-Identifier: GPL-3.0-or-later
// Sleeping until a word changes: the kernel's futex, one word per sleeper or group of sleepers.
// Not a lock. Callers re-check their condition after every return.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace runahead {

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

/// Sleeps while `word` holds `value`; may return early.
inline void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t value) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

inline void futex_wake(std::atomic<std::uint32_t>& word, int sleepers) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, sleepers, nullptr, nullptr, 0);
}

inline void relax() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

}  // namespace runahead
