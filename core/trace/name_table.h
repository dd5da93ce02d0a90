// SPDX-License-Identifier: GPL-3.0-or-later
// Interned strings: a name is stored once, events carry its number.
// Not for unbounded data: after 65,534 different names every further one is stored as "(other)".
//
// intern() may be called from any thread; at() needs an id that reached the reader through a publication.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/chunked_column.h"
#include "core/base/ids.h"

namespace runahead {

class NameTable {
 public:
  NameTable();
  NameId intern(std::string_view name);
  const std::string& at(NameId id) const { return names_[id]; }

 private:
  std::mutex mutex_;
  ChunkedColumn<std::string, 256> names_;
  std::unordered_map<std::string_view, NameId> ids_;
};

}  // namespace runahead
