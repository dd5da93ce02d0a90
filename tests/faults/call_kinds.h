// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of calls on files, and how each can fail.
#pragma once

#include <cerrno>
#include <vector>

#include "tests/faults/fault.h"

namespace runahead::faults {

struct CallKind {
  const char* name;
  Call call;
  std::vector<int> errors;
};

inline const std::vector<CallKind>& file_calls() {
  static const std::vector<CallKind> all{
      {"make", Call::make, {ENOSPC, EACCES}},
      {"open", Call::open, {EIO, EACCES}},
      {"write", Call::write, {ENOSPC, EIO, EINTR, kHalf}},
      {"sync", Call::sync, {EIO, EINTR}},
      {"rename", Call::rename, {EIO, EACCES}},
      {"link", Call::link, {EIO, EACCES}},
      {"remove", Call::remove, {EIO, EACCES}},
      {"close", Call::close, {EIO, EINTR}},
      {"truncate", Call::truncate, {EIO, ENOSPC}},
      {"read", Call::read, {EIO, EINTR, kHalf, kShrink}},
  };
  return all;
}

}  // namespace runahead::faults
