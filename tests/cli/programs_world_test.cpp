// SPDX-License-Identifier: GPL-3.0-or-later
// The world of programs in Python, from the shell: clocks, threads, processes; and what a run leaves to the
// next. Not here: output and ends (programs_end_test.cpp).
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/programs.h"

namespace runahead::testing_support {
namespace {

using nlohmann::json;

#ifdef __SANITIZE_ADDRESS__
constexpr bool kLeaksAreLookedFor = true;
#else
constexpr bool kLeaksAreLookedFor = false;
#endif
constexpr const char* kThreadsKeepTheirs =
    "a thread that nothing ends keeps its objects of Python until the process is over";

class ProgramsWorld : public Programs {
 protected:
  static json runs_of(std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "--torch", "small"});
    words.emplace_back("--json");
    const Finished finished = Program(words).time_limit(60).run();
    EXPECT_EQ(finished.status, 0) << finished.err;
    return finished.status == 0 ? json::parse(finished.out)["runs"] : json();
  }
  /// What it prints, the same under both clocks and in each of two runs.
  std::string printed(const std::string& text) const {
    const std::string path = written("mine.py", text);
    const json runs =
        runs_of({path, "--clock", "virtual", "--clock", "live", "--clock", "virtual", "--rounds", "1"});
    if (runs.size() != 3) return {};
    EXPECT_EQ(runs[0]["output"], runs[1]["output"]);
    EXPECT_EQ(runs[0]["output"], runs[2]["output"]);
    return runs[0]["output"];
  }
};

TEST_F(ProgramsWorld, ThreadsSleepAndWaitOnEveryClock) {
  EXPECT_EQ(printed(R"(import asyncio, queue, threading, time, torch
from concurrent.futures import ThreadPoolExecutor, wait
def sleeps(what):
    time.sleep(0.01)
    return what
thread = threading.Thread(target=lambda: print(sleeps('thread')))
thread.start()
thread.join()
with ThreadPoolExecutor(2) as pool:
    print(*pool.map(sleeps, 'ab'))
done = threading.Event()
threading.Timer(0.01, done.set).start()
print(done.wait(30))
try:
    queue.Queue().get(timeout=0.02)
except queue.Empty:
    print('empty')
condition = threading.Condition()
with condition:
    print(condition.wait_for(lambda: False, timeout=0.02))
async def main():
    await asyncio.sleep(0.02)
    print(await asyncio.to_thread(sleeps, 'beside'))
asyncio.run(main())
print(torch.ones(2))
threading.Thread(target=lambda: print(sleeps('waited for'))).start()
import atexit
atexit.register(print, 'over')
)"),
            "thread\na b\nTrue\nempty\nFalse\nbeside\ntensor([1., 1.])\nwaited for\nover\n");
}

TEST_F(ProgramsWorld, TimePassesInWaitsThatNobodyEnds) {
  const json run = runs_of({written("mine.py", R"(import asyncio, queue, time
begin = time.time()
try:
    queue.Queue().get(timeout=600)
except queue.Empty:
    print(round(time.time() - begin))
async def main():
    await asyncio.gather(asyncio.sleep(600), asyncio.sleep(300))
asyncio.run(main())
print(round(time.time() - begin))
)"),
                            "--clock", "virtual"})[0];
  EXPECT_EQ(run["output"], "600\n1200\n");
}

TEST_F(ProgramsWorld, WaitsForThreadsTakeTheTimeThatTheThreadsTake) {
  const std::string path = written("mine.py", R"(import queue, select, threading, time, torch
from concurrent.futures import ThreadPoolExecutor
def took(what):
    begin = time.perf_counter()
    what()
    print(round(time.perf_counter() - begin, 4), end=' ')
def begun(*sleeps, end=lambda: None):
    threads = [threading.Thread(target=lambda it=it: (time.sleep(it), end())) for it in sleeps]
    for one in threads: one.start()
    return threads
def join():
    for one in begun(.02, .03, .01): one.join()
def timer():
    event = threading.Event()
    threading.Timer(.01, event.set).start()
    event.wait(30)
def condition():
    there, flag = threading.Condition(), []
    def end():
        with there: flag.append(there.notify())
    with there:
        begun(.01, end=end)
        there.wait_for(lambda: flag, 30)
def items():
    items = queue.Queue()
    begun(.01, end=lambda: items.put(0))
    items.get()
def held():
    lock, there = threading.Lock(), threading.Event()
    def hold():
        with lock:
            there.set()
            time.sleep(.01)
    threading.Thread(target=hold).start()
    there.wait()
    lock.acquire()
def pool():
    with ThreadPoolExecutor(2) as pool: list(pool.map(time.sleep, [.01] * 4))
def looks():
    def look():
        begin = time.perf_counter()
        while time.perf_counter() - begin < .01: pass
    one = threading.Thread(target=look)
    one.start()
    one.join()
lock = threading.Lock()
lock.acquire()
took(lambda: lock.acquire(timeout=20))
took(lambda: select.select([], [], [], 10))
for what in (join, timer, condition, items, held, pool, looks): took(what)
)");
  for (const json& run : runs_of({path, "--clock", "virtual", "--workers", "1", "--workers", "2"}))
    EXPECT_EQ(run["output"], "20.0 10.0 0.03 0.01 0.01 0.01 0.01 0.02 0.01 ");
}

