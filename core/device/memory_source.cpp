// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of the system: small blocks from the heap, large ones mapped on their own.
// Not here: memory of devices (open_device.cpp).
#include "core/device/memory_source.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>

namespace runahead {

std::int64_t available_memory_bytes() {
  std::int64_t kib = INT64_MAX / 1024;
  if (std::FILE* file = std::fopen("/proc/meminfo", "r")) {
    char line[128];
    while (std::fgets(line, sizeof line, file)) {
      long long value = 0;
      if (std::sscanf(line, "MemAvailable: %lld kB", &value) == 1) kib = value;
    }
    std::fclose(file);
  }
  return kib * 1024;
}

namespace {

/// From here on a block is mapped on its own, so that it can go back to the system alone.
constexpr std::int64_t kMapped_bytes = std::int64_t{1} << 20;
/// From here on the system is asked first whether it has as much.
constexpr std::int64_t kChecked_bytes = std::int64_t{64} << 20;
constexpr std::int64_t kHuge_page_bytes = std::int64_t{2} << 20;

void* from_system(void* /*of*/, std::int64_t bytes) {
  const auto size = static_cast<std::size_t>(bytes);
  if (bytes < kMapped_bytes) return std::aligned_alloc(64, size);
  // The system promises more than it has; a process that takes it at its word is killed without a sentence.
  if (bytes >= kChecked_bytes && bytes > available_memory_bytes()) return nullptr;
  void* block = ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return nullptr;
  // Touching small pages for the first time costs more than most operations on them.
  if (bytes >= kHuge_page_bytes) ::madvise(block, size, MADV_HUGEPAGE);
  return block;
}

void to_system(void* /*of*/, void* block, std::int64_t bytes) {
  if (bytes < kMapped_bytes) {
    std::free(block);
  } else {
    ::munmap(block, static_cast<std::size_t>(bytes));
  }
}

}  // namespace

MemorySource system_memory() {
  return {from_system, to_system};
}

}  // namespace runahead
