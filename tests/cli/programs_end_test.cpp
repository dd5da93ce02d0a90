// SPDX-License-Identifier: GPL-3.0-or-later
// What programs in Python print and how they end, from the shell: output is a stream, and what was recorded
// is there however they end.
#include <sched.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/programs.h"

namespace runahead::testing_support {
namespace {

using nlohmann::json;

class ProgramsEnd : public Programs {
 protected:
  /// `mine.py` with this text, whose standard output is a file.
  Finished run(const std::string& text, std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"run", "--torch", "small", written("mine.py", text), "--clock", "virtual"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
  }
  /// Not for ever.
  static void wait_for(const std::string& path, const std::string& text) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!std::filesystem::exists(path) || read_file(path).find(text) == std::string::npos) {
      ASSERT_LT(std::chrono::steady_clock::now(), until) << path;
      ::sched_yield();
    }
  }
};

TEST_F(ProgramsEnd, OutputIsThereHoweverTheyEnd) {
  const std::string text = R"(import os, sys, time, torch
print('printed', torch.ones(2))
print('half', end='')
print('told', file=sys.stderr)
)";
  const std::string printed = "printed tensor([1., 1.])\nhalf";
  for (const char* const last : {"os._exit(7)", "os.abort()", "os.kill(os.getpid(), 9)"}) {
    const Finished finished = run(text + last + "\n");
    EXPECT_EQ(finished.out, printed) << last;
    EXPECT_TRUE(finished.err.starts_with("told\n")) << finished.err;
  }
}

TEST_F(ProgramsEnd, WhatWasRecordedIsThereAfterAnInterrupt) {
  const std::string out = directory_.file("out");
  const std::string trace = directory_.file("t.json");
  Program program({"run", "--torch", "small", written("long.py", R"(import torch, time
print('begun', torch.ones(2))
while True: time.sleep(1)
)"),
                   "--workers", "1", "--workers", "2", "--export", trace});
  program.standard_output(out);
  program.start();
  wait_for(out, "begun");
  EXPECT_EQ(read_file(out).substr(0, 37), "run 1 printed\nbegun tensor([1., 1.])\n");
  program.signal(SIGINT);
  const Finished finished = program.wait();
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.err, "runahead: interrupted in run 1 of 2; what was recorded until then follows\n");
  EXPECT_NE(read_file(out).find("long.py"), std::string::npos) << "the numbers";
  EXPECT_NE(read_file(trace).find("\"ones\""), std::string::npos);
}

