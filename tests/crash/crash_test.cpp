// SPDX-License-Identifier: GPL-3.0-or-later
// What a crash or a hang leaves behind: of the real program, and of one that can do what that cannot.
// Not here: the card that offers it (tests/gui/session_test.cpp).
#include <gmock/gmock.h>
#include <poll.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

namespace fs = std::filesystem;

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> reports(const TemporaryDirectory& data) {
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(data.file("runahead/crashes"), none))
    found.push_back(entry.path().string());
  return found;
}

/// The only one, for its user alone.
std::string report(const TemporaryDirectory& data) {
  const std::vector<std::string> found = reports(data);
  EXPECT_EQ(found.size(), 1u);
  if (found.empty()) return {};
  struct stat file, folder;
  EXPECT_EQ(::stat(found.front().c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 07777, 0600u);
  EXPECT_EQ(::stat(data.file("runahead/crashes").c_str(), &folder), 0);
  EXPECT_EQ(folder.st_mode & 07777, 0700u);
  return read_file(found.front());
}

/// How a child of `word` ends: its signal, or its exit status negated.
int child(const std::string& word, const TemporaryDirectory& data) {
  const pid_t process = ::fork();
  if (process == 0) {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::setenv("XDG_DATA_HOME", data.path().c_str(), 1);
    if (std::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(126);
    ::execl(RUNAHEAD_CRASH_CHILD, "crash_child", word.c_str(), nullptr);
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

/// That a report has all that it is for, and nothing that it must not have.
void expect_report(const std::string& text, const std::string& what) {
  EXPECT_THAT(text,
              AllOf(HasSubstr("\nwhat: " + what), HasSubstr("\nversion: 0."), HasSubstr("\nstarted: 20"),
                    HasSubstr("\ncommand: "), HasSubstr("\nrun: "), HasSubstr("\nstack:\n  ")));
  EXPECT_THAT(text.substr(text.find("\nmodules:\n")), testing::ContainsRegex("runahead [0-9a-f]{40}\n"));
  EXPECT_THAT(text, Not(HasSubstr("/")));
}

struct Crash {
  const char* word;
  int signal;
  const char* what;
};

class Crashes : public testing::TestWithParam<Crash> {};

TEST_P(Crashes, LeaveAReportAndEndAsTheyWould) {
  const TemporaryDirectory data;
  EXPECT_EQ(child(GetParam().word, data), GetParam().signal);
  const std::string text = report(data);
  expect_report(text, GetParam().what);
  EXPECT_THAT(text, HasSubstr("\nrun: increment-loop, async, virtual\nthread: the main one\n"));
}

INSTANTIATE_TEST_SUITE_P(
    Each, Crashes,
    testing::Values(Crash{"null", SIGSEGV, "SIGSEGV, through a null pointer\n"},
                    Crash{"wild", SIGSEGV, "SIGSEGV, address not mapped\n"},
                    Crash{"deep", SIGSEGV, "SIGSEGV, the stack is used up\n"},
                    Crash{"divide", SIGFPE, "SIGFPE, sent by a process\n"},
                    Crash{"throw", SIGABRT, "SIGABRT, uncaught exception St13runtime_error\n"},
                    Crash{"abort", SIGABRT, "SIGABRT\n"}, Crash{"copy", SIGABRT, "SIGABRT\n"}),
    [](const auto& crash) { return std::string(crash.param.word); });

TEST(Hang, IsReportedAndEndsNothing) {
  const TemporaryDirectory data;
  EXPECT_EQ(child("hang", data), 0);
  const std::string text = report(data);
  expect_report(text, "no answer for ");
  EXPECT_THAT(text, HasSubstr("\nwent on after "));
}

// They have taken all addresses.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Hang, IsNotWatchedForWithoutAThread) {
  const TemporaryDirectory data;
  EXPECT_EQ(child("no-thread", data), 0);
  EXPECT_THAT(reports(data), testing::IsEmpty());
}
#endif

/// The first of `folder`'s entries whose file `name` holds `text`.
std::string entry_with(const std::string& folder, const std::string& name, const std::string& text) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (read_file(entry.path().string() + name).find(text) != std::string::npos) return entry.path().string();
  }
  return {};
}

/// Asks again and again, without taking what the machine has; false: the process has ended.
template <class Condition>
bool wait_for(pid_t process, const Condition& condition) {
  while (!condition()) {
    if (::waitpid(process, nullptr, WNOHANG) != 0) return false;
    (void)::poll(nullptr, 0, 20);
  }
  return true;
}

/// The window itself, with a file in it where there is one.
pid_t start_window(const TemporaryDirectory& data, const char* platform, const char* file = nullptr) {
  const pid_t process = ::fork();
  if (process == 0) {
    ::setenv("XDG_DATA_HOME", data.path().c_str(), 1);
    ::setenv("XDG_CONFIG_HOME", data.path().c_str(), 1);
    ::setenv("QT_QPA_PLATFORM", platform, 1);
    ::execl(RUNAHEAD_PROGRAM, "runahead", file, nullptr);
    ::_exit(127);
  }
  return process;
}

/// Its thread is held by a debugger, as it were.
TEST(Hang, OfTheWindowIsReportedAndTheWindowGoesOn) {
  const TemporaryDirectory data;
  const pid_t process = start_window(data, "offscreen");
  const std::string threads = "/proc/" + std::to_string(process) + "/task";
  ASSERT_TRUE(wait_for(process, [&] { return !entry_with(threads, "/comm", "watchdog").empty(); }));
  const bool may = ::ptrace(PTRACE_SEIZE, process, nullptr, nullptr) == 0;
  if (may) {
    ::ptrace(PTRACE_INTERRUPT, process, nullptr, nullptr);
    int status = 0;
    ::waitpid(process, &status, __WALL);
    // Until the watchdog's signal waits for it.
    EXPECT_TRUE(wait_for(process, [&] {
      const std::string now = read_file(threads + "/" + std::to_string(process) + "/status");
      const std::size_t line = now.find("SigPnd:");
      return line != std::string::npos && now.substr(line + 8, 16) != "0000000000000000";
    }));
    ::ptrace(PTRACE_DETACH, process, nullptr, nullptr);
    EXPECT_TRUE(wait_for(
        process, [&] { return !entry_with(data.file("runahead/crashes"), "", "went on after").empty(); }));
  }
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
  if (!may) GTEST_SKIP() << "no process may hold another one here";
  const std::string text = report(data);
  expect_report(text, "no answer for 10 s\n");
  EXPECT_THAT(text, HasSubstr("\ncommand: the window\nrun: none\nthread: the main one\n"));
}

/// As at the end of a desktop's session.
TEST(Display, ThatGoesIsNoCrash) {
  const TemporaryDirectory data;
  const std::string file = data.file("one.runahead");
  const Finished made =
      run_program({"run", "four-statements", "--preset", "step", "--clock", "virtual", "--export", file});
  ASSERT_EQ(made.status, 0) << made.err;
  int number[2];
  ASSERT_EQ(::pipe(number), 0);
  const pid_t server = ::fork();
  if (server == 0) {
    ::execlp("Xvfb", "Xvfb", "-displayfd", std::to_string(number[1]).c_str(), "-nolisten", "tcp", nullptr);
    ::_exit(127);
  }
  ::close(number[1]);
  std::string display = ":";
  for (char digit; ::read(number[0], &digit, 1) == 1 && digit != '\n';) display += digit;
  ::close(number[0]);
  if (display == ":") {
    ::waitpid(server, nullptr, 0);
    GTEST_SKIP() << "there is no Xvfb";
  }
  ::setenv("DISPLAY", display.c_str(), 1);
  const pid_t process = start_window(data, "xcb", file.c_str());
  EXPECT_TRUE(wait_for(process, [&] {
    return read_file(data.file("runahead/runahead.conf")).find(file) != std::string::npos;
  }));
  ::kill(server, SIGTERM);
  ::waitpid(server, nullptr, 0);
  int status = 0;
  ::waitpid(process, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << status;
  EXPECT_THAT(reports(data), testing::IsEmpty());
}

class Signals : public testing::TestWithParam<int> {};

/// The program itself, in a run that takes long.
TEST_P(Signals, ThatEndTheProgramLeaveAReport) {
  const TemporaryDirectory data;
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  Program program({"calibrate", data.file("costs.json")});
  program.environment("XDG_DATA_HOME", data.path());
  program.start();
  program.wait_until_catching(SIGTERM);  // as the run begins
  program.signal(GetParam());
  EXPECT_EQ(program.wait().status, 128 + GetParam());
  expect_report(report(data), "SIG");
}

INSTANTIATE_TEST_SUITE_P(Each, Signals, testing::Values(SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL));

TEST(Reports, AreFew) {
  const TemporaryDirectory data;
  for (int i = 0; i < 8; ++i) child("abort", data);
  EXPECT_EQ(reports(data).size(), 6u);
  // Other commands leave five.
  for (int i = 0; i < 2; ++i) child("nothing", data);
  EXPECT_EQ(reports(data).size(), 5u);
}

TEST(Diagnosis, SaysWhatAReportOfAnErrorNeedsAndNamesNoFileOfTheUsers) {
  const TemporaryDirectory home;
  EXPECT_EQ(child("null", home), SIGSEGV);
  Program program({"--diagnose"});
  program.environment("XDG_DATA_HOME", home.path())
      .environment("HOME", home.path())
      .environment("DISPLAY", "");
  const Finished finished = program.run();
  EXPECT_EQ(finished.status, 0) << finished.err;
  for (const char* name : {"Runahead ", "compiler ", "Qt ", "OpenBLAS ", "Python ", "CUDA ", "processor ",
                           "cores ", "memory ", "font ", "platform ", "locale ", "settings ", "crashes "}) {
    EXPECT_THAT(finished.out, testing::AnyOf(StartsWith(name), HasSubstr(std::string("\n") + name)));
  }
  EXPECT_THAT(finished.out, HasSubstr("what: SIGSEGV, through a null pointer"));
  EXPECT_THAT(finished.out, Not(HasSubstr(home.path())));
}

/// Where Qt cannot begin, it ends the process.
TEST(Diagnosis, IsPrintedAsFarAsItGoes) {
  const TemporaryDirectory home;
  Program program({"--diagnose"});
  program.environment("XDG_DATA_HOME", home.path()).environment("QT_QPA_PLATFORM", "nosuch");
  const Finished finished = program.run();
  EXPECT_EQ(finished.status, 1);
  EXPECT_THAT(finished.out, AllOf(HasSubstr("\nprocessor "), HasSubstr("\ncrashes ")));
  EXPECT_THAT(finished.err, HasSubstr("platform"));
  EXPECT_THAT(reports(home), testing::IsEmpty());  // that was no crash
}

TEST(Diagnosis, IsNamedByAReportOfItsOwnCrash) {
  const TemporaryDirectory home;
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  Program program({"--diagnose"});
  program.environment("XDG_DATA_HOME", home.path())
      .environment("QT_QPA_PLATFORM", "offscreen")
      .environment("QT_STYLE_OVERRIDE", "nosuch")
      .environment("QT_FATAL_WARNINGS", "1");
  EXPECT_EQ(program.run().status, 128 + SIGABRT);
  EXPECT_THAT(report(home), HasSubstr("\ncommand: --diagnose\n"));
}

}  // namespace
}  // namespace runahead::testing_support
