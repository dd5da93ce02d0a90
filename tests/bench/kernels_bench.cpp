// SPDX-License-Identifier: GPL-3.0-or-later
// How long the CPU's operations take on the scenarios' shapes, one thread.
// Not a test: nothing here passes or fails.
#include <benchmark/benchmark.h>

#include <cstring>
#include <vector>

#include "kernels/cpu/blas.h"
#include "tests/support/float32.h"

namespace runahead::kernels {

namespace {

const Float32 k(cpu_operations());

std::vector<float> numbers(std::int64_t n) {
  std::vector<float> values(static_cast<std::size_t>(n));
  k.uniform(nullptr, values.data(), n, 1, 0, -1, 1);
  return values;
}

/// Runs `operation(in, out)` on two arrays of side × side, and reports the bytes of both as throughput.
template <class Operation>
void measure(benchmark::State& state, std::int64_t arrays_touched, Operation operation) {
  const std::int64_t n = state.range(0) * state.range(0);
  const std::vector<float> in = numbers(n);
  std::vector<float> out(in.size());
  for (auto _ : state) {
    operation(in.data(), out.data(), n);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * arrays_touched * n * static_cast<std::int64_t>(sizeof(float)));
}

void normal(benchmark::State& state) {
  measure(state, 1, [](const float*, float* out, std::int64_t n) { k.normal(nullptr, out, n, 1, 0, 0, 1); });
}
BENCHMARK(normal)->Arg(1000)->Unit(benchmark::kMillisecond);

void uniform(benchmark::State& state) {
  measure(state, 1, [](const float*, float* out, std::int64_t n) { k.uniform(nullptr, out, n, 1, 0, 0, 1); });
}
BENCHMARK(uniform)->Arg(2000)->Unit(benchmark::kMillisecond);

void memcpy_same_bytes(benchmark::State& state) {
  measure(state, 2, [](const float* in, float* out, std::int64_t n) {
    std::memcpy(out, in, static_cast<std::size_t>(n) * sizeof(float));
  });
}
BENCHMARK(memcpy_same_bytes)->Arg(2000)->Unit(benchmark::kMillisecond);

void add_scalar(benchmark::State& state) {
  measure(state, 2,
          [](const float* in, float* out, std::int64_t n) { k.add_scalar(nullptr, in, 1, out, n); });
}
BENCHMARK(add_scalar)->Arg(2000)->Unit(benchmark::kMillisecond);

void add_scalar_in_place(benchmark::State& state) {
  measure(state, 2, [](const float*, float* out, std::int64_t n) { k.add_scalar(nullptr, out, 1, out, n); });
}
BENCHMARK(add_scalar_in_place)->Arg(2000)->Unit(benchmark::kMillisecond);

void transpose(benchmark::State& state) {
  const std::int64_t side = state.range(0);
  measure(state, 2,
          [side](const float* in, float* out, std::int64_t) { k.transpose(nullptr, in, out, side, side); });
}
BENCHMARK(transpose)->Arg(2000)->Arg(2048)->Unit(benchmark::kMillisecond);

void sum(benchmark::State& state) {
  measure(state, 1, [](const float* in, float* out, std::int64_t n) { k.sum(nullptr, in, n, out); });
}
BENCHMARK(sum)->Arg(2000)->Unit(benchmark::kMillisecond);

void norm(benchmark::State& state) {
  measure(state, 1, [](const float* in, float* out, std::int64_t n) { k.norm(nullptr, in, n, out); });
}
BENCHMARK(norm)->Arg(2000)->Unit(benchmark::kMillisecond);

void matmul(benchmark::State& state) {
  const std::int64_t side = state.range(0);
  const std::vector<float> a = numbers(side * side);
  const std::vector<float> b = numbers(side * side);
  std::vector<float> out(a.size());
  for (auto _ : state) {
    k.matmul(nullptr, Transposed::none, a.data(), b.data(), out.data(), side, side, side);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  const double flops =
      2.0 * static_cast<double>(side) * static_cast<double>(side) * static_cast<double>(side);
  state.counters["FLOP/s"] = benchmark::Counter(flops, benchmark::Counter::kIsIterationInvariantRate);
  state.SetLabel(blas_description());
}
BENCHMARK(matmul)->Arg(8)->Arg(1000)->Arg(2000)->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace runahead::kernels
