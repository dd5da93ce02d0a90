// SPDX-License-Identifier: GPL-3.0-or-later
// Names and queues of the devices.
#include "core/device/device.h"

#include <exception>
#include <string>

#include "core/device/module.h"

namespace runahead {

namespace {

/// So many a GPU's driver seems to take before it makes the program wait; nothing says how many it does.
constexpr std::size_t kLaunchLimit = 1024;

constexpr DeviceQueue kEmulatedQueues[] = {
    {LaneKind::stream, "Stream 1 (emulated)", kLaunchLimit},
    {LaneKind::copy, "Copy engine (emulated)", kLaunchLimit},
    {LaneKind::stream, "Second device (emulated)", kLaunchLimit},
};

constexpr DeviceQueue kCudaQueues[] = {
    {LaneKind::stream, "Stream 1 (CUDA)", kLaunchLimit},
    {LaneKind::copy, "Copy engine (CUDA)", kLaunchLimit},
    {LaneKind::stream, "Stream 2 (same GPU)", kLaunchLimit},
};

constexpr DeviceQueue kTwoGpuQueues[] = {
    kCudaQueues[kComputeStream],
    kCudaQueues[kCopyEngine],
    {LaneKind::stream, "Second GPU (CUDA)", kLaunchLimit, 1},
};

}  // namespace

const char* to_string(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::cpu:
      return "cpu";
    case DeviceKind::emulated:
      return "emulated";
    case DeviceKind::cuda:
      return "cuda";
  }
  return "";
}

Result<std::optional<DeviceKind>> parse_device(std::string_view text) {
  if (text == "auto") return std::optional<DeviceKind>();
  for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::emulated, DeviceKind::cuda}) {
    if (text == to_string(kind)) return std::optional(kind);
  }
  return Failure{"unknown device '" + std::string(text) + "': use auto, cpu, emulated or cuda"};
}

Result<DeviceKind> choose_device(std::optional<DeviceKind> asked) {
  if (asked && *asked != DeviceKind::cuda) return *asked;
  const auto device = cuda_device();
  if (device) return DeviceKind::cuda;
  if (!asked) return DeviceKind::emulated;
  return Failure{device.error()};
}

int device_count(DeviceKind kind) {
  if (kind != DeviceKind::cuda) return 1;
  try {
    const auto table = cuda_device();
    return table ? (*table)->count() : 1;
  } catch (const std::exception&) {
    return 1;  // it has gone since it was chosen, which opening it will say
  }
}

std::span<const DeviceQueue> queues_of(DeviceKind kind, bool second, int devices) {
  if (kind == DeviceKind::cpu) return {};
  if (kind == DeviceKind::cuda && second && devices > 1) return kTwoGpuQueues;
  const std::span<const DeviceQueue> all = kind == DeviceKind::cuda ? kCudaQueues : kEmulatedQueues;
  return all.first(second ? 3 : 2);
}

ExecutionContexts contexts_on_host(const kernels::Operations& operations) {
  ExecutionContexts contexts;
  contexts.fill({.operations = &operations});
  return contexts;
}

}  // namespace runahead
