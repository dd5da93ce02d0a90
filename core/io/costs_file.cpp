// SPDX-License-Identifier: GPL-3.0-or-later
// One table of members, for reading and for writing.
#include "core/io/costs_file.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/base/atomic_file.h"
#include "core/base/quote.h"
#include "core/io/file_bytes.h"

namespace runahead {

namespace {

constexpr const char* kVersionKey = "runahead_costs";
constexpr int kVersion = 1;
/// Of a file of costs, with room for those who write much space between the members.
constexpr std::size_t kLongestText = 1 << 16;
constexpr std::int64_t kMostTime_ns = 100'000'000'000;
constexpr std::int64_t kMostRate = 1'000'000'000'000'000'000;

struct Member {
  const char* name;
  std::int64_t least;
  std::int64_t most;
  std::int64_t& (*of)(Machine& machine);
  bool required = true;  ///< else it is 0 where it is missing
};

constexpr Member kMembers[] = {
    {"issue_ns", 1, kMostTime_ns, [](Machine& m) -> std::int64_t& { return m.frontend.issue_ns; }},
    {"dispatch_ns", 0, kMostTime_ns, [](Machine& m) -> std::int64_t& { return m.frontend.dispatch_ns; }},
    {"hand_back_ns", 0, kMostTime_ns, [](Machine& m) -> std::int64_t& { return m.frontend.hand_back_ns; }},
    {"launch_ns", 1, kMostTime_ns, [](Machine& m) -> std::int64_t& { return m.launch_ns; }},
    {"pickup_ns", 0, kMostTime_ns, [](Machine& m) -> std::int64_t& { return m.wake_latency_ns; }, false},
    {"cpu_task_ns", 0, kMostTime_ns, [](Machine& m) -> std::int64_t& { return m.cpu.task_ns; }},
    {"cpu_flops_per_s", 1, kMostRate, [](Machine& m) -> std::int64_t& { return m.cpu.flops_per_s; }},
    {"cpu_bytes_per_s", 1, kMostRate, [](Machine& m) -> std::int64_t& { return m.cpu.bytes_per_s; }},
    {"cpu_uniforms_per_s", 1, kMostRate, [](Machine& m) -> std::int64_t& { return m.cpu.uniforms_per_s; }},
    {"cpu_normals_per_s", 1, kMostRate, [](Machine& m) -> std::int64_t& { return m.cpu.normals_per_s; }},
    {"device_task_ns", 0, kMostTime_ns, [](Machine& m) -> std::int64_t& { return m.device.task_ns; }},
    {"device_flops_per_s", 1, kMostRate, [](Machine& m) -> std::int64_t& { return m.device.flops_per_s; }},
    {"device_bytes_per_s", 1, kMostRate, [](Machine& m) -> std::int64_t& { return m.device.bytes_per_s; }},
    {"device_uniforms_per_s", 1, kMostRate,
     [](Machine& m) -> std::int64_t& { return m.device.uniforms_per_s; }},
    {"device_normals_per_s", 1, kMostRate,
     [](Machine& m) -> std::int64_t& { return m.device.normals_per_s; }},
    {"copy_ns", 0, kMostTime_ns, [](Machine& m) -> std::int64_t& { return m.copy_ns; }},
    {"copy_bytes_per_s", 1, kMostRate, [](Machine& m) -> std::int64_t& { return m.copy_bytes_per_s; }},
};

using Json = nlohmann::json;

Status take(const std::string& key, const Json& value, Machine& machine) {
  const auto member = std::find_if(std::begin(kMembers), std::end(kMembers),
                                   [&key](const Member& one) { return key == one.name; });
  if (member == std::end(kMembers)) return Failure{in_quotes(key) + " is not a cost"};
  const std::string range =
      "a whole number from " + std::to_string(member->least) + " to " + std::to_string(member->most);
  const bool whole = value.is_number_unsigned()
                         ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(member->most)
                         : value.is_number_integer();
  if (!whole || value.get<std::int64_t>() < member->least || value.get<std::int64_t>() > member->most) {
    return Failure{"\"" + key + "\": " + range + " is expected"};
  }
  member->of(machine) = value.get<std::int64_t>();
  return success();
}

Result<Machine> parse(const Json& document) {
  const auto version = document.is_object() ? document.find(kVersionKey) : document.end();
  if (!document.is_object() || version == document.end()) {
    return Failure{std::string("this is no file of costs (\"") + kVersionKey +
                   "\" is missing); runahead calibrate FILE writes one"};
  }
  if (!version->is_number_integer()) {
    return Failure{std::string("\"") + kVersionKey + "\": a version is expected, such as " +
                   std::to_string(kVersion)};
  }
  if (*version != kVersion) {
    return Failure{"costs of version " + version->dump() + ", and this program reads version " +
                   std::to_string(kVersion) + "; write them again with runahead calibrate FILE"};
  }
  Machine machine;
  for (const auto& [key, value] : document.items()) {
    if (key == kVersionKey) continue;
    if (const Status taken = take(key, value, machine); !taken) return Failure{taken.error()};
  }
  for (const Member& member : kMembers) {
    if (member.required && !document.contains(member.name))
      return Failure{std::string("\"") + member.name + "\" is missing"};
  }
  return machine;
}

}  // namespace

Result<Machine> read_costs(const std::string& path) {
  FileBytes bytes(path);
  std::string text;
  for (; !bytes.at_end() && text.size() <= kLongestText; bytes.advance()) text += bytes.current();
  if (bytes.error() != 0) return Failure{"cannot read " + path + ": " + std::strerror(bytes.error())};
  if (text.size() > kLongestText) return Failure{path + ": this is too long for a file of costs"};
  Json document;
  try {
    document = Json::parse(text);
  } catch (const Json::parse_error& error) {
    // Counted from 1, and at the end one more than there are.
    const std::size_t offset = std::min(text.size(), error.byte - std::min<std::size_t>(error.byte, 1));
    return Failure{path + ": offset " + std::to_string(offset) + ": this is not JSON"};
  } catch (const Json::out_of_range&) {
    return Failure{path + ": a number in it is too large"};
  }
  Result<Machine> machine = parse(document);
  if (!machine) return Failure{path + ": " + machine.error()};
  return machine;
}

Status write_costs(const Machine& machine, const std::string& path) {
  AtomicFile file(path);
  file.write(std::string("{\n  \"") + kVersionKey + "\": " + std::to_string(kVersion));
  Machine copy = machine;
  for (const Member& member : kMembers) {
    file.write(std::string(",\n  \"") + member.name + "\": " + std::to_string(member.of(copy)));
  }
  file.write("\n}\n");
  return file.commit();
}

}  // namespace runahead
