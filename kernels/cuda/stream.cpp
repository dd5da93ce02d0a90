// SPDX-License-Identifier: GPL-3.0-or-later
// What belongs to a stream, from its making to its end.
// Not here: the BLAS handle's making, which waits for the first product (products.cpp).
#include "kernels/cuda/stream.h"

#include <cuda_runtime.h>

#include <algorithm>

#include "kernels/cuda/cublas.h"
#include "kernels/cuda/errors.h"
#include "kernels/cuda/launched.h"

namespace runahead::kernels {

using cuda::check;

Stream::Stream(int its_device, bool rounds_to_tf32) : device(its_device), tf32(rounds_to_tf32) {
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
        "cudaDeviceGetAttribute");
  // Not in step with the default stream, which is not used here but a library might.
  check(cudaStreamCreateWithFlags(&queue, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
}

Stream::~Stream() {
  // Nothing below may go while work that uses it is still under way.
  cudaStreamSynchronize(queue);
  if (blas != nullptr) cuda::cublas().destroy(blas);
  cudaFree(blas_workspace);
  cudaFree(partial_sums_);
  cudaFree(blocks_done_);
  cudaStreamDestroy(queue);
  cudaGetLastError();
}

double* Stream::partial_sums(std::int64_t count) {
  if (count > partial_sums_room_) {
    constexpr std::int64_t kAtLeast = 8192;  // for 134 million elements in one sum
    const std::int64_t room = std::max({count, 2 * partial_sums_room_, kAtLeast});
    check(cudaStreamSynchronize(queue), "cudaStreamSynchronize");
    check(cudaFree(partial_sums_), "cudaFree");
    partial_sums_ = nullptr;
    partial_sums_room_ = 0;
    check(cudaMalloc(&partial_sums_, static_cast<std::size_t>(room) * sizeof(double)), "cudaMalloc");
    partial_sums_room_ = room;
  }
  return partial_sums_;
}

unsigned* Stream::blocks_done() {
  if (blocks_done_ == nullptr) {
    check(cudaMalloc(&blocks_done_, sizeof *blocks_done_), "cudaMalloc");
    check(cudaMemsetAsync(blocks_done_, 0, sizeof *blocks_done_, queue), "cudaMemsetAsync");
    cuda::count_launch();
  }
  return blocks_done_;
}

}  // namespace runahead::kernels
