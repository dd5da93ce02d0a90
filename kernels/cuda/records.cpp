// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers for CUPTI, and what comes back in them.
#include "kernels/cuda/records.h"

#include <cupti.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "kernels/cuda/cupti.h"
#include "kernels/cuda/launched.h"

namespace runahead::kernels::cuda {

namespace {

/// Records of other versions of CUPTI begin as these do; what follows is of no interest here.
using KernelRecord = CUpti_ActivityKernel4;
using CopyRecord = CUpti_ActivityMemcpy3;
using FillRecord = CUpti_ActivityMemset2;
#if CUPTI_API_VERSION >= 130000
template <class Ours, class Newest>
constexpr bool kSame = offsetof(Ours, start) == offsetof(Newest, start) &&
                       offsetof(Ours, end) == offsetof(Newest, end) &&
                       offsetof(Ours, correlationId) == offsetof(Newest, correlationId);
static_assert(kSame<KernelRecord, CUpti_ActivityKernel10> && kSame<CopyRecord, CUpti_ActivityMemcpy6> &&
              kSame<FillRecord, CUpti_ActivityMemset4>);
#endif

constexpr CUpti_ActivityKind kKinds[] = {CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
                                         CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                                         CUPTI_ACTIVITY_KIND_MEMSET};
/// What this module launches with. A call's id is noted only where the call itself is.
constexpr CUpti_CallbackId kCalls[] = {CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000,
                                       CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020,
                                       CUPTI_RUNTIME_TRACE_CBID_cudaMemsetAsync_v3020};
/// PyTorch's profiler has the first two.
constexpr CUpti_ExternalCorrelationKind kOurs = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2;

/// A buffer is handed over when all that it holds is done, so it holds little: ten launches, of three
/// records.
constexpr std::size_t kBufferBytes = std::size_t{16} << 10;
constexpr std::size_t kMostInBuffer = 30;
/// Calls whose second half is missing, and records not taken yet: more than a run has unfinished.
constexpr std::size_t kCallRoom = std::size_t{1} << 15;
constexpr std::size_t kRecordRoom = std::size_t{1} << 15;

struct alignas(8) Buffer {
  std::uint8_t bytes[kBufferBytes];
};

/// Buffers that CUPTI does not have now. Reused: a run makes none once there are as many as it has under way.
/// Its lock is CUPTI's last, taken inside a launch: nothing is asked of CUPTI under it.
struct Pile {
  std::mutex mutex;
  std::vector<std::unique_ptr<Buffer>> made;
  std::vector<Buffer*> free;
};

/// One call, of which one half or both are known.
struct Call {
  std::uint32_t number = 0;
  std::uint64_t id = 0;  ///< 0: not known yet
  bool timed = false;
  std::int64_t start_ns = 0, end_ns = 0;
};

/// What came back. Its lock is never taken inside a launch.
struct Book {
  std::mutex mutex;
  std::unique_ptr<std::array<Call, kCallRoom>> calls = std::make_unique<std::array<Call, kCallRoom>>();
  std::unique_ptr<std::array<WorkRecord, kRecordRoom>> records =
      std::make_unique<std::array<WorkRecord, kRecordRoom>>();
  std::size_t first = 0, count = 0;  ///< of the records, round and round

