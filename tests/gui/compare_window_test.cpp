// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings come by way of files, as a user opens them; times are those of the synthetic traces.
#include "tests/gui/compare_window_test.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTemporaryDir>

#include "core/analysis/comparison.h"
#include "core/analysis/summary.h"
#include "gui/export/export_dialog.h"
#include "gui/jobs/run_bridge.h"
#include "gui/runs/difference_pane.h"
#include "gui/runs/difference_table.h"
#include "gui/runs/headline.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/text/compared_text.h"
#include "gui/text/format.h"
#include "gui/timeline/chart_pane.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/theme.h"
#include "gui/window/exporter.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

Comparison ofNumbers(std::vector<std::optional<std::int64_t>> totals,
                     std::vector<std::optional<std::int64_t>> peaks) {
  Comparison comparison;
  const char* labels[] = {"waits each", "waits none", "lazy"};
  for (std::size_t i = 0; i < totals.size(); ++i) comparison.labels.push_back(verbatim(labels[i]));
  comparison.rows.push_back({.what = "total", .unit = ComparedUnit::time, .values = std::move(totals)});
  comparison.rows.push_back({.what = "peak in use", .unit = ComparedUnit::bytes, .values = std::move(peaks)});
  return comparison;
}

Trace emptyTrace() {
  TraceBuilder builder(incrementLoopInfo(0));
  builder.publish(true);
  return builder.snapshot();
}

bool near(double one, double two) {
  return std::abs(one - two) <= 2;
}

}  // namespace

void CompareTest::headlineSaysWhatTheNumbersSay() {
  QCOMPARE(
      headline(ofNumbers({8'165'000'000, 8'050'000'000}, {54'500'000, 262'500'000})),
      QStringLiteral(
          "Both run for about 8.16 s. B, waits none, takes 115.0 ms less and needs 208.0 MB more memory."));
  QCOMPARE(headline(ofNumbers({13'000'000, 10'000'000}, {1000, 1000})),
           QStringLiteral("B is 1.30 times as fast. B, waits none, takes 3.00 ms less."));
  QCOMPARE(headline(ofNumbers({10, std::nullopt}, {1'000'000, 3'000'000})),
           QStringLiteral("B, waits none, needs 2.0 MB more memory."));
  QVERIFY(headline(ofNumbers({30'000'000, 10'000'000, 20'000'000}, {5, 5, 5}))
              .startsWith(
                  QStringLiteral("B, waits none, takes 10.0 ms; A, waits each, takes 30.0 ms, 3.00 times")));
  QVERIFY(headline(ofNumbers({7}, {7})).isEmpty());
}

void CompareTest::tableHasEveryRowOfTheComparison() {
  const Trace runs[] = {incrementLoopTrace(100, true), incrementLoopTrace(100)};
  const Comparison comparison = compare(runs);
  DifferenceTable table;
  table.setComparison(comparison, 0);
  const auto& lines = table.lines();
  QCOMPARE(lines.size(), comparison.differences.size() + comparison.rows.size());
  for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
    const ComparedRow& row = comparison.rows[i];
    const auto& line = lines[comparison.differences.size() + i];
    QCOMPARE(line.what.toLower(), QString::fromStdString(row.what).toLower());
    for (std::size_t run = 0; run < 2; ++run) {
      if (row.unit != ComparedUnit::time || !row.values[run]) continue;
      QCOMPARE(line.cells[run].value, formatTime(*row.values[run]));
    }
    QVERIFY(line.cells[0].ratio.isEmpty());
    QCOMPARE(line.cells[1].ratio, comparedRatio(row, 1));
  }
}

void CompareTest::linesGoThroughAllExtremes() {
  const Trace trace = incrementLoopTrace(200);
  TimeAxis axis;
  axis.toNs = static_cast<double>(trace.end_ns());
  axis.widthPx = 300;
  const CounterColumns columns = reduceCounters(trace, axis);
  const RunSummary summary = summarize(trace);
  const RunCurve depth = kDepthChart.curve(columns), memory = kMemoryChart.curve(columns);
  const auto most = [](const RunCurve& curve) {
    return std::max_element(curve.columns.begin(), curve.columns.end(),
                            [](const auto& a, const auto& b) { return a.most < b.most; })
        ->most;
  };
  QCOMPARE(most(depth), static_cast<double>(summary.max_depth));
  QCOMPARE(most(memory), static_cast<double>(summary.peak_live_bytes));
  for (const RunCurve& curve : {depth, memory}) {
    QCOMPARE(curve.endPx, columns.endPx);
    double level = curve.columns.front().after;
    for (const ChartSeries::Column& column : curve.columns) {
      // From the level before, by what was recorded, to the level after.
      QVERIFY(column.least <= level && level <= column.most);
      QVERIFY(column.least <= column.after && column.after <= column.most);
      level = column.after;
    }
  }
}

