// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario independent-work: chains that have nothing to do with one another.
#include <algorithm>
#include <string>
#include <vector>

#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_independent_work(Program& p) {
  const std::int64_t n = p.parameter("n");
  const std::int64_t chains = p.parameter("chains");
  const std::int64_t length = p.parameter("length");
  NDArray x("x");
  std::vector<NDArray> y;
  for (std::int64_t chain = 1; chain <= chains; ++chain)
    y.emplace_back(std::string("y").append(std::to_string(chain)));
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    // Rows that sum to about one keep the products of a chain in range.
    x = uniform(p.frontend(), {n, n}, 0, 2.0F / static_cast<float>(n));
    p.line(2);
    for (std::size_t chain = 0; chain < y.size(); ++chain) y[chain] = x * static_cast<float>(chain + 1);
    p.waitall(3, WaitPlace::final);
  }
  {
    const auto mark = p.benchmark("chains");
    for (std::int64_t step = 1; step <= length; ++step) {
      for (NDArray& chain : y) {
        p.line(7);
        chain = dot(chain, x);
        p.may_wait(chain, step);
      }
    }
    p.waitall(8, WaitPlace::final);
  }
  p.result(y.back());
}

std::int64_t independent_work_peak_bytes(const RunConfig& config) {
  // x, the end of each chain, and the products that are being made.
  const std::int64_t chains = config.parameters.at("chains");
  return (1 + chains + std::min(chains, tasks_at_once(config))) * square_bytes(config);
}

}  // namespace

Scenario independent_work() {
  return {
      .id = "independent-work",
      .group = 'C',
      .title = "Independent work",
      .question = "When do more workers help?",
      .explanation =
          "Each chain is a sequence of products in which every step needs the one before: its tasks never "
          "overlap, however many workers there are. Tasks of different chains have nothing in common and "
          "run side by side.\n"
          "So one chain gains nothing from a second worker, and four chains keep up to four workers busy, "
          "as long as the machine has as many cores. No thread was written: the engine found the "
          "parallelism in what each task reads and writes.\n"
          "In mode stream all of it goes to one stream of a device, which works in the order of issue: "
          "chains do not overlap there unless a program says so with more streams.",
      .modes = {Mode::async, Mode::sync, Mode::stream},
      .waits = {"none"},
      .wait_lines = {{3, WaitPlace::final}, {7}, {8, WaitPlace::final}},
      .parameters = {{"chains", "chains", 1, 64, 4, 4, 3, "independent chains"},
                     {"length", "products", 1, 1000, 4, 4, 3, "products in each chain"},
                     {"n", "rows", 1, 4000, 512, 512, 128, "rows and columns of the arrays"}},
      .book = {},
      .peak_bytes = independent_work_peak_bytes,
      .program = run_independent_work,
  };
}

}  // namespace runahead
