// SPDX-License-Identifier: GPL-3.0-or-later
// RunHead as JSON, out and in; the same members as a run of a trace file where there are such.
// Not here: the events (run_encoder.cpp).
#include "core/io/run_head.h"

#include <charconv>
#include <memory>
#include <optional>

#include "core/io/json_node.h"
#include "core/trace/rounds.h"

namespace runahead {
namespace {

std::string one_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

LaneKind lane_kind(const JsonNode& node) {
  const std::string word = node.text("kind");
  for (int kind = 0; kind < kLaneKinds; ++kind) {
    if (word == to_string(static_cast<LaneKind>(kind))) return static_cast<LaneKind>(kind);
  }
  node.refuse("kind", "has an unknown value");
}

nlohmann::ordered_json rounds_json(const Rounds& rounds) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  json["set"] = rounds.set;
  json["kept"] = rounds.kept;
  json["figures"] = nlohmann::ordered_json::array();
  for (const RoundMetric& metric : rounds.metrics) {
    json["figures"].push_back({{"what", metric.what}, {"values", metric.values}});
  }
  return json;
}

std::shared_ptr<const Rounds> rounds_of(const JsonNode& node) {
  Rounds rounds;
  rounds.set =
      static_cast<std::uint64_t>(node.integer("set", 0, static_cast<std::int64_t>(kLargestRoundSet)));
  if (node.children("figures").size() > kMostRoundMetrics) node.refuse("figures", "are too many");
  for (const JsonNode& entry : node.children("figures")) {
    rounds.metrics.push_back({entry.text("what"), entry.integers("values", -kLatestNs, kLatestNs)});
    const std::size_t count = rounds.metrics.back().values.size();
    if (count == 0 || count != rounds.count() || count > kMostRounds)
      entry.refuse("values", "are not as many");
  }
  if (rounds.metrics.empty() || rounds.metrics.front().what != "total") {
    node.refuse("figures", "do not begin with the total");
  }
  rounds.kept = node.id("kept", rounds.count());
  return std::make_shared<const Rounds>(std::move(rounds));
}

}  // namespace

void set_program(TraceInfo& info, std::string_view text) {
  if (!text.empty()) info.source.program = ProgramText{info.source.scenario, {}, std::string(text)};
}

const char* recorded_clock(const TraceInfo& info) {
  return to_string(info.clock == Clock::live ? Clock::live : Clock::virtual_time);
}

std::vector<std::pair<std::string, std::string>> recorded_parameters(const TraceInfo& info) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& [name, value] : info.set) all.emplace_back(name, std::to_string(value));
  if (info.tf32) all.emplace_back("tf32", "1");
  if (info.torch) all.emplace_back("torch", to_string(*info.torch));
  if (!info.costs.empty()) all.emplace_back("costs", info.costs);
  if (info.clock == Clock::manual) all.emplace_back("driven", "by hand");
  return all;
}

bool take_parameter(TraceInfo& info, const std::string& name, const std::string& value) {
  if (name == "tf32") {
    info.tf32 = value != "0";
  } else if (name == "torch") {
    info.torch = torch_called(value);
  } else if (name == "costs") {
    info.costs = value;
  } else if (name == "driven") {
    info.clock = Clock::manual;
  } else {
    const char* const end = value.data() + value.size();
    const auto read = std::from_chars(value.data(), end, info.set[name]);
    return read.ec == std::errc() && read.ptr == end;
  }
  return true;
}

RunHead RunHead::of(const Trace& trace) {
  RunHead head{.info = trace.info()};
  for (LaneId id = 0; id < trace.lane_count(); ++id) head.lanes.push_back(trace.lane(id));
  head.events = trace.size();
  head.tasks = trace.task_count();
  head.statements = trace.statement_count();
  head.variables = trace.variable_count();
  head.end_ns = trace.end_ns();
  head.left_out_tasks = trace.left_out_tasks();
  head.resident_base_bytes = trace.resident_base_bytes();
  head.device_time_error_ns = trace.device_time_error_ns();
  head.tasks_without_record = trace.tasks_without_record();
  head.processor_wait_ns = trace.processor_wait_ns();
  head.finished = trace.finished();
  return head;
}

