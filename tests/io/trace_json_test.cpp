// SPDX-License-Identifier: GPL-3.0-or-later
// Trace JSON: what is written is read back without loss, and bad files are refused with a sentence that says
// where. Not here: mutations in bulk (tests/fuzz), the program around it (tests/cli).
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "core/io/trace_file.h"
#include "core/trace/rounds.h"
#include "tests/io/same_trace.h"
#include "tests/support/random_trace.h"
#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing_support::expect_same_folds;
using testing_support::random_trace;
using testing_support::read_file;
using testing_support::TemporaryDirectory;
using testing_support::write_file;

TEST(TraceJson, ReadsBackWhatItWrote) {
  TemporaryDirectory directory;
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    const bool finished = seed % 2 == 0;
    const Trace trace = random_trace({.seed = seed, .finished = finished});
    ASSERT_TRUE(write_trace_json({&trace, 1}, directory.file("a.json")).ok());
    const auto read = read_traces(directory.file("a.json"));
    ASSERT_TRUE(read.ok()) << read.error();
    ASSERT_EQ(read->size(), 1u);
    const Trace& again = read->front();
    EXPECT_EQ(again.info().source.scenario, trace.info().source.scenario);
    EXPECT_EQ(again.info().seed, trace.info().seed);
    EXPECT_EQ(again.info().set, trace.info().set);
    EXPECT_EQ(again.finished(), finished);
    EXPECT_EQ(again.left_out_tasks(), trace.left_out_tasks());
    EXPECT_EQ(again.processor_wait_ns(), finished ? 11 : 0);
    expect_same_folds(trace, again);
    ASSERT_TRUE(write_trace_json({&again, 1}, directory.file("b.json")).ok());
    EXPECT_EQ(read_file(directory.file("a.json")), read_file(directory.file("b.json"))) << "seed " << seed;
  }
}

TEST(TraceJson, KeepsTheRoundsOfARun) {
  TemporaryDirectory directory;
  const Rounds rounds{
      .set = 7, .kept = 1, .metrics = {{"total", {30, 20, 10}}, {"resident growth", {5, -4, 0}}}};
  const Trace once = random_trace({.seed = 3, .steps = 50});
  const Trace trace = once.with_rounds(std::make_shared<const Rounds>(rounds));
  EXPECT_EQ(once.info().rounds, nullptr);
  EXPECT_EQ(*trace.until(trace.size() / 2).info().rounds, rounds);
  ASSERT_TRUE(write_trace_json({&trace, 1}, directory.file("a.json")).ok());
  const auto read = read_traces(directory.file("a.json"));
  ASSERT_TRUE(read.ok()) << read.error();
  ASSERT_NE(read->front().info().rounds, nullptr);
  EXPECT_EQ(*read->front().info().rounds, rounds);
  ASSERT_TRUE(write_trace_json(*read, directory.file("b.json")).ok());
  EXPECT_EQ(read_file(directory.file("a.json")), read_file(directory.file("b.json")));
}

TEST(TraceJson, KeepsSeveralRunsApart) {
  TemporaryDirectory directory;
  const Trace traces[] = {random_trace({.seed = 1, .steps = 100}), random_trace({.seed = 2, .steps = 300}),
                          Trace()};
  ASSERT_TRUE(write_trace_json(traces, directory.file("a.json")).ok());
  const auto read = read_traces(directory.file("a.json"));
  ASSERT_TRUE(read.ok()) << read.error();
  ASSERT_EQ(read->size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) expect_same_folds(traces[i], (*read)[i]);
}

TEST(TraceJson, IsAChromeTraceWithLanesFlowsAndCounters) {
  TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = 3, .steps = 500});
  ASSERT_TRUE(write_trace_json({&trace, 1}, directory.file("a.json")).ok());
  const auto document = nlohmann::json::parse(read_file(directory.file("a.json")));
  std::map<std::string, int> phases;
  std::map<int, double> last_start_us;
  std::uint32_t tasks = 0;
  for (const auto& event : document.at("traceEvents")) {
    ++phases[event.at("ph").get<std::string>()];
    if (event.value("cat", "") != "task" || event.at("ph") != "X") continue;
    const Task task = trace.task(event.at("args").at("task").get<TaskId>());
    EXPECT_EQ(event.at("name").get<std::string>(), trace.name(task.name));
    EXPECT_NEAR(event.at("ts").get<double>() * 1000, static_cast<double>(trace.time_ns(task.start)), 0.01);
    EXPECT_EQ(event.at("tid").get<int>(), task.lane + 1);
    ++tasks;
  }
  std::uint32_t started = 0;
  for (TaskId id = 0; id < trace.task_count(); ++id) started += trace.task(id).start != kNever;
  EXPECT_EQ(tasks, started);
  EXPECT_EQ(phases["s"], static_cast<int>(started));
  EXPECT_EQ(phases["f"], static_cast<int>(started));
  EXPECT_GT(phases["C"], 0);
  EXPECT_EQ(phases["N"],
            phases["D"] +
                static_cast<int>(std::count_if(
                    document["traceEvents"].begin(), document["traceEvents"].end(), [&](const auto& event) {
                      return event["ph"] == "N" &&
                             trace.variable(event["args"]["variable"]).release == kNever;
                    })));
}

