// SPDX-License-Identifier: GPL-3.0-or-later
// Where there is a device but no cuBLAS, the first product says so and all else works. This program's own
// dlopen stands before the system's and finds no cuBLAS.
#include <dlfcn.h>
#include <gmock/gmock.h>

#include <stdexcept>
#include <string_view>

#include "tests/gpu/cuda.h"
#include "tests/parity/arrays.h"
#include "tests/support/float32.h"

extern "C" void* dlopen(const char* name, int flags) noexcept {
  static const auto next = reinterpret_cast<decltype(&dlopen)>(dlsym(RTLD_NEXT, "dlopen"));
  const bool hidden = name != nullptr && std::string_view(name).find("libcublas") != std::string_view::npos;
  return next(hidden ? "/there is no such library" : name, flags);
}

namespace runahead::kernels {

namespace {

TEST(NoCublas, IsSaidAtTheFirstProduct) {
  const OwnedStream stream = make_stream();
  const OwnedBlock block = make_block(64);
  const Float32 k(*cuda().operations);
  k.fill(stream.get(), block.get(), 64, 2.0f);
  for (int i = 0; i < 2; ++i) {
    try {
      k.matmul(stream.get(), Transposed::none, block.get(), block.get(), block.get() + 32, 4, 4, 4);
      FAIL() << "a product without a library";
    } catch (const std::runtime_error& error) {
      EXPECT_THAT(error.what(), testing::StartsWith("no cuBLAS: /there is no such library: "));
    }
  }
  k.square(stream.get(), block.get(), block.get(), 64);
  Array out(64);
  cuda().copy_to_host(stream.get(), block.get(), out.data(), 64);
  cuda().synchronize(stream.get());
  EXPECT_EQ(out[63], 4.0f);
  EXPECT_THAT(cuda().describe(0).libraries, testing::EndsWith("no cuBLAS"));
}

}  // namespace

}  // namespace runahead::kernels
