// SPDX-License-Identifier: GPL-3.0-or-later
// What a round is drawn from, and the engine that each kind has.
#include "tests/stress/round.h"

#include <memory>
#include <random>
#include <sstream>
#include <thread>

#include "core/device/module.h"
#include "core/device/open_device.h"
#include "core/engine/inline_engine.h"
#include "core/engine/simulated_engine.h"
#include "tests/device/stub.h"
#include "tests/support/driver.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead::stress {

using namespace testing_support;

namespace {

constexpr const char* kNames[] = {"at once", "pool", "ranked", "in order", "simulated", "device"};

/// What the program leaves behind beside its differences.
std::string leftovers() {
  return live_bodies() == 0 ? "" : std::to_string(live_bodies()) + " bodies are left\n";
}

}  // namespace

Round::Round(std::uint32_t seed, std::uint64_t number, std::optional<int> crowd) {
  std::seed_seq words{seed, static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32)};
  std::mt19937 random(words);
  const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
  seed_ = static_cast<std::uint32_t>(random());

  const int dice = below(100);
  kind_ = dice < 3    ? Kind::at_once
          : dice < 45 ? Kind::pool
          : dice < 70 ? Kind::ranked
          : dice < 92 ? Kind::in_order
          : dice < 97 ? Kind::simulated
                      : Kind::device;
  workers_ = crowd ? *crowd : 1 + below(6);
  if (kind_ == Kind::at_once) workers_ = 1;
  if (kind_ == Kind::device) workers_ = 1 + below(3);
  if (kind_ == Kind::in_order || kind_ == Kind::device) {
    if (!crowd) workers_ = 1 + below(3);
    limits_.resize(static_cast<std::size_t>(workers_));
    for (std::size_t& limit : limits_) limit = below(2) == 0 ? 0 : static_cast<std::size_t>(1 + below(40));
  }
  // A device's streams always have a limit.
  if (kind_ == Kind::device) {
    for (std::size_t& limit : limits_) limit = limit == 0 ? 1024 : limit;
  }
  window_ = below(3) == 0 ? 0 : static_cast<std::size_t>(1 + below(below(2) == 0 ? 300 : 4096));
  traced_ = below(8) == 0 || kind_ == Kind::simulated || kind_ == Kind::device;
  const bool has_workers = kind_ == Kind::pool || kind_ == Kind::ranked || kind_ == Kind::in_order;
  if (has_workers && below(12) == 0) patience_ = random() % 400'000;

  options_.seed = seed_;
  options_.steps = 500 + below(traced_ || patience_ ? 2500 : 12'000);
  if (kind_ == Kind::device) options_.steps = 100 + below(400);
  options_.variables = 1 + below(below(4) == 0 ? 1000 : 60);
  options_.failure_percent = below(3) == 0 ? below(20) : 0;
  options_.wait_percent = below(2) == 0 ? 0 : below(8);
  options_.forget_percent = below(12);
  options_.call_percent = has_workers && !traced_ && below(3) == 0 ? below(10) : 0;
  options_.most_spins = below(16) == 0 ? 1000 : 0;
  options_.streams = std::max(1, static_cast<int>(limits_.size()));
  program_.emplace(options_);
}

std::string Round::text() const {
  std::ostringstream text;
  text << kNames[static_cast<int>(kind_)] << ", " << workers_ << " workers, window " << window_;
  for (const std::size_t limit : limits_) text << ", limit " << limit;
  text << (traced_ ? ", recorded" : "") << (patience_ ? ", stopped on the way" : "") << ", program "
       << options_.seed << " of " << options_.steps << " steps and " << options_.variables << " variables";
  return text.str();
}

std::string Round::run() const {
  std::string wrong;
  switch (kind_) {
    case Kind::at_once:
      wrong = run_at_once();
      break;
    case Kind::simulated:
      wrong = run_simulated();
      break;
    case Kind::device:
      wrong = run_on_device();
      break;
    case Kind::pool:
    case Kind::ranked:
    case Kind::in_order:
      wrong = run_on_workers();
      break;
  }
  return wrong + leftovers();
}

