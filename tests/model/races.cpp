// SPDX-License-Identifier: GPL-3.0-or-later
// Races on plain data: the calls that -fsanitize=thread compiles into the code under test come here instead
// of ThreadSanitizer's library. Of the memory that a program allocated, each address has its last write and
// each thread's last read; an access that does not come after them is a race. Not here: what comes before
// what (memory.cpp).
#include <array>
#include <cstddef>
#include <cstdint>

#include "tests/model/arena.h"
#include "tests/model/memory.h"
#include "tests/model/scheduler.h"

namespace runahead::model {

namespace {

struct Shadow {
  const void* address = nullptr;
  std::uint64_t execution = 0;
  std::uint32_t writer = 0;
  std::uint32_t written = 0;                     ///< the writer's clock
  std::array<std::uint32_t, kMostThreads> read;  ///< each reader's clock
};

constexpr std::size_t kShadows = std::size_t{1} << 15;
std::array<Shadow, kShadows> shadows;

Shadow& shadow_of(const void* address) {
  std::size_t at = reinterpret_cast<std::uintptr_t>(address) * 0x9E3779B97F4A7C15U >> 49;
  for (std::size_t tries = 0; tries < kShadows; ++tries, at = (at + 1) % kShadows) {
    Shadow& shadow = shadows[at];
    if (shadow.execution != execution()) {
      shadow = {address, execution(), 0, 0, {}};
      return shadow;
    }
    if (shadow.address == address) return shadow;
  }
  fail("more plain data than there are shadows");
}

void look_at(const void* address, bool write) {
  if (!in_arena(address)) return;
  Shadow& shadow = shadow_of(address);
  const auto me = static_cast<std::uint32_t>(current_thread());
  if (shadow.writer != me && !happened(shadow.writer, shadow.written))
    fail("a race: thread %u %s what thread %u wrote", me, write ? "writes" : "reads", shadow.writer);
  if (!write) {
    shadow.read[me] = clock_now();
    return;
  }
  for (std::uint32_t thread = 0; thread < kMostThreads; ++thread) {
    if (thread != me && !happened(thread, shadow.read[thread]))
      fail("a race: thread %u writes what thread %u read", me, thread);
  }
  shadow.writer = me;
  shadow.written = clock_now();
}

inline void access(const void* address, bool write) {
  if (several_threads()) look_at(address, write);
}

void access_all(const void* address, std::size_t size, bool write) {
  if (!several_threads()) return;
  for (std::size_t i = 0; i < size; i += 8) look_at(static_cast<const char*>(address) + i, write);
}

}  // namespace

}  // namespace runahead::model

// The names are those that the compiler calls.
#define RUNAHEAD_MODEL_ACCESS(size)                             \
  extern "C" void __tsan_read##size(void* address) {            \
    runahead::model::access(address, false);                    \
  }                                                             \
  extern "C" void __tsan_write##size(void* address) {           \
    runahead::model::access(address, true);                     \
  }                                                             \
  extern "C" void __tsan_unaligned_read##size(void* address) {  \
    runahead::model::access(address, false);                    \
  }                                                             \
  extern "C" void __tsan_unaligned_write##size(void* address) { \
    runahead::model::access(address, true);                     \
  }
RUNAHEAD_MODEL_ACCESS(1)
RUNAHEAD_MODEL_ACCESS(2)
RUNAHEAD_MODEL_ACCESS(4)
RUNAHEAD_MODEL_ACCESS(8)
RUNAHEAD_MODEL_ACCESS(16)
#undef RUNAHEAD_MODEL_ACCESS

extern "C" {
void __tsan_read_range(void* address, std::size_t size) {
  runahead::model::access_all(address, size, false);
}
void __tsan_write_range(void* address, std::size_t size) {
  runahead::model::access_all(address, size, true);
}
/// The count of a std::shared_ptr: there is but one thread of the processor.
int __tsan_atomic32_fetch_add(volatile int* count, int operand, int) {
  const int old = *count;
  *count = old + operand;
  return old;
}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_init() {}
}
