// SPDX-License-Identifier: GPL-3.0-or-later
// explore(): runs a small program of cooperative threads under every schedule within some bounds, each
// execution from its beginning, steered by a vector of choices. Not here: what a load may read (memory.h),
// the memory of the program (arena.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_set>

namespace runahead::model {

/// Most threads of a program, the first one included.
inline constexpr int kMostThreads = 5;

struct Bounds {
  int preemptions = 2;     ///< switches away from a thread that could go on
  int stale = 1;           ///< loads that read an older store although a newer one is there
  bool membarrier = true;  ///< heavy_fence() interrupts all threads; else both fences are full ones
  int alike = 0;           ///< so many threads that are started first run the same: who begins is no choice
  bool reduce = true;      ///< of executions that differ in the order of steps that commute, one is enough
  bool keep_courses = false;
  std::uint64_t executions = ~std::uint64_t{0};  ///< gives up after so many
};

struct Report {
  std::uint64_t executions = 0;
  std::size_t depth = 0;  ///< steps of the longest
  bool complete = false;  ///< nothing within the bounds was left out
  std::string failure;    ///< of the first execution that went wrong, with its last steps
  /// If they are kept: a number for each course that the program took, which is what every step has seen and
  /// behind which others it came. Of executions in which no thread looked in vain; how often one does is
  /// not explored.
  std::unordered_set<std::uint64_t> courses;
};

/// `program` is the body of the first thread. It joins the others, and frees what it allocated.
Report explore(const Bounds& bounds, const std::function<void()>& program);

/// The execution went wrong: printf's arguments say how.
[[noreturn]] __attribute__((format(printf, 1, 2))) void fail(const char* format, ...);

// What stands in for the standard library and the core's own primitives calls these, from a thread of a
// program.

int current_thread();
/// Of the execution that runs; asked at every access to memory.
extern bool has_several_threads;
/// Whether other threads have been started in this execution.
inline bool several_threads() {
  return has_several_threads;
}
int spawn(std::function<void()> body);
void join(int thread);
bool has_begun(int thread);

inline constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

/// What a step touches; steps that do not conflict may change their order.
struct Access {
  std::uint32_t place = kNowhere;
  bool write = true;
  bool sequential = false;  ///< takes part in the one order of all
  bool fence = false;       ///< of sequential order
  int interrupts = -1;      ///< changes what this thread has seen
  const char* what = "";
};
/// Before each step that others can tell: they may go first.
void point(const Access& access);
/// Until unblock(). No other thread runs between the caller's last step and this.
void block(const void* what);
/// Lets up to `count` of those that are blocked on it go on.
void unblock(const void* what, int count = kMostThreads);
/// The caller can only go on in vain until another thread has written something.
void spin();
/// A store has been made.
void count_write();
/// One of `count` alternatives; all are explored.
std::size_t choose(std::size_t count);
/// Spends one of the bound on stale loads; false: none is left.
bool may_be_stale();
void spend_stale();
bool has_membarrier();
/// For the account of a failure.
void note(std::uint64_t value);
std::uint64_t execution();

}  // namespace runahead::model
