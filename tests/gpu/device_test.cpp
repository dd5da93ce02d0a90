// SPDX-License-Identifier: GPL-3.0-or-later
// Memory, copies, streams, events and errors of a CUDA device.
// Not here: operations (the tests of tests/parity, order_test.cpp).
#include <gmock/gmock.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/gpu/cuda.h"
#include "tests/parity/arrays.h"
#include "tests/support/float32.h"

namespace runahead::kernels {

namespace {

constexpr std::int64_t kSize = 1 << 20;

TEST(Devices, AreDescribed) {
  for (int device = 0; device < cuda().count(); ++device) {
    const DeviceInfo info = cuda().describe(device);
    EXPECT_STRNE(info.name, "");
    EXPECT_GE(info.flops, 0.0);
    EXPECT_GE(info.bytes_per_second, 0.0);
    EXPECT_GT(info.memory_bytes, std::int64_t{1} << 28);
    EXPECT_THAT(info.libraries, testing::HasSubstr("runtime "));
  }
}

TEST(Devices, OneThatIsNotThereIsRefused) {
  EXPECT_THROW(cuda().describe(cuda().count() + 1000), std::runtime_error);
}

TEST(Memory, OfNothingIsNull) {
  EXPECT_EQ(cuda().allocate(0, 0), nullptr);
  EXPECT_EQ(cuda().allocate_host(0), nullptr);
  cuda().free_(0, nullptr);
  cuda().free_host(nullptr);
}

TEST(Memory, ThatIsNotThereThrowsAndLeavesTheRestUsable) {
  EXPECT_THROW(cuda().allocate(0, std::int64_t{1} << 50), std::bad_alloc);
  const OwnedStream stream = make_stream();
  const OwnedBlock block = make_block(100);
  Float32(*cuda().operations).fill(stream.get(), block.get(), 100, 1.5f);
  Array out(100);
  cuda().copy_to_host(stream.get(), block.get(), out.data(), 100);
  cuda().synchronize(stream.get());
  EXPECT_EQ(out[99], 1.5f);
}

TEST(Copies, ArriveFromPinnedAndFromOrdinaryMemory) {
  const OwnedStream stream = make_stream();
  const OwnedBlock block = make_block(kSize);
  const OwnedHost pinned = make_pinned(kSize);
  const Array in = random_array(kSize, 5, 1);
  Array out(kSize, 3);
  cuda().copy_to_device(stream.get(), in.data(), block.get(), kSize);
  cuda().copy_to_host(stream.get(), block.get(), pinned.get(), kSize);
  cuda().synchronize(stream.get());
  Float32(*cuda().operations).fill(stream.get(), block.get(), kSize, 0.0f);
  cuda().copy_to_device(stream.get(), pinned.get(), block.get(), kSize);
  cuda().copy_to_host(stream.get(), block.get(), out.data(), kSize);
  cuda().synchronize(stream.get());
  EXPECT_EQ(difference(in, out), "");
  EXPECT_TRUE(out.margins_untouched());
  cuda().copy_to_device(stream.get(), nullptr, nullptr, 0);
  cuda().copy_to_host(stream.get(), nullptr, nullptr, 0);
}

TEST(Events, ArePassedOnceTheWorkBeforeThemIsDone) {
  const OwnedStream stream = make_stream();
  const OwnedBlock block = make_block(kSize);
  const OwnedEvent before = make_event();
  const OwnedEvent after = make_event();
  cuda().record(before.get(), stream.get());
  for (int i = 0; i < 50; ++i) Float32(*cuda().operations).fill(stream.get(), block.get(), kSize, 1.0f);
  cuda().record(after.get(), stream.get());
  while (!cuda().passed(after.get())) std::this_thread::yield();
  EXPECT_TRUE(cuda().passed(before.get()));
  cuda().wait(after.get());
  EXPECT_GT(cuda().elapsed_ns(before.get(), after.get()), 0);
  // A question that was answered "not yet" must not look like the next call's failure.
  Float32(*cuda().operations).fill(stream.get(), block.get(), kSize, 2.0f);
  cuda().synchronize(stream.get());
}

TEST(Events, OrderOneStreamAfterAnother) {
  const OwnedStream producer = make_stream();
  const OwnedStream consumer = make_stream();
  const OwnedBlock made = make_block(kSize), taken = make_block(kSize);
  const OwnedEvent done = make_event();
  Array out(kSize);
  for (int round = 1; round <= 20; ++round) {
    for (int i = 0; i < 20; ++i)
      Float32(*cuda().operations).fill(producer.get(), made.get(), kSize, static_cast<float>(-i));
    Float32(*cuda().operations).fill(producer.get(), made.get(), kSize, static_cast<float>(round));
    cuda().record(done.get(), producer.get());
    cuda().wait_event(consumer.get(), done.get());
    Float32(*cuda().operations).copy(consumer.get(), made.get(), taken.get(), kSize);
    cuda().copy_to_host(consumer.get(), taken.get(), out.data(), kSize);
    cuda().synchronize(consumer.get());
    ASSERT_EQ(out[0], static_cast<float>(round));
    ASSERT_EQ(out[kSize - 1], static_cast<float>(round));
  }
}

TEST(Streams, AreUsedFromAnyThread) {
  const OwnedStream stream = make_stream();
  const OwnedBlock block = make_block(kSize);
  const OwnedEvent done = make_event();
  Float32(*cuda().operations).fill(stream.get(), block.get(), kSize, 4.0f);
  Array out(kSize);
  std::thread([&] {
    Float32(*cuda().operations).square(stream.get(), block.get(), block.get(), kSize);
    cuda().record(done.get(), stream.get());
  }).join();
  std::thread([&] { cuda().wait(done.get()); }).join();
  cuda().copy_to_host(stream.get(), block.get(), out.data(), kSize);
  cuda().synchronize(stream.get());
  EXPECT_EQ(out[kSize - 1], 16.0f);
}

TEST(Products, RoundTheirFactorsOnlyOnRequest) {
  constexpr std::int64_t kSide = 512;
  const Float32 k(*cuda().operations);
  const OwnedStream exact = make_stream(false);
  const OwnedStream rounded = make_stream(true);
  const OwnedBlock a = make_block(kSide * kSide), b = make_block(kSide * kSide),
                   out = make_block(kSide * kSide);
  Array host_a(kSide * kSide), host_b(kSide * kSide), expected(kSide * kSide), got(kSide * kSide);
  k.uniform(exact.get(), a.get(), kSide * kSide, 1, 0, 0, 1);
  k.uniform(exact.get(), b.get(), kSide * kSide, 2, 0, 0, 1);
  cuda().copy_to_host(exact.get(), a.get(), host_a.data(), kSide * kSide);
  cuda().copy_to_host(exact.get(), b.get(), host_b.data(), kSide * kSide);
  cuda().synchronize(exact.get());
  Float32(cpu_operations())
      .matmul(nullptr, Transposed::none, host_a.data(), host_b.data(), expected.data(), kSide, kSide, kSide);
  for (const auto& [stream, tolerance] : {std::pair{exact.get(), 1e-5f}, {rounded.get(), 2e-3f}}) {
    k.matmul(stream, Transposed::none, a.get(), b.get(), out.get(), kSide, kSide, kSide);
    cuda().copy_to_host(stream, out.get(), got.data(), kSide * kSide);
    cuda().synchronize(stream);
    for (std::int64_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], expected[i], tolerance * expected[i]);
  }
}

/// What the program takes for granted of a second GPU, where there is one.
TEST(TwoDevices, WaitForEachOtherAndReachTheHost) {
  if (cuda().count() < 2) GTEST_SKIP() << "there is one CUDA device";
  const auto bytes = static_cast<std::int64_t>(sizeof(float)) * kSize;
  const OwnedStream first = make_stream();
  const OwnedStream second(cuda().create_stream(1, false));
  const OwnedEvent begun(cuda().create_event(1)), made(cuda().create_event(1)), copied = make_event();
  auto* const block = static_cast<float*>(cuda().allocate(1, bytes));
  const OwnedHost pinned = make_pinned(kSize);
  Array out(kSize);
  for (int round = 1; round <= 20; ++round) {
    cuda().record(begun.get(), second.get());
    for (int i = 0; i < 20; ++i)
      Float32(*cuda().operations).fill(second.get(), block, kSize, static_cast<float>(-i));
    Float32(*cuda().operations).fill(second.get(), block, kSize, static_cast<float>(round));
    cuda().record(made.get(), second.get());
    cuda().wait_event(first.get(), made.get());
    cuda().copy_to_host(first.get(), block, pinned.get(), kSize);
    cuda().copy_to_host(first.get(), block, out.data(), kSize);
    cuda().record(copied.get(), first.get());
    cuda().wait_event(second.get(), copied.get());
    std::thread([&] { cuda().wait(copied.get()); }).join();
    ASSERT_EQ(out[kSize - 1], static_cast<float>(round));
    ASSERT_EQ(pinned.get()[kSize - 1], static_cast<float>(round));
    EXPECT_TRUE(cuda().passed(made.get()));
    EXPECT_GT(cuda().elapsed_ns(begun.get(), made.get()), 0);
  }
  EXPECT_THROW(cuda().elapsed_ns(made.get(), copied.get()), std::runtime_error) << "clocks of two devices";
  EXPECT_THROW(cuda().record(copied.get(), second.get()), std::runtime_error) << "an event of the first";
  cuda().free_(1, block);
}

TEST(TwoDevices, ComputeTheSameProducts) {
  if (cuda().count() < 2) GTEST_SKIP() << "there is one CUDA device";
  constexpr std::int64_t kSide = 256;
  Array products[] = {Array(kSide * kSide), Array(kSide * kSide)};
  for (int device = 0; device < 2; ++device) {
    const OwnedStream stream(cuda().create_stream(device, false));
    const auto bytes = kSide * kSide * static_cast<std::int64_t>(sizeof(float));
    auto* const a = static_cast<float*>(cuda().allocate(device, bytes));
    auto* const out = static_cast<float*>(cuda().allocate(device, bytes));
    Float32(*cuda().operations).uniform(stream.get(), a, kSide * kSide, 1, 0, 0, 1);
    Float32(*cuda().operations).matmul(stream.get(), Transposed::none, a, a, out, kSide, kSide, kSide);
    cuda().copy_to_host(stream.get(), out, products[device].data(), kSide * kSide);
    cuda().synchronize(stream.get());
    cuda().free_(device, a);
    cuda().free_(device, out);
  }
  for (std::int64_t i = 0; i < kSide * kSide; ++i) {
    ASSERT_NEAR(products[0][i], products[1][i], 1e-5f * products[0][i]);
  }
}

/// A write where nothing ever is: the page at zero. Everything after it fails, but for what takes things
/// down.
[[noreturn]] void lose_the_device() {
  Stream* const stream = cuda().create_stream(0, false);
  Event* const event = cuda().create_event(0);
  void* const block = cuda().allocate(0, 1024);
  const std::uintptr_t nowhere = 64;
  Float32(*cuda().operations).fill(stream, reinterpret_cast<float*>(nowhere), 1000, 1.0f);
  for (int i = 0; i < 2; ++i) {
    try {
      cuda().synchronize(stream);
    } catch (const std::runtime_error& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
  }
  cuda().free_(0, block);
  cuda().destroy_event(event);
  cuda().destroy_stream(stream);
  std::_Exit(0);
}

TEST(LostDeviceDeathTest, SaysSoAndLetsGo) {
  EXPECT_EXIT(lose_the_device(), testing::ExitedWithCode(0),
              "device lost: cudaStreamSynchronize: .*\ndevice lost: cudaStreamSynchronize: ");
}

}  // namespace

}  // namespace runahead::kernels
