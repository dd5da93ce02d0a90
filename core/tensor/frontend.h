// SPDX-License-Identifier: GPL-3.0-or-later
// Frontend: the thread that issues statements. Makes arrays, turns calls into tasks or defers them into a
// graph, waits, and records what it does. Not here: single operations (operations.h), the programs
// (scenario/).
//
// Everything is called on the frontend thread. Arrays must be gone before the Frontend.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/recycler.h"
#include "core/engine/engine.h"
#include "core/engine/tracing.h"
#include "core/tensor/graph.h"
#include "core/tensor/ndarray.h"
#include "core/tensor/op.h"
#include "core/tensor/stream_order.h"
#include "core/tensor/values.h"
#include "kernels/operations.h"

namespace runahead {

/// The processor's own operations, for every stream.
const ExecutionContexts& host_contexts();

/// What becomes of a call.
enum class Issue : std::uint8_t {
  at_once,    ///< a task; the engine decides whether the call waits for it
  functions,  ///< a task that runs inside the call; inside a traced function: a node of its graph
  lazy,       ///< a node of the graph, until a wait needs it
};

struct FrontendSetup {
  Issue issue = Issue::at_once;
  /// Arrays get memory when the call is issued and free it when their last name goes: tasks must run in the
  /// order of issue. Else: when their task starts, and when the last task that reads them is done.
  bool allocate_at_issue = false;
  /// With streams and memory of their own; 0: tasks run on the host.
  int devices = 0;
  /// Mode async: devices that take what is ready, each with queues of its own beside that of the workers.
  int contexts_with_queues = 0;
  /// Queues that the engine has open: none, or the first device's default stream and its copies to the host.
  std::size_t open_queues = 0;
  /// Of queues that are opened later.
  LaneId next_lane = 0;
  WaitReason waitall_reason = WaitReason::waitall;
  WaitReason wait_to_read_reason = WaitReason::wait_to_read;
  /// What bodies compute with at first: the home has a copy, that streams join.
  const ExecutionContexts* contexts = &host_contexts();
  /// Several streams of a device compute, so an array's memory is free when its last task is done: tasks hold
  /// it. Where this is not known before the run, they do so from the first use of such a stream on.
  bool several_streams = false;
  /// A task waits for what it needs of another stream, also where the program does not say so: threads share
  /// the memory. Else it runs beside that.
  bool follows_arrays = false;
  /// Under the virtual clock: what says how long tasks take.
  const Machine* machine = nullptr;
  DeviceKind device = DeviceKind::cpu;  ///< what they run on
};

/// Values of an array, on their way to the host.
class HostCopy {
 public:
  HostCopy(Engine& engine, StorageHome& home, VariableId id, const ArrayBody& array)
      : type_(array.type),
        elements_(array.shape.elements()),
        engine_(engine),
        variable_{.id = id},
        pinned_(std::make_shared<Pinned>(home, array.shape.bytes(array.type))) {}
  HostCopy(const HostCopy&) = delete;
  HostCopy& operator=(const HostCopy&) = delete;
  ~HostCopy() { engine_.forget(variable_); }

 private:
  friend class Frontend;
  /// Shared with the task: a stop may end the wait while the copy goes on.
  struct Pinned {
    Pinned(StorageHome& its_home, std::int64_t its_bytes)
        : home(its_home), bytes(its_bytes), words(static_cast<float*>(home.host_pool.allocate(bytes))) {}
    Pinned(const Pinned&) = delete;
    Pinned& operator=(const Pinned&) = delete;
    ~Pinned() { home.host_pool.free(words, bytes); }
    StorageHome& home;
    const std::int64_t bytes;
    float* const words;  ///< devices copy by words, whatever those stand for
  };

  const kernels::Type type_;
  const std::int64_t elements_;
  Engine& engine_;
  EngineVariable variable_;
  std::shared_ptr<Pinned> pinned_;
  TaskId task_ = kNone;
  StreamClock clock_;  ///< what comes before its end
};

/// A point in a stream: what was issued to it before.
class StreamEvent {
 public:
  explicit StreamEvent(Engine& engine) : engine_(engine) {}
  StreamEvent(const StreamEvent&) = delete;
  StreamEvent& operator=(const StreamEvent&) = delete;
  ~StreamEvent() { engine_.forget(variable_); }
  /// It stands somewhere.
  bool recorded() const { return stamp_ != nullptr; }
  /// When its stream came to it, once it has; from any beginning.
  std::int64_t passed_ns() const { return stamp_->load(std::memory_order_acquire); }

