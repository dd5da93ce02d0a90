// SPDX-License-Identifier: GPL-3.0-or-later
// Programs in Python, scheduled manually: going back and forking run them from the beginning again.
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <thread>

#include "core/base/module_path.h"
#include "core/scenario/manual_simulation.h"
#include "core/scenario/python.h"
#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

using testing_support::TemporaryDirectory;

const std::atomic<bool> kGoOn{false};

constexpr const char* kLoop = R"(from mxnet import np, npx
x = np.ones((2, 2))
__result__ = lambda: y
for i in range(4):
    y = x + i
    y.wait_to_read()
npx.waitall()
)";

class ManualPrograms : public testing::Test {
 protected:
  void SetUp() override {
    if (module_path("runahead_python.so").empty()) GTEST_SKIP() << "this build has no Python";
  }
  static RunConfig config_of(const std::string& text, const std::string& folder = {},
                             TorchKind torch = TorchKind::small) {
    const ProgramText program{"driven.py", folder, text};
    RunRequest request = default_request(*scenario_of(program).value());
    request.source.program = program;
    request.clock = Clock::manual;
    request.torch = torch;
    CheckedRun config = check(request);
    EXPECT_TRUE(config) << config.failure().given;
    return *config;
  }
  static std::string content(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  TemporaryDirectory directory_;
};

TEST_F(ManualPrograms, StandBeforeTheirStatements) {
  ManualSimulation run(config_of(kLoop), Script{}, kGoOn);
  ASSERT_EQ(run.at().choices.size(), 1u);
  EXPECT_EQ(run.at().choices.front().kind, Choice::Kind::issue);
  EXPECT_EQ(run.at().choices.front().line, 1);
  run.run_to(RunTo::line, {2});
  run.decide(run.at().choices.front());
  EXPECT_EQ(run.at().trace.task_count(), 1u);
  run.run_to(RunTo::line, {6});
  EXPECT_EQ(run.at().choices.front().line, 6);
  EXPECT_EQ(run.at().trace.task_count(), 2u);
  run.run_to(RunTo::end);
  EXPECT_TRUE(run.at().over);
  EXPECT_EQ(run.at().result.value->data, std::vector<float>(4, 4));
}

void go_back_and_fork(const RunConfig& config) {
  auto run = std::make_unique<ManualSimulation>(config, Script{}, kGoOn);
  run->run_to(RunTo::end);
  const Trace whole = run->at().trace;
  for (Seq cursor = 0; cursor <= whole.size(); cursor += 5) {
    run = nullptr;  // one program at a time
    run = std::make_unique<ManualSimulation>(config, decisions_at(whole, cursor), kGoOn);
    ASSERT_TRUE(run->followed()) << cursor;
    ASSERT_EQ(common_events(whole, run->at().trace, cursor), cursor);
  }
}

TEST_F(ManualPrograms, GoBackAndFork) {
  go_back_and_fork(config_of(kLoop));
}

TEST_F(ManualPrograms, OfTheSystemsPyTorchGoBackAndFork) {
  if (!has_library("torch")) GTEST_SKIP() << "there is no python3-torch";
  const RunConfig config = config_of(R"(import torch
x = torch.randn(8, 8, device='cuda', requires_grad=True)
n = torch.ones(8, 8)
for i in range(2):
    loss = (x @ x + n.cuda()).relu().sum()
    loss.backward()
    n = n + loss.item() * 0
torch.cuda.synchronize()
)",
                                     {}, TorchKind::real);
  go_back_and_fork(config);
}

// Also one that calls nothing of the engine; a line that called others goes on, and does not begin again.
TEST_F(ManualPrograms, StandBeforeEachStatementThatBegins) {
  ManualSimulation run(config_of(R"(import torch
def step(x):
    return torch.relu(x)
x = torch.ones(2)
count = 0
for i in range(3):
    y = step(x) * 2
    count += 1
)"),
                       Script{}, kGoOn);
  for (int i = 0; i < 3; ++i) {
    for (const int line : {7, 8}) {
      run.run_to(RunTo::line, {7, 8});
      ASSERT_FALSE(run.at().over);
      EXPECT_EQ(run.at().choices.front().line, line);
    }
  }
  run.run_to(RunTo::line, {7, 8});
  EXPECT_TRUE(run.at().over);
  const Trace& trace = run.at().trace;
  std::map<int, int> begun;
  for (StatementId id = 0; id < trace.statement_count(); ++id)
    begun[trace.statement(id).line] += !trace.statement(id).continues;
  EXPECT_EQ(begun, (std::map<int, int>{{1, 1}, {2, 1}, {3, 3}, {4, 1}, {5, 1}, {6, 1}, {7, 3}, {8, 3}}));
}

