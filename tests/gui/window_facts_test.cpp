// SPDX-License-Identifier: GPL-3.0-or-later
// Facts against direct walks over small traces.
#include "tests/gui/window_facts_test.h"

#include <QSignalSpy>
#include <QTest>

#include "core/analysis/summary.h"
#include "gui/panes/state_facts.h"
#include "gui/runs/run_settings.h"
#include "gui/text/book_facts.h"
#include "gui/text/format.h"
#include "gui/text/refusal_text.h"
#include "tests/gui/recorded_traces.h"
#include "tests/gui/synthetic_trace.h"

using namespace runahead;
using namespace runahead::gui;

namespace {

std::vector<Moment> momentsIn(const Trace& trace, TaskId task) {
  IterationCounter iterations;
  return momentsOf(trace, task, iterations);
}

}  // namespace

void FactsTest::queueIsWhatIsPending() {
  const Trace trace = test::incrementLoopTrace(20);
  for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
    std::vector<TaskId> expected;
    for (TaskId id = 0; id < trace.task_count(); ++id) {
      if (trace.task(id).enqueue < cursor && trace.task(id).end >= cursor) expected.push_back(id);
    }
    // Until the next event nothing changes but the ages.
    const std::int64_t now_ns = trace.state_at(cursor).time_ns + 7;
    const auto entries = queueAt(trace, cursor, now_ns, 1000);
    QCOMPARE(entries.size(), expected.size());
    const Counters counters = trace.state_at(cursor).counters;
    std::uint32_t running = 0, ready = 0, blocked = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      QCOMPARE(entries[i].task, expected[i]);
      QCOMPARE(entries[i].age_ns, now_ns - trace.time_ns(trace.task(entries[i].task).enqueue));
      running += entries[i].state == TaskState::running;
      ready += entries[i].state == TaskState::ready;
      blocked += entries[i].state == TaskState::blocked;
    }
    QCOMPARE(running, counters.running);
    QCOMPARE(ready, counters.ready);
    QCOMPARE(blocked, counters.blocked);
  }
  QCOMPARE(queueAt(trace, trace.size() / 2, 0, 3).size(), std::size_t{3});
}

void FactsTest::queueByNameAddsUp() {
  const Trace trace = test::largeTrace(3000, 3);
  for (Seq cursor = 0; cursor <= trace.size(); cursor += 97) {
    QueueGroup sum;
    for (const QueueGroup& group : queueByName(trace, cursor, 100000)) {
      sum.running += group.running;
      sum.ready += group.ready;
      sum.blocked += group.blocked;
    }
    const Counters counters = trace.counters_at(cursor);
    QCOMPARE(sum.running, counters.running);
    QCOMPARE(sum.ready, counters.ready);
    QCOMPARE(sum.blocked, counters.blocked);
  }
}

void FactsTest::variablesKnowTheirWriterReadersAndBytes() {
  const Trace trace = test::incrementLoopTrace(20);
  for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
    const std::uint32_t enqueued = trace.state_at(cursor).enqueued;
    const auto entries = variablesAt(trace, cursor, 100);
    QCOMPARE(entries.size(), std::size_t{std::min(enqueued, 2U)});  // x, and the newest y
    for (const VariableEntry& entry : entries) {
      const Variable variable = trace.variable(entry.variable);
      const bool isX = trace.name(variable.name) == "x";
      QCOMPARE(entry.writer, isX ? 0U : enqueued - 1);
      QCOMPARE(entry.bytes.has_value(), variable.allocate < cursor && variable.release >= cursor);
      std::uint32_t readers = 0;
      for (const TaskId id : trace.pending_at(cursor, 1000)) readers += isX && id > 0;
      QCOMPARE(entry.readers, readers);
    }
  }
}

void FactsTest::momentsSayWhatLayBetween() {
  TraceBuilder builder(test::incrementLoopInfo(1));
  builder.add_lane(LaneKind::frontend, "Frontend");
  const LaneId worker = builder.add_lane(LaneKind::worker, "Worker 1");
  const VariableId x = builder.add_variable(builder.intern("x"));
  const UseRequest writes[] = {{x, true}}, reads[] = {{x, false}};
  const StatementId first = builder.begin_statement(0, 3);
  const TaskId ones = builder.enqueue(1000, builder.intern("ones"), first, writes, true);
  builder.end_statement(1000, first);
  const StatementId second = builder.begin_statement(1000, 3);
  const TaskId add = builder.enqueue(2000, builder.intern("add"), second, reads, false);
  builder.end_statement(2000, second);
  builder.start(3000, ones, worker);
  builder.end(7000, ones, Outcome::ok);
  builder.ready(7000, add);
  builder.start(9000, add, worker);
  builder.publish();
  auto moments = momentsIn(builder.snapshot(), add);
  QCOMPARE(moments.size(), std::size_t{4});
  QCOMPARE(moments[0].remark, QStringLiteral("line 3, iteration 2"));
  QVERIFY2(moments[1].remark.contains(QStringLiteral("after ones")), qPrintable(moments[1].remark));
  QVERIFY2(moments[2].remark.contains(QStringLiteral("Worker 1")), qPrintable(moments[2].remark));
  QCOMPARE(moments[3].seq, kNever);
  builder.end(10000, add, Outcome::failed);
  builder.publish(true);
  moments = momentsIn(builder.snapshot(), add);
  QVERIFY2(moments[3].remark.startsWith(QStringLiteral("failed")), qPrintable(moments[3].remark));
}

