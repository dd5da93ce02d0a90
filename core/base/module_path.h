// SPDX-License-Identifier: GPL-3.0-or-later
// Where the libraries are that the program opens only when it needs them.
#pragma once

#include <filesystem>

namespace runahead {

/// Beside the program, as in a build, else where it is installed; empty where it is in neither place.
std::filesystem::path module_path(const char* file);

}  // namespace runahead
