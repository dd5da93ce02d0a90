// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes. Where one has a limit of its own, a file beyond it is refused, which takes work as well.
#include "tests/fuzz/hostile_files.h"

#include <algorithm>
#include <functional>

#include "core/io/chunk_file.h"
#include "core/io/run_head.h"

namespace runahead::testing_support {
namespace {

using Part = std::function<std::string(std::size_t index)>;

/// As many parts as have about so many bytes, with commas between.
std::string list(std::size_t size, const Part& part, std::size_t most = SIZE_MAX) {
  std::string text;
  text.reserve(size + 256);
  for (std::size_t i = 0; text.size() < size && i < most; ++i) {
    if (i > 0) text += ',';
    text += part(i);
  }
  return text;
}

std::string number(std::size_t value) {
  return std::to_string(value);
}

HostileFile text_file(std::string text) {
  const std::uint64_t size = text.size();
  return {std::move(text), size};
}

// Traces
// -----------------------------------------------------------------------------------------------------------

const std::string kRun =
    R"({"scenario":"a","mode":"async","waits":"each","clock":"live","device":"cpu","workers":1,"seed":0,)"
    R"("left_out_tasks":0,"finished":true})";
const std::string kLane =
    R"({"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"","kind":"worker"}})";

HostileFile trace(const std::string& runs, const std::string& events) {
  return text_file(R"({"runahead":{"schema":1,"runs":[)" + runs + R"(]},"traceEvents":[)" + events + "]}");
}

std::string run_with(const std::string& member) {
  return kRun.substr(0, kRun.size() - 1) + "," + member + "}";
}

std::string array(std::size_t id) {
  return R"({"ph":"M","cat":"array","name":"","pid":1,"args":{"variable":)" + number(id) +
         R"(,"input":false}})";
}

std::string task(std::size_t id, const std::string& name, const std::string& uses) {
  const std::string n = number(id);
  return R"({"ph":"i","cat":"task","name":")" + name + R"(","pid":1,"args":{"task":)" + n +
         R"(,"enqueue_us":0,"enqueue_seq":)" + n + R"(,"uses":[)" + uses + "]}}";
}

std::string sample(std::size_t seq) {
  return R"({"ph":"C","cat":"sample","name":"","pid":1,"ts":)" + number(seq * 5'000'000) + R"(,"seq":)" +
         number(seq) + R"(,"args":{"bytes":1}})";
}

}  // namespace

