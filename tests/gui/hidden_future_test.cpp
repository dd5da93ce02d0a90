// SPDX-License-Identifier: GPL-3.0-or-later
// The same beginning is continued in two ways, and the whole window is photographed and read out.
#include "tests/gui/hidden_future_test.h"

#include <QAbstractButton>
#include <QLabel>
#include <QTabBar>
#include <QTest>

#include "core/scenario/virtual_run.h"
#include "core/trace/trace_builder.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/run_list.h"
#include "gui/text/format.h"
#include "gui/timeline/timeline_view.h"
#include "gui/window/session_files.h"
#include "tests/gui/window_driver.h"
#include "tests/support/no_stop.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

Trace simulated(const char* scenario, const char* mode) {
  RunRequest request = default_request(scenario, Preset::step);
  request.mode = *mode_called(mode);
  request.clock = Clock::virtual_time;
  return simulate(*check(request), testing_support::kNoStop);
}

std::vector<UseRequest> usesOf(const Trace& trace, TaskId id) {
  std::vector<UseRequest> uses;
  for (std::uint32_t i = 0; i < trace.use_count(id); ++i) {
    const Use use = trace.use(id, i);
    uses.push_back({use.variable, use.write});
  }
  return uses;
}

void repeat(TraceBuilder& builder, const Trace& trace, Seq seq) {
  const Event event = trace.event(seq);
  const auto name = [&](NameId id) { return builder.intern(trace.name(id)); };
  const std::int64_t ns = event.time_ns;
  switch (event.kind) {
    case EventKind::statement_begin:
      builder.begin_statement(ns, trace.statement(event.id).line);
      break;
    case EventKind::statement_end:
      builder.end_statement(ns, event.id);
      break;
    case EventKind::defer: {
      const Task task = trace.task(event.id);
      builder.defer(ns, name(task.name), task.statement, usesOf(trace, event.id));
      break;
    }
    case EventKind::enqueue: {
      const Task task = trace.task(event.id);
      const bool ready = task.ready == task.enqueue;
      if (task.defer != kNever) {
        builder.enqueue_deferred(ns, event.id, ready);
      } else {
        builder.enqueue(ns, name(task.name), task.statement, usesOf(trace, event.id), ready);
      }
      break;
    }
    case EventKind::eliminate:
      builder.eliminate(ns, event.id);
      break;
    case EventKind::ready:
      builder.ready(ns, event.id);
      break;
    case EventKind::start:
      builder.start(ns, event.id, trace.task(event.id).lane);
      break;
    case EventKind::end:
      builder.end(ns, event.id, trace.task(event.id).outcome);
      break;
    case EventKind::wait_begin: {
      const Wait wait = trace.wait(event.id);
      builder.begin_wait(ns, wait.reason, wait.statement, wait.variable);
      break;
    }
    case EventKind::wait_end:
      builder.end_wait(ns, event.id, trace.wait(event.id).ended_by);
      break;
    case EventKind::allocate:
      builder.allocate(ns, event.id, trace.variable(event.id).bytes);
      break;
    case EventKind::release:
      builder.release(ns, event.id);
      break;
    case EventKind::pool:
      builder.pool(ns, trace.counters_at(seq + 1).pool_bytes);
      break;
    case EventKind::resident:
      builder.resident(ns, trace.resident_base_bytes() + trace.counters_at(seq + 1).resident_bytes);
      break;
    case EventKind::region_begin: {
      const Region mark = trace.region(event.id);
      builder.begin_region(ns, mark.kind, name(mark.name));
      break;
    }
    case EventKind::region_end:
      builder.end_region(ns, event.id);
      break;
    case EventKind::error: {
      const ErrorRecord error = trace.error(event.id);
      builder.error(ns, error.kind, error.task, error.origin, error.statement, name(error.message));
      break;
    }
  }
}

