// SPDX-License-Identifier: GPL-3.0-or-later
// Members of a session, out and in.
// Not here: where runs stand in a file (session_file.cpp).
#include "core/io/session_manifest.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <unordered_map>

#include "core/base/quote.h"
#include "core/io/json_node.h"

namespace runahead {
namespace {

constexpr const char* kSessionStatus[] = {"succeeded", "failed", "stopped"};
constexpr const char* kSessionFutureVisibility[] = {"show", "dim", "hide"};
constexpr const char* kSessionThemes[] = {"light", "dark"};
constexpr const char* kSessionAligned[] = {"start", "end", "mark"};

using OrderedJson = nlohmann::ordered_json;

// Out
// -----------------------------------------------------------------------------------------------------------

std::string text_of(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

/// What a later version added, and this one keeps.
void put_more(OrderedJson& json, const std::string& more) {
  const auto members = OrderedJson::parse(more, nullptr, false);
  if (!members.is_object()) return;
  for (const auto& [name, value] : members.items()) {
    if (!json.contains(name)) json[name] = value;
  }
}

OrderedJson json_of(const TraceMoment& moment) {
  return {{"seq", moment.seq}, {"ns", moment.time_ns}};
}

void put_range(OrderedJson& json, const char* name, const std::optional<TimeRange>& range) {
  if (range) json[name] = {range->from_ns, range->to_ns};
}

OrderedJson json_of(const RunEntry& run, const RunPlace& place) {
  OrderedJson json = OrderedJson::object();
  if (!place.file.empty()) json["file"] = place.file;
  if (place.file.empty() || place.bytes > 0) {
    json["offset"] = place.offset;
    json["bytes"] = place.bytes;
  }
  json["status"] = kSessionStatus[static_cast<std::size_t>(run.status)];
  json["errors"] = run.errors;
  for (std::size_t i = 0; i < run.output.size(); ++i) {
    OrderedJson entry{{"text", run.output.text(i)}};
    if (run.output.statement(i) != kNone) entry["statement"] = run.output.statement(i);
    json["output"].push_back(std::move(entry));
  }
  json["flags"] = OrderedJson::array();
  for (const Bookmark& bookmark : run.bookmarks) {
    OrderedJson entry = json_of(bookmark.moment);
    if (bookmark.task != kNone) entry["task"] = bookmark.task;
    entry["text"] = bookmark.text;
    json["flags"].push_back(std::move(entry));
  }
  if (!run.name.empty()) json["name"] = run.name;
  if (run.kept) json["kept"] = true;
  if (run.manual) json["by_hand"] = true;
  if (run.total_ns) json["total_ns"] = *run.total_ns;
  put_range(json, "visible_ns", run.view.visible_ns);
  if (run.view.cursor) json["cursor"] = json_of(*run.view.cursor);
  if (run.view.selected != kNone) json["selected"] = run.view.selected;
  put_range(json, "selected_ns", run.view.selected_ns);
  put_more(json, run.more);
  return json;
}

OrderedJson json_of(const RunRequest& next) {
  OrderedJson json = OrderedJson::object();
  json["scenario"] = next.source.scenario;
  if (next.source.program) json["program"] = next.source.program->text;
  json["mode"] = to_string(next.mode);
  json["waits"] = next.waits.text();
  json["clock"] = to_string(next.clock);
  json["device"] = next.mode != Mode::stream ? "" : next.device ? to_string(*next.device) : "auto";
  if (next.tf32) json["tf32"] = true;
  if (next.torch) json["torch"] = to_string(*next.torch);
  json["workers"] = next.workers;
  json["seed"] = next.seed;
  json["set"] = OrderedJson::object();
  for (const auto& [name, value] : std::map(next.set.begin(), next.set.end())) json["set"][name] = value;
  return json;
}

OrderedJson json_of(const Workspace& workspace) {
  OrderedJson json = OrderedJson::object();
  json["scenario"] = workspace.scenario;
  json["runs"] = workspace.runs;
  if (workspace.program) {
    json["program"] = {{"name", workspace.program->name}, {"text", workspace.program->text}};
    if (!workspace.program->folder.empty()) json["program"]["folder"] = workspace.program->folder;
  }
  if (workspace.next) json["next"] = json_of(*workspace.next);
  json["break_points"] = workspace.break_points;
  if (workspace.shown != kNone) json["shown"] = workspace.shown;
  if (!workspace.compared.empty()) json["compared"] = workspace.compared;
  json["comparing"] = workspace.comparing;
  json["aligned"] = kSessionAligned[static_cast<std::size_t>(workspace.aligned)];
  if (workspace.aligned == Alignment::mark) json["mark"] = workspace.mark;
  put_more(json, workspace.more);
  return json;
}

/// By AnswerForm.
constexpr const char* kSessionAnswers[] = {"task", "line", "wait", "time", "count", "bytes"};

OrderedJson json_of(const SlideQuestion& question) {
  OrderedJson json = OrderedJson::object();
  json["kind"] = to_string(question.kind);
  if (question.kind != QuestionKind::own) return json;
  json["text"] = question.text;
  json["options"] = question.options;
  if (question.right != kNone) json["right"] = question.right;
  json["why"] = question.why;
  if (question.answer) {
    json["answer"] = json_of(question.answer->at);
    json["answer"]["of"] = kSessionAnswers[static_cast<std::size_t>(question.answer->form)];
    json["answer"]["value"] = question.answer->value;
  }
  return json;
}

constexpr std::pair<std::string_view, bool SlideCharts::*> kSessionCharts[] = {
    {"pending", &SlideCharts::pending}, {"memory", &SlideCharts::memory}};

bool is_chart(const std::string& name) {
  return std::ranges::any_of(kSessionCharts, [&](const auto& one) { return one.first == name; });
}

OrderedJson json_of(const Slide& slide) {
  OrderedJson json = OrderedJson::object();
  json["name"] = slide.name;
  if (slide.run != kNone) json["run"] = slide.run;
  if (!slide.compared.empty()) {
    json["compared"] = slide.compared;
    json["aligned"] = kSessionAligned[static_cast<std::size_t>(slide.aligned)];
    if (slide.aligned == Alignment::mark) json["mark"] = slide.mark;
  }
  put_range(json, "visible_ns", slide.visible_ns);
  json["halts"] = OrderedJson::array();
  for (const TraceMoment& step : slide.steps) json["halts"].push_back(json_of(step));
  if (slide.selected != kNone) json["selected"] = slide.selected;
  json["after_cursor"] = kSessionFutureVisibility[static_cast<std::size_t>(slide.after_cursor)];
  for (const auto& [name, chart] : kSessionCharts) {
    if (slide.charts.*chart) json["charts"].push_back(name);
  }
  const auto more = OrderedJson::parse(slide.more, nullptr, false);
  for (const auto& name : more.contains("charts") ? more["charts"] : OrderedJson::array()) {
    if (name.is_string() && !is_chart(name.get<std::string>())) json["charts"].push_back(name);
  }
  if (slide.theme) json["theme"] = kSessionThemes[static_cast<std::size_t>(*slide.theme)];
  if (!slide.words.empty()) json["words"] = slide.words;
  if (!slide.notes.empty()) json["notes"] = slide.notes;
  if (slide.question) json["question"] = json_of(*slide.question);
  put_more(json, slide.more);
  return json;
}

// In
// -----------------------------------------------------------------------------------------------------------

/// All members but those that are understood here.
std::string more_of(const JsonNode& node, std::initializer_list<const char*> known) {
  nlohmann::json more = nlohmann::json::object();
  for (const auto& [name, value] : node.json().items()) {
    if (std::ranges::count(known, name) == 0) more[name] = value;
  }
  return more.empty() ? std::string() : more.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<std::uint32_t> runs_of(const JsonNode& node, const char* name, std::size_t count) {
  std::vector<std::uint32_t> runs;
  for (const std::int64_t run : node.integers(name, 0, static_cast<std::int64_t>(count) - 1)) {
    runs.push_back(static_cast<std::uint32_t>(run));
  }
  return runs;
}

TraceMoment read_moment(const JsonNode& node, const RunHead& head) {
  TraceMoment moment;
  moment.seq = std::min(node.id("seq", kNone), head.events);
  moment.time_ns = node.integer("ns", -kLatestNs, kLatestNs);
  return moment;
}

void check_version(std::uint64_t offset, std::uint64_t version) {
  if (version == kSessionVersion) return;
  if (version < kSessionVersion) throw BadTrace(offset, "\"version\" is not that of such a file");
  throw BadTrace(offset, "this session was written by a newer Runahead (version " + std::to_string(version) +
                             ", here " + std::to_string(kSessionVersion) +
                             "): open it there, or export its runs there as .json");
}

/// Of a scenario that is known here what it offers; of another one nothing.
std::optional<RunRequest> read_next(const JsonNode& node) {
  RunRequest next{.source = {node.text("scenario"), {}}};
  if (node.has("program")) next.source.program = ProgramText{next.source.scenario, {}, node.text("program")};
  const auto mode = mode_called(node.text("mode"));
  const auto waits = Waits::parse(node.text("waits"));
  const auto clock = clock_called(node.text("clock"));
  next.device = device_called(node.text("device"));
  next.tf32 = node.has("tf32") && node.truth("tf32");
  if (node.has("torch")) next.torch = torch_called(node.text("torch"));
  next.workers = node.integer("workers", 0, 1'000'000);
  next.seed = node.unsigned_integer("seed");
  for (const auto& [name, value] : node.child("set").numbers()) next.set[name] = value;
  const Scenario* const scenario = scenario_of(next.source);
  if (!scenario) return std::nullopt;
  const RunRequest usual = default_request(*scenario);
  next.source = usual.source;
  next.mode = mode.value_or(usual.mode);
  next.waits = waits.value_or(usual.waits);
  next.clock = clock.value_or(usual.clock);
  return offered(next);
}

RunEntry read_run_of_session(const JsonNode& node, const RunHead& head) {
  RunEntry run;
  run.status = static_cast<RunResult::Status>(node.word("status", kSessionStatus));
  run.errors = node.texts("errors");
  const JsonNode::Children bookmarks = node.children("flags");
  run.bookmarks.reserve(bookmarks.size());
  for (const JsonNode& entry : bookmarks) {
    Bookmark bookmark;
    bookmark.moment = read_moment(entry, head);
    bookmark.task = entry.optional_id("task", head.tasks);
    bookmark.text = entry.text("text");
    run.bookmarks.push_back(std::move(bookmark));
  }
  return run;
}

void read_view(const JsonNode& node, const RunHead& head, RunEntry& run) {
  run.view.visible_ns = node.range("visible_ns");
  if (node.has("cursor")) run.view.cursor = read_moment(node.child("cursor"), head);
  run.view.selected = node.optional_id("selected", head.tasks);
  run.view.selected_ns = node.range("selected_ns");
}

Workspace read_workspace(const JsonNode& node, std::size_t run_count) {
  Workspace workspace;
  workspace.scenario = node.text("scenario");
  workspace.runs = runs_of(node, "runs", run_count);
  if (node.has("program")) {
    const JsonNode program = node.child("program");
    const std::string name = program.text("name");
    const bool plain =
        !name.empty() && name.find('/') == std::string::npos && name.find('\0') == std::string::npos;
    if (!plain) program.refuse("name", "is not the name of a file");
    workspace.program = ProgramText{program.text("name"), program.has("folder") ? program.text("folder") : "",
                                    program.text("text")};
  }
  // Of a scenario that only a later Runahead knows, what is next stays among `more`.
  if (node.has("next")) workspace.next = read_next(node.child("next"));
  for (const std::int64_t line : node.integers("break_points", 1, INT32_MAX)) {
    workspace.break_points.insert(static_cast<int>(line));
  }
  workspace.shown = node.optional_id("shown", run_count);
  if (node.has("compared")) workspace.compared = runs_of(node, "compared", run_count);
  workspace.comparing = node.truth("comparing");
  workspace.aligned = static_cast<Alignment>(node.word("aligned", kSessionAligned));
  if (workspace.aligned == Alignment::mark) workspace.mark = node.text("mark");
  workspace.more = more_of(node, {"scenario", "runs", "program", workspace.next ? "next" : "", "break_points",
                                  "shown", "compared", "comparing", "aligned", "mark"});
  return workspace;
}

/// Of a slide; a lecture has a dozen of both.
constexpr std::size_t kMostSlideSteps = 10'000;
constexpr std::size_t kMostStops = 10'000;
/// A window has one for each scenario and program.
constexpr std::size_t kMostWorkspaces = 1000;

/// Nothing of a kind, or with an answer, that only a later Runahead knows: that is kept as it is.
std::optional<SlideQuestion> read_question(const JsonNode& node) {
  const auto kind = question_kind(node.text("kind"));
  if (!kind) return std::nullopt;
  SlideQuestion question{.kind = *kind};
  if (kind != QuestionKind::own) return question;
  question.text = node.text("text");
  question.options = node.texts("options");
  if (question.options.size() > kOwnOptions) node.refuse("options", "are too many");
  question.right = node.optional_id("right", question.options.size());
  question.why = node.text("why");
  if (node.has("answer")) {
    const JsonNode answer = node.child("answer");
    const auto form = std::ranges::find(kSessionAnswers, answer.text("of"));
    if (form == std::end(kSessionAnswers)) return std::nullopt;
    question.answer = MarkedAnswer{static_cast<AnswerForm>(form - std::begin(kSessionAnswers)),
                                   answer.integer("value", INT64_MIN, INT64_MAX),
                                   {answer.id("seq", kNone), answer.integer("ns", -kLatestNs, kLatestNs)}};
  }
  return question;
}

Slide read_slide(const JsonNode& node, std::span<const RunHead> heads) {
  Slide slide;
  slide.name = without_directions(node.text("name"));
  slide.run = node.optional_id("run", heads.size());
  if (node.has("compared")) {
    slide.compared = runs_of(node, "compared", heads.size());
    slide.aligned = static_cast<Alignment>(node.word("aligned", kSessionAligned));
    if (slide.aligned == Alignment::mark) slide.mark = node.text("mark");
  }
  slide.visible_ns = node.range("visible_ns");
  if (node.children("halts").size() > kMostSlideSteps) node.refuse("halts", "are too many");
  for (const JsonNode& step : node.children("halts")) {
    slide.steps.push_back({step.id("seq", kNone), step.integer("ns", -kLatestNs, kLatestNs)});
  }
  slide.selected = node.optional_id("selected", slide.run == kNone ? kNone : heads[slide.run].tasks);
  slide.after_cursor = static_cast<FutureVisibility>(node.word("after_cursor", kSessionFutureVisibility));
  bool known = true;
  if (node.has("charts")) {
    const std::vector<std::string> names = node.texts("charts");
    for (const auto& [name, chart] : kSessionCharts)
      slide.charts.*chart = std::ranges::count(names, name) > 0;
    known = std::ranges::all_of(names, is_chart);
  }
  if (node.has("theme")) {
    const auto named = std::ranges::find(kSessionThemes, node.text("theme"));
    if (named != std::end(kSessionThemes)) slide.theme = static_cast<ThemeKind>(named - kSessionThemes);
  }
  if (node.has("words")) slide.words = node.text("words");
  if (node.has("notes")) slide.notes = node.text("notes");
  if (node.has("question")) slide.question = read_question(node.child("question"));
  slide.more = more_of(node, {"name", "run", "compared", "aligned", "mark", "visible_ns", "halts", "selected",
                              "after_cursor", "words", "notes", slide.question ? "question" : "notes",
                              known ? "charts" : "notes", slide.theme ? "theme" : "notes"});
  return slide;
}

RunEntry read_entry(const JsonNode& node, const RunHead& head) {
  RunEntry run = read_run_of_session(node, head);
  if (node.has("output")) {
    OutputWriter output;
    for (const JsonNode& one : node.children("output")) {
      output.add(one.optional_id("statement", kNone), one.text("text"));
    }
    run.output = output.output();
  }
  if (node.has("name")) run.name = without_directions(node.text("name"));
  run.kept = node.has("kept") && node.truth("kept");
  run.manual = node.has("by_hand") && node.truth("by_hand");
  if (node.has("total_ns")) run.total_ns = node.integer("total_ns", 0, kLatestNs);
  read_view(node, head, run);
  run.more = more_of(node, {"offset", "bytes", "file", "status", "errors", "output", "flags", "name", "kept",
                            "by_hand", "total_ns", "visible_ns", "cursor", "selected", "selected_ns"});
  return run;
}

void bound(TraceMoment& moment, Seq events) {
  moment.seq = std::min(moment.seq, events);
  moment.time_ns = std::clamp(moment.time_ns, -kLatestNs, kLatestNs);
}

void bound(std::optional<TimeRange>& range) {
  if (!range) return;
  range->from_ns = std::clamp(range->from_ns, -kLatestNs, kLatestNs);
  range->to_ns = std::clamp(range->to_ns, -kLatestNs, kLatestNs);
  if (range->length_ns() <= 0) range.reset();
}

/// `workspace_of`: each run's.
void normalize(Slide& slide, std::span<const std::size_t> workspace_of, std::span<const RunHead> heads) {
  if (slide.run >= heads.size()) slide.run = kNone;
  const bool known = slide.run != kNone;
  std::erase_if(slide.compared, [&](std::uint32_t run) {
    return !known || run >= heads.size() || workspace_of[run] != workspace_of[slide.run];
  });
  if (slide.compared.size() < 2 || std::ranges::count(slide.compared, slide.run) == 0) slide.compared.clear();
  if (slide.compared.empty()) slide.aligned = Alignment::begin;
  if (slide.aligned != Alignment::mark) slide.mark.clear();
  if (slide.theme > ThemeKind::dark) slide.theme.reset();
  if (slide.steps.empty()) slide.steps.emplace_back();
  for (TraceMoment& step : slide.steps) bound(step, known ? heads[slide.run].events : kNone);
  if (known && slide.selected >= heads[slide.run].tasks) slide.selected = kNone;
  bound(slide.visible_ns);
}

}  // namespace

std::string manifest_to_json(const Session& state, std::span<const RunPlace> places) {
  OrderedJson json = OrderedJson::object();
  json["version"] = kSessionVersion;
  json["runs"] = OrderedJson::array();
  for (std::size_t i = 0; i < places.size(); ++i) json["runs"].push_back(json_of(state.runs[i], places[i]));
  json["desks"] = OrderedJson::array();
  for (const Workspace& workspace : state.workspaces) json["desks"].push_back(json_of(workspace));
  json["desk"] = state.workspace;
  json["after_cursor"] = kSessionFutureVisibility[static_cast<std::size_t>(state.after_cursor)];
  json["framework"] = state.framework;
  if (!state.file.empty()) json["file"] = state.file;
  for (const Slide& slide : state.slides) json["stops"].push_back(json_of(slide));
  put_more(json, state.more);
  return text_of(json);
}

void normalize(Session& state, std::span<const RunHead> heads) {
  state.runs.resize(heads.size());
  for (std::size_t i = 0; i < heads.size(); ++i) {
    RunEntry& run = state.runs[i];
    for (Bookmark& bookmark : run.bookmarks) {
      bound(bookmark.moment, heads[i].events);
      if (bookmark.task >= heads[i].tasks) bookmark.task = kNone;
    }
    if (run.view.cursor) bound(*run.view.cursor, heads[i].events);
    if (run.view.selected >= heads[i].tasks) run.view.selected = kNone;
    if (run.total_ns && (*run.total_ns < 0 || *run.total_ns > kLatestNs)) run.total_ns.reset();
    bound(run.view.visible_ns);
    bound(run.view.selected_ns);
  }
  constexpr std::size_t kNowhere = SIZE_MAX;
  std::vector<std::size_t> workspace_of(heads.size(), kNowhere);
  std::unordered_map<std::string, std::size_t> workspace_called;  ///< the first
  for (std::size_t i = 0; i < state.workspaces.size(); ++i) {
    workspace_called.emplace(state.workspaces[i].scenario, i);
    std::erase_if(state.workspaces[i].runs, [&](std::uint32_t run) {
      if (run >= heads.size() || workspace_of[run] != kNowhere) return true;
      workspace_of[run] = i;
      return false;
    });
  }
  for (std::uint32_t run = 0; run < heads.size(); ++run) {
    if (workspace_of[run] != kNowhere) continue;
    const std::string& scenario = heads[run].info.source.scenario;
    const auto [called, added] = workspace_called.emplace(scenario, state.workspaces.size());
    if (added) state.workspaces.push_back({{.scenario = scenario}});
    workspace_of[run] = called->second;
    state.workspaces[called->second].runs.push_back(run);
  }
  for (std::size_t i = 0; i < state.workspaces.size(); ++i) {
    Workspace& workspace = state.workspaces[i];
    const auto is_here = [&](std::uint32_t run) { return run < heads.size() && workspace_of[run] == i; };
    std::erase_if(workspace.compared, [&](std::uint32_t run) { return !is_here(run); });
    if (!is_here(workspace.shown)) workspace.shown = workspace.runs.empty() ? kNone : workspace.runs.front();
    if (workspace.aligned != Alignment::mark) workspace.mark.clear();
    std::erase_if(workspace.break_points, [](int line) { return line < 1; });
  }
  if (state.workspace >= state.workspaces.size()) state.workspace = 0;
  for (Slide& slide : state.slides) normalize(slide, workspace_of, heads);
}

Manifest parse_manifest(std::string_view text, std::uint64_t offset) {
  Manifest manifest{{}, parse_document(text, offset)};
  const JsonNode node(manifest.document, offset, "session");
  check_version(offset, node.unsigned_integer("version"));
  for (const JsonNode& entry : node.children("runs")) {
    if (manifest.places.size() == kMostRuns) throw BadTrace(offset, "too many runs");
    RunPlace& place = manifest.places.emplace_back();
    if (entry.has("file")) {
      place.file = entry.text("file");
      // Beside the session and nowhere else.
      const bool plain = !place.file.empty() && place.file.find('/') == std::string::npos &&
                         place.file.find('\0') == std::string::npos;
      if (!plain) entry.refuse("file", "is not the name of a file");
    }
    if (place.file.empty() || entry.has("bytes")) {
      place.offset = entry.unsigned_integer("offset");
      place.bytes = entry.unsigned_integer("bytes");
    }
  }
  return manifest;
}

Session state_from_manifest(const nlohmann::json& document, std::uint64_t offset,
                            std::span<const RunHead> heads) {
  const JsonNode node(document, offset, "session");
  Session state;
  std::size_t index = 0;
  for (const JsonNode& entry : node.children("runs")) state.runs.push_back(read_entry(entry, heads[index++]));
  if (node.children("desks").size() > kMostWorkspaces) node.refuse("desks", "are too many");
  for (const JsonNode& entry : node.children("desks"))
    state.workspaces.push_back(read_workspace(entry, heads.size()));
  if (!state.workspaces.empty()) state.workspace = node.id("desk", state.workspaces.size());
  state.after_cursor = static_cast<FutureVisibility>(node.word("after_cursor", kSessionFutureVisibility));
  state.framework = node.text("framework");
  if (node.has("file")) state.file = node.text("file");
  if (node.has("stops")) {
    const JsonNode::Children slides = node.children("stops");
    if (slides.size() > kMostStops) node.refuse("stops", "are too many");
    state.slides.reserve(slides.size());
    for (const JsonNode& entry : slides) state.slides.push_back(read_slide(entry, heads));
  }
  state.more =
      more_of(node, {"version", "runs", "desks", "desk", "after_cursor", "framework", "file", "stops"});
  normalize(state, heads);
  return state;
}

}  // namespace runahead