void FactsTest::passesAreCountedFromWhereTheyWere() {
  const Trace trace = test::largeTrace(300, 3);
  IterationCounter iterations;
  std::uint32_t random = 1;
  for (int i = 0; i < 500; ++i) {
    random = random * 1664525U + 1013904223U;
    const StatementId statement = (random >> 8) % trace.statement_count();
    std::uint32_t expected = 0;
    for (StatementId other = 0; other <= statement; ++other) {
      expected += trace.statement(other).line == trace.statement(statement).line;
    }
    QCOMPARE(iterations.passOf(trace, statement), expected);
  }
}

void FactsTest::momentsOfASkippedTask() {
  TraceBuilder builder(test::incrementLoopInfo(1));
  builder.add_lane(LaneKind::frontend, "Frontend");
  const TaskId task = builder.enqueue(1000, builder.intern("add"), kNone, {}, false);
  builder.end(2000, task, Outcome::skipped);
  builder.publish(true);
  const auto moments = momentsIn(builder.snapshot(), task);
  QCOMPARE(moments[2].time, QStringLiteral("never"));
  QVERIFY2(moments[3].remark.startsWith(QStringLiteral("skipped")), qPrintable(moments[3].remark));
}

void FactsTest::momentsOfDeferredTasks() {
  TraceBuilder builder(test::incrementLoopInfo(1));
  builder.add_lane(LaneKind::frontend, "Frontend");
  const StatementId statement = builder.begin_statement(0, 3);
  for (int i = 0; i < 3; ++i) builder.defer(1000, builder.intern("add"), statement, {});
  builder.eliminate(2000, 0);
  builder.enqueue_deferred(4000, 1, true);
  builder.publish();
  const Trace trace = builder.snapshot();
  const auto eliminated = momentsIn(trace, 0);
  QCOMPARE(eliminated.size(), std::size_t{5});
  QCOMPARE(eliminated[0].seq, trace.task(0).defer);
  QCOMPARE(eliminated[0].remark, QStringLiteral("line 3"));
  for (std::size_t i = 1; i < 4; ++i) QCOMPARE(eliminated[i].time, QStringLiteral("never"));
  QVERIFY2(eliminated[4].remark.startsWith(QStringLiteral("eliminated")), qPrintable(eliminated[4].remark));
  const auto enqueued = momentsIn(trace, 1);
  QCOMPARE(enqueued[1].seq, trace.task(1).enqueue);
  QVERIFY2(enqueued[1].remark.contains(QStringLiteral("later")), qPrintable(enqueued[1].remark));
  QCOMPARE(enqueued[2].remark, QStringLiteral("at once"));
  const auto deferred = momentsIn(trace, 2);
  for (std::size_t i = 1; i < 5; ++i) QCOMPARE(deferred[i].time, QStringLiteral("not yet"));
}

void FactsTest::settingsTakeTheScenariosDefaults() {
  for (const Scenario& scenario : scenarios()) {
    RunSettings settings;
    settings.setScenario(&scenario);
    const auto config = check(settings.request());
    QVERIFY2(config.ok(), config.ok() ? "" : config.failure().given.c_str());
    QVERIFY(config->mode == scenario.modes.front());
    QCOMPARE(config->waits.text(), scenario.waits.front());
    for (const Parameter& parameter : scenario.parameters) {
      QCOMPARE(config->parameters.at(parameter.name), parameter.default_value);
    }
  }
}

void FactsTest::settingsKnowTheirPreset() {
  RunSettings settings;
  settings.setScenario(find_scenario("increment-loop"));
  QVERIFY(settings.preset() == Preset::standard);
  QSignalSpy changed(&settings, &RunSettings::changed);
  settings.setPreset(Preset::step);
  QVERIFY(settings.preset() == Preset::step);
  const std::int64_t n = settings.value("n");
  settings.setValue("n", n + 1);
  QVERIFY(!settings.preset());
  settings.setValue("n", n + 1);  // no change, no signal
  QCOMPARE(changed.count(), 2);
  QCOMPARE(*settings.request().set.find("n"), n + 1);
}

