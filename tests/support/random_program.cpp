// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing programs, the serial oracle, and the comparison.
// Not here: which engines are compared (engine/, stress/).
#include "tests/support/random_program.h"

#include <array>
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>

namespace runahead::testing_support {

namespace {

std::atomic<std::int64_t> bodies{0};

/// Counts the bodies that exist.
struct Token {
  Token() { bodies.fetch_add(1, std::memory_order_relaxed); }
  Token(const Token&) : Token() {}
  Token& operator=(const Token&) = default;
  ~Token() { bodies.fetch_sub(1, std::memory_order_relaxed); }
};

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15U + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdU;
}

std::string message_of(int task) {
  return "[test] task " + std::to_string(task) + " fails";
}

/// A variable of the oracle.
struct Expected {
  std::uint64_t value = 0;
  std::optional<int> poison;  ///< the task that failed
};

/// A variable of the run. Deques keep cells where they are while tasks hold pointers to them.
struct Actual {
  EngineVariable variable;
  std::uint64_t value = 0;
};

}  // namespace

std::int64_t live_bodies() {
  return bodies.load(std::memory_order_relaxed);
}

RandomProgramOptions varied_options(std::uint32_t seed) {
  RandomProgramOptions options{.seed = seed};
  options.variables = seed % 3 == 0 ? 2 : seed % 3 == 1 ? 8 : 40;
  options.failure_percent = seed % 2 == 0 ? 0 : 5;
  options.wait_percent = seed % 4 < 2 ? 5 : 0;
  options.most_spins = seed % 5 == 0 ? 2000 : 0;
  return options;
}

RandomProgram::RandomProgram(const RandomProgramOptions& options) : options_(options) {
  std::mt19937 random(options.seed);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int i = 0; i < options.steps; ++i) {
    Step step;
    const int dice = below(100);
    if (dice < options.wait_percent) {
      constexpr Kind kWaits[] = {Kind::wait_to_read, Kind::wait_to_read, Kind::wait_to_read,
                                 Kind::wait_all,     Kind::wait_for,     Kind::wait_for_too_much};
      step.kind = kWaits[below(6)];
    } else if (dice < options.wait_percent + options.forget_percent) {
      step.kind = Kind::forget;
    } else if (options.call_percent > 0 && below(100) < options.call_percent) {
      step.kind = Kind::call;
    }
    step.slot = below(options.variables);
    if (step.kind == Kind::task || step.kind == Kind::call) {
      // Mostly few; sometimes none, sometimes more than fit into a node.
      const int uses = below(12) == 0 ? 3 + below(9) : below(4);
      for (int use = 0; use < uses; ++use) {
        const int slot = below(options.variables);
        const int how = below(8);
        if (how < 5) step.reads.push_back(slot);
        if (how >= 4) step.writes.push_back(slot);  // 4: in place
      }
      // What it throws is the error of what it writes.
      if (step.kind == Kind::call && step.writes.empty()) step.writes.push_back(step.slot);
      step.fails = below(100) < options.failure_percent;
      step.large = below(10) == 0;
      step.spins = options.most_spins > 0 ? below(options.most_spins) : 0;
      step.stream = static_cast<std::uint8_t>(options.streams > 1 ? below(options.streams) : 0);
      ++tasks_;
    }
    steps_.push_back(std::move(step));
  }
}

