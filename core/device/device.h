// SPDX-License-Identifier: GPL-3.0-or-later
// What tasks run on in mode stream: the kinds of devices, how a request names them, and the queues of each.
// Not an interface: a device's queues are run by an engine (engine/in_order_engine.h,
// engine/device_engine.h), its numbers by kernels.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/engine/variable.h"
#include "core/trace/event.h"
#include "core/trace/run_request.h"
#include "kernels/device.h"

namespace runahead {

/// What there is here and now: where none was asked for, CUDA if there is a device.
Result<DeviceKind> choose_device(std::optional<DeviceKind> asked);

/// How many of the kind are here, at least one.
int device_count(DeviceKind kind);

/// Most devices that a run has.
inline constexpr int kMostDevices = 4;
static_assert(kMostDevices + 1 == static_cast<int>(kMemories));
constexpr MemoryId memory_of_device(int device) {
  return static_cast<MemoryId>(device + 1);
}
/// Most streams of all of them; those of a program beyond that are the first again, as PyTorch's are
/// beyond 32.
inline constexpr int kMostStreams = 16;
/// Each has an engine of its own.
enum class CopyWay : std::uint8_t { to_host, to_device, between };
inline constexpr int kCopyWays = 3;
static_assert(kMostStreams + kCopyWays * kMostDevices == static_cast<int>(kMostQueues));

/// Tasks that a device does one at a time, as a lane shows them: those of a stream, in the order of issue, or
/// copies, of several streams.
struct DeviceQueue {
  LaneKind lane_kind;
  std::string lane_name;
  std::size_t launch_limit;  ///< unfinished tasks, beyond which issuing waits
  int device = 0;            ///< whose it is, of several of its kind
};
/// `number`: of the streams of that device; the first is the default one.
DeviceQueue stream_queue(DeviceKind kind, int device, int number);
/// What an emulated device computes that takes what is ready, as MXNet's do.
DeviceQueue context_queue(int device);
/// From the device to the host, the other way, or from it to another device.
DeviceQueue copy_queue(DeviceKind kind, int device, CopyWay way);

/// What the body of a task computes with.
struct ExecutionContext {
  const kernels::Operations* operations = nullptr;
  kernels::Stream* stream = nullptr;
  const kernels::Device* device = nullptr;  ///< null where arrays lie in the host's memory
  int index = 0;  ///< of several devices, which one: it computes with its own memory
};
/// By stream, those of all devices in the order of their opening.
using ExecutionContexts = std::array<ExecutionContext, kMostStreams>;
ExecutionContexts contexts_on_host(const kernels::Operations& operations);

}  // namespace runahead