void FactsTest::settingsFollowARecording() {
  TraceInfo info;
  info.source.scenario = "increment-loop";
  info.mode = Mode::sync;
  info.waits = Waits::every(5);
  info.workers = 3;
  info.set = {{"n", 77}, {"unknown", 1}};
  RunSettings settings;
  settings.setRequest(offered(info));
  QVERIFY(settings.mode() == Mode::sync);
  QVERIFY(settings.waits() == Waits::every(5));
  QCOMPARE(settings.value("n"), std::int64_t{77});
  QCOMPARE(settings.request().workers, std::int64_t{3});
  QVERIFY(check(settings.request()).ok());
}

void FactsTest::refusalsInWords() {
  using Code = Refusal::Code;
  using Field = Refusal::Field;
  const std::pair<Refusal, const char*> refusals[] = {
      {{.code = Code::said, .field = Field::program, .given = "mine.py, line 3: no"}, "mine.py, line 3: no"},
      {{.code = Code::misspelt, .field = Field::program, .given = "barrier", .offered = {"barriers"}},
       "unknown scenario 'barrier': did you mean barriers?"},
      {{.code = Code::unknown, .field = Field::program, .given = "x", .offered = {"a", "b", "c"}},
       "unknown scenario 'x': there are a, b, c"},
      {{.code = Code::unknown, .field = Field::mode, .given = "sync", .scenario = "a", .offered = {"lazy"}},
       "unknown mode 'sync': a runs in lazy"},
      {{.code = Code::unknown, .field = Field::parameter, .given = "m", .scenario = "a", .offered = {"n"}},
       "unknown parameter 'm': a has n"},
      {{.code = Code::out_of_range, .field = Field::waits, .given = "every:0"},
       "waits 'every:0': after 'every:' comes a whole number from 1, as in every:8"},
      {{.code = Code::out_of_range, .field = Field::workers, .value = 257, .least = 1, .most = 256},
       "workers 257: use 1 to 256"},
      {{.code = Code::out_of_range,
        .field = Field::parameter,
        .given = "n",
        .unit = "rows",
        .least = 1,
        .most = 8},
       "parameter n=0: use 1 to 8 (rows)"},
      {{.code = Code::no_place,
        .field = Field::waits,
        .given = "4,8",
        .scenario = "a",
        .offered = {"4"},
        .value = 8},
       "waits '4,8': line 8 of a cannot carry a wait; lines that can: 4"},
      {{.code = Code::in_function, .field = Field::waits, .given = "2", .value = 2},
       "waits '2': line 2 stands inside a function that mode function traces, where nothing has a value to "
       "wait for"},
      {{.code = Code::simulated_only, .field = Field::clock, .given = "live", .scenario = "loop-model"},
       "clock 'live': loop-model is about chosen times; it has only the simulated clock"},
      {{.code = Code::simulated_only, .field = Field::costs, .given = "c.json"},
       "costs 'c.json': only the simulated clock takes its costs from a file"},
      {{.code = Code::simulated_only, .field = Field::parameter, .given = "t1_ns"},
       "parameter t1_ns: only the simulated clock has it"},
      {{.code = Code::real_only, .field = Field::device, .given = "cuda"},
       "device 'cuda': a simulation has no real device; use emulated"},
      {{.code = Code::not_here, .field = Field::costs, .given = "c.json"},
       "its costs are those of a file, c.json"},
      {{.code = Code::wrong_mode, .field = Field::device, .given = "emulated", .offered = {"async"}},
       "device 'emulated': only mode stream has a device of its own; mode async runs on the cpu"},
      {{.code = Code::wrong_device, .field = Field::tf32},
       "tf32: only mode stream on the device cuda computes products so"},
      {{.code = Code::beside_contexts, .field = Field::workers, .value = 2},
       "workers 2: beside the devices of MXNet a run in real time has 1 worker; a simulation can have more"},
      {{.code = Code::too_few, .field = Field::device, .value = 3, .most = 1},
       "parameter devices=3: 1 CUDA device is there"},
      {{.code = Code::too_few, .field = Field::memory, .value = 25'600'000'000'001, .most = 7'000'000},
       "not enough memory: the arrays of this run will hold about 25601 GB, and 7 MB are free; use smaller "
       "parameters, more waits, or a bound (memory_bound_mb)"},
  };
  for (const auto& [refusal, words] : refusals) {
    const bool option = refusal.code == Code::simulated_only;
    QCOMPARE(refusalText(refusal, FrontEnd::window), std::string(words));
    QCOMPARE(refusalText(refusal, FrontEnd::commandLine),
             words + std::string(option ? " (--clock virtual)" : ""));
  }
}

