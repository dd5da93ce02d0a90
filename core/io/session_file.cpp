// SPDX-License-Identifier: GPL-3.0-or-later
// The one member that a session has beside a trace, out and in.
// Not here: the traces (trace_json_writer.cpp, trace_json_reader.cpp).
#include "core/io/session_file.h"

#include <algorithm>

#include "core/io/trace_json.h"
#include "core/io/trace_rebuilder.h"

namespace runahead {
namespace {

constexpr std::uint64_t kVersion = 1;
constexpr const char* kStatus[] = {"succeeded", "failed", "stopped"};
constexpr const char* kAfterCursor[] = {"show", "dim", "hide"};
constexpr const char* kAligned[] = {"start", "end", "mark"};

// Out
// -----------------------------------------------------------------------------------------------------------

void write_moment(JsonOut& out, const SessionMoment& moment) {
  out.member("seq", moment.seq);
  out.member("ns", moment.time_ns);
}

void write_range(JsonOut& out, const char* name, const std::optional<SessionRange>& range) {
  if (!range) return;
  out.key(name);
  out.begin_array();
  out.value(range->first);
  out.value(range->second);
  out.end_array();
}

void write_run(JsonOut& out, const SessionRun& run) {
  out.new_line();
  out.begin_object();
  out.member("status", kStatus[static_cast<std::size_t>(run.status)]);
  out.key("errors");
  out.begin_array();
  for (const std::string& error : run.errors) out.value(std::string_view(error));
  out.end_array();
  out.key("flags");
  out.begin_array();
  for (const SessionFlag& flag : run.flags) {
    out.new_line();
    out.begin_object();
    write_moment(out, flag.moment);
    if (flag.task != kNone) out.member("task", flag.task);
    out.member("text", std::string_view(flag.text));
    out.end_object();
  }
  out.end_array();
  out.end_object();
}

void write_request(JsonOut& out, const SessionRequest& next) {
  out.new_line();
  out.key("next");
  out.begin_object();
  out.member("scenario", std::string_view(next.scenario));
  out.member("mode", std::string_view(next.mode));
  out.member("waits", std::string_view(next.waits));
  out.member("clock", std::string_view(next.clock));
  out.member("device", std::string_view(next.device));
  if (next.tf32) out.member("tf32", true);
  out.member("workers", next.workers);
  out.member("seed", next.seed);
  out.key("set");
  out.begin_object();
  for (const auto& [name, value] : next.set) out.member(name, value);
  out.end_object();
  out.end_object();
}

void write_state(JsonOut& out, const SessionState& state) {
  out.begin_object();
  out.member("version", kVersion);
  out.key("runs");
  out.begin_array();
  for (const SessionRun& run : state.runs) write_run(out, run);
  out.end_array();
  if (state.next) write_request(out, *state.next);
  out.new_line();
  out.key("break_points");
  out.begin_array();
  for (const int line : state.break_points) out.value(line);
  out.end_array();
  out.new_line();
  out.member("shown", state.shown);
  if (!state.compared.empty()) {
    out.key("compared");
    out.begin_array();
    for (const std::uint32_t run : state.compared) out.value(run);
    out.end_array();
  }
  out.member("comparing", state.comparing);
  out.member("aligned", kAligned[static_cast<std::size_t>(state.aligned)]);
  if (state.aligned == Alignment::mark) out.member("mark", std::string_view(state.mark));
  write_range(out, "visible_ns", state.visible_ns);
  if (state.cursor) {
    out.key("cursor");
    out.begin_object();
    write_moment(out, *state.cursor);
    out.end_object();
  }
  if (state.selected != kNone) out.member("selected", state.selected);
  write_range(out, "selected_ns", state.selected_ns);
  out.member("after_cursor", kAfterCursor[static_cast<std::size_t>(state.after_cursor)]);
  out.member("framework", std::string_view(state.framework));
  if (!state.file.empty()) out.member("file", std::string_view(state.file));
  out.end_object();
}

// In
// -----------------------------------------------------------------------------------------------------------

/// An object of the session and where it stands in it, for messages.
class Node {
 public:
  Node(const nlohmann::json& json, std::uint64_t offset, std::string place)
      : json_(json), offset_(offset), place_(std::move(place)) {
    if (!json_.is_object()) refuse("is not an object");
  }

