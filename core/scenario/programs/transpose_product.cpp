// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario transpose-product: an element-wise product of a matrix and its transpose, waited for in four
// ways.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

void run_transpose_product(Program& p) {
  const std::int64_t n = p.parameter("n");
  NDArray x("x"), y("y"), z("z");
  Function total = p.function("total", [](std::span<const NDArray> arguments, std::span<const std::int64_t>) {
    return std::vector{sum(transpose(arguments[0]) * arguments[0])};
  });
  const auto product = [&](int line, NDArray& out) {
    p.line(line);
    out = total({&x, 1}).front();
    p.may_wait(out);
  };
  {
    const auto mark = p.benchmark("queued");
    p.line(2);
    x = uniform(p.frontend(), {n, n});
    p.may_wait(x);
    product(3, y);
  }
  {
    const auto mark = p.benchmark("finished");
    p.line(5);
    y.print();
  }
  {
    const auto mark = p.benchmark("one");
    product(7, y);
    p.wait(8, y, WaitPlace::printed);
  }
  {
    const auto mark = p.benchmark("two");
    product(10, y);
    product(11, z);
    p.waitall(12, WaitPlace::final);
  }
  {
    const auto mark = p.benchmark("numpy");
    product(14, y);
    p.line(15);
    y.asnumpy();
  }
  {
    const auto mark = p.benchmark("norm");
    product(17, y);
    p.line(18);
    norm(y).item();
  }
  p.result(y);
}

std::int64_t transpose_product_peak_bytes(const RunConfig& config) {
  // x, its transpose and their product; where two products are pending, the second may have begun as well.
  std::int64_t arrays = 3;
  if (config.mode == Mode::async) arrays = 4;
  if (config.mode != Mode::function && tasks_at_once(config) > 1) ++arrays;
  return arrays * square_bytes(config);
}

const Printed kTensorflow = {"Dive into Deep Learning, Asynchronous Computation, TensorFlow edition",
                             "x of 2000 × 2000", "a machine that is not named"};

}  // namespace

Scenario transpose_product() {
  return {
      .id = "transpose-product",
      .group = 'A',
      .title = "A product that blocks at once",
      .question = "Which statement does the work?",
      .explanation =
          "In mode sync, which beside TensorFlow is called eager, lines 2 and 3 do their work before they "
          "return: the region queued holds all of it, and print finds nothing to wait for. In mode async "
          "the same two regions change places, and in mode stream, where a device computes.\n"
          "The star multiplies element by element: n^2 products and not the n^3 of a matrix product, "
          "which is why this is quick for so large an x. The sum is close to n^2 / 4, since two different "
          "elements are 1/4 on average when multiplied.\n"
          "The last four regions wait for one product, for two, for a value as NumPy's, and for a number "
          "made from it. Eager calls have waited already, so all four cost what they compute, and nothing "
          "is left for numpy() but to copy. A device copies both the value and the number to the host, in "
          "the order of its stream. The transposed x is a task of its own here; PyTorch's x.T is none, "
          "its product reads x in another order.\n"
          "In mode function the expression is a function: its first call, in line 3, traces three nodes, "
          "the later ones run the same graph again. In mode lazy lines 2 and 3 only record, and print "
          "pays for everything.",
      .modes = {Mode::sync, Mode::async, Mode::stream, Mode::function, Mode::lazy},
      .waits = {"program"},
      .wait_lines = {{2},
                     {3},
                     {5, WaitPlace::final},
                     {7},
                     {8, WaitPlace::printed},
                     {10},
                     {11},
                     {12, WaitPlace::final},
                     {14},
                     {15, WaitPlace::final},
                     {17},
                     {18, WaitPlace::final}},
      .parameters = {{"n", "rows", 1, 8000, 2000, 2000, 64, "rows and columns of x"}},
      .book = {{"queued", "0.0808 s", kTensorflow, "queued"},
               {"finished", "0.0001 s", kTensorflow, "finished"},
               {"one", "0.0267 s", kTensorflow, "one"},
               {"two", "0.0416 s", kTensorflow, "two"},
               {"numpy", "0.0225 s", kTensorflow, "numpy"},
               {"norm", "0.0226 s", kTensorflow, "norm"},
               {"sum", "999325", kTensorflow}},
      .peak_bytes = transpose_product_peak_bytes,
      .program = run_transpose_product,
  };
}

}  // namespace runahead