/// Long, deep, with much memory, a failure, marks, and tasks that are only recorded.
void addMuch(TraceBuilder& builder, const Trace& beginning, std::int64_t ns) {
  const Trace until = builder.snapshot();
  const State state = until.state_at(until.size());
  const auto later = [&](std::int64_t by_ns) { return ns += by_ns; };
  if (state.wait != kNone) builder.end_wait(later(3'000'000), state.wait, kNone);
  if (state.statement != kNone) builder.end_statement(later(10), state.statement);
  for (const TaskId id : beginning.pending_at(until.size(), 1000)) {
    if (beginning.task(id).start < until.size()) builder.end(later(1'000'000), id, Outcome::failed);
  }
  builder.begin_region(later(10), RegionKind::benchmark, builder.intern("much later"));
  const auto lane = static_cast<LaneId>(beginning.lane_count() - 1);
  const NameId name = builder.intern("surprise");
  for (int i = 0; i < 40; ++i) {
    const StatementId statement = builder.begin_statement(later(100), 1 + i % 5);
    const VariableId array = builder.add_variable(builder.intern("array"), true);
    const UseRequest writes[] = {{array, true}};
    builder.enqueue(later(100), name, statement, writes, true);
    builder.allocate(later(1), array, 1'000'000'000);
    builder.end_statement(later(100), statement);
  }
  builder.pool(later(1), 50'000'000'000);
  builder.resident(later(1), 60'000'000'000);
  builder.defer(later(10), name, kNone, {});
  const TaskId first = until.task_count();
  for (TaskId id = first; id < first + 20; ++id) {
    builder.start(later(1'000'000), id, lane);
    builder.end(later(1'000'000), id, id == first ? Outcome::failed : Outcome::ok);
  }
  const NameId message = builder.intern("nobody saw it coming");
  builder.error(later(1), ErrorKind::raised, first, first, kNone, message);
  builder.error(later(1), ErrorKind::surfaced, first, first, kNone, message);
  builder.end_region(later(10), state.marks);
}

/// The first events of a run, and then: little, or much.
Trace continued(const Trace& trace, Seq beginning, bool much) {
  TraceBuilder builder(trace.info());
  builder.set_resident_base(trace.resident_base_bytes());
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
    builder.add_lane(trace.lane(lane).kind, trace.lane(lane).name);
  }
  for (VariableId id = 0; id < trace.variable_count(); ++id) {
    const Variable variable = trace.variable(id);
    builder.add_variable(builder.intern(trace.name(variable.name)), variable.input);
  }
  for (Seq seq = 0; seq < beginning; ++seq) repeat(builder, trace, seq);
  builder.publish();
  const std::int64_t ns = trace.time_ns(beginning - 1) + 700;  // between the two one can look at a moment
  if (much) {
    addMuch(builder, trace, ns);
  } else {
    builder.begin_region(ns, RegionKind::benchmark, builder.intern("soon"));
  }
  builder.publish(true);
  return builder.snapshot();
}

/// What one sees, and what is read out or shown under the mouse.
struct Seen {
  QImage picture;
  QStringList words;
};

Seen seen(MainWindow& window) {
  auto* listing = window.findChild<ListingPane*>();
  if (!QTest::qWaitFor([&] { return listing->upToDate(); })) qFatal("the listing does not come");
  for (int turn = 0; turn < 4; ++turn) QCoreApplication::processEvents();
  Seen result{window.grab().toImage(), {}};
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    for (const QString& words : {widget->accessibleName(), widget->accessibleDescription(), widget->toolTip(),
                                 widget->property("text").toString()}) {
      if (!words.isEmpty()) result.words << widget->objectName() + QStringLiteral(": ") + words;
    }
    if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
      for (int i = 0; i < tabs->count(); ++i) result.words << tabs->tabText(i) << tabs->tabToolTip(i);
    }
  }
  return result;
}

/// Where two pictures differ, for the one who mends it.
QString difference(const QImage& one, const QImage& two) {
  QRect area;
  for (int y = 0; y < one.height(); ++y) {
    for (int x = 0; x < one.width(); ++x) {
      if (one.pixel(x, y) != two.pixel(x, y)) area |= QRect(x, y, 1, 1);
    }
  }
  if (const QByteArray folder = qgetenv("RUNAHEAD_KEEP_PICTURES"); !folder.isEmpty()) {
    one.save(QString::fromLocal8Bit(folder + "/one.png"));
    two.save(QString::fromLocal8Bit(folder + "/two.png"));
  }
  return QStringLiteral("they differ in %1, %2 to %3, %4")
      .arg(area.left())
      .arg(area.top())
      .arg(area.right())
      .arg(area.bottom());
}