  bool has(const char* name) const { return json_.contains(name); }
  Node child(const char* name) const { return {member(name), offset_, place_ + "." + name}; }

  std::string text(const char* name) const {
    const nlohmann::json& value = member(name);
    if (!value.is_string()) refuse(name, "is not a text");
    return value.get<std::string>();
  }

  bool truth(const char* name) const {
    const nlohmann::json& value = member(name);
    if (!value.is_boolean()) refuse(name, "is not true or false");
    return value.get<bool>();
  }

  std::int64_t integer(const char* name, std::int64_t least, std::int64_t most) const {
    return whole(name, member(name), least, most);
  }

  std::uint64_t unsigned_integer(const char* name) const {
    const nlohmann::json& value = member(name);
    if (!value.is_number_unsigned()) refuse(name, "is not a whole number from 0");
    return value.get<std::uint64_t>();
  }

  /// The number of something of which there are `count`.
  std::uint32_t id(const char* name, std::size_t count) const {
    const std::uint64_t value = unsigned_integer(name);
    if (value >= count || value >= kNone) refuse(name, "does not exist");
    return static_cast<std::uint32_t>(value);
  }
  std::uint32_t optional_id(const char* name, std::size_t count) const {
    return has(name) ? id(name, count) : kNone;
  }

  template <std::size_t kSize>
  std::size_t word(const char* name, const char* const (&words)[kSize]) const {
    const std::string value = text(name);
    const auto found = std::find(std::begin(words), std::end(words), value);
    if (found == std::end(words)) refuse(name, "has an unknown value");
    return static_cast<std::size_t>(found - std::begin(words));
  }

  std::vector<std::string> texts(const char* name) const {
    std::vector<std::string> all;
    for (const nlohmann::json& value : list(name)) {
      if (!value.is_string()) refuse(name, "is not a list of texts");
      all.push_back(value.get<std::string>());
    }
    return all;
  }

  std::vector<std::int64_t> integers(const char* name, std::int64_t least, std::int64_t most) const {
    std::vector<std::int64_t> all;
    for (const nlohmann::json& value : list(name)) all.push_back(whole(name, value, least, most));
    return all;
  }

  std::vector<Node> children(const char* name) const {
    std::vector<Node> all;
    for (const nlohmann::json& value : list(name)) {
      all.emplace_back(value, offset_, place_ + "." + name + "[" + std::to_string(all.size()) + "]");
    }
    return all;
  }

  /// All members, as whole numbers.
  std::vector<std::pair<std::string, std::int64_t>> numbers() const {
    std::vector<std::pair<std::string, std::int64_t>> all;
    for (const auto& [name, value] : json_.items()) {
      all.emplace_back(name, whole(name.c_str(), value, INT64_MIN, INT64_MAX));
    }
    return all;
  }

  std::optional<SessionRange> range(const char* name) const {
    if (!has(name)) return std::nullopt;
    const std::vector<std::int64_t> ends = integers(name, -kLatestNs, kLatestNs);
    if (ends.size() != 2 || ends[0] >= ends[1]) refuse(name, "is not a range of time");
    return SessionRange{ends[0], ends[1]};
  }

  /// A cursor's place in `trace`.
  SessionMoment moment(const Trace& trace) const {
    SessionMoment moment;
    moment.seq = id("seq", kNone);
    moment.time_ns = integer("ns", -kLatestNs, kLatestNs);
    // Which of the events of one instant have happened may be out by some, but not what time it was.
    moment.seq = std::clamp(moment.seq, trace.first_at(moment.time_ns), trace.first_after(moment.time_ns));
    return moment;
  }

  [[noreturn]] void refuse(const std::string& name, const char* what) const {
    throw BadTrace(offset_, "\"" + place_ + "." + name + "\" " + what);
  }

 private:
  [[noreturn]] void refuse(const char* what) const { throw BadTrace(offset_, "\"" + place_ + "\" " + what); }

  const nlohmann::json& member(const char* name) const {
    const auto found = json_.find(name);
    if (found == json_.end()) refuse(name, "is missing");
    return *found;
  }

  const nlohmann::json& list(const char* name) const {
    const nlohmann::json& value = member(name);
    if (!value.is_array()) refuse(name, "is not a list");
    return value;
  }

