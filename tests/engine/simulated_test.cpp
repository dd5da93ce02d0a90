// SPDX-License-Identifier: GPL-3.0-or-later
// The simulation: right like the other drivers, the same every time, in the order that the rules say, and
// larger than the machine.
// Not here: manual runs (tests/scenario/manual_test.cpp), costs of operations (tests/tensor).
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/engine/simulated_engine.h"
#include "tests/support/random_program.h"
#include "tests/support/submit_task.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead {
namespace {

using Order = SimulationSetup::Order;
using testing_support::joined;
using testing_support::live_bodies;
using testing_support::RandomProgram;
using testing_support::RandomProgramOptions;
using testing_support::RunEnd;
using testing_support::StartOrder;
using testing_support::trace_violations;
using testing_support::TracedRun;
using testing_support::varied_options;

SimulationSetup setup_of(Order order, std::vector<QueueOptions> queues, std::size_t window = 0,
                         FrontendCosts costs = {}) {
  SimulationSetup setup;
  setup.order = order;
  setup.queues = std::move(queues);
  setup.max_pending = window;
  setup.costs = costs;
  return setup;
}

int lanes_of(const SimulationSetup& setup) {
  int lanes = setup.order == Order::in_call ? 1 : 0;
  for (const QueueOptions& queue : setup.queues) lanes += queue.workers;
  return lanes;
}

/// Runs the program; fails where it differs from the oracle or its trace breaks a rule.
Trace simulated(const RandomProgram& program, const SimulationSetup& setup) {
  Ticks clock = 1;
  TracedRun run(lanes_of(setup), {}, &clock);
  Recording recording = run.recording();
  recording.call_lane = 1;
  {
    SimulatedEngine engine(setup, clock, recording);
    const auto outcome =
        program.run(engine, setup.order == Order::in_call, [&](VariableId id) { run.declare(id); });
    EXPECT_EQ(joined(outcome.differences), "");
  }
  const Trace trace = run.finish();
  EXPECT_EQ(joined(trace_violations(trace)), "");
  EXPECT_EQ(live_bodies(), 0);
  return trace;
}

bool same(const Trace& a, const Trace& b) {
  if (a.size() != b.size()) return false;
  for (Seq seq = 0; seq < a.size(); ++seq) {
    const Event one = a.event(seq), other = b.event(seq);
    if (one.time_ns != other.time_ns || one.kind != other.kind || one.id != other.id) return false;
  }
  return true;
}

/// Of two tasks that are ready, the one starts first that became ready first, ties by id.
void expect_fifo(const Trace& trace) {
  std::vector<TaskId> started;
  for (Seq seq = 0; seq < trace.size(); ++seq) {
    if (trace.event(seq).kind == EventKind::start) started.push_back(trace.event(seq).id);
  }
  for (std::size_t i = 1; i < started.size(); ++i) {
    const Task before = trace.task(started[i - 1]), after = trace.task(started[i]);
    if (after.ready > before.start) continue;
    const std::int64_t before_ns = trace.time_ns(before.ready), after_ns = trace.time_ns(after.ready);
    EXPECT_TRUE(before_ns < after_ns || (before_ns == after_ns && before.id < after.id))
        << "task " << after.id << " starts after task " << before.id;
  }
}

/// Spins are what a task costs.
RandomProgramOptions with_costs(std::uint32_t seed) {
  RandomProgramOptions options = varied_options(seed);
  options.most_spins = 40;
  return options;
}

/// Starts some of what could start, some time after it could.
struct AnyChooser final : Chooser {
  explicit AnyChooser(std::uint32_t seed) : random(seed) {}
  Action next(const SimulatedEngine& engine, Moment moment) override {
    std::vector<Choice> starts = engine.choices();
    std::erase_if(starts, [](const Choice& choice) { return choice.kind != Choice::Kind::start; });
    const bool must = moment == Moment::blocked && !engine.anything_runs() && engine.blocked();
    if (starts.empty() || (!must && random() % 3 == 0)) return {};
    const Choice& choice = starts[random() % starts.size()];
    return {.kind = Action::Kind::start, .worker = choice.worker, .task = choice.task};
  }
  std::mt19937 random;
};
struct EngineChooser final : Chooser {
  Action next(const SimulatedEngine&, Moment) override { return {.kind = Action::Kind::dispatch}; }
};

class SimulatedPrograms : public testing::TestWithParam<std::uint32_t> {};

TEST_P(SimulatedPrograms, AgreeWithTheOracleWhateverSomebodyChooses) {
  const RandomProgram program(with_costs(GetParam()));
  const FrontendCosts costs{.issue_ns = GetParam() % 9, .dispatch_ns = 1, .hand_back_ns = GetParam() % 4};
  for (const auto& [order, queues] :
       {std::pair{Order::as_ready, std::vector<QueueOptions>{{.workers = 3}}},
        std::pair{Order::ranked, std::vector<QueueOptions>{{.workers = 3}}},
        std::pair{Order::as_submitted, std::vector<QueueOptions>{{.workers = 1}}}}) {
    SimulationSetup setup = setup_of(order, queues, GetParam() % 5 == 0 ? 3 : 0, costs);
    const Trace alone = simulated(program, setup);
    EngineChooser engine;
    setup.chooser = &engine;
    EXPECT_TRUE(same(alone, simulated(program, setup)));
    AnyChooser any(GetParam());
    setup.chooser = &any;
    simulated(program, setup);
  }
}

TEST_P(SimulatedPrograms, AgreeWithTheOracleTheSameEveryTime) {
  const RandomProgram program(with_costs(GetParam()));
  const FrontendCosts costs{.issue_ns = GetParam() % 9, .dispatch_ns = 1, .hand_back_ns = GetParam() % 4};
  for (const int workers : {1, 2, 8}) {
    for (const std::size_t window : {0, 1, 7}) {
      for (const Order order : {Order::as_ready, Order::ranked, Order::as_submitted}) {
        if (order == Order::as_submitted && workers > 1) continue;
        const SimulationSetup setup = setup_of(order, {{.workers = workers}}, window, costs);
        const Trace trace = simulated(program, setup);
        EXPECT_TRUE(same(trace, simulated(program, setup)));
        if (order == Order::as_ready) expect_fifo(trace);
        if (order == Order::ranked) {
          EXPECT_EQ(joined(trace_violations(trace, RunEnd::complete, StartOrder::ranked)), "");
        }
        if (HasFailure()) return;
      }
    }
  }
  simulated(program, setup_of(Order::in_call, {}, 0, costs));
}

TEST_P(SimulatedPrograms, AgreeOnSeveralDevices) {
  RandomProgramOptions options = with_costs(GetParam());
  options.streams = 8;
  const std::vector<QueueOptions> devices(8, {.workers = 1, .launch_limit = GetParam() % 3});
  simulated(RandomProgram(options), setup_of(Order::as_submitted, devices));
}

INSTANTIATE_TEST_SUITE_P(Seeds, SimulatedPrograms, testing::Range(0U, 30U));

TEST(Simulated, PlansPastTheMachine) {
  constexpr int kTasks = 1'000'000;
  Ticks clock = 1;
  TracedRun run(256, {}, &clock);
  SimulationSetup setup = setup_of(Order::as_ready, {{.workers = 256}}, 0, {.issue_ns = 10});
  setup.progress = [&run] {
    while (run.collector().collect()) {
    }
  };
  std::vector<EngineVariable> variables(1000);
  for (VariableId id = 0; id < variables.size(); ++id) {
    variables[id].id = id;
    run.declare(id);
  }
  {
    SimulatedEngine engine(setup, clock, run.recording());
    for (int i = 0; i < kTasks; ++i) {
      TaskNode& task = engine.acquire(kNone);
      task.name = 0;
      task.statement = kNone;
      task.write(variables[static_cast<std::size_t>(i) % variables.size()]);
      task.cost_ns = 2000;
      task.set_body([] {});
      engine.submit(task);
    }
    engine.drain();
    for (EngineVariable& variable : variables) engine.forget(variable);
  }
  const Trace trace = run.finish();
  EXPECT_EQ(trace.task_count(), kTasks);
  // 200 of the 256 workers suffice to keep up with the frontend.
  EXPECT_EQ(trace.end_ns(), 10 * kTasks + 2000);
}

TEST(Simulated, StopsAWaitThatItSimulates) {
  Ticks clock = 1;
  SimulatedEngine engine(setup_of(Order::as_ready, {{.workers = 1}}, 0, {.issue_ns = 0}), clock,
                         std::nullopt);
  EngineVariable variable{.id = 0};
  EngineVariable* const write[] = {&variable};
  submit_task(engine, {}, write, [] {});
  submit_task(engine, {}, write, [&engine] { engine.stop(); });
  submit_task(engine, {}, write, [] {});
  EXPECT_THROW(engine.wait_all(WaitReason::waitall, kNone), Stopped);
  EXPECT_THROW(engine.acquire(kNone), Stopped);
  engine.forget(variable);
}

}  // namespace
}  // namespace runahead
