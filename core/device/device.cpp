// SPDX-License-Identifier: GPL-3.0-or-later
// Names and queues of the devices.
// Not here: threads (engine/in_order_engine.cpp, device_engine.cpp).
#include "core/device/device.h"

#include <string>

#include "core/device/module.h"

namespace runahead {

namespace {

/// What a GPU's driver takes before it makes the program wait.
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

Result<DeviceKind> choose_device(std::string_view text) {
  if (text == "cpu") return DeviceKind::cpu;
  if (text == "emulated") return DeviceKind::emulated;
  if (text == "auto") return cuda_device() ? DeviceKind::cuda : DeviceKind::emulated;
  if (text == "cuda") {
    const auto device = cuda_device();
    if (!device) return Failure{device.error()};
    return DeviceKind::cuda;
  }
  return Failure{"unknown device '" + std::string(text) + "': use auto, cpu, emulated or cuda"};
}

std::span<const DeviceQueue> queues_of(DeviceKind kind, bool second) {
  if (kind == DeviceKind::cpu) return {};
  const std::span<const DeviceQueue> all = kind == DeviceKind::cuda ? kCudaQueues : kEmulatedQueues;
  return all.first(second ? 3 : 2);
}

Places places_on_host(const kernels::Operations& operations) {
  Places places;
  places.fill({.operations = &operations});
  return places;
}

}  // namespace runahead
