// SPDX-License-Identifier: GPL-3.0-or-later
// The rules, one function each.
// Not here: traces to apply them to (traced_run.h).
#include "tests/support/trace_validator.h"

#include <algorithm>
#include <map>
#include <set>

namespace runahead::testing_support {

namespace {

class Validator {
 public:
  Validator(const Trace& trace, RunEnd run_end, StartOrder order, std::size_t limit)
      : trace_(trace), run_end_(run_end), order_(order), limit_(limit) {}

  std::vector<std::string> run() {
    check_events();
    check_moments();
    check_dependencies();
    check_lanes();
    if (order_ == StartOrder::as_ready) check_order();
    if (order_ == StartOrder::ranked) check_ranks();
    check_folds();
    check_waits();
    check_errors();
    return std::move(violations_);
  }

 private:
  struct VariableState {
    std::uint32_t version = 0;
    TaskId writer = kNone;  ///< eliminated or not
    TaskId writer_that_ran = kNone;
    std::vector<TaskId> readers;  ///< that ran, since the last write that ran
  };

  void expect(bool holds, const std::string& violation) {
    if (!holds && violations_.size() < limit_) violations_.push_back(violation);
  }
  static std::string task_text(TaskId id) { return "task " + std::to_string(id); }

  /// Times do not go back, and every event is the one that its row names.
  void check_events() {
    std::int64_t last_ns = 0;
    TaskId issued = 0;
    std::uint32_t waits = 0, statements = 0;
    StatementId statement = kNone;
    WaitId wait = kNone;
    for (Seq seq = 0; seq < trace_.size(); ++seq) {
      const Event event = trace_.event(seq);
      const std::string at = " at event " + std::to_string(seq);
      expect(event.time_ns >= last_ns, "time goes back" + at);
      last_ns = event.time_ns;
      switch (event.kind) {
        case EventKind::defer:
          expect(event.id == issued++, "tasks are not issued in the order of their ids" + at);
          expect(trace_.task(event.id).defer == seq, "deferred twice" + at);
          expect(wait == kNone, "the frontend records while it waits" + at);
          break;
        case EventKind::enqueue: {
          const Task task = trace_.task(event.id);
          const bool new_id = task.defer == kNever;
          if (new_id) expect(event.id == issued++, "tasks are not issued in the order of their ids" + at);
          expect(task.enqueue == seq, "enqueued twice" + at);
          expect(wait == kNone, "the frontend enqueues while it waits" + at);
          break;
        }
        case EventKind::eliminate:
          expect(trace_.task(event.id).end == seq, "eliminated and ended, or twice" + at);
          expect(trace_.task(event.id).outcome == Outcome::eliminated, "eliminated, but it ran" + at);
          break;
        case EventKind::ready:
          expect(trace_.task(event.id).ready == seq, "ready twice" + at);
          break;
        case EventKind::start:
          expect(trace_.task(event.id).start == seq, "started twice" + at);
          break;
        case EventKind::end:
          expect(trace_.task(event.id).end == seq, "ended twice" + at);
          break;
        case EventKind::wait_begin:
          expect(wait == kNone && event.id == waits++, "waits overlap" + at);
          wait = event.id;
          break;
        case EventKind::wait_end:
          expect(wait == event.id, "the end of a wait that is not open" + at);
          wait = kNone;
          break;
        case EventKind::statement_begin:
          expect(statement == kNone && event.id == statements++, "statements overlap" + at);
          statement = event.id;
          break;
        case EventKind::statement_end:
          expect(statement == event.id, "the end of a statement that is not open" + at);
          statement = kNone;
          break;
        default:
          break;
      }
    }
    expect(issued == trace_.task_count(), "tasks that were not issued");
  }

