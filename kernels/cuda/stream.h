// SPDX-License-Identifier: GPL-3.0-or-later
// A stream: where one device does work in order, with what its operations need beside their arguments.
// Not here: operations (operations.h). Only one thread at a time gives work to a stream, so nothing is
// locked.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

struct cublasContext;

namespace runahead::kernels {

struct Stream {
  /// On the device that this thread now uses.
  Stream(int its_device, bool rounds_to_tf32);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// Room for so many partial sums, which the next operation of this stream may overwrite.
  double* partial_sums(std::int64_t count);
  /// A number in the device's memory that is 0 between operations.
  unsigned* blocks_done();

  const int device;
  const bool tf32;
  int multiprocessors = 0;
  cudaStream_t queue = nullptr;

  /// From the first product on, with a workspace of its own: products of one stream then round the same every
  /// time, whatever other streams do.
  cublasContext* blas = nullptr;
  void* blas_workspace = nullptr;

 private:
  double* partial_sums_ = nullptr;
  std::int64_t partial_sums_room_ = 0;
  unsigned* blocks_done_ = nullptr;
};

}  // namespace runahead::kernels