TEST_F(ManualPrograms, SayWhichLineRaisedTheError) {
  ManualSimulation run(config_of("import torch\nx = torch.ones(2)\ny = x + 1\nz = [][1]\nprint('after')\n"),
                       Script{}, kGoOn);
  run.run_to(RunTo::end);
  const Trace& trace = run.at().trace;
  ASSERT_EQ(trace.error_count(), 1u);
  const ErrorRecord error = trace.error(0);
  ASSERT_NE(error.statement, kNone);
  EXPECT_EQ(trace.statement(error.statement).line, 4);
}

// Of the text alone: where an array is known to be read.
TEST_F(ManualPrograms, WaitWhereTheyReadAnArray) {
  const Scenario& scenario = *scenario_of(ProgramText{"waits.py", {}, R"(import time
import torch
x = torch.ones(10, device='cuda')
t = time.time()
y = (x > 0).float()
m = x.mean().float()
print(f'{time.time() - t:.3f}')
print(m)
print(f'{m:.2f}')
n = float(m)
print(n, y.sum().item())
)"})
                                  .value();
  std::vector<int> waits;
  for (const WaitLine& line : scenario.wait_lines) {
    if (line.place == WaitPlace::final) waits.push_back(line.line);
  }
  EXPECT_EQ(waits, (std::vector<int>{8, 9, 10, 11}));
}

// What is made all the same stays; what is only named goes with the wait.
TEST_F(ManualPrograms, SayWhatGoesWithAWait) {
  const std::string text = R"(from mxnet import np, npx
x = y = np.ones((2, 2))
for i in range(2):
    np.dot(x, x).wait_to_read()
    y.wait_to_read()  # read
    é = y; f(é).item(); é.item(i + 1, 2)
    (np.dot(  # x.y
        x, x,
    ).as_in_context(x.context)
     .asnumpy()  # a.b
     .item(*a))
    (y
     .wait_to_read())
    x.T.wait_to_read(); y.T.grad.wait_to_read()
z = y.item(); print(z)
npx.waitall()
)";
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  const Scenario& scenario = *scenario_of(ProgramText{"goes.py", {}, text}).value();
  std::string out;
  int last = 0;
  for (const auto& [line, begin, end] : left_out(Waits::at_lines({2}), scenario)) {
    if (line != last) out.append("\n").append(std::to_string(line));
    out += line == last ? " | " : " ";
    out += lines[static_cast<std::size_t>(line - 1)].substr(static_cast<std::size_t>(begin),
                                                            static_cast<std::size_t>(end - begin));
    last = line;
  }
  EXPECT_EQ(out,
            "\n4 .wait_to_read()\n5 y.wait_to_read()\n6 .item() | é.item( | , 2)\n10 .asnumpy()\n11 .item(*a)"
            "\n12 (y\n13 .wait_to_read())\n14 .wait_to_read() | .wait_to_read()\n16 npx.waitall()");
  EXPECT_TRUE(left_out(Waits(), scenario).empty());
}

// The thread that holds it stands still for as long as the user thinks.
TEST_F(ManualPrograms, LetOthersHaveTheInterpreter) {
  ManualSimulation run(config_of(kLoop), Script{}, kGoOn);
  EXPECT_TRUE(scenario_of(ProgramText{"other.py", {}, "import torch\n"}));
  run.run_to(RunTo::end);
  EXPECT_TRUE(run.at().over);
}

TEST_F(ManualPrograms, AreGoneWhenNobodyGoesOn) {
  for (int i = 0; i < 3; ++i) {
    ManualSimulation run(
        config_of("from mxnet import np\nwhile True:\n    try:\n        x = np.ones((2, 2))\n"
                  "    except BaseException:\n        pass\n"),
        Script{}, kGoOn);
    run.decide(run.at().choices.front());
  }
}

TEST_F(ManualPrograms, ChangeNoFiles) {
  const std::string path = directory_.path() + "/log.txt";
  std::ofstream(path) << "before\n";
  const std::string text = "import os\nfrom mxnet import np\npath = '" + path + R"('
for i in range(3):
    x = np.ones((2, 2))
    x.wait_to_read()
    with open(path, 'a') as file:
        file.write(f'{i}\n')
print(open(path).read())
try:
    os.remove(path)
except PermissionError as error:
    print(error)
)";
  const RunConfig config = config_of(text);
  ManualSimulation run(config, Script{}, kGoOn);
  run.run_to(RunTo::end);
  EXPECT_EQ(run.at().result.status, RunResult::Status::succeeded);
  const std::string output = run.at().output.text();
  EXPECT_TRUE(output.starts_with("before\n0\n1\n2\n\nos.remove: a program under manual scheduling"))
      << output;
  EXPECT_EQ(content(path), "before\n");
}

