// SPDX-License-Identifier: GPL-3.0-or-later
// A module like that for CUDA whose devices are made of threads: they compute with the processor's
// operations, one thread to a stream, each by a clock of its own and with memory of its own, and fail on
// purpose where RUNAHEAD_STUB says so, as a list of words: no-device, old-driver, version, no-blas,
// devices=N (as many are there), memory=BYTES, second-memory=BYTES (of the second alone), launch=N (the N-th
// fails), lost=N (a device is lost with the N-th that runs, which is its), second-lost=N (with the N-th of
// the second), slow=MICROSECONDS, call=N (of all calls of the table that may fail, the N-th does), look=N
// (the N-th question whether an event was passed), gflops=N (what it says that it computes in a second). Not
// fast. It keeps records of its work where it is told records: each launch leaves as many as records=N says,
// handed over at the late=N-th question after, the youngest first with backwards; every drop=N-th is lost;
// uncounted: it does not say how many there will be; collect=N: the N-th question fails; ask=MILLISECONDS (a
// question takes so long); took=NS: what a record says that its launch took; shift=MICROSECONDS: by how much
// it is wrong.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "kernels/device.h"
#include "tests/device/stub_device.h"
#include "tests/device/stub_world.h"

namespace runahead::kernels {

namespace {

int devices() {
  return std::max(1, static_cast<int>(setting("devices")));
}

void check(int device) {
  if (device < 0 || device >= devices()) throw std::runtime_error("stub: invalid device ordinal");
  if (world().devices[device].lost) throw std::runtime_error("device lost: stub: unspecified launch failure");
}

/// Begins elsewhere and runs faster than the host's, or slower.
std::int64_t device_ns(int device) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  const std::int64_t ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  return device == 0 ? 5'000'000'000 + ns + ns / 5'000 : 90'000'000'000 + ns - ns / 4'000;
}

void serve(Stream& stream) {
  World& w = world();
  std::unique_lock lock(w.mutex);
  while (true) {
    w.changed.wait(lock, [&] { return stream.over || !stream.work.empty(); });
    if (stream.work.empty()) return;
    const std::function<void()> work = std::move(stream.work.front());
    stream.work.pop_front();
    stream.busy = true;
    lock.unlock();
    work();
    lock.lock();
    stream.busy = false;
    w.changed.notify_all();
  }
}

void give(Stream* stream, std::function<void()> work) {
  const std::lock_guard lock(world().mutex);
  check(stream->device);
  stream->work.push_back(std::move(work));
  world().changed.notify_all();
}

/// Of all devices.
std::int64_t record_ns() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return 7'000'000'000 + std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

/// As many kernels in a row as a launch has, together from `start_ns` until now.
void note(std::uint64_t id, std::int64_t start_ns) {
  World& w = world();
  const std::lock_guard lock(w.mutex);
  const std::int64_t end_ns = record_ns() + 1000 * setting("shift");
  start_ns = setting("took") > 0 ? end_ns - setting("took") : start_ns + 1000 * setting("shift");
  const std::int64_t count = setting("records");
  for (std::int64_t i = 0; i < count; ++i) {
    if (setting("drop") > 0 && ++w.kept % setting("drop") == 0) continue;
    const std::int64_t each_ns = (end_ns - start_ns) / count;
    const std::int64_t from_ns = start_ns + i * each_ns;
    const WorkRecord record{id, from_ns, i + 1 == count ? end_ns : from_ns + each_ns};
    w.noted.push_back({record, setting("late")});
  }
}

void launch(Stream* stream, std::function<void()> work) {
  std::int64_t slow_us = 0;
  {
    World& w = world();
    const std::lock_guard lock(w.mutex);
    count_call("launch");
    if (++w.launches == setting("launch")) throw std::runtime_error("stub: invalid launch");
    slow_us = setting("slow");
    if (launch_id != 0) launch_count += static_cast<int>(setting("records"));
  }
  give(stream, [work = std::move(work), slow_us, index = stream->device, id = launch_id] {
    const struct Noted {
      std::uint64_t id;
      std::int64_t start_ns = record_ns();
      ~Noted() {
        if (id != 0) note(id, start_ns);
      }
    } noted{id};
    {
      World& w = world();
      const std::lock_guard lock(w.mutex);
      OneDevice& device = w.devices[index];
      if (++w.executed == setting("lost")) device.lost = true;
      if (++device.executed == setting("second-lost") && index == 1) device.lost = true;
      if (device.lost) return;
    }
    const std::int64_t until = device_ns(index) + slow_us * 1000;
    work();
    while (device_ns(index) < until) std::this_thread::yield();
  });
}

bool holds(const OneDevice& device, const void* address) {
  const auto behind = device.blocks.upper_bound(static_cast<const char*>(address));
  if (behind == device.blocks.begin()) return false;
  const auto& [block, bytes] = *std::prev(behind);
  return static_cast<const char*>(address) < block + bytes;
}

/// What a kernel is given must lie in the memory of the device that it runs on.
template <class Argument>
void check_argument(const Stream* stream, Argument argument) {
  if constexpr (std::is_pointer_v<Argument>) {
    if (argument && !holds(world().devices[stream->device], argument))
      throw std::runtime_error("stub: memory of another device");
  }
}

void open_records() {
  const std::lock_guard lock(world().mutex);
  if (!setting("records")) throw std::runtime_error("stub: insufficient privileges");
}

void close_records() {}

void begin_records(std::uint64_t id) {
  launch_id = id;
  launch_count = 0;
}

int end_records() {
  launch_id = 0;
  const std::lock_guard lock(world().mutex);
  return setting("uncounted") && launch_count > 0 ? kUncounted : launch_count;
}

void collect_records() {
  World& w = world();
  std::unique_lock lock(w.mutex);
  if (const std::int64_t ms = setting("ask"); ms > 0) {
    lock.unlock();
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    lock.lock();
  }
  if (++w.questions == setting("collect")) {
    w.call_failed = true;
    throw std::runtime_error("stub: collect failed");
  }
  std::vector<WorkRecord> due;
  for (auto it = w.noted.begin(); it != w.noted.end();) {
    if (it->second-- > 0) {
      ++it;
    } else {
      due.push_back(it->first);
      it = w.noted.erase(it);
    }
  }
  if (setting("backwards")) std::reverse(due.begin(), due.end());
  w.handed_over.insert(w.handed_over.end(), due.begin(), due.end());
}

std::size_t take_records(WorkRecord* records, std::size_t room) {
  World& w = world();
  const std::lock_guard lock(w.mutex);
  std::size_t taken = 0;
  for (; taken < room && !w.handed_over.empty(); ++taken) {
    records[taken] = w.handed_over.front();
    w.handed_over.pop_front();
  }
  return taken;
}

int count() {
  const std::lock_guard lock(world().mutex);
  count_call("count");
  if (setting("no-device")) throw std::runtime_error("no device is there");
  if (setting("old-driver")) throw std::runtime_error("the driver is older than this program needs");
  return devices();
}

DeviceInfo describe(int) {
  const std::lock_guard lock(world().mutex);
  count_call("describe");
  DeviceInfo info{};
  std::strncpy(info.name, "Stub", sizeof info.name - 1);
  std::strncpy(info.libraries, "stub", sizeof info.libraries - 1);
  info.memory_bytes = std::int64_t{1} << 30;
  info.flops = static_cast<double>(setting("gflops")) * 1e9;
  return info;
}

void* allocate(int index, std::int64_t bytes) {
  if (bytes == 0) return nullptr;
  World& w = world();
  const std::lock_guard lock(w.mutex);
  count_call("allocate");
  check(index);
  OneDevice& device = w.devices[index];
  const bool limited = index == 1 && setting("second-memory") > 0;
  const std::int64_t most = setting(limited ? "second-memory" : "memory");
  if (most > 0 && device.bytes + bytes > most) throw std::bad_alloc();
  char* const block = static_cast<char*>(std::malloc(static_cast<std::size_t>(bytes)));
  if (!block) throw std::bad_alloc();
  device.blocks[block] = bytes;
  device.bytes += bytes;
  return block;
}

bool idle(const World& w, int device) {
  for (const Stream* stream : w.streams) {
    if (stream->device == device && (stream->busy || !stream->work.empty())) return false;
  }
  return true;
}

/// Waits for all streams of the device, as cudaFree does. What came from another device stays there.
void free_device(int index, void* block) {
  World& w = world();
  std::unique_lock lock(w.mutex);
  w.changed.wait(lock, [&] { return idle(w, index); });
  OneDevice& device = w.devices[index];
  if (const auto found = device.blocks.find(static_cast<char*>(block)); found != device.blocks.end()) {
    device.bytes -= found->second;
    device.blocks.erase(found);
    std::free(block);
  }
}

void* allocate_host(std::int64_t bytes) {
  const std::lock_guard lock(world().mutex);
  count_call("allocate_host");
  return std::malloc(static_cast<std::size_t>(bytes));
}

Stream* create_stream(int device, bool) {
  const std::lock_guard lock(world().mutex);
  count_call("create_stream");
  check(device);
  auto* const stream = new Stream;
  stream->device = device;
  world().streams.insert(stream);
  stream->thread = std::thread([stream] { serve(*stream); });
  return stream;
}

void destroy_stream(Stream* stream) {
  {
    const std::lock_guard lock(world().mutex);
    stream->over = true;
    world().changed.notify_all();
  }
  stream->thread.join();
  const std::lock_guard lock(world().mutex);
  world().streams.erase(stream);
  delete stream;
}

void prepare(Stream* stream) {
  const std::lock_guard lock(world().mutex);
  count_call("prepare");
  check(stream->device);
}

std::int64_t used_bytes(int index) {
  const std::lock_guard lock(world().mutex);
  return world().devices[index].bytes;
}

void synchronize(Stream* stream) {
  World& w = world();
  std::unique_lock lock(w.mutex);
  w.changed.wait(lock, [&] { return !stream->busy && stream->work.empty(); });
  count_call("synchronize");
  check(stream->device);
}

void create_events(int device, Event** events, std::size_t count) {
  const std::lock_guard lock(world().mutex);
  count_call("create_event");
  check(device);
  for (std::size_t i = 0; i < count; ++i) {
    events[i] = new Event;
    events[i]->device = device;
  }
}

Event* create_event(int device) {
  Event* event = nullptr;
  create_events(device, &event, 1);
  return event;
}

void destroy_event(Event* event) {
  delete event;
}

void record(Event* event, Stream* stream) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(world().mutex);
    count_call("record");
    if (event->device != stream->device) throw std::runtime_error("stub: an event of another device");
    number = ++event->recorded;
    ++world().events;
  }
  give(stream, [event, number] {
    const std::lock_guard lock(world().mutex);
    event->passed = number;
    event->device_ns = device_ns(event->device);
    world().changed.notify_all();
  });
}