void CompareTest::init() {
  m_window = openWindow();
}

void CompareTest::cleanup() {
  m_window.reset();
}

void CompareTest::open(const std::vector<Trace>& traces) {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("runs.json"));
  QVERIFY(write_trace_json(traces, path.toStdString()).ok());
  m_window->sessionFiles()->open(path);
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), traces.size());
}

ComparePane* CompareTest::pane() const {
  return part<ComparePane>(*m_window, "comparePane");
}

bool CompareTest::togetherNow() const {
  // A class has a pane of its own.
  return std::ranges::all_of(m_window->findChildren<ComparePane*>(), [](const ComparePane* pane) {
    const auto& parts = pane->parts();
    return std::ranges::all_of(parts, [&parts](const ComparePane::Part& one) {
      const ComparePane::Part& first = parts.front();
      const auto same = [&](double own, double of_first) { return near(own + one.shiftNs, of_first); };
      return same(one.view->visible()->fromNs(), first.view->visible()->fromNs()) &&
             same(one.view->visible()->toNs(), first.view->visible()->toNs()) &&
             same(static_cast<double>(one.view->cursor()->ns()),
                  static_cast<double>(first.view->cursor()->ns()));
    });
  });
}

void CompareTest::runsStandOnOneScale() {
  open({incrementLoopTrace(50, true), incrementLoopTrace(50)});
  QVERIFY(!pane()->isVisible());
  click(*m_window, "compare");
  QVERIFY(pane()->isVisible());
  QVERIFY(!part(*m_window, "timeline")->isVisible());
  QCOMPARE(pane()->parts().size(), std::size_t{2});
  QCOMPARE(pane()->parts()[0].view, m_window->viewState());
  checkTogether();
  // All of both is in sight.
  for (const auto& one : pane()->parts()) {
    QVERIFY(one.view->visible()->fromNs() <= 0);
    QVERIFY(one.view->visible()->toNs() >= static_cast<double>(one.view->shown()->trace().end_ns()));
  }
  QTest::keyClick(m_window.get(), Qt::Key_W);
  checkTogether();
  m_window->viewState()->cursor()->set(40);
  checkTogether();
  auto* lower = part<TimelineView>(*m_window, "comparedTimelineB");
  const QPoint place(lower->width() / 2, 15);
  QTest::mouseClick(lower, Qt::LeftButton, {}, place);
  checkTogether();
  QVERIFY(near(static_cast<double>(pane()->parts()[1].view->cursor()->ns()), lower->axis().ns(place.x())));
  clickSegment(*m_window, "compareAlign", QStringLiteral("end"));
  checkTogether();
  const auto& parts = pane()->parts();
  const Trace traces[] = {parts[0].view->shown()->trace(), parts[1].view->shown()->trace()};
  QCOMPARE(parts[1].shiftNs, static_cast<double>(shifts_ns(traces, Alignment::end)[1]));
  QVERIFY(parts[1].shiftNs != 0);
  // Alone again: the axis is that of the one run.
  click(*m_window, "compare");
  QVERIFY(!pane()->isVisible());
  QVERIFY(part(*m_window, "timeline")->isVisible());
  m_window->viewState()->visible()->fitAll();
  QCOMPARE(m_window->viewState()->visible()->fromNs(), 0.0);
  QVERIFY(m_window->viewState()->visible()->toNs() <
          1.05 * static_cast<double>(m_window->viewState()->shown()->trace().end_ns()));
}

