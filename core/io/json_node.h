// SPDX-License-Identifier: GPL-3.0-or-later
// JsonNode: takes a small JSON document apart, with a sentence for everything that is not as it should be.
// Not for events, which stream by (trace_json_reader.cpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/ids.h"
#include "core/base/quote.h"
#include "core/io/bad_trace.h"
#include "core/session/annotation.h"

namespace runahead {

/// An object and where it stands in the document, for messages. Throws BadTrace where it is not what is asked
/// for.
class JsonNode {
 public:
  JsonNode(const nlohmann::json& json, std::uint64_t offset, std::string place)
      : json_(json), offset_(offset), place_(std::move(place)) {
    if (!json_.is_object()) refuse("is not an object");
  }

  const nlohmann::json& json() const { return json_; }
  bool has(const char* name) const { return json_.contains(name); }
  JsonNode child(const char* name) const { return {member(name), offset_, place_ + "." + name}; }

  std::string text(const char* name) const {
    const nlohmann::json& value = member(name);
    if (!value.is_string()) refuse(name, "is not a text");
    return value.get<std::string>();
  }

  bool truth(const char* name) const {
    const nlohmann::json& value = member(name);
    if (!value.is_boolean()) refuse(name, "is not true or false");
    return value.get<bool>();
  }

  std::int64_t integer(const char* name, std::int64_t least, std::int64_t most) const {
    return whole(name, member(name), least, most);
  }

  std::uint64_t unsigned_integer(const char* name) const {
    const nlohmann::json& value = member(name);
    if (!value.is_number_unsigned()) refuse(name, "is not a whole number from 0");
    return value.get<std::uint64_t>();
  }

  /// The number of something of which there are `count`.
  std::uint32_t id(const char* name, std::size_t count) const {
    const std::uint64_t value = unsigned_integer(name);
    if (value >= count || value >= kNone) refuse(name, "does not exist");
    return static_cast<std::uint32_t>(value);
  }
  std::uint32_t optional_id(const char* name, std::size_t count) const {
    return has(name) ? id(name, count) : kNone;
  }

  template <std::size_t kSize>
  std::size_t word(const char* name, const char* const (&words)[kSize]) const {
    const std::string value = text(name);
    const auto found = std::find(std::begin(words), std::end(words), value);
    if (found == std::end(words)) refuse(name, "has an unknown value");
    return static_cast<std::size_t>(found - std::begin(words));
  }

  /// By a table of its own, such as mode_called.
  template <class Value>
  Value word(const char* name, std::optional<Value> (*called)(std::string_view)) const {
    const std::optional<Value> value = called(text(name));
    if (!value) refuse(name, "has an unknown value");
    return *value;
  }

  std::vector<std::string> texts(const char* name) const {
    std::vector<std::string> all;
    all.reserve(list(name).size());
    for (const nlohmann::json& value : list(name)) {
      if (!value.is_string()) refuse(name, "is not a list of texts");
      all.push_back(value.get<std::string>());
    }
    return all;
  }

  std::vector<std::int64_t> integers(const char* name, std::int64_t least, std::int64_t most) const {
    std::vector<std::int64_t> all;
    all.reserve(list(name).size());
    for (const nlohmann::json& value : list(name)) all.push_back(whole(name, value, least, most));
    return all;
  }

  /// Of the list `name`, made one after the other, as there may be many.
  class Children {
   public:
    class Iterator {
     public:
      Iterator(const Children& all, std::size_t index) : all_(all), index_(index) {}
      JsonNode operator*() const;
      Iterator& operator++() {
        ++index_;
        return *this;
      }
      bool operator==(const Iterator& other) const { return index_ == other.index_; }

     private:
      const Children& all_;
      std::size_t index_;
    };
    Children(const nlohmann::json& entries, std::uint64_t offset, std::string place)
        : entries_(entries), offset_(offset), place_(std::move(place)) {}
    std::size_t size() const { return entries_.size(); }
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, entries_.size()}; }

   private:
    const nlohmann::json& entries_;
    std::uint64_t offset_;
    std::string place_;
  };
  Children children(const char* name) const { return {list(name), offset_, place_ + "." + name}; }

  /// All members, as whole numbers.
  std::vector<std::pair<std::string, std::int64_t>> numbers() const {
    std::vector<std::pair<std::string, std::int64_t>> all;
    for (const auto& [name, value] : json_.items()) {
      all.emplace_back(name, whole(name.c_str(), value, INT64_MIN, INT64_MAX));
    }
    return all;
  }

  std::optional<TimeRange> range(const char* name) const {
    if (!has(name)) return std::nullopt;
    const std::vector<std::int64_t> ends = integers(name, -kLatestNs, kLatestNs);
    if (ends.size() != 2 || ends[0] >= ends[1]) refuse(name, "is not a range of time");
    return TimeRange{ends[0], ends[1]};
  }

  [[noreturn]] void refuse(const std::string& name, const char* what) const {
    throw BadTrace(offset_, "\"" + place_ + "." + shortened(name) + "\" " + what);
  }

 private:
  [[noreturn]] void refuse(const char* what) const { throw BadTrace(offset_, "\"" + place_ + "\" " + what); }

  const nlohmann::json& member(const char* name) const {
    const auto found = json_.find(name);
    if (found == json_.end()) refuse(name, "is missing");
    return *found;
  }

  const nlohmann::json& list(const char* name) const {
    const nlohmann::json& value = member(name);
    if (!value.is_array()) refuse(name, "is not a list");
    return value;
  }

  std::int64_t whole(const char* name, const nlohmann::json& value, std::int64_t least,
                     std::int64_t most) const {
    if (!value.is_number_integer()) refuse(name, "is not a whole number");
    const bool fits = !value.is_number_unsigned() || value.get<std::uint64_t>() <= std::uint64_t{INT64_MAX};
    if (!fits || value.get<std::int64_t>() < least || value.get<std::int64_t>() > most) {
      refuse(name, "is out of range");
    }
    return value.get<std::int64_t>();
  }

  const nlohmann::json& json_;
  std::uint64_t offset_;
  std::string place_;
};

inline JsonNode JsonNode::Children::Iterator::operator*() const {
  return {all_.entries_[index_], all_.offset_, all_.place_ + "[" + std::to_string(index_) + "]"};
}

/// The document of `text`, an object, which stands at the byte `offset` of a file. Throws BadTrace, also for
/// a key that is given twice.
nlohmann::json parse_document(std::string_view text, std::uint64_t offset);

}  // namespace runahead
