// SPDX-License-Identifier: GPL-3.0-or-later
// fault_loop: runs the program again and again, each time with the next call failing, until none is left.
// Says of what goes wrong how to have it again, and where in the program it was.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/program.h"
#include "tests/faults/call_kinds.h"
#include "tests/faults/cases.h"
#include "tests/faults/judge.h"
#include "tests/faults/shared_board.h"

namespace runahead::faults {
namespace {

using testing_support::Finished;
using testing_support::Program;
using testing_support::TemporaryDirectory;

constexpr const char* kUsage =
    "usage: fault_loop --case NAMES|all --call CALLS|files|all [--error ENOSPC|EIO|EINTR|half|shrink]\n"
    "                  [--of program|libraries] [--every N] [--lasting 1] [--nth N] [--stack S]\n"
    "  calls of files: make open write sync rename link remove close truncate read\n"
    "  others:         thread map allocate\n"
    "  --error   how the calls of files fail; without it every one that fits\n"
    "  --of      of allocations: whose\n"
    "  --every   each so manieth call, or of allocations place\n"
    "  --lasting all that come after it fail, too\n"
    "  --nth, --stack  this one alone, as a complaint names it\n"
    "cases: ";

struct Error {
  const char* name;
  int number;
};
constexpr Error kErrors[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EINTR", EINTR}, {"EAGAIN", EAGAIN},
                             {"ENOMEM", ENOMEM}, {"EACCES", EACCES}, {"half", kHalf},  {"shrink", kShrink}};

constexpr const char* name_of(int error) {
  for (const Error& one : kErrors) {
    if (one.number == error) return one.name;
  }
  return "?";
}

int number_of(const std::string& name) {
  for (const Error& error : kErrors) {
    if (error.name == name) return error.number;
  }
  throw std::runtime_error(name + " is no error here");
}

/// Calls on files, and others.
std::vector<CallKind> all_calls() {
  std::vector<CallKind> calls = file_calls();
  calls.push_back({"thread", Call::thread, {EAGAIN}});
  calls.push_back({"map", Call::map, {ENOMEM}});
  calls.push_back({"allocate", Call::allocate, {ENOMEM}});
  return calls;
}

/// "all", or one of several with commas between them.
bool named(const std::string& names, const std::string& name) {
  return names == "all" || ("," + names + ",").find("," + name + ",") != std::string::npos;
}

struct Options {
  std::string which, call, error, whose = "program";
  std::uint64_t every = 1, nth = 0, stack = 0;
  bool lasting = false;
};

Options options_of(int count, char** words) {
  Options options;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = words[i], value = words[i + 1];
    const auto number = [&] { return std::strtoull(value.c_str(), nullptr, 0); };
    if (name == "--case")
      options.which = value;
    else if (name == "--call")
      options.call = value;
    else if (name == "--error")
      options.error = value;
    else if (name == "--of")
      options.whose = value;
    else if (name == "--every")
      options.every = number();
    else if (name == "--nth")
      options.nth = number();
    else if (name == "--stack")
      options.stack = number();
    else if (name == "--lasting")
      options.lasting = number() != 0;
    else
      throw std::runtime_error(name + " is not known");
  }
  return options;
}

/// One case, in a folder of its own, undisturbed at first.
class Loop {
 public:
  explicit Loop(Case one)
      : case_(std::move(one)), input_(input_of(case_)), folder_(directory_.file("files")) {
    put_files(folder_, input_);
    Fault none;
    const Finished finished = run(none, false);
    if (finished.status != 0) throw std::runtime_error(case_.name + " fails undisturbed: " + finished.err);
    ends_.written = files_in(folder_);
    ends_.out = finished.out;
    ends_.same = case_.same;
    ends_.in_window = case_.in_window;
    for (const auto& [name, text] : ends_.written) {
      const auto input = input_.find(name);
      ends_.before[name] = input == input_.end() ? "old " + name : input->second;
    }
  }

  /// Each error of this kind of call; how many were bad.
  int all(const CallKind& kind, const Options& options) {
    int bad = 0;
    std::vector<int> errors = kind.errors;
    if (!options.error.empty()) errors = {number_of(options.error)};
    for (const int error : errors) {
      Fault fault;
      fault.call = kind.call;
      fault.error = error;
      fault.lasting = options.lasting;
      fault.whose = options.whose == "program" ? Whose::programs : Whose::libraries;
      words_ = "--case " + case_.name + " --call " + kind.name + " --error " + name_of(error) + " --of " +
               options.whose + (options.lasting ? " --lasting 1" : "");
      complaints_.clear();
      ended_ = 0;
      const int faults = options.nth != 0 || options.stack != 0 ? single(fault, options)
                         : kind.call == Call::allocate          ? by_stack(fault, options.every)
                                                                : by_number(fault, options.every);
      std::printf("%-14s %-9s %-7s %5d faults, %d ended in a line, %zu bad\n", case_.name.c_str(), kind.name,
                  name_of(error), faults, ended_, complaints_.size());
      std::fflush(stdout);
      bad += static_cast<int>(complaints_.size());
    }
    return bad;
  }