 private:
  friend class Frontend;
  Engine& engine_;
  EngineVariable variable_;
  StreamClock clock_;
  std::shared_ptr<std::atomic<std::int64_t>> stamp_;
};

/// In the sequence of random numbers that belongs to a seed.
struct RandomPlace {
  std::uint64_t seed = 0;
  std::uint64_t offset = 0;
};

/// Sees every call with its result; for gradients.
class CallObserver {
 public:
  virtual void issued(const Op& op, const Sizes& sizes, const NDArray& out,
                      std::span<const NDArray* const> inputs) = 0;

 protected:
  ~CallObserver() = default;
};

/// Keeps values that arrays had, and is told before one is written in place; the target may be an input.
class ValueKeeper {
 public:
  virtual void writes(const Op& op, const Sizes& sizes, const NDArray& target,
                      std::span<const NDArray* const> inputs) = 0;

 protected:
  ~ValueKeeper() = default;
};

/// Of an array, `count` elements of each row.
struct Columns {
  const ArrayBody* of = nullptr;
  std::int64_t first = 0;
  std::int64_t count = 0;
  std::int64_t rows = 0;
  std::int64_t stride = 0;
};

/// A task that another library makes of arrays of the run's: bytes to it, whatever it takes them for.
struct LibraryTask {
  std::string_view name = {};
  std::span<ArrayBody* const> reads = {};
  std::span<ArrayBody* const> writes = {};  ///< those that are read too stand in both
  std::span<const Columns> columns = {};    ///< of those of which the task does not use all
  Work work = {};                           ///< under the virtual clock
  std::optional<CopyWay> copies = {};       ///< what a copy engine does, in the order of the current stream
  std::function<void()> body = {};
};

/// Memory of the host that a copy beside the program reads or writes was used before the program has waited
/// for that.
struct EarlyUse {
  TaskId copy;
  VariableId array;     ///< what stands for the memory
  bool arrives = true;  ///< the copy writes it
};

class Frontend {
 public:
  /// `recording` may be null. The storage home is shared with tasks and outlives the engine.
  Frontend(Engine& engine, StorageHome& home, const Recording* recording, std::uint64_t seed,
           const FrontendSetup& setup = {});
  ~Frontend();

  Engine& engine() { return engine_; }

  /// A call with a result of its own.
  NDArray issue(Op op, const Sizes& sizes, const Shape& shape, std::initializer_list<const NDArray*> inputs);
  /// A call that makes a new version of `target` in its place.
  void write(const Op& op, const Sizes& sizes, NDArray& target, std::span<const NDArray* const> inputs);
  /// The same of float32.
  void update(const Op& op, const Sizes& sizes, NDArray& target, const NDArray& input);
  /// The array's memory from its element `first` on, as an array of that shape. No task.
  NDArray view(const NDArray& array, std::int64_t first, const Shape& shape);
  /// The next call that makes what `target` can hold, of `target` itself or of no array, or `of_others` that
  /// lie beside it, makes it there; null: none does. Whether one did: what was given before, if there is none
  /// now.
  NDArray* write_into(NDArray* target, bool of_others = false) {
    into_of_others_ = of_others;
    return std::exchange(into_, target);
  }
  /// At most one; null for none.
  void observe(CallObserver* observer) { observer_ = observer; }
  CallObserver* observer() const { return observer_; }
  /// At most one; null for none.
  void keep_with(ValueKeeper* keeper) { keeper_ = keeper; }

