// SPDX-License-Identifier: GPL-3.0-or-later
// Views, histories, and races on plain data.
// Not here: fibers and choices (scheduler.cpp).
#include "tests/model/memory.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "tests/model/scheduler.h"

namespace runahead::model {

namespace {

constexpr std::size_t kMostPlaces = 192;
constexpr std::size_t kMostStores = 8192;
constexpr std::size_t kLongestHistory = 256;

/// How much of the execution has been seen.
struct View {
  std::array<std::uint32_t, kMostThreads> clock{};  ///< what happened before
  std::array<std::int16_t, kMostPlaces> seen{};     ///< per place: the oldest store that may still be read
};

struct Store {
  Word value;
  View released;  ///< what an acquiring reader has seen from then on
};

struct History {
  std::array<std::uint16_t, kLongestHistory> stores;
  std::int16_t count;
};

struct ThreadMemory {
  View view;
  View acquired;  ///< by relaxed loads, for a fence
  View released;  ///< at the last releasing fence
  std::uint32_t looked_at = 0;
};

struct Memory {
  std::uint32_t execution = 0;
  std::uint32_t places = 0;
  Word clock = 0;
  std::uint32_t store_count = 0;
  std::array<History, kMostPlaces> histories;
  std::array<Store, kMostStores> stores;
  std::array<ThreadMemory, kMostThreads> threads;
  std::array<View, kMostThreads> ended;
  std::array<std::int16_t, kMostPlaces> sequential;  ///< per place: what sequential order has come to
};
Memory memory;

void join_seen(std::array<std::int16_t, kMostPlaces>& into,
               const std::array<std::int16_t, kMostPlaces>& from) {
  for (std::size_t i = 0; i < memory.places; ++i) into[i] = std::max(into[i], from[i]);
}
void join(View& into, const View& from) {
  for (std::size_t i = 0; i < kMostThreads; ++i) into.clock[i] = std::max(into.clock[i], from.clock[i]);
  join_seen(into.seen, from.seen);
}

bool acquires(std::memory_order order) {
  return order != std::memory_order_relaxed && order != std::memory_order_release;
}
bool releases(std::memory_order order) {
  return order == std::memory_order_release || order == std::memory_order_acq_rel ||
         order == std::memory_order_seq_cst;
}

ThreadMemory& mine() {
  return memory.threads[static_cast<std::size_t>(current_thread())];
}
std::uint32_t& my_clock() {
  return mine().view.clock[static_cast<std::size_t>(current_thread())];
}

Store& append(std::uint32_t number, Word value) {
  History& history = memory.histories[number];
  if (history.count == kLongestHistory || memory.store_count == kMostStores) fail("too many stores");
  history.stores[static_cast<std::size_t>(history.count++)] = static_cast<std::uint16_t>(memory.store_count);
  Store& made = memory.stores[memory.store_count++];
  made.value = value;
  return made;
}

std::uint32_t number_of(const Place& place) {
  if (place.execution != memory.execution) {
    if (memory.places == kMostPlaces) fail("more than %zu places", kMostPlaces);
    place.execution = memory.execution;
    place.number = memory.places++;
    memory.histories[place.number].count = 0;
    memory.sequential[place.number] = 0;
    for (ThreadMemory& thread : memory.threads)
      thread.view.seen[place.number] = thread.acquired.seen[place.number] =
          thread.released.seen[place.number] = 0;
    append(place.number, place.value).released = {};
  }
  return place.number;
}

Store& store_at(std::uint32_t number, std::int16_t index) {
  return memory.stores[memory.histories[number].stores[static_cast<std::size_t>(index)]];
}

/// The calling thread reads that store.
Word read(std::uint32_t number, std::int16_t index, std::memory_order order) {
  ThreadMemory& me = mine();
  const Store& found = store_at(number, index);
  me.view.seen[number] = std::max(me.view.seen[number], index);
  me.looked_at = number;
  join(acquires(order) ? me.view : me.acquired, found.released);
  if (order == std::memory_order_seq_cst)
    memory.sequential[number] = std::max(memory.sequential[number], index);
  return found.value;
}

void write(Place& place, std::uint32_t number, Word value, std::memory_order order, const View* continued) {
  ThreadMemory& me = mine();
  Store& made = append(number, value);
  const auto index = static_cast<std::int16_t>(memory.histories[number].count - 1);
  me.view.seen[number] = index;
  made.released = releases(order) ? me.view : me.released;
  made.released.seen[number] = index;
  if (continued) join(made.released, *continued);
  if (order == std::memory_order_seq_cst) memory.sequential[number] = index;
  ++my_clock();
  place.value = value;
  note(value);
  count_write();
}

std::int16_t oldest(std::uint32_t number, std::memory_order order) {
  const std::int16_t seen = mine().view.seen[number];
  return order == std::memory_order_seq_cst ? std::max(seen, memory.sequential[number]) : seen;
}

void exchange_seen(View& view) {
  join_seen(view.seen, memory.sequential);
  memory.sequential = view.seen;
}

}  // namespace

Word load(const Place& place, std::memory_order order) {
  if (!several_threads()) return place.value;
  const std::uint32_t number = number_of(place);
  const bool sequential = order == std::memory_order_seq_cst;
  point(
      {.place = number, .write = false, .sequential = sequential, .what = sequential ? "loads sc" : "loads"});
  const auto latest = static_cast<std::int16_t>(memory.histories[number].count - 1);
  const std::int16_t first = oldest(number, order);
  std::int16_t index = latest;
  if (first < latest && may_be_stale()) {
    index = static_cast<std::int16_t>(
        latest - static_cast<std::int16_t>(choose(static_cast<std::size_t>(latest - first) + 1)));
    if (index != latest) spend_stale();
  }
  const Word value = read(number, index, order);
  note(value);
  return value;
}

void store(Place& place, Word value, std::memory_order order) {
  if (!several_threads() && place.execution != memory.execution) {
    place.value = value;
    return;
  }
  const std::uint32_t number = number_of(place);
  const bool sequential = order == std::memory_order_seq_cst;
  point({.place = number, .sequential = sequential, .what = sequential ? "stores sc" : "stores"});
  write(place, number, value, order, nullptr);
}

Word change(Place& place, Change change, Word operand, Word mask, std::memory_order order) {
  const auto changed = [&](Word old) {
    return (change == Change::exchange ? operand
            : change == Change::add    ? old + operand
                                       : old - operand) &
           mask;
  };
  if (!several_threads() && place.execution != memory.execution) {
    const Word old = place.value;
    place.value = changed(old);
    return old;
  }
  const std::uint32_t number = number_of(place);
  point({.place = number, .sequential = order == std::memory_order_seq_cst, .what = "changes"});
  const auto latest = static_cast<std::int16_t>(memory.histories[number].count - 1);
  const Word old = read(number, latest, order);
  write(place, number, changed(old), order, &store_at(number, latest).released);
  return old;
}

bool compare_exchange(Place& place, Word& expected, Word desired, std::memory_order success,
                      std::memory_order failure) {
  if (!several_threads() && place.execution != memory.execution) {
    if (place.value != expected) {
      expected = place.value;
      return false;
    }
    place.value = desired;
    return true;
  }
  const std::uint32_t number = number_of(place);
  point(
      {.place = number, .sequential = success == std::memory_order_seq_cst, .what = "compares and changes"});
  const auto latest = static_cast<std::int16_t>(memory.histories[number].count - 1);
  // It fails where it reads something else, which may be an older store.
  std::int16_t index = latest;
  if (may_be_stale()) {
    std::array<std::int16_t, kLongestHistory> options;
    std::size_t count = 0;
    options[count++] = latest;
    for (std::int16_t i = static_cast<std::int16_t>(latest - 1); i >= oldest(number, failure); --i) {
      if (store_at(number, i).value != expected) options[count++] = i;
    }
    index = options[choose(count)];
    if (index != latest) spend_stale();
  }
  if (store_at(number, index).value != expected) {
    expected = read(number, index, failure);
    note(expected);
    return false;
  }
  read(number, latest, success);
  write(place, number, desired, success, &store_at(number, latest).released);
  return true;
}

void fence(std::memory_order order) {
  if (!several_threads()) return;
  ThreadMemory& me = mine();
  if (order == std::memory_order_seq_cst) {
    point({.fence = true, .what = "fence"});
    exchange_seen(me.view);
  }
  if (acquires(order)) join(me.view, me.acquired);
  if (releases(order)) me.released = me.view;
  ++my_clock();
}

void fence_everywhere() {
  if (!several_threads()) return;
  fence(std::memory_order_seq_cst);
  if (!has_membarrier()) return;
  for (int i = 0; i < kMostThreads; ++i) {
    if (i == current_thread() || !has_begun(i)) continue;
    // Of that thread no instruction is a fence: only what it must have seen, and be seen to have done,
    // changes. Who has ended has made room for another thread, and that is one, too.
    point({.fence = true, .interrupts = i, .what = "interrupts"});
    exchange_seen(memory.threads[static_cast<std::size_t>(i)].view);
  }
  fence(std::memory_order_seq_cst);
}

Word look_at_clock() {
  if (several_threads()) point({.place = kMostPlaces, .what = "looks at the clock"});
  return ++memory.clock;
}

void futex_wait(Place& place, Word value) {
  const std::uint32_t number = number_of(place);
  point({.place = number, .write = false, .what = "sleeps"});
  const auto latest = static_cast<std::int16_t>(memory.histories[number].count - 1);
  if (read(number, latest, std::memory_order_relaxed) == value) block(&place);
}

void futex_wake(Place& place, int sleepers) {
  if (!several_threads()) return;
  point({.place = number_of(place), .what = "wakes"});
  unblock(&place, sleepers);
}

void Mutex::lock() {
  if (!several_threads()) return;
  while (change(place_, Change::exchange, 1, 1, std::memory_order_acquire) != 0) block(this);
}
bool Mutex::try_lock() {
  return change(place_, Change::exchange, 1, 1, std::memory_order_acquire) == 0;
}
void Mutex::unlock() {
  if (!several_threads()) return;
  store(place_, 0, std::memory_order_release);
  unblock(this);
}

void begin_memory() {
  ++memory.execution;
  memory.places = 0;
  memory.clock = 0;
  memory.store_count = 0;
  for (ThreadMemory& thread : memory.threads) thread = {};
  for (std::uint32_t i = 0; i < kMostThreads; ++i) memory.threads[i].view.clock[i] = 1;
}

void inherit_memory(int thread) {
  const auto index = static_cast<std::size_t>(thread);
  join(memory.threads[index].view, mine().view);
  ++my_clock();
}
void release_to_joiner() {
  memory.ended[static_cast<std::size_t>(current_thread())] = mine().view;
}
void acquire_of_joined(int thread) {
  join(mine().view, memory.ended[static_cast<std::size_t>(thread)]);
}

bool happened(std::size_t thread, std::uint32_t clock) {
  return clock <= mine().view.clock[thread];
}
std::uint32_t clock_now() {
  return my_clock();
}

std::uint32_t what_was_looked_at() {
  return mine().looked_at;
}
bool see_what_was_looked_at() {
  const std::uint32_t number = mine().looked_at;
  std::int16_t& seen = mine().view.seen[number];
  const auto latest = static_cast<std::int16_t>(memory.histories[number].count - 1);
  return std::exchange(seen, latest) != latest;
}

}  // namespace runahead::model
