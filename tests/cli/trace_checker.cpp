// SPDX-License-Identifier: GPL-3.0-or-later
// The second reading: a document in memory and plain loops over it.
// Not fast, and not for large traces.
#include "tests/cli/trace_checker.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace runahead::testing_support {
namespace {

using nlohmann::json;

std::int64_t ns(const json& microseconds) {
  return std::llround(microseconds.get<double>() * 1000);
}

struct Use {
  std::int64_t variable;
  bool write;
};

struct Task {
  std::int64_t id = 0, lane = 0, enqueue_ns = 0, enqueue_seq = -1, start_ns = 0, end_ns = 0, end_seq = 0;
  bool started = false, eliminated = false;
  std::string name;
  std::vector<Use> uses;
};

/// A change of a quantity at a position in the order of events.
struct Change {
  std::int64_t seq;
  std::int64_t amount;
};

std::int64_t peak(std::vector<Change> changes, std::int64_t first_seq) {
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.seq < b.seq; });
  std::int64_t now = 0;
  std::int64_t before = 0;
  std::int64_t most = 0;
  for (const Change& change : changes) {
    now += change.amount;
    if (change.seq < first_seq) {
      before = now;
    } else {
      most = std::max(most, now);
    }
  }
  return std::max(most, before);
}

class RunChecker {
 public:
  void take(const json& event) {
    const std::string category = event.value("cat", "");
    const std::string phase = event.at("ph");
    if (category == "task") task(event, phase);
    if (category == "array" && phase != "M") array(event, phase);
    if (category == "mark") mark(event, phase);
    if (category == "flow") (phase == "s" ? flow_starts_ : flow_ends_)[event.at("id")] = ns(event.at("ts"));
    if (category == "counter" && event.at("name") == "queue depth") {
      const json& args = event.at("args");
      const std::int64_t depth = args.at("running").get<std::int64_t>() +
                                 args.at("ready").get<std::int64_t>() +
                                 args.at("blocked").get<std::int64_t>();
      counter_depth_ = std::max(counter_depth_, depth);
    }
  }

  CheckedRun result() {
    std::sort(tasks_.begin(), tasks_.end(), [](const Task& a, const Task& b) { return a.id < b.id; });
    check_lanes();
    check_dependencies();
    check_flows();
    std::vector<Change> depth;
    for (const Task& task : tasks_) {
      run_.eliminated += task.eliminated;
      if (task.enqueue_seq < 0) continue;
      ++run_.tasks;
      depth.push_back({task.enqueue_seq, 1});
      if (task.end_seq >= 0) depth.push_back({task.end_seq, -1});
      if (task.started) run_.durations_ns[task.name].push_back(task.end_ns - task.start_ns);
    }
    run_.max_depth = peak(depth, initialised_seq_);
    if (!live_.empty()) {
      run_.peak_live_bytes = peak(live_.begin()->second, initialised_seq_);
      run_.peak_input_bytes = peak(inputs_[live_.begin()->first], initialised_seq_);
    }
    if (counter_depth_ != peak(depth, 0))
      complain("the depth counter peaks at " + std::to_string(counter_depth_));
    return run_;
  }

 private:
  void complain(const std::string& what) { run_.complaints.push_back(what); }

  void task(const json& event, const std::string& phase) {
    const json& args = event.at("args");
    Task task;
    task.id = args.at("task");
    task.name = event.at("name");
    task.lane = event.at("tid");
    task.eliminated = args.value("outcome", "") == "eliminated";
    if (!task.eliminated) {
      task.enqueue_ns = ns(args.at("enqueue_us"));
      task.enqueue_seq = args.at("enqueue_seq");
    }
    if (args.contains("defer_seq")) {
      const std::int64_t next_seq = args.at(task.eliminated ? "end_seq" : "enqueue_seq");
      if (args.at("defer_seq") >= next_seq) complain("task " + std::to_string(task.id) + " is deferred late");
    } else if (task.eliminated) {
      complain("task " + std::to_string(task.id) + " is eliminated from no graph");
    }
    task.end_seq = args.value("end_seq", std::int64_t{-1});
    task.started = phase == "X";
    task.start_ns = ns(event.at("ts"));
    task.end_ns = task.start_ns + (task.started ? ns(event.at("dur")) : 0);
    if (phase == "B") complain("task " + std::to_string(task.id) + " does not end");
    if (task.started && task.start_ns < task.enqueue_ns)
      complain("task " + std::to_string(task.id) + " starts early");
    for (const json& use : args.at("uses")) task.uses.push_back({use.at(0), use.at(2) == "write"});
    tasks_.push_back(task);
  }

