// SPDX-License-Identifier: GPL-3.0-or-later
// Names and queues of the devices.
#include "core/device/device.h"

#include <exception>
#include <string>

#include "core/device/module.h"
#include "core/trace/lane.h"

namespace runahead {

namespace {

/// So many a GPU's driver seems to take before it makes the program wait; nothing says how many it does.
constexpr std::size_t kLaunchLimit = 1024;

}  // namespace

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

DeviceQueue stream_queue(DeviceKind kind, int device, int number) {
  const std::string what = device > 0 && number == 1 ? "" : "Stream " + std::to_string(number);
  return {LaneKind::stream, device_lane_name(kind, device, what), kLaunchLimit, device};
}

DeviceQueue context_queue(int device) {
  return {LaneKind::stream, device_lane_name(DeviceKind::emulated, device, device == 0 ? "GPU" : ""), 0,
          device};
}

DeviceQueue copy_queue(DeviceKind kind, int device, CopyWay way) {
  const char* const what = way == CopyWay::to_host     ? "Copy to host"
                           : way == CopyWay::to_device ? "Copy to device"
                                                       : "Copy to peer";
  return {LaneKind::copy, device_lane_name(kind, device, what), kLaunchLimit, device};
}

ExecutionContexts contexts_on_host(const kernels::Operations& operations) {
  ExecutionContexts contexts;
  contexts.fill({.operations = &operations});
  return contexts;
}

}  // namespace runahead