RandomProgram::Outcome RandomProgram::run(Engine& engine, bool fails_at_once,
                                          const std::function<void(VariableId)>& declare) const {
  Outcome outcome;
  /// `difference` makes the sentence.
  const auto expect = [&](bool holds, const auto& difference) {
    if (!holds && outcome.differences.size() < 10) outcome.differences.push_back(difference());
  };

  std::deque<Expected> expected;
  // Held by the bodies too: after a stop this function is gone before the last of them.
  struct Shared {
    std::deque<Actual> variables;
    std::atomic<int> finished{0};
  };
  const auto shared = std::make_shared<Shared>();
  std::deque<Actual>& actual = shared->variables;
  std::atomic<int>& finished = shared->finished;
  std::vector<std::size_t> current;  // by slot
  const auto add_variable = [&] {
    const auto id = static_cast<VariableId>(actual.size());
    if (declare) declare(id);
    actual.push_back({.variable = {.id = id}, .value = id + 1U});
    expected.push_back({.value = id + 1U, .poison = {}});
    return actual.size() - 1;
  };
  for (int slot = 0; slot < options_.variables; ++slot) current.push_back(add_variable());

  std::set<int> unmet;
  int runs = 0;  // tasks that the oracle ran
  int number = -1;
  /// What a wait throws, if anything.
  const auto thrown_by = [](const auto& wait) -> std::optional<std::string> {
    try {
      wait();
    } catch (const TaskError& error) {
      return error.what();
    }
    return std::nullopt;
  };

  const auto push = [&](const Step& step) {
    ++number;
    std::uint64_t hash = mix(1, static_cast<std::uint64_t>(number));
    std::optional<int> poison;
    for (const int slot : step.reads) {
      hash = mix(hash, expected[current[static_cast<std::size_t>(slot)]].value);
      if (!poison) poison = expected[current[static_cast<std::size_t>(slot)]].poison;
    }
    const bool fails = !poison && step.fails;
    if (fails) poison = number;
    if (fails && !fails_at_once) unmet.insert(number);
    if (!poison || fails) ++runs;
    for (const int slot : step.writes) {
      Expected& variable = expected[current[static_cast<std::size_t>(slot)]];
      variable.poison = poison;
      if (!poison) variable.value = mix(hash, static_cast<std::uint64_t>(slot));
    }

    struct Cells {
      std::array<std::uint64_t*, 12> in{}, out{};
      std::array<int, 12> slots{};
      std::size_t reads = 0, writes = 0;
    } cells;
    TaskNode& task = engine.acquire(kNone);
    task.name = 0;
    task.statement = kNone;
    task.stream = step.stream;
    task.cost_ns = 1 + step.spins;
    for (const int slot : step.reads) {
      Actual& variable = actual[current[static_cast<std::size_t>(slot)]];
      task.read(variable.variable);
      cells.in[cells.reads++] = &variable.value;
    }
    for (const int slot : step.writes) {
      Actual& variable = actual[current[static_cast<std::size_t>(slot)]];
      task.write(variable.variable);
      cells.slots[cells.writes] = slot;
      cells.out[cells.writes++] = &variable.value;
    }
    const auto compute = [](const Cells& used, int task_number, bool failing, int spins,
                            std::atomic<int>& done) {
      std::uint64_t own = mix(1, static_cast<std::uint64_t>(task_number));
      for (std::size_t i = 0; i < used.reads; ++i) own = mix(own, *used.in[i]);
      for (volatile int spin = 0; spin < spins;) spin = spin + 1;
      done.fetch_add(1, std::memory_order_release);
      if (failing) throw std::runtime_error(message_of(task_number));
      for (std::size_t i = 0; i < used.writes; ++i) {
        *used.out[i] = mix(own, static_cast<std::uint64_t>(used.slots[i]));
      }
    };
    const auto execute = [compute, launch = options_.launch ? &options_.launch : nullptr,
                          stream = step.stream](const Cells& used, int task_number, bool failing, int spins,
                                                std::atomic<int>& done) {
      if (launch && failing) {
        done.fetch_add(1, std::memory_order_release);
        throw std::runtime_error(message_of(task_number));  // what it would read is the device's
      }
      if (launch) {
        (*launch)(stream, [=, &done] { compute(used, task_number, false, spins, done); });
      } else {
        compute(used, task_number, failing, spins, done);
      }
    };
    if (step.large) {
      task.set_body([execute, cells, failing = step.fails, spins = step.spins, shared, token = Token(),
                     n = number] { execute(cells, n, failing, spins, shared->finished); });
    } else {
      auto few = [execute, shared, token = Token(), n = number, failing = step.fails, spins = step.spins,
                  used = std::make_unique<Cells>(cells)] {
        execute(*used, n, failing, spins, shared->finished);
      };
      static_assert(sizeof few <= TaskNode::kPayloadBytes);
      task.set_body(std::move(few));
    }
    const bool in_call = step.kind == Kind::call;
    const std::optional<std::string> thrown =
        thrown_by([&] { in_call ? engine.run_in_call(task) : engine.submit(task); });
    ++outcome.pushed;
    if (in_call && poison) unmet.erase(*poison);
    const bool throws = in_call ? poison.has_value() : fails && fails_at_once;
    expect(thrown.has_value() == throws && (!thrown || thrown == message_of(*poison)),
           [&] { return "push " + std::to_string(number) + " throws " + thrown.value_or("nothing"); });
  };

  const auto compare = [&](std::size_t variable) {
    expect(actual[variable].value == expected[variable].value, [&] {
      return "variable " + std::to_string(variable) + " differs after task " + std::to_string(number);
    });
  };

  for (const Step& step : steps_) {
    const std::size_t variable = current[static_cast<std::size_t>(step.slot)];
    switch (step.kind) {
      case Kind::task:
      case Kind::call:
        push(step);
        break;
      case Kind::forget:
        engine.forget(actual[variable].variable);
        current[static_cast<std::size_t>(step.slot)] = add_variable();
        break;
      case Kind::wait_to_read: {
        const auto thrown = thrown_by(
            [&] { engine.wait_to_read(actual[variable].variable, WaitReason::wait_to_read, kNone); });
        compare(variable);
        const std::optional<int> poison = expected[variable].poison;
        expect(thrown == (poison ? std::optional(message_of(*poison)) : std::nullopt), [&] {
          return "a wait after task " + std::to_string(number) + " throws " + thrown.value_or("nothing");
        });
        if (poison) unmet.erase(*poison);
        break;
      }
      case Kind::wait_all: {
        const auto thrown = thrown_by([&] { engine.wait_all(WaitReason::waitall, kNone); });
        bool known = unmet.empty() && !thrown;
        for (const int task : unmet) known |= thrown == message_of(task);
        expect(known, [&] {
          return "waitall after task " + std::to_string(number) + " throws " + thrown.value_or("nothing");
        });
        unmet.clear();
        for (std::size_t i = 0; i < actual.size(); ++i) compare(i);
        break;
      }
      case Kind::wait_for: {
        const int enough = runs / 2;
        expect(engine.wait_for(WaitReason::memory_full, kNone,
                               [&] { return finished.load(std::memory_order_acquire) >= enough; }),
               [] { return "a wait for progress ends without it"; });
        break;
      }
      case Kind::wait_for_too_much: {
        const int too_much = runs + 1;
        expect(!engine.wait_for(WaitReason::memory_full, kNone,
                                [&] { return finished.load(std::memory_order_acquire) >= too_much; }),
               [] { return "a wait for more tasks than there are says that they came"; });
        break;
      }
    }
  }
  engine.drain();
  for (std::size_t i = 0; i < actual.size(); ++i) compare(i);
  expect(finished.load(std::memory_order_relaxed) == runs, [] { return "another number of tasks ran"; });
  std::set<std::string> left, expected_left;
  for (const TaskError& error : engine.unmet_errors()) left.insert(error.what());
  for (const int task : unmet) expected_left.insert(message_of(task));
  expect(left == expected_left, [] { return "the errors that were not met differ"; });
  for (const std::size_t variable : current) engine.forget(actual[variable].variable);
  return outcome;
}

}  // namespace runahead::testing_support
