// SPDX-License-Identifier: GPL-3.0-or-later
// Programs in Python, from the shell: what they print, record and leave behind, and how they end.
// Not here: gradients and training (programs_training_test.cpp).
#include <sched.h>
#include <signal.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/programs.h"

namespace runahead::testing_support {
namespace {

using nlohmann::json;

constexpr const char* kLoop = R"(from mxnet import np, npx
from d2l import mxnet as d2l
x = np.ones((2, 3))
with d2l.Benchmark('loop'):
    for i in range(4):
        y = x + 1
        y.wait_to_read()
    npx.waitall()
print(y.sum())
)";

TEST_F(Programs, RunOnTheEngine) {
  const json run = run_of(written("loop.py", kLoop));
  EXPECT_EQ(run["scenario"], "loop.py");
  EXPECT_EQ(run["mode"], "async") << "as MXNet works";
  EXPECT_EQ(run["tasks"], 6);
  EXPECT_EQ(run["marks"][0]["name"], "loop");
  EXPECT_TRUE(run["output"].get<std::string>().ends_with("12.0\n")) << run["output"];
  std::vector<int> lines;
  for (const json& wait : run["waits_list"]) lines.push_back(wait["line"]);
  EXPECT_EQ(lines, (std::vector{7, 7, 7, 7, 8, 9}));
}

TEST_F(Programs, AreTheSameEveryTimeUnderTheVirtualClock) {
  const std::string path = written("timed.py", R"(import random, time
from mxnet import np
x = np.random.normal(size=(3, 3))
begin = time.time()
time.sleep(0.5)
print(x, time.time() - begin, random.random(), hash('text'))
)");
  const json first = run_of(path);
  EXPECT_EQ(first, run_of(path));
  EXPECT_GT(first["total_ns"], 500'000'000);
  EXPECT_NE(first["output"], run_of(path, {"--seed", "7"})["output"]);
}

TEST_F(Programs, WaitWhereTheAxisSays) {
  const std::string path = written("loop.py", kLoop);
  const auto waits_at = [&](const std::string& waits, int line) {
    int count = 0;
    const json run = run_of(path, {"--waits", waits});
    for (const json& wait : run["waits_list"]) count += wait["line"] == line;
    return count;
  };
  EXPECT_EQ(waits_at("program", 7), 4);
  EXPECT_EQ(waits_at("none", 7), 0);
  EXPECT_EQ(waits_at("every:2", 7), 2);
  EXPECT_EQ(waits_at("none", 9), 1) << "its value is used";
  EXPECT_EQ(waits_at("6", 6), 4) << "behind a line that does not wait itself";
  const Finished refused = run_program({"run", "--torch", "small", path, "--waits", "4"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("line 4 of loop.py cannot carry a wait"), std::string::npos) << refused.err;
}

TEST_F(Programs, CanDoWithoutWaitsWhoseValueNobodyUses) {
  const std::string path = written("items.py", R"(from mxnet import np, npx
x = np.ones((2, 2))
for i in range(3):
    y = x.sum()
    y.item()
    y.tolist()
npx.waitall()
z = y.item()
)");
  const auto lines_of = [&](const std::string& waits) {
    const json run = run_of(path, {"--waits", waits});
    std::vector<int> lines;
    for (const json& wait : run["waits_list"]) lines.push_back(wait["line"]);
    return lines;
  };
  EXPECT_EQ(lines_of("program"), (std::vector{5, 6, 5, 6, 5, 6, 7, 8}));
  EXPECT_EQ(lines_of("none"), (std::vector{7, 8}));
  EXPECT_EQ(lines_of("6"), (std::vector{6, 6, 6, 8})) << "also outside a loop";
}

TEST_F(Programs, MakeWhatAWaitThatIsTakenAwayWouldHaveWaitedFor) {
  const std::string path = written("steps.py", R"(from mxnet import np, npx
x = np.ones((2, 2))
w = np.ones((2,))
def step(k):
    global w
    w = w + k
    return w
for k in range(3):
    np.dot(x, x).wait_to_read()
    step(k + 1).asnumpy()
    [step(1)][0].wait_to_read()
npx.waitall()
print(w)
)");
  const json with = run_of(path);
  const json without = run_of(path, {"--waits", "none"});
  EXPECT_EQ(with["output"], "[10. 10.]\n");
  EXPECT_EQ(without["output"], "[10. 10.]\n");
  EXPECT_EQ(without["tasks"], with["tasks"]);
  EXPECT_EQ(with["waits_list"].size(), 11U);
  EXPECT_EQ(without["waits_list"].size(), 2U);
}

TEST_F(Programs, KeepTheirOwnResult) {
  const json run = run_of(written("result.py", R"(import torch
x = torch.ones(2)
def result(y):
    return y * 2
print(result(x))
result = [0.5] * 100
def result():
    print('nobody calls this')
)"));
  EXPECT_EQ(run["output"], "tensor([2., 2.])\n");
  EXPECT_EQ(run["tasks"], 2);
}

TEST_F(Programs, EndWithoutAWordOfTracedFunctions) {
  const json run = run_of(written("method.py", R"(import tensorflow as tf
class Counter:
    @tf.function
    def next(self, x):
        return x + 1
counter = Counter()
print(counter.next(tf.constant(1.0)))
)"));
  EXPECT_EQ(run["output"], "tf.Tensor(2.0, shape=(), dtype=float32)\n");
  EXPECT_TRUE(run["error_output"].is_null());
}

TEST_F(Programs, TraceFunctionsWithWhatTheirLibraryLooksAtAgain) {
  const auto in_every_mode = [&](const std::string& text, const std::string& expected) {
    const Finished finished =
        run_program({"run", "--torch", "small", written("functions.py", text), "--clock", "virtual", "--json",
                     "--mode", "sync", "--mode", "stream", "--mode", "function", "--mode", "lazy"});
    ASSERT_EQ(finished.status, 0) << finished.err;
    const json all = json::parse(finished.out);
    for (const json& run : all["runs"]) EXPECT_EQ(run["output"], expected) << run["mode"];
  };
  // Variables as they are, all else as it was when the function was traced.
  in_every_mode(R"(import tensorflow as tf
v = tf.Variable(2.0)
c = tf.constant(1.0)
k = 3
@tf.function
def f(x):
    return x * v + c * k
print(f(tf.ones((2,))).numpy())
v.assign_add(8.0)
c = tf.constant(100.0)
k = 4
print(f(tf.ones((2,))).numpy(), c.numpy(), k)
print(f(tf.ones((1,))).numpy())
)",
                "[5. 5.]\n[13. 13.] 100.0 4\n[410.]\n");
  in_every_mode(R"(import torch
w = torch.ones(2)
k = 1
def twice(x):
    return x * 2 * k
@torch.compile
def f(x):
    return twice(x) * w + k
print(f(torch.ones(2)).tolist())
k = 7
print(f(torch.ones(2)).tolist())
w = torch.zeros(2)
print(f(torch.ones(2)).tolist())
)",
                "[3.0, 3.0]\n[21.0, 21.0]\n[7.0, 7.0]\n");
}

TEST_F(Programs, CallTheEngineFromOneThread) {
  const json run = run_of(written("threads.py", R"(import threading
from mxnet import np
x = np.ones((2, 2))
def other():
    try:
        x + 1
    except RuntimeError as error:
        print(error)
thread = threading.Thread(target=other)
thread.start()
thread.join()
)"));
  EXPECT_EQ(run["tasks"], 1);
  EXPECT_EQ(run["output"], "[thread] only the thread that the program begins on calls the engine\n");
}

TEST_F(Programs, MeasureWithClocksOfTheirOwn) {
  const json run = run_of(written("timed.py", R"(import time
from contextlib import contextmanager
from mxnet import np, npx
class Clock:
    def __init__(self, name):
        self.name = name
    def __enter__(self):
        self.start = time.perf_counter()
    def __exit__(self, *error):
        print(time.perf_counter() - self.start)
class Quiet:
    def __enter__(self):
        self.start = time.time()
    def __exit__(self, *error):
        pass
@contextmanager
def timer(text):
    begin = time.time()
    yield
    print(time.time() - begin)
with Clock('loop'):
    x = np.ones((2, 2))
    npx.waitall()
with Quiet():
    x = x + 1
with timer('again'):
    x = x + 1
)"));
  std::vector<std::string> marks;
  for (const json& mark : run["marks"]) marks.push_back(mark["name"]);
  EXPECT_EQ(marks, (std::vector<std::string>{"loop", "again"}));
}

TEST_F(Programs, LeaveOutWhatComesBeforeTheyMeasure) {
  const json run = run_of(written("phases.py", R"(from mxnet import np, npx
from d2l.mxnet import Benchmark
x = np.ones((2, 2))
npx.waitall()
with Benchmark('loop'):
    y = x + 1
    npx.waitall()
)"));
  EXPECT_EQ(run["marks"].size(), 1u) << "initialisation is no part of the numbers";
  EXPECT_EQ(run["tasks"], 2);
}

TEST_F(Programs, ShowLinesThatWorkThemselves) {
  const std::string path = written("work.py", R"(from mxnet import np
numbers = [i * i for i in range(100000)]
x = np.ones((2, 2))
)");
  const std::string trace = directory_.path() + "/work.json";
  ASSERT_EQ(run_program({"run", "--torch", "small", path, "--export", trace}).status, 0);
  std::ifstream file(trace);
  const json document = json::parse(file);
  EXPECT_NE(document.dump().find("\"line\":2"), std::string::npos);
}

TEST_F(Programs, NameTheirArrays) {
  const std::string path = written("names.py", R"(from mxnet import np
class Net:
    def __init__(self):
        self.weight = np.ones((2, 2))
net = Net()
total = (net.weight * 2).sum()
total.wait_to_read()
)");
  const std::string trace = directory_.path() + "/names.json";
  ASSERT_EQ(run_program({"run", "--torch", "small", path, "--clock", "virtual", "--export", trace}).status,
            0);
  std::ifstream file(trace);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find("\"self.weight\""), std::string::npos);
  EXPECT_NE(text.find("\"total\""), std::string::npos);
  EXPECT_NE(text.find("class Net"), std::string::npos) << "the program is in its trace";
  EXPECT_EQ(run_program({"open", trace, "--json"}).status, 0);
}

// The texts are NumPy 1.24's own.
TEST_F(Programs, PrintWhatNumPyPrints) {
  const json run = run_of(written("printed.py", R"(import numpy as np
a = np.array([[1.5, -2.25, 3.0], [0.1, 7.0, -0.5]], dtype=np.float32)
b = np.array([[2.0, 4.0, -3.0], [0.3, 1.0, 9.0]], dtype=np.float32)
print(a * b)
print(repr(1 / b))
print(a[1], a[0:1].sum(), a.sum(axis=1), a.max(axis=0))
print(np.array([10.0, 20.0, 30.0], dtype=np.float32) - a)
print(repr(np.sqrt(np.abs(a)).reshape(3, -1)), (a ** 3).mean())
)"));
  EXPECT_EQ(run["output"], R"([[ 3.   -9.   -9.  ]
 [ 0.03  7.   -4.5 ]]
array([[ 0.5       ,  0.25      , -0.33333334],
       [ 3.3333333 ,  1.        ,  0.11111111]], dtype=float32)
[ 0.1  7.  -0.5] 2.25 [2.25 6.6 ] [1.5 7.  3. ]
[[ 8.5  22.25 27.  ]
 [ 9.9  13.   30.5 ]]
array([[1.2247449 , 1.5       ],
       [1.7320508 , 0.31622776],
       [2.6457512 , 0.70710677]], dtype=float32) 60.310062
)");
}

TEST_F(Programs, TellTheNamesThatPackagesLackBeforeTheyRun) {
  const Finished failed = run_program({"run", written("lacking.py", R"(import mxnet as mx
from mxnet import np, gluon as g
from mxnet.gluon import nn, foonet
print('never')
def f():
    return np.concat([np.ones(2)]), np.random.gumbel(2)
class A(nn.Block):
    def g(self): return nn.Conv17D(f())
A(), g.Trainer.of_a_class, mx.np.nix, mx.test
import mxnet.bar.baz
# What is not certain:
try:
    np.nothing
except AttributeError:
    pass
if hasattr(np, 'also'):
    np.also()
if mx.__version__ > '3':
    np.later()
np.given = 3
print(np.given)
def unused():
    np.unusual()
for nd in [[]]:
    nd.append
)")});
  EXPECT_EQ(failed.status, 2);
  EXPECT_EQ(failed.out, "");
  EXPECT_EQ(failed.err,
            "runahead: lacking.py, line 3: Runahead has no mxnet.gluon.foonet; line 6: mxnet.np.concat (the "
            "nearest that it has is mxnet.np.concatenate), mxnet.np.random.gumbel; line 8: "
            "mxnet.gluon.nn.Conv17D; line 9: mxnet.np.nix, mxnet.test; line 10: mxnet.bar.baz\n");

  const Finished small =
      run_program({"run", "--torch", "small", written("small.py", "import torch\nprint(1)\ntorch.ons(2)\n")});
  EXPECT_EQ(small.status, 1);
  EXPECT_FALSE(small.out.starts_with("1")) << small.out;
  EXPECT_NE(small.err.find("small.py, line 3: Runahead has no torch.ons\n"), std::string::npos) << small.err;
  std::string many = "from d2l import torch as d2l\n";
  for (int i = 0; i < 12; ++i) many += "d2l.no" + std::to_string(i) + "\n";
  const Finished more = run_program({"run", written("many.py", many)});
  EXPECT_NE(more.err.find("line 11: d2l.torch.no9; and of 2 lines more\n"), std::string::npos) << more.err;

  if (!std::filesystem::exists("/usr/lib/python3/dist-packages/matplotlib") &&
      std::filesystem::exists("/usr/lib/python3/dist-packages/numpy")) {
    const Finished plot = run_program({"run", written("plot.py", "import matplotlib.pyplot as plt\n")});
    EXPECT_NE(
        plot.err.find("ModuleNotFoundError: No module named 'matplotlib' (apt install python3-matplotlib)"),
        std::string::npos)
        << plot.err;
  }

  // Named in the run where it cannot be known before.
  const Finished later =
      run_program({"run", written("later.py",
                                  "from mxnet import np\nfor name in ['concat', 'ons']:\n    try:\n        "
                                  "getattr(np, name)\n    except AttributeError as error:\n        "
                                  "print(error)\n")});
  EXPECT_NE(
      later.out.find("Runahead has no mxnet.np.concat; the nearest that it has is mxnet.np.concatenate\n"
                     "Runahead has no mxnet.np.ons\n"),
      std::string::npos)
      << later.out << later.err;
}

TEST_F(Programs, ThatCannotBeReadDoNotRun) {
  const Finished broken =
      run_program({"run", "--torch", "small", written("broken.py", "print('never')\nx = (1,\ny = 2\n")});
  EXPECT_EQ(broken.status, 2);
  EXPECT_EQ(broken.out, "");
  EXPECT_NE(broken.err.find("broken.py, line 2: '(' was never closed\n  x = (1,\n      ^"), std::string::npos)
      << broken.err;
  const Finished two =
      run_program({"run", "--torch", "small", written("two.py", "import torch\nfrom mxnet import np\n")});
  EXPECT_EQ(two.status, 2);
  EXPECT_NE(two.err.find("it imports torch and mxnet"), std::string::npos) << two.err;
  EXPECT_EQ(run_program({"run", "--torch", "small", "/nowhere/mine.py"}).status, 2);
}

TEST_F(Programs, ThatFailKeepWhatTheyDid) {
  const std::string path = written("fails.py", R"(from mxnet import np
x = np.ones((2, 2))
def half(a):
    return a + missing
print('so far')
half(x)
)");
  const Finished failed = run_program({"run", "--torch", "small", path, "--json"});
  EXPECT_EQ(failed.status, 1);
  EXPECT_NE(failed.err.find("fails.py, line 4: NameError: name 'missing' is not defined"), std::string::npos);
  const json run = json::parse(failed.out)["runs"][0];
  EXPECT_EQ(run["tasks"], 1);
  EXPECT_EQ(run["output"], "so far\n");
  const std::string output = run["error_output"];
  EXPECT_TRUE(output.starts_with("Traceback")) << output;
  EXPECT_NE(output.find("line 6, in <module>"), std::string::npos);
  EXPECT_EQ(output.find("_runahead"), std::string::npos) << "only the program's own frames";
}

TEST_F(Programs, MeetTheErrorsOfTasksWhereTheyWait) {
  const json run = run_of(written("late.py", R"(from mxnet import np
a = np.random.normal(0, -1, (3, 3))
b = np.dot(a, a)
try:
    b.wait_to_read()
except RuntimeError as error:
    print('met', error)
)"));
  EXPECT_TRUE(run["output"].get<std::string>().starts_with("met [normal]")) << run["output"];
  EXPECT_EQ(run["failed"], 1);
}

TEST_F(Programs, AreAloneWithTheirNames) {
  written("helper.py", "calls = 0\ndef count():\n    global calls\n    calls += 1\n    return calls\n");
  const std::string path =
      written("mine.py", "import helper\nassert 'left' not in globals()\nleft = 1\nprint(helper.count())\n");
  const Finished runs = run_program(
      {"run", "--torch", "small", path, "--clock", "virtual", "--seed", "1", "--seed", "2", "--json"});
  ASSERT_EQ(runs.status, 0) << runs.err;
  const json document = json::parse(runs.out);
  for (const json& run : document["runs"]) EXPECT_EQ(run["output"], "1\n");
}

TEST_F(Programs, EndWhenTheyAreInterrupted) {
  const char* const endless[] = {
      "while True: pass\n",
      "while True:\n    try:\n        while True: pass\n    except:\n        pass\n",
      "import time\ntime.sleep(1000)\n",
      "import threading\nthreading.Event().wait()\n",
      "from threading import *\nt = Thread(target=Event().wait, daemon=True)\nt.start()\nt.join()\n",
      "from mxnet import np\nx = np.ones((9, 9))\nwhile True: y = x + 1\n"};
  for (const char* const text : endless) {
    SCOPED_TRACE(text);
    Program program({"run", "--torch", "small", written("endless.py", text), "--set", "max_pending=100"});
    program.start();
    program.wait_until_catching(SIGINT);
    program.signal(SIGINT);
    const Finished finished = program.wait();
    EXPECT_EQ(finished.status, 1);
    EXPECT_NE(finished.err.find("interrupted"), std::string::npos) << finished.err;
  }
}

TEST_F(Programs, InsideOneLongCallEndWithTheSecondInterrupt) {
  const std::string begun = directory_.file("begun");
  const std::string said = directory_.file("said");
  const auto wait_for = [](const std::string& path, const std::string& text) {
    while (!std::filesystem::exists(path) || read_file(path).find(text) == std::string::npos) ::sched_yield();
  };
  // What runs when the call begins is not what it is inside of.
  Program program({"run", "--torch", "small",
                   written("long.py",
                           "from time import sleep\nfrom mxnet import np\n"
                           "x = np.ones((1000, 1000))\nfor i in range(20):\n    x = np.dot(x, x)\n"
                           "sleep(0.02)\n"
                           "with open('" +
                               begun +
                               "', 'w') as file:\n    file.write('now')\n"
                               "sum(range(10**12))\n")});
  program.standard_error(said);
  program.start();
  wait_for(begun, "now");
  program.signal(SIGTERM);
  wait_for(said, "\n");
  EXPECT_EQ(read_file(said),
            "runahead: interrupted, but the program is inside one long call of Python's, which only ends by "
            "itself; "
            "interrupt again to end this process at once\n");
  program.signal(SIGTERM);
  EXPECT_EQ(program.wait().status, 128 + SIGTERM);
}

TEST_F(Programs, WithoutOneNothingOfPythonIsLoaded) {
  Program program({"run", "increment-loop", "--set", "n=1000000"});
  program.start();
  program.wait_until_catching(SIGINT);
  EXPECT_EQ(program.mapped_files().find("libpython"), std::string::npos);
  program.signal(SIGINT);
  program.wait();
}

}  // namespace
}  // namespace runahead::testing_support
