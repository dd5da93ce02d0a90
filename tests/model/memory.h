// SPDX-License-Identifier: GPL-3.0-or-later
// What a load may read: each place has its history of stores, each thread a view of how far it must have seen
// each of them. After C++20's memory model, with two simplifications: stores take their place in a history in
// the order in which they are executed, and nothing is read before it is stored. Plain data is watched for
// races, through the calls that -fsanitize=thread compiles into the code under test. Not here: who runs when
// (scheduler.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace runahead::model {

using Word = std::uint64_t;

/// An object that steps are made on.
struct Place {
  Word value = 0;                       ///< the latest
  mutable std::uint32_t execution = 0;  ///< in which it was given its number
  mutable std::uint32_t number = 0;
};

enum class Change { exchange, add, subtract };

Word load(const Place& place, std::memory_order order);
void store(Place& place, Word value, std::memory_order order);
/// Returns what was there. `mask`: the bits of the type.
Word change(Place& place, Change change, Word operand, Word mask, std::memory_order order);
bool compare_exchange(Place& place, Word& expected, Word desired, std::memory_order success,
                      std::memory_order failure);
void fence(std::memory_order order);
/// Every thread passes a full fence, one after another.
void fence_everywhere();

/// One more than the last time, in all threads.
Word look_at_clock();

void futex_wait(Place& place, Word value);
void futex_wake(Place& place, int sleepers);

struct Mutex {
  void lock();
  void unlock();
  bool try_lock();

 private:
  Place place_;
};

// For the scheduler.

void begin_memory();
/// A thread begins with what the one that starts it has seen, and a join brings what the other has.
void inherit_memory(int thread);
void release_to_joiner();
void acquire_of_joined(int thread);
/// The place.
std::uint32_t what_was_looked_at();
/// A spinning thread will see the newest store of what it looked at last. Returns whether it had not.
bool see_what_was_looked_at();

// For races.

/// Whether what that thread did when its clock stood there comes before what the calling thread does now.
bool happened(std::size_t thread, std::uint32_t clock);
std::uint32_t clock_now();

}  // namespace runahead::model