  /// An array that the next task will write.
  NDArray new_array(const Shape& shape, kernels::Type type = kernels::Type::float32);
  /// An array of the host with these values, as a list becomes one: no task makes it.
  NDArray array_of(const Shape& shape, const Values& values);
  /// The same in memory that devices copy from and into beside the program, with whatever is there.
  NDArray empty_pinned(const Shape& shape, kernels::Type type);
  /// An array where calls compute, with whatever is in its memory.
  NDArray empty(const Shape& shape, kernels::Type type);
  /// Calls without arrays make arrays of the host while this holds.
  void compute_on_host(bool on) { on_host_ = on; }
  /// Arrays made while this holds stand for views: their memory is not counted in mode stream.
  void make_stand_ins(bool on) { stands_in_ = on; }
  /// `copy`, which stood for a part of `whole` and no longer follows it: in mode stream it keeps that, which
  /// a view of its library would.
  void keep_whole(ArrayBody& copy, ArrayBody& whole);
  /// Calls with arrays of the host make arrays of the run's own while this holds.
  void leave_host(bool on) { leaves_host_ = on; }
  /// A node with its name and statement set, for work that is not in the table of operations.
  TaskNode& begin_task(std::string_view operation);
  void submit(TaskNode& task) { engine_.submit(task); }

  // For other libraries, in modes sync, async and stream (frontend_library.cpp).

  /// Another thread calls, while the frontend's own waits for it.
  void lend() { this_thread_writer = writer(); }
  /// So many bytes where calls compute; in mode stream they are there at once.
  NDArray new_memory(std::int64_t bytes);
  /// Which task of the current stream it is; kNone: there are no streams. Throws TaskError where it runs
  /// inside the call and fails.
  TaskId issue(const LibraryTask& call);
  /// Stands for what was issued to the current stream until now.
  StreamClock clock() const { return order_.recorded(stream_); }
  /// Whether the program has waited for that; whether what is issued to the current stream comes after it.
  bool has_waited_for(const StreamClock& clock) const { return order_.frontend_follows(clock); }
  bool comes_after(const StreamClock& clock) const { return order_.follows(stream_, clock); }
  /// `task` and what `other` does are in no order; kNone: the line that runs is no task. `array`: that it is
  /// about, where that is none which both write or read.
  void record_race(TaskId task, TaskId other, VariableId array = kNone);
  /// Until what writes the array is done, which in mode stream is the last of the current stream. Throws
  /// TaskError.
  void await(ArrayBody& array, WaitReason reason);

  /// Arrays made while this holds are inputs of the scenario (batches).
  void mark_inputs(bool on) { marks_inputs_ = on; }

  /// Ends the statement before. Throws Stopped after a stop. `continues`: the line has begun before, and
  /// goes on after other lines that it called.
  void begin_statement(int line, bool continues = false);
  void end_statement();
  /// Live: a statement may turn out to have begun now, by begin_statement() or by what it does itself.
  void begin_line();
  /// What began at begin_line() and called nothing is a statement all the same where it took longer than a
  /// µs. The negative of a line: it goes on.
  void end_line(int line);
  StatementId statement() const { return statement_; }
  /// Of the statement that began last; 0 before the first.
  int line() const { return line_; }
  RegionId begin_region(RegionKind kind, std::string_view name);
  void end_region(RegionId mark);

  /// Until the array has its value. Throws TaskError if that could not be had.
  void wait_to_read(ArrayBody& array) { wait_to_read(array, setup_.wait_to_read_reason); }
  void wait_to_read(ArrayBody& array, WaitReason reason);
  /// Waits, and gives the values to the host.
  Values read(ArrayBody& array, WaitReason reason);
  void waitall();
  /// By the allocator, for arrays and for reuse, of all memories.
  std::int64_t reserved_bytes() const { return home_.pool.pool_bytes(); }
  /// Of that device; without devices, there is one memory for all.
  MemoryUse& memory_use(int device) {
    return home_.pool.use(setup_.devices > 0 ? memory_of_device(device) : kHostMemory);
  }

  // Streams of devices, where the run has any (frontend_streams.cpp). A stream is its number, in the order of
  // their opening; without devices there is the first alone.

