// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario overlap-copy: results copied to the host in the stream that computes, or beside it.
#include <memory>
#include <vector>

#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_overlap_copy(Program& p) {
  const std::int64_t n = p.parameter("n");
  const std::int64_t products = p.parameter("products");
  NDArray a("a"), b("b");
  const std::uint8_t beside = p.frontend().make_stream(0);
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    a = uniform(p.frontend(), {n, n});
    p.waitall(2, WaitPlace::final);
  }
  const auto work = [&](int first_line, std::uint8_t copies) {
    Frontend& frontend = p.frontend();
    std::vector<std::unique_ptr<HostCopy>> c;
    for (std::int64_t iteration = 1; iteration <= products; ++iteration) {
      p.line(first_line);
      b = dot(a, a);
      p.may_wait(b, iteration);
      p.line(first_line + 1);
      if (copies != 0) {
        frontend.wait_stream(copies, 0);
        frontend.record_stream(b.body(), copies);
      }
      c.push_back(frontend.start_copy(b.body(), copies));
    }
    p.waitall(first_line + 2, WaitPlace::final);
  };
  {
    const auto mark = p.benchmark("one stream");
    work(5, 0);
  }
  {
    const auto mark = p.benchmark("two streams");
    work(10, beside);
  }
  p.result(b);
}

}  // namespace

Scenario overlap_copy() {
  return {
      .id = "overlap-copy",
      .group = 'G',
      .title = "Copies beside computing",
      .question = "Must the device stop computing while a result travels?",
      .explanation =
          "Each product is copied to the host, without waiting for it. A stream does one thing after the "
          "other, so with one stream the next product starts when the copy has ended, although the part of "
          "the device that copies is not the one that computes.\n"
          "With a second stream the copy engine takes over: while it carries one result away, the next "
          "product is computed. The copy still waits for its own product, which is an event between the "
          "two streams. The time that is saved is at most the shorter of the two, computing or copying.\n"
          "In the stream that computes, the memory of each b can be taken again at once: what uses it next "
          "comes later in that stream. A second stream must be told of: record_stream() keeps the memory of "
          "each b until its copy is done. The memory of the host must be pinned, or the call itself would "
          "wait. The copies of the "
          "emulated accelerator are threads that share the memory of the processor, so they take little.",
      .modes = {Mode::stream},
      .waits = {"program"},
      .wait_lines = {{2, WaitPlace::final}, {5}, {7, WaitPlace::final}, {10}, {12, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 1000, 2000, 128, "rows and columns of a"},
                     {"products", "products", 1, 10'000, 10, 20, 3, "products in each part"}},
      .book = {},
      // Beside a, each b may wait for its copy; where copies are made in the call, there are this b and the
      // next.
      .peak_bytes =
          [](const RunConfig& config) {
            const std::int64_t pending = config.parameters.at("products");
            return (1 + (config.runs_on == DeviceKind::cpu ? 2 : pending)) * square_bytes(config);
          },
      .makes_streams = true,
      .program = run_overlap_copy,
  };
}

}  // namespace runahead
