// SPDX-License-Identifier: GPL-3.0-or-later
// Plain functions first; then the window with real runs of the preset `step`, worked by mouse.
#include "tests/gui/window_margin_test.h"

#include <QComboBox>
#include <QMenu>
#include <QTabBar>
#include <QTemporaryDir>

#include "core/analysis/summary.h"
#include "core/trace/rounds.h"
#include "gui/jobs/run_bridge.h"
#include "gui/listing/code_view.h"
#include "gui/listing/line_waits.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/runs/run_tabs.h"
#include "gui/text/struck_text.h"
#include "gui/timeline/timeline_view.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

using Kind = LineWait::Kind;

Waits waitsOf(const char* text) {
  return *Waits::parse(text);
}

std::vector<Kind> kindsOf(const char* scenario, const char* waits, const char* shown = nullptr,
                          Mode mode = Mode::async) {
  const TraceInfo info{{.source = {scenario, {}}, .waits = waitsOf(shown ? shown : "none")}};
  std::vector<Kind> kinds;
  for (const LineWait& wait :
       lineWaits(*find_scenario(scenario), mode, waitsOf(waits), shown ? &info : nullptr, 7)) {
    kinds.push_back(wait.kind);
  }
  return kinds;
}

Trace traceOf(const RunRequest& request) {
  TraceBuilder builder(TraceInfo{request});
  builder.publish(true);
  return builder.snapshot();
}

QTabBar* tabs(const MainWindow& window) {
  return part<QTabBar>(window, "runTabBar");
}

void clickTab(const MainWindow& window, int tab) {
  QTest::mouseClick(tabs(window), Qt::LeftButton, {}, tabs(window)->tabRect(tab).center());
}

}  // namespace

void MarginTest::linesSayWhereRunsWait() {
  using enum LineWait::Kind;
  QVERIFY((kindsOf("increment-loop", "each") == std::vector{none, always, none, none, none, taken, always}));
  QVERIFY((kindsOf("increment-loop", "none") == std::vector{none, always, none, none, none, absent, always}));
  QVERIFY((kindsOf("increment-loop", "none", "each")[5] == removed));
  QVERIFY((kindsOf("increment-loop", "every:8", "none")[5] == added));
  QVERIFY((kindsOf("increment-loop", "every:8", "each")[5] == taken));
  QVERIFY((kindsOf("barriers", "4,6", "program") ==
           std::vector{none, always, none, added, absent, taken, always}));
  // The wait that is left out is a line of the program; one behind a line is not.
  const auto struck = [](const char* scenario, const char* waits, int line) {
    return lineWaits(*find_scenario(scenario), Mode::async, waitsOf(waits), nullptr,
                     12)[static_cast<std::size_t>(line - 1)]
               .struck == std::vector<LinePart>{{line}};
  };
  QVERIFY(struck("increment-loop", "none", 6));
  QVERIFY(!struck("increment-loop", "every:8", 6));
  QVERIFY(!struck("barriers", "none", 6));
  QVERIFY(struck("barriers", "4", 6));
  QVERIFY(!struck("barriers", "program", 4));
  QVERIFY(!struck("barriers", "4", 7));
  // A run of something else says nothing of these lines.
  const TraceInfo other{{.source = {"tiny-tasks", {}}, .waits = Waits::none()}};
  QVERIFY(lineWaits(*find_scenario("increment-loop"), Mode::async, Waits::each(), &other, 7)[5].kind ==
          taken);
}

