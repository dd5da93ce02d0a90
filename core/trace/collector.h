// SPDX-License-Identifier: GPL-3.0-or-later
// Collector: merges the writers' records into one order of events, up to the watermark below which no thread
// can still add an event, so what was merged never changes. Not a thread: the owner of the run calls
// collect(), always from one thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/clock.h"
#include "core/trace/recorder.h"
#include "core/trace/trace_builder.h"

namespace runahead {

class Collector {
 public:
  /// Times count from `start`.
  Collector(Recorder& recorder, TraceBuilder& builder, Ticks start);

  /// Merges what is final, at most a batch, and publishes it; true: there is more, call again. With `all`,
  /// everything: only after the writers' threads have stopped. Where memory gives out, the record is lost
  /// from there on (Recorder::lost()).
  bool collect(bool all = false);

  /// Records the process's RSS, now, with the next collect(); not any more when the program has recorded its
  /// last one: what follows is no part of the run.
  void sample_resident(std::int64_t rss_bytes);

 private:
  struct Stream {
    EventWriter* writer;
    Ticks head;               ///< stamp of the next record
    std::uint64_t available;  ///< records published
  };
  bool merge(bool all);
  Ticks read_watermark();
  /// Moves one record with its words into the builder.
  void take(Stream& stream);
  /// The words of an issued task: its uses go to uses_.
  StatementId take_uses(EventWriter& writer);
  RecordChunk::Slot& take_slot(EventWriter& writer);
  RecordChunk::Slot& next_slot(EventWriter& writer);
  bool refresh_head(Stream& stream, Ticks watermark);

  Recorder& recorder_;
  TraceBuilder& builder_;
  const Ticks start_;
  EventWriter& own_;  ///< for resident samples
  std::vector<Stream> streams_;
  std::vector<UseRequest> uses_;
  bool concluded_ = false;
};

}  // namespace runahead
