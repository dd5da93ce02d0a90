// SPDX-License-Identifier: GPL-3.0-or-later
// What all versions of a session have in common, and version 1, a member of a trace file: of one scenario
// only. Not here: writing (session_manifest.cpp).
#include <algorithm>

#include "core/io/session_manifest.h"
#include "core/io/session_words.h"
#include "core/io/trace_json.h"

namespace runahead {
namespace {

constexpr std::uint64_t kFirstVersion = 1;

SessionMoment read_moment(const JsonNode& node, const RunHead& head) {
  SessionMoment moment;
  moment.seq = std::min(node.id("seq", kNone), head.events);
  moment.time_ns = node.integer("ns", -kLatestNs, kLatestNs);
  return moment;
}

}  // namespace

void check_session_version(std::uint64_t offset, std::uint64_t version, std::uint64_t expected) {
  if (version == expected) return;
  if (version <= kSessionVersion) throw BadTrace(offset, "\"version\" is not that of such a file");
  throw BadTrace(offset, "this session was written by a newer Runahead (version " + std::to_string(version) +
                             ", here " + std::to_string(kSessionVersion) +
                             "): open it there, or export its runs there as .json");
}

TraceInfo read_next(const JsonNode& node) {
  TraceInfo next;
  next.scenario = node.text("scenario");
  if (node.has("program")) next.program = node.text("program");
  next.mode = node.text("mode");
  next.waits = node.text("waits");
  next.clock = node.text("clock");
  next.device = node.text("device");
  next.tf32 = node.has("tf32") && node.truth("tf32");
  next.workers = static_cast<int>(node.integer("workers", 0, 1'000'000));
  next.seed = node.unsigned_integer("seed");
  for (const auto& [name, value] : node.child("set").numbers()) {
    next.parameters.emplace_back(name, std::to_string(value));
  }
  return next;
}

SessionRun read_run_of_session(const JsonNode& node, const RunHead& head) {
  SessionRun run;
  run.status = static_cast<RunResult::Status>(node.word("status", kSessionStatus));
  run.errors = node.texts("errors");
  const JsonNode::Children flags = node.children("flags");
  run.flags.reserve(flags.size());
  for (const JsonNode& entry : flags) {
    SessionFlag flag;
    flag.moment = read_moment(entry, head);
    flag.task = entry.optional_id("task", head.tasks);
    flag.text = entry.text("text");
    run.flags.push_back(std::move(flag));
  }
  return run;
}

void read_view(const JsonNode& node, const RunHead& head, SessionRun& run) {
  run.visible_ns = node.range("visible_ns");
  if (node.has("cursor")) run.cursor = read_moment(node.child("cursor"), head);
  run.selected = node.optional_id("selected", head.tasks);
  run.selected_ns = node.range("selected_ns");
}

void check_first_version(std::uint64_t offset, const nlohmann::json& session) {
  check_session_version(offset, JsonNode(session, offset, kSessionKey).unsigned_integer("version"),
                        kFirstVersion);
}

SessionState state_from_first_version(const nlohmann::json& session, std::uint64_t offset,
                                      std::span<const Trace> traces) {
  const JsonNode node(session, offset, kSessionKey);
  SessionState state;
  const JsonNode::Children runs = node.children("runs");
  if (runs.size() != traces.size()) node.refuse("runs", "does not have as many entries as there are runs");
  std::vector<RunHead> heads;
  for (const Trace& trace : traces) heads.push_back(RunHead::of(trace));
  SessionDesk desk;
  for (const JsonNode& run : runs) {
    desk.runs.push_back(static_cast<std::uint32_t>(state.runs.size()));
    state.runs.push_back(read_run_of_session(run, heads[state.runs.size()]));
  }
  if (node.has("next")) {
    const TraceInfo next = read_next(node.child("next"));
    desk.scenario = next.scenario;
    if (scenario_of(source_of(next))) desk.next = request_of(next).request;
  } else if (!traces.empty()) {
    desk.scenario = traces.front().info().scenario;
  }
  for (const std::int64_t line : node.integers("break_points", 1, INT32_MAX)) {
    desk.break_points.push_back(static_cast<int>(line));
  }
  if (!traces.empty()) desk.shown = node.id("shown", traces.size());
  if (node.has("compared")) {
    const auto last = static_cast<std::int64_t>(traces.size()) - 1;
    for (const std::int64_t run : node.integers("compared", 0, last)) {
      desk.compared.push_back(static_cast<std::uint32_t>(run));
    }
  }
  desk.comparing = node.truth("comparing");
  desk.aligned = static_cast<Alignment>(node.word("aligned", kSessionAligned));
  if (desk.aligned == Alignment::mark) desk.mark = node.text("mark");
  SessionRun unseen;
  read_view(node, traces.empty() ? RunHead{} : heads[desk.shown],
            traces.empty() ? unseen : state.runs[desk.shown]);
  state.after_cursor = static_cast<SessionAfterCursor>(node.word("after_cursor", kSessionAfterCursor));
  state.framework = node.text("framework");
  if (node.has("file")) state.file = node.text("file");
  if (!traces.empty() || node.has("next")) state.desks.push_back(std::move(desk));
  normalize(state, heads);
  for (std::size_t i = 0; i < traces.size(); ++i) fit(state.runs[i], traces[i]);
  return state;
}

}  // namespace runahead