TEST_F(ProgramsEnd, AnInterruptComesToThreadsThatTheyWaitFor) {
  const std::string out = directory_.file("out");
  Program program({"run", "--torch", "small", written("joins.py", R"(import threading, time, torch
thread = threading.Thread(target=time.sleep, args=[1000])
thread.start()
print('begun', flush=True)
thread.join()
)")});
  program.standard_output(out).time_limit(60);
  program.start();
  wait_for(out, "begun");
  program.signal(SIGINT);
  EXPECT_EQ(program.wait().status, 1);
}

TEST_F(ProgramsEnd, AnInterruptEndsExports) {
  const std::string picture = directory_.file("a.svg");
  Program program({"run", "increment-loop", "--clock", "virtual", "--preset", "step", "--export", picture,
                   "--steps", "event"});
  program.start();
  wait_for(directory_.file("a-001.svg"), "</svg>");
  program.signal(SIGINT);
  const Finished finished = program.wait();
  EXPECT_EQ(finished.status, 1);
  EXPECT_EQ(finished.err, "runahead: interrupted\n");
  EXPECT_LT(directory_.entries(), 150) << "of 197";
}

TEST_F(ProgramsEnd, NothingAtTheEndIsCut) {
  const Finished finished = run(R"(import torch
for i in range(30): print(str(i) * 50000)
print('the end')
)");
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_NE(finished.out.find("29\nthe end\n\nrun  scenario"), std::string::npos);
  EXPECT_GT(finished.out.size(), 2'000'000u);
}

TEST_F(ProgramsEnd, DocumentsAreWholeWhateverAChildPrints) {
  const Finished finished = run(R"(import os, sys, torch
os.system('echo a child')
os.write(1, b'itself\n')
sys.stdout.buffer.write('bytes äöü\n'.encode())
print('told', file=sys.stderr)
sys.__stdout__.write('as it was\n')
)",
                                {"--json"});
  EXPECT_EQ(finished.status, 0);
  const json run = json::parse(finished.out)["runs"][0];
  EXPECT_EQ(run["output"], "bytes äöü\nas it was\n");
  EXPECT_EQ(run["error_output"], "told\n");
  EXPECT_EQ(finished.err, "a child\nitself\ntold\n");
}

TEST_F(ProgramsEnd, ExitsSaySo) {
  for (const char* const last :
       {"sys.exit()", "sys.exit(0)", "sys.exit(None)", "exit(0)", "raise SystemExit"}) {
    const Finished finished = run(std::string("import sys, torch\nprint(1)\n") + last + "\n");
    EXPECT_EQ(finished.status, 0) << last << finished.err;
    EXPECT_EQ(finished.err, "");
  }
  const Finished failed = run("import sys, torch\nsys.exit(3)\n");
  EXPECT_EQ(failed.status, 1);
  EXPECT_EQ(failed.err, "runahead: the run failed: mine.py, line 2: sys.exit(3)\n");
  const Finished told = run("import sys, torch\nsys.exit('no data')\n");
  EXPECT_EQ(told.status, 1);
  EXPECT_TRUE(told.err.starts_with("no data\nrunahead: the run failed: ")) << told.err;
}

TEST_F(ProgramsEnd, PythonsWarningsAboutTheTextAreNone) {
  const Finished finished = run("import numpy as np\nx = 5\nif x is 5:\n    print('five', np.ones(2))\n");
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(finished.out.starts_with("five [1. 1.]\n"));
  EXPECT_EQ(finished.err,
            "mine.py:3: SyntaxWarning: \"is\" with a literal. Did you mean \"==\"?\n  if x is 5:\n");
}

TEST_F(ProgramsEnd, AnExportThatFailsKeepsNeitherNumbersNorOthers) {
  const std::string csv = directory_.file("b.csv");
  Program program(
      {"run", "increment-loop", "--clock", "virtual", "--export", directory_.file("a.svg"), "--export", csv});
  program.file_limit(20'000);
  const Finished finished = program.run();
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.err.find("cannot write " + directory_.file("a.svg")), std::string::npos) << finished.err;
  EXPECT_NE(finished.out.find("increment-loop"), std::string::npos);
}

TEST_F(ProgramsEnd, NotebooksSayWhatTheyLeaveOutAndWhereErrorsAre) {
  const std::string path = written("mine.ipynb", R"json({"cells": [
 {"cell_type": "code", "source": ["%matplotlib inline\n", "print(1)"]},
 {"cell_type": "code", "source": ["from __future__ import print_function\n", "print(2)"]},
 {"cell_type": "code", "source": ["x = 1\n", "missing(x)"]}]})json");
  const Finished finished = run_program({"run", "--torch", "small", path, "--clock", "virtual"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_TRUE(finished.out.starts_with("1\n2\n"));
  EXPECT_TRUE(finished.err.starts_with(
      "runahead: " + path + ": a line that only a notebook understands is left out: %matplotlib inline\n"))
      << finished.err;
  EXPECT_NE(finished.err.find("\n    missing(x)\n"), std::string::npos) << finished.err;
  EXPECT_NE(finished.err.find("mine.ipynb, line 11 (line 2 of cell 3): NameError"), std::string::npos)
      << finished.err;
}

}  // namespace
}  // namespace runahead::testing_support
