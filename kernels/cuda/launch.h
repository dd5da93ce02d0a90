// SPDX-License-Identifier: GPL-3.0-or-later
// How every kernel of this folder is started.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "kernels/cuda/errors.h"
#include "kernels/cuda/kernel_list.h"
#include "kernels/cuda/launched.h"
#include "kernels/cuda/stream.h"

namespace runahead::kernels::cuda {

/// What most kernels use in a block.
inline constexpr int kThreads = 256;

inline constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

/// Blocks for that many pieces of work, one for each thread of a block or more: no more than keep the device
/// busy to the end, since the kernels go on in strides.
inline std::int64_t blocks_for(const Stream* stream, std::int64_t pieces, int threads = kThreads) {
  constexpr std::int64_t kForEachMultiprocessor = 32;
  return std::clamp<std::int64_t>(ceil_div(pieces, threads), 1,
                                  kForEachMultiprocessor * stream->multiprocessors);
}

/// Everything that is launched anywhere in this module stands in the list of kernels before the first launch.
template <auto kKernel>
inline const bool listed = list_kernel(reinterpret_cast<const void*>(kKernel));

template <class... Parameters>
void launch_listed(const char* what, Stream* stream, dim3 blocks, dim3 threads, void (*kernel)(Parameters...),
                   std::type_identity_t<Parameters>... arguments) {
  void* places[] = {&arguments...};
  use(stream->device);
  check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), blocks, threads, places, 0, stream->queue),
        what);
  count_launch();
}

/// `what` is the operation's name, for the error.
template <auto kKernel, class... Arguments>
void launch(const char* what, Stream* stream, dim3 blocks, dim3 threads, Arguments... arguments) {
  static_cast<void>(listed<kKernel>);
  launch_listed(what, stream, blocks, threads, kKernel, arguments...);
}

template <auto kKernel, class... Arguments>
void launch(const char* what, Stream* stream, std::int64_t blocks, int threads, Arguments... arguments) {
  launch<kKernel>(what, stream, dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(threads)),
                  arguments...);
}

/// What threads of a kernel in strides do: from where, and how far to the next.
struct Strides {
  std::int64_t first, step;
};

#if defined(__CUDACC__)
/// Of what this kernel does not write. The compiler keeps these loads in their order and before what is made
/// of them, so as many are under way as are asked for at once.
__device__ __forceinline__ float4 load_four(const float4* place) {
  float4 made;
  asm volatile("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(made.x), "=f"(made.y), "=f"(made.z), "=f"(made.w)
               : "l"(place));
  return made;
}

__device__ __forceinline__ Strides strides() {
  return {static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x,
          static_cast<std::int64_t>(gridDim.x) * blockDim.x};
}
#endif

}  // namespace runahead::kernels::cuda
