// SPDX-License-Identifier: GPL-3.0-or-later
// What CUDA and cuBLAS do at a first use, done before a run: kernels are loaded, a stream gets its scratch,
// its handle and its workspace, and products of many shapes load the parts of cuBLAS that such products need.
// Not here: memory of arrays, and events (core/device/open_device.cpp).
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "kernels/cuda/device.h"
#include "kernels/cuda/errors.h"
#include "kernels/cuda/kernel_list.h"
#include "kernels/cuda/operations.h"
#include "kernels/cuda/stream.h"

namespace runahead::kernels::cuda {

namespace {

std::vector<const void*>& kernels() {
  static std::vector<const void*> all;
  return all;
}

struct Sizes {
  std::int64_t m, k, n;
};

/// From small to large; after the patience has run out, what is left is loaded where it comes first.
constexpr std::int64_t kSides[] = {16, 64, 100, 128, 256, 400, 512, 1000, 1024, 2000, 2048, 4000, 4096};
constexpr Sizes kLayers[] = {{64, 784, 256}, {64, 256, 10},     {256, 784, 256},
                             {256, 256, 10}, {1024, 512, 2048}, {1024, 2048, 512},
                             {1024, 512, 1}, {1000, 1000, 1},   {1, 512, 512}};
constexpr std::int64_t kMostElements = std::int64_t{4096} * 4096;
constexpr auto kPatience = std::chrono::milliseconds(800);

void load_products(Stream* stream) {
  const auto until = std::chrono::steady_clock::now() + kPatience;
  struct Block {
    float* data = nullptr;
    ~Block() {
      cudaFree(data);
      cudaGetLastError();
    }
  } in, out;
  std::int64_t room = kMostElements;
  const auto make = [&](Block& block) {
    return cudaMalloc(&block.data, static_cast<std::size_t>(room) * sizeof(float)) == cudaSuccess;
  };
  if (!make(in) || !make(out)) {
    cudaGetLastError();
    return;  // a full device is met by the program itself
  }
  fill(stream, in.data, room, 0.0f);
  const auto load = [&](const Sizes& s) {
    if (std::chrono::steady_clock::now() > until) return;
    for (const Transposed transposed : {Transposed::none, Transposed::first, Transposed::second}) {
      product32(stream, transposed, in.data, in.data, out.data, s.m, s.k, s.n);
    }
    synchronize(stream);
  };
  for (const Sizes& sizes : kLayers) load(sizes);
  for (const std::int64_t side : kSides) load({side, side, side});
}

}  // namespace

bool list_kernel(const void* kernel) {
  kernels().push_back(kernel);
  return true;
}

void load_kernels() {
  for (const void* kernel : kernels()) {
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, kernel), "cudaFuncGetAttributes");
  }
}

void prepare(Stream* stream) {
  static std::mutex mutex;
  static std::set<int> loaded;
  static std::set<std::pair<int, bool>> products_loaded;
  const std::lock_guard lock(mutex);
  use(stream->device);
  if (!loaded.contains(stream->device)) {
    load_kernels();
    loaded.insert(stream->device);
  }
  stream->partial_sums(1);
  stream->blocks_done();
  if (products_loaded.insert({stream->device, stream->tf32}).second) load_products(stream);
  synchronize(stream);
}

}  // namespace runahead::kernels::cuda
