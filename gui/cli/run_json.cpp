// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as JSON documents.
// Not here: the numbers themselves (core/analysis).
#include "gui/cli/run_json.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/analysis/critical_path.h"
#include "core/analysis/races.h"

namespace runahead::gui {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostPathPieces = 64;

std::string printed(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The shortest digits that give back the same float: 0.1, not 0.10000000149011612. In every locale.
Json number(float value) {
  if (!std::isfinite(value)) return nullptr;
  char digits[32];
  const char* const end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  double shortest = 0;
  std::from_chars(digits, end, shortest);
  return shortest;
}

Json nested(const Value& value, std::size_t dimension, std::size_t& next) {
  if (dimension == value.shape.size()) return number(value.data[next++]);
  Json list = Json::array();
  for (std::int64_t i = 0; i < value.shape[dimension]; ++i)
    list.push_back(nested(value, dimension + 1, next));
  return list;
}

Json valueAsJson(const std::optional<Value>& value) {
  if (!value || value->data.empty() || value->data.size() > kMostShownElements) return nullptr;
  if (value->data.size() == 1) return number(value->data.front());
  std::size_t next = 0;
  return nested(*value, 0, next);
}

Json hashAsJson(const std::optional<Value>& value) {
  if (!value) return nullptr;
  QCryptographicHash hash(QCryptographicHash::Sha256);
  for (const std::vector<float>* part : {&value->data, &value->others}) {
    hash.addData(QByteArray::fromRawData(reinterpret_cast<const char*>(part->data()),
                                         static_cast<qsizetype>(part->size() * sizeof(float))));
  }
  return hash.result().toHex().toStdString();
}

Json parametersAsJson(const TraceInfo& info) {
  Json object = Json::object();
  for (const auto& [name, value] : info.set) object[name] = value;
  if (info.tf32) object["tf32"] = 1;
  if (info.torch) object["torch"] = to_string(*info.torch);
  if (!info.costs.empty()) object["costs"] = info.costs;
  return object;
}

Json orNull(std::optional<std::int64_t> number) {
  return number ? Json(*number) : Json(nullptr);
}

Json orNull(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

/// `what` of it, where something was measured.
Json orNull(const Estimate& estimate, const Json& what) {
  return estimate.count == 0 ? Json(nullptr) : what;
}

Json modelAsJson(const Fit& fit) {
  const bool predicts = fit.kind != Fit::Kind::nothing;
  Json model = Json::object();
  model["kind"] = !predicts ? Json(nullptr) : fit.kind == Fit::Kind::loop ? Json("loop") : Json("replay");
  using Named = std::pair<std::string, const Estimate&>;
  const Named t1{"t1", fit.t1}, t2{"t2", fit.t2}, t3{"t3", fit.t3}, wake_latency{"pickup", fit.wake_latency};
  for (const auto& [name, estimate] : {t1, t2, t3, wake_latency})
    model[name + "_ns"] = orNull(estimate, Json(estimate.median_ns));
  for (const auto& [name, estimate] : {t1, t2, t3, wake_latency})
    model[name + "_quartiles_ns"] = orNull(estimate, {estimate.lower_ns, estimate.upper_ns});
  for (const auto& [name, estimate] : {t1, wake_latency, t2, t3})
    model[name + "_mean_ns"] = orNull(estimate, Json(estimate.mean_ns));
  model["predicted_ns"] = predicts ? Json(fit.predicted_ns) : Json(nullptr);
  model["measured_ns"] = predicts ? Json(fit.scope.length_ns()) : Json(nullptr);
  model["book_ns"] = fit.has_book_formula() ? Json(fit.loop->model.book_ns()) : Json(nullptr);
  return model;
}

/// What the wait was for last: its pieces in their order, the latest where there are too many.
Json pathAsJson(const Trace& trace, WaitId wait) {
  const CriticalPath path = path_in_wait(trace, wait);
  Json list = Json::array();
  const std::size_t first = path.pieces.size() - std::min(path.pieces.size(), kMostPathPieces);
  for (std::size_t i = first; i < path.pieces.size(); ++i) {
    const PathPiece& piece = path.pieces[i];
    list.push_back({{"kind", to_string(piece.kind)},
                    {"task", piece.task == kNone ? Json(nullptr) : Json(piece.task)},
                    {"ns", piece.to_ns - piece.from_ns}});
  }
  return list;
}

Json criticalPathAsJson(const Trace& trace) {
  const CriticalPath path = critical_path(trace);
  Json kinds = Json::object();
  for (std::size_t kind = 0; kind < path.ns.size(); ++kind)
    kinds[to_string(static_cast<PathKind>(kind))] = path.ns[kind];
  return {{"ns", path.to_ns - path.from_ns}, {"by_kind", std::move(kinds)}};
}

/// Of the totals to that of the first run; null for that one, for runs that are exact or were made once.
Json intervalAsJson(const ComparedRow& totals, std::size_t run) {
  const auto interval = totals.interval(run);
  if (!interval) return nullptr;
  return {{"to", 1},
          {"ratio", interval->ratio},
          {"lower", interval->lower},
          {"upper", interval->upper},
          {"confidence", interval->confidence},
          {"difference", !interval->holds_one()}};
}

Json outcomeAsJson(const Outcome& outcome, const ComparedRow& totals, std::size_t index) {
  const TraceInfo& info = outcome.trace.info();
  const RunSummary& summary = outcome.summary;
  Json run = Json::object();
  run["scenario"] = info.source.scenario;
  run["mode"] = to_string(info.mode);
  run["waits"] = info.waits.text();
  run["workers"] = info.workers;
  run["clock"] = to_string(info.clock);
  run["device"] = to_string(info.runs_on());
  run["device_name"] = orNull(info.device_name);
  run["device_libraries"] = orNull(info.device_libraries);
  run["seed"] = info.seed;
  run["parameters"] = parametersAsJson(info);
  const std::vector<std::int64_t>& rounds = totals.standings[index].rounds;
  run["total_ns"] = rounds.empty() ? summary.total_ns : *totals.values[index];
  run["rounds"] = std::max<std::size_t>(1, rounds.size());
  run["totals_ns"] = rounds.empty() ? std::vector<std::int64_t>{summary.total_ns} : rounds;
  run["ratio_interval"] = intervalAsJson(totals, index);
  run["once_because"] = orNull(outcome.once);
  run["frontend_done_ns"] = summary.frontend_done_ns;
  run["tasks"] = summary.tasks;
  run["eliminated"] = summary.eliminated;
  run["failed"] = summary.failed;
  run["skipped"] = summary.skipped;
  const std::int64_t error_ns = outcome.trace.device_time_error_ns();
  run["device_time_error_ns"] = error_ns > 0 ? Json(error_ns) : Json(nullptr);
  run["tasks_without_record"] = outcome.trace.tasks_without_record();
  const bool live = outcome.trace.info().clock == Clock::live;
  run["processor_wait_ns"] = live ? Json(outcome.trace.processor_wait_ns()) : Json(nullptr);
  run["left_out_tasks"] = outcome.trace.left_out_tasks();
  run["max_depth"] = summary.max_depth;
  run["peak_live_bytes"] = summary.peak_live_bytes;
  run["peak_input_bytes"] = summary.peak_input_bytes;
  run["peak_pool_bytes"] = summary.peak_pool_bytes;
  run["memories"] = Json::array();
  for (const RunSummary::MemoryPeak& peak : summary.memories) {
    run["memories"].push_back({{"device", peak.memory == kHostMemory ? Json(nullptr) : Json(peak.memory - 1)},
                               {"peak_live_bytes", peak.live_bytes},
                               {"peak_pool_bytes", peak.pool_bytes}});
  }
  run["resident_growth_bytes"] = orNull(summary.resident_growth_bytes);
  run["marks"] = Json::array();
  for (const auto& mark : summary.marks) {
    run["marks"].push_back({{"name", mark.name},
                            {"ns", mark.ns},
                            {"max_depth", mark.max_depth},
                            {"peak_live_bytes", mark.peak_live_bytes},
                            {"peak_input_bytes", mark.peak_input_bytes},
                            {"resident_growth_bytes", orNull(mark.resident_growth_bytes)}});
  }
  run["tracings"] = Json::array();
  for (const auto& tracing : summary.tracings) {
    run["tracings"].push_back({{"function", tracing.function},
                               {"ns", tracing.ns},
                               {"nodes", tracing.nodes},
                               {"kept", tracing.kept},
                               {"pruned", tracing.pruned}});
  }
  run["waits_list"] = Json::array();
  for (const auto& wait : summary.waits) {
    run["waits_list"].push_back({{"line", wait.line},
                                 {"reason", to_string(wait.reason)},
                                 {"ns", wait.ns},
                                 {"ended_by", wait.ended_by.empty() ? Json(nullptr) : Json(wait.ended_by)},
                                 {"path", pathAsJson(outcome.trace, wait.wait)}});
  }
  run["critical_path"] = criticalPathAsJson(outcome.trace);
  run["model"] = modelAsJson(outcome.model);
  run["output"] = orNull(outcome.output);
  run["error_output"] = orNull(outcome.errorOutput);
  run["errors"] = outcome.errors;
  run["races"] = nlohmann::ordered_json::array();
  for (const Race& race : races_of(outcome.trace)) {
    run["races"].push_back(
        {{"line", race.line}, {"other_line", race.other_line}, {"sentence", to_text(race.sentence)}});
  }
  run["value"] = valueAsJson(outcome.value);
  run["value_sha256"] = hashAsJson(outcome.value);
  return run;
}

Json parametersAsJson(std::span<const Parameter> parameters) {
  Json list = Json::array();
  for (const Parameter& parameter : parameters) {
    list.push_back({{"name", parameter.name},
                    {"type", "integer"},
                    {"unit", parameter.unit},
                    {"min", parameter.min},
                    {"max", parameter.max},
                    {"default", parameter.default_value},
                    {"book", parameter.book},
                    {"step", parameter.step},
                    {"help", parameter.help}});
  }
  return list;
}

}  // namespace

std::string scenariosAsJson() {
  Json document = Json::object();
  document["schema"] = 1;
  document["scenarios"] = Json::array();
  for (const Scenario& scenario : scenarios()) {
    Json entry = Json::object();
    entry["id"] = scenario.id;
    entry["title"] = scenario.title;
    entry["question"] = scenario.question;
    entry["group"] = std::string(1, scenario.group);
    entry["modes"] = Json::array();
    for (const Mode mode : scenario.modes) entry["modes"].push_back(to_string(mode));
    entry["waits"] = scenario.waits;
    entry["parameters"] = parametersAsJson(scenario.parameters);
    document["scenarios"].push_back(std::move(entry));
  }
  document["common_parameters"] = parametersAsJson(common_parameters());
  return printed(document);
}

std::string outcomesAsJson(std::span<const Outcome> outcomes) {
  Json document = Json::object();
  document["schema"] = 1;
  document["runs"] = Json::array();
  const ComparedRow totals = totalsOf(outcomes);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    document["runs"].push_back(outcomeAsJson(outcomes[i], totals, i));
  }
  return printed(document);
}

}  // namespace runahead::gui
