// SPDX-License-Identifier: GPL-3.0-or-later
// Disk: what a disk may hold after the power went, from the calls that were made until then. Sure is only
// what was flushed: bytes with their file, names with their folder. Not here: finding the calls out
// (followed.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/kills/followed.h"

namespace runahead::kills {

/// Paths below the folder, each with its bytes; without bytes: a folder.
using Files = std::map<std::string, std::optional<std::string>>;

/// What lies below a folder, and the other way round.
Files files_in(const std::string& folder);
void put(const Files& files, const std::string& folder);

class Disk {
 public:
  /// All that is there is on the disk.
  explicit Disk(const std::string& folder);

  void did(const FileCall& call);
  /// Every choice among what was not flushed, each once.
  std::vector<Files> after_power_cut() const;

 private:
  static constexpr int kNone = -1;
  using Names = std::map<std::string, int>;
  struct Change {  ///< of bytes
    std::uint64_t offset = 0;
    std::string bytes = {};
    bool empties = false;  ///< from `offset` on, instead
  };
  struct Node {
    bool folder = false;
    std::string sure = {};
    std::vector<Change> open = {};  ///< since it was flushed
    Names sure_names = {}, names = {};
  };
  struct NameChange {  ///< which happens whole or not at all
    int folder;
    std::vector<std::pair<std::string, int>> set;
  };
  enum class Bytes : std::uint8_t { all, none, zeros };

  int node_at(const std::string& path) const;
  std::pair<int, std::string> place_of(const std::string& path) const;
  int add(bool folder);
  void name(const std::string& path, int node);
  static void apply(std::string& bytes, const Change& change, Bytes how);
  void collect(const std::vector<Names>& names, int node, const std::string& path, Bytes how,
               Files& files) const;

  const std::string folder_;
  std::vector<Node> nodes_;
  std::vector<NameChange> open_names_;
  std::map<int, int> opened_;  ///< openings to nodes
};

}  // namespace runahead::kills