  int devices() const { return setup_.devices; }
  /// Of that device; opened when it is first asked for.
  std::uint8_t default_stream(int device);
  /// One more, that waits for no other by itself.
  std::uint8_t make_stream(int device);
  /// Calls are issued to that stream from now on.
  void use_stream(std::uint8_t stream);
  /// The program has something that can use several streams: tasks hold what they use from now on.
  void expect_streams() {
    tasks_hold_ = true;
    order_.expect_several();
  }
  std::uint8_t stream() const { return stream_; }
  int device_of(std::uint8_t stream) const;
  const std::string& name_of(std::uint8_t stream) const { return streams_[stream].name; }
  /// The event stands for what was issued to the stream until now: a task of it.
  void record_event(StreamEvent& event, std::uint8_t stream);
  /// What is issued to the stream from now on comes after the event: a task of the stream.
  void wait_event(std::uint8_t stream, StreamEvent& event);
  /// As recording an event in the other stream, and waiting for it.
  void wait_stream(std::uint8_t stream, std::uint8_t other);
  /// The same, unless the stream comes after all that already.
  void come_after(std::uint8_t stream, std::uint8_t other);
  bool several_streams() const { return order_.several(); }
  /// A look at the clock of the device: whether it has come to the event, or to the end of the stream.
  bool passed(const StreamEvent& event);
  bool idle(std::uint8_t stream);
  /// Until then.
  void synchronize(StreamEvent& event);
  void synchronize_stream(std::uint8_t stream);
  /// All streams of that device.
  void synchronize_device(int device);
  /// That stream uses the array too: its memory is not another's before that is done.
  void record_stream(ArrayBody& array, std::uint8_t stream);

  // Devices without streams (mode async): each computes what is ready, and copies beside that.

  bool has_contexts() const { return setup_.contexts_with_queues > 0; }
  /// Calls are issued to that device from now on; to the workers.
  void use_context(int device);
  static constexpr int kWorkers = -1;
  /// A copy between the host and a device, or between two of them.
  NDArray copy_to_context(const NDArray& array, int from, int to);

  /// Begins to copy the values to the host, on a copy engine, in the order of that stream, and returns.
  std::unique_ptr<HostCopy> start_copy(ArrayBody& array, std::uint8_t stream);
  /// Until the copy is done, which is the last of its stream.
  Values finish_copy(HostCopy& copy, WaitReason reason);
  /// The values in an array of the host, which has them once the copy is done: reading it before reads
  /// what is there.
  NDArray copy_beside(ArrayBody& array, std::uint8_t stream);
  /// The same into an array whose users wait for the copy.
  NDArray copy_to_host(const NDArray& array, std::uint8_t stream);
  /// As copy_beside(), into an array that is there.
  void copy_beside(ArrayBody& array, std::uint8_t stream, NDArray& target, bool waits);
  /// An array of a device with the values of one of the host, in the order of that stream of it. `waits`:
  /// until the copy is done.
  NDArray copy_to_device(const NDArray& array, std::uint8_t stream, bool waits);
  /// Between two devices: a task of the current stream of the one that it comes from, which the stream of the
  /// other waits for.
  NDArray copy_between(const NDArray& array, std::uint8_t from, std::uint8_t to);
  /// The same into an array that is there.
  void copy_between(NDArray& target, const NDArray& source, std::uint8_t from, std::uint8_t to);
  /// As copy_to_device(), into an array that is there.
  void copy_into_device(NDArray& target, const NDArray& source, std::uint8_t stream, bool waits);
  /// After the engine was drained, without a trace of it: what the array holds.
  Values values_of(const ArrayBody& array);

  // Modes function and lazy.

  bool traces_functions() const { return setup_.issue == Issue::functions; }
  bool tracing() const { return tracing_; }
  /// Calls are deferred from now on, until end_trace().
  void begin_trace();
  /// Calls until resume_trace() are issued, not traced: what a function needs before it can be traced.
  void pause_trace() { tracing_ = false; }
  void resume_trace() { tracing_ = true; }
  /// The graph since begin_trace(); it is emptied by run_graph() or drop_graph().
  Graph& end_trace();
  /// In the latest trace: the array that a view was taken from; null for what is no view of that trace.
  ArrayBody* origin_of(const ArrayBody& array) const {
    return array.traced_in == traces_ && traces_ > 0 ? array.origin : nullptr;
  }
  /// Enqueues the needed nodes in the given order and eliminates the others.
  void run_graph(std::span<const std::uint32_t> order);
  void drop_graph();
  /// A task of its own for a node of a function that was traced before.
  void execute(const Op& op, const Sizes& sizes, ArrayBody& out, const std::array<ArrayBody*, kMaxInputs>& in,
               bool in_place);
  /// Until all tasks are done, inside a call.
  void wait_in_call();
  std::uint64_t take_random(std::int64_t count);
  /// Random numbers from here on are others; where they were.
  RandomPlace go_on_with(RandomPlace place) { return std::exchange(random_, place); }
  std::uint64_t seed() const { return random_.seed; }