  void check_moments() {
    for (TaskId id = 0; id < trace_.task_count(); ++id) {
      const Task task = trace_.task(id);
      const std::string text = task_text(id);
      const bool skipped = task.end != kNever && task.outcome == Outcome::skipped;
      if (run_end_ == RunEnd::complete) expect(task.end != kNever, text + " has no end");
      if (task.defer != kNever && task.enqueue != kNever) {
        expect(task.defer < task.enqueue, text + " is enqueued before it is deferred");
      }
      if (eliminated(task) || task.enqueue == kNever) {
        expect(task.enqueue == kNever, text + " is eliminated and enqueued");
        expect(task.ready == kNever && task.start == kNever, text + " runs without an enqueue");
        expect(task.end == kNever || (eliminated(task) && task.defer < task.end),
               text + " ends without an enqueue");
        continue;
      }
      if (task.end != kNever) {
        expect(skipped == (task.start == kNever), text + " is skipped and started, or neither");
        expect(task.ready < task.end, text + " ends before it is ready");
      }
      expect(task.ready == kNever || task.ready >= task.enqueue, text + " is ready before it is enqueued");
      if (task.start == kNever) continue;
      expect(task.ready < task.start, text + " starts before it is ready");
      expect(task.end == kNever || task.start < task.end, text + " ends before it starts");
    }
  }

  static bool eliminated(const Task& task) {
    return task.end != kNever && task.outcome == Outcome::eliminated;
  }

  void check_dependencies() {
    std::map<VariableId, VariableState> variables;
    for (TaskId id = 0; id < trace_.task_count(); ++id) {
      const Task task = trace_.task(id);
      const bool ran = !eliminated(task);
      std::vector<VariableId> written;
      for (std::uint32_t i = 0; i < trace_.use_count(id); ++i) {
        const Use use = trace_.use(id, i);
        VariableState& variable = variables[use.variable];
        expect(use.task == id, "a use of " + task_text(id) + " is taken for another task's");
        if (use.write) {
          written.push_back(use.variable);
          expect_after(variable.writer_that_ran, task);
          for (const TaskId reader : variable.readers) expect_after(reader, task);
          expect(use.version == variable.version + 1, task_text(id) + " writes a wrong version");
        } else {
          expect_after(variable.writer, task);
          expect(!ran || variable.writer == kNone || !eliminated(trace_.task(variable.writer)),
                 task_text(id) + " needs " + task_text(variable.writer) + ", which was eliminated");
          expect(use.version == variable.version, task_text(id) + " reads a wrong version");
          if (ran) variable.readers.push_back(id);
        }
      }
      for (const VariableId variable : written) {
        VariableState& state = variables[variable];
        ++state.version;
        state.writer = id;
        if (ran) {
          state.writer_that_ran = id;
          state.readers.clear();
        }
      }
      written_.push_back(std::move(written));
    }
  }

  /// Nothing orders it behind what it needs.
  bool races(TaskId task) const {
    for (std::uint32_t i = 0; i < trace_.error_count(); ++i) {
      const ErrorRecord error = trace_.error(i);
      if (error.kind == ErrorKind::race && error.task == task) return true;
    }
    return false;
  }

  void expect_after(TaskId before, const Task& task) {
    if (before == kNone || before == task.id || eliminated(task) || races(task.id)) return;
    expect(task.ready == kNever || eliminated(trace_.task(before)) || trace_.task(before).end < task.ready,
           task_text(task.id) + " is ready before " + task_text(before) + ", which it depends on, has ended");
    const Seq moment = task.start != kNever ? task.start : task.end;
    if (moment == kNever) return;
    expect(trace_.task(before).end < moment,
           task_text(task.id) + " starts before " + task_text(before) + ", which it depends on, has ended");
  }

  void check_lanes() {
    std::uint32_t on_lanes = 0;
    for (LaneId lane = 0; lane < trace_.lane_count(); ++lane) {
      Seq free_from = 0;
      for (std::uint32_t i = 0; i < trace_.lane_task_count(lane); ++i, ++on_lanes) {
        const Task task = trace_.task(trace_.lane_task(lane, i));
        expect(task.lane == lane, task_text(task.id) + " is listed on another lane than its own");
        expect(task.start >= free_from, task_text(task.id) + " overlaps the task before it on its lane");
        free_from = task.end;
      }
    }
    std::uint32_t started = 0;
    for (TaskId id = 0; id < trace_.task_count(); ++id) started += trace_.task(id).start != kNever;
    expect(on_lanes == started,
           "tasks on lanes: " + std::to_string(on_lanes) + ", started: " + std::to_string(started));
  }

