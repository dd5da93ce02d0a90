// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks: how runs and sessions stand in a file (FORMAT.md): a kind, a length, a checksum, and bytes, which
// may be columns that are compressed one by one. Not here: what the bytes mean (run_file.cpp,
// session_file.cpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/atomic_file.h"
#include "core/io/run_columns.h"
#include "core/io/stored_bytes.h"

namespace runahead {

enum class ChunkKind : std::uint32_t {
  run_head = 0x44414548,  ///< "HEAD"
  events = 0x544e5645,    ///< "EVNT"
  session = 0x53534553,   ///< "SESS"
};

inline constexpr std::size_t kChunkHeadBytes = 12;

std::string chunk(ChunkKind kind, std::string_view payload);

/// Reads chunks one behind the other. Throws BadTrace, which names the byte.
class ChunkReader {
 public:
  explicit ChunkReader(StoredBytes bytes) : bytes_(std::move(bytes)), offset_(bytes_.offset) {}

  /// Where the next chunk begins.
  std::uint64_t offset() const { return offset_; }
  bool at_end() const { return offset_ == bytes_.end(); }
  /// The payload of the next chunk, which has to be of this kind; valid until the next call.
  std::string_view next(ChunkKind kind);
  /// Bytes that are no chunk.
  void expect(std::string_view signature, const char* otherwise);

 private:
  StoredBytes bytes_;
  std::uint64_t offset_;
  std::string head_, payload_;
};

/// Columns to a payload and back.
class ColumnPacker {
 public:
  ColumnPacker();
  ~ColumnPacker();
  ColumnPacker(const ColumnPacker&) = delete;
  ColumnPacker& operator=(const ColumnPacker&) = delete;
  std::string pack(const ChunkColumns& columns);

 private:
  struct Stream;
  Stream* stream_;
  std::string packed_;
};

/// `offset`: where the payload begins in the file. Throws BadTrace.
void unpack(std::string_view payload, std::uint64_t offset, ChunkColumns& columns);

}  // namespace runahead
