// SPDX-License-Identifier: GPL-3.0-or-later
// A CUDA device's operations beside what it could do at best, by its own account, and beside PyTorch. Not a
// test: it judges nothing, and prints what it found, or in one line why there is nothing to find.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "kernels/device.h"
#include "tests/bench/speed/peer.h"
#include "tests/bench/speed/training_step.h"
#include "tests/support/device_module.h"
#include "tests/support/float32.h"

namespace bench {

namespace {

using runahead::kernels::Device;
using runahead::kernels::DeviceInfo;
using runahead::kernels::Event;
using runahead::kernels::Float32;
using runahead::kernels::Stream;
using runahead::kernels::Transposed;

constexpr std::int64_t kLarge = std::int64_t{1} << 26;  // 256 MiB, more than any device keeps near
constexpr std::int64_t kSide = 8192;                    // kSide² == kLarge

struct Row {
  std::string what;  ///< also the peer's job
  std::function<void()> work;
  double floats_moved = 0;  ///< to and from memory
  double flops = 0;         ///< in float32
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double host_us() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// One stream of the device, and the arrays that live as long as it.
class Bench {
 public:
  Bench(const Device& device, bool tf32)
      : device_(device),
        operations_(*device.operations),
        stream_(device.create_stream(0, tf32)),
        from_(device.create_event(0)),
        to_(device.create_event(0)) {}
  ~Bench() {
    device_.destroy_stream(stream_);
    device_.destroy_event(from_);
    device_.destroy_event(to_);
    for (float* array : arrays_) device_.free_(0, array);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  Stream* stream() const { return stream_; }
  const Device& device() const { return device_; }
  const Float32& operations() const { return operations_; }

  float* array(std::int64_t n) {
    arrays_.push_back(static_cast<float*>(device_.allocate(0, n * std::int64_t{sizeof(float)})));
    return arrays_.back();
  }
  float* numbers(std::int64_t n) {
    float* const made = array(n);
    operations().uniform(stream_, made, n, arrays_.size(), 0, -1, 1);
    return made;
  }

  /// Of one piece of work by the device's clock, launched so often in a row that launching costs nothing.
  double device_us(const std::function<void()>& work) {
    constexpr int kRounds = 9, kRepeats = 20;
    for (int i = 0; i < 3; ++i) work();
    std::vector<double> samples;
    for (int round = 0; round < kRounds; ++round) {
      device_.record(from_, stream_);
      for (int i = 0; i < kRepeats; ++i) work();
      device_.record(to_, stream_);
      device_.wait(to_);
      samples.push_back(static_cast<double>(device_.elapsed_ns(from_, to_)) / 1e3 / kRepeats);
    }
    return median(samples);
  }

  /// Of `launches` calls by the host's clock, each: of the calls alone, or until the device has done them
  /// all.
  double call_us(const std::function<void()>& work, int launches, bool done) {
    constexpr int kRounds = 25;
    std::vector<double> samples;
    for (int round = 0; round < kRounds; ++round) {
      device_.synchronize(stream_);
      const double start = host_us();
      for (int i = 0; i < launches; ++i) work();
      if (done) device_.synchronize(stream_);
      samples.push_back((host_us() - start) / launches);
    }
    return median(samples);
  }

 private:
  const Device& device_;
  const Float32 operations_;
  Stream* stream_;
  Event* from_;
  Event* to_;
  std::vector<float*> arrays_;
};

/// µs by their names, as a program of launches.py prints them; empty where it does not run.
std::map<std::string, double> told_by(const std::string& command) {
  std::map<std::string, double> told;
  std::FILE* const output = popen((command + " 2>/dev/null").c_str(), "r");
  if (!output) return told;
  char line[512], name[64];
  double us = 0;
  while (std::fgets(line, sizeof line, output)) {
    if (std::sscanf(line, "%63s %lf", name, &us) == 2) told[name] = us;
  }
  pclose(output);
  return told;
}

/// The goals: x + 1 at most 1.6 of the bare launch and 0.6 of PyTorch's, the forward pass 0.6 of PyTorch's.
void print_programs(const std::string& program, const std::string& file, double bare_us) {
  const std::string command = "'" + program + "' run '" + file + "' --mode stream --device cuda";
  const auto ours = told_by(command);
  const auto by_events = told_by("RUNAHEAD_DEVICE_TIMES=events " + command);
  const auto theirs = told_by("python3 '" + file + "'");
  for (const char* name : {"x+1", "forward"}) {
    const auto mine = ours.find(name), peer = theirs.find(name);
    if (mine == ours.end()) {
      std::printf("%-26s the program does not run %s\n", name, file.c_str());
      continue;
    }
    std::printf("%-26s %10.2f µs  from Python, queued and recorded", name, mine->second);
    if (const auto other = by_events.find(name); other != by_events.end())
      std::printf(", with times from events %.2f µs", other->second);
    if (name == std::string("x+1")) std::printf(": %.2f of a bare launch", mine->second / bare_us);
    if (peer != theirs.end()) {
      std::printf("; PyTorch %.2f µs: %.2f of its time", peer->second, mine->second / peer->second);
    }
    std::printf("\n");
  }
}

/// What the same launch costs where it is timed: between two events, or under an id by which the device's own
/// records name it with an event behind it; and what asking for records takes.
void print_timed_launches(Bench& bench, const std::function<void()>& work, int launches) {
  const Device& device = bench.device();
  std::vector<Event*> events(static_cast<std::size_t>(launches) * 2);
  device.create_events(0, events.data(), events.size());
  const struct Destroyed {
    const Device& device;
    const std::vector<Event*>& events;
    ~Destroyed() {
      for (Event* event : events) device.destroy_event(event);
    }
  } destroyed{device, events};
  std::size_t next = 0;
  const auto record = [&] { device.record(events[next++ % events.size()], bench.stream()); };
  const auto row = [](const char* what, double us) {
    std::printf("%-26s %10.2f µs  the call, %s\n", "", us, what);
  };
  row("between two events", bench.call_us([&] { record(), work(), record(); }, launches, false));
  if (!device.records) return;
  try {
    device.records->open();
  } catch (const std::exception& reason) {
    std::printf("%-26s no records of the device's: %s\n", "", reason.what());
    return;
  }
  std::uint64_t id = 1000;
  const auto named = [&] {
    device.records->begin(++id);
    work();
    device.records->end();
  };
  std::vector<runahead::kernels::WorkRecord> taken(1024);
  const auto ask = [&] {
    device.records->collect();
    while (device.records->take(taken.data(), taken.size()) == taken.size()) {
    }
  };
  row("that leaves a record under an id", bench.call_us(named, launches, false));
  ask();
  row("likewise, with an event behind it", bench.call_us([&] { named(), record(); }, launches, false));
  ask();
  const auto known = [&] {
    named();
    device.synchronize(bench.stream());
    ask();
  };
  std::printf("%-26s %10.2f µs  alone, until its record is there\n", "", bench.call_us(known, 1, false));
  std::printf("%-26s %10.2f µs  a question for records, of which there are none\n", "",
              bench.call_us(ask, 1, false));
  device.records->close();
}

/// µs of a bare launch.
double print_launches(Bench& bench) {
  float* const one = bench.array(1);
  const auto work = [&] { bench.operations().fill(bench.stream(), one, 1, 1); };
  constexpr int kFits = 500;     // into a launch queue
  constexpr int kFills = 20000;  // it many times over
  const double bare_us = bench.call_us(work, kFits, false);
  std::printf("%-26s %10.2f µs  the call, with room in the queue\n", "launch", bare_us);
  std::printf("%-26s %10.2f µs  the call, with the queue full\n", "", bench.call_us(work, kFills, false));
  std::printf("%-26s %10.2f µs  alone, until it is known to be done\n", "", bench.call_us(work, 1, true));
  print_timed_launches(bench, work, kFits);
  return bare_us;
}

void print(const Row& row, double us, const DeviceInfo& info, std::optional<double> peer_ms) {
  const double gflops = row.flops / us / 1e3;
  const double gigabytes = row.floats_moved * sizeof(float) / us / 1e3;
  const bool computes = row.flops > 0;
  const double limit = computes ? info.flops / 1e9 : info.bytes_per_second / 1e9;
  std::printf("%-26s %10.1f µs %9.0f %s", row.what.c_str(), us, computes ? gflops : gigabytes,
              computes ? "GFLOP/s" : "GB/s   ");
  if (limit > 0) {
    std::printf("  %5.1f %% of %.0f", 100 * (computes ? gflops : gigabytes) / limit, limit);
  } else {
    std::printf("  limit unknown   ");
  }
  if (peer_ms && !std::isnan(*peer_ms)) {
    std::printf("  PyTorch %10.1f µs: %.2f of its time", *peer_ms * 1e3, us / (*peer_ms * 1e3));
  }
  std::printf("\n");
}

std::vector<Row> memory_rows(Bench& bench) {
  const Float32& k = bench.operations();
  Stream* const s = bench.stream();
  float* const a = bench.numbers(kLarge);
  float* const b = bench.numbers(kLarge);
  float* const out = bench.array(kLarge);
  constexpr double kMoved = kLarge;
  return {
      {"fill", [=, &k] { k.fill(s, out, kLarge, 1); }, kMoved},
      {"copy", [=, &k] { k.copy(s, a, out, kLarge); }, 2 * kMoved},
      {"x + 1", [=, &k] { k.add_scalar(s, a, 1, out, kLarge); }, 2 * kMoved},
      {"x + 1, unaligned", [=, &k] { k.add_scalar(s, a + 1, 1, out, kLarge - 1); }, 2 * kMoved},
      {"a + b", [=, &k] { k.add(s, a, b, out, kLarge); }, 3 * kMoved},
      {"relu", [=, &k] { k.relu(s, a, out, kLarge); }, 2 * kMoved},
      {"relu_backward", [=, &k] { k.relu_backward(s, a, b, out, kLarge); }, 3 * kMoved},
      {"add_scaled", [=, &k] { k.add_scaled(s, a, 1e-9f, b, kLarge); }, 3 * kMoved},
      {"uniform", [=, &k] { k.uniform(s, out, kLarge, 1, 0, 0, 1); }, kMoved},
      {"normal", [=, &k] { k.normal(s, out, kLarge, 1, 0, 0, 1); }, kMoved},
      {"transpose 8192", [=, &k] { k.transpose(s, a, out, kSide, kSide); }, 2 * kMoved},
      {"sum", [=, &k] { k.sum(s, a, kLarge, out); }, kMoved},
      {"sum of 1000000", [=, &k] { k.sum(s, a, 1000000, out); }, 1e6},
      {"norm", [=, &k] { k.norm(s, a, kLarge, out); }, kMoved},
      {"sum_rows 1024x2048", [=, &k] { k.sum_rows(s, a, 1024, 2048, out); }, 1024.0 * 2048},
      {"sum_rows 65536x1024", [=, &k] { k.sum_rows(s, a, 65536, 1024, out); }, kMoved},
      {"mean_of_rows 65536x1024", [=, &k] { k.mean_axis(s, a, 65536, 1024, 1, out); }, kMoved},
  };
}

std::vector<Row> product_rows(Bench& bench, TrainingStep& step, const std::string& suffix) {
  const Float32& k = bench.operations();
  Stream* const s = bench.stream();
  float* const a = bench.numbers(kLarge);
  float* const b = bench.numbers(kLarge);
  float* const out = bench.array(kLarge);
  std::vector<Row> rows;
  for (const std::int64_t side : {1000, 2000, 4096, 8192}) {
    rows.push_back({"product " + std::to_string(side) + suffix,
                    [=, &k] { k.matmul(s, Transposed::none, a, b, out, side, side, side); }, 0,
                    2.0 * static_cast<double>(side * side * side)});
  }
  rows.push_back({"training step" + suffix, [&step] { step.run(); }, 0, TrainingStep::product_flops()});
  return rows;
}

void run(const Device& device, Peer& torch, const std::string& program, const std::string& launches) {
  const DeviceInfo info = device.describe(0);
  std::printf("%s (%s), %.0f GB; at best %.1f TFLOP/s in float32 and %.0f GB/s by its clocks\n", info.name,
              info.libraries, static_cast<double>(info.memory_bytes) / 1e9, info.flops / 1e12,
              info.bytes_per_second / 1e9);
  bool compared = false;
  const auto run_rows = [&](Bench& bench, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      const std::optional<double> peer_ms = torch.milliseconds(row.what);
      compared |= peer_ms.has_value();
      print(row, bench.device_us(row.work), info, peer_ms);
    }
  };
  {
    Bench bench(device, false);
    print_programs(program, launches, print_launches(bench));
    run_rows(bench, memory_rows(bench));
  }
  for (const bool tf32 : {false, true}) {
    Bench bench(device, tf32);
    TrainingStep step(bench.operations(), bench.stream(), [&](std::int64_t n) { return bench.array(n); });
    run_rows(bench, product_rows(bench, step, tf32 ? " tf32" : ""));
  }
  if (!compared) std::printf("PyTorch is not installed, or finds no device.\n");
  std::printf("Shares of products are of float32 without tensor cores, which TF32 uses. Medians.\n");
}

}  // namespace

}  // namespace bench

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr,
                 "usage: %s MODULE TORCH_PEER PROGRAM LAUNCHES: the module for CUDA, a script, runahead, and "
                 "launches.py\n",
                 argv[0]);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  try {
    const runahead::kernels::Device& device =
        runahead::kernels::device_table(runahead::kernels::open_module(argv[1]));
    try {
      device.count();
    } catch (const std::exception& reason) {
      std::printf("gpu_bench: no CUDA device: %s\n", reason.what());
      return 0;
    }
    bench::Peer torch({"/usr/bin/env", "python3", argv[2]});
    bench::run(device, torch, argv[3], argv[4]);
  } catch (const std::bad_alloc&) {
    std::printf("gpu_bench: the device has no room for three arrays of 256 MiB\n");
    return 1;
  } catch (const std::exception& error) {
    std::printf("gpu_bench: %s\n", error.what());
    return 1;
  }
}
