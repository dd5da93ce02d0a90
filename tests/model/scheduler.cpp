// SPDX-License-Identifier: GPL-3.0-or-later
// Fibers, the choices that steer them, and the arena.
// Not here: views and histories of stores (memory.cpp).
#undef _FORTIFY_SOURCE  // longjmp goes from stack to stack
#include "tests/model/scheduler.h"

#include <cxxabi.h>
#include <ucontext.h>
#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <vector>

#include "tests/model/memory.h"

namespace runahead::model {

bool has_several_threads = false;

namespace {

constexpr std::size_t kStackBytes = std::size_t{256} << 10;
constexpr std::size_t kArenaBytes = std::size_t{64} << 20;
constexpr std::size_t kMostSteps = 5000;

enum class State { runnable, blocked, spinning, done };

struct Thread {
  State state = State::done;
  const void* waits_for = nullptr;
  std::uint64_t writes_seen = 0;  ///< where it spins
  bool preempted = false;
  bool met_conflict = false;  ///< since it was preempted, with the step before which it was
  Access next;
  bool started = false;
  std::optional<std::function<void()>> body;
  jmp_buf context;
  ucontext_t beginning;
};

struct Choice {
  std::uint32_t taken;
  std::uint32_t count;
};

struct Step {
  int thread;
  Access access;
  std::uint64_t value;
};

enum class Ending { none, whole, redundant, failed };

struct Scheduler {
  Bounds bounds;
  Thread threads[kMostThreads];
  int count = 0;  ///< of threads that were started in this execution
  int current = 0;
  bool running = false;
  int preemptions = 0;
  int stale = 0;
  std::uint64_t writes = 0;
  std::uint64_t execution = 0;  ///< counts those of the process
  std::vector<Choice> choices;
  std::size_t at = 0;
  Step steps[kMostSteps];
  std::size_t step_count = 0;
  Ending ending = Ending::none;
  char message[400];
  jmp_buf home;
  char* stacks = nullptr;
  char* arena = nullptr;
  std::size_t arena_used = 0;
  std::int64_t live = 0;  ///< allocations that were not freed
};
Scheduler scheduler;

[[noreturn]] void end_execution(Ending ending) {
  scheduler.ending = ending;
  scheduler.running = false;
  has_several_threads = false;
  _longjmp(scheduler.home, 1);
}

bool enabled(const Thread& thread) {
  return thread.state == State::runnable ||
         (thread.state == State::spinning && thread.writes_seen != scheduler.writes);
}

[[noreturn]] void enter();

void transfer(int to) {
  Thread& from = scheduler.threads[scheduler.current];
  Thread& next = scheduler.threads[to];
  if (&from == &next) return;
  if (_setjmp(from.context) != 0) return;
  scheduler.current = to;
  if (!next.started) enter();
  _longjmp(next.context, 1);
}

/// The body of a fiber.
void run_thread() {
  Thread& me = scheduler.threads[scheduler.current];
  (*me.body)();
  me.body.reset();
  me.state = State::done;
  release_to_joiner();
  unblock(&me);
  bool all = true;
  for (int i = 0; i < scheduler.count; ++i) all = all && scheduler.threads[i].state == State::done;
  if (all) end_execution(Ending::whole);
  block(nullptr);
  std::abort();
}

void enter() {
  Thread& next = scheduler.threads[scheduler.current];
  next.started = true;
  setcontext(&next.beginning);
  std::abort();
}

/// Who goes on when the current thread cannot.
void go_elsewhere() {
  int options[kMostThreads];
  std::size_t count = 0;
  for (int i = 0; i < scheduler.count; ++i) {
    if (enabled(scheduler.threads[i])) options[count++] = i;
  }
  // Those that spin look once more, in turn.
  for (int i = 1; count == 0 && i <= scheduler.count; ++i) {
    const int next = (scheduler.current + i) % scheduler.count;
    if (scheduler.threads[next].state == State::spinning) options[count++] = next;
  }
  if (count == 0) fail("nobody can go on");
  transfer(options[choose(count)]);
  scheduler.threads[scheduler.current].state = State::runnable;
}

void start_fiber(int index, std::function<void()> body) {
  Thread& thread = scheduler.threads[index];
  thread.state = State::runnable;
  thread.preempted = false;
  thread.started = false;
  thread.body.emplace(std::move(body));
  getcontext(&thread.beginning);
  thread.beginning.uc_stack.ss_sp = scheduler.stacks + static_cast<std::size_t>(index) * kStackBytes;
  thread.beginning.uc_stack.ss_size = kStackBytes;
  thread.beginning.uc_link = nullptr;
  makecontext(&thread.beginning, run_thread, 0);
}

std::string account() {
  std::string text = scheduler.message;
  const std::size_t first = scheduler.step_count > 60 ? scheduler.step_count - 60 : 0;
  for (std::size_t i = first; i < scheduler.step_count; ++i) {
    const Step& step = scheduler.steps[i];
    char line[120];
    std::snprintf(line, sizeof line, "\n  %zu: thread %d %s place %u value %llx", i, step.thread,
                  step.access.what, step.access.place, static_cast<unsigned long long>(step.value));
    text += line;
  }
  return text;
}

void run_once(const std::function<void()>& program) {
  scheduler.count = 1;
  scheduler.current = 0;
  scheduler.preemptions = scheduler.stale = 0;
  scheduler.writes = 0;
  scheduler.at = 0;
  scheduler.step_count = 0;
  scheduler.arena_used = 0;
  scheduler.live = 0;
  scheduler.ending = Ending::none;
  ++scheduler.execution;
  begin_memory();
  std::memset(static_cast<void*>(abi::__cxa_get_globals()), 0, 2 * sizeof(void*));
  if (_setjmp(scheduler.home) == 0) {
    start_fiber(0, program);
    scheduler.running = true;
    enter();
  }
  // Those that were given up have theirs in the arena.
  for (Thread& thread : scheduler.threads) {
    if (thread.body) ::new (static_cast<void*>(&thread.body)) std::optional<std::function<void()>>;
    thread.state = State::done;
  }
}

}  // namespace

Report explore(const Bounds& bounds, const std::function<void()>& program) {
  if (!scheduler.stacks) {
    scheduler.stacks = static_cast<char*>(std::aligned_alloc(4096, kStackBytes * kMostThreads));
    scheduler.arena = static_cast<char*>(std::aligned_alloc(4096, kArenaBytes));
  }
  scheduler.bounds = bounds;
  scheduler.choices.clear();
  Report report;
  while (true) {
    run_once([&program] { program(); });
    ++report.executions;
    if (scheduler.ending == Ending::whole && scheduler.live != 0) {
      std::snprintf(scheduler.message, sizeof scheduler.message, "%lld allocations were not freed",
                    static_cast<long long>(scheduler.live));
      scheduler.ending = Ending::failed;
    }
    if (scheduler.step_count > report.depth) report.depth = scheduler.step_count;
    if (scheduler.ending == Ending::redundant) ++report.redundant;
    if (scheduler.ending == Ending::failed) {
      report.failure = account();
      return report;
    }
    std::vector<Choice>& choices = scheduler.choices;
    while (!choices.empty() && choices.back().taken + 1 == choices.back().count) choices.pop_back();
    if (choices.empty()) {
      report.complete = true;
      return report;
    }
    ++choices.back().taken;
    if (report.executions >= bounds.executions) return report;
  }
}

void fail(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(scheduler.message, sizeof scheduler.message, format, arguments);
  va_end(arguments);
  end_execution(Ending::failed);
}

int current_thread() {
  return scheduler.current;
}

int spawn(std::function<void()> body) {
  if (scheduler.count == kMostThreads) fail("more than %d threads", kMostThreads);
  const int thread = scheduler.count;
  start_fiber(thread, std::move(body));
  ++scheduler.count;
  has_several_threads = true;
  inherit_memory(thread);
  return thread;
}

void join(int thread) {
  Thread& other = scheduler.threads[thread];
  point({.everything = true, .what = "join"});
  while (other.state != State::done) block(&other);
  acquire_of_joined(thread);
}

bool has_begun(int thread) {
  return thread < scheduler.count;
}

bool is_alive(int thread) {
  return has_begun(thread) && scheduler.threads[thread].state != State::done;
}

std::size_t choose(std::size_t count) {
  if (count == 1) return 0;
  if (scheduler.at == scheduler.choices.size()) {
    scheduler.running = false;  // the vector is not the program's
    scheduler.choices.push_back({0, static_cast<std::uint32_t>(count)});
    scheduler.running = true;
  }
  const Choice& choice = scheduler.choices[scheduler.at++];
  if (choice.count != count) fail("the program is not the same each time: %u and %zu", choice.count, count);
  return choice.taken;
}

void point(const Access& access) {
  if (!several_threads()) return;
  if (scheduler.step_count == kMostSteps) fail("no end after %zu steps", kMostSteps);
  Thread& me = scheduler.threads[scheduler.current];
  me.next = access;
  if (scheduler.preemptions < scheduler.bounds.preemptions) {
    int options[kMostThreads] = {scheduler.current};
    std::size_t count = 1;
    for (int i = 0; i < scheduler.count; ++i) {
      if (i != scheduler.current && enabled(scheduler.threads[i])) options[count++] = i;
    }
    if (const std::size_t pick = choose(count)) {
      ++scheduler.preemptions;
      me.preempted = true;
      me.met_conflict = false;
      transfer(options[pick]);
      // Nothing came between: as when this thread makes its step first and the others go on after it.
      if (!me.met_conflict) end_execution(Ending::redundant);
    }
  }
  me.preempted = false;
  for (int i = 0; i < scheduler.count; ++i) {
    Thread& other = scheduler.threads[i];
    if (!other.preempted) continue;
    other.met_conflict = other.met_conflict || access.everything || other.next.everything ||
                         (access.place == other.next.place && (access.write || other.next.write));
  }
  scheduler.steps[scheduler.step_count++] = {scheduler.current, access, 0};
}

void block(const void* what) {
  Thread& me = scheduler.threads[scheduler.current];
  if (me.state == State::runnable) me.state = State::blocked;
  me.waits_for = what;
  go_elsewhere();
}

void unblock(const void* what, int count) {
  for (int i = 0; i < scheduler.count && count > 0; ++i) {
    Thread& thread = scheduler.threads[i];
    if (thread.state != State::blocked || thread.waits_for != what) continue;
    thread.state = State::runnable;
    --count;
  }
}

void spin() {
  if (!several_threads()) return;
  if (scheduler.step_count == kMostSteps) fail("no end after %zu steps", kMostSteps);
  scheduler.steps[scheduler.step_count++] = {scheduler.current, {.what = "spins"}, 0};
  Thread& me = scheduler.threads[scheduler.current];
  me.state = see_what_was_looked_at() ? State::runnable : State::spinning;
  me.writes_seen = scheduler.writes;
  go_elsewhere();
}

void count_write() {
  ++scheduler.writes;
}
bool may_be_stale() {
  return scheduler.stale < scheduler.bounds.stale;
}
void spend_stale() {
  ++scheduler.stale;
}
bool has_membarrier() {
  return scheduler.bounds.membarrier;
}
void note(std::uint64_t value) {
  if (scheduler.step_count > 0) scheduler.steps[scheduler.step_count - 1].value = value;
}

std::uint64_t execution() {
  return scheduler.execution;
}
bool in_arena(const void* address) {
  const char* place = static_cast<const char*>(address);
  return place >= scheduler.arena && place < scheduler.arena + kArenaBytes;
}

namespace {

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (!scheduler.running) {
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    if (void* place = std::aligned_alloc(alignment, rounded ? rounded : alignment)) return place;
    throw std::bad_alloc();
  }
  const std::size_t begin = (scheduler.arena_used + alignment - 1) / alignment * alignment;
  if (begin + bytes > kArenaBytes) fail("the arena is full");
  scheduler.arena_used = begin + bytes;
  ++scheduler.live;
  return scheduler.arena + begin;
}

void release(void* place) {
  if (!in_arena(place)) {
    std::free(place);
  } else if (scheduler.running) {
    --scheduler.live;
  }
}

}  // namespace

}  // namespace runahead::model

void* operator new(std::size_t bytes) {
  return runahead::model::allocate(bytes, 16);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return runahead::model::allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes) {
  return runahead::model::allocate(bytes, 16);
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return runahead::model::allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* place) noexcept {
  runahead::model::release(place);
}
void operator delete(void* place, std::size_t) noexcept {
  runahead::model::release(place);
}
void operator delete(void* place, std::align_val_t) noexcept {
  runahead::model::release(place);
}
void operator delete(void* place, std::size_t, std::align_val_t) noexcept {
  runahead::model::release(place);
}
void operator delete[](void* place) noexcept {
  runahead::model::release(place);
}
void operator delete[](void* place, std::size_t) noexcept {
  runahead::model::release(place);
}
void operator delete[](void* place, std::align_val_t) noexcept {
  runahead::model::release(place);
}
void operator delete[](void* place, std::size_t, std::align_val_t) noexcept {
  runahead::model::release(place);
}
