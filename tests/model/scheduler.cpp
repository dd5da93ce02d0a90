// SPDX-License-Identifier: GPL-3.0-or-later
// Fibers, and the choices that steer them.
// Of orders of steps that commute one is explored: after bounded partial-order reduction (Coons, Musuvathi
// and McKinley, OOPSLA 2013). Not here: views and histories of stores (memory.cpp), the arena (arena.cpp).
#undef _FORTIFY_SOURCE  // longjmp goes from stack to stack
#include "tests/model/scheduler.h"

#include <cxxabi.h>
#include <ucontext.h>
#include <algorithm>
#include <array>
#include <bit>
#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <vector>

#include "tests/model/arena.h"
#include "tests/model/memory.h"

namespace runahead::model {

bool has_several_threads = false;

namespace {

constexpr std::size_t kStackBytes = std::size_t{256} << 10;
constexpr std::size_t kMostSteps = 5000;

/// Per thread: how many of its steps must come before.
using Clock = std::array<std::uint16_t, kMostThreads>;

void join(Clock& into, const Clock& from) {
  for (std::size_t i = 0; i < kMostThreads; ++i) into[i] = std::max(into[i], from[i]);
}

enum class State { runnable, blocked, spinning, done };

struct Thread {
  State state = State::done;
  const void* waits_for = nullptr;
  std::uint64_t writes_seen = 0;  ///< where it spins
  int switched_in = -1;           ///< the choice that has let it go on
  Clock clock{};
  std::uint16_t steps[kMostSteps];  ///< its own
  std::uint16_t step_count = 0;
  bool started = false;
  std::optional<std::function<void()>> body;
  jmp_buf context;
  ucontext_t beginning;
};

struct Choice {
  std::uint32_t taken = 0;
  std::uint32_t count = 0;
  bool of_threads = false;
  std::uint32_t steps = 0;   ///< made before it
  std::uint32_t wanted = 0;  ///< of threads, a bit for each option: to be explored
  std::uint32_t explored = 0;
  std::array<std::int8_t, kMostThreads> threads{};
};

struct Step {
  int thread;
  Access access;
  std::uint64_t value;
  std::uint32_t read;  ///< which of the stores that it may read
  int choice;          ///< of the thread that makes it, -1: there was none
  int switched_in;     ///< the choice that has let its thread go on
  Clock clock;         ///< with itself
};

enum class Ending { none, whole, failed };

struct Scheduler {
  Bounds bounds;
  Thread threads[kMostThreads];
  int count = 0;  ///< of threads that were started in this execution
  int current = 0;
  int preemptions = 0;
  int stale = 0;
  std::uint64_t writes = 0;
  std::uint64_t execution = 0;  ///< counts those of the process
  std::vector<Choice> choices;
  std::size_t at = 0;
  Step steps[kMostSteps];
  std::size_t step_count = 0;
  bool in_vain = false;         ///< a thread could only look once more
  std::size_t known_steps = 0;  ///< the first ones are those of the execution before
  Ending ending = Ending::none;
  char message[400];
  jmp_buf home;
  char* stacks = nullptr;
};
Scheduler scheduler;

[[noreturn]] void end_execution(Ending ending) {
  scheduler.ending = ending;
  open_arena(false);
  has_several_threads = false;
  _longjmp(scheduler.home, 1);
}

bool enabled(const Thread& thread) {
  return thread.state == State::runnable ||
         (thread.state == State::spinning && thread.writes_seen != scheduler.writes);
}

void keep(const Choice& choice) {
  open_arena(false);  // the vector is not the program's
  scheduler.choices.push_back(choice);
  open_arena(true);
}

[[noreturn]] void enter();

void transfer(int to, int choice) {
  Thread& from = scheduler.threads[scheduler.current];
  Thread& next = scheduler.threads[to];
  next.switched_in = choice;
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

/// Another thread that runs the same has not begun either, and is offered.
bool has_twin(int index) {
  if (index > scheduler.bounds.alike || scheduler.threads[index].started) return false;
  for (int i = 1; i < index; ++i) {
    if (!scheduler.threads[i].started) return true;
  }
  return false;
}

/// Threads that may go on.
struct Options {
  std::array<std::int8_t, kMostThreads> threads{};
  std::uint32_t count = 0;

  void add(int thread) { threads[count++] = static_cast<std::int8_t>(thread); }
  void add_others() {
    for (int i = 0; i < scheduler.count; ++i) {
      if (i != scheduler.current && enabled(scheduler.threads[i]) && !has_twin(i)) add(i);
    }
  }
};

struct Picked {
  int thread;
  int choice;  ///< -1: there was none
};

/// The first one, until another order of steps is wanted.
Picked choose(const Options& options) {
  if (options.count == 1) return {options.threads[0], -1};
  if (scheduler.at == scheduler.choices.size()) {
    Choice choice;
    choice.count = options.count;
    choice.of_threads = true;
    choice.steps = static_cast<std::uint32_t>(scheduler.step_count);
    choice.wanted = scheduler.bounds.reduce ? 1 : (1U << options.count) - 1;
    choice.threads = options.threads;
    keep(choice);
  }
  const Choice& choice = scheduler.choices[scheduler.at];
  if (choice.threads != options.threads) fail("the program is not the same each time");
  return {choice.threads[choice.taken], static_cast<int>(scheduler.at++)};
}

/// That thread is let go on there, too; where it cannot, all are.
void want(int index, int thread) {
  if (index < 0) return;
  Choice& choice = scheduler.choices[static_cast<std::size_t>(index)];
  for (std::uint32_t i = 0; i < choice.count; ++i) {
    if (choice.threads[i] != thread) continue;
    choice.wanted |= 1U << i;
    return;
  }
  choice.wanted = (1U << choice.count) - 1;
}

/// The thread goes on before that step. To let it costs a preemption, unless it goes on before the run of
/// steps that this one is part of, or the run before that.
void want_before(std::size_t at, int thread) {
  const Step& step = scheduler.steps[at];
  want(step.choice, thread);
  want(step.switched_in, thread);
  while (at > 0 && scheduler.steps[at - 1].thread == step.thread &&
         scheduler.steps[at - 1].switched_in == step.switched_in)
    --at;
  if (at > 0) want(scheduler.steps[at - 1].switched_in, thread);
}

bool conflict(const Access& one, int by_one, const Access& other, int by_other) {
  if (one.place == other.place && one.place != kNowhere &&
      (one.write || other.write || (one.sequential && other.sequential)))
    return true;
  if (one.fence && (other.fence || other.sequential)) return true;
  if (other.fence && one.sequential) return true;
  return one.interrupts == by_other || other.interrupts == by_one;
}

/// What comes before the step; that it comes behind them is not the only order.
void order_step(Step& step) {
  Thread& me = scheduler.threads[step.thread];
  for (int i = 0; i < scheduler.count; ++i) {
    if (i == step.thread) continue;
    const Thread& other = scheduler.threads[i];
    for (std::size_t k = other.step_count; k-- > me.clock[static_cast<std::size_t>(i)];) {
      const Step& earlier = scheduler.steps[other.steps[k]];
      if (!conflict(step.access, step.thread, earlier.access, i)) continue;
      join(step.clock, earlier.clock);
      if (scheduler.bounds.reduce) want_before(other.steps[k], step.thread);
    }
  }
}

void make_step(const Access& access, int choice) {
  Thread& me = scheduler.threads[scheduler.current];
  Step& step = scheduler.steps[scheduler.step_count];
  if (scheduler.step_count >= scheduler.known_steps) {
    step = {scheduler.current, access, 0, 0, choice, me.switched_in, me.clock};
    ++step.clock[static_cast<std::size_t>(scheduler.current)];
    order_step(step);
  }
  step.read = 0;
  me.clock = step.clock;
  me.steps[me.step_count++] = static_cast<std::uint16_t>(scheduler.step_count++);
}

/// Who goes on when the current thread cannot.
void go_elsewhere() {
  Options options;
  if (enabled(scheduler.threads[scheduler.current])) options.add(scheduler.current);
  options.add_others();
  // Those that spin look once more, in turn.
  for (int i = 1; options.count == 0 && i <= scheduler.count; ++i) {
    const int next = (scheduler.current + i) % scheduler.count;
    if (scheduler.threads[next].state == State::spinning) options.add(next);
  }
  if (options.count == 0) fail("no thread can go on");
  const Picked picked = choose(options);
  transfer(picked.thread, picked.choice);
  scheduler.threads[scheduler.current].state = State::runnable;
}

void start_fiber(int index, std::function<void()> body) {
  Thread& thread = scheduler.threads[index];
  thread.state = State::runnable;
  thread.started = false;
  thread.switched_in = -1;
  thread.clock = index == 0 ? Clock{} : scheduler.threads[scheduler.current].clock;
  thread.step_count = 0;
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
  scheduler.in_vain = false;
  empty_arena();
  scheduler.ending = Ending::none;
  ++scheduler.execution;
  begin_memory();
  std::memset(static_cast<void*>(abi::__cxa_get_globals()), 0, 2 * sizeof(void*));
  if (_setjmp(scheduler.home) == 0) {
    start_fiber(0, program);
    open_arena(true);
    enter();
  }
  // Those that were given up have theirs in the arena.
  for (Thread& thread : scheduler.threads) {
    if (thread.body) ::new (static_cast<void*>(&thread.body)) std::optional<std::function<void()>>;
    thread.state = State::done;
  }
}

/// To what has not been explored; false: there is nothing.
bool turn(Choice& choice) {
  if (!choice.of_threads) return ++choice.taken < choice.count;
  choice.explored |= 1U << choice.taken;
  const std::uint32_t left = choice.wanted & ~choice.explored;
  if (left == 0) return false;
  choice.taken = static_cast<std::uint32_t>(std::countr_zero(left));
  return true;
}

/// The same for executions that differ in the order of steps that commute, and only in that.
std::uint64_t course() {
  std::uint64_t sum = 0;
  const auto add = [&sum](std::uint64_t value) {
    sum = (sum ^ value) * 0x9E3779B97F4A7C15U;
    sum ^= sum >> 29;
  };
  for (int i = 0; i < scheduler.count; ++i) {
    const Thread& thread = scheduler.threads[i];
    for (std::size_t k = 0; k < thread.step_count; ++k) {
      const Step& step = scheduler.steps[thread.steps[k]];
      add(reinterpret_cast<std::uintptr_t>(step.access.what));
      add(step.read);
      add(step.value);
      for (std::uint16_t count : step.clock) add(count);
    }
    add(~std::uint64_t{0});
  }
  return sum;
}

}  // namespace

Report explore(const Bounds& bounds, const std::function<void()>& program) {
  if (!scheduler.stacks)
    scheduler.stacks = static_cast<char*>(std::aligned_alloc(4096, kStackBytes * kMostThreads));
  scheduler.bounds = bounds;
  scheduler.choices.clear();
  scheduler.known_steps = 0;
  Report report;
  while (true) {
    run_once([&program] { program(); });
    ++report.executions;
    if (scheduler.ending == Ending::whole && live_allocations() != 0) {
      std::snprintf(scheduler.message, sizeof scheduler.message, "%lld allocations were not freed",
                    static_cast<long long>(live_allocations()));
      scheduler.ending = Ending::failed;
    }
    if (scheduler.step_count > report.depth) report.depth = scheduler.step_count;
    if (scheduler.ending == Ending::failed) {
      report.failure = account();
      return report;
    }
    if (bounds.keep_courses && !scheduler.in_vain) report.courses.insert(course());
    std::vector<Choice>& choices = scheduler.choices;
    while (!choices.empty() && !turn(choices.back())) choices.pop_back();
    if (choices.empty()) {
      report.complete = true;
      return report;
    }
    scheduler.known_steps = choices.back().steps;
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
  while (other.state != State::done) block(&other);
  join(scheduler.threads[scheduler.current].clock, other.clock);
  acquire_of_joined(thread);
}

bool has_begun(int thread) {
  return thread < scheduler.count;
}

std::size_t choose(std::size_t count) {
  if (count == 1) return 0;
  if (scheduler.at == scheduler.choices.size()) {
    Choice choice;
    choice.count = static_cast<std::uint32_t>(count);
    choice.steps = static_cast<std::uint32_t>(scheduler.step_count);
    keep(choice);
  }
  const Choice& choice = scheduler.choices[scheduler.at++];
  if (choice.of_threads || choice.count != count) fail("the program is not the same each time");
  scheduler.steps[scheduler.step_count - 1].read = choice.taken;
  return choice.taken;
}

void point(const Access& access) {
  if (!several_threads()) return;
  if (scheduler.step_count == kMostSteps) fail("no end after %zu steps", kMostSteps);
  Thread& me = scheduler.threads[scheduler.current];
  int choice = -1;
  if (scheduler.preemptions < scheduler.bounds.preemptions) {
    Options options;
    options.add(scheduler.current);
    options.add_others();
    const Picked picked = choose(options);
    choice = picked.choice;
    if (picked.thread != scheduler.current) {
      ++scheduler.preemptions;
      transfer(picked.thread, picked.choice);
      choice = me.switched_in;
    }
  }
  make_step(access, choice);
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
    join(thread.clock, scheduler.threads[scheduler.current].clock);
    --count;
  }
}

void spin() {
  if (!several_threads()) return;
  if (scheduler.step_count == kMostSteps) fail("no end after %zu steps", kMostSteps);
  scheduler.in_vain = true;
  make_step({.place = what_was_looked_at(), .write = false, .what = "spins"}, -1);
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

}  // namespace runahead::model