  /// What is deferred and still needed by names is executed, the rest given up (mode lazy).
  void flush();
  /// Shows the errors that no wait met.
  void surface_unmet(std::span<const TaskError> errors);
  /// The program is over: the process's RSS is the last thing recorded. What the program still holds stays
  /// held.
  void conclude(std::int64_t rss_bytes);

  // For NDArray and Graph.
  void forget(ArrayBody& body);
  void name(ArrayBody& body, std::string_view name);
  /// As a program writes it: "w.grad" of w. None where that has no name.
  void name_gradient(ArrayBody& gradient, const ArrayBody& of);
  /// For Function: a task is about to write `target`, which gradients may need as it is.
  void keep_before(const Op& op, const Sizes& sizes, ArrayBody& target);

 private:
  friend class InCall;
  NameId intern(std::string_view name);
  EventWriter* writer() const { return recording_ ? recording_->frontend : nullptr; }
  bool defers_calls() const { return tracing_ || setup_.issue == Issue::lazy; }
  void reserve(Storage& storage);
  void call(const Op& op, const Sizes& sizes, ArrayBody& out, std::span<const NDArray* const> inputs,
            bool in_place);
  void defer(GraphNode& node);
  static bool is_pending(const ArrayBody& array) {
    return array.root().node != kNone || array.root().reader != kNone;
  }
  /// What the wait for everything before this enqueue left idle goes back to the system. Memory that is taken
  /// at the issue is kept for the next call of its stream.
  void give_back_idle();
  /// A node that is filled for the engine.
  TaskNode& prepare(const Op& op, const Sizes& sizes, ArrayBody& out,
                    const std::array<ArrayBody*, kMaxInputs>& in, bool in_place, const GraphNode* deferred);
  void require_value(const ArrayBody& array, const char* what) const;
  /// Whether a result that is computed of `inputs` may be written into `target`, which it fits, element by
  /// element.
  bool takes_result(const NDArray& target, kernels::Type type, const Shape& shape, bool on_host,
                    std::span<const NDArray* const> inputs) const;

  struct DeviceStream {
    std::uint8_t queue;
    int device;
    std::string name;
    EngineVariable end = {};      ///< written by the task that was issued last
    std::uint8_t end_queue;       ///< which ran it
    TaskId last = kNone;          ///< that task
    VariableId variable = kNone;  ///< stands for the stream in waits
    std::uint32_t unheld = 0;     ///< how many were issued with the last one that holds nothing
    bool used = false;            ///< by calls
  };
  struct DeviceQueues {
    int default_stream = -1;
    int streams = 0;
    std::array<int, kCopyWays> copies = {-1, -1, -1};  ///< queues
    std::vector<std::uint8_t> made = {};
  };
  /// Some elements of an array's memory.
  struct Place {
    const Storage* memory;
    std::int64_t from;
    std::int64_t to;
    explicit Place(const ArrayBody& array)
        : memory(array.root().storage), from(array.first), to(array.first + array.shape.elements()) {}
    bool overlaps(const Place& other) const {
      return memory == other.memory && from < other.to && other.from < to;
    }
    bool holds(const Place& other) const {
      return memory == other.memory && from <= other.from && other.to <= to;
    }
  };
  /// What an array of the host sends from.
  struct Departure {
    Place place;
    TaskId copy;
    std::uint8_t stream;
    std::uint32_t at;  ///< of the stream's tasks
  };
  /// Memory without a name, which is free once the streams that were told of have come there.
  struct Recorded {
    std::uint8_t stream;
    std::int64_t size;
    StreamMemory::Block block;
    std::vector<EngineVariable> until;
  };
  /// What comes to an array of the host, or has come and was not waited for.
  struct Arrival {
    StorageHold target;  ///< until it is there
    Place place;
    std::unique_ptr<HostCopy> copy;
    bool unused = false;  ///< the program has let go of the array
  };

