// SPDX-License-Identifier: GPL-3.0-or-later
// Which devices there are, and what they could do at best. Numbers are the driver's own; where it gives none,
// they are 0.
#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "kernels/cuda/cublas.h"
#include "kernels/cuda/device.h"
#include "kernels/cuda/errors.h"

namespace runahead::kernels::cuda {

namespace {

/// What the kernels were compiled for, as 750, 800, 900.
constexpr int kCompiledFor[] = {__CUDA_ARCH_LIST__};

std::string version_text(int version) {
  return std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
}

int attribute(int device, cudaDeviceAttr which) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, which, device) != cudaSuccess) cudaGetLastError();
  return value;
}

/// 75 for 7.5.
int capability(int device) {
  return 10 * attribute(device, cudaDevAttrComputeCapabilityMajor) +
         attribute(device, cudaDevAttrComputeCapabilityMinor);
}

/// Additions and products of float32 that a multiprocessor finishes in a cycle; 0 where nobody has told.
int lanes_of(int capability) {
  switch (capability) {
    case 75:
    case 80:
      return 64;
    case 86:
    case 87:
    case 89:
    case 90:
    case 100:
    case 103:
    case 120:
    case 121:
      return 128;
    default:
      return 0;
  }
}

/// What the driver says itself is about versions; where it is absent, or too old, there are better words.
std::string reason_of(cudaError_t error) {
  if (error != cudaErrorInsufficientDriver) return cudaGetErrorString(error);
  int supported = 0;
  int needed = 0;
  const bool known = cudaDriverGetVersion(&supported) == cudaSuccess && supported > 0 &&
                     cudaRuntimeGetVersion(&needed) == cudaSuccess;
  cudaGetLastError();
  if (!known) return "there is no NVIDIA driver";
  return "the NVIDIA driver is for CUDA " + version_text(supported) + ", and this build needs " +
         version_text(needed);
}

}  // namespace

int count() {
  int devices = 0;
  const cudaError_t error = cudaGetDeviceCount(&devices);
  if (error != cudaSuccess) {
    cudaGetLastError();
    throw std::runtime_error(reason_of(error));
  }
  if (devices == 0) throw std::runtime_error(cudaGetErrorString(cudaErrorNoDevice));
  // The driver puts the fastest first. One that no kernel here was compiled for ends the list.
  int usable = 0;
  while (usable < devices && capability(usable) * 10 >= kCompiledFor[0]) ++usable;
  if (usable == 0) {
    const int found = capability(0);
    throw std::runtime_error("its compute capability is " + std::to_string(found / 10) + '.' +
                             std::to_string(found % 10) + ", and this build needs " +
                             std::to_string(kCompiledFor[0] / 100) + '.' +
                             std::to_string(kCompiledFor[0] / 10 % 10));
  }
  return usable;
}

DeviceInfo describe(int device) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
  DeviceInfo info{};
  std::string_view(properties.name).copy(info.name, sizeof info.name - 1);
  const double clock_hz = attribute(device, cudaDevAttrClockRate) * 1e3;
  const double memory_clock_hz = attribute(device, cudaDevAttrMemoryClockRate) * 1e3;
  const double bus_bytes = attribute(device, cudaDevAttrGlobalMemoryBusWidth) / 8.0;
  info.flops = 2.0 * lanes_of(capability(device)) * properties.multiProcessorCount * clock_hz;
  info.bytes_per_second = 2 * memory_clock_hz * bus_bytes;  // on both edges of the clock
  info.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
  int driver = 0;
  int runtime = 0;
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  const std::string libraries = "driver for CUDA " + version_text(driver) + ", runtime " +
                                version_text(runtime) + ", " + cublas_version();
  libraries.copy(info.libraries, sizeof info.libraries - 1);
  return info;
}

}  // namespace runahead::kernels::cuda
