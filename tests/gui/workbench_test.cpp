// SPDX-License-Identifier: GPL-3.0-or-later
// The workbench without a window: what comes into view when runs begin, end, are closed and come back, what
// goes on while another workspace is open, and how workspaces are found again.
// Not here: the list alone (session_runs_test.cpp), the panes (window tests).
#include <QSignalSpy>
#include <QtTest>

#include "gui/jobs/run_bridge.h"
#include "gui/runs/manual_run.h"
#include "gui/runs/run_settings.h"
#include "gui/session/workbench.h"

namespace runahead::gui {
namespace {

constexpr const char* kHere = "four-statements";
constexpr const char* kElsewhere = "barriers";

struct Bench {
  Bench() { view.visible()->setAnimationMs(0); }
  void open(const char* scenario) {
    bench.openWorkspace(scenario);
    settings.setPreset(Preset::step);
    settings.setClock(Clock::virtual_time);
  }
  void start() { bench.start(*settings.checked()); }
  bool run() {
    start();
    return QTest::qWaitFor([this] { return !bench.bridge()->running(); });
  }
  const std::vector<RunList::Run>& list() const { return bench.runs()->runs(); }

  RecordedTrace record;
  ViewState view{&record};
  RunSettings settings;
  Workbench bench{&record, &view, &settings};
};

}  // namespace

class WorkbenchTest : public QObject {
  Q_OBJECT
 private slots:
  void aRunComesIntoViewAndEnds();
  void whatIsSetIsComparedWithWhatWasMade();
  void whatSomebodyHasSetStaysWhenAStopShowsAnotherRun();
  void aRunGoesOnWhileAnotherWorkspaceIsOpen();
  void anotherWorkspaceIsFoundAsItWasLeft();
  void theRunBesideIsInViewAfterOneWasClosed();
  void onTheFirstPageNothingComesIntoView();
  void onTheFirstPageNothingIsDriven();
  void aManualRunIsLeftAndContinued();
  void aDrivenRunOfAFileIsDrivenOn();
  void aSessionPutsEverythingBack();
};

void WorkbenchTest::aRunComesIntoViewAndEnds() {
  Bench one;
  one.open(kHere);
  QVERIFY(one.bench.open());
  QCOMPARE(one.bench.inView(), kNone);
  QSignalSpy ended(&one.bench, &Workbench::ended), leaving(&one.bench, &Workbench::leaving);
  QVERIFY(one.run());
  QCOMPARE(one.list().size(), std::size_t{1});
  const RunId id = one.list().front().id;
  QCOMPARE(one.bench.inView(), id);
  QCOMPARE(ended.count(), 1);
  QCOMPARE(ended.front().front().toUInt(), id);
  QVERIFY(leaving.count() > 0);
  QVERIFY(one.record.trace().finished());
  QVERIFY(one.list().front().request == one.settings.request());
  one.view.annotations()->toggleBookmark();
  QCOMPARE(one.list().front().bookmarks.size(), std::size_t{1});
}

void WorkbenchTest::whatIsSetIsComparedWithWhatWasMade() {
  Bench one;
  one.open(kHere);
  QVERIFY(!one.bench.madeAsSet());
  QVERIFY(one.run());
  QVERIFY(one.bench.madeAsSet() == true);
  one.settings.setValue("seed", 5);
  QVERIFY(one.bench.madeAsSet() == false);
  QVERIFY(one.run());
  // The settings of a run come with it.
  one.bench.runs()->show(one.list().front().id);
  QVERIFY(one.bench.madeAsSet() == true);
  QCOMPARE(one.settings.value("seed"), std::int64_t{0});
}

void WorkbenchTest::whatSomebodyHasSetStaysWhenAStopShowsAnotherRun() {
  Bench one;
  one.open("increment-loop");
  one.settings.setWaits(Waits::none());
  QVERIFY(one.run());
  const RunId without = one.bench.inView();
  one.settings.setWaits(Waits::each());
  QVERIFY(one.run());
  const RunId with = one.bench.inView();
  // As the user has set nothing since, the settings are those of the run that comes on show, in turn.
  for (const auto& [id, waits] : {std::pair{without, Waits::none()}, {with, Waits::each()}}) {
    one.bench.showAs(id, {});
    QCOMPARE(one.bench.inView(), id);
    QVERIFY(one.settings.waits() == waits);
    QVERIFY(one.bench.madeAsSet() == true);
    one.open(kElsewhere);
    one.bench.showAs(id, {});
    QVERIFY(one.settings.waits() == waits);
    QVERIFY(one.bench.madeAsSet() == true);
  }
  one.settings.setWaits(Waits::every(4));
  for (const RunId id : {without, with}) {
    one.bench.showAs(id, {});
    QVERIFY(one.settings.waits() == Waits::every(4));
    QVERIFY(one.bench.madeAsSet() == false);
    one.open(kElsewhere);
  }
  one.bench.showAs(without, {});
  QVERIFY(one.settings.waits() == Waits::every(4));
}

void WorkbenchTest::aRunGoesOnWhileAnotherWorkspaceIsOpen() {
  Bench one;
  one.open(kHere);
  one.start();
  QVERIFY(one.bench.runsHere());
  one.open(kElsewhere);
  QVERIFY(!one.bench.runsHere());
  QCOMPARE(one.bench.runningWorkspace(), std::string(kHere));
  QSignalSpy ended(&one.bench, &Workbench::ended);
  QVERIFY(ended.wait());
  QCOMPARE(one.bench.inView(), kNone);
  QVERIFY(one.list().empty());
  const RunId id = ended.front().front().toUInt();
  QCOMPARE(one.bench.runs()->workspaceOf(id).scenario, std::string(kHere));
  one.bench.closeWorkspace();
  QVERIFY(!one.bench.open());
  one.bench.openWorkspace(kHere);
  QCOMPARE(one.bench.inView(), id);
  QVERIFY(one.bench.madeAsSet() == true);
}

void WorkbenchTest::anotherWorkspaceIsFoundAsItWasLeft() {
  Bench one;
  one.open(kHere);
  QVERIFY(one.run());
  one.view.annotations()->toggleBreakPoint(2);
  one.view.cursor()->set(7);
  one.view.selection()->selectTask(1);
  one.view.visible()->set(100, 5000);
  one.settings.setValue("workers", 3);
  one.open(kElsewhere);
  QVERIFY(one.view.annotations()->breakPoints().empty());
  QVERIFY(!one.view.shown()->hasRun());
  QVERIFY(one.settings.value("workers") != 3);
  one.bench.openWorkspace(kHere);
  QCOMPARE(one.view.annotations()->breakPoints(), std::set<int>{2});
  QCOMPARE(one.view.cursor()->seq(), Seq{7});
  QCOMPARE(one.view.selection()->task(), TaskId{1});
  QCOMPARE(one.view.visible()->fromNs(), 100.0);
  QCOMPARE(one.view.visible()->toNs(), 5000.0);
  QCOMPARE(one.settings.value("workers"), std::int64_t{3});
  QVERIFY(one.bench.madeAsSet() == false);
}

void WorkbenchTest::theRunBesideIsInViewAfterOneWasClosed() {
  Bench one;
  one.open(kHere);
  QVERIFY(one.run());
  const RunId first = one.bench.inView();
  one.settings.setValue("workers", 2);
  QVERIFY(one.run());
  const RunId second = one.bench.inView();
  QVERIFY(first != second);
  one.view.annotations()->toggleBookmark();
  one.bench.close(second);
  QCOMPARE(one.bench.inView(), first);
  QVERIFY(one.view.annotations()->bookmarks().empty());
  QCOMPARE(one.settings.value("workers"), std::int64_t{1});
  one.bench.close(first);
  QCOMPARE(one.bench.inView(), kNone);
  QVERIFY(!one.bench.madeAsSet());
  one.bench.runs()->reopen();
  one.bench.runs()->reopen();
  QCOMPARE(one.bench.inView(), second);
  QCOMPARE(one.view.annotations()->bookmarks().size(), std::size_t{1});
}

/// A run that is read, or one beside a run that was closed, is shown when its workspace is opened again.
void WorkbenchTest::onTheFirstPageNothingComesIntoView() {
  Bench one;
  one.open(kHere);
  QVERIFY(one.run());
  QVERIFY(one.run());
  const RunId first = one.list()[0].id, second = one.list()[1].id;
  one.bench.closeWorkspace();
  QCOMPARE(one.bench.inView(), kNone);
  one.bench.runs()->show(first);
  QCOMPARE(one.bench.inView(), kNone);
  QVERIFY(!one.view.shown()->hasRun());
  QVERIFY(!one.settings.scenario());
  one.bench.close(first);
  QCOMPARE(one.bench.inView(), kNone);
  QVERIFY(!one.view.shown()->hasRun());
  one.bench.openWorkspace(kHere);
  QCOMPARE(one.bench.inView(), second);
  QVERIFY(one.view.shown()->hasRun());
}

void WorkbenchTest::onTheFirstPageNothingIsDriven() {
  Bench one;
  one.open(kHere);
  one.settings.setClock(Clock::manual);
  one.start();
  bool drove = true;
  QObject::connect(&one.bench, &Workbench::changed, [&] { drove = one.bench.drivesOn(); });
  one.bench.closeWorkspace();
  QVERIFY(!drove);
  // The first state comes while another page is on show.
  QTRY_COMPARE(one.list().size(), std::size_t{1});
  QVERIFY(!one.bench.drivesOn());
}

void WorkbenchTest::aManualRunIsLeftAndContinued() {
  Bench one;
  one.open(kHere);
  one.settings.setClock(Clock::manual);
  one.start();
  QVERIFY(one.bench.drivesOn());
  QTRY_COMPARE(one.bench.branchOnShow(), 0);
  const RunId id = one.bench.inView();
  const auto events = [&] { return one.bench.runs()->find(id)->trace.size(); };
  one.bench.driver()->decide(Choice::Kind::issue);
  QTRY_VERIFY(events() > 0);
  const Seq before = events();

  one.open(kElsewhere);
  QVERIFY(!one.bench.drivesOn());
  one.bench.driver()->decide(Choice::Kind::issue);
  QTRY_VERIFY(events() > before);
  QVERIFY(!one.view.shown()->hasRun());

  one.bench.openWorkspace(kHere);
  QCOMPARE(one.bench.inView(), id);
  QVERIFY(one.bench.drivesOn());
  QSignalSpy ended(&one.bench, &Workbench::ended);
  one.bench.driver()->runTo(RunTo::end);
  QVERIFY(ended.wait());
  QCOMPARE(one.bench.inView(), id);
  QVERIFY(one.record.trace().finished());
  QVERIFY(!one.bench.drivesOn());
  QCOMPARE(one.bench.branchOnShow(), 0);
  one.bench.stop();
  QCOMPARE(one.list().size(), std::size_t{1});
}

void WorkbenchTest::aDrivenRunOfAFileIsDrivenOn() {
  Bench one;
  one.open(kHere);
  one.settings.setClock(Clock::manual);
  one.start();
  QTRY_COMPARE(one.bench.branchOnShow(), 0);
  one.bench.driver()->runTo(RunTo::end);
  QTRY_VERIFY(one.record.trace().finished());

  Bench other;
  other.bench.restore(SessionFile{{one.record.trace()}}, {nullptr});
  QCOMPARE(other.bench.branchOnShow(), 0);
  QVERIFY(other.settings.clock() == Clock::manual);
  QVERIFY(other.bench.madeAsSet() == true);
}

void WorkbenchTest::aSessionPutsEverythingBack() {
  Bench one;
  one.open(kElsewhere);
  QVERIFY(one.run());
  one.open(kHere);
  QVERIFY(one.run());
  one.view.annotations()->toggleBookmark();
  one.view.cursor()->set(5);
  one.settings.setValue("seed", 9);
  SessionToRecover kept = one.bench.session();
  QCOMPARE(kept.session.runs.size(), std::size_t{2});
  // What only a later version knows.
  kept.session.state->runs.front().more = R"({"width":0.25})";
  kept.session.state->workspaces.push_back({{.scenario = "of-tomorrow", .more = R"({"next":{"n":1}})"}});

  Bench other;
  other.open(kHere);
  QVERIFY(other.run());
  other.bench.restore(kept.session, {nullptr, nullptr});
  QCOMPARE(other.bench.runs()->workspace().scenario, std::string(kHere));
  QCOMPARE(other.list().size(), std::size_t{1});
  QCOMPARE(other.view.cursor()->seq(), Seq{5});
  QCOMPARE(other.view.annotations()->bookmarks(), one.view.annotations()->bookmarks());
  QVERIFY(other.settings.request() == one.settings.request());
  QVERIFY(other.bench.madeAsSet() == false);
  other.bench.openWorkspace(kElsewhere);
  QVERIFY(other.view.shown()->hasRun());
  const SessionToRecover again = other.bench.session();
  QCOMPARE(again.session.state->runs.front().more, kept.session.state->runs.front().more);
  QCOMPARE(again.session.state->workspaces.size(), std::size_t{3});
  QCOMPARE(again.session.state->workspaces.back().more, kept.session.state->workspaces.back().more);
}

}  // namespace runahead::gui

QTEST_GUILESS_MAIN(runahead::gui::WorkbenchTest)
#include "workbench_test.moc"