void MarginTest::aLineHasTheMarkOfWhatItDid() {
  TraceBuilder builder(
      TraceInfo{{.source = {"increment-loop", {}}, .mode = Mode::stream, .waits = Waits::each()}});
  for (const int line : {2, 3, 6, 7}) {
    const StatementId statement = builder.begin_statement(line, line);
    // One that finds its value there is a wait all the same.
    if (line == 3 || line == 6)
      builder.end_wait(line, builder.begin_wait(line, WaitReason::item, statement, kNone),
                       line == 3 ? 0 : kNone);
    builder.end_statement(line, statement);
  }
  builder.publish();
  QVERIFY(seenWaits(builder.snapshot()).none.empty());
  builder.publish(true);
  const Trace trace = builder.snapshot();
  const SeenWaits seen = seenWaits(trace);
  QVERIFY((seen.none == std::set{2, 7}));
  const auto next = [&](Mode mode) {
    return lineWaits(*find_scenario("increment-loop"), mode, Waits::each(), &trace.info(), 7, seen);
  };
  QVERIFY(next(Mode::stream)[1].kind == Kind::none && next(Mode::stream)[6].kind == Kind::none);
  QVERIFY(next(Mode::stream)[1].explanation.contains(QStringLiteral("nothing to wait for")));
  QVERIFY(next(Mode::stream)[5].kind == Kind::taken);
  // A call of which the text does not tell that it waits.
  QVERIFY(next(Mode::stream)[2].kind == Kind::always && next(Mode::async)[2].kind == Kind::none);
  QVERIFY(next(Mode::stream)[2].explanation.contains(QStringLiteral("waited in the run on show")));
  QVERIFY(next(Mode::async)[1].kind == Kind::always);
}

void MarginTest::onlyWhatGoesIsStruck() {
  const QString line = QStringLiteral("    é = '𝄞'; f(é).item()  # ü");
  const int behind = static_cast<int>(line.left(line.indexOf(u".item")).toUtf8().size());
  const LinePart out[] = {{2}, {3, behind, behind + 7}, {4, behind, 4000}, {5, 900, 904}};
  const auto struck = [&](int number) {
    QStringList texts;
    for (const TextPiece& piece : piecesOf(line, struckSpans(line, number, out)))
      texts << (piece.struck ? u'-' + piece.text + u'-' : piece.text);
    return texts.join(QString());
  };
  QCOMPARE(struck(1), line);
  QCOMPARE(struck(2), QStringLiteral("    -é = '𝄞'; f(é).item()  # ü-"));
  QCOMPARE(struck(3), QStringLiteral("    é = '𝄞'; f(é)-.item()-  # ü"));
  QCOMPARE(struck(4), QStringLiteral("    é = '𝄞'; f(é)-.item()  # ü-"));
  QCOMPARE(struck(5), line);
  QVERIFY(strikesAll(line, struckSpans(line, 2, out)) && !strikesAll(line, struckSpans(line, 3, out)));
  // Of a row that goes on with the line.
  const auto rest = piecesOf(QStringLiteral("(é).item()"), struckSpans(line, 3, out), line.indexOf(u"(é)"));
  QVERIFY(rest.size() == 2 && !rest[0].struck && rest[1].struck && rest[1].text == QLatin1String(".item()"));
}

void MarginTest::aFailedLineIsSeenOnceThereIsRoom() {
  CodeView view;
  view.setCode(QStringList(99, QStringLiteral("x = 1")).join(u'\n'));
  view.resize(300, 4);
  view.show();
  QVERIFY(QTest::qWaitForWindowExposed(&view));
  std::vector<LineStatus> statuses(70);
  statuses.back().state = LineState::failed;
  view.setStatuses(statuses, {});
  view.resize(300, 400);
  QTRY_VERIFY(view.stateRect(70).top() >= 0 && view.stateRect(70).bottom() <= view.viewport()->height());
}

void MarginTest::linesOfATracedFunctionCarryNone() {
  QVERIFY(kindsOf("four-statements", "program")[1] == Kind::absent);
  QVERIFY(kindsOf("four-statements", "program", nullptr, Mode::function)[1] == Kind::none);
  // From another mode: it can only be taken away.
  QVERIFY(kindsOf("four-statements", "2", nullptr, Mode::function)[1] == Kind::taken);
  QVERIFY(lineWaits(*find_scenario("four-statements"), Mode::function, Waits(), nullptr, 4)[1]
              .explanation.contains(QStringLiteral("traced function")));
}

void MarginTest::togglingTwiceChangesNothing() {
  for (const Scenario& scenario : scenarios()) {
    for (const std::string& waits : scenario.waits) {
      const Waits before = *Waits::parse(waits);
      for (const WaitLine& line : scenario.wait_lines) {
        if (line.place == WaitPlace::final) continue;
        const Waits once = toggledWait(scenario, before, line.line);
        QVERIFY(lines_of(once, scenario) != lines_of(before, scenario));
        QVERIFY(lines_of(toggledWait(scenario, once, line.line), scenario) == lines_of(before, scenario));
      }
    }
  }
  const Scenario& loop = *find_scenario("increment-loop");
  QVERIFY(toggledWait(loop, Waits::each(), 6) == Waits::none());
  QVERIFY(toggledWait(loop, Waits::every(8), 6) == Waits::none());
  QVERIFY(toggledWait(loop, Waits::none(), 6) == Waits::each());
}