void compareSeen(const std::vector<Seen>& little, const std::vector<Seen>& much) {
  QCOMPARE(little.size(), much.size());
  for (std::size_t i = 0; i < little.size(); ++i) {
    for (const QString& one : much[i].words)
      QVERIFY2(little[i].words.contains(one), qPrintable(QStringLiteral("only with the longer run: ") + one));
    QCOMPARE(much[i].words, little[i].words);
    if (much[i].picture != little[i].picture)
      QFAIL(qPrintable(difference(little[i].picture, much[i].picture)));
  }
}

}  // namespace

void HiddenFutureTest::init() {
  m_window = openWindow();
  m_window->resize(1600, 1000);
  m_window->viewState()->cursor()->setFutureVisibility(FutureVisibility::hide);
}

void HiddenFutureTest::cleanup() {
  m_window.reset();
}

void HiddenFutureTest::runsThatBeginAlikeLookAlike_data() {
  QTest::addColumn<QString>("scenario");
  QTest::addColumn<QString>("mode");
  QTest::newRow("many tasks") << QStringLiteral("increment-loop") << QStringLiteral("async");
  QTest::newRow("streams") << QStringLiteral("overlap-copy") << QStringLiteral("stream");
  QTest::newRow("recorded") << QStringLiteral("dead-assignment") << QStringLiteral("lazy");
  QTest::newRow("errors") << QStringLiteral("late-error") << QStringLiteral("async");
}

void HiddenFutureTest::runsThatBeginAlikeLookAlike() {
  QFETCH(QString, scenario);
  QFETCH(QString, mode);
  const Trace whole = simulated(qPrintable(scenario), qPrintable(mode));
  const Seq beginning = whole.size() * 2 / 3;
  ViewState* view = m_window->viewState();
  std::vector<Seen> pictures[2];
  for (const bool much : {false, true}) {
    view->search()->setText(QString());
    openRecording(*m_window, continued(whole, beginning, much));
    for (const Seq cursor : {Seq{0}, beginning / 2, beginning}) {
      view->cursor()->set(cursor);
      pictures[much].push_back(seen(*m_window));
    }
    // In the middle of a task's bar, with something selected and found.
    view->selection()->selectTask(1);
    view->search()->setText(QStringLiteral("a"));
    view->selection()->setRange(TimeRange{0, 2'000'000});
    view->cursor()->setTime(m_window->record()->trace().time_ns(beginning - 1) + 300);
    pictures[much].push_back(seen(*m_window));
  }
  compareSeen(pictures[0], pictures[1]);
}

void HiddenFutureTest::comparedRunsLookAlikeToo() {
  const Trace whole = simulated("increment-loop", "async");
  const Trace other = simulated("increment-loop", "sync");
  const Seq beginning = whole.size() / 2;
  std::vector<Seen> pictures[2];
  for (const bool much : {false, true}) {
    init();
    openRecording(*m_window, continued(whole, beginning, much));
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("other.json"));
    QVERIFY(write_trace_json({&other, 1}, path.toStdString()));
    m_window->sessionFiles()->compareWith(path);
    QTRY_COMPARE(part<QTabBar>(*m_window, "runTabBar")->count(), 2);
    for (const Seq cursor : {Seq{0}, beginning}) {
      m_window->viewState()->cursor()->set(cursor);
      pictures[much].push_back(seen(*m_window));
    }
  }
  compareSeen(pictures[0], pictures[1]);
}

void HiddenFutureTest::whatIsKnownAtTheEndComesWithIt() {
  const Trace trace = simulated("late-error", "async");
  openRecording(*m_window, trace);
  ViewState* view = m_window->viewState();
  const auto told = [&] { return seen(*m_window).words.join(QLatin1Char('\n')); };
  view->cursor()->set(trace.first_at(trace.end_ns()) / 2);
  const QString total = formatTime(trace.end_ns());
  QVERIFY2(!told().contains(QStringLiteral("this run")), qPrintable(told()));
  QVERIFY(!told().contains(total));
  view->cursor()->set(trace.size());
  QVERIFY2(told().contains(total), qPrintable(told()));
  view->cursor()->set(3);
  QVERIFY(!told().contains(total));
  view->cursor()->setFutureVisibility(FutureVisibility::show);
  QVERIFY(told().contains(total));
}