  /// A worker may begin with what it took after another has begun with what it took later. So of the tasks
  /// that were ready before one that starts, all have started but those that other workers hold: at most one
  /// each, the next that its worker starts, and since the task before on its lane has ended.
  void check_order() {
    std::vector<TaskId> before(trace_.task_count(), kNone);  // on the same lane
    std::size_t workers = 0;
    for (LaneId lane = 0; lane < trace_.lane_count(); ++lane) {
      if (trace_.lane(lane).kind != LaneKind::worker) continue;
      ++workers;
      for (std::uint32_t i = 1; i < trace_.lane_task_count(lane); ++i) {
        before[trace_.lane_task(lane, i)] = trace_.lane_task(lane, i - 1);
      }
    }
    const auto of_the_pool = [&](const Task& task) {
      return task.start == kNever || trace_.lane(task.lane).kind == LaneKind::worker;
    };
    std::set<std::pair<Seq, TaskId>> waiting;  // ready, and neither started nor skipped
    for (Seq seq = 0; seq < trace_.size(); ++seq) {
      const Event event = trace_.event(seq);
      if (event.kind != EventKind::enqueue && event.kind != EventKind::ready &&
          event.kind != EventKind::start && event.kind != EventKind::end) {
        continue;
      }
      const Task task = trace_.task(event.id);
      if (!of_the_pool(task)) continue;
      if (task.ready == seq) waiting.emplace(seq, task.id);
      if (task.start != seq && task.end != seq) continue;
      waiting.erase({task.ready, task.id});
      if (task.start != seq) continue;
      std::size_t passed = 0;
      for (auto it = waiting.begin(); it != waiting.end() && it->first < task.ready; ++it) {
        const Task held = trace_.task(it->second);
        const TaskId last = before[held.id];
        const bool may_be_held = held.start == kNever ||
                                 (held.lane != task.lane && (last == kNone || trace_.task(last).end < seq));
        expect(++passed < workers && may_be_held,
               task_text(task.id) + " starts before " + task_text(held.id) + ", which was ready before it");
        if (passed == workers) break;
      }
    }
  }

  /// Exact, but for a task that is skipped: it is taken before the record says that it has ended.
  void check_ranks() {
    std::set<std::pair<Seq, TaskId>> waiting;  // by enqueue: ready, and not started
    for (Seq seq = 0; seq < trace_.size(); ++seq) {
      const Event event = trace_.event(seq);
      if (event.kind != EventKind::enqueue && event.kind != EventKind::ready &&
          event.kind != EventKind::start) {
        continue;
      }
      const Task task = trace_.task(event.id);
      if (task.ready == seq && task.start != kNever) waiting.emplace(task.enqueue, task.id);
      if (task.start != seq) continue;
      expect(!waiting.empty() && waiting.begin()->second == task.id,
             task_text(task.id) + " starts before a ready task that was enqueued before it");
      waiting.erase({task.enqueue, task.id});
    }
  }

  void check_folds() {
    std::map<TaskId, char> state;
    std::set<TaskId> deferred;
    std::uint32_t blocked = 0, ready = 0, running = 0;
    const Seq step = std::max<Seq>(1, trace_.size() / 2000);
    for (Seq seq = 0; seq < trace_.size(); ++seq) {
      const Event event = trace_.event(seq);
      if (event.kind == EventKind::defer) {
        deferred.insert(event.id);
      } else if (event.kind == EventKind::eliminate) {
        deferred.erase(event.id);
      } else if (event.kind == EventKind::enqueue) {
        deferred.erase(event.id);
        const bool at_once = trace_.task(event.id).ready == seq;
        ++(at_once ? ready : blocked);
        state[event.id] = at_once ? 'r' : 'b';
      } else if (event.kind == EventKind::ready) {
        --blocked, ++ready;
        state[event.id] = 'r';
      } else if (event.kind == EventKind::start) {
        --ready, ++running;
        state[event.id] = 'x';
      } else if (event.kind == EventKind::end) {
        --(state[event.id] == 'b' ? blocked : state[event.id] == 'r' ? ready : running);
        state.erase(event.id);
      }
      if (seq % step != 0 && seq + 1 != trace_.size()) continue;
      const State fold = trace_.state_at(seq + 1);
      const Counters& folded = fold.counters;
      expect(folded.blocked == blocked && folded.ready == ready && folded.running == running &&
                 folded.depth() == state.size() && folded.deferred == deferred.size(),
             "the fold and the count of pending tasks differ after event " + std::to_string(seq));
      TaskId first = fold.issued;
      if (!state.empty()) first = std::min(first, state.begin()->first);
      if (!deferred.empty()) first = std::min(first, *deferred.begin());
      expect(fold.first_pending == first,
             "the first pending task is another after event " + std::to_string(seq));
    }
    if (run_end_ == RunEnd::complete) {
      expect(state.empty() && deferred.empty(), "tasks are pending at the end");
    }
  }