std::string head_to_json(const RunHead& head) {
  const TraceInfo& info = head.info;
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  json["format"] = 1;
  json["scenario"] = info.source.scenario;
  if (!info.program().empty()) json["program"] = info.program();
  json["mode"] = to_string(info.mode);
  json["waits"] = info.waits.text();
  json["clock"] = recorded_clock(info);
  json["device"] = to_string(info.runs_on());
  if (!info.device_name.empty()) json["device_name"] = info.device_name;
  if (!info.device_libraries.empty()) json["device_libraries"] = info.device_libraries;
  json["workers"] = info.workers;
  json["seed"] = info.seed;
  json["parameters"] = nlohmann::ordered_json::array();
  for (const auto& [name, value] : recorded_parameters(info))
    json["parameters"].push_back({{"name", name}, {"value", value}});
  if (info.rounds) json["rounds"] = rounds_json(*info.rounds);
  if (head.resident_base_bytes > 0) json["resident_base_bytes"] = head.resident_base_bytes;
  if (head.device_time_error_ns > 0) json["device_time_error_ns"] = head.device_time_error_ns;
  if (head.tasks_without_record > 0) json["tasks_without_record"] = head.tasks_without_record;
  if (head.processor_wait_ns > 0) json["processor_wait_ns"] = head.processor_wait_ns;
  json["left_out_tasks"] = head.left_out_tasks;
  json["finished"] = head.finished;
  json["lanes"] = nlohmann::ordered_json::array();
  for (const Lane& lane : head.lanes)
    json["lanes"].push_back({{"name", lane.name}, {"kind", to_string(lane.kind)}});
  json["events"] = head.events;
  json["tasks"] = head.tasks;
  json["statements"] = head.statements;
  json["arrays"] = head.variables;
  json["end_ns"] = head.end_ns;
  return one_line(json);
}

RunHead head_from_json(std::string_view text, std::uint64_t offset) {
  const nlohmann::json json = parse_document(text, offset);
  const JsonNode node(json, offset, "run");
  const std::uint64_t format = node.unsigned_integer("format");
  if (format != 1) {
    throw BadTrace(
        offset, "this run was written by a newer Runahead (format " + std::to_string(format) + ", here 1)");
  }
  RunHead head;
  TraceInfo& info = head.info;
  info.source.scenario = node.text("scenario");
  if (node.has("program")) set_program(info, node.text("program"));
  info.mode = node.word("mode", mode_called);
  info.waits = node.word("waits", Waits::parse);
  info.clock = node.word("clock", clock_called);
  info.device = node.word("device", device_called);
  if (node.has("device_name")) info.device_name = node.text("device_name");
  if (node.has("device_libraries")) info.device_libraries = node.text("device_libraries");
  info.workers = node.integer("workers", 0, 1'000'000);
  info.seed = node.unsigned_integer("seed");
  if (node.children("parameters").size() > kMostParameters) node.refuse("parameters", "are too many");
  for (const JsonNode& entry : node.children("parameters")) {
    if (!take_parameter(info, entry.text("name"), entry.text("value")))
      entry.refuse("value", "is not a whole number");
  }
  if (node.has("rounds")) info.rounds = rounds_of(node.child("rounds"));
  if (node.has("resident_base_bytes"))
    head.resident_base_bytes = node.integer("resident_base_bytes", 0, kMostBytes);
  if (node.has("device_time_error_ns")) {
    head.device_time_error_ns = node.integer("device_time_error_ns", 1, kLatestNs);
  }
  if (node.has("tasks_without_record"))
    head.tasks_without_record = node.unsigned_integer("tasks_without_record");
  if (node.has("processor_wait_ns")) {
    head.processor_wait_ns = node.integer("processor_wait_ns", 1, kLatestNs);
  }
  head.left_out_tasks = node.unsigned_integer("left_out_tasks");
  head.finished = node.truth("finished");
  if (node.children("lanes").size() > kMostLanes) node.refuse("lanes", "are too many");
  for (const JsonNode& entry : node.children("lanes"))
    head.lanes.push_back({lane_kind(entry), entry.text("name")});
  head.events = node.id("events", kNone);
  head.tasks = node.id("tasks", kNone);
  head.statements = node.id("statements", kNone);
  head.variables = node.id("arrays", kNone);
  head.end_ns = node.integer("end_ns", 0, kLatestNs);
  return head;
}

}  // namespace runahead
