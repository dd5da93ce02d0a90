// SPDX-License-Identifier: GPL-3.0-or-later
// Names and queues of the devices.
// Not here: threads (engine/in_order_engine.cpp).
#include "core/device/device.h"

#include <string>

namespace runahead {

namespace {

/// What a GPU's driver takes before it makes the program wait.
constexpr std::size_t kLaunchLimit = 1024;

constexpr DeviceQueue kEmulatedQueues[] = {
    {LaneKind::stream, "Stream 1 (emulated)", kLaunchLimit},
    {LaneKind::copy, "Copy engine (emulated)", kLaunchLimit},
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
  if (text == "emulated" || text == "auto") return DeviceKind::emulated;
  if (text == "cuda") return Failure{"no CUDA device: this build has no CUDA; use auto, cpu or emulated"};
  return Failure{"unknown device '" + std::string(text) + "': use auto, cpu, emulated or cuda"};
}

std::span<const DeviceQueue> queues_of(DeviceKind kind) {
  if (kind == DeviceKind::emulated) return kEmulatedQueues;
  return {};
}

}  // namespace runahead
