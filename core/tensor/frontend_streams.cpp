// SPDX-License-Identifier: GPL-3.0-or-later
// Streams of devices: which queue a task goes to, in whose order, and what orders two streams; copies between
// host and device. Not here: what comes before what (stream_order.h), running it (engine/).
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/tensor/frontend.h"

namespace runahead {

namespace {

/// A look at whether a device has come somewhere, under the virtual clock: a program that polls ends.
constexpr std::int64_t kLook_ns = 1'000;
constexpr std::uint32_t kMostRaces = 1'000;  ///< that are recorded
constexpr std::int64_t kBlock_bytes = 512;   ///< PyTorch's blocks are so many, or a multiple

}  // namespace

// Opening.

std::uint8_t Frontend::open_queue(const DeviceQueue& queue, bool copies) {
  if (EventWriter* w = writer()) {
    w->open();
    w->put(RecordKind::declare_lane, next_lane_,
           static_cast<std::uint32_t>(queue.lane_kind) << 16 | intern(queue.lane_name));
    w->commit();
  }
  kernels::Stream* const stream = engine_.open_queue(
      {.lane = next_lane_++, .launch_limit = queue.launch_limit, .device = queue.device, .copies = copies});
  if (!copies && !streams_.empty()) {
    const ExecutionContext& first = contexts_.front();
    contexts_.at(streams_.size()) = {first.operations, stream, first.device, queue.device};
  }
  return queues_++;
}

std::uint8_t Frontend::open_stream(int device) {
  DeviceQueues& its = queues_of_.at(static_cast<std::size_t>(device));
  const DeviceQueue queue = stream_queue(setup_.device, device, its.streams + 1);
  const std::uint8_t opened = open_queue(queue, false);
  ++its.streams;
  streams_.push_back({.queue = opened, .device = device, .name = queue.lane_name, .end_queue = opened});
  order_.add_stream();
  return static_cast<std::uint8_t>(streams_.size() - 1);
}

std::uint8_t Frontend::default_stream(int device) {
  if (setup_.devices == 0) return 0;
  if (device < 0 || device >= setup_.devices) {
    throw Error("[device] there is no device " + std::to_string(device) + ": this run has " +
                std::to_string(setup_.devices));
  }
  if (device > 0 && streams_.empty()) default_stream(0);  // whose stream is the first
  int& opened = queues_of_.at(static_cast<std::size_t>(device)).default_stream;
  if (opened < 0) opened = open_stream(device);
  return static_cast<std::uint8_t>(opened);
}

std::uint8_t Frontend::make_stream(int device) {
  if (setup_.devices == 0) return 0;
  default_stream(device);
  std::vector<std::uint8_t>& made = queues_of_.at(static_cast<std::size_t>(device)).made;
  // The default streams of the devices that are not used yet keep their place.
  int unused = 0;
  for (int other = 0; other < setup_.devices; ++other)
    unused += queues_of_[static_cast<std::size_t>(other)].default_stream < 0;
  tasks_hold_ = true;
  if (streams_.size() + static_cast<std::size_t>(unused) < static_cast<std::size_t>(kMostStreams)) {
    made.push_back(open_stream(device));
    return made.back();
  }
  if (made.empty()) return default_stream(device);
  std::rotate(made.begin(), made.begin() + 1, made.end());
  return made.back();
}

void Frontend::use_stream(std::uint8_t stream) {
  stream_ = stream;
  if (setup_.several_streams || streams_.empty() || std::exchange(streams_[stream].used, true)) return;
  const auto first =
      static_cast<std::uint8_t>(queues_of_[static_cast<std::size_t>(device_of(stream))].default_stream);
  if (stream == first) return;
  tasks_hold_ = true;
  if (order_.follows(stream, first, streams_[first].unheld)) return;
  // What those tasks use may be free, and this stream's from now on.
  if (setup_.machine) {
    computes_in_turn_ = true;
  } else {
    wait_stream(stream, first);
  }
}

int Frontend::device_of(std::uint8_t stream) const {
  return streams_.empty() ? 0 : streams_.at(stream).device;
}

std::uint8_t Frontend::copy_queue_of(int device, CopyWay way) {
  int& queue = queues_of_.at(static_cast<std::size_t>(device)).copies.at(static_cast<std::size_t>(way));
  const DeviceKind kind = has_contexts() ? DeviceKind::emulated : setup_.device;
  if (queue < 0) queue = open_queue(copy_queue(kind, device, way), true);
  return static_cast<std::uint8_t>(queue);
}

const ExecutionContext& Frontend::context_of(const ArrayBody& array) const {
  for (std::size_t stream = 0; stream < streams_.size(); ++stream) {
    if (contexts_[stream].index == array.storage->device()) return contexts_[stream];
  }
  return contexts_.front();
}

void Frontend::use_context(int device) {
  if (setup_.contexts_with_queues == 0 || device == context_) return;
  context_ = device;
  context_queue_ = 0;
  if (device == kWorkers) return;
  int& queue = queues_of_.at(static_cast<std::size_t>(device)).default_stream;
  if (queue < 0) queue = open_queue(context_queue(device), true);
  context_queue_ = static_cast<std::uint8_t>(queue);
}

// Order.

/// The task waits for nothing that has used the variable.
void Frontend::unlink(EngineVariable& variable, TaskNode& task) {
  engine_.forget(variable);
  variable.used_at = {};
  variable.written_at = 0;
  task.races = true;
}

Columns Frontend::columns_of(const Op& op, const Sizes& sizes, const ArrayBody& out, const ArrayBody* in) {
  const bool writes = op.code == OpCode(Routine::write_slice);
  if (!writes && op.code != OpCode(Routine::slice)) return {};
  return {writes ? &out : in, std::get<Part>(op.attributes).offset, sizes.n, sizes.m, sizes.k};
}

void Frontend::submit_to_stream(TaskNode& task, std::uint8_t stream, int copy_queue,
                                std::span<ArrayBody* const> reads, std::span<ArrayBody* const> writes,
                                std::span<const Columns> columns) {
  DeviceStream& its = streams_[stream];
  task.issued_to = its.queue;
  task.stream = copy_queue < 0 ? its.queue : static_cast<std::uint8_t>(copy_queue);
  // A copy engine runs what is ready, in whichever order: it keeps that of no stream.
  if (its.last != kNone && (copy_queue >= 0 || its.end_queue != task.stream)) {
    task.write(its.end);
    task.after = its.last;
  }
  task.races |= computes_in_turn_;
  order_.issue(stream);
  const auto each_access = [&](auto part) {
    const auto access = [&](const ArrayBody& array, bool write) {
      UsedPart used{array.first, array.first + array.shape.elements()};
      for (const Columns& its_columns : columns) {
        if (&array != its_columns.of) continue;
        used.from += its_columns.first;
        used = {used.from, used.from + its_columns.count, its_columns.rows, its_columns.stride};
      }
      return StreamOrder::Access{stream, array.variable().id, write, used};
    };
    for (ArrayBody* array : reads) part(*array, access(*array, false));
    for (ArrayBody* array : writes) part(*array, access(*array, true));
  };
  const bool several = order_.several();
  if (several) {
    each_access([&](ArrayBody& array, const StreamOrder::Access& access) {
      order_.assume(access.variable, array.root().used, array.root().written);
      if (setup_.follows_arrays || !order_.is_open(stream, access.variable, access.write)) return;
      unlink(array.variable(), task);  // nothing makes this stream wait
    });
  }
  const std::uint64_t serial = task.serial;
  engine_.submit(task);
  its.end.writer = &task;
  its.end.writer_serial = serial;
  its.end_queue = task.stream;
  its.last = task.id;
  const LatestUse::Use now = {order_.issued(stream), its.last};
  for (ArrayBody* array : writes) array->root().written = now;
  if (!several) {
    for (ArrayBody* array : reads) array->root().used = now;
    for (ArrayBody* array : writes) array->root().used = now;
    return;
  }
  for (ArrayBody* written : writes) {
    const std::optional<StreamMemory::Block> had = written->root().storage->take_had();
    for (const StreamMemory::LastUse& use : had ? had->uses : std::vector<StreamMemory::LastUse>()) {
      const bool fits =
          written->root().storage->bytes() <= (had->bytes + kBlock_bytes - 1) / kBlock_bytes * kBlock_bytes;
      if (fits && !order_.follows(stream, use.stream, use.at)) record_race(its.last, use.task, had->array);
    }
  }
  std::optional<TaskId> told;  // of an array that is read and written, once
  each_access([&](const ArrayBody& /*array*/, const StreamOrder::Access& access) {
    const std::optional<TaskId> other = order_.use(access, its.last);
    if (other && other != told) record_race(its.last, *other);
    if (other) told = other;
  });
}

void Frontend::record_race(TaskId task, TaskId other, VariableId array) {
  EventWriter* const w = writer();
  if (!w || ++races_ > kMostRaces) return;
  const std::string message = array == kNone ? "" : std::to_string(array);
  w->open_ordered();
  put_error(*recording_->recorder, *w, ErrorKind::race, task, other, statement_, message);
  w->commit();
}

std::optional<TaskId> Frontend::overtakes(ArrayBody& written, TaskNode& task) {
  std::erase_if(departures_, [this](const Departure& departure) {
    return order_.frontend_follows(departure.stream, departure.at);
  });
  const Place place(written);
  bool departs = false;
  std::optional<TaskId> overtaken;
  for (const Departure& departure : departures_) {
    departs |= departure.place.memory == place.memory;
    if (!overtaken && departure.place.overlaps(place)) overtaken = departure.copy;
  }
  if (departs && (!overtaken || !setup_.follows_arrays)) unlink(written.variable(), task);
  return overtaken;
}

// Memory.

void Frontend::record_stream(ArrayBody& array, std::uint8_t stream) {
  if (!streams_.empty()) array.root().streams |= 1U << stream;
}

void Frontend::give_memory(ArrayBody& body) {
  Storage& storage = *body.storage;
  if (home_.counts_by_streams) storage.drop();
  try {
    note_freed(body, storage);
  } catch (const std::bad_alloc&) {
    // This memory is never given to another array, so no race for it is told.
  }
}

void Frontend::note_freed(const ArrayBody& body, const Storage& storage) {
  Recorded freed{storage.stream(),
                 MemoryPool::class_size(storage.bytes()),
                 {.bytes = storage.bytes(), .array = body.own_variable.id},
                 {}};
  if (order_.several()) {
    freed.block.uses = order_.last_uses(freed.block.array);
    std::erase_if(freed.block.uses, [&](const StreamMemory::LastUse& use) {
      return use.stream != freed.stream && (body.streams >> use.stream & 1U) != 0;
    });
    for (std::size_t stream = 0; stream < streams_.size(); ++stream) {
      if (stream != freed.stream && (body.streams >> stream & 1U) != 0)
        freed.until.push_back(streams_[stream].end);
    }
  }
  if (freed.until.empty()) {
    home_.streams->give(freed.stream, freed.size, std::move(freed.block));
  } else {
    recorded_.push_back(std::move(freed));
  }
}

void Frontend::give_recorded() {
  std::erase_if(recorded_, [this](Recorded& freed) {
    if (!std::all_of(freed.until.begin(), freed.until.end(),
                     [this](const EngineVariable& end) { return engine_.written(end); }))
      return false;
    home_.streams->give(freed.stream, freed.size, std::move(freed.block));
    return true;
  });
}

void Frontend::waited_for(const StreamClock& clock) {
  order_.frontend_waited(clock);
  receive();
}

// Events.

void Frontend::record_event(StreamEvent& event, std::uint8_t stream) {
  engine_.forget(event.variable_);  // who waits for what it stood for goes on doing so
  event.variable_ = EngineVariable{.id = variables_++, .of_stream = true};
  if (EventWriter* w = writer()) {
    w->open();
    w->put(RecordKind::declare_variable, event.variable_.id, intern("event"));
    w->commit();
  }
  event.stamp_ = std::make_shared<std::atomic<std::int64_t>>(-1);
  TaskNode& task = begin_task("record_event");
  task.cost_ns = 1;
  task.write(event.variable_);
  task.stamp = event.stamp_.get();
  task.set_body([held = event.stamp_] {});
  submit_to_stream(task, stream, -1, {}, {});
  event.clock_ = order_.recorded(stream);
}

void Frontend::wait_event(std::uint8_t stream, StreamEvent& event) {
  if (!event.recorded()) return;
  TaskNode& task = begin_task("wait_event");
  task.cost_ns = 1;
  task.read(event.variable_);
  task.set_body([] {});
  submit_to_stream(task, stream, -1, {}, {});
  order_.wait_event(stream, event.clock_);
}

void Frontend::wait_stream(std::uint8_t stream, std::uint8_t other) {
  if (stream == other || streams_.empty()) return;
  StreamEvent event(engine_);
  record_event(event, other);
  wait_event(stream, event);
}

void Frontend::come_after(std::uint8_t stream, std::uint8_t other) {
  if (streams_.empty() || order_.follows(stream, order_.recorded(other))) return;
  wait_stream(stream, other);
}

bool Frontend::passed(const StreamEvent& event) {
  if (setup_.machine) engine_.spend(kLook_ns);
  if (!event.recorded()) return true;
  if (!engine_.written(event.variable_)) return false;
  waited_for(event.clock_);
  return true;
}

bool Frontend::idle(std::uint8_t stream) {
  if (setup_.machine) engine_.spend(kLook_ns);
  if (streams_.empty()) return engine_.idle();
  if (!engine_.written(streams_.at(stream).end)) return false;
  waited_for(order_.recorded(stream));
  return true;
}

void Frontend::synchronize(StreamEvent& event) {
  if (!event.recorded()) return;
  engine_.wait_to_read(event.variable_, WaitReason::synchronize, statement_);
  waited_for(event.clock_);
}

void Frontend::synchronize_stream(std::uint8_t stream) {
  if (streams_.empty()) return;
  DeviceStream& its = streams_.at(stream);
  if (its.variable == kNone) {
    its.variable = variables_++;
    if (EventWriter* w = writer()) {
      w->open();
      w->put(RecordKind::declare_variable, its.variable, intern(its.name));
      w->commit();
    }
  }
  EngineVariable end = its.end;
  end.id = its.variable;
  end.of_stream = true;
  engine_.wait_to_read(end, WaitReason::synchronize, statement_);
  waited_for(order_.recorded(stream));
}

void Frontend::synchronize_device(int device) {
  std::vector<std::uint8_t> busy;
  bool others = false;
  for (std::size_t stream = 0; stream < streams_.size(); ++stream) {
    const bool idle = engine_.written(streams_[stream].end);
    if (streams_[stream].device != device) {
      others |= !idle;
    } else if (!idle) {
      busy.push_back(static_cast<std::uint8_t>(stream));
    }
  }
  if (!others) return waitall();
  if (busy.empty()) return synchronize_stream(default_stream(device));
  for (const std::uint8_t stream : busy) synchronize_stream(stream);
}

// Copies.

TaskNode& Frontend::begin_copy(const char* name, std::int64_t bytes) {
  TaskNode& task = begin_task(name);
  if (setup_.machine) task.cost_ns = setup_.machine->copy_cost_ns(bytes);
  return task;
}

std::unique_ptr<HostCopy> Frontend::start_copy(ArrayBody& array, std::uint8_t stream) {
  const VariableId id = variables_++;
  if (EventWriter* w = writer()) {
    w->open();
    w->put(RecordKind::declare_variable, id, intern("host copy"));
    w->commit();
  }
  if (!streams_.empty() && streams_[stream].device != array.storage->device())
    stream = default_stream(array.storage->device());
  auto copy = std::make_unique<HostCopy>(engine_, home_, id, array);
  TaskNode& task = begin_copy("copy_to_host", array.shape.bytes(array.type));
  task.read(array.variable());
  task.write(copy->variable_);
  task.set_body([pinned = copy->pinned_, source = StorageHold(array.storage), context = &contexts_[stream]] {
    const auto* const words = static_cast<const float*>(source->read());
    const auto count = pinned->bytes / static_cast<std::int64_t>(sizeof *words);
    if (context->device) {
      context->device->copy_to_host(context->stream, words, pinned->words, count);
    } else if (pinned->bytes > 0) {
      std::memcpy(pinned->words, words, static_cast<std::size_t>(pinned->bytes));
    }
  });
  if (streams_.empty()) {
    engine_.submit(task);
    return copy;
  }
  ArrayBody* const reads[] = {&array};
  submit_to_stream(task, stream, copy_queue_of(array.storage->device(), CopyWay::to_host), reads, {});
  copy->task_ = streams_[stream].last;
  copy->clock_ = order_.recorded(stream);
  return copy;
}

void Frontend::copy_beside(ArrayBody& array, std::uint8_t stream, NDArray& target, bool waits) {
  ++target.body().root().version;
  arrivals_.push_back({.target = StorageHold(target.body().storage),
                       .place = Place(target.body()),
                       .copy = start_copy(array, stream)});
  if (!waits) return;
  HostCopy& copy = *arrivals_.back().copy;
  engine_.wait_to_read(copy.variable_, WaitReason::copy, statement_);
  waited_for(StreamClock(copy.clock_));
}

NDArray Frontend::copy_beside(ArrayBody& array, std::uint8_t stream) {
  NDArray target = array_of(array.shape, Values(array.type, array.shape.elements()));
  target.body().on_host = target.body().pinned = true;
  copy_beside(array, stream, target, false);
  return target;
}

NDArray Frontend::copy_to_host(const NDArray& array, std::uint8_t stream) {
  NDArray made = empty_pinned(array.shape(), array.type());
  ArrayBody& source = array.body();
  ArrayBody& target = made.body();
  target.two_sided = true;
  const std::int64_t bytes = array.shape().bytes(array.type());
  TaskNode& task = begin_copy("copy_to_host", bytes);
  task.read(source.variable());
  task.write(target.variable());
  task.set_body([hold = StorageHold(target.storage), held = StorageHold(source.storage), bytes,
                 context = &contexts_[stream]] {
    const auto* const words = static_cast<const float*>(held->read());
    auto* const out = static_cast<float*>(hold->write());
    if (context->device) {
      context->device->copy_to_host(context->stream, words, out,
                                    bytes / static_cast<std::int64_t>(sizeof *words));
    } else if (bytes > 0) {
      std::memcpy(out, words, static_cast<std::size_t>(bytes));
    }
  });
  ArrayBody* const reads[] = {&source};
  submit_to_stream(task, stream, copy_queue_of(streams_[stream].device, CopyWay::to_host), reads, {});
  return made;
}

void Frontend::copy_into_device(NDArray& target, const NDArray& source, std::uint8_t stream, bool waits) {
  ArrayBody& to = target.body();
  ArrayBody& from = source.body();
  await_copy(from);
  receive();
  // What comes to the host in the order of this stream, goes on from there.
  std::optional<EarlyUse> early;
  HostCopy* through = nullptr;
  std::int64_t offset = 0;
  const Place place(from);
  for (const Arrival& its : arrivals_) {
    if (!its.place.overlaps(place)) continue;
    const bool in_order = order_.follows(stream, its.copy->clock_) && (!its.target || its.place.holds(place));
    early = in_order ? std::nullopt : std::optional(EarlyUse{its.copy->task_, from.variable().id});
    through = in_order && its.target ? its.copy.get() : nullptr;
    offset = (place.from - its.place.from) * kernels::size_of(from.type);
  }
  if (early) record_race(kNone, early->copy, early->array);
  to.storage->write();
  ++to.root().version;
  TaskNode& task = begin_copy("copy_to_device", to.shape.bytes(to.type));
  task.read(from.variable());
  if (through) task.read(through->variable_);
  task.write(to.variable());
  task.set_body([hold = StorageHold(to.storage), held = StorageHold(from.storage),
                 pinned = through ? through->pinned_ : nullptr, offset, bytes = to.shape.bytes(to.type),
                 context = &contexts_[stream]] {
    const auto* const words = pinned
                                  ? pinned->words + offset / static_cast<std::int64_t>(sizeof *pinned->words)
                                  : static_cast<const float*>(held->read());
    auto* const out = static_cast<float*>(hold->write());
    if (context->device) {
      context->device->copy_to_device(context->stream, words, out,
                                      bytes / static_cast<std::int64_t>(sizeof *words));
    } else if (bytes > 0) {
      std::memcpy(out, words, static_cast<std::size_t>(bytes));
    }
  });
  ArrayBody* const reads[] = {&from};
  ArrayBody* const writes[] = {&to};
  submit_to_stream(task, stream, copy_queue_of(streams_[stream].device, CopyWay::to_device), reads, writes);
  if (!waits) {
    std::erase_if(departures_, [&](const Departure& its) {
      return (place.holds(its.place) && its.stream == stream) || order_.frontend_follows(its.stream, its.at);
    });
    departures_.push_back({place, streams_[stream].last, stream, order_.issued(stream)});
    return;
  }
  engine_.wait_to_read(to.variable(), WaitReason::copy, statement_);
  waited_for(order_.recorded(stream));
}

NDArray Frontend::copy_to_device(const NDArray& array, std::uint8_t stream, bool waits) {
  const std::uint8_t before = std::exchange(stream_, stream);
  NDArray made = new_array(array.shape(), array.type());
  stream_ = before;
  copy_into_device(made, array, stream, waits);
  return made;
}

NDArray Frontend::copy_between(const NDArray& array, std::uint8_t from, std::uint8_t to) {
  const std::uint8_t before = std::exchange(stream_, to);
  NDArray made = new_array(array.shape(), array.type());
  stream_ = before;
  copy_between(made, array, from, to);
  return made;
}

void Frontend::copy_between(NDArray& target, const NDArray& source, std::uint8_t from, std::uint8_t to) {
  wait_stream(from, to);
  ArrayBody& read = source.body();
  ArrayBody& written = target.body();
  written.storage->write();
  ++written.root().version;
  const std::int64_t bytes = source.shape().bytes(source.type());
  TaskNode& task = begin_copy("copy_to_device", bytes);
  task.read(read.variable());
  task.write(written.variable());
  task.set_body([hold = StorageHold(written.storage), held = StorageHold(read.storage), bytes,
                 context = &contexts_[from]] {
    const auto* const words = static_cast<const float*>(held->read());
    auto* const out = static_cast<float*>(hold->write());
    if (context->device) {
      context->device->copy_to_device(context->stream, words, out,
                                      bytes / static_cast<std::int64_t>(sizeof *words));
    } else if (bytes > 0) {
      std::memcpy(out, words, static_cast<std::size_t>(bytes));
    }
  });
  ArrayBody* const reads[] = {&read};
  ArrayBody* const writes[] = {&written};
  submit_to_stream(task, from, copy_queue_of(streams_[from].device, CopyWay::between), reads, writes);
  wait_stream(to, from);
}

NDArray Frontend::copy_to_context(const NDArray& array, int from, int to) {
  if (tracing_) throw Error("[copyto] inside a traced function an array has no value to copy yet");
  require_value(array.body(), "copyto");
  if (is_pending(array.body())) flush();
  NDArray made = new_array(array.shape(), array.type());
  ArrayBody& source = array.body();
  ArrayBody& target = made.body();
  reserve(*target.storage);
  const std::int64_t bytes = array.shape().bytes(array.type());
  TaskNode& task = begin_copy(to == kWorkers ? "copy_to_host" : "copy_to_device", bytes);
  if (has_contexts()) {
    task.stream = from == kWorkers
                      ? copy_queue_of(to, CopyWay::to_device)
                      : copy_queue_of(from, to == kWorkers ? CopyWay::to_host : CopyWay::between);
  }
  task.read(source.variable());
  task.write(target.variable());
  task.set_body([hold = StorageHold(target.storage), held = StorageHold(source.storage), bytes] {
    void* const out = hold->write();
    if (bytes > 0) std::memcpy(out, held->read(), static_cast<std::size_t>(bytes));
  });
  setup_.issue == Issue::functions ? engine_.run_in_call(task) : engine_.submit(task);
  return made;
}

}  // namespace runahead
