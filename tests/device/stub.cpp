// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the stub once more, beside the program that is tested.
#include "tests/device/stub.h"

#include <dlfcn.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "tests/device/stub_device.h"

namespace runahead::testing_support {

namespace {

template <class Function>
Function* exported(const char* name) {
  static void* const library = ::dlopen(RUNAHEAD_STUB_MODULE, RTLD_NOW | RTLD_LOCAL);
  if (!library) throw std::runtime_error(::dlerror());
  return reinterpret_cast<Function*>(::dlsym(library, name));
}

/// Before anything asks for a device.
[[maybe_unused]] const int announced = ::setenv("RUNAHEAD_DEVICE_MODULE", RUNAHEAD_STUB_MODULE, 1);

}  // namespace

void set_stub(const std::string& words) {
  exported<decltype(runahead_stub_set)>("runahead_stub_set")(words.c_str());
}

void launch_on_stub(kernels::Stream* stream, std::function<void()> work) {
  auto argument = std::make_unique<std::function<void()>>(std::move(work));
  exported<decltype(runahead_stub_launch)>("runahead_stub_launch")(
      stream,
      [](void* given) {
        const std::unique_ptr<std::function<void()>> mine(static_cast<std::function<void()>*>(given));
        (*mine)();
      },
      argument.get());
  argument.release();
}

std::int64_t stub_bytes() {
  return exported<decltype(runahead_stub_bytes)>("runahead_stub_bytes")();
}

std::int64_t stub_executed(int device) {
  return exported<decltype(runahead_stub_executed)>("runahead_stub_executed")(device);
}

std::int64_t stub_events() {
  return exported<decltype(runahead_stub_events)>("runahead_stub_events")();
}

bool stub_call_failed() {
  return exported<decltype(runahead_stub_call_failed)>("runahead_stub_call_failed")();
}

}  // namespace runahead::testing_support
