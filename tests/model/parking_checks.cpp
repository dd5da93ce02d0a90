// SPDX-License-Identifier: GPL-3.0-or-later
// Sleeping and waking alone: workers who take what is put, a frontend that waits until they have, a stop.
#include "core/engine/worker_parking.h"

#include <memory>
#include <thread>
#include <vector>

#include "tests/model/checks.h"

namespace runahead::model {

namespace {

using Need = WorkerParking::Need;

class ParkingRun {
 public:
  explicit ParkingRun(std::size_t workers) : places_(workers) {
    for (WorkerParking::Sleeper& place : places_) {
      parking_.join(team_, place, 0);
      threads_.emplace_back([this, &place] { work(place); });
    }
  }

  void put(int things, bool each_wakes) {
    for (int i = 0; i < things; ++i) {
      there_.fetch_add(1, std::memory_order_seq_cst);
      if (each_wakes) parking_.wake_one(team_, [this] { return any(); });
    }
    if (!each_wakes) parking_.wake(team_, static_cast<std::size_t>(things));
  }
  /// False: stopped.
  bool wait(int things) {
    const bool whole = parking_.await(
        Need::all, [this, things] { return taken_.load(std::memory_order_acquire) >= things; });
    if (whole && places_.size() == 1) RUNAHEAD_MODEL_REQUIRE(seen_ >= things);
    RUNAHEAD_MODEL_REQUIRE(!parking_.frontend_waits());
    return whole;
  }
  void stop() { parking_.stop(); }
  void join() {
    for (std::thread& thread : threads_) thread.join();
    RUNAHEAD_MODEL_REQUIRE(team_.sleepers.load(std::memory_order_relaxed) == 0);
    for (WorkerParking::Sleeper& place : places_) {
      RUNAHEAD_MODEL_REQUIRE(place.asleep.load(std::memory_order_relaxed) == 0);
    }
  }

 private:
  bool any() const { return there_.load(std::memory_order_seq_cst) > 0; }
  bool take() {
    int there = there_.load(std::memory_order_acquire);
    while (there > 0) {
      if (there_.compare_exchange_weak(there, there - 1, std::memory_order_seq_cst)) return true;
    }
    return false;
  }
  void work(WorkerParking::Sleeper& place) {
    while (!parking_.stopping()) {
      if (take()) {
        if (places_.size() == 1) ++seen_;
        taken_.fetch_add(1, std::memory_order_release);
        parking_.tell(Need::all);
      } else if (!parking_.park(place, [this] { return any(); })) {
        return;
      }
    }
  }

  WorkerParking parking_{0};
  WorkerParking::Team team_;
  std::vector<WorkerParking::Sleeper> places_;
  std::atomic<int> there_{0}, taken_{0};
  int seen_ = 0;  ///< plain: by one worker
  std::vector<std::thread> threads_;
};

/// All that is put is taken, and the frontend told of it.
void put_and_wait(std::size_t workers, int things, int times, bool each_wakes) {
  const auto run = std::make_unique<ParkingRun>(workers);
  for (int i = 1; i <= times; ++i) {
    run->put(things, each_wakes);
    RUNAHEAD_MODEL_REQUIRE(run->wait(i * things));
  }
  run->stop();
  run->join();
}

/// Another thread stops, before or after any of it: all threads end.
void put_and_stop(std::size_t workers) {
  const auto run = std::make_unique<ParkingRun>(workers);
  std::thread stopper([&] { run->stop(); });
  run->put(1, true);
  run->wait(1);
  run->wait(2);  // which no thread brings
  stopper.join();
  run->join();
}

}  // namespace

std::vector<Check> parking_checks(bool thorough) {
  std::vector<Check> checks;
  for (const bool membarrier : {true, false}) {
    Bounds narrow{.preemptions = thorough ? 2 : 1, .stale = 1};
    narrow.membarrier = membarrier;
    Bounds wide = narrow;
    wide.preemptions = thorough ? 4 : 2;
    checks.push_back({"Parking, one worker",
                      wide,
                      {{"put and wait", [] { put_and_wait(1, 1, 1, true); }},
                       {"two at once", [] { put_and_wait(1, 2, 1, false); }},
                       {"stopped", [] { put_and_stop(1); }}}});
    checks.push_back({"Parking, two workers",
                      narrow,
                      {{"two at once", [] { put_and_wait(2, 2, 1, false); }},
                       {"one after the other", [] { put_and_wait(2, 1, 2, true); }},
                       {"stopped", [] { put_and_stop(2); }}}});
  }
  return checks;
}

}  // namespace runahead::model
