// SPDX-License-Identifier: GPL-3.0-or-later
// Settings: the whole numbers that the user has chosen, by name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace runahead {

/// In the order in which they were set first, which no comparison looks at.
class Settings {
 public:
  using Setting = std::pair<std::string, std::int64_t>;
  Settings() = default;
  Settings(std::initializer_list<Setting> all) : all_(all) {}

  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  bool empty() const { return all_.empty(); }
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  /// Null when it is not set.
  const std::int64_t* find(std::string_view name) const {
    const auto found = std::find_if(begin(), end(), [&](const Setting& one) { return one.first == name; });
    return found == end() ? nullptr : &found->second;
  }
  std::int64_t& operator[](const std::string& name) {
    const auto found = std::find_if(all_.begin(), all_.end(), [&](auto& one) { return one.first == name; });
    return found == all_.end() ? all_.emplace_back(name, 0).second : found->second;
  }
  void erase(std::string_view name) {
    std::erase_if(all_, [&](const Setting& one) { return one.first == name; });
  }
  bool operator==(const Settings& other) const {
    return std::is_permutation(begin(), end(), other.begin(), other.end());
  }

 private:
  std::vector<Setting> all_;
};

}  // namespace runahead