void CompareTest::keyButtonAndMenuDoTheSame() {
  QTest::keyClick(m_window.get(), Qt::Key_C);  // nothing to compare
  QVERIFY(!m_window->workbench()->runs()->comparing());
  open({incrementLoopTrace(5, true)});
  QVERIFY(!part(*m_window, "compare")->isVisible());
  QVERIFY(!m_window->findChild<QAction*>(QStringLiteral("actionCompare"))->isEnabled());
  QTest::keyClick(m_window.get(), Qt::Key_C);
  QVERIFY(!m_window->workbench()->runs()->comparing());
  open({incrementLoopTrace(5, true), incrementLoopTrace(5)});
  auto* button = part<QAbstractButton>(*m_window, "compare");
  auto* action = m_window->findChild<QAction*>(QStringLiteral("actionCompare"));
  const auto all = [&](bool on) {
    QCOMPARE(m_window->workbench()->runs()->comparing(), on);
    QCOMPARE(button->isChecked(), on);
    QCOMPARE(action->isChecked(), on);
    QCOMPARE(part(*m_window, "differencePane")->isVisible(), on);
    QCOMPARE(part(*m_window, "comparePane")->isVisible(), on);
  };
  all(false);
  QTest::keyClick(m_window.get(), Qt::Key_C);
  all(true);
  click(*m_window, "compare");
  all(false);
  action->trigger();
  all(true);
  m_window->chooseScenario(QStringLiteral("barriers"));
  QVERIFY(!m_window->workbench()->runs()->comparing());
  QVERIFY(!part(*m_window, "differencePane")->isVisible());
}

void CompareTest::boxesSayWhoTakesPart() {
  std::vector<Trace> traces;
  for (const int n : {5, 10, 15, 20, 25, 30}) traces.push_back(incrementLoopTrace(n));
  open(traces);
  QTest::keyClick(m_window.get(), Qt::Key_C);
  QCOMPARE(pane()->parts().size(), RunList::kCompared);
  const auto boxOf = [&](std::size_t run) {
    const RunId id = m_window->workbench()->runs()->runs()[run].id;
    return part<QAbstractButton>(*m_window, qPrintable(QStringLiteral("compareBox%1").arg(id)));
  };
  // The one on show and the newest.
  QVERIFY(boxOf(3)->isChecked() && boxOf(5)->isChecked() && !boxOf(1)->isChecked());
  QVERIFY(!boxOf(0)->isEnabled());
  QTest::mouseClick(boxOf(3), Qt::LeftButton);
  QCOMPARE(pane()->parts().size(), std::size_t{3});
  QTest::mouseClick(boxOf(1), Qt::LeftButton);
  QTest::mouseClick(boxOf(2), Qt::LeftButton);
  QCOMPARE(pane()->parts().size(), std::size_t{5});
  QCOMPARE(pane()->parts().back().view->shown()->trace().task_count(), 31U);
  checkTogether();
  // By key.
  boxOf(2)->setFocus();
  QTest::keyClick(boxOf(2), Qt::Key_Space);
  QCOMPARE(pane()->parts().size(), std::size_t{4});
  auto* differences = part<DifferencePane>(*m_window, "differencePane");
  QTRY_VERIFY(!differences->busy());
  QCOMPARE(differences->comparison().labels.size(), std::size_t{4});
}

void CompareTest::fourRunsAtOnce() {
  const std::vector<Trace> traces = {incrementLoopTrace(40, true), incrementLoopTrace(40),
                                     incrementLoopTrace(80, true), incrementLoopTrace(80)};
  open(traces);
  QTest::keyClick(m_window.get(), Qt::Key_C);
  for (const char* name :
       {"comparedTimelineA", "comparedTimelineB", "comparedTimelineC", "comparedTimelineD"})
    QTRY_VERIFY(!part(*m_window, name)->visibleRegion().isEmpty());
  auto* differences = part<DifferencePane>(*m_window, "differencePane");
  QTRY_VERIFY(!differences->busy());
  const Comparison direct = compare(traces);
  QCOMPARE(differences->comparison().rows.size(), direct.rows.size());
  for (std::size_t i = 0; i < direct.rows.size(); ++i) {
    QCOMPARE(differences->comparison().rows[i].what, direct.rows[i].what);
    QVERIFY(differences->comparison().rows[i].values == direct.rows[i].values);
  }
  QCOMPARE(textOf(*m_window, "headline"), headline(direct));
  QVERIFY(!headline(direct).isEmpty());
}

