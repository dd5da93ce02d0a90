// SPDX-License-Identifier: GPL-3.0-or-later
// How a request names a device, and what the emulated accelerator consists of.
// Not here: what its queues do (tests/engine/in_order_test.cpp).
#include "core/device/device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "core/trace/lane.h"

namespace runahead {
namespace {

TEST(Device, IsChosenByItsName) {
  for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::emulated}) {
    const auto chosen = choose_device(device_called(to_string(kind)));
    ASSERT_TRUE(chosen.ok());
    EXPECT_EQ(*chosen, kind);
  }
}

TEST(Device, WithoutCudaAutoIsTheEmulatedOne) {
  EXPECT_EQ(choose_device({}).value(), DeviceKind::emulated);
}

TEST(Device, ThatIsNotThereIsRefusedInOneLine) {
  EXPECT_THAT(choose_device(DeviceKind::cuda).error(), testing::StartsWith("no CUDA device: "));
  for (const char* word : {"gpu", "", "auto"}) EXPECT_FALSE(device_called(word)) << word;
}

TEST(Device, LanesSayWhoseTheyAre) {
  const auto name = [](const DeviceQueue& queue) { return queue.lane_name; };
  EXPECT_EQ(name(stream_queue(DeviceKind::emulated, 0, 1)), "Stream 1 (emulated)");
  EXPECT_EQ(name(stream_queue(DeviceKind::emulated, 1, 1)), "Second device (emulated)");
  EXPECT_EQ(name(stream_queue(DeviceKind::emulated, 1, 2)), "Second device, stream 2 (emulated)");
  EXPECT_EQ(name(stream_queue(DeviceKind::cuda, 1, 1)), "Second GPU (CUDA)");
  EXPECT_EQ(name(copy_queue(DeviceKind::emulated, 0, CopyWay::to_host)), "Copy to host (emulated)");
  EXPECT_EQ(name(copy_queue(DeviceKind::emulated, 0, CopyWay::to_device)), "Copy to device (emulated)");
  EXPECT_EQ(name(copy_queue(DeviceKind::cuda, 2, CopyWay::to_host)), "Third GPU, copy to host (CUDA)");
  EXPECT_EQ(name(copy_queue(DeviceKind::cuda, 0, CopyWay::between)), "Copy to peer (CUDA)");
  EXPECT_EQ(stream_queue(DeviceKind::emulated, 0, 1).lane_kind, LaneKind::stream);
  EXPECT_EQ(copy_queue(DeviceKind::emulated, 0, CopyWay::to_host).lane_kind, LaneKind::copy);
  EXPECT_EQ(stream_queue(DeviceKind::emulated, 0, 1).launch_limit, 1024u);
}

TEST(Device, LanesKnowTheirDevice) {
  for (const DeviceKind kind : {DeviceKind::emulated, DeviceKind::cuda}) {
    for (int device = 0; device < kMostDevices; ++device) {
      std::vector<DeviceQueue> queues = {stream_queue(kind, device, 1), stream_queue(kind, device, 2),
                                         context_queue(device)};
      for (const CopyWay way : {CopyWay::to_host, CopyWay::to_device, CopyWay::between})
        queues.push_back(copy_queue(kind, device, way));
      for (const DeviceQueue& queue : queues)
        EXPECT_EQ((Lane{queue.lane_kind, queue.lane_name}.device()), device) << queue.lane_name;
    }
  }
  EXPECT_EQ((Lane{LaneKind::worker, "Second worker"}.device()), 0);
  EXPECT_EQ((Lane{LaneKind::stream, "Secondary"}.device()), 0);
}

TEST(Device, TheDriverIsAskedForRoom) {
  // As this program wants it, or as who started it does.
  EXPECT_NE(std::getenv("CUDA_SCALE_LAUNCH_QUEUES"), nullptr);
}

}  // namespace
}  // namespace runahead
