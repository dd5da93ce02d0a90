// SPDX-License-Identifier: GPL-3.0-or-later
// Files that were written to be large in one way: many runs, long texts, deep lists, the same again and
// again. Each comes in any size, so that what reading takes can be set beside it (bounds_test.cpp).
// Not here: damage (mutator.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace runahead::testing_support {

struct HostileFile {
  std::string bytes;
  std::uint64_t unpacked = 0;  ///< what it says that it is when it is unpacked; of a text, its own size
};

struct HostileShape {
  const char* name;
  HostileFile (*file)(std::size_t size);  ///< of about so many bytes unpacked
};

/// Texts: traces.
std::vector<HostileShape> hostile_traces();
/// Stored runs, whose checksums hold.
std::vector<HostileShape> hostile_runs();
/// Sessions, whose manifests are where they should be.
std::vector<HostileShape> hostile_sessions();

}  // namespace runahead::testing_support