void CompareTest::aRunAThousandTimesShorter() {
  open({incrementLoopTrace(3000), incrementLoopTrace(1)});
  QTest::keyClick(m_window.get(), Qt::Key_C);
  const auto& parts = pane()->parts();
  const Trace longer = parts[0].view->shown()->trace(), shorter = parts[1].view->shown()->trace();
  QVERIFY(longer.end_ns() > 1000 * shorter.end_ns());
  checkTogether();
  QVERIFY(parts[1].view->visible()->toNs() >= static_cast<double>(longer.end_ns()));
  for (const QString& at : {QStringLiteral("end"), QStringLiteral("start")}) {
    clickSegment(*m_window, "compareAlign", at);
    checkTogether();
    // One can come as close as the short run needs.
    const double to = static_cast<double>(shorter.end_ns());
    parts[1].view->visible()->set(0, to);
    checkTogether();
    QVERIFY(near(parts[1].view->visible()->fromNs(), 0) && near(parts[1].view->visible()->toNs(), to));
    parts[1].view->cursor()->setTime(shorter.end_ns() / 2);
    checkTogether();
    QTest::keyClick(m_window.get(), Qt::Key_0);
    checkTogether();
    QVERIFY(parts[0].view->visible()->fromNs() <= 0);
  }
  m_window->grab();
}

void CompareTest::anEmptyRun() {
  open({incrementLoopTrace(20), emptyTrace()});
  QTest::keyClick(m_window.get(), Qt::Key_C);
  QCOMPARE(pane()->parts().size(), std::size_t{2});
  QCOMPARE(pane()->parts()[1].view->shown()->trace().size(), Seq{0});
  for (const char* at : {"start", "end"}) {
    clickSegment(*m_window, "compareAlign", QString::fromLatin1(at));
    m_window->viewState()->cursor()->set(30);
    m_window->grab();
  }
  auto* differences = part<DifferencePane>(*m_window, "differencePane");
  QTRY_VERIFY(!differences->busy());
  // Also as the one on show.
  m_window->workbench()->runs()->show(m_window->workbench()->runs()->runs()[1].id);
  QCOMPARE(m_window->viewState()->shown()->trace().size(), Seq{0});
  m_window->grab();
  QCOMPARE(pane()->parts()[0].view->shown()->trace().task_count(), 21U);
}

void CompareTest::marksStandUnderOneAnother() {
  open({incrementLoopTrace(50, true), incrementLoopTrace(20)});
  QTest::keyClick(m_window.get(), Qt::Key_C);
  clickSegment(*m_window, "compareAlign", QStringLiteral("mark"));
  checkTogether();
  const auto& parts = pane()->parts();
  const auto markX = [&](std::size_t run, const char* name) {
    const Trace& trace = parts[run].view->shown()->trace();
    return part<TimelineView>(*m_window, name)
        ->axis()
        .x(static_cast<double>(trace.time_ns(trace.region(0).begin)));
  };
  QVERIFY(std::abs(markX(0, "comparedTimelineA") - markX(1, "comparedTimelineB")) < 0.01);
  // Without a mark in common there is nothing to choose.
  open({incrementLoopTrace(5), largeTrace(50, 2)});
}

void CompareTest::chartsHoldAllRuns() {
  open({incrementLoopTrace(20, true), incrementLoopTrace(60)});
  auto* chart = part<ChartPane>(*m_window, "depthChart");
  const QImage alone = chart->grab().toImage();
  QTest::keyClick(m_window.get(), Qt::Key_C);
  const QImage both = chart->grab().toImage();
  QVERIFY(alone.size() != both.size() || alone != both);
  // The line of the deeper run reaches far above what the run on show fills.
  const QRectF plot = chart->plotRect();
  const QColor paper = currentTheme().paper, grid = currentTheme().grid;
  int drawn = 0;
  for (int x = static_cast<int>(plot.left()) + 2; x < static_cast<int>(plot.right()) - 2; ++x) {
    for (int y = static_cast<int>(plot.top()); y < static_cast<int>(plot.center().y()); ++y) {
      const QColor pixel = both.pixelColor(x, y);
      if (pixel != paper && pixel != grid && pixel != currentTheme().cursor) ++drawn;
    }
  }
  QVERIFY(drawn > 50);
  QTest::keyClick(m_window.get(), Qt::Key_C);
  QCOMPARE(chart->grab().toImage().size(), alone.size());
}

