// SPDX-License-Identifier: GPL-3.0-or-later
// WorkerParking: who sleeps and who wakes whom: workers, until their queue may have something for them, and
// the frontend, until a worker has done what it waits for; a stop wakes all. Not here: what there is to take
// (the drivers), and how long a thread looks before it sleeps (adaptive_spin.h).
//
// Invariants. No wake-up is lost: who is about to sleep announces it, looks a last time, and only then
// sleeps; who brings something puts it there, and only then looks for announcements. One of them sees the
// other, since all four steps are in one order:
// - Worker: it counts itself in its team's `sleepers`, sets its `asleep`, looks; who has put something looks
//   at `sleepers`, then at `asleep`; all in sequential order, what the driver's `may_take` reads included.
// - Frontend: it sets the flag of its need and `frontend_sleeps_`, passes the heavy fence, looks; a worker
//   puts, passes the light fence, looks at the flag. So it costs a worker nothing while
//   the frontend does not wait.
// - Stop: `stopping_` is put before anybody is looked for, and looked at with what is waited for.
// Each sleep ends once: the thread that takes `asleep` from 1 to 0 takes the worker out of the count and
// wakes it unless that is itself. So `sleepers` is never less than those asleep. A futex that returns early
// finds 1 and sleeps on.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "core/base/fences.h"
#include "core/base/futex.h"
#include "core/engine/adaptive_spin.h"

namespace runahead {

class WorkerParking {
 public:
  struct Team;
  /// A worker's place.
  struct Sleeper {
    std::atomic<std::uint32_t> asleep{0};  ///< 1 from the announcement until a thread claims the wake-up
    AdaptiveSpin spin{0};
    Team* team = nullptr;
  };
  /// The workers that take from one queue.
  struct alignas(64) Team {
    std::atomic<std::uint32_t> sleepers{0};
    std::vector<Sleeper*> members;
  };
  /// What the frontend may wait for.
  enum class Need : std::uint8_t { nodes, progress, all, watched };

  explicit WorkerParking(int spin_limit_us) : spin_(spin_limit_us) {}

  /// Before any thread looks for sleepers; both stay where they are.
  void join(Team& team, Sleeper& worker, int spin_limit_us);
  /// Any thread, any number of times.
  void stop();
  bool stopping() const { return stopping_.load(std::memory_order_acquire); }

  // Workers.

  /// Looks for a while, then sleeps, until `may_take()`. False: stopped.
  template <class MayTake>
  bool park(Sleeper& worker, MayTake may_take);
  /// Call it after putting something in the team's queue: wakes up to `count` of those who sleep.
  void wake(Team& team, std::size_t count) {
    if (team.sleepers.load(std::memory_order_seq_cst) != 0) wake_sleepers(team, count);
  }
  /// The same of one, unless it would look in vain.
  template <class MayTake>
  void wake_one(Team& team, MayTake may_take) {
    if (team.sleepers.load(std::memory_order_seq_cst) != 0 && may_take()) wake_sleepers(team, 1);
  }
  /// Call it after bringing what the frontend may need.
  void tell(Need need) {
    light_fence();
    if (needs(need).load(std::memory_order_relaxed)) [[unlikely]]
      wake_frontend();
  }

  // The frontend.

  /// Looks for a while, then sleeps, until `done()`, of which it is told as `need`. False: stopped.
  template <class Done>
  bool await(Need need, Done done);
  /// Any thread: whether the frontend stands still.
  bool frontend_waits() const { return frontend_waits_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool>& needs(Need need) { return needs_[static_cast<int>(need)]; }
  void wake_sleepers(Team& team, std::size_t count);
  /// True: the worker slept, and the caller is the one to wake it.
  static bool claim(Sleeper& worker);
  void wake_frontend();

  std::vector<Sleeper*> workers_;
  AdaptiveSpin spin_;  ///< the frontend's
  alignas(64) std::atomic<bool> stopping_{false};
  alignas(64) std::atomic<std::uint32_t> frontend_sleeps_{0};
  std::atomic<bool> frontend_waits_{false};
  std::atomic<bool> needs_[4] = {};
};

template <class MayTake>
bool WorkerParking::park(Sleeper& worker, MayTake may_take) {
  if (worker.spin.wait(may_take, [this] { return stopping(); })) return true;
  while (true) {
    worker.team->sleepers.fetch_add(1, std::memory_order_seq_cst);
    worker.asleep.store(1, std::memory_order_seq_cst);
    if (!may_take() && !stopping_.load(std::memory_order_seq_cst)) {
      while (worker.asleep.load(std::memory_order_acquire) == 1) futex_wait(worker.asleep, 1);
    } else {
      claim(worker);
    }
    if (stopping()) return false;
    if (may_take()) return true;
  }
}

template <class Done>
bool WorkerParking::await(Need need, Done done) {
  struct StandsStill {
    explicit StandsStill(std::atomic<bool>& its_flag) : flag(its_flag) {
      flag.store(true, std::memory_order_relaxed);
    }
    ~StandsStill() { flag.store(false, std::memory_order_relaxed); }
    std::atomic<bool>& flag;
  } const stands_still(frontend_waits_);
  // What is done may have been the last thing before the stop, or the stop itself, in a task.
  if (spin_.wait(done, [this] { return stopping(); })) return !stopping();
  needs(need).store(true, std::memory_order_seq_cst);
  while (true) {
    frontend_sleeps_.store(1, std::memory_order_seq_cst);
    heavy_fence();
    const bool stopped = stopping_.load(std::memory_order_seq_cst);
    if (stopped || done()) {
      frontend_sleeps_.store(0, std::memory_order_relaxed);
      needs(need).store(false, std::memory_order_relaxed);
      return !stopped;
    }
    while (frontend_sleeps_.load(std::memory_order_acquire) == 1) futex_wait(frontend_sleeps_, 1);
  }
}

}  // namespace runahead