TEST_F(ProgramsWorld, AllClocksAreTheRunsUnderTheVirtualOne) {
  const std::string text = R"(import datetime, logging, os, resource, select, sys, time, timeit
logging.basicConfig(format='%(asctime)s %(message)s', datefmt='%H', stream=sys.stderr)
logging.warning('logged')
class Bound:
    look, date, times, select = time.perf_counter, time.localtime, os.times, select.select
Bound().look(), Bound().date(), Bound().times(), Bound().select([], [], [], 0)
from timeit import default_timer
from datetime import datetime as moment
def now():
    return [default_timer(), time.process_time(), time.thread_time(), time.monotonic(), time.perf_counter(),
            time.clock_gettime(time.CLOCK_MONOTONIC), time.time_ns() / 1e9, moment.now().timestamp(), os.times()[4]]
first = now()
time.sleep(0.5)
print(*(round(b - a, 3) for a, b in zip(first, now())))
used = resource.getrusage(resource.RUSAGE_SELF)
if time.localtime().tm_year == 1970: assert used[1:3] == (0, 0) and round(used[0], 3) == 0.5, used
print(repr(moment.now()), datetime.date.today(), time.ctime(), time.localtime().tm_year)
print(isinstance(moment.now(), datetime.datetime), isinstance(moment.now().date(), datetime.date), moment(2024, 1, 2))
)";
  const std::string path = written("clocks.py", text);
  const json runs = runs_of(
      {path, "--clock", "live", "--clock", "virtual", "--workers", "1", "--workers", "2", "--rounds", "1"});
  ASSERT_EQ(runs.size(), 4u);
  const std::string output = runs[2]["output"];
  EXPECT_EQ(runs[2]["output"], runs[3]["output"]);
  EXPECT_TRUE(
      output.starts_with("0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5\ndatetime.datetime(1970, 1, 1, 0, 0, 0, "))
      << output;
  EXPECT_TRUE(output.ends_with(" 1970-01-01 Thu Jan  1 00:00:00 1970 1970\nTrue True 2024-01-02 00:00:00\n"))
      << output;
  EXPECT_EQ(runs[0]["output"].get<std::string>().find("1970"), std::string::npos);
  EXPECT_EQ(runs[2]["error_output"], "00 logged\n");
}

