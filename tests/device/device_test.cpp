// SPDX-License-Identifier: GPL-3.0-or-later
// How a request names a device, and what the emulated accelerator consists of.
// Not here: what its queues do (tests/engine/in_order_test.cpp).
#include "core/device/device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace runahead {
namespace {

TEST(Device, IsChosenByItsName) {
  for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::emulated}) {
    const auto chosen = choose_device(*parse_device(to_string(kind)));
    ASSERT_TRUE(chosen.ok());
    EXPECT_EQ(*chosen, kind);
  }
}

TEST(Device, WithoutCudaAutoIsTheEmulatedOne) {
  EXPECT_EQ(choose_device(*parse_device("auto")).value(), DeviceKind::emulated);
}

TEST(Device, ThatIsNotThereIsRefusedInOneLine) {
  EXPECT_THAT(choose_device(DeviceKind::cuda).error(), testing::StartsWith("no CUDA device: "));
  EXPECT_EQ(parse_device("gpu").error(), "unknown device 'gpu': use auto, cpu, emulated or cuda");
  EXPECT_EQ(parse_device("").error(), "unknown device '': use auto, cpu, emulated or cuda");
}

TEST(Device, TheEmulatedOneComputesAndCopies) {
  const auto queues = queues_of(DeviceKind::emulated);
  ASSERT_EQ(queues.size(), 2u);
  EXPECT_EQ(queues[kComputeStream].lane_kind, LaneKind::stream);
  EXPECT_STREQ(queues[kComputeStream].lane_name, "Stream 1 (emulated)");
  EXPECT_EQ(queues[kCopyEngine].lane_kind, LaneKind::copy);
  EXPECT_STREQ(queues[kCopyEngine].lane_name, "Copy engine (emulated)");
  for (const DeviceQueue& queue : queues) EXPECT_EQ(queue.launch_limit, 1024u);
}

TEST(Device, TheDriverIsAskedForRoom) {
  // As this program wants it, or as who started it does.
  EXPECT_NE(std::getenv("CUDA_SCALE_LAUNCH_QUEUES"), nullptr);
}

TEST(Device, TheCpuHasNoQueues) {
  EXPECT_TRUE(queues_of(DeviceKind::cpu).empty());
}

}  // namespace
}  // namespace runahead
