// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest and largest values of counters.
// Not here: what an event changes (trace.cpp).
#include <cstddef>

#include "core/trace/trace.h"

namespace runahead {

namespace {

template <class T>
void take_min(T& value, T other) {
  if (other < value) value = other;
}
template <class T>
void take_max(T& value, T other) {
  if (other > value) value = other;
}

template <class T>
void take_both(T& min, T& max, T value) {
  take_min(min, value);
  take_max(max, value);
}

}  // namespace

CounterRange CounterRange::of(const Counters& counters) {
  const std::uint32_t unblocked = counters.ready + counters.running;
  return {{counters.depth(), counters.depth(), unblocked, unblocked}, counters, counters};
}

void CounterRange::include(const Counters& counters, EventKind after, MemoryId memory) {
  switch (after) {
    case EventKind::defer:
    case EventKind::eliminate:
      take_both(min.deferred, max.deferred, counters.deferred);
      break;
    case EventKind::enqueue:
      take_both(min.deferred, max.deferred, counters.deferred);
      [[fallthrough]];
    case EventKind::ready:
    case EventKind::start:
    case EventKind::end:
      take_both(min.blocked, max.blocked, counters.blocked);
      take_both(min.ready, max.ready, counters.ready);
      take_both(min.running, max.running, counters.running);
      take_both(min_depth, max_depth, counters.depth());
      take_both(min_unblocked, max_unblocked, counters.ready + counters.running);
      break;
    case EventKind::allocate:
    case EventKind::release:
    case EventKind::pool:
      include(memory, counters.memories[memory], counters.memories[memory]);
      break;
    case EventKind::resident:
      take_both(min.resident_bytes, max.resident_bytes, counters.resident_bytes);
      break;
    default:
      break;
  }
}

void CounterRange::include(const CounterRange& other) {
  include(other.min, other.max, other);
  for (MemoryId memory = 0; memory < kMemories; ++memory) {
    include(memory, other.min.memories[memory], other.max.memories[memory]);
  }
  take_min(min.live_bytes, other.min.live_bytes);
  take_max(max.live_bytes, other.max.live_bytes);
  take_min(min.pool_bytes, other.min.pool_bytes);
  take_max(max.pool_bytes, other.max.pool_bytes);
  take_min(min.input_bytes, other.min.input_bytes);
  take_max(max.input_bytes, other.max.input_bytes);
}

void CounterRange::include(const Levels& least, const Levels& most, const SumRange& sums) {
  take_min(min.blocked, least.blocked);
  take_max(max.blocked, most.blocked);
  take_min(min.ready, least.ready);
  take_max(max.ready, most.ready);
  take_min(min.running, least.running);
  take_max(max.running, most.running);
  take_min(min.deferred, least.deferred);
  take_max(max.deferred, most.deferred);
  take_min(min.resident_bytes, least.resident_bytes);
  take_max(max.resident_bytes, most.resident_bytes);
  take_min(min_depth, sums.min_depth);
  take_max(max_depth, sums.max_depth);
  take_min(min_unblocked, sums.min_unblocked);
  take_max(max_unblocked, sums.max_unblocked);
}

void CounterRange::include(MemoryId memory, const MemoryBytes& least, const MemoryBytes& most) {
  MemoryBytes& smallest = min.memories[memory];
  MemoryBytes& largest = max.memories[memory];
  take_min(smallest.live, least.live);
  take_max(largest.live, most.live);
  take_min(smallest.pool, least.pool);
  take_max(largest.pool, most.pool);
  take_min(smallest.input, least.input);
  take_max(largest.input, most.input);
}

}  // namespace runahead
