// SPDX-License-Identifier: GPL-3.0-or-later
// The words, by the order of their values.
#include "core/trace/run_request.h"

#include <algorithm>
#include <iterator>

namespace runahead {
namespace {

constexpr const char* kModes[] = {"sync", "async", "stream", "function", "lazy"};
constexpr const char* kClocks[] = {"live", "virtual", "hand"};
constexpr const char* kDevices[] = {"cpu", "emulated", "cuda"};
constexpr const char* kTorchKinds[] = {"small", "real"};

template <class Value, std::size_t kCount>
std::optional<Value> called(std::string_view word, const char* const (&words)[kCount]) {
  const auto* const found = std::find(std::begin(words), std::end(words), word);
  if (found == std::end(words)) return std::nullopt;
  return static_cast<Value>(found - std::begin(words));
}

}  // namespace

const char* to_string(Mode mode) {
  return kModes[static_cast<std::size_t>(mode)];
}

std::optional<Mode> mode_called(std::string_view word) {
  return called<Mode>(word, kModes);
}

const char* to_string(Clock clock) {
  return kClocks[static_cast<std::size_t>(clock)];
}

std::optional<Clock> clock_called(std::string_view word) {
  return called<Clock>(word, kClocks);
}

const char* to_string(DeviceKind kind) {
  return kDevices[static_cast<std::size_t>(kind)];
}

std::optional<DeviceKind> device_called(std::string_view word) {
  return called<DeviceKind>(word, kDevices);
}

const char* to_string(TorchKind kind) {
  return kTorchKinds[static_cast<std::size_t>(kind)];
}

std::optional<TorchKind> torch_called(std::string_view word) {
  return called<TorchKind>(word, kTorchKinds);
}

}  // namespace runahead
