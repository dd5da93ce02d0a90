// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of the runtime, and which device a thread means.
// Not here: who reports them (core/engine/device_engine.cpp).
#include "kernels/cuda/errors.h"

#include <stdexcept>
#include <string>

namespace runahead::kernels::cuda {

namespace {

/// After some errors a device answers nothing but the same error. A call that needs it tells them from the
/// rest.
bool lost() {
  std::size_t free_bytes = 0;
  std::size_t all_bytes = 0;
  const cudaError_t answer = cudaMemGetInfo(&free_bytes, &all_bytes);
  cudaGetLastError();
  switch (answer) {
    case cudaSuccess:
    case cudaErrorMemoryAllocation:
    case cudaErrorDevicesUnavailable:
    case cudaErrorInsufficientDriver:
    case cudaErrorNoDevice:
      return false;
    default:
      return true;
  }
}

}  // namespace

void fail(const char* call, const char* answer) {
  throw std::runtime_error(std::string(lost() ? "device lost: " : "") + call + ": " + answer);
}

void check(cudaError_t answer, const char* call) {
  if (answer == cudaSuccess) return;
  cudaGetLastError();
  fail(call, cudaGetErrorString(answer));
}

void use(int device) {
  // With one device there is nothing to choose, and a call saved for each launch.
  static const bool several = [] {
    int devices = 0;
    check(cudaGetDeviceCount(&devices), "cudaGetDeviceCount");
    return devices > 1;
  }();
  if (several) check(cudaSetDevice(device), "cudaSetDevice");
}

}  // namespace runahead::kernels::cuda
