// SPDX-License-Identifier: GPL-3.0-or-later
// One backend, two frontends: each scenario's listings, run as programs in Python, do what its program in C++
// does.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/module_path.h"
#include "core/scenario/python.h"
#include "core/scenario/run_program.h"
#include "core/scenario/virtual_run.h"
#include "gui/text/framework.h"
#include "gui/text/listing_program.h"

namespace runahead {
namespace {

using namespace gui;

class Listings : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (module_path("runahead_python.so").empty()) GTEST_SKIP() << "this build has no Python";
  }
};

struct Ran {
  Trace trace;
  RunResult result;
  std::string output;
};

Ran ran(const RunConfig& config) {
  TraceBuilder builder(info_of(config));
  add_lanes(config, builder);
  OutputWriter output;
  RunResult result = VirtualRun(config, kernels::cpu_operations(), builder, output).execute();
  return {builder.snapshot(), std::move(result), output.output().text()};
}

template <class T>
T taken(const Result<T>& result) {
  if (!result) throw std::runtime_error(result.error());
  return *result;
}

/// What the user asks of a program in Python to do as the request says of the scenario.
RunConfig config_of(const ProgramText& program, const Scenario& scenario, Mode mode,
                    const std::string& waits) {
  const Scenario& written = *taken(scenario_of(program));
  RunRequest request = default_request(written);
  request.source.program = program;
  request.clock = Clock::virtual_time;
  request.mode = mode;
  request.waits = Waits::parse(waits).value();
  for (const Parameter& parameter : scenario.parameters) {
    if (find_parameter(written, parameter.name)) request.set[parameter.name] = parameter.step;
  }
  return check(request).value();
}

/// The scenario's program, also in a mode that it does not offer.
RunConfig config_of(const Scenario& scenario, Mode mode, const std::string& waits) {
  RunRequest request = default_request(scenario, Preset::step);
  request.clock = Clock::virtual_time;
  request.waits = Waits::parse(waits).value();
  RunConfig config = check(request).value();
  config.mode = mode;
  config.runs_on = mode == Mode::stream ? scenario.device.value_or(DeviceKind::emulated) : DeviceKind::cpu;
  return config;
}

/// What a run did, a line for each statement that did something and for each task, and the values.
std::vector<std::string> told(const Ran& run) {
  const Trace& trace = run.trace;
  std::vector<bool> works(trace.statement_count());
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    if (trace.task(id).statement != kNone) works[trace.task(id).statement] = true;
  }
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    // One that finds nothing is none of PyTorch's on the CPU.
    const Wait wait = trace.wait(id);
    if (wait.statement != kNone && wait.ended_by != kNone) works[wait.statement] = true;
  }
  const auto time = [&](Seq seq) { return seq == kNever ? "-" : std::to_string(trace.time_ns(seq)); };
  std::vector<std::string> lines;
  for (StatementId id = 0; id < trace.statement_count(); ++id) {
    const Statement statement = trace.statement(id);
    if (!works[id] && trace.time_ns(statement.begin) == trace.time_ns(statement.end)) continue;
    lines.push_back("line " + std::to_string(statement.line) + ": " + time(statement.begin) + " to " +
                    time(statement.end));
  }
  for (RegionId id = 0; id < trace.region_count(); ++id) {
    const Region mark = trace.region(id);
    lines.push_back("mark " + trace.name(mark.name) + ": " + time(mark.begin) + " to " + time(mark.end));
  }
  std::map<VariableId, std::size_t> arrays;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    std::string text = trace.name(task.name) + ", line " +
                       std::to_string(task.statement == kNone ? 0 : trace.statement(task.statement).line);
    for (const Seq seq : {task.defer, task.enqueue, task.ready, task.start, task.end})
      text += " " + time(seq);
    for (std::uint32_t i = 0; i < trace.use_count(id); ++i) {
      const Use use = trace.use(id, i);
      const std::size_t number = arrays.emplace(use.variable, arrays.size()).first->second;
      text +=
          (use.write ? " writes " : " reads ") + std::to_string(number) + "." + std::to_string(use.version);
    }
    lines.push_back(text);
  }
  if (run.result.value) {
    std::string text = "value";
    for (const float value : run.result.value->data) text += " " + std::to_string(value);
    text += ";";
    for (const float value : run.result.value->others) text += " " + std::to_string(value);
    lines.push_back(text);
  }
  // Of what is printed, the rest is how long something took in Python.
  std::istringstream printed(run.output);
  for (std::string line; std::getline(printed, line);) {
    if (line.starts_with("increased memory: ")) lines.push_back(line);
  }
  return lines;
}

std::string difference(const std::vector<std::string>& own, const std::vector<std::string>& other) {
  for (std::size_t i = 0; i < std::max(own.size(), other.size()); ++i) {
    const std::string a = i < own.size() ? own[i] : "nothing more";
    const std::string b = i < other.size() ? other[i] : "nothing more";
    if (a != b) return "C++: " + a.substr(0, 200) + "\n  Python: " + b.substr(0, 200);
  }
  return {};
}

