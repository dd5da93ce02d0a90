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

void each_minimum(Counters& into, const Counters& from) {
  take_min(into.blocked, from.blocked);
  take_min(into.ready, from.ready);
  take_min(into.running, from.running);
  take_min(into.deferred, from.deferred);
  take_min(into.live_bytes, from.live_bytes);
  take_min(into.pool_bytes, from.pool_bytes);
  for (std::size_t memory = 0; memory < kMemories; ++memory) {
    take_min(into.memories[memory].live, from.memories[memory].live);
    take_min(into.memories[memory].pool, from.memories[memory].pool);
    take_min(into.memories[memory].input, from.memories[memory].input);
  }
  take_min(into.resident_bytes, from.resident_bytes);
  take_min(into.input_bytes, from.input_bytes);
}

void each_maximum(Counters& into, const Counters& from) {
  take_max(into.blocked, from.blocked);
  take_max(into.ready, from.ready);
  take_max(into.running, from.running);
  take_max(into.deferred, from.deferred);
  take_max(into.live_bytes, from.live_bytes);
  take_max(into.pool_bytes, from.pool_bytes);
  for (std::size_t memory = 0; memory < kMemories; ++memory) {
    take_max(into.memories[memory].live, from.memories[memory].live);
    take_max(into.memories[memory].pool, from.memories[memory].pool);
    take_max(into.memories[memory].input, from.memories[memory].input);
  }
  take_max(into.resident_bytes, from.resident_bytes);
  take_max(into.input_bytes, from.input_bytes);
}

}  // namespace

CounterRange CounterRange::of(const Counters& counters) {
  return {counters,
          counters,
          counters.depth(),
          counters.depth(),
          counters.ready + counters.running,
          counters.ready + counters.running};
}

namespace {

template <class T>
void take_both(T& min, T& max, T value) {
  take_min(min, value);
  take_max(max, value);
}

}  // namespace

void CounterRange::include(const Counters& counters, EventKind after) {
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
      for (std::size_t memory = 0; memory < kMemories; ++memory) {
        const MemoryBytes& bytes = counters.memories[memory];
        take_both(min.memories[memory].live, max.memories[memory].live, bytes.live);
        take_both(min.memories[memory].input, max.memories[memory].input, bytes.input);
      }
      break;
    case EventKind::pool:
      for (std::size_t memory = 0; memory < kMemories; ++memory) {
        take_both(min.memories[memory].pool, max.memories[memory].pool, counters.memories[memory].pool);
      }
      break;
    case EventKind::resident:
      take_both(min.resident_bytes, max.resident_bytes, counters.resident_bytes);
      break;
    default:
      break;
  }
}

void CounterRange::include(const CounterRange& other) {
  each_minimum(min, other.min);
  each_maximum(max, other.max);
  take_min(min_depth, other.min_depth);
  take_max(max_depth, other.max_depth);
  take_min(min_unblocked, other.min_unblocked);
  take_max(max_unblocked, other.max_unblocked);
}

}  // namespace runahead
