// SPDX-License-Identifier: GPL-3.0-or-later
// The memory, and operators new and delete of the whole process.
#include "tests/model/arena.h"

#include <cstdlib>
#include <new>

#include "tests/model/scheduler.h"

namespace runahead::model {
namespace {

constexpr std::size_t kBytes = std::size_t{64} << 20;

struct Arena {
  char* place = nullptr;
  std::size_t used = 0;
  std::int64_t live = 0;
  bool open = false;
};
Arena arena;

void* outside(std::size_t bytes, std::size_t alignment) {
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (void* place = std::aligned_alloc(alignment, rounded ? rounded : alignment)) return place;
  throw std::bad_alloc();
}

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (!arena.open) return outside(bytes, alignment);
  const std::size_t begin = (arena.used + alignment - 1) / alignment * alignment;
  if (begin + bytes > kBytes) fail("the arena is full");
  arena.used = begin + bytes;
  ++arena.live;
  return arena.place + begin;
}

void release(void* place) {
  if (!in_arena(place)) {
    std::free(place);
  } else if (arena.open) {
    --arena.live;
  }
}

}  // namespace

void empty_arena() {
  if (!arena.place) arena.place = static_cast<char*>(outside(kBytes, 4096));
  arena.used = 0;
  arena.live = 0;
}

void open_arena(bool open) {
  arena.open = open;
}

std::int64_t live_allocations() {
  return arena.live;
}

bool in_arena(const void* address) {
  const char* place = static_cast<const char*>(address);
  return place >= arena.place && place < arena.place + kBytes;
}

}  // namespace runahead::model

void* operator new(std::size_t bytes) {
  return runahead::model::allocate(bytes, 16);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return runahead::model::allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes) {
  return runahead::model::allocate(bytes, 16);
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return runahead::model::allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* place) noexcept {
  runahead::model::release(place);
}
void operator delete(void* place, std::size_t) noexcept {
  runahead::model::release(place);
}
void operator delete(void* place, std::align_val_t) noexcept {
  runahead::model::release(place);
}
void operator delete(void* place, std::size_t, std::align_val_t) noexcept {
  runahead::model::release(place);
}
void operator delete[](void* place) noexcept {
  runahead::model::release(place);
}
void operator delete[](void* place, std::size_t) noexcept {
  runahead::model::release(place);
}
void operator delete[](void* place, std::align_val_t) noexcept {
  runahead::model::release(place);
}
void operator delete[](void* place, std::size_t, std::align_val_t) noexcept {
  runahead::model::release(place);
}