void MarginTest::listKeepsEveryRun() {
  RunList list;
  int chosen = 0;
  connect(&list, &RunList::shownChanged, this, [&] { ++chosen; });
  QVERIFY(!list.shown() && !list.other());
  list.begin(traceOf({.waits = Waits::each()}));
  const RunId first = list.shown()->id;
  QVERIFY(!list.other());
  list.finish(first, {.status = RunResult::Status::succeeded, .value = Value{}, .errors = {"late"}});
  QCOMPARE(list.shown()->errors.size(), std::size_t{1});
  list.begin(traceOf({.waits = Waits::none()}));
  QCOMPARE(list.shown(), &list.runs().back());
  QCOMPARE(list.other()->id, first);
  QCOMPARE(chosen, 0);  // a new run is no choice
  list.show(first);
  QCOMPARE(chosen, 1);
  QCOMPARE(list.shown()->id, first);
  QCOMPARE(list.other()->label, QStringLiteral("no synchronization"));
  // Nothing goes, however many follow.
  for (int i = 0; i < 20; ++i) {
    list.begin(traceOf({.waits = Waits::every(2), .workers = i + 1}));
    list.show(first);
  }
  QCOMPARE(list.runs().size(), std::size_t{22});
  QCOMPARE(list.shown()->id, first);
  QVERIFY(list.other() && list.other()->id != first);
  list.setComparing(true);
  QVERIFY(list.comparing());
  // The run on show always takes part, others when they are chosen.
  for (const RunList::Run& run : list.runs()) list.setChosen(run.id, false);
  QCOMPARE(list.compared().size(), std::size_t{1});
  QCOMPARE(list.compared().front()->id, first);
  list.setChosen(list.runs().back().id, true);
  QCOMPARE(list.compared().back()->id, list.runs().back().id);
  list.clear();
  QVERIFY(list.runs().empty() && !list.shown() && !list.comparing());
}

void MarginTest::comparisonNeedsTwoWholeRuns() {
  const Trace exact = traceOf({.clock = Clock::virtual_time});
  RunList::Run one{{.total_ns = 13'000'000}, 1, exact, exact.info(), {}, "a"};
  RunList::Run two{{.total_ns = 10'000'000}, 2, exact, exact.info(), {}, "b"};
  one.finished = two.finished = true;
  QCOMPARE(comparisonForms(one, two).front(), QStringLiteral("a takes 1.30 times as long as b"));
  QCOMPARE(comparisonForms(two, one), comparisonForms(one, two));
  // Live ones need rounds.
  one.here = two.here = false;  // what is said comes from their heads
  one.info = two.info = TraceInfo{{.clock = Clock::live}};
  QCOMPARE(comparisonForms(one, two).front(), QStringLiteral("one run each: repeat both before comparing"));
  const auto rounds = [](std::vector<std::int64_t> ms) {
    for (std::int64_t& total : ms) total *= 1'000'000;
    return std::make_shared<const Rounds>(Rounds{.set = 1, .kept = 0, .metrics = {{"total", std::move(ms)}}});
  };
  one.info.rounds = rounds({13, 14, 12});
  QCOMPARE(comparisonForms(one, two).front(), QStringLiteral("one run each: repeat both before comparing"));
  two.info.rounds = rounds({10, 10, 10});
  QCOMPARE(comparisonForms(one, two),
           (QStringList{QStringLiteral("a takes 1.30 times as long as b (1.20 to 1.40 in 3 rounds)"),
                        QStringLiteral("a: 1.30 ×")}));
  two.info.rounds = rounds({10, 14, 10});
  QCOMPARE(comparisonForms(one, two),
           (QStringList{
               QStringLiteral("no difference between a and b that can be seen (1.00 to 1.30 in 3 rounds)"),
               QStringLiteral("no difference that can be seen")}));
  one.info = two.info = exact.info();
  two.total_ns = one.total_ns;
  QVERIFY(comparisonForms(one, two).front().endsWith(QStringLiteral("equally fast")));
  two.status = RunResult::Status::stopped;
  QVERIFY(comparisonForms(one, two).isEmpty());
  two = one;
  two.errors = {"late"};
  QVERIFY(comparisonForms(one, two).isEmpty());
  // More passes are another work, a bound is not.
  one.info = TraceInfo{{.set = {{"n", 8}}}};
  two = one;
  two.info = TraceInfo{{.set = {{"n", 16}}}};
  QVERIFY(comparisonForms(one, two).isEmpty());
  two.info = TraceInfo{{.set = {{"n", 8}, {"max_pending", 2}}}};
  QVERIFY(!comparisonForms(one, two).isEmpty());
  two = one;
  two.finished = false;
  QVERIFY(comparisonForms(one, two).isEmpty());
}

