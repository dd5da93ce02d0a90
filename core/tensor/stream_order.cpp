// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks of streams, and who used what.
#include "core/tensor/stream_order.h"

#include <algorithm>

namespace runahead {

namespace {

void raise(StreamClock& clock, const StreamClock& to) {
  if (clock.size() < to.size()) clock.resize(to.size());
  for (std::size_t i = 0; i < to.size(); ++i) clock[i] = std::max(clock[i], to[i]);
}

}  // namespace

void StreamOrder::add_stream() {
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

bool StreamOrder::covers(const StreamClock& clock, const StreamClock& other) const {
  for (std::size_t stream = 0; stream < other.size(); ++stream) {
    if (other[stream] > known(clock, static_cast<std::uint8_t>(stream))) return false;
  }
  return true;
}

bool StreamOrder::follows(std::uint8_t stream, const StreamClock& clock) const {
  return covers(recorded(stream), clock);
}

bool StreamOrder::frontend_follows(const StreamClock& clock) const {
  return covers(frontend_, clock);
}

std::vector<StreamMemory::LastUse> StreamOrder::last_uses(VariableId variable) const {
  std::vector<StreamMemory::LastUse> last;
  const auto found = uses_.find(variable);
  if (found == uses_.end()) return last;
  for (const Uses& its : found->second) last.push_back({its.stream, its.all.last().at, its.all.last().task});
  return last;
}

void StreamOrder::assume(VariableId variable, LatestUse::Use used, LatestUse::Use written) {
  if (used.task == kNone || uses_.contains(variable)) return;
  Uses& its = uses_[variable].emplace_back(Uses{.stream = 0, .all = {}, .writes = {}});
  its.all.note({0, kAll}, used);
  if (written.task != kNone) its.writes.note({0, kAll}, written);
}

bool StreamOrder::is_open(std::uint8_t stream, VariableId variable, bool write) const {
  const auto found = uses_.find(variable);
  if (found == uses_.end()) return false;
  const StreamClock clock = before(stream);
  return std::any_of(found->second.begin(), found->second.end(), [&](const Uses& its) {
    return its.stream != stream && (write ? its.all : its.writes).last().at > known(clock, its.stream);
  });
}

std::optional<TaskId> StreamOrder::use(const Access& access, TaskId task) {
  const StreamClock clock = before(access.stream);
  std::vector<Uses>& uses = uses_[access.variable];
  Uses* own = nullptr;
  std::optional<TaskId> race;
  for (Uses& its : uses) {
    if (its.stream == access.stream) {
      own = &its;
    } else if (!race) {
      const auto other = (access.write ? its.all : its.writes).later(access.part, known(clock, its.stream));
      if (other) race = other->task;
    }
  }
  if (!own) own = &uses.emplace_back(Uses{.stream = access.stream, .all = {}, .writes = {}});
  const LatestUse::Use now = {streams_[access.stream].issued, task};
  own->all.note(access.part, now);
  if (access.write) own->writes.note(access.part, now);
  return race;
}

}  // namespace runahead
