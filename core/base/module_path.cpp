// SPDX-License-Identifier: GPL-3.0-or-later
// From the program's folder to its libraries.
#include "core/base/module_path.h"

#include <system_error>

namespace runahead {

std::filesystem::path module_path(const char* file) {
  std::error_code error;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const auto& path : {folder / file, folder / RUNAHEAD_MODULE_FOLDER / file}) {
    if (std::filesystem::exists(path, error)) return path;
  }
  return {};
}

}  // namespace runahead
