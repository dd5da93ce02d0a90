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
  /// Of a text of so many bytes.
  explicit JsonTree(std::uint64_t text_bytes, std::size_t deepest = 8)
      : deepest_(deepest), most_bytes_(kBesideText + kPerByteOfText * text_bytes) {}

  /// From begin() until the matching end.
  bool open() const { return !places_.empty(); }
  /// Begins an object or a list, the first of which is the root. Throws BadTrace.
  void begin(std::uint64_t offset, nlohmann::json container) {
    if (places_.size() == deepest_) throw BadTrace(offset, "nested too deeply");
    places_.push_back(open() ? &add(offset, std::move(container)) : &(root_ = std::move(container)));
  }
  void end() { places_.pop_back(); }
  void key(std::string name) { key_ = std::move(name); }
  /// Throws BadTrace for a key that is there already, and where a short text makes a large tree.
  nlohmann::json& add(std::uint64_t offset, nlohmann::json value) {
    nlohmann::json& top = *places_.back();
    bytes_ += top.is_array() ? kEntryBytes : kMemberBytes + key_.size();
    if (value.is_structured()) bytes_ += kContainerBytes;
    if (value.is_string()) bytes_ += kTextBytes + value.get_ref<const std::string&>().size();
    if (bytes_ > most_bytes_) throw BadTrace(offset, "there are too many small values");
    if (top.is_array()) return top.emplace_back(std::move(value));
    const auto [place, added] = top.emplace(key_, std::move(value));
    if (!added) throw BadTrace(offset, in_quotes(key_) + " is given twice");
    return *place;
  }
  nlohmann::json take() { return std::move(root_); }

 private:
  // About what values take: entries of a list that grows, members with their key, and what is apart from
  // both.
  static constexpr std::uint64_t kEntryBytes = 48, kMemberBytes = 88, kContainerBytes = 56, kTextBytes = 40;
  // Lists of what has names and numbers, as sessions have them, make 15 bytes of one.
  static constexpr std::uint64_t kPerByteOfText = 16, kBesideText = 4'000'000;

  const std::size_t deepest_;
  const std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  nlohmann::json root_;
  std::vector<nlohmann::json*> places_;  ///< from the root to what is open
  std::string key_;
};

}  // namespace runahead