/// What the reader says about `text`.
std::string refusal(const std::string& text) {
  TemporaryDirectory directory;
  write_file(directory.file("t.json"), text);
  const auto read = read_traces(directory.file("t.json"));
  if (read.ok()) return "read without complaint";
  EXPECT_THAT(read.error(), MatchesRegex(".*t\\.json: offset [0-9]+: .+"));
  return read.error();
}

TEST(TraceJson, RefusesRoundsThatCannotBe) {
  TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = 3, .steps = 50})
                          .with_rounds(std::make_shared<const Rounds>(
                              Rounds{.set = 7, .kept = 1, .metrics = {{"total", {30, 20}}}}));
  ASSERT_TRUE(write_trace_json({&trace, 1}, directory.file("a.json")).ok());
  const std::string whole = read_file(directory.file("a.json"));
  const std::string figures = R"({"total":[30,20]})";
  ASSERT_NE(whole.find(figures), std::string::npos);
  for (const char* wrong :
       {R"({})", R"({"total":[]})", R"({"total":[1]})", R"({"total":[1,2],"waiting":[1]})",
        R"({"waiting":[1,2],"total":[1,2]})", R"({"total":[1,2.5]})", R"({"total":["1",2]})",
        R"({"total":7})", R"({"total":[[1],2]})", R"({"total":[1,9007199254740993]})", R"([1,2])"}) {
    std::string text = whole;
    text.replace(text.find(figures), figures.size(), wrong);
    EXPECT_THAT(refusal(text), HasSubstr("rounds")) << wrong;
  }
}

/// A file of one run with two lanes and one array, and `events` after them.
std::string file_with(const std::string& events) {
  return R"({"runahead":{"schema":1,"runs":[{"scenario":"s","mode":"async","waits":"none","clock":"live",)"
         R"("device":"cpu","workers":1,"seed":0,"parameters":{},"resident_base_bytes":0,"left_out_tasks":0,)"
         R"("finished":true}]},"traceEvents":[)"
         R"({"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"Frontend","kind":"frontend"}},)"
         R"({"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"Worker 1","kind":"worker"}},)"
         R"({"ph":"M","cat":"array","name":"x","pid":1,"args":{"variable":0,"input":false}})" +
         (events.empty() ? "" : "," + events) + "]}";
}

std::string task(const std::string& ts, const std::string& duration, const std::string& arguments) {
  return R"({"ph":"X","cat":"task","name":"dot","pid":1,"tid":2,"ts":)" + ts + R"(,"dur":)" + duration +
         R"(,"args":{"task":0,"outcome":"ok",)" + arguments + "}}";
}

/// Of a task that never started.
std::string unstarted(const std::string& ts, const std::string& arguments) {
  return R"({"ph":"i","cat":"task","name":"dot","pid":1,"tid":1,"ts":)" + ts + R"(,"args":{"task":0,)" +
         arguments + "}}";
}

constexpr const char* kMoments =
    R"("enqueue_us":1,"ready_us":1,"enqueue_seq":0,"ready_seq":0,"start_seq":1,"end_seq":2,"uses":[[0,1,"write"]])";

TEST(TraceJson, AcceptsAFileWrittenByHand) {
  EXPECT_EQ(refusal(file_with("")), "read without complaint");
  EXPECT_EQ(refusal(file_with(task("2", "3.25", kMoments))), "read without complaint");
  const char* const deferred[] = {
      R"("defer_us":1,"defer_seq":0)",
      R"("outcome":"eliminated","defer_us":1,"defer_seq":0,"end_seq":1,"uses":[[0,1,"write"]])",
      R"("defer_us":1,"defer_seq":0,"enqueue_us":2,"enqueue_seq":1,"ready_us":2,"ready_seq":1)",
      R"("outcome":"skipped","defer_us":1,"defer_seq":0,"enqueue_us":2,"enqueue_seq":1,"end_seq":2)",
  };
  for (const char* arguments : deferred)
    EXPECT_EQ(refusal(file_with(unstarted("2", arguments))), "read without complaint") << arguments;
  for (const char* kind : {"stream", "copy"}) {
    EXPECT_EQ(
        refusal(file_with(R"({"ph":"M","name":"thread_name","pid":1,"tid":3,"args":{"name":"x","kind":")" +
                          std::string(kind) + R"("}})")),
        "read without complaint");
  }
}

