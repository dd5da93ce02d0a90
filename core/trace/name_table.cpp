// SPDX-License-Identifier: GPL-3.0-or-later
// Interning of names.
// Not here: who publishes ids to readers (collector.cpp, trace_builder.cpp).
#include "core/trace/name_table.h"

namespace runahead {

namespace {
constexpr std::size_t kMostNames = 0xffff;
}

NameTable::NameTable() {
  intern("");  // id 0: unnamed
}

NameId NameTable::intern(std::string_view name) {
  const std::lock_guard lock(mutex_);
  if (const auto found = ids_.find(name); found != ids_.end()) return found->second;
  if (names_.size() == kMostNames) return static_cast<NameId>(kMostNames - 1);
  if (names_.size() == kMostNames - 1) name = "(other)";
  const auto id = static_cast<NameId>(names_.size());
  const std::string& stored = names_.emplace_back(name);
  ids_.emplace(stored, id);
  return id;
}

}  // namespace runahead
