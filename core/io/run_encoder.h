// SPDX-License-Identifier: GPL-3.0-or-later
// RunEncoder: the events of a trace as columns of numbers, chunk by chunk (FORMAT.md). Not here: their bytes
// in a file (chunk_file.h), and reading them (run_decoder.h).
#pragma once

#include <cstdint>
#include <vector>

#include "core/io/run_columns.h"
#include "core/trace/trace.h"

namespace runahead {

class RunEncoder {
 public:
  static constexpr Seq kChunkEvents = 65536;
  /// Of names and uses together; more make the chunk end sooner.
  static constexpr std::size_t kChunkBytes = 1 << 24;

  explicit RunEncoder(const Trace& trace);

  /// The next chunk; at least one, even of a trace without events. The columns are those until the next call.
  const ChunkColumns& next();
  bool at_end() const { return begun_ && seq_ == trace_.size(); }
  /// Events that have been encoded.
  Seq seq() const { return seq_; }

 private:
  std::string& column(RunColumn which) { return columns_[index_of(which)]; }
  void put(RunColumn which, std::uint64_t number) { put_number(column(which), number); }
  void put_of_memory(RunColumn which, std::uint64_t number, MemoryId memory, MemoryId& last);
  /// Numbers of names count from the first use in the file.
  std::uint32_t name(NameId id);
  std::uint32_t mentioned(VariableId id);
  std::uint64_t statement(StatementId id) const;
  RunOp encode(Seq seq, const Event& event);
  void issue(const Task& task);
  void end(const Task& task);
  void declare_variables(std::uint32_t until);

  const Trace trace_;
  ChunkColumns columns_;
  bool begun_ = false;
  Seq seq_ = 0;
  std::int64_t time_ns_ = 0;
  std::vector<std::uint32_t> names_;  ///< by NameId; kNone: not yet
  std::uint32_t name_count_ = 0;
  std::uint32_t declared_ = 0, mentioned_ = 0;  ///< variables
  std::uint32_t statements_ = 0;
  StatementId open_statement_ = kNone;
  TaskId last_ended_ = kNone;
  std::int64_t line_ = 0, resident_ = 0;
  std::array<std::int64_t, kMemories> pools_ = {};
  MemoryId allocated_memory_ = kHostMemory, pool_memory_ = kHostMemory;
  IdSteps ready_, started_, settled_, skipped_, allocated_, released_, waited_, regions_;
  UseSteps uses_;
};

}  // namespace runahead
