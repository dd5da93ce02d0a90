// SPDX-License-Identifier: GPL-3.0-or-later
// RunDecoder: chunks of columns back to a trace. Trusts nothing: every number is looked at here or by
// CheckedBuilder, and there is no more of anything than the head said. Not here: the bytes of a file
// (chunk_file.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/io/checked_builder.h"
#include "core/io/run_columns.h"
#include "core/io/run_file.h"

namespace runahead {

class RunDecoder {
 public:
  /// A run as its head tells of it. Throws BadTrace.
  RunDecoder(const RunHead& head, std::uint64_t offset);

  /// The next chunk, which begins at the byte `offset`. Throws BadTrace.
  void take(const ChunkColumns& columns, std::uint64_t offset);
  bool complete() const { return begun_ && checked_.events() == head_.events; }
  Trace build();

 private:
  NumberReader& column(RunColumn which) { return readers_[index_of(which)]; }
  std::uint64_t number(RunColumn which) { return column(which).number(); }
  std::uint64_t number_of_memory(RunColumn which, MemoryId& memory);
  void take_events();
  void take_names();
  void declare_variables();
  void decode(RunOp op, std::int64_t time_ns);
  NameId name(RunColumn which);
  StatementId statement(RunColumn which);
  /// kNone is 0, all else one more.
  std::uint32_t optional(RunColumn which);
  std::span<const UseRequest> uses();
  TaskId ended();

  const RunHead head_;
  CheckedBuilder checked_;
  bool begun_ = false;
  std::array<NumberReader, kChunkColumns> readers_;
  std::vector<NameId> names_;
  std::vector<UseRequest> requests_;
  TaskId after_ = kNone;  ///< of the task whose uses() were read last
  std::int64_t line_ = 0, resident_ = 0;
  std::array<std::int64_t, kMemories> pools_ = {};
  MemoryId allocated_memory_ = kHostMemory, pool_memory_ = kHostMemory;
  IdSteps ready_, started_, settled_, skipped_, allocated_, released_, waited_, regions_;
  UseSteps use_steps_;
};

}  // namespace runahead