std::vector<HostileShape> hostile_traces() {
  return {
      {"ManyRuns", [](std::size_t size) { return trace(list(size, [](auto) { return kRun; }), ""); }},
      {"ManyRunsWithAnEvent",
       [](std::size_t size) {
         std::size_t count = 0;
         const std::string runs = list(
             size / 3,
             [&](auto) {
               ++count;
               return kRun;
             },
             1000);
         const std::string events = list(
             size * 2 / 3,
             [](std::size_t i) {
               std::string lane = kLane;
               return lane.replace(lane.find(R"("pid":1)"), 7, R"("pid":)" + number(i + 1)) + "," +
                      R"({"ph":"C","cat":"sample","name":"pool bytes","pid":)" + number(i + 1) +
                      R"(,"ts":0,"seq":0,"args":{"bytes":1}})";
             },
             count);
         return trace(runs, events);
       }},
      {"LongTextsBesideNumbers",
       [](std::size_t size) {
         return trace(kRun, R"({"ph":"M","name":"thread_name","cat":"none","pid":1,"args":{"message":")" +
                                std::string(size, 'x') +
                                R"(","task":1,"statement":1,"line":1,"seq":1,"wait":1,"variable":1,)"
                                R"("ended_by":1,"bytes":1,"mark":1,"error":1,"origin":1,"begin_seq":1,)"
                                R"("defer_seq":1,"enqueue_seq":1,"ready_seq":1,"start_seq":1,"end_seq":1}})");
       }},
      {"ALongProgram",
       [](std::size_t size) {
         std::string program;
         while (program.size() < size) program += "\\u00e9";
         return trace(run_with(R"("program":")" + program + "\""), "");
       }},
      {"ManyParameters",
       [](std::size_t size) {
         return trace(run_with(R"("parameters":{)" + list(size, [](auto) { return R"("n":"1")"; }) + "}"),
                      "");
       }},
      {"ManyFigures",
       [](std::size_t size) {
         const std::string figure = R"("total":[)" +
                                    list(
                                        size / 900, [](auto) { return "0"; }, 1000) +
                                    "]";
         return trace(run_with(R"("rounds":{"figures":{)" + list(size, [&](auto) { return figure; }) + "}}"),
                      "");
       }},
      {"ManyLanes",
       [](std::size_t size) {
         return trace(kRun, list(size, [](std::size_t i) {
                        std::string lane = kLane;
                        return lane.replace(lane.find(R"("tid":1)"), 7, R"("tid":)" + number(i + 1));
                      }));
       }},
      {"ManySamplesFarApart",
       [](std::size_t size) { return trace(kRun, list(size, [](std::size_t i) { return sample(i); })); }},
      {"ManySamplesBackwards",
       [](std::size_t size) {
         const std::size_t count = size / 90;
         return trace(kRun, list(
                                SIZE_MAX, [&](std::size_t i) { return sample(count - 1 - i); }, count));
       }},
      {"ManyArrays", [](std::size_t size) { return trace(kRun, list(size, array)); }},
      {"ManyTasksOfOneArray",
       [](std::size_t size) {
         return trace(kRun, array(0) + "," + list(size, [](std::size_t i) {
                              return task(i, "t" + number(i), R"([0,0,"read"],[0,0,"read"])");
                            }));
       }},
      {"OneTaskOfManyUses",
       [](std::size_t size) {
         return trace(kRun,
                      array(0) + "," + task(0, "t", list(size, [](auto) { return R"([0,0,"read"])"; })));
       }},
      {"ManyOpenMarks",
       [](std::size_t size) {
         return trace(kRun, list(size, [](std::size_t i) {
                        return R"({"ph":"b","cat":"mark","name":"","pid":1,"ts":0,"seq":)" + number(i) +
                               R"(,"args":{"mark":)" + number(i) + R"(,"kind":"benchmark"}})";
                      }));
       }},
      {"ManyErrors",
       [](std::size_t size) {
         return trace(kRun, list(size, [](std::size_t i) {
                        return R"({"ph":"i","cat":"error","name":"","pid":1,"ts":0,"seq":)" + number(i) +
                               R"(,"args":{"error":)" + number(i) + R"(,"kind":"raised","message":"e)" +
                               number(i) + R"("}})";
                      }));
       }},
      {"ManyUnknownKeys",
       [](std::size_t size) {
         return trace(kRun, R"({"ph":"M","pid":1,"name":"","args":{)" +
                                list(size, [](std::size_t i) { return "\"" + number(i) + "\":0"; }) + "}}");
       }},
      {"DeepLists", [](std::size_t size) { return trace(kRun, std::string(size, '[')); }},
      {"ManyEmptyLists",
       [](std::size_t size) {
         return trace(kRun, R"({"ph":"M","pid":1,"name":"","args":{"x":[)" +
                                list(size, [](auto) { return "[]"; }) + "]}}");
       }},
  };
}

// Runs
// -----------------------------------------------------------------------------------------------------------

namespace {

constexpr std::string_view kRunSignature = "\x89RHRUN\r\n";

RunHead small_head() {
  RunHead head{.info = {{.source = {"a", {}}}}};
  head.lanes.push_back({LaneKind::worker, ""});
  return head;
}

/// With the checksums that it should have.
HostileFile run(const RunHead& head, const std::vector<ChunkColumns>& chunks) {
  HostileFile file;
  const std::string text = head_to_json(head);
  file.bytes = std::string(kRunSignature) + chunk(ChunkKind::run_head, text);
  file.unpacked = file.bytes.size();
  ColumnPacker packer;
  for (const ChunkColumns& columns : chunks) {
    file.bytes += chunk(ChunkKind::events, packer.pack(columns));
    for (const std::string& column : columns) file.unpacked += column.size();
  }
  file.unpacked = std::max<std::uint64_t>(file.unpacked, file.bytes.size());
  return file;
}

/// The columns of events that all have the same bytes in each column.
HostileFile run_of(RunOp op, std::size_t count,
                   std::initializer_list<std::pair<RunColumn, std::string_view>> each, RunHead head) {
  ChunkColumns columns;
  columns[index_of(RunColumn::ops)].assign(count, static_cast<char>(op));
  columns[static_cast<std::size_t>(op)].assign(count, 0);
  for (const auto& [which, bytes] : each) {
    for (std::size_t i = 0; i < count; ++i) columns[index_of(which)] += bytes;
  }
  head.events = static_cast<Seq>(count);
  if (op == RunOp::enqueue_ready || op == RunOp::defer) head.tasks = static_cast<std::uint32_t>(count);
  if (head.tasks > 0) columns[index_of(RunColumn::names)] = std::string(1, 0);
  return run(head, {columns});
}

std::string run_text(const std::string& members, const std::string& lanes) {
  return R"({"format":1,"scenario":"a","mode":"async","waits":"each","clock":"live","device":"cpu","workers":1,"seed":0,)"
         R"("left_out_tasks":0,"finished":true,"events":0,"tasks":0,"statements":0,"arrays":0,"end_ns":0,)" +
         members + R"("lanes":[)" + lanes + "]}";
}

HostileFile run_with_head(const std::string& text) {
  HostileFile file = run(small_head(), {ChunkColumns{}});
  const std::size_t old = kRunSignature.size() + kChunkHeadBytes + head_to_json(small_head()).size();
  file.bytes = std::string(kRunSignature) + chunk(ChunkKind::run_head, text) + file.bytes.substr(old);
  file.unpacked += text.size();
  return file;
}

}  // namespace

