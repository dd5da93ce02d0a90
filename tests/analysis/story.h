// SPDX-License-Identifier: GPL-3.0-or-later
// A run written event by event, and the sentence about the last of them.
// Not here: expectations (narration_test.cpp).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/analysis/narration.h"
#include "core/trace/trace_builder.h"

namespace runahead {

inline constexpr std::int64_t kUs = 1000;

/// A run written event by event: say() is the sentence about the last of them.
class Story {
 public:
  explicit Story(std::initializer_list<LaneKind> lanes = {LaneKind::worker}, TraceInfo info = {})
      : b(std::move(info)) {
    b.add_lane(LaneKind::frontend, "Frontend");
    int number = 0;
    for (const LaneKind kind : lanes) {
      b.add_lane(kind, kind == LaneKind::caller ? "In the call"
                                                : std::string("Worker ").append(std::to_string(++number)));
    }
  }

  VariableId array(const char* name, bool input = false) { return b.add_variable(b.intern(name), input); }
  NameId op(const char* name) { return b.intern(name); }
  TaskId enqueue(std::int64_t at_us, const char* name, StatementId line, std::vector<VariableId> reads,
                 std::vector<VariableId> writes, bool ready = true) {
    return b.enqueue(at_us * kUs, b.intern(name), line, uses(reads, writes), ready);
  }
  TaskId defer(std::int64_t at_us, const char* name, StatementId line, std::vector<VariableId> reads,
               std::vector<VariableId> writes) {
    return b.defer(at_us * kUs, b.intern(name), line, uses(reads, writes));
  }
  std::string say() {
    b.publish();
    const Trace trace = b.snapshot();
    return to_text(narrate(trace, trace.size()));
  }
  Trace trace(bool finished = false) {
    b.publish(finished);
    return b.snapshot();
  }

  TraceBuilder b;

 private:
  static std::vector<UseRequest> uses(const std::vector<VariableId>& reads,
                                      const std::vector<VariableId>& writes) {
    std::vector<UseRequest> all;
    for (const VariableId id : reads) all.push_back({id, false});
    for (const VariableId id : writes) all.push_back({id, true});
    return all;
  }
};

}  // namespace runahead
