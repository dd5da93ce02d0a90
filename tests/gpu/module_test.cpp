// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA module where there may be no device, and no driver: it opens, its table is whole, its errors are
// told.
#include <gmock/gmock.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "tests/support/device_module.h"

namespace runahead::kernels {

namespace {

void* module() {
  static void* const opened = open_module(RUNAHEAD_CUDA_MODULE);
  return opened;
}

std::string reason_for_no_device() {
  try {
    device_table(module()).count();
    return "";
  } catch (const std::runtime_error& reason) {
    return reason.what();
  }
}

template <class Table>
void expect_no_gap(const Table& table, std::size_t first) {
  void (*functions[sizeof(Table) / sizeof(void (*)())])();
  std::memcpy(functions, &table, sizeof table);
  for (std::size_t i = first; i < std::size(functions); ++i) EXPECT_NE(functions[i], nullptr) << i;
}

TEST(CudaModule, ItsTableHasNoGap) {
  const Device& device = device_table(module());
  EXPECT_EQ(device.version, kDeviceTableVersion);
  expect_no_gap(device, 1);
  expect_no_gap(*device.operations, 0);
}

TEST(CudaModule, ShowsNothingButItsTable) {
  for (const char* name :
       {"cudaMalloc", "cudaLaunchKernel", "cublasCreate_v2", "_ZN8runahead7kernels4cuda5countEv"}) {
    EXPECT_EQ(dlsym(module(), name), nullptr) << name;
  }
}

TEST(CudaModule, CountsDevicesOrSaysWhyThereIsNone) {
  const std::string reason = reason_for_no_device();
  if (reason.empty()) {
    EXPECT_GE(device_table(module()).count(), 1);
  } else {
    EXPECT_EQ(reason.find('\n'), std::string::npos) << reason;
    EXPECT_EQ(reason, reason_for_no_device()) << "the same when asked again";
  }
}

TEST(CudaModule, WithoutADeviceEveryCallSaysWhich) {
  if (reason_for_no_device().empty()) GTEST_SKIP() << "there is a CUDA device";
  const Device& device = device_table(module());
  const auto error_of = [](auto call) -> std::string {
    try {
      call();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "none";
  };
  for (const std::string& error :
       {error_of([&] { device.create_stream(0, false); }), error_of([&] { device.create_event(0); }),
        error_of([&] { device.allocate(0, 64); }), error_of([&] { device.allocate_host(64); }),
        error_of([&] { device.describe(0); })}) {
    EXPECT_THAT(error, testing::StartsWith("cuda")) << "and so not as if a device had been lost";
    EXPECT_THAT(error, testing::HasSubstr(": "));
  }
  device.free_(0, nullptr);
  device.free_host(nullptr);
}

}  // namespace

}  // namespace runahead::kernels
