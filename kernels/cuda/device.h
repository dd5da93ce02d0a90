// SPDX-License-Identifier: GPL-3.0-or-later
// Memory, streams, events and copies in CUDA, as the device table takes them.
// Not for callers, who see kernels/device.h, where each is described.
#pragma once

#include <cstdint>

#include "kernels/device.h"

namespace runahead::kernels::cuda {

int count();
DeviceInfo describe(int device);

void* allocate(int device, std::int64_t bytes);
void free_(int device, void* block);
void* allocate_host(std::int64_t bytes);
void free_host(void* block);
std::int64_t used_bytes(int device);

Stream* create_stream(int device, bool tf32);
void destroy_stream(Stream* stream);
void prepare(Stream* stream);
void synchronize(Stream* stream);

Event* create_event(int device);
void create_events(int device, Event** events, std::size_t count);
void destroy_event(Event* event);
void record(Event* event, Stream* stream);
void wait_event(Stream* stream, Event* event);
bool passed(Event* event);
void wait(Event* event);
std::int64_t elapsed_ns(Event* from, Event* to);

void copy_to_host(Stream* stream, const float* in, float* out, std::int64_t n);
void copy_to_device(Stream* stream, const float* in, float* out, std::int64_t n);

}  // namespace runahead::kernels::cuda
