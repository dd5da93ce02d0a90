// SPDX-License-Identifier: GPL-3.0-or-later
// Facts against direct walks over small traces.
// Not here: widgets.
#include "tests/gui/window_facts_test.h"

#include <QSignalSpy>
#include <QTest>

#include "gui/header/run_settings.h"
#include "gui/state/state_facts.h"
#include "tests/gui/synthetic_trace.h"

using namespace runahead;
using namespace runahead::gui;

void FactsTest::queueIsWhatIsPending() {
  const Trace trace = test::incrementLoopTrace(20);
  for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
    std::vector<TaskId> expected;
    for (TaskId id = 0; id < trace.task_count(); ++id) {
      if (trace.task(id).enqueue < cursor && trace.task(id).end >= cursor) expected.push_back(id);
    }
    const auto entries = queueAt(trace, cursor, 1000);
    QCOMPARE(entries.size(), expected.size());
    const Counters counters = trace.state_at(cursor).counters;
    std::uint32_t running = 0, ready = 0, blocked = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      QCOMPARE(entries[i].task, expected[i]);
      QCOMPARE(entries[i].issued_before_ns,
               trace.state_at(cursor).time_ns - trace.time_ns(trace.task(entries[i].task).enqueue));
      running += entries[i].state == TaskState::running;
      ready += entries[i].state == TaskState::ready;
      blocked += entries[i].state == TaskState::blocked;
    }
    QCOMPARE(running, counters.running);
    QCOMPARE(ready, counters.ready);
    QCOMPARE(blocked, counters.blocked);
  }
  QCOMPARE(queueAt(trace, trace.size() / 2, 3).size(), std::size_t{3});
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
  auto moments = momentsOf(builder.snapshot(), add);
  QCOMPARE(moments.size(), std::size_t{4});
  QCOMPARE(moments[0].remark, QStringLiteral("line 3, pass 2"));
  QVERIFY2(moments[1].remark.contains(QStringLiteral("after ones")), qPrintable(moments[1].remark));
  QVERIFY2(moments[2].remark.contains(QStringLiteral("Worker 1")), qPrintable(moments[2].remark));
  QCOMPARE(moments[3].seq, kNever);
  builder.end(10000, add, Outcome::failed);
  builder.publish(true);
  moments = momentsOf(builder.snapshot(), add);
  QVERIFY2(moments[3].remark.startsWith(QStringLiteral("failed")), qPrintable(moments[3].remark));
}

void FactsTest::momentsOfASkippedTask() {
  TraceBuilder builder(test::incrementLoopInfo(1));
  builder.add_lane(LaneKind::frontend, "Frontend");
  const TaskId task = builder.enqueue(1000, builder.intern("add"), kNone, {}, false);
  builder.end(2000, task, Outcome::skipped);
  builder.publish(true);
  const auto moments = momentsOf(builder.snapshot(), task);
  QCOMPARE(moments[2].time, QStringLiteral("never"));
  QVERIFY2(moments[3].remark.startsWith(QStringLiteral("skipped")), qPrintable(moments[3].remark));
}

void FactsTest::settingsTakeTheScenariosDefaults() {
  for (const Scenario& scenario : scenarios()) {
    RunSettings settings;
    settings.setScenario(&scenario);
    const auto config = check(settings.request());
    QVERIFY2(config.ok(), config.ok() ? "" : config.error().c_str());
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
  QCOMPARE(settings.preset(), QStringLiteral("standard"));
  QSignalSpy changed(&settings, &RunSettings::changed);
  settings.setPreset(QStringLiteral("step"));
  QCOMPARE(settings.preset(), QStringLiteral("step"));
  const std::int64_t n = settings.value("n");
  settings.setValue("n", n + 1);
  QCOMPARE(settings.preset(), QString());
  settings.setValue("n", n + 1);  // no change, no signal
  QCOMPARE(changed.count(), 2);
  QCOMPARE(settings.request().set.at("n"), n + 1);
}

void FactsTest::settingsFollowARecording() {
  TraceInfo info;
  info.scenario = "increment-loop";
  info.mode = "sync";
  info.waits = "every:5";
  info.workers = 3;
  info.parameters = {{"n", "77"}, {"rows", "not a number"}, {"unknown", "1"}};
  RunSettings settings;
  settings.setFrom(find_scenario("increment-loop"), info);
  QCOMPARE(settings.mode(), QStringLiteral("sync"));
  QCOMPARE(settings.waits(), QStringLiteral("every:5"));
  QCOMPARE(settings.value("n"), std::int64_t{77});
  QCOMPARE(settings.request().workers, 3);
  QVERIFY(check(settings.request()).ok());
}