void CompareTest::aSecondFileJoins() {
  open({incrementLoopTrace(20, true)});
  const Trace first = m_window->viewState()->shown()->trace();
  const QTemporaryDir directory;
  const auto write = [&](const char* name, const std::vector<Trace>& traces) {
    const QString path = directory.filePath(QString::fromLatin1(name));
    if (!write_trace_json(traces, path.toStdString())) qFatal("not written");
    return path;
  };
  m_window->sessionFiles()->compareWith(write("b.json", {incrementLoopTrace(30)}));
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
  QVERIFY(m_window->workbench()->runs()->comparing());
  QCOMPARE(m_window->viewState()->shown()->trace().size(), first.size());  // what was on show stays
  // While runs are compared, what is dropped joins them, also of another scenario, and more than four.
  std::vector<Trace> more = {largeTrace(100, 3)};
  for (int n = 1; n <= 3; ++n) more.push_back(incrementLoopTrace(n));
  QMimeData dropped;
  dropped.setUrls({QUrl::fromLocalFile(write("c.json", more))});
  QDragEnterEvent enter(QPoint(800, 500), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(m_window.get(), &enter);
  QVERIFY(enter.isAccepted());
  QDropEvent drop(QPointF(800, 500), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(m_window.get(), &drop);
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{6});
  QCOMPARE(pane()->parts().size(), std::size_t{6});
  checkTogether();
  // The other scenario's run comes on show with what there is to say of it, and back.
  m_window->workbench()->runs()->show(m_window->workbench()->runs()->runs()[2].id);
  QVERIFY(!m_window->runSettings()->scenario());
  QCOMPARE(m_window->viewState()->shown()->trace().lane_count(), 4U);
  m_window->workbench()->runs()->show(m_window->workbench()->runs()->runs()[0].id);
  QCOMPARE(m_window->runSettings()->scenario()->id, std::string("increment-loop"));
  // None goes for those that come.
  m_window->sessionFiles()->compareWith(write("d.json", more));
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{10});
  QVERIFY(!part(*m_window, "notice")->isVisible());
  // A file that cannot be read changes nothing.
  m_window->sessionFiles()->compareWith(directory.filePath(QStringLiteral("none.json")));
  QTest::qWait(0);
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{10});
}

void CompareTest::severalFilesAreCompared() {
  const QTemporaryDir directory;
  QStringList paths;
  for (const int n : {10, 20, 30}) {
    paths << directory.filePath(QStringLiteral("%1.json").arg(n));
    const std::vector<Trace> traces{incrementLoopTrace(n)};
    QVERIFY(write_trace_json(traces, paths.back().toStdString()).ok());
  }
  // As the command line hands them over.
  for (const QString& path : paths) {
    const Result<SessionFile> file = read_session(path.toStdString());
    QVERIFY(file.ok());
    m_window->sessionFiles()->take(path, *file);
  }
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{3});
  QVERIFY(m_window->workbench()->runs()->comparing());
  checkTogether();
  m_window->sessionFiles()->open(paths[1]);
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
  QCOMPARE(m_window->viewState()->shown()->trace().task_count(), 21U);
}

void CompareTest::whatIsOutOfSightScrolls() {
  open({incrementLoopTrace(20), incrementLoopTrace(20), incrementLoopTrace(20), incrementLoopTrace(20)});
  m_window->workbench()->runs()->setChosen(m_window->workbench()->runs()->runs()[3].id, true);
  m_window->runControl()->setComparing(true);
  m_window->resize(1280, 720);
  auto* const bar = part<QScrollBar>(*m_window, "compareBar");
  auto* const scroll = part<QScrollArea>(*m_window, "compareScroll");
  QTRY_VERIFY(bar->isVisible());
  QCOMPARE(bar->mapTo(m_window.get(), bar->rect().topRight()).x(),
           scroll->mapTo(m_window.get(), scroll->rect().topRight()).x());
  bar->setValue(bar->maximum());
  QCOMPARE(scroll->verticalScrollBar()->value(), scroll->verticalScrollBar()->maximum());
  m_window->resize(1920, 1400);
  QTRY_VERIFY(!bar->isVisible());
  // No value of the table is cut, however many runs there are.
  const auto* const table = part<DifferenceTable>(*m_window, "differenceTable");
  int widest = 0;
  for (const ComparedLine& line : table->lines()) {
    for (const ComparedLine::Cell& cell : line.cells) {
      widest = std::max(widest, QFontMetrics(monoFont(13)).horizontalAdvance(cell.value));
    }
  }
  QVERIFY(table->minimumWidth() >= 4 * widest);
}