  std::int64_t whole(const char* name, const nlohmann::json& value, std::int64_t least,
                     std::int64_t most) const {
    if (!value.is_number_integer()) refuse(name, "is not a whole number");
    const bool fits = !value.is_number_unsigned() || value.get<std::uint64_t>() <= std::uint64_t{INT64_MAX};
    if (!fits || value.get<std::int64_t>() < least || value.get<std::int64_t>() > most) {
      refuse(name, "is out of range");
    }
    return value.get<std::int64_t>();
  }

  const nlohmann::json& json_;
  std::uint64_t offset_;
  std::string place_;
};

/// Before anything else of the file is understood, or not.
void check_version(std::uint64_t offset, const nlohmann::json& session) {
  const std::uint64_t version = Node(session, offset, kSessionKey).unsigned_integer("version");
  if (version == kVersion) return;
  throw BadTrace(offset, "this session was written by a newer Runahead (version " + std::to_string(version) +
                             ", here " + std::to_string(kVersion) +
                             "): open it there, or export its runs there as .json");
}

SessionRun read_run(const Node& node, const Trace& trace) {
  SessionRun run;
  run.status = static_cast<RunResult::Status>(node.word("status", kStatus));
  run.errors = node.texts("errors");
  for (const Node& entry : node.children("flags")) {
    SessionFlag flag;
    flag.moment = entry.moment(trace);
    flag.task = entry.optional_id("task", trace.task_count());
    flag.text = entry.text("text");
    run.flags.push_back(std::move(flag));
  }
  return run;
}

SessionRequest read_request(const Node& node) {
  SessionRequest next;
  next.scenario = node.text("scenario");
  next.mode = node.text("mode");
  next.waits = node.text("waits");
  next.clock = node.text("clock");
  next.device = node.text("device");
  next.tf32 = node.has("tf32") && node.truth("tf32");
  next.workers = static_cast<int>(node.integer("workers", 0, 1'000'000));
  next.seed = node.unsigned_integer("seed");
  next.set = node.child("set").numbers();
  return next;
}

SessionState read_state(const TraceDocument& document) {
  const Node node(*document.session, document.session_offset, kSessionKey);
  const std::vector<Trace>& traces = document.traces;
  SessionState state;
  const std::vector<Node> runs = node.children("runs");
  if (runs.size() != traces.size()) node.refuse("runs", "does not have as many entries as there are runs");
  for (std::size_t i = 0; i < runs.size(); ++i) state.runs.push_back(read_run(runs[i], traces[i]));
  if (node.has("next")) state.next = read_request(node.child("next"));
  for (const std::int64_t line : node.integers("break_points", 1, INT32_MAX)) {
    state.break_points.push_back(static_cast<int>(line));
  }
  state.shown = traces.empty() ? 0 : node.id("shown", traces.size());
  if (node.has("compared")) {
    const auto last = static_cast<std::int64_t>(traces.size()) - 1;
    for (const std::int64_t run : node.integers("compared", 0, last)) {
      state.compared.push_back(static_cast<std::uint32_t>(run));
    }
  }
  state.comparing = node.truth("comparing");
  state.aligned = static_cast<Alignment>(node.word("aligned", kAligned));
  if (state.aligned == Alignment::mark) state.mark = node.text("mark");
  state.visible_ns = node.range("visible_ns");
  const Trace& shown = traces.empty() ? Trace() : traces[state.shown];
  if (node.has("cursor")) state.cursor = node.child("cursor").moment(shown);
  state.selected = node.optional_id("selected", shown.task_count());
  state.selected_ns = node.range("selected_ns");
  state.after_cursor = static_cast<SessionAfterCursor>(node.word("after_cursor", kAfterCursor));
  state.framework = node.text("framework");
  if (node.has("file")) state.file = node.text("file");
  return state;
}

}  // namespace

Result<SessionFile> read_session(const std::string& path) {
  SessionFile session;
  const Status read = read_trace_document(path, check_version, [&session](TraceDocument document) {
    if (document.session) session.state = read_state(document);
    session.traces = std::move(document.traces);
  });
  if (!read) return Failure{read.error()};
  return session;
}

Status write_session(const SessionFile& session, const std::string& path) {
  SessionState state = session.state.value_or(SessionState{});
  state.runs.resize(session.traces.size());
  return write_trace_document(
      session.traces, [&state](JsonOut& out) { write_state(out, state); }, path);
}

}  // namespace runahead
