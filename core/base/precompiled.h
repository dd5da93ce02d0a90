// SPDX-License-Identifier: GPL-3.0-or-later
// What most files of core include, of others' headers alone, for compilers to read once. Not here: anything
// of this project, which changes; and no reason for a file to leave out an include (the preset dev compiles
// without).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>
