// SPDX-License-Identifier: GPL-3.0-or-later
// What every contestant of the engine benchmark shares: its arguments, its clock, its report.
// Not the comparison (runner.cpp).
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace bench {

using Clock = std::chrono::steady_clock;

/// Shapes: a independent tasks; b a chain on one variable; c each reads x and writes a fresh variable; d one
/// writer and 64 readers, repeated; e a chain with a wait after every task.
struct Job {
  char shape = 'a';
  int workers = 1;
  int tasks = 1000000;
  int body_us = 0;

  /// shape workers tasks body_us
  Job(int argc, char** argv) {
    if (argc != 5) {
      std::fprintf(stderr, "usage: %s SHAPE WORKERS TASKS BODY_US\n", argv[0]);
      std::exit(2);
    }
    shape = argv[1][0];
    workers = std::atoi(argv[2]);
    tasks = std::atoi(argv[3]);
    body_us = std::atoi(argv[4]);
  }
};

inline void body(int us) {
  if (us == 0) return;
  const auto until = Clock::now() + std::chrono::microseconds(us);
  while (Clock::now() < until) {
  }
}

/// A line of /proc/self/status in kB.
inline long status_kb(const char* field) {
  long value = 0;
  if (std::FILE* file = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, file)) {
      if (std::strncmp(line, field, std::strlen(field)) == 0)
        value = std::atol(line + std::strlen(field) + 1);
    }
    std::fclose(file);
  }
  return value;
}

/// Runs `enqueue` and `finish` once small to warm up, then measured, and prints
/// "enqueue ns per task, total ns per task, growth of the peak RSS in MB".
template <class Enqueue, class Finish>
void measure(const Job& job, Enqueue enqueue, Finish finish) {
  enqueue(job.tasks / 20 + 1);
  finish();
  const long before = status_kb("VmRSS");
  const auto start = Clock::now();
  enqueue(job.tasks);
  const auto queued = Clock::now();
  finish();
  const auto done = Clock::now();
  const auto per_task = [&](Clock::duration time) {
    return std::chrono::duration<double, std::nano>(time).count() / job.tasks;
  };
  const long growth = status_kb("VmHWM") - before;
  std::printf("%.1f %.1f %.1f\n", per_task(queued - start), per_task(done - start),
              growth > 0 ? static_cast<double>(growth) / 1024 : 0.0);
}

}  // namespace bench
