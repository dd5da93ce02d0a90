// SPDX-License-Identifier: GPL-3.0-or-later
// Taking files apart, and putting them together again.
#include "tests/fuzz/structured.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <vector>

#include "core/io/chunk_file.h"
#include "core/io/run_encoder.h"
#include "core/io/run_head.h"
#include "core/io/session_file.h"
#include "tests/fuzz/mutator.h"
#include "tests/support/random_trace.h"
#include "tests/support/session_text.h"
#include "tests/support/temporary_directory.h"

namespace runahead::testing_support {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kRunSignature = "\x89RHRUN\r\n", kSessionSignature = "\x89RHSES\r\n",
                           kSessionEnd = "\x89RHEND\r\n";

class Draw {
 public:
  explicit Draw(std::uint32_t seed) : random_(seed) {}
  std::size_t operator()(std::size_t below) { return below == 0 ? 0 : random_() % below; }

 private:
  std::minstd_rand random_;
};

/// What bytes are taken apart into. libFuzzer damages the same ones several times in succession.
template <class Parts>
struct Kept {
  Parts& of(const std::string& what, Parts (*take_apart)(const std::string&)) {
    if (what != bytes) {
      parts = take_apart(what);
      bytes = what;
    }
    return parts;
  }
  std::string bytes;
  Parts parts;
};

// JSON
// -----------------------------------------------------------------------------------------------------------

void gather(Json& json, std::vector<std::pair<Json*, Json*>>& all, Json* parent) {
  all.emplace_back(&json, parent);
  if (!json.is_structured()) return;
  for (Json& entry : json) gather(entry, all, &json);
}

Json any_value(Draw& draw) {
  switch (draw(12)) {
    case 0:
      return nullptr;
    case 1:
      return draw(2) == 0;
    case 2:
      return Json::array();
    case 3:
      return Json::object();
    case 4:
      return "";
    case 5:
      return UINT64_MAX;
    case 6:
      return INT64_MIN;
    case 7:
      return 4294967295;
    case 8:
      return std::int64_t{1} << 53;
    case 9:
      return -1;
    case 10:
      return 0.5;
    default:
      return draw(12);
  }
}

void change(Json& json, Draw& draw) {
  std::vector<std::pair<Json*, Json*>> all;
  gather(json, all, nullptr);
  const auto [value, parent] = all[draw(all.size())];
  const Json other = *all[draw(all.size())].first;
  switch (draw(8)) {
    case 0:
      *value = any_value(draw);
      break;
    case 1:
      *value = other;
      break;
    case 2:
      if (parent && parent->is_array()) parent->push_back(other);
      break;
    case 3:
      if (value->is_structured() && !value->empty())
        value->erase(std::next(value->begin(), static_cast<std::ptrdiff_t>(draw(value->size()))));
      break;
    case 4:
      if (value->is_array() && !value->empty()) value->push_back((*value)[draw(value->size())]);
      break;
    case 5:
      if (value->is_object()) (*value)["x" + std::to_string(draw(3))] = other;
      break;
    case 6:
      if (value->is_number_unsigned()) *value = value->get<std::uint64_t>() + draw(3) - 1;
      break;
    default:
      if (value->is_string()) *value = value->get<std::string>() + "\xc3\xa9\n/";
      break;
  }
}

Json parsed(const std::string& text) {
  return Json::parse(text, nullptr, false);
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Runs
// -----------------------------------------------------------------------------------------------------------

struct TakenApart {
  std::string head;
  std::vector<ChunkColumns> chunks;
};

std::uint32_t fixed(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return value;
}

std::optional<TakenApart> take_apart(const std::string& bytes) {
  if (!bytes.starts_with(kRunSignature)) return std::nullopt;
  TakenApart run;
  for (std::size_t at = kRunSignature.size(); bytes.size() >= at + kChunkHeadBytes;) {
    const std::size_t size = fixed(bytes, at + 4);
    if (size > bytes.size() - at - kChunkHeadBytes) return std::nullopt;
    const std::string_view payload(bytes.data() + at + kChunkHeadBytes, size);
    if (at == kRunSignature.size()) {
      run.head = payload;
    } else {
      try {
        unpack(payload, 0, run.chunks.emplace_back());
      } catch (const std::exception&) {
        return std::nullopt;
      }
    }
    at += kChunkHeadBytes + size;
  }
  return run.chunks.empty() ? std::nullopt : std::optional(std::move(run));
}

/// Mostly as they are, since compressing takes longer than all else.
std::string payload(const ChunkColumns& columns, bool packed) {
  static ColumnPacker packer;
  if (packed) return packer.pack(columns);
  std::string bytes;
  for (const std::string& column : columns) {
    put_number(bytes, column.size());
    if (column.empty()) continue;
    put_number(bytes, column.size());
    bytes += column;
  }
  return bytes;
}

std::string put_together(const TakenApart& run, bool packed) {
  std::string bytes = std::string(kRunSignature) + chunk(ChunkKind::run_head, run.head);
  for (const ChunkColumns& columns : run.chunks) bytes += chunk(ChunkKind::events, payload(columns, packed));
  return bytes;
}

/// One number of a column becomes another, is said twice, or is left out.
void change(std::string& column, Draw& draw, std::uint32_t seed) {
  std::vector<std::uint64_t> numbers;
  try {
    for (NumberReader reader(column); !reader.at_end();) numbers.push_back(reader.number());
  } catch (const std::exception&) {
    if (!column.empty()) Mutator(seed).mutate(column);
    return;
  }
  const auto place = numbers.begin() + static_cast<std::ptrdiff_t>(draw(numbers.size()));
  switch (numbers.empty() ? 3 : draw(6)) {
    case 0:
      *place = draw(8);
      break;
    case 1:
      *place += draw(3) - 1;
      break;
    case 2:
      *place = std::uint64_t{1} << draw(64);
      break;
    case 3:
      numbers.insert(place, draw(4));
      break;
    case 4:
      numbers.erase(place);
      break;
    default:
      numbers.insert(place, numbers[draw(numbers.size())]);
      break;
  }
  column.clear();
  for (const std::uint64_t number : numbers) put_number(column, number);
}

/// The head says as many events and tasks as there are.
void agree(TakenApart& run) {
  Json head = parsed(run.head);
  if (!head.is_object()) return;
  std::size_t events = 0, tasks = 0;
  for (const ChunkColumns& columns : run.chunks) {
    for (const char op : columns[index_of(RunColumn::ops)]) {
      ++events;
      tasks += op >= static_cast<char>(RunOp::enqueue_blocked) && op <= static_cast<char>(RunOp::defer);
    }
  }
  head["events"] = events;
  head["tasks"] = tasks;
  run.head = text_of(head);
}

// Sessions
// -----------------------------------------------------------------------------------------------------------

struct Apart {
  std::vector<std::string> runs;  ///< as the manifest has them
  Json manifest;
};

bool has_runs(const Json& manifest) {
  return manifest.is_object() && manifest.contains("runs") && manifest["runs"].is_array();
}

std::optional<Apart> session_apart(const std::string& bytes) {
  if (!bytes.starts_with(kSessionSignature) || bytes.size() < kSessionSignature.size() + kSessionTrailerBytes)
    return std::nullopt;
  const std::size_t begin = manifest_begin(bytes);
  if (begin > bytes.size() - kSessionTrailerBytes ||
      bytes.size() - kSessionTrailerBytes - begin < kChunkHeadBytes)
    return std::nullopt;
  Apart session{{}, parsed(manifest_of(bytes))};
  if (!has_runs(session.manifest)) return std::nullopt;
  for (const Json& run : session.manifest["runs"]) {
    const bool placed = run.is_object() && run.contains("offset") && run["offset"].is_number_unsigned() &&
                        run.contains("bytes") && run["bytes"].is_number_unsigned();
    const std::uint64_t offset = placed ? run["offset"].get<std::uint64_t>() : 0;
    const std::uint64_t size = placed ? run["bytes"].get<std::uint64_t>() : 0;
    if (offset > bytes.size() || size > bytes.size() - offset) return std::nullopt;
    session.runs.push_back(bytes.substr(offset, size));
  }
  return session;
}

std::string together(Apart& session) {
  std::string bytes(kSessionSignature);
  if (has_runs(session.manifest)) {
    for (std::size_t i = 0; i < session.runs.size() && i < session.manifest["runs"].size(); ++i) {
      Json& run = session.manifest["runs"][i];
      if (!run.is_object() || !run.contains("offset")) continue;
      run["offset"] = bytes.size();
      run["bytes"] = session.runs[i].size();
      bytes += session.runs[i];
    }
  }
  const std::uint64_t offset = bytes.size();
  bytes += chunk(ChunkKind::session, text_of(session.manifest));
  for (int shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(offset >> shift));
  return bytes.append(kSessionEnd);
}

Trace small_trace(std::uint32_t seed) {
  return random_trace(
      {.seed = seed, .steps = 2 + static_cast<int>(seed % 12), .workers = 1 + static_cast<int>(seed % 2)});
}

}  // namespace

void mutate_json(std::string& text, std::uint32_t seed) {
  Draw draw(seed);
  static Kept<Json> kept;
  Json& json = kept.of(text, parsed);
  if (json.is_discarded() || draw(8) == 0) {
    if (!text.empty()) Mutator(seed).mutate(text);
    return;
  }
  for (std::size_t count = 0; count <= seed % 2; ++count) change(json, draw);
  kept.bytes = text = text_of(json);
}

void mutate_run(std::string& bytes, std::uint32_t seed) {
  Draw draw(seed);
  std::optional<TakenApart> run = take_apart(bytes);
  if (!run) {
    bytes = small_run(seed);
    return;
  }
  if (draw(8) == 0) {
    mutate_json(run->head, seed);
  } else {
    for (std::size_t count = 0; count <= draw(4); ++count) {
      ChunkColumns& columns = run->chunks[draw(run->chunks.size())];
      // Kinds of events as often as all else.
      std::string& column = columns[draw(2) == 0 ? index_of(RunColumn::ops) : draw(kChunkColumns)];
      change(column, draw, seed);
    }
    if (draw(16) == 0) run->chunks.push_back(run->chunks[draw(run->chunks.size())]);
    if (draw(2) == 0) agree(*run);
  }
  bytes = put_together(*run, draw(16) == 0);
}

void mutate_session(std::string& bytes, std::uint32_t seed) {
  Draw draw(seed);
  static Kept<std::optional<Apart>> kept;
  std::optional<Apart>& session = kept.of(bytes, session_apart);
  if (!session) {
    bytes = draw(4) == 0 || bytes.empty() ? small_session(seed) : bytes;
    mutate_json(bytes, seed);
    return;
  }
  switch (draw(8)) {
    case 0:
      if (!session->runs.empty()) mutate_run(session->runs[draw(session->runs.size())], seed);
      break;
    case 1:
      if (!session->runs.empty() && session->runs.size() < 4) {
        const std::size_t which = draw(session->runs.size());
        session->runs.push_back(session->runs[which]);
        session->manifest["runs"].push_back(Json(session->manifest["runs"][which]));
      }
      break;
    default:
      for (std::size_t count = 0; count <= draw(3); ++count) change(session->manifest, draw);
      break;
  }
  kept.bytes = bytes = together(*session);
  if (!has_runs(session->manifest)) session.reset();
}

std::string small_run(std::uint32_t seed) {
  static std::array<std::string, 24> made;
  std::string& run = made[seed % made.size()];
  if (run.empty()) {
    const Trace trace = small_trace(seed % made.size());
    run = put_together({head_to_json(RunHead::of(trace)), {RunEncoder(trace).next()}}, true);
  }
  return run;
}

std::string small_session(std::uint32_t seed) {
  const std::string names = R"("name":"a","run":0,"visible_ns":[5,5000],"halts":[{"seq":1,"ns":0},{"seq":3,)"
                            R"("ns":9}],"selected":0,"after_cursor":"hide","charts":["pending"],"theme":)"
                            R"("dark","words":"w","notes":"n","question":)";
  const std::string entry =
      R"("status":"failed","errors":["late"],"output":[{"text":"1\n","statement":0}],"flags":[{"seq":1,)"
      R"("ns":0,"text":"note","task":0}],"name":"mine","kept":true,"total_ns":5,"visible_ns":[0,50],)"
      R"("cursor":{"seq":2,"ns":4},"selected":0,"selected_ns":[1,2]})";
  const std::string manifest =
      R"({"version":2,"runs":[{"offset":0,"bytes":0,)" + entry + R"(,{"offset":0,"bytes":0,)" + entry +
      R"(],"desks":[{"scenario":"barriers","runs":[1,0],"next":{"scenario":"barriers","mode":"async","waits":)"
      R"("each","clock":"","device":"","workers":2,"seed":1,"set":{"n":3}},"break_points":[2,5],"shown":0,)"
      R"("compared":[0,1],"comparing":true,"aligned":"mark","mark":"loop"},{"scenario":"mine.py","runs":[],)"
      R"("program":{"name":"mine.py","text":"x = 1\n","folder":"/a"},"break_points":[],"comparing":false,)"
      R"("aligned":"start"}],"desk":0,"after_cursor":"dim","framework":"mxnet","file":"/a/b.runahead","stops":[{)" +
      names + R"({"kind":"starts-next"}},{)" + names +
      R"({"kind":"own","text":"t","options":["a","b"],"right":1,"why":"w","answer":{"seq":1,"ns":0,"of":)"
      R"("task","value":0}},"compared":[0,1],"aligned":"end"}]})";
  Apart session{{small_run(seed), small_run(seed + 1)}, parsed(manifest)};
  return together(session);
}

}  // namespace runahead::testing_support
