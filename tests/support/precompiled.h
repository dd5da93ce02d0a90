// SPDX-License-Identifier: GPL-3.0-or-later
// What most tests include, of others' headers alone, for compilers to read once. Not here: anything of this
// project.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>