void MarginTest::init() {
  m_window = openWindow();
}

void MarginTest::cleanup() {
  m_window.reset();
}

void MarginTest::runToTheEnd() {
  m_window->runControl()->run();
  QVERIFY(m_window->workbench()->bridge()->running());
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  QVERIFY(m_window->viewState()->shown()->trace().finished());
}

void MarginTest::clickWait(int line) {
  auto* code = part<CodeView>(*m_window, "code");
  // What a run showed last may have taken the line out of sight.
  if (!code->viewport()->rect().contains(code->waitRect(line).center())) code->setFirstVisibleLine(line - 1);
  QTest::mouseClick(code->viewport(), Qt::LeftButton, {}, code->waitRect(line).center());
}

void MarginTest::clickTakesAWaitAwayAndBothRunsAreThere() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  auto* code = part<CodeView>(*m_window, "code");
  QVERIFY(code->waits()[5].kind == Kind::taken);
  runToTheEnd();
  QVERIFY(!part(*m_window, "runTabs")->isVisible());
  const Trace each = m_window->viewState()->shown()->trace();
  clickWait(6);
  QCOMPARE(m_window->runSettings()->waits().text(), std::string("none"));
  QVERIFY(code->waits()[5].kind == Kind::removed);
  runToTheEnd();
  QVERIFY(code->waits()[5].kind == Kind::absent);
  QVERIFY(code->waits()[5].struck == std::vector<LinePart>{{6}});
  QCOMPARE(m_window->viewState()->shown()->trace().info().waits.text(), std::string("none"));
  QVERIFY(part(*m_window, "runTabs")->isVisible());
  QCOMPARE(tabs(*m_window)->count(), 2);
  QCOMPARE(tabs(*m_window)->currentIndex(), 1);
  QVERIFY(tabs(*m_window)->tabText(0).startsWith(QStringLiteral("synchronize every iteration")));
  QVERIFY(tabs(*m_window)->tabText(1).startsWith(QStringLiteral("no synchronization")));
  QVERIFY(part(*m_window, "runComparison")->accessibleName().contains(QStringLiteral("one run each")));
  clickTab(*m_window, 0);
  QCOMPARE(m_window->viewState()->shown()->trace().size(), each.size());
  QCOMPARE(m_window->viewState()->shown()->trace().wait_count(), each.wait_count());
  // And back: the line waits again, as the scenario's own value.
  clickTab(*m_window, 1);
  clickWait(6);
  QCOMPARE(m_window->runSettings()->waits().text(), std::string("each"));
  QVERIFY(code->waits()[5].kind == Kind::added);
  runToTheEnd();
  QCOMPARE(m_window->viewState()->shown()->trace().info().waits.text(), std::string("each"));
  QCOMPARE(tabs(*m_window)->count(), 3);
  m_window->chooseScenario(QStringLiteral("barriers"));
  QVERIFY(!part(*m_window, "runTabs")->isVisible());
  QVERIFY(m_window->workbench()->runs()->runs().empty());
}