TEST(TraceJson, RefusesWordsThatItDoesNotKnow) {
  for (const char* member : {R"("mode":"async")", R"("clock":"live")", R"("device":"cpu")"}) {
    std::string text = file_with("");
    const std::string name = std::string(member).substr(0, std::string(member).find(':'));
    text.replace(text.find(member), std::string(member).size(), name + ":\"warp\"");
    EXPECT_THAT(refusal(text), HasSubstr(name + " has an unknown value"));
  }
}

TEST(TraceJson, ReadsDeferredTasks) {
  TemporaryDirectory directory;
  const std::string path = directory.file("t.json");
  write_file(
      path,
      file_with(unstarted("3", R"("outcome":"eliminated","defer_us":1,"defer_seq":0,"end_seq":3)") +
                R"(,{"ph":"X","cat":"task","name":"dot","pid":1,"tid":2,"ts":4,"dur":1,"args":{"task":1,)"
                R"("outcome":"ok","defer_us":1.5,"enqueue_us":2,"ready_us":2,"defer_seq":1,)"
                R"("enqueue_seq":2,"ready_seq":2,"start_seq":4,"end_seq":5}},)"
                R"({"ph":"b","cat":"mark","name":"f","pid":1,"tid":1,"ts":6,"id":0,)"
                R"("args":{"mark":0,"kind":"tracing","seq":6}})"));
  const auto read = read_traces(path);
  ASSERT_TRUE(read.ok()) << read.error();
  const Trace& trace = read->front();
  EXPECT_EQ(trace.task(0).outcome, Outcome::eliminated);
  EXPECT_EQ(trace.task(0).defer, 0u);
  EXPECT_EQ(trace.task(0).enqueue, kNever);
  EXPECT_EQ(trace.event(3).kind, EventKind::eliminate);
  EXPECT_EQ(trace.task(1).defer, 1u);
  EXPECT_EQ(trace.time_ns(trace.task(1).defer), 1500);
  EXPECT_EQ(trace.task(1).enqueue, 2u);
  EXPECT_EQ(trace.task(1).ready, 2u);
  EXPECT_EQ(trace.region(0).kind, RegionKind::tracing);
}