TEST_F(ProgramsWorld, ArraysThatAnotherThreadDropsGoOnTheirOwn) {
  const std::string path = written("drops.py", R"(import queue, sys, threading
from mxnet import np, npx
sys.setswitchinterval(1e-5)
given, back = queue.Queue(), queue.Queue()
def drop():
    for held in iter(given.get, None):
        while held: held.pop(len(held) // 2)
        back.put(1)
thread = threading.Thread(target=drop)
thread.start()
x = np.ones((64, 64))
for i in range(20):
    y, held = x, []
    for k in range(100):
        y = y + 1
        held.append(y)
    given.put(held)
    del held
    y.wait_to_read()
    back.get()
given.put(None)
thread.join()
print(float(y[0, 0]))
)");
  const json runs = runs_of(
      {path, "--mode", "lazy", "--mode", "async", "--clock", "live", "--clock", "virtual", "--rounds", "1"});
  ASSERT_EQ(runs.size(), 4u);
  for (const json& run : runs) {
    EXPECT_EQ(run["output"], "101.0\n");
    EXPECT_LE(run["peak_live_bytes"], run["peak_pool_bytes"]);
  }
}

TEST_F(ProgramsWorld, ProcessesThatTheyForkComeToTheirEnd) {
  EXPECT_EQ(printed(R"(import os, torch
x = torch.ones(3)
sees, tells = os.pipe()
child = os.fork()
if child == 0:
    os.dup2(tells, 1)
    try:
        x + 1
    except RuntimeError as error:
        print(error)
else:
    os.close(tells)
    print(open(sees).read(), os.waitpid(child, 0)[1])
    print(x)
)"),
            "[fork] a process that os.fork made has no engine, and calls none\n 0\ntensor([1., 1., 1.])\n");
}

TEST_F(ProgramsWorld, LeaveNothingToTheNextRun) {
  EXPECT_EQ(
      printed(
          R"(import atexit, builtins, decimal, gc, json, logging, math, os, random, signal, sys, threading, time, torch
import _thread, resource, warnings
print(math.pi, os.environ.get('SEEN'), os.path.basename(os.getcwd()), json.dumps(1), sys.getswitchinterval())
print(decimal.getcontext().prec, len(logging.root.handlers), logging.root.level, len(gc.callbacks), 'seen' in dir(time))
print(sorted([2, 1]), sys.gettrace(), len(sys.path) < 9, random.random(), len(warnings.filters) < 9)
print(_thread.stack_size(), sys.get_int_max_str_digits(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
def is_open(name):
    folder = '/proc/self/fd'
    return any(os.path.basename(os.readlink(f'{folder}/{one}')) == name for one in os.listdir(folder) if os.path.exists(f'{folder}/{one}'))
print(is_open('passwd'))
os.dup(os.open('/etc/passwd', os.O_RDONLY))
_thread.stack_size(1 << 20)
sys.set_int_max_str_digits(1000)
resource.setrlimit(resource.RLIMIT_NOFILE, (500, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
builtins.sorted = lambda values: 'patched'
math.pi, time.seen = 3, True
json.JSONEncoder.encode = lambda self, value: 'patched'
threading.Thread.start = None
os.environ['SEEN'] = '1'
os.chdir('/')
logging.basicConfig(level=logging.DEBUG)
decimal.DefaultContext.prec = 3
gc.callbacks.append(lambda *given: print('collected'))
sys.addaudithook(lambda *given: event_seen)
event_seen = None
sys.setswitchinterval(1)
sys.path.append('/nowhere')
sys.setprofile(lambda *given: None)
warnings.simplefilter('error')
for i in range(9): warnings.filters.append(warnings.filters[0])
del sys.modules['random']
)")
          .find("3.141592653589793 None "),
      0u);
}

TEST_F(ProgramsWorld, MoveNoExportIntoAFolderThatTheyChangeTo) {
  written("sub/other.txt", "");
  const std::string path = written("moves.py", "import os, torch\nos.chdir('sub')\nprint(torch.ones(2))\n");
  const Finished finished =
      Program({"run", "--torch", "small", path, "--clock", "virtual", "--export", "tasks.csv"})
          .working_directory(directory_.path())
          .run();
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(std::filesystem::exists(directory_.file("tasks.csv")));
}

TEST_F(ProgramsWorld, LeaveNoThreadsToTheNextRun) {
  if (kLeaksAreLookedFor) GTEST_SKIP() << kThreadsKeepTheirs;
  EXPECT_EQ(printed(R"(import threading, torch
begun = threading.Event()
def chat():
    begun.set()
    while True: pass
def wait():
    threading.Event().wait()
print(threading.active_count())
for what in (chat, wait):
    threading.Thread(target=what, daemon=True).start()
begun.wait()
print('over')
)"),
            "1\nover\n");
}

TEST_F(ProgramsWorld, TellOfThreadsThatNothingEnds) {
  if (kLeaksAreLookedFor) GTEST_SKIP() << kThreadsKeepTheirs;
  const json run = runs_of({written("stubborn.py", R"(import threading, torch
begun = threading.Event()
def stubborn():
    while True:
        try:
            begun.set()
            while True: len('')
        except BaseException: pass
threading.Thread(target=stubborn, daemon=True).start()
begun.wait()
)"),
                            "--clock", "virtual"})[0];
  EXPECT_EQ(run["error_output"],
            "runahead: 1 thread of this program is still running; only the program can end it\n");
}

TEST_F(ProgramsWorld, FindTheirOwnModulesInEachRun) {
  const std::string module =
      "import torch\ncalls = []\ndef f(x):\n    calls.append(x)\n    return len(calls) * x\n";
  written("lib/mynet.py", module);
  written("proj/trace.py", module);  // Python has some of these names
  written("proj/datetime.py", "");
  written("proj/threading.py", "");
  const std::string path =
      written("proj/mine.py", "import sys\nsys.path.append('" + directory_.path() +
                                  "/lib')\nimport torch, mynet, trace, datetime, threading\n"
                                  "print(mynet.f(torch.ones(2)), trace.f(torch.ones(1)))\n");
  const json runs = runs_of({path, "--clock", "virtual", "--workers", "1", "--workers", "2"});
  ASSERT_EQ(runs.size(), 2u);
  for (const json& run : runs) EXPECT_EQ(run["output"], "tensor([1., 1.]) tensor([1.])\n");
}

TEST_F(ProgramsWorld, TellTheirLinesBesideATracerOfTheirOwn) {
  const std::string path = written("traced.py", R"(import sys, torch
told = []
def tracer(frame, event, argument):
    if frame.f_code.co_filename == 'traced.py': told.append((event, frame.f_lineno))
    return tracer
def f(x):
    return x * 2
sys.settrace(tracer)
x = f(torch.zeros(2))
sys.settrace(None)
print(told, sys.gettrace())
)");
  const json run = runs_of({path, "--clock", "virtual"})[0];
  EXPECT_EQ(run["output"], "[('call', 6), ('line', 7), ('return', 7)] None\n");
  const std::string tasks = directory_.file("tasks.csv");
  ASSERT_EQ(run_program({"run", "--torch", "small", path, "--clock", "virtual", "--export", tasks}).status,
            0);
  std::vector<std::string> lines;
  std::istringstream file(read_file(tasks));
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> cells;
    std::istringstream parts(line);
    for (std::string cell; std::getline(parts, cell, ',');) cells.push_back(cell);
    lines.push_back(cells.at(6) + " " + cells.at(7));
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"operation line", "zeros 9", "mul 7"}));
}

TEST_F(ProgramsWorld, PrintNumbersTheSameInEveryLocale) {
  const json runs = runs_of({written("numbers_there.py", R"(import locale, torch
for name in ('de_DE.UTF-8', 'fr_FR.UTF-8', 'de_DE', 'C.UTF-8'):
    try:
        locale.setlocale(locale.LC_ALL, name)
        break
    except locale.Error:
        pass
print(torch.ones(2) * 1.5, torch.ones(1) * 1e-9)
)"),
                             "--clock", "virtual"});
  EXPECT_EQ(runs[0]["output"], "tensor([1.5000, 1.5000]) tensor([1.0000e-09])\n");
}

TEST_F(ProgramsWorld, FindTheirSimulatedMemoryWhereverTheyLook) {
  const json runs = runs_of({written("resident.py", R"(import os, pathlib, resource, subprocess
from mxnet import np, npx
kept = [np.ones((1000, 1000)) for _ in range(3)]
npx.waitall()
page, me = resource.getpagesize(), os.getpid()
said = int(subprocess.check_output(['ps', '-o', 'rss=', '-p', str(me)])) * 1024
for path in ('/proc/self/statm', f'/proc/{me}/statm'):
    with open(path) as file:
        print(said == int(file.read().split()[1]) * page, said)
print([line for line in pathlib.Path('/proc/self/status').read_text().split('\n') if 'VmRSS' in line] == [f'VmRSS:\t{said // 1024:8} kB'])
print(open('/proc/self/statm', 'rb').read().split()[0].isdigit(), open('/proc/1/statm').read().split()[1] != str(said // page))
)"),
                             "--clock", "virtual"});
  EXPECT_EQ(runs[0]["output"], "True 12582912\nTrue 12582912\nTrue\nTrue True\n");
}

TEST_F(ProgramsWorld, AreReadWithAnyEndsOfLines) {
  for (const char* const text :
       {"import torch\rx = torch.ones(2, device='cuda')\rprint(x)\r",
        "\xef\xbb\xbfimport torch\r\nx = torch.ones(2, device='cuda')\r\nprint(x)\r\n"}) {
    const json run = runs_of({written("ends.py", text), "--clock", "virtual"})[0];
    EXPECT_EQ(run["output"], "tensor([1., 1.], device='cuda:0')\n");
    EXPECT_EQ(run["waits_list"][0]["line"], 3);
  }
}

}  // namespace
}  // namespace runahead::testing_support
