// SPDX-License-Identifier: GPL-3.0-or-later
// Opening the module, and why it cannot be used.
#include "core/device/module.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/module_path.h"

namespace runahead {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "runahead_kernels_cuda.so";

/// A stream of CUDA's takes 1021 kernels, copies or events before a launch waits, and every task brings two
/// events: four times as much room is for more than a thousand tasks. Before main, where no other thread
/// reads the environment, and before the driver does; who sets it, decides.
[[maybe_unused]] const int room_announced = ::setenv("CUDA_SCALE_LAUNCH_QUEUES", "4x", 0);

Failure no_device(std::string reason) {
  std::replace(reason.begin(), reason.end(), '\n', ' ');
  return {"no CUDA device: " + reason};
}

Result<const kernels::Device*> open_at(const fs::path& path) {
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return no_device(std::string("its module cannot be opened: ") + ::dlerror());
  const auto table =
      reinterpret_cast<kernels::DeviceTableFunction>(::dlsym(library, kernels::kDeviceTableSymbol));
  if (!table) return no_device(path.string() + " is no module of this program");
  const kernels::Device* const device = table();
  if (device->version != kernels::kDeviceTableVersion) {
    return no_device(path.string() + " belongs to another version of this program (its table has number " +
                     std::to_string(device->version) + " and should have " +
                     std::to_string(kernels::kDeviceTableVersion) + ")");
  }
  return device;
}

Result<const kernels::Device*> open_module() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread changes the environment any more.
  if (const char* path = std::getenv("RUNAHEAD_DEVICE_MODULE")) return open_at(path);
  const fs::path path = module_path(kFile);
  return path.empty() ? no_device("this build has no CUDA; use auto, cpu or emulated") : open_at(path);
}

}  // namespace

Result<const kernels::Device*> cuda_device() {
  static const Result<const kernels::Device*> module = open_module();  // stays open
  if (!module) return module;
  try {
    (*module)->count();
  } catch (const std::exception& error) {
    return no_device(reason_of(error));
  }
  return module;
}

}  // namespace runahead
