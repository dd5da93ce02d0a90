// SPDX-License-Identifier: GPL-3.0-or-later
// Writes traces as Chrome trace JSON in the form that FORMAT.md describes, one event per line.
// Not here: reading (trace_json_reader.cpp), characters (json_out.h).
#include <algorithm>
#include <vector>

#include "core/io/json_out.h"
#include "core/io/run_head.h"
#include "core/io/trace_file.h"
#include "core/io/trace_json_event.h"
#include "core/trace/rounds.h"

namespace runahead {
namespace {

/// Above this many points a derived counter keeps only the extremes of its stretches.
constexpr Seq kMostCounterPoints = 100'000;
/// What an event becomes, for an estimate.
constexpr std::uint64_t kUsualEventBytes = 160;

class RunWriter {
 public:
  RunWriter(JsonOut& out, const Trace& trace, std::uint32_t pid, std::uint64_t& flows)
      : out_(out), trace_(trace), pid_(pid), flows_(flows), frontend_(frontend_row(trace)) {}

  void write() {
    metadata();
    each(trace_.variable_count(), [this](VariableId id) { variable(id); });
    each(trace_.statement_count(), [this](StatementId id) { statement(id); });
    each(trace_.task_count(), [this](TaskId id) { task(id); });
    each(trace_.wait_count(), [this](WaitId id) { wait(id); });
    each(trace_.region_count(), [this](RegionId id) { mark(id); });
    each(trace_.error_count(), [this](std::uint32_t index) { error(index); });
    samples();
    depth_counter();
    live_counter();
  }

 private:
  /// No further than the file takes it.
  template <class Write>
  void each(std::uint32_t count, Write write_one) {
    for (std::uint32_t id = 0; id < count && !out_.failed(); ++id) write_one(id);
  }

  /// Rows of the file count from 1, in the order of lanes.
  static std::uint32_t row(LaneId lane) { return lane + 1U; }

  static std::uint32_t frontend_row(const Trace& trace) {
    for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
      if (trace.lane(lane).kind == LaneKind::frontend) return row(lane);
    }
    return trace.lane_count() + 1;
  }

  void begin(const char* phase, std::string_view name, const char* category, std::uint32_t tid,
             std::int64_t time_ns) {
    out_.new_line();
    out_.begin_object();
    out_.member("ph", phase);
    out_.member("name", name);
    out_.member("cat", category);
    out_.member("pid", pid_);
    out_.member("tid", tid);
    out_.key("ts");
    out_.microseconds(time_ns);
  }

  void duration(std::int64_t duration_ns) {
    out_.key("dur");
    out_.microseconds(duration_ns);
  }

  void begin_args() {
    out_.key("args");
    out_.begin_object();
  }

  void end_args() {
    out_.end_object();
    out_.end_object();
  }

  void optional(std::string_view name, std::uint32_t id_or_seq) {
    if (id_or_seq != kNone) out_.member(name, id_or_seq);
  }

  void moment(std::string_view name, Seq seq) {
    if (seq == kNever) return;
    out_.key(name);
    out_.microseconds(trace_.time_ns(seq));
  }

  template <class Args>
  void metadata_event(const char* name, std::uint32_t tid, Args args) {
    out_.new_line();
    out_.begin_object();
    out_.member("ph", "M");
    out_.member("name", name);
    out_.member("pid", pid_);
    out_.member("tid", tid);
    begin_args();
    args();
    end_args();
  }

  void metadata() {
    const TraceInfo& info = trace_.info();
    metadata_event("process_name", 0, [&] {
      out_.member("name",
                  info.source.scenario + ", mode " + to_string(info.mode) + ", waits " + info.waits.text());
    });
    metadata_event("process_sort_index", 0, [&] { out_.member("sort_index", pid_); });
    for (LaneId id = 0; id < trace_.lane_count(); ++id) {
      const Lane& lane = trace_.lane(id);
      metadata_event("thread_name", row(id), [&] {
        out_.member("name", std::string_view(lane.name));
        out_.member("kind", to_string(lane.kind));
      });
      metadata_event("thread_sort_index", row(id), [&] { out_.member("sort_index", row(id)); });
    }
  }