/// Where a listing does something else, as its library does. A dozen are too many.
const std::map<std::string, const char*> kDifferences = {
    {"late-error.pytorch", "its call refuses a negative deviation itself"},
    {"late-error.tensorflow", "a negative deviation is none: it mirrors the numbers"},
    {"training-eager-vs-function.mxnet", "backward() finds the gradients of all weights, asked for or not"},
    {"training-eager-vs-function.pytorch", "as MXNet's"},
    {"overlap-copy.mxnet", "it has no streams to choose from, and copies where it computes"},
    {"overlap-copy.tensorflow", "as MXNet's"},
    {"two-devices.mxnet", "one wait is for all devices; PyTorch waits for one after the other"},
    {"two-devices.tensorflow", "as MXNet's"},
};
/// In modes that are another library's.
const std::map<std::string, const char*> kOtherDifferences = {
    {"barriers.mxnet stream",
     "a wait stands behind one task, a copy to the host behind everything in the stream"},
    {"wait-on-intermediate.mxnet stream", "as in barriers"},
    {"prediction-memory.tensorflow stream", "numpy() copies"},
    {"increment-loop.tensorflow stream", "numpy() copies"},
    {"tiny-tasks.tensorflow stream", "numpy() copies"},
    {"loop-model.tensorflow stream", "numpy() copies"},
    {"lazy-loop.tensorflow stream", "numpy() copies"},
    {"delayed-training-memory.tensorflow stream", "numpy() copies"},
    {"cpu-matmul-async.mxnet stream", "its arrays are on the device; PyTorch's, which name none, on the CPU"},
    {"cpu-matmul-async.tensorflow stream", "as MXNet's"},
};

/// How its library works: where the scenario is about streams, all do.
Mode mode_of(const Scenario& scenario, const QString& framework, const std::string& listing) {
  if (scenario.modes == std::vector{Mode::stream}) return Mode::stream;
  if (framework == QLatin1String("mxnet")) return Mode::async;
  if (framework == QLatin1String("pytorch")) return Mode::stream;
  return listing.find("tf.function") == std::string::npos ? Mode::sync : Mode::function;
}

class Listing {
 public:
  Listing(const Scenario& scenario, const QString& framework)
      : scenario_(scenario),
        program_(listingProgram(scenario, framework, default_request(scenario, Preset::step))),
        mode_(mode_of(scenario, framework, program_.text)),
        name_(scenario.id + "." + framework.toStdString()) {}

  const std::string& name() const { return name_; }
  /// Dense of Keras is a product and a sum, of a kernel that lies (inputs, units); its optimizer counts.
  bool trains_with_keras() const {
    return name_.ends_with(".tensorflow") && program_.text.find("net(") != std::string::npos;
  }
  Mode mode() const { return mode_; }
  std::string difference_in(Mode mode, const std::string& waits) const {
    const Ran in_cpp = ran(config_of(scenario_, mode, waits));
    const Ran in_python = ran(config_of(program_, scenario_, mode, waits));
    return difference(told(in_cpp), told(in_python));
  }

 private:
  const Scenario& scenario_;
  const ProgramText program_;
  const Mode mode_;
  const std::string name_;
};

/// Without its wait the scenario leaves out the line l.mean().item(), as the book does; a program of
/// a user's own still computes the mean.
bool leaves_lines_out(const Scenario& scenario, const std::string& waits) {
  const bool trains = scenario.id == "training-memory" || scenario.id == "delayed-training-memory" ||
                      scenario.id == "sync-every-k";
  return trains && waits != scenario.waits.front();
}

TEST_P(Listings, DoWhatTheProgramDoes) {
  const Scenario& scenario = *find_scenario(GetParam());
  for (const QString& framework : frameworks()) {
    const Listing listing(scenario, framework);
    const auto listed = kDifferences.find(listing.name());
    for (const std::string& waits : scenario.waits) {
      if (leaves_lines_out(scenario, waits)) continue;
      SCOPED_TRACE(listing.name() + ", " + waits);
      const std::string differs = listing.difference_in(listing.mode(), waits);
      if (listing.trains_with_keras()) {
        EXPECT_NE(differs, "") << "no longer";
      } else if (listed == kDifferences.end()) {
        EXPECT_EQ(differs, "");
      } else {
        EXPECT_NE(differs, "") << "no longer: " << listed->second;
      }
    }
  }
}

