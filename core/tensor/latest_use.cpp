// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of an array that were used together.
#include "core/tensor/latest_use.h"

#include <algorithm>
#include <iterator>

namespace runahead {

namespace {

/// Of so many parts in rows each is known by itself; beyond, older ones count as all between their first
/// element and their last.
constexpr std::size_t kMostInRows = 32;

bool meets_row(const UsedPart& part, std::int64_t from, std::int64_t to) {
  if (part.rows == 1 || part.stride <= 0) return part.from < to && from < part.to;
  // The first row that ends behind `from`.
  const std::int64_t behind = from - part.to;
  const std::int64_t row = behind < 0 ? 0 : behind / part.stride + 1;
  return row < part.rows && part.from + row * part.stride < to;
}

UsedPart between_its_ends(const UsedPart& part) {
  return {part.from, part.to + (part.rows - 1) * part.stride};
}

}  // namespace

bool UsedPart::meets(const UsedPart& other) const {
  if (from >= to || other.from >= other.to) return false;
  if (other.rows == 1) return meets_row(*this, other.from, other.to);
  if (rows == 1) return meets_row(other, from, to);
  if (stride == other.stride) {
    // Whether a row of one meets a row of the other depends on how many rows lie between them alone.
    const std::int64_t before = (other.rows - 1) * stride;
    return meets_row({from - before, to - before, rows + other.rows - 1, stride}, other.from, other.to);
  }
  if (rows > other.rows) return other.meets(*this);
  for (std::int64_t row = 0; row < rows; ++row) {
    if (meets_row(other, from + row * stride, to + row * stride)) return true;
  }
  return false;
}

void LatestUse::note(const UsedPart& part, Use use) {
  if (part.from >= part.to) return;
  last_ = use;
  if (part.rows == 1) return note(part.from, part.to, use);
  const auto known =
      std::find_if(in_rows_.begin(), in_rows_.end(), [&](const InRows& its) { return its.part == part; });
  if (known != in_rows_.end()) in_rows_.erase(known);  // those used last stand at the end
  if (in_rows_.size() >= kMostInRows) {
    const UsedPart first = between_its_ends(in_rows_[0].part), second = between_its_ends(in_rows_[1].part);
    in_rows_[1].part = {std::min(first.from, second.from), std::max(first.to, second.to)};
    in_rows_.erase(in_rows_.begin());
  }
  in_rows_.push_back({part, use});
}

void LatestUse::note(std::int64_t from, std::int64_t to, Use use) {
  auto next = parts_.lower_bound(from);
  if (next != parts_.end() && next->first == from && next->second.to == to) {
    next->second.use = use;
    return;
  }
  if (next != parts_.begin()) {
    Part& before = std::prev(next)->second;
    if (before.to > to) parts_.emplace(to, before);
    if (before.to > from) before.to = from;
  }
  while (next != parts_.end() && next->first < to) {
    if (next->second.to > to) parts_.emplace(to, next->second);
    next = parts_.erase(next);
  }
  parts_.emplace(from, Part{to, use});
}

std::optional<LatestUse::Use> LatestUse::later(const UsedPart& part, std::uint32_t at) const {
  if (last_.at <= at) return std::nullopt;
  std::optional<Use> latest;
  const auto look_at = [&](const UsedPart& other, const Use& use) {
    if (use.at > at && (!latest || use.at > latest->at) && part.meets(other)) latest = use;
  };
  const UsedPart all = between_its_ends(part);
  auto one = parts_.upper_bound(all.from);
  if (one != parts_.begin() && std::prev(one)->second.to > all.from) --one;
  for (; one != parts_.end() && one->first < all.to; ++one)
    look_at({one->first, one->second.to}, one->second.use);
  for (const InRows& other : in_rows_) look_at(other.part, other.use);
  return latest;
}

}  // namespace runahead