TEST_F(ManualPrograms, ActOutsideInNoOtherWay) {
  const std::string log = directory_.path() + "/log";
  const std::string text = "log = '" + log + R"('
import dbm, io, os, socket, sqlite3, subprocess, sys, tempfile
from mxnet import np
x = np.ones((2, 2))
for act in (lambda: os.open(log, os.O_WRONLY | os.O_CREAT), lambda: io.FileIO(log, 'w'), lambda: os.system('echo >' + log),
            lambda: subprocess.run('echo >' + log, shell=True), lambda: sqlite3.connect(log),
            lambda: dbm.open(log, 'c'), os.fork,
            lambda: socket.socket(socket.AF_UNIX).connect(log)):
    try:
        act()
    except PermissionError as error:
        print(str(error).split(',')[0])
    x = x + 1
with tempfile.NamedTemporaryFile() as file, tempfile.TemporaryFile() as other, tempfile.TemporaryDirectory() as folder:
    print(file.write(b'1'), other.write(b'12'), os.path.isdir(folder))
print(sqlite3.connect(':memory:').execute('select 1').fetchall(), 'PID' in subprocess.check_output(['ps']).decode())
)";
  ManualSimulation run(config_of(text), Script{}, kGoOn);
  run.run_to(RunTo::end);
  EXPECT_EQ(run.at().output.text(),
            "os.open: a program under manual scheduling changes no files\n"
            "os.open: a program under manual scheduling changes no files\n"
            "os.system: a program under manual scheduling starts no other program\n"
            "subprocess.Popen: a program under manual scheduling starts no other program\n"
            "sqlite3.connect: a program under manual scheduling changes no files\n"
            "dbm.open: a program under manual scheduling changes no files\n"
            "os.fork: a program under manual scheduling starts no other program\n"
            "socket.connect: a program under manual scheduling opens no connection\n"
            "1 2 True\n"
            "[(1,)] True\n")
      << testing::PrintToString(run.at().result.errors);
  EXPECT_TRUE(directory_.entries() == 0);
}

TEST_F(ManualPrograms, LeaveOthersToBeStopped) {
  {
    ManualSimulation run(config_of(kLoop), Script{}, kGoOn);  // Python tells of its calls from then on
  }
  for (int i = 0; i < 12; ++i) {
    RunConfig config = config_of(
        "import time\nfrom mxnet import np\nx = np.ones((2, 2))\nprint('there', end='')\ntime.sleep(600)\n");
    config.clock = Clock::live;
    RunExecution run(config);
    run.start();
    while (run.output().empty()) std::this_thread::yield();
    run.stop();
    run.wait();
    EXPECT_EQ(run.result().status, RunResult::Status::stopped);
    EXPECT_EQ(run.result().errors, std::vector<std::string>());
    EXPECT_EQ(run.output().text(), "there");
  }
}

// What looks a module up by this name is stopped where Python holds its lock for all modules.
TEST_F(ManualPrograms, LeaveModulesToBeLoaded) {
  std::ofstream(directory_.path() + "/slow.py") << "pass\n";
  RunConfig config = config_of(R"(import _imp
class Name(str):
    def __hash__(self):
        if _imp.lock_held():
            print('there')
            while True: pass
        return hash(str(self))
__import__(Name('slow'))
)",
                               directory_.path());
  config.clock = Clock::live;
  RunExecution stopped(config);
  stopped.start();
  while (stopped.output().empty()) std::this_thread::yield();
  stopped.stop();
  stopped.wait();
  EXPECT_EQ(stopped.result().status, RunResult::Status::stopped);
  config = config_of("import slow\nprint('over', end='')\n", directory_.path());
  config.clock = Clock::live;
  RunExecution next(config);
  next.start();
  next.wait();
  EXPECT_EQ(next.output().text(), "over");
}

TEST_F(ManualPrograms, DoNotComeAgainWhereWhatTheyReadHasChanged) {
  const std::string path = directory_.path() + "/size.txt";
  std::ofstream(path) << 2;
  const RunConfig config = config_of("from mxnet import np\nfor i in range(int(open('" + path +
                                     "').read())):\n    x = np.ones((2, 2))\n    x.wait_to_read()\n");
  Trace whole;
  {
    ManualSimulation run(config, Script{}, kGoOn);
    run.run_to(RunTo::end);
    whole = run.at().trace;
  }
  std::ofstream(path) << 1;
  const ManualSimulation again(config, decisions_at(whole, whole.size()), kGoOn);
  EXPECT_FALSE(again.followed() && common_events(whole, again.at().trace, whole.size()) == whole.size());
}

}  // namespace
}  // namespace runahead
