// SPDX-License-Identifier: GPL-3.0-or-later
// From the document to runs and slides.
#include "gui/cli/shipped_lecture.h"

#include <QDir>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <sstream>
#include <utility>

#include "core/analysis/labels.h"
#include "core/analysis/summary.h"
#include "gui/cli/arguments.h"
#include "gui/text/resource.h"

namespace runahead::gui {
namespace {

using Document = nlohmann::json;

Document documentOf(const std::string& name) {
  return Document::parse(resource(QStringLiteral("lectures/%1.json").arg(QString::fromStdString(name))),
                         nullptr, false);
}

Result<Trace> runOf(const std::string& words) {
  std::vector<std::string> all{"run", "--clock", "virtual"};
  std::istringstream in(words);
  for (std::string word; in >> word;) all.push_back(word);
  const Result<Arguments> arguments = parseArguments(all);
  if (!arguments) return arguments.failure();
  Result<std::vector<RunConfig>> configs = requestedRuns(*arguments);
  if (!configs) return configs.failure();
  RunExecution session(std::move(configs->front()));
  session.start();
  session.wait();
  const RunResult& result = session.result();
  if (result.broke_off) return Failure{"the run failed: " + std::string(result.reason())};
  return session.snapshot();
}

/// The nth, from 1, of `count` for which `is` holds.
template <class Is>
std::optional<std::size_t> nth(std::size_t n, std::size_t count, Is is) {
  for (std::size_t i = 0; i < count; ++i) {
    if (is(i) && --n == 0) return i;
  }
  return std::nullopt;
}

/// After the event; kNever: it never came.
std::optional<Seq> after(Seq event) {
  return event == kNever ? std::nullopt : std::optional(event + 1);
}

/// "start", "end", "line 5", "line 5 iteration 3" (begins, or goes on), "after line 5 iteration 3" (has
/// ended), "wait 2" (begins), "wait 2 over", "add 3 starts", "add 3 ends".
std::optional<Seq> findMoment(const Trace& trace, const std::string& words) {
  if (words == "start") return 0;
  if (words == "end") return trace.size();
  static const std::regex kLine(R"((after )?line (\d+)(?: iteration (\d+))?)"),
      kWait(R"(wait (\d+)( over)?)"), kTask(R"((.+) (starts|ends))");
  std::smatch found;
  if (std::regex_match(words, found, kLine)) {
    const int line = std::stoi(found[2]);
    const std::size_t iteration = found[3].matched ? std::stoul(found[3]) : 1;
    const auto statement = nth(iteration, trace.statement_count(), [&](std::size_t i) {
      return trace.statement(static_cast<StatementId>(i)).line == line;
    });
    if (!statement) return std::nullopt;
    const Statement one = trace.statement(static_cast<StatementId>(*statement));
    return after(found[1].matched ? one.end : one.begin);
  }
  if (std::regex_match(words, found, kWait)) {
    const std::size_t number = std::stoul(found[1]);
    if (number < 1 || number > trace.wait_count()) return std::nullopt;
    const Wait wait = trace.wait(static_cast<WaitId>(number - 1));
    return after(found[2].matched ? wait.end : wait.begin);
  }
  if (std::regex_match(words, found, kTask)) {
    const auto task = nth(1, trace.task_count(), [&](std::size_t i) {
      return to_text(task_label(trace, static_cast<TaskId>(i))) == found[1].str();
    });
    if (!task) return std::nullopt;
    const Task one = trace.task(static_cast<TaskId>(*task));
    return after(found[2] == "starts" ? one.start : one.end);
  }
  return std::nullopt;
}

Result<TraceMoment> momentOf(const Trace& trace, const std::string& words) {
  const auto seq = findMoment(trace, words);
  if (!seq) return Failure{"its run has no “" + words + "”"};
  return TraceMoment{*seq, *seq == 0 ? 0 : trace.time_ns(*seq - 1)};
}

/// Throws what nlohmann throws where the document is not as it should be.
Result<Slide> slideOf(const Document& json, const std::vector<SessionTrace>& runs) {
  Slide slide;
  slide.name = json.at("name");
  slide.run = json.at("run");
  const Trace& trace = *runs.at(slide.run).trace;
  for (const std::string words : json.at("halts")) {
    const auto moment = momentOf(trace, words);
    if (!moment) return Failure{"“" + slide.name + "”: " + moment.error()};
    slide.steps.push_back(*moment);
  }
  if (json.contains("compared")) slide.compared = json["compared"].get<std::vector<std::uint32_t>>();
  if (json.value("hidden", false)) slide.after_cursor = FutureVisibility::hide;
  for (const std::string chart : json.value("charts", Document::array())) {
    if (chart != "pending" && chart != "memory")
      return Failure{"“" + slide.name + "”: there is no chart “" + chart + "”"};
    (chart == "pending" ? slide.charts.pending : slide.charts.memory) = true;
  }
  slide.words = json.value("words", "");
  slide.notes = json.value("notes", "");
  if (json.contains("question")) {
    const std::string name = json["question"];
    const auto kind = question_kind(name);
    if (!kind) return Failure{"“" + slide.name + "”: there is no question “" + name + "”"};
    slide.question = SlideQuestion{.kind = *kind};
    if (!question_of(slide, trace))
      return Failure{"“" + slide.name + "”: its run does not answer “" + name + "”"};
  }
  return slide;
}

}  // namespace

std::vector<LectureTitle> shippedLectures() {
  std::vector<LectureTitle> all;
  for (const QString& file :
       QDir(QStringLiteral(":/lectures")).entryList({QStringLiteral("*.json")}, QDir::Files)) {
    const std::string name = file.chopped(5).toStdString();
    all.push_back({name, documentOf(name).value("title", name)});
  }
  return all;
}

Result<SessionFile> makeLecture(const std::string& name) {
  const Document document = documentOf(name);
  SessionFile session;
  Session state;
  try {
    for (const Document& one : document.at("runs")) {
      Result<Trace> trace = runOf(one.at("run"));
      if (!trace) return trace.failure();
      const std::string& scenario = trace->info().source.scenario;
      auto workspace = std::ranges::find(state.workspaces, scenario, &Workspace::scenario);
      if (workspace == state.workspaces.end())
        workspace = state.workspaces.insert(
            workspace, {{.scenario = scenario}, {}, static_cast<RunId>(session.runs.size())});
      workspace->runs.push_back(static_cast<std::uint32_t>(session.runs.size()));
      state.runs.push_back({.name = one.value("name", ""), .total_ns = reported_total_ns(*trace)});
      session.runs.emplace_back(std::move(*trace));
    }
    for (const Document& one : document.at("stops")) {
      Result<Slide> slide = slideOf(one, session.runs);
      if (!slide) return slide.failure();
      state.slides.push_back(std::move(*slide));
    }
  } catch (const std::exception& wrong) {
    return Failure{"the lecture " + name + ": " + wrong.what()};
  }
  // Modes have frameworks of their own; the program is to look the same in all of them.
  state.framework = document.value("framework", "");
  session.state = std::move(state);
  return session;
}

}  // namespace runahead::gui
