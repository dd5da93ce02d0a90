// SPDX-License-Identifier: GPL-3.0-or-later
// How the CPU's loops reach the vector unit of whatever machine they run on. Every loop is plain C++ whose
// value does not depend on the width it is run at.
#pragma once

// The function is compiled for the baseline, AVX2 and AVX-512, and the loader picks. Not under sanitizers:
// the choice would run before their runtime is ready.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RUNAHEAD_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define RUNAHEAD_SANITIZED 1
#endif
#endif

#if defined(__x86_64__) && defined(__linux__) && !defined(RUNAHEAD_SANITIZED)
#define RUNAHEAD_EACH_VECTOR_UNIT __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define RUNAHEAD_EACH_VECTOR_UNIT
#endif

// Before a loop whose iterations touch no element of one another: `out` is an input itself, or apart from
// all. Instrumented loops are not vectorised, of which clang would warn.
#if defined(__clang__) && defined(RUNAHEAD_SANITIZED)
#define RUNAHEAD_INDEPENDENT_ITERATIONS
#elif defined(__clang__)
#define RUNAHEAD_INDEPENDENT_ITERATIONS _Pragma("clang loop vectorize(assume_safety)")
#else
#define RUNAHEAD_INDEPENDENT_ITERATIONS _Pragma("GCC ivdep")
#endif