// Not function: what is a function there, a listing says, and programs in C++ of scenarios about other things
// do not.
TEST_P(Listings, DoSoInOtherModes) {
  const Scenario& scenario = *find_scenario(GetParam());
  for (const QString& framework : frameworks()) {
    const Listing listing(scenario, framework);
    if (kDifferences.count(listing.name()) > 0 || listing.trains_with_keras()) continue;
    for (const Mode mode : scenario.modes) {
      if (mode == listing.mode() || mode == Mode::function) continue;
      SCOPED_TRACE(listing.name() + ", " + to_string(mode));
      const auto listed = kOtherDifferences.find(listing.name() + " " + to_string(mode));
      const std::string differs = listing.difference_in(mode, scenario.waits.front());
      if (listed == kOtherDifferences.end()) {
        EXPECT_EQ(differs, "");
      } else {
        EXPECT_NE(differs, "") << "no longer: " << listed->second;
      }
    }
  }
}

TEST(Differences, AreFew) {
  EXPECT_LT(kDifferences.size(), 12u);
}

RunResult run_of(const ProgramText& program) {
  RunRequest request = default_request(*taken(scenario_of(program)));
  request.torch = TorchKind::small;
  request.source.program = program;
  request.clock = Clock::virtual_time;
  return ran(check(request).value()).result;
}

TEST_P(Listings, CanBeCopiedAndRun) {
  const Scenario& scenario = *find_scenario(GetParam());
  for (const QString& framework : frameworks()) {
    const ProgramText copy = editableCopy(scenario, framework, default_request(scenario, Preset::step));
    EXPECT_EQ(copy.name, scenario.id + ".py");
    const RunResult result = run_of(copy);
    const bool fails = scenario.demonstrates_error && framework != QLatin1String("tensorflow");
    EXPECT_EQ(result.status, fails ? RunResult::Status::failed : RunResult::Status::succeeded)
        << testing::PrintToString(result.errors) << copy.text;
    EXPECT_TRUE(result.value) << framework.toStdString();
  }
}

/// Which lines of a run have tasks, and which wait for one.
std::vector<std::string> lines_of(const Ran& run) {
  const Trace& trace = run.trace;
  std::map<int, std::string> lines;
  const auto line_of = [&](StatementId id) { return id == kNone ? 0 : trace.statement(id).line; };
  for (TaskId id = 0; id < trace.task_count(); ++id) lines[line_of(trace.task(id).statement)] = "tasks";
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    const Wait wait = trace.wait(id);
    if (wait.ended_by != kNone && !lines[line_of(wait.statement)].ends_with("waits"))
      lines[line_of(wait.statement)] += " waits";
  }
  std::vector<std::string> said;
  for (const auto& [line, text] : lines) said.push_back("line " + std::to_string(line) + ": " + text);
  return said;
}

/// One operation here may be several there, and print() asks more than once.
TEST(ListingsOfPyTorch, UseTheSameLinesInTheSystems) {
  if (module_path("runahead_torch.so").empty() ||
      !std::filesystem::exists("/usr/lib/python3/dist-packages/torch"))
    GTEST_SKIP() << "this build or this machine has no PyTorch (libtorch-dev, python3-torch)";
  const std::set<std::string> others = {
      "eager-vs-function", "function-scope",  // torch.compile, which PyTorch 1.13 has not
      "training-eager-vs-function",           // the same, and zero_grad() fills with zeros there
  };
  for (const Scenario& scenario : scenarios()) {
    if (others.count(scenario.id) > 0) continue;
    SCOPED_TRACE(scenario.id);
    const ProgramText copy =
        editableCopy(scenario, QStringLiteral("pytorch"), default_request(scenario, Preset::step));
    std::vector<std::vector<std::string>> said;
    for (const TorchKind torch : {TorchKind::small, TorchKind::real}) {
      RunRequest request = default_request(*taken(scenario_of(copy)));
      request.source.program = copy;
      request.torch = torch;
      request.clock = Clock::virtual_time;
      request.mode = Mode::stream;
      const Ran run = ran(check(request).value());
      EXPECT_EQ(run.result.errors.empty(), !scenario.demonstrates_error)
          << testing::PrintToString(run.result.errors);
      said.push_back(lines_of(run));
    }
    EXPECT_EQ(said[0], said[1]);
  }
}

TEST(Runs, LeaveNothingBehind) {
  if (module_path("runahead_python.so").empty()) GTEST_SKIP() << "this build has no Python";
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer holds what was given back, and looks for leaks by itself";
#endif
  const Scenario& scenario = *find_scenario("training-memory");
  const auto run_all = [&](int times) {
    for (int i = 0; i < times; ++i) {
      for (const QString& framework : frameworks()) {
        run_of(editableCopy(scenario, framework, default_request(scenario, Preset::step)));
      }
    }
    return resident_bytes();
  };
  const std::int64_t before = run_all(20);
  EXPECT_LT(run_all(20) - before, 8'000'000) << "of 60 runs";
}

std::vector<std::string> ids() {
  std::vector<std::string> all;
  for (const Scenario& scenario : scenarios()) all.push_back(scenario.id);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Listings, testing::ValuesIn(ids()),
                         [](const testing::TestParamInfo<std::string>& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace runahead