void MarginTest::fieldShowsListsAndLeadsBack() {
  m_window->chooseScenario(QStringLiteral("barriers"));
  m_window->runSettings()->setPreset(Preset::step);
  auto* field = part<QComboBox>(*m_window, "waits");
  clickWait(4);
  QCOMPARE(m_window->runSettings()->waits().text(), std::string("4,6"));
  QCOMPARE(field->currentText(), QStringLiteral("lines 4, 6"));
  clickWait(6);
  QCOMPARE(field->currentText(), QStringLiteral("line 4"));
  clickWait(4);
  QCOMPARE(field->currentText(), QStringLiteral("final waits only"));
  runToTheEnd();
  clickWait(4);
  clickWait(5);
  clickWait(9);
  clickWait(10);
  QCOMPARE(field->currentText(), QStringLiteral("4 lines"));
  emit field->activated(field->findData(QStringLiteral("program")));
  QCOMPARE(m_window->runSettings()->waits().text(), std::string("program"));
  QCOMPARE(field->currentData().toString(), QStringLiteral("program"));
}

void MarginTest::refusedLinesSayWhy() {
  m_window->chooseScenario(QStringLiteral("four-statements"));
  auto* code = part<CodeView>(*m_window, "code");
  const std::string before = m_window->runSettings()->waits().text();
  clickWait(4);  // print waits whatever is chosen
  QCOMPARE(m_window->runSettings()->waits().text(), before);
  QVERIFY(code->waits()[3].explanation.contains(QStringLiteral("waits until its value")));
  m_window->runSettings()->setMode(Mode::function);
  clickWait(2);
  QCOMPARE(m_window->runSettings()->waits().text(), before);
  // Set before the mode was chosen: the strip says what is wrong, and a click takes it away.
  m_window->runSettings()->setMode(Mode::async);
  clickWait(2);
  m_window->runSettings()->setMode(Mode::function);
  QVERIFY(part(*m_window, "notice")->isVisible());
  clickWait(2);
  QVERIFY(!part(*m_window, "notice")->isVisible());
  QCOMPARE(m_window->runSettings()->waits().text(), before);
}

void MarginTest::breakPointsLastAsLongAsTheScenario() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  auto* code = part<CodeView>(*m_window, "code");
  const auto clickNumber = [code](int line) {
    QTest::mouseClick(code->viewport(), Qt::LeftButton, {}, code->breakPointRect(line).center());
  };
  ViewState* view = m_window->viewState();
  clickNumber(5);
  clickNumber(7);
  QVERIFY((view->annotations()->breakPoints() == std::set{5, 7}));
  QCOMPARE(m_window->runSettings()->waits().text(), std::string("each"));
  clickNumber(7);
  runToTheEnd();
  runToTheEnd();
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  QVERIFY(view->annotations()->breakPoints() == std::set{5});
  m_window->chooseScenario(QStringLiteral("barriers"));
  QVERIFY(view->annotations()->breakPoints().empty());
  // Below the last line there is nothing to stop at.
  clickNumber(20);
  QVERIFY(view->annotations()->breakPoints().empty());
}

void MarginTest::menuDoesWhatClicksDo() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runToTheEnd();
  // By key it is the menu of the frontend's line.
  const Trace trace = m_window->viewState()->shown()->trace();
  Seq at = 0;
  while (trace.state_at(at).statement == kNone || trace.statement(trace.state_at(at).statement).line != 6)
    ++at;
  m_window->viewState()->cursor()->set(at);
  auto* code = part<CodeView>(*m_window, "code");
  QTRY_VERIFY(code->statuses()[5].current);
  const auto openMenu = [code] {
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, code->mapToGlobal(QPoint()));
    QCoreApplication::sendEvent(code, &event);
    return code->window()->findChild<QMenu*>(QStringLiteral("lineMenu"));
  };
  QMenu* menu = openMenu();
  QVERIFY(menu);
  QCOMPARE(menu->actions().size(), 2);
  QVERIFY(menu->actions()[0]->isChecked());
  menu->actions()[0]->trigger();
  QCOMPARE(m_window->runSettings()->waits().text(), std::string("none"));
  menu->actions()[1]->trigger();
  QVERIFY(m_window->viewState()->annotations()->breakPoints() == std::set{6});
  menu->close();
  QTRY_VERIFY(!code->window()->findChild<QMenu*>(QStringLiteral("lineMenu")));
  menu = openMenu();
  QVERIFY(!menu->actions()[0]->isChecked());
  QVERIFY(menu->actions()[1]->isChecked());
  menu->close();
}

