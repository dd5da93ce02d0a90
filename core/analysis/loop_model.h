// SPDX-License-Identifier: GPL-3.0-or-later
// LoopModel: the book's loop, n times a task that is issued in t1, executed in t2 and handed back in t3, and
// what its time comes to. Where workers sleep, a task that finds one idle is picked up first. Exact, in ns,
// where all tasks are alike; a live run only comes near it.
// Not here: measuring t1, t2 and t3 in a run; the simulation, which comes to the same
// (tests/scenario/virtual_test.cpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace runahead {

struct LoopModel {
  std::int64_t n = 1;   ///< iterations, at least 1
  std::int64_t t1 = 1;  ///< ns until a task is enqueued, at least 1
  std::int64_t t2 = 1;  ///< ns of its execution, at least 1
  std::int64_t t3 = 0;  ///< ns until a waiting frontend goes on
  int workers = 1;
  /// ns until a worker that was idle before a task was enqueued begins it; part of the second stage
  std::int64_t wake_latency = 0;

  /// The frontend keeps the workers waiting: t1 > t2 / workers.
  bool frontend_is_bottleneck() const { return t1 * workers > t2; }
  /// Workers that always find a task begin one after the other, t1 apart, and each then executes without a
  /// break; the last task is the rounds()-th of its worker, who began with the in_last_round()-th.
  std::int64_t rounds() const { return (n - 1) / workers + 1; }
  std::int64_t in_last_round() const { return (n - 1) % workers + 1; }

  /// With a wait in every iteration.
  std::int64_t waiting_ns() const { return n * (t1 + wake_latency + t2 + t3); }
  /// With one wait at the end: t1 + t2 + (n - 1) max(t1, t2) + t3 where there is one worker and no
  /// wake_latency.
  std::int64_t running_ahead_ns() const {
    if (wake_latency > 0) return workers == 1 ? picked_up_ns() : counted_ns();
    if (frontend_is_bottleneck()) return n * t1 + t2 + t3;
    return in_last_round() * t1 + rounds() * t2 + t3;
  }
  /// The book's approximation of running_ahead_ns(): t1 + n t2 + t3, with t2 divided among the workers.
  std::int64_t book_ns() const { return t1 + (n * t2 + workers - 1) / workers + t3; }
  /// Until the last task has been issued, and handed back as soon as it could be.
  std::int64_t issuing_ns() const { return n * t1 + t3; }
  /// Of a worker that is picked up and then finds tasks until it has made up for it, on and on: how many the
  /// last such row has.
  std::int64_t picked_up_last() const {
    const std::int64_t k = t1 > t2 ? wake_latency / (t1 - t2) + 1 : n;
    return (n - 1) % k + 1;
  }
  /// n t2 > (n - 1) t1, with t2 divided among the workers: the last task ends after it was issued.
  bool book_holds() const { return book_ns() > issuing_ns(); }

 private:
  /// A worker that was idle falls behind by the wake-up latency and then finds tasks, until it has made up
  /// for it: k tasks, and the next one is picked up again. With t2 >= t1 it never has.
  std::int64_t picked_up_ns() const {
    const std::int64_t in_last = picked_up_last();
    return (n - in_last + 1) * t1 + wake_latency + in_last * t2 + t3;
  }
  /// Task by task, each by the first worker that is idle, else by the one that is free first.
  std::int64_t counted_ns() const {
    std::vector<std::int64_t> free_at(static_cast<std::size_t>(workers), -1);
    std::int64_t last_ns = 0;
    for (std::int64_t i = 1; i <= n; ++i) {
      const std::int64_t ready_ns = i * t1;
      auto worker = std::find_if(free_at.begin(), free_at.end(), [&](auto ns) { return ns <= ready_ns; });
      if (worker == free_at.end()) worker = std::min_element(free_at.begin(), free_at.end());
      *worker = (*worker < ready_ns ? ready_ns + wake_latency : *worker) + t2;
      last_ns = std::max(last_ns, *worker);
    }
    return last_ns + t3;
  }
};

}  // namespace runahead
