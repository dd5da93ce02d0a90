// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a device's module by its path and takes its table.
// Not how the program does it (core/device/module.h): here a module that does not open is a failed build.
#pragma once

#include <dlfcn.h>

#include <stdexcept>

#include "kernels/device.h"

namespace runahead::kernels {

/// Stays open to the end of the process.
inline void* open_module(const char* path) {
  void* const module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) throw std::runtime_error(dlerror());
  return module;
}

inline const Device& device_table(void* module) {
  const auto table = reinterpret_cast<DeviceTableFunction>(dlsym(module, kDeviceTableSymbol));
  if (table == nullptr) throw std::runtime_error(dlerror());
  return *table();
}

}  // namespace runahead::kernels
