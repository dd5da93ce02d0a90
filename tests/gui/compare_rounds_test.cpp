// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison of live runs says, and that they are repeated in turn beside the window.
// Not here: the statistics (tests/analysis/spread_test.cpp), the rest of comparing (compare_window_test.cpp).
#include "core/analysis/comparison.h"
#include "core/analysis/spread.h"
#include "core/analysis/summary.h"
#include "core/trace/rounds.h"
#include "gui/jobs/run_bridge.h"
#include "gui/runs/difference_pane.h"
#include "gui/runs/headline.h"
#include "gui/runs/repeater.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/text/compared_text.h"
#include "gui/window/run_control.h"
#include "tests/gui/compare_window_test.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

void CompareTest::headlineSaysWhatLiveRunsAreWorth() {
  Comparison comparison;
  comparison.labels = {verbatim("waits each"), verbatim("waits none")};
  comparison.rows = {
      {.what = "total", .unit = ComparedUnit::time, .values = {13'000'000, 10'000'000}},
      {.what = "peak in use", .unit = ComparedUnit::bytes, .values = {1000, 5000}},
  };
  ComparedRow& totals = comparison.rows.front();
  totals.standings.assign(2, {.exact = false, .set = 0, .rounds = {}});
  QCOMPARE(
      headline(comparison),
      QStringLiteral("One run each: repeat both before comparing. B, waits none, needs 4.0 kB more memory."));
  const auto inRounds = [&](std::vector<std::int64_t> a, std::vector<std::int64_t> b) {
    totals.standings = {{.exact = false, .set = 1, .rounds = std::move(a)},
                        {.exact = false, .set = 1, .rounds = std::move(b)}};
  };
  inRounds({13, 14, 12}, {10, 10, 10});
  QCOMPARE(headline(comparison),
           QStringLiteral("A takes 1.30 times as long as B (1.20 to 1.40 in 3 rounds). B, waits none, takes "
                          "3.00 ms less and needs 4.0 kB more memory."));
  QCOMPARE(comparedLines(comparison, false)[4].what, QStringLiteral("ratio to A, from"));
  inRounds({13, 10, 12}, {10, 13, 10});
  QCOMPARE(headline(comparison),
           QStringLiteral("No difference between A and B that can be seen (0.77 to 1.30 "
                          "in 3 rounds). B, waits none, needs 4.0 kB more memory."));
  QCOMPARE(comparedRatio(totals, 1), QStringLiteral("≈ 1"));
}

void CompareTest::liveRunsAreRepeatedInTurn() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  for (int i = 0; i < 2; ++i) {
    m_window->runControl()->run();
    QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  }
  QVERIFY(textOf(*m_window, "runComparison").contains(QStringLiteral("one run each")));
  QTest::keyClick(m_window.get(), Qt::Key_C);
  auto* differences = part<DifferencePane>(*m_window, "differencePane");
  Repeater* const repeater = differences->repeater();
  QCOMPARE(repeater->state(), Repeater::State::offered);
  QTRY_VERIFY(!differences->busy());
  QVERIFY(textOf(*m_window, "headline")
              .startsWith(QStringLiteral("One run each: repeat both before comparing.")));
  const RunId id = m_window->workbench()->runs()->shown()->id;
  click(*m_window, "repeat");
  QCOMPARE(repeater->state(), Repeater::State::making);
  QTRY_COMPARE(repeater->state(), Repeater::State::made);
  QVERIFY(!part(*m_window, "repeat")->isVisible());
  QCOMPARE(m_window->workbench()->runs()->shown()->id, id);
  for (const RunList::Run& run : m_window->workbench()->runs()->runs()) {
    QVERIFY(run.trace.info().rounds);
    QVERIFY(run.trace.info().rounds->count() >= 3);
    QCOMPARE(*run.total_ns, spread_of(*run.trace.info().rounds->find("total")).median);
    QCOMPARE(*run.total_ns, total_ns(run.trace));  // the record is that of the median
  }
  QCOMPARE(m_window->viewState()->shown()->trace().info().rounds,
           m_window->workbench()->runs()->shown()->trace.info().rounds);
  for (const ComparePane::Part& part : pane()->parts()) QVERIFY(part.view->shown()->trace().info().rounds);
  QTRY_VERIFY(!differences->busy());
  QVERIFY(textOf(*m_window, "headline").contains(QStringLiteral(" rounds)")));
  QVERIFY(textOf(*m_window, "runComparison").contains(QStringLiteral("rounds)")) ||
          !textOf(*m_window, "runComparison").contains(QStringLiteral("one run each")));
  // A further run was not made in turn with them.
  m_window->runControl()->run();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  QCOMPARE(repeater->state(), Repeater::State::offered);
}

void CompareTest::roundsAreStoppedAndLeaveTheRunsAsTheyWere() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  for (int i = 0; i < 2; ++i) {
    m_window->runControl()->run();
    QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  }
  QTest::keyClick(m_window.get(), Qt::Key_C);
  Repeater* const repeater = part<DifferencePane>(*m_window, "differencePane")->repeater();
  repeater->start();
  repeater->stop();
  QTRY_VERIFY(repeater->state() != Repeater::State::making);
  if (repeater->state() == Repeater::State::offered) {
    for (const RunList::Run& run : m_window->workbench()->runs()->runs()) QVERIFY(!run.trace.info().rounds);
  }
  // Runs of a file may come from anywhere.
  open({incrementLoopTrace(5, true), incrementLoopTrace(5), incrementLoopTrace(6)});
  if (!m_window->workbench()->runs()->comparing()) QTest::keyClick(m_window.get(), Qt::Key_C);
  QCOMPARE(repeater->state(), Repeater::State::refused);
  QVERIFY(textOf(*m_window, "repeatWords").contains(QStringLiteral("comes from a file")));
  QVERIFY(!part(*m_window, "repeat")->isVisible());
}
