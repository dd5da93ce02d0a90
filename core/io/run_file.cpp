// SPDX-License-Identifier: GPL-3.0-or-later
// A run as a file, or as a part of one: signature, head, chunks of events.
// Not here: the head's text (run_head.cpp), the columns (run_encoder.cpp, run_decoder.cpp).
#include "core/io/run_file.h"

#include <algorithm>

#include "core/base/atomic_file.h"
#include "core/io/chunk_file.h"
#include "core/io/run_blob.h"
#include "core/io/run_decoder.h"
#include "core/io/run_encoder.h"
#include "core/io/run_head.h"

namespace runahead {
namespace {

constexpr std::size_t kCopyBytes = 1 << 20;

Failure failure(const StoredBytes& bytes, std::uint64_t offset, const std::string& what) {
  return {bytes.file->path() + ": offset " + std::to_string(offset) + ": " + what};
}

}  // namespace

StoredRun::StoredRun(StoredBytes bytes) : bytes_(std::move(bytes)) {
  ChunkReader chunks(bytes_);
  chunks.expect(kRunSignature, "this is not a run that Runahead wrote");
  const std::uint64_t offset = chunks.offset();
  head_ = head_from_json(chunks.next(ChunkKind::run_head), offset);
  events_offset_ = chunks.offset();
}

Result<Trace> StoredRun::read(const Progress& progress) const {
  ChunkReader chunks({bytes_.file, events_offset_, bytes_.end() - events_offset_});
  try {
    RunDecoder decoder(head_, events_offset_);
    ChunkColumns columns;
    do {
      const std::uint64_t offset = chunks.offset();
      unpack(chunks.next(ChunkKind::events), offset + kChunkHeadBytes, columns);
      decoder.take(columns, offset);
      if (progress && !progress(chunks.offset() - bytes_.offset, bytes_.size)) return cancelled();
    } while (!decoder.complete());
    if (!chunks.at_end()) throw BadTrace(chunks.offset(), "there is something after the run's last event");
    return decoder.build();
  } catch (const BadTrace& bad) {
    return failure(bytes_, bad.offset(), bad.what());
  } catch (const std::exception& error) {  // out of memory, or a trace's own limits
    return failure(bytes_, chunks.offset(), reason_of(error));
  }
}

void write_run_blob(AtomicFile& file, const Trace& trace) {
  file.write(kRunSignature);
  file.write(chunk(ChunkKind::run_head, head_to_json(RunHead::of(trace))));
  RunEncoder encoder(trace);
  ColumnPacker packer;
  do {
    file.write(chunk(ChunkKind::events, packer.pack(encoder.next())));
  } while (!encoder.at_end() && !file.failed());
}

Status copy_bytes(AtomicFile& file, const StoredBytes& bytes) {
  std::string part;
  for (std::uint64_t done = 0; done < bytes.size && !file.failed(); done += part.size()) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kCopyBytes, bytes.size - done));
    if (const Status read = bytes.file->read(bytes.offset + done, count, part); !read) {
      return Failure{bytes.file->path() + ": " + read.error()};
    }
    file.write(part);
  }
  return success();
}

Status copy_run(const std::string& path, const StoredRun& run, const Progress& progress) {
  AtomicFile file(path, progress, run.bytes());
  if (const Status copied = copy_bytes(file, run.place()); !copied) {
    return Failure{"cannot write " + path + ": " + copied.error()};
  }
  return file.commit();
}

Status write_run(const std::string& path, const Trace& trace, const Progress& progress) {
  AtomicFile file(path, progress, progress ? estimated_run_bytes(trace) : 0);
  write_run_blob(file, trace);
  return file.commit();
}

Result<std::shared_ptr<const StoredRun>> open_run(const std::string& path) {
  const auto file = OpenFile::open(path);
  if (!file) return file.failure();
  const StoredBytes bytes{*file, 0, (*file)->size()};
  try {
    return std::make_shared<const StoredRun>(bytes);
  } catch (const BadTrace& bad) {
    return failure(bytes, bad.offset(), bad.what());
  } catch (const std::exception& error) {
    return failure(bytes, 0, reason_of(error));
  }
}

std::uint64_t estimated_run_bytes(const Trace& trace) {
  const std::uint64_t head =
      kRunSignature.size() + kChunkHeadBytes * 2 + head_to_json(RunHead::of(trace)).size();
  RunEncoder encoder(trace);
  const std::uint64_t chunk_bytes = ColumnPacker().pack(encoder.next()).size();
  if (encoder.at_end()) return head + chunk_bytes;
  return head + chunk_bytes * trace.size() / encoder.seq();
}

}  // namespace runahead
