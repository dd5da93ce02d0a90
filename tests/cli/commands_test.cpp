// SPDX-License-Identifier: GPL-3.0-or-later
// Each command, each way to get it wrong: exit status and the one line on standard error.
// Not here: the numbers and files of good runs (scenarios_test.cpp, exports_test.cpp).
#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(Commands, ATerminalIsToldHowFarARunIs) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(terminal, 0);
  ASSERT_EQ(::grantpt(terminal), 0);
  ASSERT_EQ(::unlockpt(terminal), 0);
  Program program({"run", "increment-loop", "--waits", "each", "--set", "n=10000000"});
  program.standard_error(::ptsname(terminal)).start();
  std::string told;
  bool stopped = false;
  char bytes[512];
  // At the end, when no process has the other side open, reading fails.
  for (ssize_t count; (count = ::read(terminal, bytes, sizeof bytes)) > 0 || (count < 0 && errno == EINTR);) {
    told.append(bytes, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (stopped || told.find("tasks done") == std::string::npos) continue;
    stopped = true;
    program.signal(SIGINT);
  }
  const Finished finished = program.wait();
  ::close(terminal);
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, HasSubstr("increment-loop")) << "what was recorded";
  EXPECT_THAT(told, HasSubstr("increment-loop, async, waits each, live: "));
  // The line is gone before anything else is said.
  EXPECT_THAT(told, HasSubstr("\r\033[Krunahead: interrupted"));
}

TEST(Commands, WrongUseIsNamedAndExitsWith2) {
  const struct {
    std::vector<std::string> words;
    std::string complaint;
  } cases[] = {
      {{"dance"}, "unknown command \"dance\"; there are list, run, open, lecture, calibrate, gallery"},
      {{"run"}, "run: SCENARIO is missing"},
      {{"run", "matmul-rase"}, "unknown scenario 'matmul-rase': did you mean matmul-race?"},
      {{"run", "xyz"}, "unknown scenario 'xyz': there are four-statements"},
      {{"run", "four-statements", "--mode", "eager"}, "unknown mode 'eager': four-statements runs in"},
      {{"run", "tiny-tasks", "--mode", "sync"},
       "runs in async, stream; see \"runahead run tiny-tasks --help\""},
      {{"run", "four-statements", "--mood", "sync"}, "unknown option --mood; see \"runahead run --help\""},
      {{"run", "four-statements", "--json=yes"}, "--json: takes no value"},
      {{"run", "xyz", "--help"}, "unknown scenario 'xyz'"},
      {{"run", "four-statements", "--workers", "257"}, "workers 257: use 1 to 256"},
      {{"gallery", "a", "--json"}, "gallery: unknown option --json; see \"runahead gallery --help\""},
      {{"run", "four-statements", "--waits", "often"},
       "waits 'often': use program, none, each, every:K or lines such as 3,5"},
      {{"run", "four-statements", "--waits", "every:0"}, "every:0"},
      {{"run", "four-statements", "--rounds", "2"}, "--rounds 2: 1, or 3 to 9"},
      {{"run", "four-statements", "--rounds", "10"}, "--rounds 10: 1, or 3 to 9"},
      {{"run", "four-statements", "--workers", "0"}, "workers"},
      {{"run", "four-statements", "--workers", "many"}, "--workers many: a whole number is expected"},
      {{"run", "four-statements", "--workers", "99999999999"}, "workers 99999999999: use 1 to 256"},
      {{"run", "four-statements", "--seed", "-1"}, "--seed -1: a whole number from 0 is expected"},
      {{"run", "four-statements", "--set", "n"}, "--set n: NAME=VALUE is expected"},
      {{"run", "four-statements", "--set", "n=x"}, "--set n=x: \"x\" is not a whole number"},
      {{"run", "four-statements", "--set", "nonsense=1"}, "nonsense"},
      {{"run", "increment-loop", "--set", "n=-1"}, "n"},
      {{"run", "four-statements", "--preset", "mine"}, "--preset mine: there are book and step"},
      {{"run", "four-statements", "--device", "emulated"},
       "device 'emulated': only mode stream has a device"},
      {{"run", "four-statements", "--mode", "stream", "--device", "gpu"},
       "unknown device 'gpu': use auto, cpu, emulated or cuda"},
      {{"run", "four-statements", "--clock", "hand"}, "unknown clock 'hand': use live or virtual"},
      {{"open", "x.json", "--costs", "x"}, "open: unknown option --costs"},
      {{"run", "four-statements", "--mode"}, "--mode: a value is missing"},
      {{"run", "four-statements", "twice"}, "run: unexpected argument \"twice\""},
      {{"run", "four-statements", "--export", "a.gif"},
       "--export a.gif: the ending is none of .png .svg .pdf .html .csv .json"},
      {{"run", "four-statements", "--export", "/proc/x.json"}, "--export: cannot write /proc/x.json: "},
      {{"run", "four-statements", "--export", "/nowhere/x.csv"}, "cannot write /nowhere/x.csv: No such file"},
      {{"list", "everything"}, "list: unexpected argument \"everything\""},
      {{"list", "--export", "a.png"}, "list: unknown option --export"},
      {{"open"}, "open: FILE is missing"},
      {{"open", "/nowhere/t.json"}, "/nowhere/t.json: No such file or directory"},
      {{"open", "/"}, "/: Is a directory"},
      {{"gallery"}, "gallery: DIRECTORY is missing"},
      {{"gallery", "/proc/gallery"}, "cannot make the directory /proc/gallery: "},
  };
  for (const auto& [words, complaint] : cases) {
    const Finished finished = run_program(words);
    EXPECT_EQ(finished.status, 2) << complaint;
    EXPECT_THAT(finished.out, IsEmpty()) << complaint;
    EXPECT_THAT(finished.err, StartsWith("runahead: "));
    EXPECT_THAT(finished.err, HasSubstr(complaint));
    EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
  }
}

