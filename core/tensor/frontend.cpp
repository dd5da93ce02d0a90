// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays, calls, statements and marks of the frontend.
// Not here: graphs (frontend_graph.cpp), values on the host (frontend_values.cpp), the engine's waits
// (engine/).
#include "core/tensor/frontend.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "core/base/misuse.h"

namespace runahead {

Frontend::Frontend(Engine& engine, StorageHome& home, const Recording* recording, std::uint64_t seed,
                   const FrontendSetup& setup)
    : engine_(engine),
      home_(home),
      recording_(recording),
      setup_(setup),
      tasks_hold_(!setup.allocate_at_issue || setup.several_streams),
      random_{.seed = seed, .offset = 0},
      next_lane_(setup.next_lane),
      contexts_(home.contexts = *setup.contexts) {
  this_thread_writer = writer();
  if (setup.devices > 0) {
    home_.streams.emplace();
    home_.counts_by_streams = setup.device == DeviceKind::emulated;
  }
  if (setup.several_streams) order_.expect_several();
  if (setup.contexts_with_queues > 0) {
    queues_ = 1;  // the workers'
  } else if (setup.open_queues > 0) {
    // The engine has them.
    streams_.push_back(
        {.queue = 0, .device = 0, .name = stream_queue(setup.device, 0, 1).lane_name, .end_queue = 0});
    queues_of_[0] = {.default_stream = 0, .streams = 1, .copies = {1, -1, -1}};
    queues_ = 2;
    order_.add_stream();
  }
  for (std::size_t kind = 0; kind < kOpKinds; ++kind) {
    op_names_[kind] = intern(op_rows()[kind].name);
  }
}

Frontend::~Frontend() {
  graph_.clear();  // of a program that was stopped
  arrivals_.clear();
  for (DeviceStream& stream : streams_) engine_.forget(stream.end);
  this_thread_writer = nullptr;
}

NameId Frontend::intern(std::string_view name) {
  if (!recording_) return 0;
  if (const auto known = names_.find(name); known != names_.end()) return known->second;
  const NameId id = recording_->recorder->intern(name);
  try {
    names_.emplace(name, id);
  } catch (const std::bad_alloc&) {
    // The recorder is asked again: a section of the record that is open when this throws would stay open.
  }
  return id;
}

std::uint64_t Frontend::take_random(std::int64_t count) {
  const std::uint64_t offset = random_.offset;
  random_.offset += static_cast<std::uint64_t>(count);
  return offset;
}

void Frontend::reserve(Storage& storage) {
  MemoryPool& pool = home_.pool;
  if (pool.bound_bytes() == 0) return;
  const std::int64_t bytes = storage.bytes();
  if (pool.reserve(bytes) ||
      engine_.wait_for(WaitReason::memory_full, statement_, [&] { return pool.reserve(bytes); })) {
    storage.set_reserved();
    return;
  }
  throw MemoryError("[memory] " + std::to_string(bytes) + " bytes more do not fit into the bound of " +
                    std::to_string(pool.bound_bytes()) + " bytes: nothing is running any more, and " +
                    std::to_string(pool.reserved_bytes()) +
                    " bytes are held by arrays that the program still has names for");
}

NDArray Frontend::new_array(const Shape& shape, kernels::Type type) {
  const VariableId id = variables_++;
  if (EventWriter* w = writer()) {
    w->open();
    w->put(RecordKind::declare_variable, id, marks_inputs_ ? 1U << 16 : 0);
    w->commit();
  }
  Storage* storage = home_.recycler.take();
  storage->begin(home_, id, shape.bytes(type), contexts_[stream_].index);
  storage->set_stream(stream_);
  if (stands_in_) storage->set_stands_in();
  if (!recorded_.empty()) give_recorded();
  ArrayBody* body = bodies_.take();
  *body = ArrayBody{};
  body->frontend = this;
  body->shape = shape;
  body->type = type;
  body->own_variable = EngineVariable{.id = id};
  body->storage = storage;
  return NDArray(body);
}

NDArray Frontend::array_of(const Shape& shape, const Values& values) {
  NDArray array = new_array(shape, values.type());
  reserve(*array.body().storage);
  if (setup_.allocate_at_issue) array.body().storage->set_frontends();
  void* const data = array.body().storage->write();
  const std::span<const std::byte> bytes = values.bytes();
  std::copy(bytes.begin(), bytes.end(), static_cast<std::byte*>(data));
  array.body().on_host = true;
  return array;
}

NDArray Frontend::empty_pinned(const Shape& shape, kernels::Type type) {
  NDArray array = new_array(shape, type);
  reserve(*array.body().storage);
  if (setup_.allocate_at_issue) array.body().storage->set_pinned();
  if (void* const data = array.body().storage->write())
    std::memset(data, 0, static_cast<std::size_t>(shape.bytes(type)));
  array.body().on_host = array.body().pinned = true;
  return array;
}

NDArray Frontend::empty(const Shape& shape, kernels::Type type) {
  if (!contexts_[stream_].device) {
    NDArray array = new_array(shape, type);
    reserve(*array.body().storage);
    if (setup_.allocate_at_issue) array.body().storage->set_filled();
    if (void* const data = array.body().storage->write())
      std::memset(data, 0, static_cast<std::size_t>(shape.bytes(type)));
    return array;
  }
  NDArray array = new_array(shape, type);
  reserve(*array.body().storage);
  array.body().storage->write();
  return array;
}

const ExecutionContext& Frontend::context_for(const ArrayBody& out) const {
  const ExecutionContext& context = contexts_[stream_];
  return out.on_host && context.device ? host_contexts().front() : context;
}

namespace {

/// What a task carries: its operation, and a hold on every array, which end with the task.
struct OpTask {
  const ExecutionContext* context;
  Op op;
  Sizes sizes;
  StorageHold out;
  std::array<StorageHold, kMaxInputs> in;