void wait_event(Stream* stream, Event* event) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(world().mutex);
    count_call("wait_event");
    number = event->recorded;
  }
  give(stream, [event, number] {
    std::unique_lock lock(world().mutex);
    world().changed.wait(lock, [&] { return event->passed >= number; });
  });
}

bool passed(Event* event) {
  const std::lock_guard lock(world().mutex);
  count_call("passed");
  check(event->device);
  return event->passed == event->recorded;
}

void wait(Event* event) {
  std::unique_lock lock(world().mutex);
  count_call("wait");
  world().changed.wait(lock, [&] { return event->passed == event->recorded; });
  check(event->device);
}

std::int64_t elapsed_ns(Event* from, Event* to) {
  const std::lock_guard lock(world().mutex);
  count_call("elapsed_ns");
  check(from->device);
  if (from->device != to->device) throw std::runtime_error("stub: events of two devices");
  return to->device_ns - from->device_ns;
}

void copy(Stream* stream, const float* in, float* out, std::int64_t n) {
  launch(stream, [=] { std::memcpy(out, in, static_cast<std::size_t>(n) * sizeof(float)); });
}

/// The processor's operation of that place in the table, on a stream.
template <auto kMember, class... Arguments>
constexpr auto on_stream(void (*Operations::*)(Stream*, Arguments...)) {
  return +[](Stream* stream, Arguments... arguments) {
    {
      const std::lock_guard lock(world().mutex);
      (check_argument(stream, arguments), ...);
    }
    launch(stream, [=] { (cpu_operations().*kMember)(nullptr, arguments...); });
  };
}

