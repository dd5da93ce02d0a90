// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks of streams, and who used what.
#include "core/tensor/stream_order.h"

#include <algorithm>

namespace runahead {

namespace {

/// Of a variable and a stream, that are told apart: each access looks at all of them.
constexpr int kMostParts = 64;

void raise(StreamClock& clock, const StreamClock& to) {
  if (clock.size() < to.size()) clock.resize(to.size());
  for (std::size_t i = 0; i < to.size(); ++i) clock[i] = std::max(clock[i], to[i]);
}

}  // namespace

void StreamOrder::add_stream() {
  if (streams_.size() == 1) alone_ = streams_.front().issued;
  streams_.emplace_back();
}

StreamClock StreamOrder::before(std::uint8_t stream) const {
  StreamClock clock = streams_[stream].passed;
  raise(clock, frontend_);
  return clock;
}

StreamClock StreamOrder::recorded(std::uint8_t stream) const {
  StreamClock clock = before(stream);
  if (clock.size() <= stream) clock.resize(stream + 1U);
  clock[stream] = streams_[stream].issued;
  return clock;
}

void StreamOrder::wait_event(std::uint8_t stream, const StreamClock& clock) {
  raise(streams_[stream].passed, clock);
}

void StreamOrder::frontend_waited(const StreamClock& clock) {
  raise(frontend_, clock);
}

void StreamOrder::frontend_waited_for_all() {
  for (std::size_t stream = 0; stream < streams_.size(); ++stream)
    frontend_waited(recorded(static_cast<std::uint8_t>(stream)));
}

bool StreamOrder::follows(std::uint8_t stream, const StreamClock& clock) const {
  const StreamClock own = recorded(stream);
  for (std::size_t other = 0; other < clock.size(); ++other) {
    if (clock[other] > known(own, static_cast<std::uint8_t>(other))) return false;
  }
  return true;
}

std::vector<StreamMemory::OtherUse> StreamOrder::uses_by_others(VariableId variable,
                                                                std::uint8_t than) const {
  std::vector<StreamMemory::OtherUse> others;
  const auto found = uses_.find(variable);
  if (found == uses_.end()) return others;
  for (const Use& use : found->second) {
    if (use.stream != than) others.push_back({use.stream, use.used_at, use.used});
  }
  return others;
}

std::optional<TaskId> StreamOrder::unordered(const Access& access) const {
  const auto found = uses_.find(access.variable);
  if (found == uses_.end()) return std::nullopt;
  const StreamClock clock = before(access.stream);
  for (const Use& use : found->second) {
    const std::uint32_t at = access.write ? use.used_at : use.written_at;
    if (use.from >= access.to || access.from >= use.to) continue;
    if (use.stream != access.stream && at > known(clock, use.stream))
      return access.write ? use.used : use.written;
  }
  return std::nullopt;
}

void StreamOrder::assume(VariableId variable, TaskId writer) {
  if (writer == kNone || uses_.contains(variable)) return;
  uses_[variable].push_back(
      {.stream = 0, .used_at = alone_, .written_at = alone_, .used = writer, .written = writer});
}

bool StreamOrder::is_open(const Access& access) const {
  return unordered({access.stream, access.variable, access.write}).has_value();
}

StreamOrder::Use& StreamOrder::part_of(std::vector<Use>& uses, const Access& access) const {
  Use* last = nullptr;
  int parts = 0;
  for (Use& use : uses) {
    if (use.stream != access.stream) continue;
    if (use.from == access.from && use.to == access.to) return use;
    last = &use;
    ++parts;
  }
  if (parts < kMostParts) return uses.emplace_back(Use{access.stream, access.from, access.to});
  last->from = std::min(last->from, access.from);
  last->to = std::max(last->to, access.to);
  return *last;
}

std::optional<TaskId> StreamOrder::use(const Access& access, TaskId task) {
  const std::optional<TaskId> race = unordered(access);
  Use& own = part_of(uses_[access.variable], access);
  own.used_at = streams_[access.stream].issued;
  own.used = task;
  if (access.write) {
    own.written_at = own.used_at;
    own.written = task;
  }
  return race;
}

}  // namespace runahead