TEST(TraceJson, RefusesRunsThatCannotHaveHappened) {
  const struct {
    std::string events;
    const char* complaint;
  } cases[] = {
      {task("0.5", "3", kMoments), "time goes back"},
      {task("2", "3",
            R"("enqueue_us":1,"ready_us":1,"enqueue_seq":1,"ready_seq":1,"start_seq":0,"end_seq":2)"),
       "starts before it is ready"},
      {task("2", "3",
            R"("enqueue_us":1,"ready_us":1,"enqueue_seq":0,"ready_seq":0,"start_seq":7,"end_seq":2)"),
       "beyond the run's 3 events"},
      {task("2", "3",
            R"("enqueue_us":1,"ready_us":1,"enqueue_seq":0,"ready_seq":0,"start_seq":2,"end_seq":2)"),
       "taken twice"},
      {task("2", "3", R"("enqueue_us":1,"enqueue_seq":0,"uses":[[9,1,"write"]])"), "array 9 does not exist"},
      {task("2", "3", R"("enqueue_us":1,"enqueue_seq":0,"uses":[[0,5,"write"]])"), "version 5"},
      {task("2", "3", R"("enqueue_us":1,"enqueue_seq":0,"uses":[[0,1,"write"],[0,1,"read"]])"),
       "reads after it writes"},
      {task("2", "3", R"("enqueue_us":1,"enqueue_seq":0,"uses":[[0,1,2]])"), "a use is not"},
      {task("2", "3", R"("enqueue_us":1,"enqueue_seq":0,"uses":[0])"), "a value where an entry should be"},
      {task("2", "3", R"("enqueue_us":1,"enqueue_seq":0,"statement":4)"), "statement that has not begun"},
      {task("2", "3", R"("enqueue_us":1)"), "\"enqueue_seq\" is missing"},
      {unstarted("2", R"("defer_us":1)"), "\"enqueue_us\" is missing"},
      {unstarted("2", R"("defer_seq":0)"), "\"defer_us\" is missing"},
      {unstarted("2", R"("defer_us":1,"defer_seq":0,"enqueue_seq":1)"), "\"enqueue_us\" is missing"},
      {unstarted("2", R"("defer_us":1,"defer_seq":1,"enqueue_us":1,"enqueue_seq":0)"),
       "task 0 is enqueued before it was deferred"},
      {unstarted("2", R"("defer_us":1,"defer_seq":0,"enqueue_us":1,"enqueue_seq":0)"), "taken twice"},
      {unstarted("2", R"("defer_us":1,"defer_seq":0,"ready_us":1,"ready_seq":1)"),
       "task 0 is ready before it was enqueued"},
      {unstarted("2", R"("outcome":"skipped","defer_us":1,"defer_seq":0,"end_seq":1)"),
       "task 0 ends before it was enqueued"},
      {unstarted("2", R"("outcome":"eliminated","enqueue_us":1,"enqueue_seq":0,"end_seq":1)"),
       "task 0 is eliminated before it was deferred, or after it was enqueued"},
      {unstarted("2", R"("outcome":"eliminated","defer_us":2,"defer_seq":1,"end_seq":0)"),
       "task 0 is eliminated before it was deferred"},
      {unstarted("2", R"("outcome":"eliminated","defer_us":1,"defer_seq":0,"enqueue_us":1,"enqueue_seq":1,)"
                      R"("end_seq":2)"),
       "task 0 is eliminated before it was deferred, or after it was enqueued"},
      {unstarted("2", R"("outcome":"eliminated","defer_us":1,"defer_seq":0,"enqueue_us":2,"enqueue_seq":2,)"
                      R"("end_seq":1)"),
       "task 0 is enqueued before it was deferred, or after it was eliminated"},
      {task("2", "3", R"("defer_us":1,"defer_seq":0,"start_seq":1,"end_seq":2)"),
       "starts before it is ready"},
      {unstarted("2", R"("defer_us":1,"defer_seq":0,"uses":[[0,2,"write"]])"), "version 2"},
      {unstarted("2", R"("outcome":"forgotten","defer_us":1,"defer_seq":0,"end_seq":1)"), "unknown value"},
      {unstarted("2", R"("defer_us":1,"defer_seq":0)") +
           R"(,{"ph":"X","cat":"wait","name":"call","pid":1,"ts":2,"dur":1,)"
           R"("args":{"wait":0,"ended_by":0,"begin_seq":1,"end_seq":2}})",
       "wait 0 is ended by a task that was not enqueued"},
      {unstarted("2", R"("outcome":"eliminated","defer_us":1,"defer_seq":0,"end_seq":1)") +
           R"(,{"ph":"i","cat":"error","name":"e","pid":1,"ts":3,)"
           R"("args":{"error":0,"kind":"surfaced","task":0,"message":"m","seq":2}})",
       "names a task that was not enqueued, or a statement that has not begun"},
      {R"({"ph":"b","cat":"mark","name":"m","pid":1,"ts":1,"args":{"mark":0,"kind":"sketching","seq":0}})",
       "\"kind\" has an unknown value"},
      {task("\"2\"", "3", kMoments), "\"ts\" is not a time"},
      {task("2.0001", "3", kMoments), "whole nanoseconds"},
      {task("1e3", "3", kMoments), "whole nanoseconds"},
      {task("-2", "3", kMoments), "\"ts\" is out of range"},
      {task("99999999999999999999.5", "3", kMoments), "\"ts\" is out of range"},
      {task("1e999", "3", kMoments), "a number is too large"},
      {R"({"ph":"X","cat":"task","name":"dot","pid":2})", "\"pid\" is out of range"},
      {R"({"ph":"X","cat":"task","name":"dot","pid":1,"pid":1})", "\"pid\" is given twice"},
      {R"({"ph":"X","cat":"statement","name":"l","pid":1,"ts":1,"dur":1,"args":{"statement":1}})",
       "\"line\" is missing"},
      {R"({"ph":"X","cat":"statement","name":"l","pid":1,"ts":1,"dur":1,"args":{"statement":1,"line":1,"begin_seq":0}})",
       "statement 1 where statement 0 should come"},
      {R"({"ph":"X","cat":"wait","name":"boredom","pid":1})", "reason of a wait"},
      {R"({"ph":"D","cat":"array","name":"x","pid":1,"ts":1,"args":{"variable":0,"seq":0}})",
       "released before it was allocated"},
      {R"({"ph":"e","cat":"mark","name":"m","pid":1,"ts":1,"args":{"mark":3,"seq":0}})",
       "mark 3 does not exist"},
      {R"({"ph":"M","name":"thread_name","pid":1,"tid":9,"args":{"name":"x","kind":"worker"}})", "lane 8"},
      {R"({"ph":"M","name":"thread_name","pid":1,"tid":3,"args":{"name":"x","kind":"king"}})",
       "unknown value"},
      {"3", "a value where an entry should be"},
      {"[]", "a list where an entry should be"},
      {R"({"x":)" + std::string(1000, '[') + std::string(1000, ']') + "}", "nested too deeply"},
  };
  for (const auto& [events, complaint] : cases)
    EXPECT_THAT(refusal(file_with(events)), HasSubstr(complaint)) << events;
}