  void array(const json& event, const std::string& phase) {
    const json& args = event.at("args");
    const std::int64_t variable = args.at("variable");
    const std::int64_t bytes = args.at("bytes");
    if (phase == "N") {
      is_input_[variable] = args.at("input");
      device_[variable] = args.value("device", kHost);
    }
    if (bytes == 0) return;
    const Change change{args.at("seq"), phase == "N" ? bytes : -bytes};
    live_[device_[variable]].push_back(change);
    if (is_input_[variable]) inputs_[device_[variable]].push_back(change);
  }

  void mark(const json& event, const std::string& phase) {
    const json& args = event.at("args");
    if (phase == "b" && args.at("kind") == "initialisation") initialisations_.push_back(args.at("mark"));
    const bool known = std::count(initialisations_.begin(), initialisations_.end(), args.at("mark")) > 0;
    if (phase == "e" && known) initialised_seq_ = std::max<std::int64_t>(initialised_seq_, args.at("seq"));
  }

  void check_lanes() {
    std::map<std::int64_t, std::vector<const Task*>> lanes;
    for (const Task& task : tasks_) {
      if (task.started) lanes[task.lane].push_back(&task);
    }
    for (auto& [lane, list] : lanes) {
      std::sort(list.begin(), list.end(), [](const Task* a, const Task* b) {
        return std::pair(a->start_ns, a->end_ns) < std::pair(b->start_ns, b->end_ns);
      });
      for (std::size_t i = 1; i < list.size(); ++i) {
        if (list[i]->start_ns < list[i - 1]->end_ns) {
          complain("tasks " + std::to_string(list[i - 1]->id) + " and " + std::to_string(list[i]->id) +
                   " overlap on a lane");
        }
      }
    }
  }

  /// Many readers or one writer at a time, in program order; eliminated tasks are no task's dependency.
  void check_dependencies() {
    struct Users {
      const Task* writer = nullptr;
      std::vector<const Task*> readers;
    };
    std::map<std::int64_t, Users> variables;
    for (const Task& task : tasks_) {
      if (task.eliminated) continue;
      for (const Use& use : task.uses) {
        Users& users = variables[use.variable];
        expect_after(task, users.writer);
        if (!use.write) {
          users.readers.push_back(&task);
          continue;
        }
        for (const Task* reader : users.readers) expect_after(task, reader);
        users.readers.clear();
        users.writer = &task;
      }
    }
  }

  void expect_after(const Task& task, const Task* before) {
    if (!before || before == &task || !task.started) return;
    if (before->end_seq < 0 || task.start_ns < before->end_ns) {
      complain("task " + std::to_string(task.id) + " starts before task " + std::to_string(before->id) +
               " ended");
    }
  }

  void check_flows() {
    std::multimap<std::int64_t, std::int64_t> expected, found;
    for (const Task& task : tasks_) {
      if (task.started) expected.emplace(task.enqueue_ns, task.start_ns);
    }
    for (const auto& [id, time] : flow_starts_) {
      if (!flow_ends_.count(id)) return complain("a flow without an end");
      found.emplace(time, flow_ends_[id]);
    }
    const auto sorted = [](const auto& map) {
      std::vector<std::pair<std::int64_t, std::int64_t>> pairs(map.begin(), map.end());
      std::sort(pairs.begin(), pairs.end());
      return pairs;
    };
    if (sorted(expected) != sorted(found)) complain("flows do not join enqueues and starts");
  }

  CheckedRun run_;
  std::vector<Task> tasks_;
  static constexpr int kHost = 1000;                  ///< behind all devices
  std::map<std::int64_t, int> device_;                ///< of each array
  std::map<int, std::vector<Change>> live_, inputs_;  ///< by device
  std::map<std::int64_t, bool> is_input_;
  std::vector<std::int64_t> initialisations_;
  std::map<std::int64_t, std::int64_t> flow_starts_, flow_ends_;
  std::int64_t initialised_seq_ = 0;
  std::int64_t counter_depth_ = 0;
};

}  // namespace

std::vector<CheckedRun> check_trace(const std::string& text) {
  const json document = json::parse(text);
  std::map<std::int64_t, RunChecker> runs;
  for (const json& event : document.at("traceEvents")) runs[event.at("pid")].take(event);
  std::vector<CheckedRun> results;
  for (auto& [pid, run] : runs) results.push_back(run.result());
  return results;
}

}  // namespace runahead::testing_support
