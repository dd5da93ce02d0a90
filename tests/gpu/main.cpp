// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of a program on the first CUDA device, or says why there is none and is skipped.
// Not here: what works without a device (module_test.cpp).
#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>

#include "tests/gpu/cuda.h"
#include "tests/support/device_module.h"

namespace runahead::kernels {

const Device& cuda() {
  const char* const packed = std::getenv("RUNAHEAD_DEVICE_MODULE");
  static const Device& table = device_table(open_module(packed ? packed : RUNAHEAD_CUDA_MODULE));
  return table;
}

}  // namespace runahead::kernels

int main(int argc, char** argv) {
  constexpr int kSkipped = 77;  // ctest knows it as SKIP_RETURN_CODE
  testing::InitGoogleMock(&argc, argv);
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  if (!GTEST_FLAG_GET(list_tests)) {
    try {
      runahead::kernels::cuda().count();
    } catch (const std::runtime_error& reason) {
      std::printf("skipped: no CUDA device: %s\n", reason.what());
      return kSkipped;
    }
  }
  return RUN_ALL_TESTS();
}
