// SPDX-License-Identifier: GPL-3.0-or-later
// What tasks run on in mode stream: the kinds of devices, how a request names them, and the queues of each.
// Not an interface: a device's queues are run by an engine (engine/in_order_engine.h,
// engine/device_engine.h), its numbers by kernels.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/error.h"
#include "core/engine/variable.h"
#include "core/trace/event.h"
#include "kernels/device.h"

namespace runahead {

enum class DeviceKind : std::uint8_t {
  cpu,       ///< a task runs inside the call that asks for it
  emulated,  ///< an accelerator made of threads and the CPU's kernels
  cuda,
};

/// "cpu", "emulated", "cuda", as requests name them.
const char* to_string(DeviceKind kind);

/// "cpu", "emulated" or "cuda", or "auto", which is none of them.
Result<std::optional<DeviceKind>> parse_device(std::string_view text);
/// What there is here and now: where none was asked for, CUDA if there is a device.
Result<DeviceKind> choose_device(std::optional<DeviceKind> asked);

/// How many of the kind are here, at least one.
int device_count(DeviceKind kind);

/// Tasks that a device does one at a time, in the order of issue.
struct DeviceQueue {
  LaneKind lane_kind;
  const char* lane_name;
  std::size_t launch_limit;  ///< unfinished tasks, beyond which issuing waits
  int device = 0;            ///< whose it is, of several of its kind
};

/// What TaskNode::stream is on a device that has queues.
inline constexpr std::uint8_t kComputeStream = 0;
inline constexpr std::uint8_t kCopyEngine = 1;
inline constexpr std::uint8_t kSecondStream = 2;

/// None for the CPU. With a second compute stream, which takes the part of a second device, there is one
/// more: on the second of the `devices`, where there is one.
std::span<const DeviceQueue> queues_of(DeviceKind kind, bool second = false, int devices = 1);

/// What the body of a task computes with.
struct ExecutionContext {
  const kernels::Operations* operations = nullptr;
  kernels::Stream* stream = nullptr;
  const kernels::Device* device = nullptr;  ///< null where arrays lie in the host's memory
  int index = 0;  ///< of several devices, which one: it computes with its own memory
};
/// By TaskNode::stream.
using ExecutionContexts = std::array<ExecutionContext, kMostQueues>;
ExecutionContexts contexts_on_host(const kernels::Operations& operations);

}  // namespace runahead