  void variable(VariableId id) {
    const Variable variable = trace_.variable(id);
    const std::string& name = trace_.name(variable.name);
    const bool allocated = variable.allocate != kNever;
    if (allocated) {
      begin("N", name, "array", frontend_, trace_.time_ns(variable.allocate));
      out_.member("id", id);
    } else {
      out_.new_line();
      out_.begin_object();
      out_.member("ph", "M");
      out_.member("name", std::string_view(name));
      out_.member("cat", "array");
      out_.member("pid", pid_);
    }
    begin_args();
    out_.member("variable", id);
    out_.member("input", variable.input);
    if (allocated) {
      out_.member("bytes", variable.bytes);
      if (variable.memory != kHostMemory) out_.member("device", variable.memory - 1);
      out_.member("seq", variable.allocate);
    }
    end_args();
    if (variable.release == kNever) return;
    begin("D", name, "array", frontend_, trace_.time_ns(variable.release));
    out_.member("id", id);
    begin_args();
    out_.member("variable", id);
    out_.member("bytes", variable.bytes);
    out_.member("seq", variable.release);
    end_args();
  }

  void statement(StatementId id) {
    const Statement statement = trace_.statement(id);
    begin_span("line " + std::to_string(statement.line), "statement", frontend_, statement.begin,
               statement.end);
    begin_args();
    out_.member("statement", id);
    out_.member("line", statement.line);
    if (statement.continues) out_.member("continues", true);
    out_.member("begin_seq", statement.begin);
    optional("end_seq", statement.end);
    end_args();
  }

  /// A span that has no end in the trace is left open.
  void begin_span(std::string_view name, const char* category, std::uint32_t tid, Seq first, Seq last) {
    const std::int64_t begin_ns = trace_.time_ns(first);
    begin(last == kNever ? "B" : "X", name, category, tid, begin_ns);
    if (last != kNever) duration(trace_.time_ns(last) - begin_ns);
  }

  void task(TaskId id) {
    const Task task = trace_.task(id);
    const std::string& name = trace_.name(task.name);
    const bool started = task.start != kNever;
    if (started) {
      begin_span(name, "task", row(task.lane), task.start, task.end);
    } else {
      const Seq shown = task.end != kNever ? task.end : task.enqueue != kNever ? task.enqueue : task.defer;
      begin("i", name, "task", frontend_, trace_.time_ns(shown));
      out_.member("s", "t");
    }
    begin_args();
    out_.member("task", id);
    if (task.statement != kNone) {
      out_.member("statement", task.statement);
      out_.member("line", trace_.statement(task.statement).line);
    }
    if (task.end != kNever) out_.member("outcome", to_string(task.outcome));
    moment("defer_us", task.defer);
    moment("enqueue_us", task.enqueue);
    moment("ready_us", task.ready);
    optional("defer_seq", task.defer);
    optional("enqueue_seq", task.enqueue);
    optional("ready_seq", task.ready);
    optional("start_seq", task.start);
    optional("end_seq", task.end);
    if (task.after != kNone) out_.member("after", task.after);
    out_.key("uses");
    out_.begin_array();
    const std::uint32_t uses = trace_.use_count(id);
    for (std::uint32_t index = 0; index < uses; ++index) {
      const Use use = trace_.use(id, index);
      out_.begin_array();
      out_.value(use.variable);
      out_.value(use.version);
      out_.value(use.write ? "write" : "read");
      out_.end_array();
    }
    out_.end_array();
    end_args();
    if (started) flow(task);
  }

  /// From the enqueue stamp on the frontend's row to the start on the lane's.
  void flow(const Task& task) {
    const std::uint64_t id = ++flows_;
    begin("s", "enqueue", "flow", frontend_, trace_.time_ns(task.enqueue));
    out_.member("id", id);
    out_.end_object();
    begin("f", "enqueue", "flow", row(task.lane), trace_.time_ns(task.start));
    out_.member("id", id);
    out_.member("bp", "e");
    out_.end_object();
  }

