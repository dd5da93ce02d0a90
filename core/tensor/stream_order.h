// SPDX-License-Identifier: GPL-3.0-or-later
// StreamOrder: what comes before what on devices with streams, as the program ordered it: streams run in
// order, events order one behind another, and what is issued after the frontend waited for something comes
// after that. What two streams do with one array and nothing orders is a race. Not here: running streams
// (engine/), whose tasks may well end in an order that the program did not ask for.
//
// Clocks are counts of tasks, one for each stream, so the answer does not depend on how long anything took.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/base/ids.h"
#include "core/tensor/latest_use.h"
#include "core/tensor/stream_memory.h"

namespace runahead {

/// By stream, how many of its tasks have been passed.
using StreamClock = std::vector<std::uint32_t>;

class StreamOrder {
 public:
  /// A use of a part of a variable by a stream's task.
  struct Access {
    std::uint8_t stream;
    VariableId variable;
    bool write;
    UsedPart part = {0, kAll};
  };
  static constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();

  /// The next stream. Its tasks come after what the frontend has waited for.
  void add_stream();
  bool several() const { return expects_several_ || streams_.size() > 1; }
  void expect_several() { expects_several_ = true; }
  /// A task is issued to the stream, after everything that was.
  void issue(std::uint8_t stream) { ++streams_[stream].issued; }
  /// An event recorded now stands for this.
  StreamClock recorded(std::uint8_t stream) const;
  /// What is issued to the stream from now on comes after that event.
  void wait_event(std::uint8_t stream, const StreamClock& clock);
  /// The frontend has waited for that event.
  void frontend_waited(const StreamClock& clock);
  /// For everything.
  void frontend_waited_for_all();

  /// Of a variable that only the first stream can have used, and that before there was another: its last use,
  /// and the last that wrote it.
  void assume(VariableId variable, LatestUse::Use used, LatestUse::Use written);
  /// Notes that the task issued last to the stream makes this access. Where that is a race: the other task.
  std::optional<TaskId> use(const Access& access, TaskId task);
  /// Asked before: whether the streams leave it open what comes first, be it in the same part or not.
  bool is_open(std::uint8_t stream, VariableId variable, bool write) const;
  void forget(VariableId variable) { uses_.erase(variable); }
  /// Of each stream that has used it.
  std::vector<StreamMemory::LastUse> last_uses(VariableId variable) const;
  /// Whether what is issued to the stream now comes after so many tasks of another one.
  bool follows(std::uint8_t stream, std::uint8_t other, std::uint32_t count) const {
    return stream == other || known(before(stream), other) >= count;
  }
  /// Whether it comes after all that an event stands for.
  bool follows(std::uint8_t stream, const StreamClock& clock) const;
  /// How many tasks were issued to it.
  std::uint32_t issued(std::uint8_t stream) const { return streams_[stream].issued; }
  /// Whether the frontend has waited for so many of them.
  bool frontend_follows(std::uint8_t stream, std::uint32_t count) const {
    return known(frontend_, stream) >= count;
  }
  /// Whether it has waited for all that an event stands for.
  bool frontend_follows(const StreamClock& clock) const;

 private:
  /// Of one variable by one stream.
  struct Uses {
    std::uint8_t stream;
    LatestUse all;
    LatestUse writes;
  };
  struct Stream {
    std::uint32_t issued = 0;
    StreamClock passed;
  };

  std::uint32_t known(const StreamClock& clock, std::uint8_t stream) const {
    return stream < clock.size() ? clock[stream] : 0;
  }
  StreamClock before(std::uint8_t stream) const;
  bool covers(const StreamClock& clock, const StreamClock& other) const;

  std::vector<Stream> streams_;
  StreamClock frontend_;  ///< what it has waited for
  bool expects_several_ = false;
  std::unordered_map<VariableId, std::vector<Uses>> uses_;
};

}  // namespace runahead