void product(Stream* stream, Type type, Transposed transposed, const void* a, const void* b, void* out,
             std::int64_t m, std::int64_t k, std::int64_t n) {
  {
    const std::lock_guard lock(world().mutex);
    if (type == Type::float32 && setting("no-blas"))
      throw std::runtime_error("no cuBLAS: its library cannot be opened");
  }
  on_stream<&Operations::product> (&Operations::product)(stream, type, transposed, a, b, out, m, k, n);
}

#define RUNAHEAD_ON_STREAM(name) .name = on_stream<&Operations::name>(&Operations::name)
const Operations kOperations = {
    RUNAHEAD_ON_STREAM(sequence),
    RUNAHEAD_ON_STREAM(convert),
    RUNAHEAD_ON_STREAM(uniform),
    RUNAHEAD_ON_STREAM(normal),
    RUNAHEAD_ON_STREAM(map),
    RUNAHEAD_ON_STREAM(zip),
    RUNAHEAD_ON_STREAM(zip_number),
    RUNAHEAD_ON_STREAM(select),
    .product = product,
    RUNAHEAD_ON_STREAM(dense),
    RUNAHEAD_ON_STREAM(transpose),
    RUNAHEAD_ON_STREAM(permute),
    RUNAHEAD_ON_STREAM(copy_rows),
    RUNAHEAD_ON_STREAM(reduce),
    RUNAHEAD_ON_STREAM(sum_rows),
    RUNAHEAD_ON_STREAM(spread),
    RUNAHEAD_ON_STREAM(take),
    RUNAHEAD_ON_STREAM(add_at),
    RUNAHEAD_ON_STREAM(one_hot),
    RUNAHEAD_ON_STREAM(cumsum),
    RUNAHEAD_ON_STREAM(argsort),
    RUNAHEAD_ON_STREAM(add_scaled),
    RUNAHEAD_ON_STREAM(add_to_scaled),
    RUNAHEAD_ON_STREAM(relu_backward),
    RUNAHEAD_ON_STREAM(abs_backward),
    RUNAHEAD_ON_STREAM(norm_backward),
    RUNAHEAD_ON_STREAM(max_backward),
    RUNAHEAD_ON_STREAM(conv2d),
    RUNAHEAD_ON_STREAM(conv2d_backward_x),
    RUNAHEAD_ON_STREAM(conv2d_backward_w),
    RUNAHEAD_ON_STREAM(pool2d),
    RUNAHEAD_ON_STREAM(pool2d_backward),
};
#undef RUNAHEAD_ON_STREAM

}  // namespace
}  // namespace runahead::kernels