  void wait(WaitId id) {
    const Wait wait = trace_.wait(id);
    begin_span(to_string(wait.reason), "wait", frontend_, wait.begin, wait.end);
    begin_args();
    out_.member("wait", id);
    optional("statement", wait.statement);
    optional("variable", wait.variable);
    optional("ended_by", wait.ended_by);
    out_.member("begin_seq", wait.begin);
    optional("end_seq", wait.end);
    end_args();
  }

  /// Regions may overlap without nesting, so they are asynchronous events.
  void mark(RegionId id) {
    const Region mark = trace_.region(id);
    const std::string& name = trace_.name(mark.name);
    begin("b", name, "mark", frontend_, trace_.time_ns(mark.begin));
    out_.member("id", id);
    begin_args();
    out_.member("mark", id);
    out_.member("kind", to_string(mark.kind));
    out_.member("seq", mark.begin);
    end_args();
    if (mark.end == kNever) return;
    begin("e", name, "mark", frontend_, trace_.time_ns(mark.end));
    out_.member("id", id);
    begin_args();
    out_.member("mark", id);
    out_.member("seq", mark.end);
    end_args();
  }

  void error(std::uint32_t index) {
    const ErrorRecord error = trace_.error(index);
    begin("i", std::string("error ") + to_string(error.kind), "error", frontend_, trace_.time_ns(error.seq));
    out_.member("s", "p");
    begin_args();
    out_.member("error", index);
    out_.member("kind", to_string(error.kind));
    optional("task", error.task);
    optional("origin", error.origin);
    optional("statement", error.statement);
    out_.member("message", std::string_view(trace_.name(error.message)));
    out_.member("seq", error.seq);
    end_args();
  }

  void samples() {
    each(trace_.size(), [this](Seq seq) {
      const EventKind kind = trace_.event(seq).kind;
      if (kind == EventKind::pool) {
        sample(pool_sample_name(trace_.memory_of(seq)).c_str(), trace_.sample(seq), seq);
      } else if (kind == EventKind::resident) {
        sample("resident growth bytes", trace_.sample(seq), seq);
      }
    });
  }

  void sample(const char* name, std::int64_t bytes, Seq seq) {
    begin("C", name, "sample", frontend_, trace_.time_ns(seq));
    out_.member("seq", seq);
    begin_args();
    out_.member("bytes", bytes);
    end_args();
  }

  void depth_counter() {
    counter(
        [this](Seq seq) {
          const EventKind kind = trace_.event(seq).kind;
          return kind == EventKind::enqueue || kind == EventKind::ready || kind == EventKind::start ||
                 kind == EventKind::end;
        },
        [](const Counters& counters) { return static_cast<std::int64_t>(counters.depth()); },
        [this](std::int64_t time_ns, const Counters& counters) {
          begin("C", "queue depth", "counter", frontend_, time_ns);
          begin_args();
          out_.member("running", counters.running);
          out_.member("ready", counters.ready);
          out_.member("blocked", counters.blocked);
          end_args();
        });
  }

  void live_counter() {
    const std::vector<MemoryId> memories = trace_.memories();
    for (const MemoryId memory : memories) {
      std::string name = "live bytes";
      if (memories.size() > 1) name += of_memory(memory);
      counter(
          [this, memory](Seq seq) {
            const EventKind kind = trace_.event(seq).kind;
            return (kind == EventKind::allocate || kind == EventKind::release) &&
                   trace_.memory_of(seq) == memory;
          },
          [memory](const Counters& counters) { return counters.memories[memory].live; },
          [this, memory, &name](std::int64_t time_ns, const Counters& counters) {
            begin("C", name, "counter", frontend_, time_ns);
            begin_args();
            out_.member("bytes", counters.memories[memory].live);
            end_args();
          });
    }
  }

