// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes with names in folders, as file systems have them; of each what is sure, and what has happened since.
#include "tests/kills/disk.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <utility>

#include "tests/support/temporary_directory.h"

namespace runahead::kills {
namespace {

namespace fs = std::filesystem;
using testing_support::read_file;
using testing_support::write_file;

/// Of more changes of names all choices are too many.
constexpr std::size_t kAllChoices = 10;

/// Which of `count` changes happened: all choices, or, of many, those that lack one, have one, or end early.
std::vector<std::vector<bool>> choices(std::size_t count) {
  std::vector<std::vector<bool>> all;
  if (count <= kAllChoices) {
    for (std::size_t bits = 0; bits < std::size_t{1} << count; ++bits) {
      std::vector<bool>& one = all.emplace_back(count);
      for (std::size_t i = 0; i < count; ++i) one[i] = (bits >> i & 1) != 0;
    }
    return all;
  }
  for (std::size_t i = 0; i <= count; ++i) {
    std::vector<bool> early(count), one(count), without(count, true);
    std::fill_n(early.begin(), i, true);
    if (i < count) one[i] = true, without[i] = false;
    all.insert(all.end(), {early, one, without});
  }
  return all;
}

}  // namespace

Files files_in(const std::string& folder) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::optional<std::string>& bytes = files[fs::relative(entry.path(), folder).string()];
    if (entry.is_regular_file()) bytes = read_file(entry.path().string());
  }
  return files;
}

void put(const Files& files, const std::string& folder) {
  for (const auto& [path, bytes] : files) {
    const fs::path there = fs::path(folder) / path;
    if (!bytes) {
      fs::create_directories(there);
      fs::permissions(there, fs::perms::owner_all);
    } else {
      write_file(there.string(), *bytes);
    }
  }
}

Disk::Disk(const std::string& folder) : folder_(folder) {
  add(true);
  for (const auto& [path, bytes] : files_in(folder)) {
    const int node = add(!bytes);
    nodes_[static_cast<std::size_t>(node)].sure = bytes.value_or("");
    name(folder_ + '/' + path, node);
  }
  for (Node& node : nodes_) node.sure_names = node.names;
  open_names_.clear();
}

int Disk::add(bool folder) {
  nodes_.push_back({.folder = folder});
  return static_cast<int>(nodes_.size()) - 1;
}

int Disk::node_at(const std::string& path) const {
  if (path == folder_) return 0;
  const auto [folder, name] = place_of(path);
  if (folder == kNone) return kNone;
  const Names& names = nodes_[static_cast<std::size_t>(folder)].names;
  const auto found = names.find(name);
  return found == names.end() ? kNone : found->second;
}

std::pair<int, std::string> Disk::place_of(const std::string& path) const {
  const std::size_t slash = path.rfind('/');
  if (!path.starts_with(folder_ + '/')) return {kNone, {}};
  return {node_at(path.substr(0, slash)), path.substr(slash + 1)};
}

/// kNone: not any more.
void Disk::name(const std::string& path, int node) {
  const auto [folder, name] = place_of(path);
  if (folder == kNone) throw std::runtime_error("no folder for " + path);
  Names& names = nodes_[static_cast<std::size_t>(folder)].names;
  if (node == kNone)
    names.erase(name);
  else
    names[name] = node;
  open_names_.push_back({folder, {{name, node}}});
}

void Disk::did(const FileCall& call) {
  const auto opened = opened_.find(call.file);
  Node* const node = opened == opened_.end() ? nullptr : &nodes_[static_cast<std::size_t>(opened->second)];
  switch (call.kind) {
    case Kind::open: {
      int there = call.nameless ? kNone : node_at(call.path);
      if (there == kNone) {
        if (!call.makes && !call.nameless) return;
        there = add(false);
        if (!call.nameless) name(call.path, there);
      } else if (call.empties) {
        nodes_[static_cast<std::size_t>(there)].open.push_back({.empties = true});
      }
      opened_[call.file] = there;
      return;
    }
    case Kind::write:
      node->open.push_back({call.offset, call.bytes});
      return;
    case Kind::truncate:
      if (!node) throw std::runtime_error("truncate() is not followed");
      node->open.push_back({call.offset, {}, true});
      return;
    case Kind::sync:
      for (const Change& change : node->open) apply(node->sure, change, Bytes::all);
      node->open.clear();
      node->sure_names = node->names;
      std::erase_if(open_names_, [&](const NameChange& one) { return one.folder == opened->second; });
      return;
    case Kind::link:
      name(call.to, node ? opened->second : node_at(call.path));
      return;
    case Kind::rename: {
      const int what = node_at(call.path);
      name(call.path, kNone);
      name(call.to, what);
      NameChange second = std::move(open_names_.back());
      open_names_.pop_back();
      if (second.folder != open_names_.back().folder)
        throw std::runtime_error("a rename from folder to folder is not followed");
      open_names_.back().set.push_back(std::move(second.set.front()));
      return;
    }
    case Kind::remove:
      name(call.path, kNone);
      return;
    case Kind::make_folder:
      name(call.path, add(true));
      return;
    case Kind::close:
      opened_.erase(call.file);
      return;
    case Kind::change:
    case Kind::lock:
      return;
  }
}

void Disk::apply(std::string& bytes, const Change& change, Bytes how) {
  if (how == Bytes::none) return;
  if (change.empties) {
    bytes.resize(static_cast<std::size_t>(change.offset));
    return;
  }
  const std::size_t end = static_cast<std::size_t>(change.offset) + change.bytes.size();
  if (bytes.size() < end) bytes.resize(end);
  if (how == Bytes::all)
    bytes.replace(static_cast<std::size_t>(change.offset), change.bytes.size(), change.bytes);
}

void Disk::collect(const std::vector<Names>& names, int node, const std::string& path, Bytes how,
                   Files& files) const {
  const Node& one = nodes_[static_cast<std::size_t>(node)];
  if (!one.folder) {
    std::string bytes = one.sure;
    for (const Change& change : one.open) apply(bytes, change, how);
    files[path] = std::move(bytes);
    return;
  }
  if (!path.empty()) files[path];
  for (const auto& [name, below] : names[static_cast<std::size_t>(node)])
    collect(names, below, path.empty() ? name : path + '/' + name, how, files);
}

std::vector<Files> Disk::after_power_cut() const {
  std::set<Files> states;
  for (const std::vector<bool>& happened : choices(open_names_.size())) {
    std::vector<Names> names;
    for (const Node& node : nodes_) names.push_back(node.sure_names);
    for (std::size_t i = 0; i < open_names_.size(); ++i) {
      if (!happened[i]) continue;
      for (const auto& [name, node] : open_names_[i].set) {
        Names& there = names[static_cast<std::size_t>(open_names_[i].folder)];
        if (node == kNone)
          there.erase(name);
        else
          there[name] = node;
      }
    }
    for (const Bytes how : {Bytes::all, Bytes::none, Bytes::zeros}) {
      Files files;
      collect(names, 0, {}, how, files);
      states.insert(std::move(files));
    }
  }
  return {states.begin(), states.end()};
}

}  // namespace runahead::kills