  /// What computes it.
  const ExecutionContext& context_for(const ArrayBody& out) const;
  /// Of the device in whose memory it lies.
  const ExecutionContext& context_of(const ArrayBody& array) const;
  std::uint8_t open_stream(int device);
  std::uint8_t open_queue(const DeviceQueue& queue, bool copies);
  std::uint8_t copy_queue_of(int device, CopyWay way);
  static Columns columns_of(const Op& op, const Sizes& sizes, const ArrayBody& out, const ArrayBody* in);
  /// Where the task stands in its stream, and that it uses these arrays, of some of them columns; a copy on
  /// its engine.
  void submit_to_stream(TaskNode& task, std::uint8_t stream, int copy_queue,
                        std::span<ArrayBody* const> reads, std::span<ArrayBody* const> writes,
                        std::span<const Columns> columns = {});
  /// The host is about to write there: the copy from it that it has not waited for.
  std::optional<TaskId> overtakes(ArrayBody& written, TaskNode& task);
  void unlink(EngineVariable& variable, TaskNode& task);
  void give_memory(ArrayBody& body);
  void note_freed(const ArrayBody& body, const Storage& storage);
  void give_recorded();
  TaskNode& begin_copy(const char* name, std::int64_t bytes);
  /// Arrays of the host that have arrived get their values. Of an array that is about to be used: the copy
  /// there that the program has not waited for.
  std::optional<EarlyUse> receive(const ArrayBody* used = nullptr);
  /// Until the copy to it is done that is on its way, where its users wait for that.
  void await_copy(ArrayBody& used);
  void waited_for(const StreamClock& clock);

  /// What the task does; where arrays get memory at the call and there is none, it fails with that.
  void body_of(TaskNode& task, const Op& op, const Sizes& sizes, ArrayBody& out,
               const std::array<ArrayBody*, kMaxInputs>& in);

  Engine& engine_;
  StorageHome& home_;
  const Recording* recording_;
  const FrontendSetup setup_;
  bool tasks_hold_;  ///< what they use, until they are done
  /// Under the virtual clock: values are computed in the program's order, whatever runs first.
  bool computes_in_turn_ = false;
  RandomPlace random_;
  VariableId variables_ = 0;
  std::uint8_t stream_ = 0;
  std::vector<DeviceStream> streams_;
  std::array<DeviceQueues, kMostDevices> queues_of_;
  std::uint8_t queues_ = 0;
  int context_ = kWorkers;
  std::uint8_t context_queue_ = 0;
  LaneId next_lane_ = 0;
  ExecutionContexts& contexts_;  ///< the home's
  StreamOrder order_;
  std::uint32_t races_ = 0;
  std::vector<Arrival> arrivals_;
  std::vector<Departure> departures_;
  std::vector<Recorded> recorded_;
  StatementId statements_ = 0;
  StatementId statement_ = kNone;
  int line_ = 0;
  Ticks line_since_ = 0;  ///< 0: none is expected
  RegionId regions_ = 0;
  bool marks_inputs_ = false;
  bool on_host_ = false;
  bool leaves_host_ = false;
  bool stands_in_ = false;
  bool waited_for_all_ = false;  ///< and nothing was enqueued since
  bool tracing_ = false;
  std::uint32_t traces_ = 0;
  Graph graph_;
  CallObserver* observer_ = nullptr;
  ValueKeeper* keeper_ = nullptr;
  NDArray* into_ = nullptr;
  bool into_of_others_ = false;
  Recycler<ArrayBody> bodies_;
  std::array<NameId, kOpKinds> op_names_ = {};
  struct NameHash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_map<std::string, NameId, NameHash, std::equal_to<>> names_;
};

}  // namespace runahead