  /// A point for each change; in long traces the largest and the last of each stretch of events.
  template <class Changes, class Size, class Write>
  void counter(Changes changes, Size size, Write write) {
    const Seq stretch = trace_.size() / kMostCounterPoints + 1;
    for (Seq first = 0; first < trace_.size() && !out_.failed(); first += stretch) {
      const Seq last = std::min<Seq>(first + stretch, trace_.size());
      Seq largest = kNever;
      Seq latest = kNever;
      std::int64_t most = 0;
      for (Seq seq = first; seq < last; ++seq) {
        if (!changes(seq)) continue;
        const std::int64_t now = stretch == 1 ? 0 : size(trace_.counters_at(seq + 1));
        if (largest == kNever || now > most) {
          largest = seq;
          most = now;
        }
        latest = seq;
      }
      if (latest == kNever) continue;
      if (largest != latest) write(trace_.time_ns(largest), trace_.counters_at(largest + 1));
      write(trace_.time_ns(latest), trace_.counters_at(latest + 1));
    }
  }

  JsonOut& out_;
  const Trace& trace_;
  const std::uint32_t pid_;
  std::uint64_t& flows_;
  const std::uint32_t frontend_;
};

void write_rounds(JsonOut& out, const Rounds& rounds) {
  out.key("rounds");
  out.begin_object();
  out.member("set", rounds.set);
  out.member("kept", rounds.kept);
  out.key("figures");
  out.begin_object();
  for (const RoundMetric& metric : rounds.metrics) {
    out.key(metric.what);
    out.begin_array();
    for (const std::int64_t value : metric.values) out.value(value);
    out.end_array();
  }
  out.end_object();
  out.end_object();
}

void write_header(JsonOut& out, std::span<const Trace> traces) {
  out.key("runahead");
  out.begin_object();
  out.member("schema", 1);
  out.key("runs");
  out.begin_array();
  for (const Trace& trace : traces) {
    const TraceInfo& info = trace.info();
    out.new_line();
    out.begin_object();
    out.member("scenario", std::string_view(info.source.scenario));
    if (!info.program().empty()) out.member("program", std::string_view(info.program()));
    out.member("mode", to_string(info.mode));
    out.member("waits", std::string_view(info.waits.text()));
    out.member("clock", recorded_clock(info));
    out.member("device", to_string(info.runs_on()));
    if (!info.device_name.empty()) out.member("device_name", std::string_view(info.device_name));
    if (!info.device_libraries.empty()) {
      out.member("device_libraries", std::string_view(info.device_libraries));
    }
    out.member("workers", info.workers);
    out.member("seed", info.seed);
    out.key("parameters");
    out.begin_object();
    for (const auto& [name, value] : recorded_parameters(info)) out.member(name, std::string_view(value));
    out.end_object();
    if (trace.resident_base_bytes() > 0) out.member("resident_base_bytes", trace.resident_base_bytes());
    if (trace.device_time_error_ns() > 0) out.member("device_time_error_ns", trace.device_time_error_ns());
    if (trace.tasks_without_record() > 0) out.member("tasks_without_record", trace.tasks_without_record());
    if (trace.processor_wait_ns() > 0) out.member("processor_wait_ns", trace.processor_wait_ns());
    out.member("left_out_tasks", trace.left_out_tasks());
    out.member("finished", trace.finished());
    if (info.rounds) write_rounds(out, *info.rounds);
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

}  // namespace

Status write_trace_json(std::span<const Trace> traces, const std::string& path, const Progress& progress) {
  std::uint64_t events = 0;
  for (const Trace& trace : traces) events += trace.size();
  AtomicFile file(path, progress, events * kUsualEventBytes);
  JsonOut out(file);
  out.begin_object();
  write_header(out, traces);
  out.member("displayTimeUnit", "ns");
  out.new_line();
  out.key("traceEvents");
  out.begin_array();
  std::uint64_t flows = 0;
  std::uint32_t pid = 0;
  for (const Trace& trace : traces) {
    if (file.failed()) break;
    RunWriter(out, trace, ++pid, flows).write();
  }
  out.end_array();
  out.end_object();
  file.write("\n");
  return file.commit();
}

}  // namespace runahead
