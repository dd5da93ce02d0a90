// SPDX-License-Identifier: GPL-3.0-or-later
// Machine: what work costs under the virtual clock, as a description of a machine in round numbers.
// Described, not measured here: a file of costs that a calibration wrote (io/costs_file.h) is one way to get
// another.
#pragma once

#include <cstdint>

#include "core/device/device.h"
#include "core/engine/frontend_costs.h"

namespace runahead {

/// What one task computes and moves.
struct Work {
  std::int64_t flops = 0;  ///< of float32; one of float64 takes as long as two
  std::int64_t bytes = 0;
  std::int64_t uniforms = 0;  ///< random numbers
  std::int64_t normals = 0;
};

/// What executes tasks: a worker of the CPU, or a stream of a device. Per second; each at least 1.
struct Processor {
  std::int64_t task_ns = 0;  ///< of every task
  std::int64_t flops_per_s = 1;
  std::int64_t bytes_per_s = 1;
  std::int64_t uniforms_per_s = 1;
  std::int64_t normals_per_s = 1;
  bool operator==(const Processor&) const = default;
};

struct Machine {
  FrontendCosts frontend;
  std::int64_t launch_ns = 5'000;  ///< t1 of a call that launches on a device
  /// What waking a sleeping worker costs: charged to every task that is given to a worker or a stream which
  /// was idle before the instant at which the task could start, and not to one that begins as soon as its
  /// worker has ended another. This machine's workers never sleep.
  std::int64_t wake_latency_ns = 0;
  Processor cpu{.task_ns = 2'000,
                .flops_per_s = 100'000'000'000,
                .bytes_per_s = 20'000'000'000,
                .uniforms_per_s = 2'000'000'000,
                .normals_per_s = 1'000'000'000};
  Processor device{.task_ns = 2'000,
                   .flops_per_s = 10'000'000'000'000,
                   .bytes_per_s = 500'000'000'000,
                   .uniforms_per_s = 50'000'000'000,
                   .normals_per_s = 25'000'000'000};
  std::int64_t copy_ns = 10'000;  ///< of every copy between device and host
  std::int64_t copy_bytes_per_s = 12'000'000'000;
  /// Every task takes this long, t2; 0: what its work says.
  std::int64_t every_task_ns = 0;
  bool operator==(const Machine&) const = default;

  /// Rounded once, to whole ns, and at least 1: what a task costs that is limited by the scarcest of what it
  /// needs.
  std::int64_t task_cost_ns(const Work& work, DeviceKind device_kind) const;
  std::int64_t copy_cost_ns(std::int64_t bytes) const;
};

}  // namespace runahead
