// SPDX-License-Identifier: GPL-3.0-or-later
// The program: the command line, with pictures and the window for it once they are asked for.
#include <dlfcn.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/base/module_path.h"
#include "gui/app/window_module.h"
#include "gui/cli/command_line.h"
#include "gui/crash/handlers.h"

namespace {

using namespace runahead;
using namespace runahead::gui;

/// The library stays open.
Result<std::unique_ptr<Graphics>> open_graphics() {
  const std::string path = module_path(kWindowModule);
  if (path.empty())
    return Failure{std::string(kWindowModule) + ", which has the window and the pictures, is not installed"};
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return Failure{std::string("the window cannot be opened: ") + ::dlerror()};
  const auto function = reinterpret_cast<WindowModuleFunction*>(::dlsym(library, kWindowModuleSymbol));
  std::unique_ptr<Graphics> graphics(function ? function(RUNAHEAD_VERSION) : nullptr);
  if (!graphics) return Failure{path + " belongs to another version of this program"};
  return graphics;
}

/// One line, without asking the system for anything.
int complain(std::string_view what) {
  constexpr std::string_view kBegin = "runahead: the system ";
  constexpr std::string_view kEnd = "; no file was replaced by an unfinished one\n";
  std::array<iovec, 3> line;
  for (std::size_t i = 0; const std::string_view part : {kBegin, what, kEnd})
    line[i++] = {const_cast<char*>(part.data()), part.size()};
  (void)!::writev(STDERR_FILENO, line.data(), line.size());
  return 1;
}

constexpr std::string_view kNoMemory = "has no memory left";
constexpr std::string_view kNoThreads = "gives no more threads";

std::terminate_handler s_says_what_was_thrown = nullptr;

/// What reaches this did so on a thread that no caller waits for with a sentence, or on its way through a
/// library that lets nothing pass. What else was not caught is a mistake, and ends as one.
[[noreturn]] void end_in_one_line() {
  try {
    if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    ::_exit(complain(kNoMemory));
  } catch (const std::system_error& error) {
    if (error.code() == std::errc::resource_unavailable_try_again) ::_exit(complain(kNoThreads));
  } catch (...) {
  }
  if (s_says_what_was_thrown) s_says_what_was_thrown();
  std::abort();
}

/// A library that did not look whether it got memory crashes where it uses it, while errno is still what
/// malloc() left there. Every other crash stays one, and watchForCrashes() reports it: the handler is gone
/// when it returns.
void on_crash(int) {
  if (errno == ENOMEM) ::_exit(complain(kNoMemory));
}

/// Before what other files make before main().
__attribute__((constructor(101))) void begin() {
  s_says_what_was_thrown = std::set_terminate(end_in_one_line);
  for (const int number : {SIGSEGV, SIGABRT, SIGTRAP}) {
    struct sigaction action {};
    ::sigaction(number, nullptr, &action);
    if (action.sa_handler != SIG_DFL) continue;  // a sanitizer's
    action.sa_handler = on_crash;
    action.sa_flags = SA_RESETHAND;
    ::sigaction(number, &action, nullptr);
  }
}

/// Each file that runs are read from stays open, and a copy that was kept has one for each of up to 1000
/// runs: more than most systems give unasked.
void open_many_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

int main(int count, char** words) {
  // Caught here, so that files that are being written are closed and taken away.
  try {
    watchForCrashes(on_crash);
    open_many_files();
    const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
    return runCommandLine(arguments, open_graphics);
  } catch (const std::bad_alloc&) {
    return complain(kNoMemory);
  }
}
