// SPDX-License-Identifier: GPL-3.0-or-later
// Who calls the run: one thread at a time, on its current device and stream.
#pragma once

#include <c10/core/Device.h>
#include <c10/util/Optional.h>

#include <cstdint>
#include <mutex>

#include "core/pytorch/host.h"

namespace runahead::pytorch {

/// Set when the module is opened.
Host& host();
void set_host(Host& host);

/// One thread at a time is the frontend, and does not keep the interpreter meanwhile; the stream is that of
/// the calling thread.
class Turn {
 public:
  /// On a device's stream, or on none. Throws PyTorch's error where the device has failed.
  explicit Turn(int device);
  Turn();
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  Frontend& frontend() const { return begun_.frontend; }
  /// The frontend's number of it.
  std::uint8_t number_of(int device, std::int64_t stream) const;

 private:
  /// The interpreter, if this thread has it, is free for others.
  class Released {
   public:
    Released();
    ~Released();
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;

   private:
    void* state_;
  };
  struct Begun {
    Begun();
    ~Begun();
    Begun(const Begun&) = delete;
    Begun& operator=(const Begun&) = delete;
    Frontend& frontend;
  };
  const Released released_;
  const std::unique_lock<std::recursive_mutex> lock_;
  const Begun begun_;
};

/// A task on the device has failed, which the program meets now. Where a GPU's kernel would stop itself (a
/// place that is not there), in streams nothing more is computed until the run ends.
void device_failed(const char* error);
void forget_device_failure();

/// Of this thread, until now: of calls on a device.
std::uint64_t turns();

int current_device();
void set_current_device(int device);
std::int64_t current_stream(int device);
void set_current_stream(int device, std::int64_t stream);
/// Throws PyTorch's error where there is no such device.
int checked(int device);
int device_of(c10::optional<c10::Device> device);

}  // namespace runahead::pytorch
