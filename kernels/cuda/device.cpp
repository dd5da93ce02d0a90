// SPDX-License-Identifier: GPL-3.0-or-later
// Memory, streams, events and copies in CUDA.
// Not here: which devices there are (devices.cu), what is done before a run (preparation.cpp), and any order
// among streams.
#include "kernels/cuda/device.h"

#include <cuda_runtime_api.h>

#include <cmath>
#include <memory>
#include <new>
#include <utility>

#include "kernels/cuda/errors.h"
#include "kernels/cuda/launched.h"
#include "kernels/cuda/stream.h"

namespace runahead::kernels {

struct Event {
  int device = 0;
  cudaEvent_t event = nullptr;
};

}  // namespace runahead::kernels

namespace runahead::kernels::cuda {

namespace {

/// For functions that must not throw: whatever went wrong is forgotten.
void use_if_possible(int device) {
  cudaSetDevice(device);
  cudaGetLastError();
}

/// Callers tell memory that does not suffice from everything else.
void check_memory(cudaError_t answer, const char* call) {
  if (answer == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    throw std::bad_alloc();
  }
  check(answer, call);
}

void copy_between(Stream* stream, const float* in, float* out, std::int64_t n, cudaMemcpyKind kind,
                  const char* call) {
  if (n == 0) return;
  use(stream->device);
  check(cudaMemcpyAsync(out, in, static_cast<std::size_t>(n) * sizeof(float), kind, stream->queue), call);
  count_launch();
}

}  // namespace

void* allocate(int device, std::int64_t bytes) {
  if (bytes == 0) return nullptr;
  use(device);
  void* block = nullptr;
  check_memory(cudaMalloc(&block, static_cast<std::size_t>(bytes)), "cudaMalloc");
  return block;
}

void free_(int device, void* block) {
  if (block == nullptr) return;
  use_if_possible(device);
  cudaFree(block);
  cudaGetLastError();
}

void* allocate_host(std::int64_t bytes) {
  if (bytes == 0) return nullptr;
  // By way of the first device and pinned for all: not of the one that this thread used last, which may be
  // lost.
  use(0);
  void* block = nullptr;
  check_memory(cudaHostAlloc(&block, static_cast<std::size_t>(bytes), cudaHostAllocPortable),
               "cudaHostAlloc");
  return block;
}

void free_host(void* block) {
  if (block == nullptr) return;
  use_if_possible(0);
  cudaFreeHost(block);
  cudaGetLastError();
}

std::int64_t used_bytes(int device) {
  use(device);
  std::size_t free_bytes = 0;
  std::size_t all_bytes = 0;
  check(cudaMemGetInfo(&free_bytes, &all_bytes), "cudaMemGetInfo");
  return static_cast<std::int64_t>(all_bytes - free_bytes);
}

Stream* create_stream(int device, bool tf32) {
  use(device);
  return new Stream(device, tf32);
}

void destroy_stream(Stream* stream) {
  use_if_possible(stream->device);
  delete stream;
}

void synchronize(Stream* stream) {
  use(stream->device);
  check(cudaStreamSynchronize(stream->queue), "cudaStreamSynchronize");
}

Event* create_event(int device) {
  use(device);
  auto made = std::make_unique<Event>();
  made->device = device;
  // Not cudaEventBlockingSync, with which a waiting thread would sleep: drivers take only 56 of those into a
  // stream before recording another one waits.
  check(cudaEventCreateWithFlags(&made->event, cudaEventDefault), "cudaEventCreateWithFlags");
  return made.release();
}

void create_events(int device, Event** events, std::size_t count) {
  std::size_t made = 0;
  try {
    for (; made < count; ++made) events[made] = create_event(device);
  } catch (...) {
    while (made > 0) destroy_event(std::exchange(events[--made], nullptr));
    throw;
  }
}

void destroy_event(Event* event) {
  use_if_possible(event->device);
  cudaEventDestroy(event->event);
  cudaGetLastError();
  delete event;
}

void record(Event* event, Stream* stream) {
  use(stream->device);
  check(cudaEventRecord(event->event, stream->queue), "cudaEventRecord");
}

void wait_event(Stream* stream, Event* event) {
  use(stream->device);
  check(cudaStreamWaitEvent(stream->queue, event->event, 0), "cudaStreamWaitEvent");
}

bool passed(Event* event) {
  use(event->device);
  const cudaError_t answer = cudaEventQuery(event->event);
  if (answer == cudaErrorNotReady) {
    // No error, but kept as one until it is asked for.
    cudaGetLastError();
    return false;
  }
  check(answer, "cudaEventQuery");
  return true;
}

void wait(Event* event) {
  use(event->device);
  check(cudaEventSynchronize(event->event), "cudaEventSynchronize");
}

std::int64_t elapsed_ns(Event* from, Event* to) {
  use(from->device);
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, from->event, to->event), "cudaEventElapsedTime");
  return std::llround(static_cast<double>(milliseconds) * 1e6);
}

void copy_to_host(Stream* stream, const float* in, float* out, std::int64_t n) {
  copy_between(stream, in, out, n, cudaMemcpyDeviceToHost, "copy to host");
}

void copy_to_device(Stream* stream, const float* in, float* out, std::int64_t n) {
  copy_between(stream, in, out, n, cudaMemcpyDefault, "copy to device");
}

}  // namespace runahead::kernels::cuda