TEST(Commands, HelpAndVersionGoToStandardOutput) {
  const Finished help = run_program({"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("runahead run SCENARIO"));
  EXPECT_THAT(help.err, IsEmpty());
  const Finished version = run_program({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_THAT(version.out, testing::MatchesRegex("runahead [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(Commands, ListNamesEveryScenario) {
  const Finished text = run_program({"list"});
  const Finished json = run_program({"list", "--json"});
  ASSERT_EQ(text.status, 0);
  ASSERT_EQ(json.status, 0);
  const auto document = nlohmann::json::parse(json.out);
  EXPECT_EQ(document.at("schema"), 1);
  ASSERT_GE(document.at("scenarios").size(), 11u);
  for (const auto& scenario : document["scenarios"]) {
    EXPECT_THAT(text.out, testing::ContainsRegex("\n  " + scenario.at("id").get<std::string>() + "  +[A-Z]"));
    EXPECT_THAT(scenario.at("title").get<std::string>(), testing::Not(IsEmpty()));
    EXPECT_THAT(scenario.at("question").get<std::string>(), testing::Not(IsEmpty()));
    EXPECT_EQ(scenario.at("group").get<std::string>().size(), 1u);
    EXPECT_FALSE(scenario.at("modes").empty());
    EXPECT_FALSE(scenario.at("waits").empty());
    for (const auto& parameter : scenario.at("parameters")) {
      for (const char* key : {"name", "type", "unit", "min", "max", "default", "book"}) {
        EXPECT_TRUE(parameter.contains(key)) << key;
      }
      EXPECT_LE(parameter["min"], parameter["default"]);
      EXPECT_LE(parameter["default"], parameter["max"]);
    }
  }
}

TEST(Commands, AFullStandardOutputIsAFailure) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"list"}, {"--help"}, {"run", "four-statements", "--json"}}) {
    const Finished finished = Program(words).standard_output("/dev/full").run();
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.err, HasSubstr("cannot write standard output: No space left on device"));
  }
}

TEST(Commands, AFileAloneIsOpened) {
  const TemporaryDirectory directory;
  const std::string file = directory.path() + "/a.json";
  run_program({"run", "four-statements", "--clock", "virtual", "--export", file});
  EXPECT_EQ(run_program({file, "--json"}).out, run_program({"open", file, "--json"}).out);
  EXPECT_THAT(run_program({"nowhere.runahead"}).err, HasSubstr("nowhere.runahead: No such file"));
}

TEST(Commands, WhoAsksForALogIsToldOfRunsAndFiles) {
  const TemporaryDirectory directory;
  const std::string file = directory.path() + "/a.csv";
  const std::string log =
      Program({"run", "four-statements", "--mode", "stream", "--clock", "virtual", "--export", file})
          .environment("QT_LOGGING_RULES", "runahead.*=true")
          .run()
          .err;
  EXPECT_THAT(log, HasSubstr("runahead.runs: starts: four-statements, stream"));
  EXPECT_THAT(log, HasSubstr("runahead.runs: has ended: four-statements, stream"));
  EXPECT_THAT(log, HasSubstr("runahead.device: runs on emulated;"));
  EXPECT_THAT(log, HasSubstr("runahead.files: written " + file));
}

TEST(Commands, OpenWithoutADisplayNeedsAnOutput) {
  TemporaryDirectory directory;
  ASSERT_EQ(run_program({"run", "four-statements", "--export", directory.file("t.json")}).status, 0);
  const Finished finished = Program({"open", directory.file("t.json")})
                                .environment("DISPLAY", "")
                                .environment("WAYLAND_DISPLAY", "")
                                .environment("QT_QPA_PLATFORM", "")
                                .run();
  EXPECT_EQ(finished.status, 2);
  EXPECT_THAT(finished.err, HasSubstr("there is no display"));
}

TEST(Commands, ADisplayThatDoesNotAnswerIsNoDisplay) {
  TemporaryDirectory directory;
  ASSERT_EQ(run_program({"run", "four-statements", "--export", directory.file("t.json")}).status, 0);
  const Finished finished = Program({"open", directory.file("t.json")})
                                .environment("DISPLAY", ":4711")
                                .environment("WAYLAND_DISPLAY", "")
                                .environment("QT_QPA_PLATFORM", "")
                                .run();
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.err, "runahead: open: there is no display; --export FILE or --json need none\n");
}

}  // namespace
}  // namespace runahead::testing_support
