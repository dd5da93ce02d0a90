// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario two-devices: the same work on one device, on two in turn, and on two at once.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_two_devices(Program& p) {
  const std::int64_t n = p.parameter("n");
  const std::int64_t products = p.parameter("products");
  NDArray a("a"), b("b"), c("c"), d("d");
  Frontend& frontend = p.frontend();
  const std::uint8_t other = frontend.devices() == 1 ? frontend.make_stream(0) : frontend.default_stream(1);
  const auto second = [&](auto part) {
    frontend.use_stream(other);
    part();
    frontend.use_stream(0);
  };
  // Of PyTorch, that of one device does not wait for the other.
  const auto synchronize = [&](int line, WaitPlace place) {
    if (!p.waits_at(line, place)) return;
    p.line(line);
    for (int device = 0; device < 2; ++device) frontend.synchronize_device(device);
  };
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    a = uniform(p.frontend(), {n, n});
    p.line(2);
    second([&] { b = uniform(p.frontend(), {n, n}); });
    synchronize(3, WaitPlace::final);
  }
  const auto on_first = [&](int line) {
    for (std::int64_t iteration = 1; iteration <= products; ++iteration) {
      p.line(line);
      c = dot(a, a);
      p.may_wait(c, iteration);
    }
  };
  const auto on_second = [&](int line) {
    for (std::int64_t iteration = 1; iteration <= products; ++iteration) {
      p.line(line);
      second([&] { d = dot(b, b); });
      p.may_wait(d, iteration);
    }
  };
  {
    const auto mark = p.benchmark("one device");
    on_first(6);
    on_first(8);
    p.waitall(9, WaitPlace::final);
  }
  {
    const auto mark = p.benchmark("two in turn");
    on_first(12);
    p.waitall(13, WaitPlace::printed);
    on_second(15);
    synchronize(16, WaitPlace::final);
  }
  {
    const auto mark = p.benchmark("two at once");
    on_first(19);
    on_second(21);
    synchronize(22, WaitPlace::final);
  }
  p.result(c);
  p.result(d);
}

}  // namespace

Scenario two_devices() {
  return {
      .id = "two-devices",
      .group = 'G',
      .title = "Two devices",
      .question = "Do two devices take half the time?",
      .explanation =
          "The same work three times: on one device, on two with a wait between them, and on two without. "
          "Two devices that work in turn take as long as one. The program need not say that they may work "
          "at once: neither needs what the other makes, so it is enough that the frontend enqueues the "
          "work of both before it waits.\n"
          "Without the wait in line 13 the second part looks like the third. Put a wait behind each "
          "product and the third looks like the second.\n"
          "The second device of the emulated accelerator is another thread. On CUDA it is the second GPU. "
          "Where there is only one, it is a second stream of the same GPU, whose lane is Stream 2: two "
          "products at once share what one of them leaves free, so little is gained once a product fills "
          "the GPU.",
      .modes = {Mode::stream},
      .waits = {"program"},
      .wait_lines = {{3, WaitPlace::final},
                     {6},
                     {8},
                     {9, WaitPlace::final},
                     {12},
                     {13, WaitPlace::printed},
                     {15},
                     {16, WaitPlace::final},
                     {19},
                     {21},
                     {22, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 1000, 4000, 128, "rows and columns of a and b"},
                     {"products", "products", 1, 10'000, 10, 50, 2, "products in each loop"}},
      .book = {},
      // Memory is taken at the call and held until the task is done.
      .peak_bytes =
          [](const RunConfig& config) {
            return (4 + 2 * config.parameters.at("products")) * square_bytes(config);
          },
      .second_device = true,
      .makes_streams = true,
      .program = run_two_devices,
  };
}

}  // namespace runahead
