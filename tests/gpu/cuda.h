// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA module as these tests see it, with owners for what it makes.
// Not here: whether there is a device; main.cpp ends the program where there is none.
#pragma once

#include <memory>

#include "kernels/device.h"

namespace runahead::kernels {

const Device& cuda();

struct StreamDeleter {
  void operator()(Stream* stream) const { cuda().destroy_stream(stream); }
};
using OwnedStream = std::unique_ptr<Stream, StreamDeleter>;

struct EventDeleter {
  void operator()(Event* event) const { cuda().destroy_event(event); }
};
using OwnedEvent = std::unique_ptr<Event, EventDeleter>;

struct BlockDeleter {
  void operator()(float* block) const { cuda().free_(0, block); }
};
using OwnedBlock = std::unique_ptr<float, BlockDeleter>;

struct HostDeleter {
  void operator()(float* block) const { cuda().free_host(block); }
};
using OwnedHost = std::unique_ptr<float, HostDeleter>;

inline OwnedStream make_stream(bool tf32 = false) {
  return OwnedStream(cuda().create_stream(0, tf32));
}

inline OwnedEvent make_event() {
  return OwnedEvent(cuda().create_event(0));
}

inline OwnedBlock make_block(std::int64_t floats) {
  return OwnedBlock(
      static_cast<float*>(cuda().allocate(0, floats * static_cast<std::int64_t>(sizeof(float)))));
}

inline OwnedHost make_pinned(std::int64_t floats) {
  return OwnedHost(
      static_cast<float*>(cuda().allocate_host(floats * static_cast<std::int64_t>(sizeof(float)))));
}

}  // namespace runahead::kernels