void CompareTest::aClickOnAHeadShowsThatRun() {
  open({incrementLoopTrace(20, true), incrementLoopTrace(30)});
  QTest::keyClick(m_window.get(), Qt::Key_C);
  click(*m_window, "runHeadB");
  QTRY_COMPARE(m_window->viewState()->shown()->trace().task_count(), 31U);
  QCOMPARE(pane()->parts()[1].view, m_window->viewState());
  QCOMPARE(pane()->parts()[0].view->shown()->trace().task_count(), 21U);
  checkTogether();
  QCOMPARE(part<QTabBar>(*m_window, "runTabBar")->currentIndex(), 1);
}

void CompareTest::exportsHoldTheComparedRuns() {
  open({incrementLoopTrace(40, true), incrementLoopTrace(40), incrementLoopTrace(20)});
  RunList* const runs = m_window->workbench()->runs();
  for (const RunList::Run& run : runs->runs()) runs->setChosen(run.id, &run != &runs->runs()[1]);
  runs->show(runs->runs().front().id);
  runs->setAlignment(Alignment::end, {});
  QTemporaryDir directory;
  const auto exported = [&](const char* name) {
    const QString path = directory.filePath(QString::fromLatin1(name));
    m_window->exporter()->exportTo(path);
    QFile file(path);
    [&] { QTRY_VERIFY(file.exists()); }();
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  };
  runs->setComparing(false);
  QVERIFY(!exported("one.svg").contains("runs on one time scale"));
  QVERIFY(!exported("one.csv").contains("\n2,"));
  runs->setComparing(true);
  QCOMPARE(runs->compared().size(), 2U);
  QVERIFY(exported("two.svg").contains("2 runs on one time scale, aligned at their ends"));
  QVERIFY(exported("two.csv").contains("\n2,"));
  m_window->findChild<QAction*>("actionExport")->trigger();
  auto* const dialog = m_window->findChild<ExportDialog*>();
  QVERIFY(dialog != nullptr);
  QCOMPARE(dialog->traces().size(), 2U);
  QCOMPARE(dialog->chosen()->alignment, Alignment::end);
  const QString path = directory.filePath(QStringLiteral("dialog.svg"));
  dialog->save(path);
  auto* const message = dialog->findChild<QLabel*>(QStringLiteral("exportMessage"));
  QTRY_VERIFY(message->text().contains(path));
  QVERIFY(QFileInfo(path).size() > 0);
  dialog->save(directory.filePath(QStringLiteral("no/such/place.svg")));
  QTRY_VERIFY(message->text().contains(QStringLiteral("no/such")));
  QApplication::clipboard()->clear();
  dialog->copy();
  QTRY_VERIFY(!QApplication::clipboard()->image().isNull());
  dialog->close();
}

void CompareTest::aRunThatGrowsIsFollowed() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  m_window->runControl()->run();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  m_window->runSettings()->setValue("n", 10000000);
  m_window->runControl()->run();
  QTRY_VERIFY(m_window->workbench()->runs()->runs().size() == 2);
  QTest::keyClick(m_window.get(), Qt::Key_C);
  m_window->workbench()->runs()->show(m_window->workbench()->runs()->runs()[0].id);
  const ViewState* growing = pane()->parts()[1].view;
  const Seq before = growing->shown()->trace().size();
  QTRY_VERIFY(growing->shown()->trace().size() > before);
  m_window->runControl()->stop();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  auto* differences = part<DifferencePane>(*m_window, "differencePane");
  QTRY_VERIFY(!differences->busy());
  QCOMPARE(*differences->comparison().rows.front().values[0],
           total_ns(m_window->viewState()->shown()->trace()));
}
