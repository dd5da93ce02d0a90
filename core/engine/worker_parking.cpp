// SPDX-License-Identifier: GPL-3.0-or-later
// Waking.
#include "core/engine/worker_parking.h"

namespace runahead {

void WorkerParking::join(Team& team, Sleeper& worker, int spin_limit_us) {
  worker.spin = AdaptiveSpin(spin_limit_us);
  worker.team = &team;
  team.members.push_back(&worker);
  workers_.push_back(&worker);
}

void WorkerParking::stop() {
  stopping_.store(true, std::memory_order_seq_cst);
  for (Sleeper* worker : workers_) {
    if (claim(*worker)) futex_wake(worker->asleep, 1);
  }
  wake_frontend();
}

bool WorkerParking::claim(Sleeper& worker) {
  std::uint32_t asleep = 1;
  if (!worker.asleep.compare_exchange_strong(asleep, 0, std::memory_order_seq_cst)) return false;
  worker.team->sleepers.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

void WorkerParking::wake_sleepers(Team& team, std::size_t count) {
  for (Sleeper* worker : team.members) {
    if (!claim(*worker)) continue;
    futex_wake(worker->asleep, 1);
    if (--count == 0) return;
  }
}

void WorkerParking::wake_frontend() {
  if (frontend_sleeps_.load(std::memory_order_seq_cst) == 0) return;
  if (frontend_sleeps_.exchange(0, std::memory_order_seq_cst) != 0) futex_wake(frontend_sleeps_, 1);
}

}  // namespace runahead
