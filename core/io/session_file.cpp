// SPDX-License-Identifier: GPL-3.0-or-later
// A session as a file: runs, one behind the other, the manifest, and where that begins.
// Not here: the manifest's members (session_manifest.cpp), the runs (run_file.cpp).
#include "core/io/session_file.h"

#include <algorithm>
#include <tuple>

#include "core/base/atomic_file.h"
#include "core/io/chunk_file.h"
#include "core/io/run_blob.h"
#include "core/io/session_manifest.h"
#include "core/io/trace_file.h"

namespace runahead {
namespace {

constexpr std::string_view kSignature = "\x89RHSES\r\n";
/// Behind the eight bytes that say where the manifest begins.
constexpr std::string_view kEnd = "\x89RHEND\r\n";
constexpr std::uint64_t kTrailerBytes = 16;

Failure failure(const std::string& path, std::uint64_t offset, const std::string& what) {
  return {path + ": offset " + std::to_string(offset) + ": " + what};
}

std::string name_of(const std::string& path) {
  return path.substr(folder_of(path).size());
}

std::vector<RunHead> heads_of(const SessionFile& session) {
  std::vector<RunHead> heads;
  for (const SessionTrace& run : session.runs) heads.push_back(run.head());
  return heads;
}

Session state_of(const SessionFile& session) {
  Session state = session.state.value_or(Session{});
  normalize(state, heads_of(session));
  return state;
}

std::string trailer(std::uint64_t manifest_offset) {
  std::string bytes;
  for (int shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(manifest_offset >> shift));
  return bytes.append(kEnd);
}

// In
// -----------------------------------------------------------------------------------------------------------

/// Where the manifest begins, and no further than where it may.
std::uint64_t manifest_offset(const OpenFile& file) {
  const std::uint64_t size = file.size();
  std::string bytes;
  if (size < kSignature.size() + kTrailerBytes) throw BadTrace(size, "the file ends in the middle");
  if (const Status got = file.read(size - kTrailerBytes, kTrailerBytes, bytes); !got)
    throw BadTrace(size, got.error());
  if (std::string_view(bytes).substr(8) != kEnd) throw BadTrace(size, "the file ends in the middle");
  std::uint64_t offset = 0;
  for (std::size_t i = 8; i-- > 0;) offset = offset << 8 | static_cast<std::uint8_t>(bytes[i]);
  if (offset < kSignature.size() || offset > size - kTrailerBytes) {
    throw BadTrace(size - kTrailerBytes, "the manifest is not where it should be");
  }
  return offset;
}

/// A run of the file, or of one beside it.
Result<std::shared_ptr<const StoredRun>> run_at(const RunPlace& place, std::shared_ptr<const OpenFile> file,
                                                std::uint64_t runs_end) {
  StoredBytes bytes{std::move(file), place.offset, place.bytes};
  if (!place.file.empty()) {
    auto other = OpenFile::open(folder_of(bytes.file->path()) + place.file);
    if (!other) return other.failure();
    bytes.file = std::move(*other);
    runs_end = bytes.file->size();
    if (place.offset == 0 && place.bytes == 0) bytes.size = runs_end;
  }
  if (bytes.offset > runs_end || bytes.size > runs_end - bytes.offset) {
    return failure(bytes.file->path(), runs_end, "a run is not where it should be");
  }
  try {
    return std::make_shared<const StoredRun>(bytes);
  } catch (const BadTrace& bad) {
    return failure(bytes.file->path(), bad.offset(), bad.what());
  }
}

/// No byte is of two runs: a file stays about as large when it is read.
void refuse_overlaps(const std::vector<RunPlace>& places, std::uint64_t offset) {
  std::vector<const RunPlace*> sorted;
  for (const RunPlace& place : places) sorted.push_back(&place);
  std::ranges::sort(sorted, {}, [](const RunPlace* one) { return std::tie(one->file, one->offset); });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const RunPlace &before = *sorted[i - 1], &place = *sorted[i];
    if (before.file != place.file) continue;
    const bool whole = !before.file.empty() && before.offset == 0 && before.bytes == 0;
    if (whole || place.offset - before.offset < before.bytes || place.offset == before.offset)
      throw BadTrace(offset, "two runs are in the same place");
  }
}

/// Takes the runs that are not there out of a state.
void take_out(Session& state, const std::vector<bool>& there) {
  std::vector<std::uint32_t> now(there.size(), kNone);
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < there.size(); ++i) {
    if (!there[i]) continue;
    if (count != i) state.runs[count] = std::move(state.runs[i]);
    now[i] = count++;
  }
  state.runs.resize(count);
  const auto after = [&now](RunId run) { return now[run]; };
  for (Workspace& workspace : state.workspaces) {
    renumber(workspace.runs, after);
    renumber(workspace.compared, after);
    if (workspace.shown != kNone) workspace.shown = now[workspace.shown];
    if (workspace.shown == kNone && !workspace.runs.empty()) workspace.shown = workspace.runs.front();
  }
  for (Slide& slide : state.slides) renumber(slide, after);
}