void MarginTest::tabsBringRunsAndTheirSettings() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  RunSettings* next = m_window->runSettings();
  next->setPreset(Preset::step);
  runToTheEnd();
  ViewState* view = m_window->viewState();
  view->cursor()->setTime(view->shown()->trace().end_ns());
  view->annotations()->toggleBookmark();
  QCOMPARE(view->annotations()->bookmarks().size(), std::size_t{1});
  next->setValue("n", 5);
  next->setWaits(Waits::every(2));
  next->setMode(Mode::lazy);
  runToTheEnd();
  QVERIFY(view->annotations()->bookmarks().empty());
  clickTab(*m_window, 0);
  QCOMPARE(next->value("n"), 16);
  QCOMPARE(next->waits().text(), std::string("each"));
  QVERIFY(next->mode() == Mode::async);
  QCOMPARE(view->annotations()->bookmarks().size(), std::size_t{1});
  QCOMPARE(part<QAbstractButton>(*m_window, "run")->text(), QStringLiteral("Run again"));
  clickTab(*m_window, 1);
  QCOMPARE(next->value("n"), 5);
  QCOMPARE(next->waits().text(), std::string("every:2"));
  QCOMPARE(view->shown()->trace().info().mode, Mode::lazy);
  // A part that was zoomed into is the same part of the other run.
  const double from = static_cast<double>(initialisation_end_ns(view->shown()->trace())) + 1000;
  view->visible()->set(from, from + 5000);
  const double after =
      view->visible()->fromNs() - static_cast<double>(initialisation_end_ns(view->shown()->trace()));
  clickTab(*m_window, 0);
  QCOMPARE(view->visible()->fromNs() - static_cast<double>(initialisation_end_ns(view->shown()->trace())),
           after);
  QCOMPARE(view->visible()->toNs() - view->visible()->fromNs(), 5000.0);
}

void MarginTest::aTabCanBeChosenWhileARunGoesOn() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runToTheEnd();
  const Seq events = m_window->viewState()->shown()->trace().size();
  m_window->runSettings()->setValue("n", 10000000);
  m_window->runControl()->run();
  QTRY_VERIFY(m_window->workbench()->runs()->runs().size() == 2);
  QVERIFY(tabs(*m_window)->tabText(1).contains(QStringLiteral("running")));
  clickTab(*m_window, 0);
  QCOMPARE(m_window->viewState()->shown()->trace().size(), events);
  const Seq so_far = m_window->workbench()->runs()->runs()[1].trace.size();
  QTRY_VERIFY(m_window->workbench()->runs()->runs()[1].trace.size() > so_far);
  QCOMPARE(m_window->viewState()->shown()->trace().size(), events);
  clickTab(*m_window, 1);
  QVERIFY(m_window->viewState()->shown()->trace().size() > so_far);
  QVERIFY(m_window->viewState()->cursor()->followEnd());
  clickTab(*m_window, 0);
  m_window->runControl()->stop();
  QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  QVERIFY(tabs(*m_window)->tabText(1).contains(QStringLiteral("stopped")));
  QCOMPARE(m_window->viewState()->shown()->trace().size(), events);
  QVERIFY(part(*m_window, "runComparison")->accessibleName().isEmpty());
}

void MarginTest::aFileOfSeveralRunsHasTabs() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runToTheEnd();
  const Trace each = m_window->viewState()->shown()->trace();
  clickWait(6);
  runToTheEnd();
  const std::vector<Trace> both = {each, m_window->viewState()->shown()->trace()};
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("both.json"));
  QVERIFY(write_trace_json(both, path.toStdString()).ok());
  m_window->sessionFiles()->beginNew();
  QVERIFY(m_window->workbench()->runs()->runs().empty());
  m_window->sessionFiles()->open(path);
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
  QCOMPARE(m_window->viewState()->shown()->trace().info().waits.text(), std::string("each"));
  QCOMPARE(tabs(*m_window)->currentIndex(), 0);
  QCOMPARE(m_window->runSettings()->waits().text(), std::string("each"));
  QVERIFY(part(*m_window, "runTabs")->isVisible());
  clickTab(*m_window, 1);
  QCOMPARE(m_window->viewState()->shown()->trace().info().waits.text(), std::string("none"));
}