  /// The last task issued before `seq` that writes the variable.
  TaskId writer_before(VariableId variable, Seq seq) const {
    for (TaskId id = trace_.task_count(); id-- > 0;) {
      if (trace_.task(id).issue() >= seq) continue;
      const auto& written = written_[id];
      if (std::find(written.begin(), written.end(), variable) != written.end()) return id;
    }
    return kNone;
  }

  void check_waits() {
    for (WaitId id = 0; id < trace_.wait_count(); ++id) {
      const Wait wait = trace_.wait(id);
      const std::string text = "wait " + std::to_string(id);
      if (wait.end == kNever) {
        expect(run_end_ == RunEnd::stopped, text + " never ends");
        continue;
      }
      if (wait.ended_by != kNone) {
        expect(trace_.task(wait.ended_by).end < wait.end, text + " ends before the task that ends it");
      } else {
        // Memory may be given back in a task, before any has ended.
        expect(trace_.left_out_tasks() > 0 || wait.reason == WaitReason::memory_full ||
                   trace_.time_ns(wait.begin) == trace_.time_ns(wait.end),
               text + " took time, and was ended by no task");
      }
      if (wait.reason == WaitReason::waitall) check_wait_for_all(wait, text);
      if (wait.variable != kNone) {
        const TaskId writer = writer_before(wait.variable, wait.begin);
        expect(writer == kNone || trace_.task(writer).end < wait.end, text + " ends before the writer");
        expect(writer == kNone || !eliminated(trace_.task(writer)),
               text + " is for an array whose writer was eliminated");
        if (trace_.left_out_tasks() == 0 && wait.ended_by != kNone) {
          // What no task writes stands for a stream.
          expect(wait.ended_by == writer || writer == kNone,
                 text + " was ended by another task than the variable's last writer");
        }
      }
    }
  }

  void check_wait_for_all(const Wait& wait, const std::string& text) {
    TaskId last = kNone;
    for (Seq seq = wait.end; seq-- > 0 && last == kNone;) {
      if (trace_.event(seq).kind == EventKind::end) last = trace_.event(seq).id;
    }
    expect(trace_.state_at(wait.end).counters.depth() == 0, text + " for all ends while tasks are pending");
    expect(wait.ended_by == kNone || wait.ended_by == last,
           text + " was not ended by the task that ended last");
  }

  void check_errors() {
    for (std::uint32_t i = 0; i < trace_.error_count(); ++i) {
      const ErrorRecord error = trace_.error(i);
      const std::string text = "error " + std::to_string(i);
      if (error.origin == kNone) {
        const bool ends =
            error.kind == ErrorKind::surfaced && error.task == kNone && i + 1 == trace_.error_count();
        expect(ends || trace_.left_out_tasks() > 0, text + " has no origin");
        continue;
      }
      const Task origin = trace_.task(error.origin);
      if (error.kind == ErrorKind::race) {
        expect(error.task == kNone || error.origin < error.task, text + " is a race with a later task");
        continue;
      }
      expect(origin.outcome == Outcome::failed && origin.end < error.seq,
             text + " comes from a task that had not failed");
      if (error.kind == ErrorKind::raised)
        expect(error.task == error.origin, text + " is raised by two tasks");
      if (error.kind == ErrorKind::inherited) {
        expect(trace_.task(error.task).outcome == Outcome::skipped,
               text + " is inherited by a task that ran");
      }
    }
  }

  const Trace& trace_;
  const RunEnd run_end_;
  const StartOrder order_;
  const std::size_t limit_;
  std::vector<std::vector<VariableId>> written_;  ///< by task: what it writes
  std::vector<std::string> violations_;
};

}  // namespace

std::vector<std::string> trace_violations(const Trace& trace, RunEnd run_end, StartOrder order,
                                          std::size_t limit) {
  return Validator(trace, run_end, order, limit).run();
}

}  // namespace runahead::testing_support