  void operator()() const {
    Readings data = {};
    for (std::size_t i = 0; i < kMaxInputs && in[i]; ++i) data[i].data = in[i]->read();
    run(*context->operations, context->stream, op, sizes, {out->write()}, data);
  }
};
static_assert(sizeof(OpTask) <= TaskNode::kPayloadBytes);

/// The same for arrays whose memory is taken and freed in the order of issue: nothing to hold.
struct StreamOpTask {
  const ExecutionContext* context;
  Op op;
  Sizes sizes;
  Writing out;
  Readings in;

  void operator()() const { run(*context->operations, context->stream, op, sizes, out, in); }
};
static_assert(sizeof(StreamOpTask) <= TaskNode::kPayloadBytes);

}  // namespace

namespace {

/// "[memory] an array ..." of a call.
std::string named(const char* call, const std::string& what) {
  const std::size_t from = what.starts_with("[memory] ") ? what.find(' ') + 1 : 0;
  return std::string("[") + call + "] " + what.substr(from);
}

}  // namespace

const ExecutionContexts& host_contexts() {
  static const ExecutionContexts contexts = contexts_on_host(kernels::cpu_operations());
  return contexts;
}

void Frontend::body_of(TaskNode& task, const Op& op, const Sizes& sizes, ArrayBody& out,
                       const std::array<ArrayBody*, kMaxInputs>& in) {
  const ExecutionContext* const context = &context_for(out);
  if (setup_.devices > 1 && !out.on_host) {
    const auto lies_elsewhere = [context](const ArrayBody* array) {
      return array && array->storage->device() != context->index;
    };
    if (lies_elsewhere(&out) || std::any_of(in.begin(), in.end(), lies_elsewhere)) {
      task.set_body([call = row_of(op.code).name] {
        throw Error(std::string("[") + call +
                    "] its arrays lie on two devices, and a device computes with its own memory");
      });
      return;
    }
  }
  const auto frontends = [](const ArrayBody* array) { return array && array->storage->frontends(); };
  if (setup_.allocate_at_issue) {
    if (out.on_host && !out.storage->allocated()) out.storage->set_frontends();
    try {
      out.storage->write();
    } catch (const std::exception& error) {
      // As everything that goes wrong with a call, met where the program waits for it.
      task.set_body([message = named(row_of(op.code).name, error.what())] { throw Error(message); });
      return;
    }
  }
  if (!tasks_hold_ && !frontends(&out) && std::none_of(in.begin(), in.end(), frontends)) {
    StreamOpTask body{context, op, sizes, {out.storage->write()}, {}};
    for (std::size_t i = 0; i < kMaxInputs && in[i]; ++i) body.in[i].data = in[i]->storage->read();
    task.set_body(body);
    if (!streams_.empty()) streams_[stream_].unheld = order_.issued(stream_) + 1;
    return;
  }
  OpTask body{context, op, sizes, StorageHold(out.storage), {}};
  for (std::size_t i = 0; i < kMaxInputs && in[i]; ++i) body.in[i] = StorageHold(in[i]->storage);
  task.set_body(std::move(body));
}

TaskNode& Frontend::prepare(const Op& op, const Sizes& sizes, ArrayBody& out,
                            const std::array<ArrayBody*, kMaxInputs>& in, bool in_place,
                            const GraphNode* deferred) {
  give_back_idle();
  if (!in_place) reserve(*out.storage);
  TaskNode& task = engine_.acquire(statement_);
  task.stream = context_queue_;
  task.name = op_names_[op.code.kind()];
  task.statement = statement_;
  if (setup_.machine) {
    DeviceKind kind = out.on_host ? DeviceKind::cpu : setup_.device;
    if (context_ != kWorkers) kind = DeviceKind::emulated;
    task.cost_ns = setup_.machine->task_cost_ns(row_of(op.code).work(op, sizes), kind);
  }
  if (deferred) {
    task.deferred = task.replayed = true;
    task.id = deferred->task;
    task.statement = deferred->statement;
  }
  for (std::size_t i = 0; i < kMaxInputs && in[i]; ++i) task.read(in[i]->variable());
  // Nothing is there yet that could be read.
  const bool first = !streams_.empty() && !out.on_host && out.root().written.task == kNone;
  if (in_place && !first) task.read(out.variable());
  task.write(out.variable());
  body_of(task, op, sizes, out, in);
  return task;
}

void Frontend::call(const Op& op, const Sizes& sizes, ArrayBody& out, std::span<const NDArray* const> inputs,
                    bool in_place) {
  std::array<ArrayBody*, kMaxInputs> in = {};
  for (std::size_t i = 0; i < inputs.size(); ++i) in[i] = &inputs[i]->body();
  if (defers_calls() && !out.on_host) {
    GraphNode node;
    node.op = op;
    node.sizes = sizes;
    node.out = &out;
    node.in = in;
    node.in_place = in_place;
    defer(node);
    return;
  }
  bool pending = in_place && is_pending(out);
  for (const ArrayBody* array : in) {
    if (!array) continue;
    require_value(*array, row_of(op.code).name);
    pending |= is_pending(*array);
  }
  if (pending) flush();  // the host computes with what a graph is to make
  if (out.on_host) {
    await_copy(out);
    for (ArrayBody* array : in) {
      if (array) await_copy(*array);
    }
  }
  TaskNode& task = prepare(op, sizes, out, in, in_place, nullptr);
  if (out.on_host) {
    std::optional<EarlyUse> early = receive(in_place ? &out : nullptr);
    for (const ArrayBody* array : in) {
      if (array && !early) early = receive(array);
    }
    const std::optional<TaskId> overtaken = in_place ? overtakes(out, task) : std::nullopt;
    engine_.run_in_call(task);
    if (early) record_race(task.id, early->copy, early->array);
    if (overtaken) record_race(task.id, *overtaken);
  } else if (setup_.issue == Issue::functions) {
    engine_.run_in_call(task);
  } else if (streams_.empty()) {
    engine_.submit(task);
  } else {
    const auto end = std::find(in.begin(), in.end(), nullptr);
    ArrayBody* const written[] = {&out};
    const Columns columns[] = {columns_of(op, sizes, out, in.front())};
    submit_to_stream(task, stream_, -1, {in.begin(), end}, written, columns);
  }
}

namespace {

MisuseError wrong_type(OpCode code, kernels::Type type) {
  return MisuseError(Misuse::type, std::string("[") + row_of(code).name +
                                       "] computes in float32; the array is of " + name_of(type));
}

/// The first of them chooses among the others, by booleans or by places.
bool chooses(OpCode code) {
  return code == Routine::where || code == Routine::take || code == Routine::pick ||
         code == Routine::take_backward;
}

/// That all have, but for what chooses.
kernels::Type type_of(OpCode code, std::span<const NDArray* const> inputs) {
  const kernels::Type type = inputs.back()->type();
  for (const NDArray* input : inputs) {
    if (input->type() == type || (chooses(code) && input == inputs.front())) continue;
    throw Error(std::string("[") + row_of(code).name + "] its arrays are of different types, " +
                name_of(input->type()) + " and " + name_of(type));
  }
  return type;
}

}  // namespace

NDArray Frontend::issue(Op op, const Sizes& sizes, const Shape& shape,
                        std::initializer_list<const NDArray*> inputs) {
  if (RandomDraw* const draw = std::get_if<RandomDraw>(&op.attributes)) {
    draw->seed = random_.seed;
    draw->offset = take_random(sizes.n);
  }
  if (inputs.size() > 0) op.type = type_of(op.code, inputs);
  if (op.type != kernels::Type::float32 && of_float32_alone(op.code)) throw wrong_type(op.code, op.type);
  const bool on_host =
      inputs.size() == 0 ? on_host_
                         : !leaves_host_ && std::all_of(inputs.begin(), inputs.end(),
                                                        [](const NDArray* in) { return in->body().on_host; });
  if (into_ && takes_result(*into_, result_of(op), shape, on_host, inputs)) {
    NDArray target = *std::exchange(into_, nullptr);
    write(op, sizes, target, inputs);
    return target;
  }
  NDArray out = new_array(shape, result_of(op));
  out.body().on_host = on_host;
  call(op, sizes, out.body(), inputs, false);
  if (observer_) observer_->issued(op, sizes, out, inputs);
  return out;
}

void Frontend::write(const Op& op, const Sizes& sizes, NDArray& target,
                     std::span<const NDArray* const> inputs) {
  if (keeper_) keeper_->writes(op, sizes, target, inputs);
  call(op, sizes, target.body(), inputs, true);
  ++target.body().root().version;
}

void Frontend::update(const Op& op, const Sizes& sizes, NDArray& target, const NDArray& input) {
  const NDArray* const inputs[] = {&input};
  for (const NDArray* array : {&input, static_cast<const NDArray*>(&target)}) {
    if (array->type() != kernels::Type::float32) throw wrong_type(op.code, array->type());
  }
  write(op, sizes, target, inputs);
}

void Frontend::keep_before(const Op& op, const Sizes& sizes, ArrayBody& target) {
  if (keeper_) keeper_->writes(op, sizes, NDArray(&target), {});
}

void Frontend::execute(const Op& op, const Sizes& sizes, ArrayBody& out,
                       const std::array<ArrayBody*, kMaxInputs>& in, bool in_place) {
  if (in_place) {
    keep_before(op, sizes, out);
    ++out.root().version;
  }
  TaskNode& task = prepare(op, sizes, out, in, in_place, nullptr);
  task.replayed = true;
  engine_.submit(task);
}

void Frontend::give_back_idle() {
  if (!std::exchange(waited_for_all_, false) || setup_.allocate_at_issue) return;
  home_.pool.give_back();
  home_.host_pool.give_back();
}

TaskNode& Frontend::begin_task(std::string_view operation) {
  give_back_idle();
  TaskNode& task = engine_.acquire(statement_);
  task.name = intern(operation);
  task.statement = statement_;
  return task;
}

void Frontend::begin_statement(int line, bool continues) {
  end_statement();
  engine_.begin_statement(continues ? -line : line);
  statement_ = statements_++;
  line_ = line;
  if (EventWriter* w = writer()) {
    if (line_since_ == 0) {
      w->open();
    } else {
      w->open_at(line_since_);
    }
    w->put(EventKind::statement_begin, statement_, static_cast<std::uint32_t>(continues ? -line : line));
    w->commit();
    if (std::exchange(line_since_, 0) != 0) w->met();
  }
}

void Frontend::begin_line() {
  EventWriter* const w = writer();
  if (!w || setup_.machine) return;
  if (line_since_ == 0) w->expect();
  line_since_ = now_ticks();
}

void Frontend::end_line(int line) {
  EventWriter* const w = writer();
  if (!w || line_since_ == 0) return;
  static const Ticks worth_showing = TickScale::instance().ticks_in(1000);
  const Ticks since = std::exchange(line_since_, 0);
  if (line != 0 && now_ticks() - since > worth_showing) {
    w->open_at(since);
    w->put(EventKind::statement_begin, statements_, static_cast<std::uint32_t>(line));
    w->commit();
    w->open();
    w->put(EventKind::statement_end, statements_++);
    w->commit();
    line_ = std::abs(line);
  }
  w->met();
}

void Frontend::end_statement() {
  if (statement_ == kNone) return;
  if (EventWriter* w = writer()) {
    w->open();
    w->put(EventKind::statement_end, statement_);
    w->commit();
  }
  statement_ = kNone;
}

RegionId Frontend::begin_region(RegionKind kind, std::string_view name) {
  if (EventWriter* w = writer()) {
    w->open();
    w->put(EventKind::region_begin, regions_, static_cast<std::uint32_t>(kind) << 16 | intern(name));
    w->commit();
  }
  return regions_++;
}

void Frontend::end_region(RegionId mark) {
  if (EventWriter* w = writer()) {
    w->open_ordered();
    w->put(EventKind::region_end, mark);
    w->commit();
  }
}

void Frontend::surface_unmet(std::span<const TaskError> errors) {
  EventWriter* w = writer();
  if (!w) return;
  for (const TaskError& error : errors) {
    w->open_ordered();
    put_error(*recording_->recorder, *w, ErrorKind::surfaced, error.origin(), error.origin(), kNone,
              error.what());
    w->commit();
  }
}

void Frontend::conclude(std::int64_t rss_bytes) {
  if (EventWriter* w = writer(); w && rss_bytes > 0) {
    w->open_ordered();
    w->put(EventKind::resident, 0);
    w->put_words(static_cast<std::uint32_t>(rss_bytes), static_cast<std::uint32_t>(rss_bytes >> 32));
    w->commit();
  }
  recording_ = nullptr;
  this_thread_writer = nullptr;
}

void Frontend::forget(ArrayBody& body) {
  ArrayBody* const base = body.base;
  if (!base) {
    engine_.forget(body.own_variable);
    if (home_.streams && body.storage->by_stream()) give_memory(body);
    if (body.on_host && !departures_.empty()) {
      std::erase_if(departures_, [&](const Departure& its) { return its.place.memory == body.storage; });
    }
    std::erase_if(arrivals_, [&](Arrival& its) {
      if (its.place.memory != body.storage) return false;
      its.unused = true;
      return !its.target;
    });
    if (order_.several()) order_.forget(body.own_variable.id);
  }
  ArrayBody* const whole = body.whole;
  body.storage->let_go();
  bodies_.give_own(&body);
  if (whole) whole->drop_handle();
  if (!base) return;
  --base->views;
  if (--base->graph_uses == 0 && base->handles == 0) forget(*base);
}

void Frontend::keep_whole(ArrayBody& copy, ArrayBody& whole) {
  if (streams_.empty() || whole.on_host || copy.root().whole) return;
  ArrayBody* const its = whole.root().whole;  // of a copy that stands for a part itself
  copy.root().whole = its ? its : &whole;
  copy.root().whole->add_handle();
}

void Frontend::name(ArrayBody& body, std::string_view name) {
  EventWriter* const w = writer();
  if (!w) return;
  const NameId id = intern(name);
  const auto known = names_.find(name);
  if (known != names_.end()) body.name = &known->first;
  if (body.base && body.base->handles > body.base->views) return;  // the variable has a name of its own
  w->open();
  w->put(RecordKind::name_variable, body.variable().id, id);
  w->commit();
}

void Frontend::name_gradient(ArrayBody& gradient, const ArrayBody& of) {
  if (of.name) name(gradient, *of.name + ".grad");
}

}  // namespace runahead
