// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario eager-vs-function: the book's loop, run as it stands and as a traced function.
#include "core/scenario/program.h"
#include "core/scenario/programs/programs.h"

namespace runahead {

namespace {

const Printed kProductsBook = {"Dive into Deep Learning, Asynchronous Computation, TensorFlow edition",
                               "x of 2000 × 2000, n = 1000", "a machine that is not named"};

void run_eager_vs_function(Program& p) {
  const std::int64_t n = p.parameter("n");
  NDArray x("x"), y("y");
  {
    const auto initialisation = p.initialisation();
    p.line(1);
    x = ones(p.frontend(), {p.parameter("rows"), p.parameter("columns")});
    p.waitall(2, WaitPlace::final);
  }
  const auto repeat = [&p](std::span<const NDArray> arguments, std::span<const std::int64_t> numbers) {
    NDArray sum("y");
    for (std::int64_t iteration = 1; iteration <= numbers[0]; ++iteration) {
      p.line(5);
      sum = arguments[0] + 1;
      p.may_wait(sum, iteration);
    }
    p.line(6);
    return std::vector{sum};
  };
  const auto measure = [&](const char* name, int line, const Function::Body& call, std::int64_t number) {
    const auto mark = p.benchmark(name);
    p.line(line);
    y = call({&x, 1}, {&number, 1})[0];
    p.wait(line, y, WaitPlace::possible);
  };
  measure("eager", 8, repeat, n);
  p.line(9);
  Function traced = p.function("repeat", repeat);
  const Function::Body f = [&traced](auto arguments, auto numbers) { return traced(arguments, numbers); };
  measure("first call", 11, f, n);
  measure("second call", 13, f, n);
  measure("new argument", 15, f, n + 1);
  p.result(y);
}

std::int64_t eager_vs_function_peak_bytes(const RunConfig& config) {
  // x, the name y, and what the loop makes: outside a graph its own name holds one more.
  const std::int64_t arrays = config.mode == Mode::sync ? 4 : 3;
  return arrays * static_cast<std::int64_t>(sizeof(float)) * config.parameters.at("rows") *
         config.parameters.at("columns");
}

}  // namespace

Scenario eager_vs_function() {
  return {
      .id = "eager-vs-function",
      .group = 'E',
      .title = "The loop as a function",
      .question = "What does a function save when it is called for the second time?",
      .explanation =
          "Eagerly, every addition is a call of its own: the frontend enqueues it and waits, n times. As "
          "a function the same lines are traced first: they run once with arrays that have no values yet, "
          "and each addition becomes a node of a graph. The loop is gone then, unrolled into n nodes, and "
          "all but one of them are pruned: nothing reads what they would compute.\n"
          "The first call pays for the tracing, which costs frontend time for every iteration. The second "
          "call finds the graph: one addition, one wait. With another value of n the graph does not fit, "
          "and the function is traced again. That is what a number does as an argument; an array of the "
          "same shape would have been served by the same graph.\n"
          "So the ratio is not a gain in speed for the same work: the function does one addition of n. In "
          "mode sync, or where the result of every iteration counted, there would be nothing to prune.\n"
          "There is no mode stream here: it launches calls one by one, and only mode function traces.",
      .modes = {Mode::sync, Mode::function},
      .waits = {"program"},
      .wait_lines = {{2, WaitPlace::final}, {5}, {8}, {11}, {13}, {15}},
      .parameters = {{"n", "passes", 1, 1'000'000, 1000, 1000, 8, "iterations of the loop"},
                     {"rows", "rows", 1, 8000, 128, 2000, 4, "rows of x"},
                     {"columns", "columns", 1, 8000, 512, 2000, 4, "columns of x"}},
      .book = {{"eager", "3.5589 s", kProductsBook, "eager"},
               {"as a function", "1.0457 s", kProductsBook, "first call", "function"}},
      .function_lines = {5},
      .peak_bytes = eager_vs_function_peak_bytes,
      .program = run_eager_vs_function,
  };
}

}  // namespace runahead
