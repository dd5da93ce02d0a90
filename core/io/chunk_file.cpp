// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks and their columns, with zlib.
// Not here: numbers (run_columns.h).
#include "core/io/chunk_file.h"

#include <zlib.h>

#include <memory>

namespace runahead {
namespace {

/// No chunk that is written comes near it.
constexpr std::uint32_t kMostPayload = 1U << 30;
/// Deflate cannot make more of a byte.
constexpr std::uint64_t kMostExpansion = 1032;
/// The columns of a chunk together; those that are written do not come near it, either.
constexpr std::uint64_t kMostColumns = 1U << 28;
constexpr std::size_t kLeastToPack = 16;
constexpr int kLevel = 1;
constexpr int kRaw = -15;  ///< deflate without a header of its own; chunks have their checksum

void put_fixed(std::string& out, std::uint32_t number) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(number >> shift));
}

std::uint32_t take_fixed(std::string_view bytes) {
  std::uint32_t number = 0;
  for (int i = 3; i >= 0; --i)
    number = number << 8 | static_cast<std::uint8_t>(bytes[static_cast<std::size_t>(i)]);
  return number;
}

Bytef* zlib_bytes(const char* data) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(data));
}

std::uint32_t checksum(std::string_view kind_and_size, std::string_view payload) {
  const uLong first = ::crc32(0, zlib_bytes(kind_and_size.data()), static_cast<uInt>(kind_and_size.size()));
  return static_cast<std::uint32_t>(
      ::crc32(first, zlib_bytes(payload.data()), static_cast<uInt>(payload.size())));
}

}  // namespace

std::string chunk(ChunkKind kind, std::string_view payload) {
  if (payload.size() > kMostPayload) throw Error("a chunk of a file is too large");
  std::string out;
  out.reserve(kChunkHeadBytes + payload.size());
  put_fixed(out, static_cast<std::uint32_t>(kind));
  put_fixed(out, static_cast<std::uint32_t>(payload.size()));
  put_fixed(out, checksum(out, payload));
  return out.append(payload);
}

std::string_view ChunkReader::next(ChunkKind kind) {
  const std::uint64_t begin = offset_;
  if (bytes_.end() - begin < kChunkHeadBytes) throw BadTrace(begin, "the file ends in the middle");
  if (const Status got = bytes_.file->read(begin, kChunkHeadBytes, head_); !got)
    throw BadTrace(begin, got.error());
  const std::string_view head = head_;
  const std::uint32_t size = take_fixed(head.substr(4));
  if (take_fixed(head) != static_cast<std::uint32_t>(kind))
    throw BadTrace(begin, "another chunk should come here");
  if (size > bytes_.end() - begin - kChunkHeadBytes) throw BadTrace(begin, "the file ends in the middle");
  if (size > kMostPayload) throw BadTrace(begin, "a chunk is too large");
  if (const Status got = bytes_.file->read(begin + kChunkHeadBytes, size, payload_); !got)
    throw BadTrace(begin, got.error());
  if (take_fixed(head.substr(8)) != checksum(head.substr(0, 8), payload_)) {
    throw BadTrace(begin, "the bytes are not those that were written (their checksum differs)");
  }
  offset_ = begin + kChunkHeadBytes + size;
  return payload_;
}

void ChunkReader::expect(std::string_view signature, const char* otherwise) {
  if (bytes_.end() - offset_ < signature.size()) throw BadTrace(offset_, otherwise);
  if (const Status got = bytes_.file->read(offset_, signature.size(), head_); !got)
    throw BadTrace(offset_, got.error());
  if (head_ != signature) throw BadTrace(offset_, otherwise);
  offset_ += signature.size();
}

struct ColumnPacker::Stream {
  z_stream deflate{};
};

ColumnPacker::ColumnPacker() : stream_(new Stream) {
  if (::deflateInit2(&stream_->deflate, kLevel, Z_DEFLATED, kRaw, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    delete stream_;
    throw std::bad_alloc();
  }
}

ColumnPacker::~ColumnPacker() {
  (void)::deflateEnd(&stream_->deflate);
  delete stream_;
}

std::string ColumnPacker::pack(const ChunkColumns& columns) {
  std::string out;
  z_stream& stream = stream_->deflate;
  std::uint64_t total = 0;
  for (const std::string& column : columns) {
    total += column.size();
    if (total > kMostColumns) throw Error("a chunk of a file is too large");
    put_number(out, column.size());
    if (column.empty()) continue;
    std::size_t packed = column.size();
    if (column.size() >= kLeastToPack) {
      packed_.resize(column.size() - 1);  // more would not pay
      (void)::deflateReset(&stream);
      stream.next_in = zlib_bytes(column.data());
      stream.avail_in = static_cast<uInt>(column.size());
      stream.next_out = zlib_bytes(packed_.data());
      stream.avail_out = static_cast<uInt>(packed_.size());
      if (::deflate(&stream, Z_FINISH) == Z_STREAM_END) packed = packed_.size() - stream.avail_out;
    }
    put_number(out, packed);
    out.append(packed < column.size() ? packed_ : column, 0, packed);
  }
  return out;
}

void unpack(std::string_view payload, std::uint64_t offset, ChunkColumns& columns) {
  NumberReader bytes(payload);
  const auto here = [&] { return offset + payload.size() - bytes.left(); };
  z_stream stream{};
  if (::inflateInit2(&stream, kRaw) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ending(&stream, &::inflateEnd);
  std::uint64_t total = 0;
  for (std::string& column : columns) {
    column.clear();
    const std::uint64_t begin = here();
    const auto fail = [&](const char* what) { throw BadTrace(begin, what); };
    std::string_view stored;
    std::uint64_t size = 0;
    try {
      size = bytes.number();
      if (size == 0) continue;
      const std::uint64_t packed = bytes.number();
      if (size > kMostColumns - total) fail("a column is too large");
      total += size;
      if (packed > bytes.left()) fail("a column ends too early");
      stored = bytes.bytes(static_cast<std::size_t>(packed));
    } catch (const BadTrace& bad) {
      throw BadTrace(begin, bad.what());
    }
    if (stored.size() == size) {
      column = stored;
      continue;
    }
    if (stored.size() > size || size / kMostExpansion > stored.size())
      fail("a column has an impossible size");
    column.resize(static_cast<std::size_t>(size));
    (void)::inflateReset(&stream);
    stream.next_in = zlib_bytes(stored.data());
    stream.avail_in = static_cast<uInt>(stored.size());
    stream.next_out = zlib_bytes(column.data());
    stream.avail_out = static_cast<uInt>(column.size());
    const bool whole =
        ::inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0 && stream.avail_in == 0;
    if (!whole) fail("a column cannot be unpacked");
  }
  if (!bytes.at_end()) throw BadTrace(here(), "a chunk holds more than its columns");
}

}  // namespace runahead