extern "C" {

const runahead::kernels::Device* runahead_device_table() {
  using namespace runahead::kernels;
  static const bool once = [] {
    const char* text = std::getenv("RUNAHEAD_STUB");
    set(text ? text : "");
    return true;
  }();
  static const Records records = {
      .open = open_records,
      .close = close_records,
      .begin = begin_records,
      .end = end_records,
      .now_ns = record_ns,
      .collect = collect_records,
      .take = take_records,
  };
  static const Device table = {
      .version = once && setting("version") ? 4711 : kDeviceTableVersion,
      .count = count,
      .describe = describe,
      .allocate = allocate,
      .free_ = free_device,
      .allocate_host = allocate_host,
      .free_host = std::free,
      .used_bytes = used_bytes,
      .create_stream = create_stream,
      .destroy_stream = destroy_stream,
      .prepare = prepare,
      .synchronize = synchronize,
      .create_event = create_event,
      .create_events = create_events,
      .destroy_event = destroy_event,
      .record = record,
      .wait_event = wait_event,
      .passed = passed,
      .wait = wait,
      .elapsed_ns = elapsed_ns,
      .copy_to_host = copy,
      .copy_to_device = copy,
      .operations = &kOperations,
      .records = &records,
  };
  return &table;
}

void runahead_stub_set(const char* text) {
  runahead_device_table();  // the environment comes first
  runahead::kernels::set(text);
}

void runahead_stub_launch(runahead::kernels::Stream* stream, void (*work)(void*), void* argument) {
  runahead::kernels::launch(stream, [=] { work(argument); });
}

std::int64_t runahead_stub_bytes() {
  const std::lock_guard lock(runahead::kernels::world().mutex);
  std::int64_t bytes = 0;
  for (const auto& device : runahead::kernels::world().devices) bytes += device.bytes;
  return bytes;
}

std::int64_t runahead_stub_events() {
  const std::lock_guard lock(runahead::kernels::world().mutex);
  return runahead::kernels::world().events;
}

bool runahead_stub_call_failed() {
  const std::lock_guard lock(runahead::kernels::world().mutex);
  return runahead::kernels::world().call_failed;
}

std::int64_t runahead_stub_executed(int device) {
  const std::lock_guard lock(runahead::kernels::world().mutex);
  return runahead::kernels::world().devices[device].executed;
}

}  // extern "C"
