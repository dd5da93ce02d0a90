// SPDX-License-Identifier: GPL-3.0-or-later
// LoopModel: the book's loop, n times a task that is issued in t1, executed in t2 and handed back in t3, and
// what its time comes to. Exact, in ns, where all tasks are alike; a live run only comes near it.
// Not here: measuring t1, t2 and t3 in a run; the simulation, which comes to the same
// (tests/scenario/virtual_test.cpp).
#pragma once

#include <cstdint>

namespace runahead {

struct LoopModel {
  std::int64_t n = 1;   ///< passes, at least 1
  std::int64_t t1 = 1;  ///< ns until a task is enqueued, at least 1
  std::int64_t t2 = 1;  ///< ns of its execution, at least 1
  std::int64_t t3 = 0;  ///< ns until a waiting frontend goes on
  int workers = 1;

  /// The frontend keeps the workers waiting: t1 > t2 / workers.
  bool frontend_is_bottleneck() const { return t1 * workers > t2; }
  /// Workers that always find a task begin one after the other, t1 apart, and each then executes without a
  /// break; the last task is the rounds()-th of its worker, who began with the in_last_round()-th.
  std::int64_t rounds() const { return (n - 1) / workers + 1; }
  std::int64_t in_last_round() const { return (n - 1) % workers + 1; }

  /// With a wait in every pass.
  std::int64_t waiting_ns() const { return n * (t1 + t2 + t3); }
  /// With one wait at the end: t1 + t2 + (n - 1) max(t1, t2) + t3 where there is one worker.
  std::int64_t running_ahead_ns() const {
    if (frontend_is_bottleneck()) return n * t1 + t2 + t3;
    return in_last_round() * t1 + rounds() * t2 + t3;
  }
  /// With a wait in every k-th pass, for all that was issued, and one at the end. Each wait leaves the
  /// workers idle, so the loop falls into loops of k passes that follow one another.
  std::int64_t waiting_every_ns(std::int64_t k) const {
    LoopModel part = *this, rest = *this;
    part.n = k;
    rest.n = n % k;
    return n / k * part.running_ahead_ns() + (rest.n > 0 ? rest.running_ahead_ns() : 0);
  }
  /// The book's approximation of the same: t1 + n t2 + t3, with t2 divided among the workers.
  std::int64_t book_ns() const { return t1 + (n * t2 + workers - 1) / workers + t3; }
  /// Until the last task has been issued, and handed back as soon as it could be.
  std::int64_t issuing_ns() const { return n * t1 + t3; }
  /// n t2 > (n - 1) t1, with t2 divided among the workers: the last task ends after it was issued.
  bool book_holds() const { return book_ns() > issuing_ns(); }
};

}  // namespace runahead