 private:
  int single(Fault fault, const Options& options) {
    fault.nth = options.nth;
    fault.stack = options.stack;
    const Finished finished = disturbed(fault, "");
    std::printf("status %d\n%s", finished.status, finished.err.c_str());
    return 1;
  }

  int by_number(Fault fault, std::uint64_t every) {
    int faults = 0;
    for (fault.nth = 1;; fault.nth += case_.every * every, ++faults) {
      disturbed(fault, " --nth " + std::to_string(fault.nth));
      if (board_->failed == 0) return faults;
    }
  }

  int by_stack(Fault fault, std::uint64_t every) {
    put_files(folder_, ends_.before);
    run(fault, true);
    const std::vector<std::uint64_t> stacks = board_.stacks();
    int faults = 0;
    for (std::size_t i = 0; i < stacks.size(); i += every, ++faults) {
      fault.stack = stacks[i];
      disturbed(fault, " --stack " + std::to_string(fault.stack));
    }
    std::printf("%-14s allocations: %llu, from %zu places\n", case_.name.c_str(),
                static_cast<unsigned long long>(calls_), stacks.size());
    return faults;
  }

  Finished disturbed(const Fault& fault, const std::string& which) {
    put_files(folder_, ends_.before);
    Finished finished = run(fault, false);
    ended_ += finished.status != 0;
    Ends ends = ends_;
    // What is cut is the input; it is not put back.
    if (fault.error == kShrink) {
      for (const auto& [name, text] : input_)
        ends.before[name] = ends.written[name] = files_in(folder_)[name];
    }
    std::string bad = complaint(finished, files_in(folder_), ends);
    if (bad.empty()) bad = of_sessions();
    if (bad.empty()) return finished;
    complaints_.insert(bad);
    std::printf("%s: %s%s\n%s%s", bad.c_str(), words_.c_str(), which.c_str(), finished.err.c_str(),
                board_.place().c_str());
    std::fflush(stdout);
    return finished;
  }

  /// Of the sessions that the window has saved, or kept: opened, each is whole.
  std::string of_sessions() const {
    if (!case_.in_window) return "";
    for (const auto& [name, text] : files_in(directory_.path())) {
      if (!name.ends_with(".runahead")) continue;
      const Finished opened = testing_support::run_program({"open", directory_.file(name), "--json"});
      if (opened.status != 0) return name + " cannot be opened: " + opened.err;
    }
    return "";
  }

  Finished run(const Fault& fault, bool stacks_wanted) {
    board_.clear(fault, stacks_wanted, folder_ + "/");
    put_files(home_, {});
    std::vector<std::string> words = case_.words;
    for (std::string& word : words) {
      if (word.starts_with("@")) word.replace(0, 1, folder_);
    }
    Program program(words);
    program.environment("LD_PRELOAD", RUNAHEAD_FAILING_CALLS)
        .environment(kBoardVariable, board_.path())
        .environment("QT_QPA_PLATFORM", "offscreen")
        .environment("OPENBLAS_CORETYPE", "")
        .environment("HOME", home_)
        .environment("QT_PLUGIN_PATH", case_.in_window ? RUNAHEAD_HANDS : "")
        .environment("QT_QPA_GENERIC_PLUGINS", case_.in_window ? "hands" : "")
        .environment("XDG_CACHE_HOME", "")
        .environment("XDG_CONFIG_HOME", "")
        .environment("XDG_DATA_HOME", "")
        .environment("RUNAHEAD_DEVICE_MODULE", case_.on_stub ? RUNAHEAD_STUB_MODULE : "")
        .time_limit(kLongest_s);
    const Finished finished = program.run();
    calls_ = board_->calls;
    return finished;
  }

  static constexpr unsigned kLongest_s = 300;
  const Case case_;
  const Files input_;
  TemporaryDirectory directory_;
  const std::string folder_;
  const std::string home_ = directory_.file("home");
  SharedBoard board_{directory_.file("board")};
  Ends ends_;
  std::string words_;
  std::multiset<std::string> complaints_;
  std::uint64_t calls_ = 0;
  int ended_ = 0;
};

int loop(const Options& options) {
  int bad = 0;
  bool known = false;
  const std::vector<Case> cases = all_cases();
  const std::size_t of_files = file_calls().size();
  for (const Case& one : cases) {
    if (!named(options.which, one.name)) continue;
    Loop each(one);
    for (std::size_t i = 0; const CallKind& kind : all_calls()) {
      const char* const group = i++ < of_files ? "files" : "others";
      if (!named(options.call, kind.name) && !named(options.call, group)) continue;
      known = true;
      const bool many = kind.call == Call::allocate && options.call == "all" && !one.quick;
      if (!many) bad += each.all(kind, options);
    }
  }
  if (!known) {
    std::fputs(kUsage, stderr);
    for (const Case& one : cases) std::fprintf(stderr, "%s ", one.name.c_str());
    std::fputs("\n", stderr);
    return 2;
  }
  return bad == 0 ? 0 : 1;
}

}  // namespace
}  // namespace runahead::faults

int main(int count, char** words) {
  using namespace runahead::faults;
  try {
    return loop(options_of(count, words));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fault_loop: %s\n", error.what());
    return 2;
  }
}
