// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario reorder: large arrays that are each made and used up, in an order that the backend may choose.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

NDArray pop(std::vector<NDArray>& list) {
  NDArray last = std::move(list.back());
  list.pop_back();
  return last;
}

void run_reorder(Program& p) {
  const std::int64_t n = p.parameter("n");
  const std::int64_t parts = p.parameter("parts");
  NDArray x("x"), y("y");
  std::vector<NDArray> large;
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    x = uniform(p.frontend(), {n, n});
    p.line(2);
    y = zeros(p.frontend(), {});
    p.line(3);  // the empty list
    p.waitall(4, WaitPlace::final);
  }
  {
    const auto mark = p.benchmark("sums");
    for (std::int64_t k = 0; k < parts; ++k) {
      p.line(7);
      large.push_back(x + static_cast<float>(k));
      p.may_wait(large.back(), k + 1);
    }
    for (std::int64_t k = 0; k < parts; ++k) {
      p.line(9);
      y = y + sum(pop(large) * x);
      p.may_wait(y, k + 1);
    }
    p.line(10);
    y.print();
  }
  p.result(y);
}

std::int64_t reorder_peak_bytes(const RunConfig& config) {
  // x, large arrays, the products at work. Used up one after the other by each worker, unless a wait while
  // the list is full computes all of it.
  const bool used_up = config.mode == Mode::lazy && !config.waits.lists(7) && !config.waits.lists(9);
  const std::int64_t parts = config.parameters.at("parts");
  const std::int64_t at_work = std::min(parts, tasks_at_once(config));
  return (1 + (used_up ? at_work : parts) + at_work) * square_bytes(config);
}

}  // namespace

Scenario reorder() {
  return {
      .id = "reorder",
      .group = 'F',
      .title = "Two orders, one result",
      .question = "Does it matter in which order the parts are computed?",
      .explanation =
          "The program makes all large arrays first and uses them up afterwards. Each is read once, by "
          "its own product, so most orders of the tasks are legal, and all of them give the same sum.\n"
          "In mode async a task may start when its inputs are there, first come, first served: all the "
          "large arrays are made at once, before the first of them is used, and all are held at the "
          "peak. In mode stream too: a device keeps the order of the program.\n"
          "In mode lazy nothing has run when print asks for y. The graph is then walked from its "
          "result, depth first: a large array is made just before it is needed, and freed right after. "
          "Of the tasks that are ready a worker takes the one that comes first in that order, so each "
          "worker has one of them alive at a time, however many there are. A wait in line 7 takes that "
          "freedom away.",
      .modes = {Mode::lazy, Mode::async, Mode::stream},
      .waits = {"program"},
      .wait_lines = {{4, WaitPlace::final}, {7}, {9}, {10, WaitPlace::final}},
      .parameters = {{"parts", "arrays", 1, 10000, 16, 16, 4, "large arrays"},
                     {"n", "rows", 1, 8000, 1000, 1000, 64, "rows and columns of each"}},
      .book = {},
      .peak_bytes = reorder_peak_bytes,
      .program = run_reorder,
  };
}

}  // namespace runahead
