// SPDX-License-Identifier: GPL-3.0-or-later
// The CPU's operations beside their peers in interleaved rounds on one thread each, and the targets they are
// built for. Not a test: it judges nothing, and prints what it found.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/cpu/blas.h"
#include "tests/bench/speed/peer.h"
#include "tests/bench/speed/processor_time.h"
#include "tests/bench/speed/training_step.h"
#include "tests/support/float32.h"

namespace bench {

namespace {

using runahead::kernels::cpu_operations;
using runahead::kernels::Float32;

struct Target {
  enum class Kind { none, at_most, times_as_fast } kind = Kind::none;
  double value = 0;
};

/// One thing that a row's time is compared with.
struct Comparison {
  std::string peer;
  std::function<std::optional<double>()> milliseconds;
  Target target;
};

struct Row {
  std::string what;
  std::function<void()> ours;
  std::vector<Comparison> comparisons;
};

double measured(const std::function<void()>& work) {
  const double start = processor_milliseconds();
  work();
  return processor_milliseconds() - start;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print(const std::string& what, double ours, const Comparison& comparison,
           const std::vector<double>& samples) {
  std::printf("%-24s %9.3f  %-26s", what.c_str(), ours, comparison.peer.c_str());
  if (samples.empty()) {
    std::printf(" not installed\n");
    return;
  }
  const double peer = median(samples);
  const Target& target = comparison.target;
  std::printf(" %9.3f", peer);
  if (target.kind == Target::Kind::times_as_fast) {
    std::printf("  %5.2f times as fast  at least %-4g  %s\n", peer / ours, target.value,
                peer / ours >= target.value ? "met" : "not met");
  } else if (target.kind == Target::Kind::at_most) {
    std::printf("  %5.2f of its time    at most %-5g  %s\n", ours / peer, target.value,
                ours / peer <= target.value ? "met" : "not met");
  } else {
    std::printf("  %5.2f of its time\n", ours / peer);
  }
}

void run(const Row& row, int rounds) {
  constexpr int kWarmUps = 2;
  std::vector<double> ours;
  std::vector<std::vector<double>> peers(row.comparisons.size());
  for (int round = -kWarmUps; round < rounds; ++round) {
    const double own = measured(row.ours);
    if (round >= 0) ours.push_back(own);
    for (std::size_t i = 0; i < peers.size(); ++i) {
      const std::optional<double> sample = row.comparisons[i].milliseconds();
      if (sample && round >= 0) peers[i].push_back(*sample);
    }
  }
  for (std::size_t i = 0; i < peers.size(); ++i) {
    print(i == 0 ? row.what : "", median(ours), row.comparisons[i], peers[i]);
  }
}

std::vector<float> numbers(std::int64_t n, std::uint64_t seed) {
  std::vector<float> values(static_cast<std::size_t>(n));
  Float32(cpu_operations()).uniform(nullptr, values.data(), n, seed, 0, -1, 1);
  return values;
}

}  // namespace

void run_all(Peer& torch, Peer& numpy, int rounds) {
  const auto at_most = [](double value) { return Target{Target::Kind::at_most, value}; };
  const auto times_as_fast = [](double value) { return Target{Target::Kind::times_as_fast, value}; };
  const auto asking = [](Peer& peer, const char* job) {
    return [&peer, job] { return peer.milliseconds(job); };
  };
  const Float32 k(cpu_operations());
  std::deque<std::vector<float>> arrays;
  TrainingStep step(k, nullptr,
                    [&](std::int64_t n) { return arrays.emplace_back(static_cast<std::size_t>(n)).data(); });
  constexpr std::int64_t kSide = 2000, kSize = kSide * kSide;
  constexpr std::int64_t kRows = 1024, kCols = 2048;  // the larger hidden layer of the step
  const std::vector<float> x = numbers(kSize, 1);
  const std::vector<float> y = numbers(kSize, 2);
  std::vector<float> out(x.size()), other(x.size());
  float sum = 0;
  // A copy moves each byte twice, so half the bytes that the operation reads and writes.
  const auto copying = [&](std::int64_t floats_moved) {
    return [&, floats_moved]() -> std::optional<double> {
      return measured([&] { std::memcpy(out.data(), x.data(), static_cast<std::size_t>(floats_moved) * 2); });
    };
  };
  const std::vector<Row> rows = {
      {"training step",
       [&] { step.run(); },
       {{"its five sgemm alone", [&] { return std::optional(measured([&] { step.run_products(); })); },
         at_most(1.15)},
        {"libtorch, the same step", asking(torch, "step"), {}}}},
      {"normal 1000x1000",
       [&] { k.normal(nullptr, out.data(), 1000 * 1000, 3, 0, 0, 1); },
       {{"libtorch randn", asking(torch, "normal"), times_as_fast(2.5)},
        {"NumPy random.normal", asking(numpy, "normal"), times_as_fast(10)}}},
      {"uniform 2000x2000",
       [&] { k.uniform(nullptr, out.data(), kSize, 4, 0, 0, 1); },
       {{"libtorch rand", asking(torch, "uniform"), times_as_fast(4)}}},
      {"x + 1 2000x2000",
       [&] { k.add_scalar(nullptr, x.data(), 1, out.data(), kSize); },
       {{"memcpy of the same bytes", copying(2 * kSize), at_most(1.15)}}},
      {"sum(transpose(x) * x)",
       [&] {
         k.transpose(nullptr, x.data(), other.data(), kSide, kSide);
         k.mul(nullptr, other.data(), x.data(), other.data(), kSize);
         k.sum(nullptr, other.data(), kSize, &sum);
       },
       {{"libtorch", asking(torch, "transpose"), times_as_fast(1.5)}}},
      {"relu 1024x2048",
       [&] { k.relu(nullptr, x.data(), out.data(), kRows * kCols); },
       {{"memcpy of the same bytes", copying(2 * kRows * kCols), at_most(1.15)}}},
      {"relu_backward 1024x2048",
       [&] { k.relu_backward(nullptr, x.data(), y.data(), out.data(), kRows * kCols); },
       {{"memcpy of the same bytes", copying(3 * kRows * kCols), at_most(1.15)}}},
      {"add_scaled 2048x512",
       [&] { k.add_scaled(nullptr, x.data(), -1e-9f, out.data(), kCols * 512); },
       {{"memcpy of the same bytes", copying(3 * kCols * 512), at_most(1.15)}}},
      {"sum_rows 1024x2048",
       [&] { k.sum_rows(nullptr, x.data(), kRows, kCols, out.data()); },
       {{"memcpy of the same bytes", copying(kRows * kCols), at_most(1.15)}}},
  };
  std::printf("%s, one thread, medians of %d rounds in ms of processor time\n",
              runahead::kernels::blas_description(), rounds);
  for (const Row& row : rows) run(row, rounds);
}

}  // namespace bench

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s TORCH_PEER NUMPY_PEER [ROUNDS]: a program and a script, or - for none\n",
                 argv[0]);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  setenv("OPENBLAS_NUM_THREADS", "1", 1);  // for the peers; ours sets it itself
  const auto command = [](std::vector<std::string> words) {
    return words.back() == "-" ? std::vector<std::string>() : words;
  };
  bench::Peer torch(command({argv[1]}));
  bench::Peer numpy(command({"/usr/bin/python3", argv[2]}));
  bench::run_all(torch, numpy, argc > 3 ? std::max(1, std::atoi(argv[3])) : 25);
}
