// SPDX-License-Identifier: GPL-3.0-or-later
// Random programs on a device, on one to three of its streams, come to what the oracle says and leave a trace
// in which every rule holds. Not here: how a test's own work gets onto a stream.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "core/device/module.h"
#include "core/device/open_device.h"
#include "tests/support/random_program.h"
#include "tests/support/trace_validator.h"
#include "tests/support/traced_run.h"

namespace runahead::testing_support {

/// `launch(stream, work)` does `work` on that stream.
template <class Launch>
void expect_programs_agree_on_a_device(std::uint32_t seed, Launch launch) {
  for (const int streams : {1, 2, 3}) {
    for (const std::size_t limit : {1, 5, 1024}) {
      SCOPED_TRACE(testing::Message() << streams << " streams, limit " << limit);
      OpenDevice device(*cuda_device().value(), 1, false);
      std::vector<kernels::Stream*> opened;
      RandomProgramOptions options = varied_options(seed);
      options.streams = streams;
      options.launch = [&](std::uint8_t stream, std::function<void()> work) {
        launch(opened[stream], std::move(work));
      };
      const RandomProgram program(options);
      TracedRun run(streams);
      if (limit != 1) run.collect_meanwhile();
      {
        const auto engine = device.make_engine(seed % 4 == 0 ? 4 : 0, run.recording());
        for (LaneId lane = 1; lane <= streams; ++lane)
          opened.push_back(engine->open_queue({.lane = lane, .launch_limit = limit}));
        const auto outcome = program.run(*engine, false, [&](VariableId id) { run.declare(id); });
        EXPECT_EQ(joined(outcome.differences), "");
      }
      const Trace trace = run.finish();
      EXPECT_EQ(trace.task_count(), program.task_count());
      EXPECT_EQ(joined(trace_violations(trace)), "");
      EXPECT_EQ(live_bodies(), 0);
      if (testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace runahead::testing_support