TEST(TraceJson, RefusesWhatItDidNotWrite) {
  EXPECT_THAT(refusal(""), HasSubstr("offset 0: the file is empty"));
  EXPECT_THAT(refusal("\x89PNG"), HasSubstr("this is not JSON"));
  EXPECT_THAT(refusal("[]"), HasSubstr("not a trace that Runahead wrote"));
  EXPECT_THAT(refusal("3"), HasSubstr("not a trace that Runahead wrote"));
  EXPECT_THAT(refusal("{}"), HasSubstr("not a trace that Runahead wrote"));
  EXPECT_THAT(refusal(R"({"traceEvents":[{"ph":"X"}]})"), HasSubstr("not a trace that Runahead wrote"));
  EXPECT_THAT(refusal(R"({"runahead":{"schema":2,"runs":[]}})"), HasSubstr("newer Runahead"));
  EXPECT_THAT(refusal(R"({"runahead":{"runs":[{}]}})"), HasSubstr("\"schema\" does not come first"));
  EXPECT_THAT(refusal(file_with("") + "xyz"), HasSubstr("this is not JSON"));
}

TEST(TraceJson, RefusesEveryTruncation) {
  TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = 5, .steps = 200});
  ASSERT_TRUE(write_trace_json({&trace, 1}, directory.file("a.json")).ok());
  const std::string whole = read_file(directory.file("a.json"));
  for (std::size_t part = 0; part < 200; ++part) {
    // The last two bytes are the closing brace and the end of the line.
    const std::string cut = whole.substr(0, (whole.size() - 2) * part / 199);
    EXPECT_THAT(refusal(cut), testing::Not(HasSubstr("without complaint"))) << cut.size();
  }
}

TEST(TraceJson, SaysWhyAFileCannotBeOpened) {
  TemporaryDirectory directory;
  EXPECT_THAT(read_traces(directory.file("no.json")).error(),
              HasSubstr("no.json: No such file or directory"));
  EXPECT_THAT(read_traces(directory.path()).error(), HasSubstr("Is a directory"));
}

TEST(TraceCsv, HasARowForEachTask) {
  TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = 4, .steps = 300});
  ASSERT_TRUE(write_trace_csv({&trace, 1}, directory.file("a.csv")).ok());
  const std::string text = read_file(directory.file("a.csv"));
  // The scenario's name holds a quote and an end of line: rows are counted by their beginnings.
  std::size_t rows = 0;
  for (std::size_t at = 0; (at = text.find("\n1,\"random \"\"4\"\"", at)) != std::string::npos; ++at) ++rows;
  EXPECT_EQ(rows, trace.task_count());
  /// The columns from "outcome" to "end_ns".
  const auto times = [&](const Task& task) {
    std::string columns = std::string(",").append(to_string(task.outcome));
    for (const Seq seq : {task.defer, task.enqueue, task.ready, task.start, task.end}) {
      columns += ',';
      if (seq != kNever) columns += std::to_string(trace.time_ns(seq));
    }
    return columns + ',';
  };
  EXPECT_THAT(text, HasSubstr(times(trace.task(0)) + ",0:1"));
  std::uint32_t deferred = 0, eliminated = 0;
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    const Task task = trace.task(id);
    deferred += task.defer != kNever;
    eliminated += task.outcome == Outcome::eliminated;
    EXPECT_THAT(text, HasSubstr(times(task))) << id;
  }
  EXPECT_GT(deferred, eliminated);
  EXPECT_GT(eliminated, 0u);
  EXPECT_THAT(text, HasSubstr(",\"mul, \"\"scalar\"\"\","));
}

}  // namespace
}  // namespace runahead