std::string Round::run_at_once() const {
  if (!traced_) {
    InlineEngine engine;
    return joined(program_->run(engine, true).differences);
  }
  TracedRun run(1);
  std::string wrong;
  {
    InlineEngine engine(run.recording());
    wrong = joined(program_->run(engine, true, [&](VariableId id) { run.declare(id); }).differences);
  }
  return wrong + joined(trace_violations(run.finish()));
}

std::string Round::run_simulated() const {
  SimulationSetup setup;
  setup.order = seed_ % 3 == 0   ? SimulationSetup::Order::as_ready
                : seed_ % 3 == 1 ? SimulationSetup::Order::ranked
                                 : SimulationSetup::Order::as_submitted;
  setup.queues = {{.workers = setup.order == SimulationSetup::Order::as_submitted ? 1 : workers_}};
  setup.max_pending = window_;
  setup.costs = {.issue_ns = seed_ % 9, .dispatch_ns = 1, .hand_back_ns = seed_ % 4};
  Ticks clock = 1;
  TracedRun run(setup.queues.front().workers, {}, &clock);
  Recording recording = run.recording();
  recording.call_lane = 1;
  std::string wrong;
  {
    SimulatedEngine engine(setup, clock, recording);
    wrong = joined(program_->run(engine, false, [&](VariableId id) { run.declare(id); }).differences);
  }
  return wrong + joined(trace_violations(run.finish()));
}

std::string Round::run_on_workers() const {
  const Driver driver = kind_ == Kind::pool     ? Driver::pool
                        : kind_ == Kind::ranked ? Driver::ranked
                                                : Driver::in_order;
  const auto make_engine = [&]<class Tracing>(Tracing tracing) -> std::unique_ptr<Engine> {
    if (limits_.empty()) return make_driver(driver, workers_, window_, tracing);
    return std::make_unique<InOrderEngine<Tracing>>(limits_, window_, tracing);
  };
  const auto go = [&](Engine& engine, const std::function<void(VariableId)>& declare) -> std::string {
    if (!patience_) return joined(program_->run(engine, false, declare).differences);
    std::thread stopper([&] {
      for (volatile unsigned spin = 0; spin < *patience_;) spin = spin + 1;
      engine.stop();
    });
    std::string wrong;
    try {
      wrong = joined(program_->run(engine, false, declare).differences);
    } catch (const Stopped&) {
    }
    stopper.join();
    return wrong;
  };
  if (!traced_) return go(*make_engine(NoTracing{}), {});
  TracedRun run(workers_);
  run.collect_meanwhile();
  std::string wrong = go(*make_engine(run.recording()), [&](VariableId id) { run.declare(id); });
  return wrong + joined(trace_violations(run.finish(), patience_ ? RunEnd::stopped : RunEnd::complete,
                                         order_of(driver)));
}

std::string Round::run_on_device() const {
  set_stub("");
  OpenDevice device(*cuda_device().value(), 1, false);
  std::vector<kernels::Stream*> opened;
  RandomProgramOptions options = options_;
  options.launch = [&](std::uint8_t stream, std::function<void()> work) {
    launch_on_stub(opened[stream], std::move(work));
  };
  const RandomProgram program(options);
  TracedRun run(workers_);
  run.collect_meanwhile();
  std::string wrong;
  {
    const auto engine = device.make_engine(window_, run.recording());
    for (const std::size_t limit : limits_) {
      opened.push_back(
          engine->open_queue({.lane = static_cast<LaneId>(1 + opened.size()), .launch_limit = limit}));
    }
    wrong = joined(program.run(*engine, false, [&](VariableId id) { run.declare(id); }).differences);
  }
  return wrong + joined(trace_violations(run.finish()));
}

}  // namespace runahead::stress
