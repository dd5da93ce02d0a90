// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario slow-frontend: the loop, issued by a frontend that takes 1, 10 and 100 times as long.
#include <algorithm>
#include <vector>

#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

/// The median over some additions of one number, so that in mode sync next to nothing is computed in it.
std::int64_t time_to_issue_ns(Program& p, const NDArray& one, std::int64_t samples) {
  std::vector<std::int64_t> times;
  for (std::int64_t i = 0; i < samples; ++i) {
    const std::int64_t before = p.now_ns();
    const NDArray two = one + 1;
    times.push_back(p.now_ns() - before);
  }
  const auto middle = times.begin() + samples / 2;
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

void run_slow_frontend(Program& p) {
  const std::int64_t n = p.parameter("n");
  NDArray x("x"), y("y");
  std::int64_t t1_ns = 0;
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    x = ones(p.frontend(), {p.parameter("rows"), p.parameter("columns")});
    p.line(2);
    t1_ns = time_to_issue_ns(p, ones(p.frontend(), {1, 1}), std::min<std::int64_t>(n, 101));
    p.waitall(3, WaitPlace::final);
  }
  const auto loop = [&](int line, std::string_view name, std::int64_t times) {
    const auto mark = p.benchmark(name);
    for (std::int64_t iteration = 1; iteration <= n; ++iteration) {
      p.line(line);
      y = x + 1;
      p.may_wait(y, iteration);
      if (times == 1) continue;
      p.line(line + 1);
      p.spin((times - 1) * t1_ns);
    }
    p.waitall(times == 1 ? line + 1 : line + 2, WaitPlace::final);
  };
  loop(6, "1 times", 1);
  loop(10, "10 times", 10);
  loop(15, "100 times", 100);
  p.result(y);
}

std::int64_t slow_frontend_peak_bytes(const RunConfig& config) {
  // x and the y that are being made; where the worker waits for the frontend, the y before is still named.
  const std::int64_t arrays = config.mode == Mode::async ? std::max<std::int64_t>(3, 1 + config.workers) : 3;
  return arrays * array_bytes(config.parameters.at("rows"), config.parameters.at("columns"));
}

}  // namespace

Scenario slow_frontend() {
  return {
      .id = "slow-frontend",
      .group = 'A',
      .title = "A slow frontend",
      .question = "How slow may the language of the frontend be?",
      .explanation =
          "The same loop three times. In the second the frontend spends ten times as long on every "
          "statement as it needs, in the third a hundred times, as a slower language would. What it "
          "needs, t1, is measured in line 2, in this run.\n"
          "In mode async the worker computes meanwhile. While an iteration of the frontend is shorter "
          "than an addition, t2, the queue never runs dry and the loop takes n times t2, however slow the "
          "frontend is. Once an iteration takes longer than t2 the queue is empty, the worker waits for "
          "the frontend, and the time of the region is the frontend's alone. Between which two of the "
          "three that happens depends on t1 and t2.\n"
          "In mode sync nothing is hidden: every iteration costs what the frontend takes and what the "
          "addition takes. This is why Python hardly matters for large arrays, and does for small ones. "
          "Make x smaller, and less of the frontend is hidden; make it larger, and even the third loop's "
          "is. In mode stream a device computes meanwhile, and hides less: it is faster.",
      .modes = {Mode::async, Mode::sync, Mode::stream},
      .waits = {"program"},
      .wait_lines = {{3, WaitPlace::final},
                     {6},
                     {7, WaitPlace::final},
                     {10},
                     {12, WaitPlace::final},
                     {15},
                     {17, WaitPlace::final}},
      .parameters = {{"n", "passes", 1, 1000000, 1000, 1000, 8, "iterations of each loop"},
                     {"rows", "rows", 1, 8000, 128, 128, 128, "rows of x"},
                     {"columns", "columns", 1, 8000, 512, 512, 512, "columns of x"}},
      .book = {},
      .peak_bytes = slow_frontend_peak_bytes,
      .program = run_slow_frontend,
  };
}

}  // namespace runahead