  Call& call(std::uint32_t number) {
    Call& found = (*calls)[number % kCallRoom];
    if (found.number != number) found = {.number = number};
    return found;
  }
  void finish(Call& call) {
    if (call.id == 0 || !call.timed) return;
    if (count == kRecordRoom) {
      ++first;
      --count;
    }
    (*records)[(first + count++) % kRecordRoom] = {call.id, call.start_ns, call.end_ns};
    call = {};
  }
  template <class Record>
  void note_times(const CUpti_Activity* activity) {
    const auto* const record = reinterpret_cast<const Record*>(activity);
    Call& its = call(record->correlationId);
    if (record->start == 0 || record->end < record->start) {
      its = {};
      return;
    }
    its.timed = true;
    its.start_ns = static_cast<std::int64_t>(record->start);
    its.end_ns = static_cast<std::int64_t>(record->end);
    finish(its);
  }
  void note(const CUpti_Activity* activity) {
    switch (activity->kind) {
      case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: {
        const auto* const record = reinterpret_cast<const CUpti_ActivityExternalCorrelation*>(activity);
        if (record->externalKind != kOurs) return;
        Call& its = call(record->correlationId);
        its.id = record->externalId;
        finish(its);
        return;
      }
      case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
      case CUPTI_ACTIVITY_KIND_KERNEL:
        return note_times<KernelRecord>(activity);
      case CUPTI_ACTIVITY_KIND_MEMCPY:
        return note_times<CopyRecord>(activity);
      case CUPTI_ACTIVITY_KIND_MEMSET:
        return note_times<FillRecord>(activity);
      default:
        return;
    }
  }
};

/// CUPTI may come with a buffer while the process ends.
Pile& pile() {
  static Pile* const only = new Pile;
  return *only;
}
Book& book() {
  static Book* const only = new Book;
  return *only;
}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most) {
  *buffer = nullptr;
  *size = 0;
  *most = kMostInBuffer;
  Pile& its = pile();
  const std::lock_guard lock(its.mutex);
  try {
    if (its.free.empty()) {
      its.free.reserve(its.made.size() + 1);
      its.made.push_back(std::make_unique<Buffer>());
      its.free.push_back(its.made.back().get());
    }
  } catch (const std::bad_alloc&) {
    return;  // it drops records
  }
  *buffer = its.free.back()->bytes;
  *size = kBufferBytes;
  its.free.pop_back();
}

void CUPTIAPI take_buffer(CUcontext /*context*/, std::uint32_t /*stream*/, std::uint8_t* buffer,
                          std::size_t /*size*/, std::size_t valid) {
  if (buffer == nullptr) return;
  {
    Book& its = book();
    const std::lock_guard lock(its.mutex);
    CUpti_Activity* activity = nullptr;
    while (valid > 0 && cupti().next_record(buffer, valid, &activity) == CUPTI_SUCCESS) its.note(activity);
  }
  Pile& its = pile();
  const std::lock_guard lock(its.mutex);
  its.free.push_back(reinterpret_cast<Buffer*>(buffer));  // there is room for all that were made
}

}  // namespace

void enable_records() {
  const Cupti& library = cupti();
  pile();
  book();
  static const bool registered = [&] {
    check(library.register_callbacks(give_buffer, take_buffer));
    return true;
  }();
  static_cast<void>(registered);
  try {
    for (const CUpti_ActivityKind kind : kKinds) check(library.enable(kind));
    for (const CUpti_CallbackId call : kCalls) check(library.enable_call(call, 1));
  } catch (...) {
    disable_records();
    throw;
  }
}

void disable_records() {
  const Cupti& library = cupti();
  for (const CUpti_CallbackId call : kCalls) library.enable_call(call, 0);
  for (const CUpti_ActivityKind kind : kKinds) library.disable(kind);
  library.flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
}

void begin_records(std::uint64_t id) {
  launched = 0;
  cupti().push_id(kOurs, id);
}

int end_records() {
  std::uint64_t id = 0;
  cupti().pop_id(kOurs, &id);
  return launched;
}

std::int64_t records_now_ns() {
  std::uint64_t ns = 0;
  check(cupti().timestamp(&ns));
  return static_cast<std::int64_t>(ns);
}

void collect_records() {
  check(cupti().flush(0));
}

std::size_t take_records(WorkRecord* records, std::size_t room) {
  Book& its = book();
  const std::lock_guard lock(its.mutex);
  const std::size_t taken = std::min(room, its.count);
  for (std::size_t i = 0; i < taken; ++i) records[i] = (*its.records)[(its.first + i) % kRecordRoom];
  its.first = (its.first + taken) % kRecordRoom;
  its.count -= taken;
  return taken;
}

}  // namespace runahead::kernels::cuda