void FactsTest::momentsOfAnEliminatedTask() {
  const Trace trace = test::lazyLoopTrace(3);
  const auto moments = momentsIn(trace, 1);
  QCOMPARE(moments[0].name, QStringLiteral("recorded"));
  QCOMPARE(moments[0].time, QStringLiteral("30.0 µs"));
  QCOMPARE(moments[1].time, QStringLiteral("never"));
  QVERIFY2(moments.back().remark.contains(QStringLiteral("nothing needed it")),
           qPrintable(moments.back().remark));
}

void FactsTest::settingsListAParameterOnce() {
  Scenario scenario = *find_scenario("increment-loop");
  scenario.parameters.push_back({"max_pending", "tasks", 1, 100, 64, 64, 8, "the bound"});
  RunSettings settings;
  settings.setScenario(&scenario);
  int listed = 0;
  for (const Parameter& parameter : settings.parameters()) listed += parameter.name == "max_pending";
  QCOMPARE(listed, 1);
  QCOMPARE(settings.value("max_pending"), std::int64_t{64});
  settings.setPreset(Preset::step);
  QCOMPARE(settings.value("max_pending"), std::int64_t{8});
  QCOMPARE(*settings.request().set.find("max_pending"), std::int64_t{8});
  QVERIFY(settings.request().set.contains("memory_bound_mb"));
}

void FactsTest::settingsAskForADeviceInModeStreamOnly() {
  const Scenario& scenario = *find_scenario("barriers");
  RunSettings settings;
  settings.setScenario(&scenario);
  QVERIFY(!settings.device());
  QSignalSpy changed(&settings, &RunSettings::changed);
  settings.setDevice(DeviceKind::cpu);
  settings.setDevice(DeviceKind::cpu);
  QCOMPARE(changed.count(), 1);
  QVERIFY(!settings.request().device);
  settings.setMode(Mode::stream);
  QVERIFY(settings.request().device == DeviceKind::cpu);

  TraceInfo info;
  info.source.scenario = scenario.id;
  info.mode = Mode::stream;
  info.device = DeviceKind::emulated;
  settings.setRequest(offered(info));
  QVERIFY(settings.device() == DeviceKind::emulated);
  info.mode = Mode::async;
  info.device = DeviceKind::cpu;
  settings.setRequest(offered(info));
  QVERIFY(!settings.device());
}

void FactsTest::roughBytesAreRound() {
  QCOMPARE(formatRoughBytes(214'300'000), QStringLiteral("214 MB"));
  QCOMPARE(formatRoughBytes(21'400'000'000), QStringLiteral("21 GB"));
  QCOMPARE(formatRoughBytes(2'140'000'000), QStringLiteral("2140 MB"));
  QCOMPARE(formatRoughBytes(4'200), formatBytes(4'200));
}

void FactsTest::bookNumbersStandBesideTheRun() {
  Scenario scenario = *find_scenario("increment-loop");
  const Printed second = {"Second edition", "n = 8", "a CPU"}, first = {"First edition", "n = 9", "a GPU"};
  scenario.book = {{"loop, no waits", "0.2037 s", second, "loop"},
                   {"growth", "+198.9 MB", first, "loop"},
                   {"with waits", "0.4351 s", second, "elsewhere"},
                   {"of another mode", "2 s", second, "loop", "sync"},
                   {"with other waits", "3 s", second, "loop", "", "every:7"},
                   {"alone", "1 s", first}};
  const Trace trace = test::incrementLoopTrace(8);
  const RunSummary summary = summarize(trace);
  const auto sources = bookNumbers(scenario, trace.info(), &summary);
  QCOMPARE(sources.size(), std::size_t{2});
  QCOMPARE(sources[0].source, QStringLiteral("Second edition: n = 8, on a CPU"));
  QCOMPARE(sources[0].rows.size(), std::size_t{4});
  QCOMPARE(sources[0].rows[0].book, QStringLiteral("0.2037 s"));
  QCOMPARE(sources[0].rows[0].own, formatTime(summary.marks.front().ns));
  QVERIFY(sources[0].rows[1].own.isEmpty());  // the run has no such mark
  QVERIFY(sources[0].rows[2].own.isEmpty());
  QVERIFY(sources[0].rows[3].own.isEmpty());
  QCOMPARE(sources[1].rows[0].own, formatGrowth(*summary.marks.front().resident_growth_bytes));
  QVERIFY(sources[1].rows[0].kind == BookRow::Own::resident);
  QVERIFY(sources[1].rows[1].kind == BookRow::Own::none);
  for (const BookSource& source : bookNumbers(scenario, trace.info(), nullptr)) {
    for (const BookRow& row : source.rows) QVERIFY(row.own.isEmpty());
  }
  QVERIFY(!hasBookSizes(scenario, trace.info()));
  TraceInfo info;
  for (const Parameter& parameter : scenario.parameters) {
    info.set[parameter.name] = parameter.book;
  }
  QVERIFY(hasBookSizes(scenario, info));
}
