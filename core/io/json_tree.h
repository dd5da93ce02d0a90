// SPDX-License-Identifier: GPL-3.0-or-later
// JsonTree: a small part of a file, kept as a tree while the rest streams by: the parser's tokens become a
// nlohmann::json. Not for events: memory is a multiple of the text.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/quote.h"
#include "core/io/bad_trace.h"

namespace runahead {

class JsonTree {
 public:
  explicit JsonTree(std::size_t deepest = 8) : deepest_(deepest) {}

  /// From begin() until the matching end.
  bool open() const { return !places_.empty(); }
  /// Begins an object or a list, the first of which is the root. Throws BadTrace.
  void begin(std::uint64_t offset, nlohmann::json container) {
    if (places_.size() == deepest_) throw BadTrace(offset, "nested too deeply");
    places_.push_back(open() ? &add(offset, std::move(container)) : &(root_ = std::move(container)));
  }
  void end() { places_.pop_back(); }
  void key(std::string name) { key_ = std::move(name); }
  /// Throws BadTrace for a key that is there already.
  nlohmann::json& add(std::uint64_t offset, nlohmann::json value) {
    nlohmann::json& top = *places_.back();
    if (top.is_array()) return top.emplace_back(std::move(value));
    const auto [place, added] = top.emplace(key_, std::move(value));
    if (!added) throw BadTrace(offset, in_quotes(key_) + " is given twice");
    return *place;
  }
  nlohmann::json take() { return std::move(root_); }

 private:
  const std::size_t deepest_;
  nlohmann::json root_;
  std::vector<nlohmann::json*> places_;  ///< from the root to what is open
  std::string key_;
};

}  // namespace runahead
