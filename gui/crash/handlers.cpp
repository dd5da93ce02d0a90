// SPDX-License-Identifier: GPL-3.0-or-later
// Handlers, and what they need prepared: a stack, a path, and an unwinder that is already there.
// Not here: files and numbers without memory (crash/report_writer.h).
#include "gui/crash/handlers.h"

#include <cxxabi.h>
#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <typeinfo>

#include "gui/crash/report_writer.h"
#include "gui/crash/reports.h"

namespace runahead::gui {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::size_t kStackBytes = std::size_t{1} << 18;
constexpr int kMostFrames = 64;
constexpr unsigned kMostHangs = 3;
/// So far from the stack pointer a fault is the stack's.
constexpr std::uintptr_t kStackReach = 1 << 16;

struct Prepared {
  char crash[4096] = "";
  char hangs[kMostHangs][4096] = {};
  char started[32] = "";
  std::time_t startedAt = 0;
  pid_t process = 0;
};
Prepared s_prepared;
std::atomic<const char*> s_command{"none"}, s_scenario{nullptr}, s_mode{nullptr}, s_clock{nullptr};
std::atomic<const char*> s_thrown{nullptr};
std::atomic<unsigned> s_hangs{0}, s_hangSeconds{0};
std::terminate_handler s_terminate = nullptr;
void (*s_before)(int) = nullptr;

int hangSignal() {
  return SIGRTMIN + 6;
}

pid_t thisThread() {
  return static_cast<pid_t>(::syscall(SYS_gettid));
}

struct Registers {
  std::uintptr_t at = 0, stack = 0;
};

Registers registersOf([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  return {static_cast<std::uintptr_t>(registers[REG_RIP]), static_cast<std::uintptr_t>(registers[REG_RSP])};
#elif defined(__aarch64__)
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
  return {machine.pc, machine.sp};
#else
  return {};
#endif
}

const char* reasonOf(int number, const siginfo_t& info, const Registers& registers) {
  if (info.si_code <= 0) return number == SIGABRT ? "" : ", sent by a process";
  if (number != SIGSEGV) return "";
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  const std::uintptr_t apart =
      address > registers.stack ? address - registers.stack : registers.stack - address;
  if (registers.stack != 0 && apart < kStackReach) return ", the stack is used up";
  return info.si_code == SEGV_MAPERR && address < 4096 ? ", through a null pointer"
         : info.si_code == SEGV_MAPERR                 ? ", address not mapped"
                                                       : "";
}

void putHead(ReportWriter& report) {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  const bool earlier = now.tv_sec < s_prepared.startedAt;
  report.text("version: " RUNAHEAD_VERSION "\nstarted: ").text(s_prepared.started).text(" UTC, ");
  report.number(earlier ? 0 : static_cast<std::uint64_t>(now.tv_sec - s_prepared.startedAt))
      .text(" s before\ncommand: ")
      .text(s_command)
      .text("\nrun: ");
  if (const char* const scenario = s_scenario) {
    const char* const mode = s_mode;
    const char* const clock = s_clock;
    report.text(scenario).text(", ").text(mode ? mode : "").text(", ").text(clock ? clock : "");
  } else {
    report.text("none");
  }
  report.text("\nthread: ").text(thisThread() == ::getpid() ? "the main one\n" : "another one\n");
}

/// Last, for it may be the stack that is broken.
void putStack(ReportWriter& report, std::uintptr_t at) {
  if (at != 0) report.text("at: ").place(reinterpret_cast<const void*>(at)).text("\n");
  report.text("stack:\n");
  report.flush();
  void* frames[kMostFrames];
  const int count = ::backtrace(frames, kMostFrames);
  int first = 0;
  while (first < count && reinterpret_cast<std::uintptr_t>(frames[first]) != at) ++first;
  if (first == count) first = 0;  // the handler's own are there, too
  for (int i = first; i < count; ++i) report.text("  ").place(frames[i]).text("\n");
  report.text("modules:\n");
  // Another thread may be far from any code of ours.
  report.modules(reinterpret_cast<const void*>(&putStack));
}

/// The first thread that ends the process has the word; the signal comes again once this has returned, by
/// itself where an instruction is at fault.
void onFatal(int number, siginfo_t* info, void* context) {
  static std::atomic<pid_t> s_first{0};
  const int error = errno;
  if (s_before) s_before(number);
  const pid_t self = thisThread();
  pid_t none = 0;
  // Else a copy that a program in Python made of it: the report is not the copy's to write.
  const bool itself = ::getpid() == s_prepared.process;
  if (itself && s_first.compare_exchange_strong(none, self)) {
    const Registers registers = registersOf(context);
    ReportWriter report(s_prepared.crash);
    report.text("Runahead ended by itself.\nwhat: SIG").text(::sigabbrev_np(number));
    report.text(reasonOf(number, *info, registers));
    if (const char* const thrown = s_thrown) report.text(", uncaught exception ").text(thrown);
    report.text("\n");
    putHead(report);
    putStack(report, registers.at);
  } else if (itself && none != self) {
    const timespec wait{10, 0};
    ::nanosleep(&wait, nullptr);
  }
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  ::sigaction(number, &standard, nullptr);
  if (info->si_code <= 0) ::syscall(SYS_tgkill, ::getpid(), self, number);
  errno = error;
}

void onHang(int, siginfo_t* info, void* context) {
  if (info->si_code != SI_TKILL && info->si_code != SI_QUEUE) return;
  const int error = errno;
  const unsigned turn = s_hangs;
  if (turn >= 1 && turn <= kMostHangs) {
    ReportWriter report(s_prepared.hangs[turn - 1]);
    report.text("The window did not answer.\nwhat: no answer for ");
    report.number(s_hangSeconds).text(" s\n");
    putHead(report);
    putStack(report, registersOf(context).at);
  }
  errno = error;
}

[[noreturn]] void onTerminate() {
  if (const std::type_info* const type = abi::__cxa_current_exception_type()) s_thrown = type->name();
  if (s_terminate) s_terminate();  // says on standard error what was thrown
  ::abort();
}

void answer(int number, void (*handler)(int, siginfo_t*, void*), int flags) {
  struct sigaction action {};
  ::sigaction(number, nullptr, &action);
  if ((action.sa_flags & SA_SIGINFO) != 0) return;
  if (action.sa_handler != SIG_DFL && action.sa_handler != s_before) return;
  action = {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | flags;
  ::sigfillset(&action.sa_mask);
  ::sigaction(number, &action, nullptr);
}

/// With a page below that must not be touched.
void takeAlternateStack() {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const memory = ::mmap(nullptr, kStackBytes + page, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  ::mprotect(memory, page, PROT_NONE);
  stack_t stack{};
  stack.ss_sp = static_cast<char*>(memory) + page;
  stack.ss_size = kStackBytes;
  ::sigaltstack(&stack, nullptr);
}

}  // namespace

void watchForCrashes(void (*before)(int)) {
  s_before = before;
  const std::string folder = reportFolder();
  if (folder.empty() || folder.size() > 3900) return;
  thinReports();
  s_prepared.process = ::getpid();
  s_prepared.startedAt = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&s_prepared.startedAt, &utc);
  char stamp[32] = "";
  std::strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &utc);
  std::strftime(s_prepared.started, sizeof s_prepared.started, "%Y-%m-%d %H:%M:%S", &utc);
  std::snprintf(s_prepared.crash, sizeof s_prepared.crash, "%s/%s-%d-crash.txt", folder.c_str(), stamp,
                s_prepared.process);
  for (unsigned i = 0; i < kMostHangs; ++i) {
    std::snprintf(s_prepared.hangs[i], sizeof s_prepared.hangs[i], "%s/%s-%d-hang-%u.txt", folder.c_str(),
                  stamp, s_prepared.process, i + 1);
  }
  void* frames[2];
  (void)::backtrace(frames, 2);  // opens the unwinder
  takeAlternateStack();
  for (const int number : kSignals) answer(number, onFatal, SA_ONSTACK);
  answer(hangSignal(), onHang, SA_RESTART);
  s_terminate = std::set_terminate(onTerminate);
}

void tellCommand(const char* command) {
  s_command = command;
}

void tellRun(const char* scenario, const char* mode, const char* clock) {
  s_scenario = nullptr;  // never one of each
  s_mode = mode;
  s_clock = clock;
  s_scenario = scenario;
}

std::string reportHang(pthread_t thread, unsigned seconds) {
  const unsigned turn = s_hangs;
  if (s_prepared.crash[0] == '\0' || turn >= kMostHangs) return {};
  s_hangSeconds = seconds;
  s_hangs = turn + 1;
  return ::pthread_kill(thread, hangSignal()) == 0 ? s_prepared.hangs[turn] : std::string();
}

}  // namespace runahead::gui
