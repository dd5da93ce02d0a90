// SPDX-License-Identifier: GPL-3.0-or-later
// From work to ns, in whole numbers, so that every machine gets the same.
// Not here: how much work an operation is (tensor/op.cpp).
#include "core/device/machine.h"

#include <algorithm>

#include "core/base/clock.h"
#include "core/device/standard_machine.h"

namespace runahead {

namespace {

/// Rounded half up; the largest number where it does not fit.
std::int64_t time_ns(std::int64_t amount, std::int64_t per_second) {
  const Wide ns = (static_cast<Wide>(amount) * 1'000'000'000 + per_second / 2) / per_second;
  constexpr std::int64_t kMost = INT64_MAX / 4;
  return ns > kMost ? kMost : static_cast<std::int64_t>(ns);
}

}  // namespace

Machine standard_machine() {
  Machine machine;
  machine.frontend = {.issue_ns = 2'000, .dispatch_ns = 500, .hand_back_ns = 4'000};
  machine.launch_ns = 3'000;
  machine.cpu.task_ns = machine.device.task_ns = 6'000;
  return machine;
}

std::int64_t Machine::task_cost_ns(const Work& work, DeviceKind device_kind) const {
  if (every_task_ns > 0) return every_task_ns;
  const Processor& processor = device_kind == DeviceKind::cpu ? cpu : device;
  const std::int64_t ns = std::max(
      {time_ns(work.flops, processor.flops_per_s), time_ns(work.bytes, processor.bytes_per_s),
       time_ns(work.uniforms, processor.uniforms_per_s), time_ns(work.normals, processor.normals_per_s)});
  return std::max<std::int64_t>(processor.task_ns + ns, 1);
}

std::int64_t Machine::copy_cost_ns(std::int64_t bytes) const {
  if (every_task_ns > 0) return every_task_ns;
  return std::max<std::int64_t>(copy_ns + time_ns(bytes, copy_bytes_per_s), 1);
}

}  // namespace runahead
