// SPDX-License-Identifier: GPL-3.0-or-later
// One lock for the frontend, which the interpreter is let go for; devices and streams at hand are a thread's.
#include "core/pytorch/turn.h"

#include <Python.h>

#include <array>
#include <atomic>
#include <string>
#include <string_view>

#include "core/pytorch/memory.h"

namespace runahead::pytorch {

namespace {

Host* the_host = nullptr;

std::recursive_mutex& frontend_mutex() {
  static auto* const only = new std::recursive_mutex;
  return *only;
}

/// What the device failed of; told and asked by threads that may hold the interpreter.
class Failure {
 public:
  void set(const char* error) {
    const std::lock_guard lock(mutex_);
    if (error_.empty()) error_ = error;
    any_.store(true, std::memory_order_release);
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    error_.clear();
    any_.store(false, std::memory_order_release);
  }
  /// For each call: without the lock.
  bool any() const { return any_.load(std::memory_order_acquire); }
  std::string error() const {
    const std::lock_guard lock(mutex_);
    return error_;
  }

 private:
  mutable std::mutex mutex_;
  std::string error_;
  std::atomic<bool> any_{false};
};

Failure& failure() {
  static auto* const only = new Failure;
  return *only;
}

thread_local std::uint64_t turns_so_far = 0;
thread_local int device_at_hand = 0;
thread_local std::array<std::int64_t, kMostDevices> streams_at_hand = {};

}  // namespace

Host& host() {
  return *the_host;
}

void set_host(Host& host) {
  the_host = &host;
}

int current_device() {
  return device_at_hand;
}

void set_current_device(int device) {
  device_at_hand = device;
}

std::int64_t current_stream(int device) {
  return streams_at_hand.at(static_cast<std::size_t>(device));
}

void set_current_stream(int device, std::int64_t stream) {
  streams_at_hand.at(static_cast<std::size_t>(device)) = stream;
}

int checked(int device) {
  TORCH_CHECK(device >= 0 && device < host().devices(), "CUDA error: invalid device ordinal");
  return device;
}

int device_of(c10::optional<c10::Device> device) {
  return checked(device && device->has_index() ? device->index() : current_device());
}

Turn::Begun::Begun() : frontend(host().begin_call()) {}

Turn::Begun::~Begun() {
  host().end_call();
}

std::uint64_t turns() {
  return turns_so_far;
}

void device_failed(const char* error) {
  for (const char* const words : {"out of bounds", "out of range", "between 0 and 1"}) {
    if (std::string_view(error).find(words) != std::string_view::npos) return failure().set(error);
  }
}

void forget_device_failure() {
  failure().clear();
}

Turn::Turn() : lock_(frontend_mutex()) {}

Turn::Turn(int device) : Turn() {
  ++turns_so_far;
  settle();
  if (frontend().devices() == 0) return;
  TORCH_CHECK(!failure().any(),
              "CUDA error: device-side assert triggered by an earlier task: ", failure().error(),
              ". As on a GPU, the device can do nothing more; a new run has it again.");
  frontend().use_stream(number_of(device, current_stream(device)));
}

std::uint8_t Turn::number_of(int device, std::int64_t stream) const {
  return stream == 0 ? frontend().default_stream(device) : static_cast<std::uint8_t>(stream - 1);
}

Turn::Released::Released() : state_(PyGILState_Check() ? PyEval_SaveThread() : nullptr) {}

Turn::Released::~Released() {
  if (state_) PyEval_RestoreThread(static_cast<PyThreadState*>(state_));
}

}  // namespace runahead::pytorch
