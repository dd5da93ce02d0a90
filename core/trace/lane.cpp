// SPDX-License-Identifier: GPL-3.0-or-later
// A device's number as a word in the name of its lanes, and back.
#include "core/trace/lane.h"

#include <array>
#include <string_view>

namespace runahead {
namespace {

/// Of the devices behind the first.
constexpr std::array<std::string_view, 3> kOrdinals = {"Second", "Third", "Fourth"};

}  // namespace

std::string device_lane_name(DeviceKind kind, int device, const std::string& what) {
  const bool cuda = kind == DeviceKind::cuda;
  const std::string of = cuda ? " (CUDA)" : " (emulated)";
  if (device == 0) return what + of;
  const std::string owner =
      std::string(kOrdinals.at(static_cast<std::size_t>(device) - 1)) + (cuda ? " GPU" : " device");
  if (what.empty()) return owner + of;
  std::string lower = what;
  lower.front() = static_cast<char>(lower.front() - 'A' + 'a');
  return owner + ", " + lower + of;
}

int Lane::device() const {
  if (kind != LaneKind::stream && kind != LaneKind::copy) return 0;
  const std::string_view owner = std::string_view(name).substr(0, name.find(' '));
  for (std::size_t i = 0; i < kOrdinals.size(); ++i) {
    if (owner == kOrdinals[i]) return static_cast<int>(i) + 1;
  }
  return 0;
}

}  // namespace runahead
