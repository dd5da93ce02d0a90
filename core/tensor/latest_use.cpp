// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of an array that were used together.
#include "core/tensor/latest_use.h"

#include <iterator>

namespace runahead {

void LatestUse::note(std::int64_t from, std::int64_t to, Use use) {
  if (from >= to) return;
  last_ = use;
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

std::optional<LatestUse::Use> LatestUse::later(std::int64_t from, std::int64_t to, std::uint32_t at) const {
  if (last_.at <= at) return std::nullopt;
  std::optional<Use> latest;
  auto part = parts_.upper_bound(from);
  if (part != parts_.begin() && std::prev(part)->second.to > from) --part;
  for (; part != parts_.end() && part->first < to; ++part) {
    const Use& use = part->second.use;
    if (use.at > at && (!latest || use.at > latest->at)) latest = use;
  }
  return latest;
}

}  // namespace runahead
