// SPDX-License-Identifier: GPL-3.0-or-later
// Whether records come on this machine, tried once in a process; the module without CUPTI's header says that
// it has none.
#include <cuda_runtime_api.h>

#include <mutex>
#include <new>
#include <stdexcept>
#include <string>

#include "kernels/cuda/device.h"
#include "kernels/cuda/errors.h"
#include "kernels/cuda/operations.h"
#include "kernels/cuda/records.h"

namespace runahead::kernels::cuda {

#if defined(RUNAHEAD_CUPTI)

namespace {

/// And the next; those of runs are far above (core/engine/work_times.cpp).
constexpr std::uint64_t kTrialId = 1;

struct Openings {
  std::mutex mutex;
  int count = 0;
  bool tried = false;
  std::string refusal;
};

Openings& openings() {
  static Openings* const only = new Openings;
  return *only;
}

struct Work {
  Stream* stream = nullptr;
  void* block = nullptr;
  void* host = nullptr;
  Event *before = nullptr, *behind = nullptr;

  Work() = default;
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  ~Work() {
    if (stream != nullptr) destroy_stream(stream);
    if (before != nullptr) destroy_event(before);
    if (behind != nullptr) destroy_event(behind);
    free_(0, block);
    free_host(host);
  }
};

/// A kernel and a copy, between two events and two looks at the clock of records: each must leave one, within
/// both.
void try_out() {
  constexpr std::int64_t kElements = 1 << 20;
  constexpr std::int64_t kAllowed_ns = 1'000;  // events are that coarse
  Work work;
  work.stream = create_stream(0, false);
  work.block = allocate(0, kElements * static_cast<std::int64_t>(sizeof(float)));
  work.host = allocate_host(kElements * static_cast<std::int64_t>(sizeof(float)));
  work.before = create_event(0);
  work.behind = create_event(0);
  auto* const data = static_cast<float*>(work.block);
  fill(work.stream, data, kElements, 0.0f);  // loads it
  synchronize(work.stream);
  for (const bool copies : {false, true}) {
    const std::uint64_t id = kTrialId + (copies ? 1 : 0);
    const std::int64_t from_ns = records_now_ns();
    record(work.before, work.stream);
    begin_records(id);
    if (copies) {
      copy_to_host(work.stream, data, static_cast<float*>(work.host), kElements);
    } else {
      fill(work.stream, data, kElements, 0.0f);
    }
    const int launches = end_records();
    record(work.behind, work.stream);
    synchronize(work.stream);
    const std::int64_t to_ns = records_now_ns();
    collect_records();
    int came = 0;
    for (WorkRecord one{}; take_records(&one, 1) == 1;) {
      if (one.id != id) continue;
      ++came;
      if (one.end_ns - one.start_ns > elapsed_ns(work.before, work.behind) + kAllowed_ns)
        throw std::runtime_error("CUPTI: its times are longer than those of events");
      if (one.start_ns < from_ns - kAllowed_ns || one.end_ns > to_ns + kAllowed_ns)
        throw std::runtime_error("CUPTI: its times are of another clock");
    }
    if (launches != 1 || came != 1)
      throw std::runtime_error(copies ? "CUPTI: no record of a copy comes"
                                      : "CUPTI: no record of a kernel comes");
  }
}

}  // namespace

void open_records() {
  Openings& its = openings();
  const std::lock_guard lock(its.mutex);
  if (!its.tried) {
    try {
      enable_records();
      try {
        try_out();
      } catch (...) {
        disable_records();
        throw;
      }
      disable_records();
    } catch (const std::bad_alloc&) {
      throw std::runtime_error("no memory to try CUPTI");  // the next run may have some
    } catch (const std::runtime_error& refused) {
      its.refusal = refused.what();
    }
    its.tried = true;
  }
  if (!its.refusal.empty()) throw std::runtime_error(its.refusal);
  if (its.count == 0) enable_records();
  ++its.count;
}

void close_records() {
  Openings& its = openings();
  const std::lock_guard lock(its.mutex);
  if (--its.count == 0) disable_records();
}

#else

void open_records() {
  throw std::runtime_error("no CUPTI: this build was made without its header");
}
void close_records() {}
void begin_records(std::uint64_t /*id*/) {}
int end_records() {
  return kUncounted;
}
std::int64_t records_now_ns() {
  return 0;
}
void collect_records() {}
std::size_t take_records(WorkRecord* /*records*/, std::size_t /*room*/) {
  return 0;
}
#endif

}  // namespace runahead::kernels::cuda