/// Throws BadTrace.
SessionFile take_apart(const std::shared_ptr<const OpenFile>& file) {
  const std::uint64_t offset = manifest_offset(*file);
  ChunkReader chunks({file, offset, file->size() - kTrailerBytes - offset});
  const Manifest manifest = parse_manifest(chunks.next(ChunkKind::session), offset);
  if (!chunks.at_end()) throw BadTrace(chunks.offset(), "there is something after the manifest");
  refuse_overlaps(manifest.places, offset);
  SessionFile session;
  std::vector<RunHead> heads;
  std::vector<bool> there;
  for (const RunPlace& place : manifest.places) {
    auto run = run_at(place, file, offset);
    there.push_back(run.ok());
    if (run) {
      heads.push_back((*run)->head());
      session.runs.emplace_back(std::move(*run));
    } else {
      // Whatever its bookmarks say may be right.
      RunHead& head = heads.emplace_back();
      head.events = head.tasks = kNone;
      session.missing.push_back(run.error());
    }
  }
  session.state = state_from_manifest(manifest.document, offset, heads);
  take_out(*session.state, there);
  return session;
}

Result<SessionFile> read_json(const std::string& path, const Progress& progress) {
  SessionFile session;
  Result<std::vector<Trace>> traces = read_traces(path, progress);
  if (!traces) return traces.failure();
  session.runs.assign(std::make_move_iterator(traces->begin()), std::make_move_iterator(traces->end()));
  return session;
}

// Out
// -----------------------------------------------------------------------------------------------------------

std::uint64_t run_bytes(const SessionTrace& run) {
  return run.stored ? run.stored->bytes() : estimated_run_bytes(*run.trace);
}

}  // namespace

Result<Trace> SessionTrace::load(const Progress& progress) const {
  if (trace) return *trace;
  return stored->read(progress);
}

std::vector<Trace> traces_of(const SessionFile& session) {
  std::vector<Trace> traces;
  for (const SessionTrace& run : session.runs) {
    if (run.trace) traces.push_back(*run.trace);
  }
  return traces;
}

Result<SessionFile> open_session(const std::string& path, const Progress& progress) {
  const auto file = OpenFile::open(path);
  if (!file) return file.failure();
  std::string begin;
  if ((*file)->size() >= kSignature.size()) {
    if (const Status got = (*file)->read(0, kSignature.size(), begin); !got)
      return Failure{path + ": " + got.error()};
  }
  try {
    if (begin == kSignature) return take_apart(*file);
    if (begin == kRunSignature) {
      return SessionFile{{std::make_shared<const StoredRun>(StoredBytes{*file, 0, (*file)->size()})}};
    }
  } catch (const BadTrace& bad) {
    return failure(path, bad.offset(), bad.what());
  } catch (const std::exception& error) {  // out of memory
    return failure(path, 0, reason_of(error));
  }
  return read_json(path, progress);
}

Result<SessionFile> read_session(const std::string& path, const Progress& progress) {
  Result<SessionFile> session = open_session(path, progress);
  if (!session) return session;
  if (!session->missing.empty()) return Failure{session->missing.front()};
  std::uint64_t done = 0, total = 0;
  for (const SessionTrace& run : session->runs) total += run.stored ? run.stored->bytes() : 0;
  for (std::size_t i = 0; i < session->runs.size(); ++i) {
    SessionTrace& run = session->runs[i];
    if (run.trace) continue;
    Result<Trace> trace = run.load(
        [&](std::uint64_t run_done, std::uint64_t) { return !progress || progress(done + run_done, total); });
    if (!trace) return trace.failure();
    done += run.stored->bytes();
    run.trace = std::move(*trace);
    if (session->state) fit(session->state->runs[i], *run.trace);
  }
  if (session->state) {
    for (Slide& slide : session->state->slides) {
      if (slide.run != kNone) fit(slide.steps, *session->runs[slide.run].trace);
    }
  }
  return session;
}

Status write_session(const SessionFile& session, const std::string& path, const Progress& progress) {
  const Session state = state_of(session);
  AtomicFile file(path, progress, progress ? session_bytes(session) : 0);
  file.write(kSignature);
  std::vector<RunPlace> places;
  for (const SessionTrace& run : session.runs) {
    const std::uint64_t begin = file.written_bytes();
    if (!run.stored) {
      write_run_blob(file, *run.trace);
    } else if (const Status copied = copy_bytes(file, run.stored->place()); !copied) {
      return Failure{"cannot write " + path + ": " + copied.error()};
    }
    places.push_back({begin, file.written_bytes() - begin});
  }
  const std::uint64_t offset = file.written_bytes();
  file.write(chunk(ChunkKind::session, manifest_to_json(state, places)));
  file.write(trailer(offset));
  return file.commit();
}

std::uint64_t session_bytes(const SessionFile& session) {
  std::uint64_t bytes = kSignature.size();
  std::vector<RunPlace> places;
  for (const SessionTrace& run : session.runs) {
    places.push_back({bytes, run_bytes(run)});
    bytes += places.back().bytes;
  }
  return bytes + kChunkHeadBytes + manifest_to_json(state_of(session), places).size() + kTrailerBytes;
}

Status write_session_manifest(const SessionFile& session, const std::string& path) {
  std::vector<RunPlace> places;
  for (const SessionTrace& run : session.runs) {
    if (!run.stored) return Failure{"cannot write " + path + ": a run is in no file"};
    const StoredBytes& place = run.stored->place();
    const bool whole = place.offset == 0 && place.size == place.file->size();
    places.push_back({place.offset, whole ? 0 : place.size, name_of(place.file->path())});
  }
  AtomicFile file(path);
  file.write(kSignature);
  file.write(chunk(ChunkKind::session, manifest_to_json(state_of(session), places)));
  file.write(trailer(kSignature.size()));
  return file.commit();
}

}  // namespace runahead