std::vector<HostileShape> hostile_runs() {
  return {
      {"ManySamples",
       [](std::size_t size) {
         return run_of(RunOp::pool, size / 3, {{RunColumn::pool, std::string_view("\0", 1)}}, small_head());
       }},
      {"ManyStatementsFarApart",
       [](std::size_t size) {
         ChunkColumns columns;
         RunHead head = small_head();
         head.events = static_cast<Seq>(size / 11 * 2);
         head.statements = head.events / 2;
         for (std::size_t i = 0; i < head.statements; ++i) {
           columns[index_of(RunColumn::ops)] +=
               {static_cast<char>(RunOp::statement_begin), static_cast<char>(RunOp::statement_end)};
           columns[index_of(RunColumn::lines)] += '\0';
           put_number(columns[static_cast<std::size_t>(RunOp::statement_begin)], 5'000'000'000);
           columns[static_cast<std::size_t>(RunOp::statement_end)] += '\0';
         }
         head.end_ns = std::int64_t{head.statements} * 5'000'000'000;
         return run(head, {columns});
       }},
      {"ManyTasks",
       [](std::size_t size) {
         return run_of(RunOp::enqueue_ready, size / 6,
                       {{RunColumn::task_names, std::string_view("\0", 1)},
                        {RunColumn::task_statements, std::string_view("\0", 1)},
                        {RunColumn::task_uses, std::string_view("\0\0", 2)}},
                       small_head());
       }},
      {"OneTaskOfManyUses",
       [](std::size_t size) {
         ChunkColumns columns;
         RunHead head = small_head();
         head.events = head.tasks = head.variables = 1;
         columns[index_of(RunColumn::names)] = columns[index_of(RunColumn::variables)] = std::string(1, 0);
         columns[index_of(RunColumn::ops)] = {static_cast<char>(RunOp::enqueue_ready)};
         columns[static_cast<std::size_t>(RunOp::enqueue_ready)] = std::string(1, 0);
         columns[index_of(RunColumn::task_names)] = columns[index_of(RunColumn::task_statements)] =
             std::string(1, 0);
         put_number(columns[index_of(RunColumn::task_uses)], size);
         put_number(columns[index_of(RunColumn::task_uses)], 0);
         columns[index_of(RunColumn::reads)].assign(size, 2);
         return run(head, {columns});
       }},
      {"ManyArrays",
       [](std::size_t size) {
         ChunkColumns columns;
         RunHead head = small_head();
         head.variables = static_cast<std::uint32_t>(size);
         columns[index_of(RunColumn::names)] = std::string(1, 0);
         columns[index_of(RunColumn::variables)].assign(size, 0);
         HostileFile file = run(head, {columns});
         file.unpacked += head.variables;  // the head says how many there are
         return file;
       }},
      {"ManyNames",
       [](std::size_t size) {
         ChunkColumns columns;
         for (std::size_t i = 0; i < std::min<std::size_t>(size / 6, 65'000); ++i) {
           std::string name = number(i);
           name.resize(std::max<std::size_t>(name.size(), std::min<std::size_t>(size / 65'000, 100)), 'x');
           put_number(columns[index_of(RunColumn::names)], name.size());
           columns[index_of(RunColumn::names)] += name;
         }
         return run(small_head(), {columns});
       }},
      {"ManyOpenMarks",
       [](std::size_t size) {
         ChunkColumns columns;
         RunHead head = small_head();
         head.events = static_cast<Seq>(size / 4);
         columns[index_of(RunColumn::names)] = std::string(1, 0);
         columns[index_of(RunColumn::ops)].assign(head.events, static_cast<char>(RunOp::region_begin));
         columns[static_cast<std::size_t>(RunOp::region_begin)].assign(head.events, 0);
         columns[index_of(RunColumn::marks)].assign(2 * std::size_t{head.events}, 0);
         return run(head, {columns});
       }},
      {"ManyChunksWithoutEvents",
       [](std::size_t size) {
         RunHead head = small_head();
         head.events = 1;
         return run(head, std::vector<ChunkColumns>(size / 60));
       }},
      {"AColumnThatIsRefused",
       [](std::size_t size) {
         ChunkColumns columns;
         columns[index_of(RunColumn::lines)].assign(size, 0);
         return run(small_head(), {columns});
       }},
      {"ManyParametersInTheHead",
       [](std::size_t size) {
         return run_with_head(run_text(
             R"("parameters":[)" + list(size, [](auto) { return R"({"name":"","value":"1"})"; }) + "],", ""));
       }},
      {"ManyLanesInTheHead",
       [](std::size_t size) {
         return run_with_head(run_text(R"("parameters":[],)",
                                       list(size, [](auto) { return R"({"kind":"worker","name":""})"; })));
       }},
      {"EmptyObjectsInTheHead",
       [](std::size_t size) {
         return run_with_head(
             run_text(R"("parameters":[],"x":[)" + list(size, [](auto) { return "{}"; }) + "],", ""));
       }},
      {"ManyRoundsInTheHead",
       [](std::size_t size) {
         return run_with_head(run_text(R"("parameters":[],"rounds":{"set":0,"kept":0,"figures":[{"what":)"
                                       R"("total","values":[)" +
                                           list(size, [](auto) { return "0"; }) + "]}]},",
                                       ""));
       }},
  };
}

// Sessions
// -----------------------------------------------------------------------------------------------------------

namespace {

constexpr std::string_view kSessionSignature = "\x89RHSES\r\n", kSessionEnd = "\x89RHEND\r\n";

/// After the bytes of runs, which begin at kSessionSignature.size().
HostileFile session(const std::string& runs, const std::string& manifest) {
  HostileFile file;
  file.bytes = std::string(kSessionSignature) + runs;
  const std::uint64_t offset = file.bytes.size();
  file.bytes += chunk(ChunkKind::session, manifest);
  for (int shift = 0; shift < 64; shift += 8) file.bytes.push_back(static_cast<char>(offset >> shift));
  file.bytes += kSessionEnd;
  file.unpacked = file.bytes.size();
  return file;
}

std::string manifest(const std::string& runs, const std::string& workspaces, const std::string& more = "") {
  return R"({"version":2,"runs":[)" + runs + R"(],"desks":[)" + workspaces +
         R"(],"desk":0,"after_cursor":"show","framework":"")" + more + "}";
}

std::string entry(std::uint64_t offset, std::uint64_t bytes, const std::string& more = "",
                  const std::string& bookmarks = "") {
  return R"({"offset":)" + number(offset) + R"(,"bytes":)" + number(bytes) +
         R"(,"status":"failed","errors":[],"flags":[)" + bookmarks + "]" + more + "}";
}

std::string workspace(std::size_t id, const std::string& runs = "", const std::string& more = "") {
  return R"({"scenario":")" + number(id) + R"(","runs":[)" + runs +
         R"(],"break_points":[],"comparing":false,"aligned":"end")" + more + "}";
}

const std::string& small_run() {
  static const std::string bytes = run(small_head(), {ChunkColumns{}}).bytes;
  return bytes;
}

/// One run, and of it what is said.
HostileFile session_of_one(const std::string& more, const std::string& bookmarks = "") {
  return session(small_run(), manifest(entry(8, small_run().size(), more, bookmarks), ""));
}

/// As many runs as fit, one behind the other, and what follows them in the manifest.
HostileFile session_of_many(std::size_t size, const std::function<std::string(std::size_t)>& workspaces) {
  std::string runs, entries;
  std::size_t count = 0;
  for (; runs.size() + entries.size() < size && count < 1000; ++count) {
    entries += (count == 0 ? "" : ",") + entry(8 + runs.size(), small_run().size());
    runs += small_run();
  }
  return session(runs, manifest(entries, workspaces(count)));
}

}  // namespace

std::vector<HostileShape> hostile_sessions() {
  return {
      {"ManyRuns", [](std::size_t size) { return session_of_many(size, [](auto) { return ""; }); }},
      {"OneRunInManyPlaces",
       [](std::size_t size) {
         const std::string bytes =
             run_with_head(
                 run_text(R"("parameters":[],"program":")" + std::string(size / 2, 'x') + "\",", ""))
                 .bytes;
         return session(bytes, manifest(list(
                                            size / 2, [&](auto) { return entry(8, bytes.size()); }, 1000),
                                        ""));
       }},
      {"ManyRunsAndManyDesks",
       [](std::size_t size) {
         return session_of_many(size,
                                [&](auto) { return list(size, [](std::size_t i) { return workspace(i); }); });
       }},
      {"ManyRunsChosenManyTimes",
       [](std::size_t size) {
         return session_of_many(size, [&](std::size_t count) {
           const auto all = [](std::size_t i) { return number(i); };
           const std::string last = number(count - 1);
           return workspace(0, list(SIZE_MAX, all, count),
                            R"(,"compared":[)" + list(size, [&](auto) { return last; }) + "]");
         });
       }},
      {"ManyFlags",
       [](std::size_t size) {
         return session_of_one("", list(size, [](auto) { return R"({"seq":0,"ns":0,"text":""})"; }));
       }},
      {"ManyPiecesOfOutput",
       [](std::size_t size) {
         return session_of_one(
             R"(,"output":[)" +
             list(size, [](std::size_t i) { return R"({"text":"x","statement":)" + number(i) + "}"; }) + "]");
       }},
      {"EmptyPiecesOfOutput",
       [](std::size_t size) {
         return session_of_one(R"(,"output":[)" + list(size, [](auto) { return "{}"; }) + "]");
       }},
      {"ManyUnknownKeys",
       [](std::size_t size) {
         return session_of_one("," + list(size, [](std::size_t i) { return "\"x" + number(i) + "\":0"; }));
       }},
      {"UnknownEmptyObjects",
       [](std::size_t size) {
         return session_of_one(R"(,"x":[)" + list(size, [](auto) { return "{}"; }) + "]");
       }},
      {"UnknownEmptyTexts",
       [](std::size_t size) {
         return session_of_one(R"(,"x":[)" + list(size, [](auto) { return R"("")"; }) + "]");
       }},
      {"UnknownNumbers",
       [](std::size_t size) {
         return session_of_one(R"(,"x":[)" + list(size, [](auto) { return "0"; }) + "]");
       }},
      {"ALongName",
       [](std::size_t size) { return session_of_one(R"(,"name":")" + std::string(size, 'x') + "\""); }},
      {"ManyStops",
       [](std::size_t size) {
         return session("", manifest("", "", R"(,"stops":[)" + list(size, [](auto) {
                                               return R"({"name":"","halts":[],"after_cursor":"show"})";
                                             }) + "]"));
       }},
      {"ManyHalts",
       [](std::size_t size) {
         return session("", manifest("", "", R"(,"stops":[{"name":"","halts":[)" + list(size, [](auto) {
                                               return R"({"seq":0,"ns":0})";
                                             }) + R"(],"after_cursor":"show"}])"));
       }},
      {"ManyStopsThatCompare",
       [](std::size_t size) {
         return session_of_many(size, [](std::size_t count) {
           return workspace(0, list(
                                   SIZE_MAX, [](std::size_t i) { return number(i); }, count)) +
                  R"(],"stops":[)" +
                  R"({"name":"","run":0,"halts":[],"after_cursor":"show","aligned":"end","compared":[)" +
                  list(
                      SIZE_MAX, [](std::size_t i) { return number(i); }, count) +
                  "]}";
         });
       }},
      {"DeepObjects",
       [](std::size_t size) {
         std::string deep;
         while (deep.size() < size) deep += R"({"":)";
         return session_of_one(R"(,"x":)" + deep);
       }},
  };
}

}  // namespace runahead::testing_support
