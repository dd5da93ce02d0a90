// SPDX-License-Identifier: GPL-3.0-or-later
// Plain places first; then the window with real runs of the preset `step`, worked by mouse and keys.
#include "tests/gui/session_test.h"

#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <QSignalSpy>
#include <QTabBar>
#include <future>
#include <thread>

#include "core/io/session_file.h"
#include "gui/jobs/background.h"
#include "gui/jobs/file_jobs.h"
#include "gui/jobs/run_bridge.h"
#include "gui/listing/code_view.h"
#include "gui/runs/compare_pane.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/session/recovery_card.h"
#include "gui/session/recovery_store.h"
#include "gui/session/session_keeper.h"
#include "gui/timeline/bookmarks.h"
#include "gui/timeline/timeline_view.h"
#include "gui/timeline/tool_tip.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "gui/window/window_session.h"
#include "tests/gui/session_driver.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"
#include "tests/support/session_text.h"
#include "tests/support/temporary_directory.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;
using runahead::testing_support::read_file;

namespace {

SessionToRecover oneRun() {
  Session state;
  state.runs.resize(1);
  state.workspaces.push_back({{.scenario = "increment-loop"}, {0}, 0});
  return {{{incrementLoopTrace(3)}, state}, {{1, 1}}};
}

std::size_t offered(const MainWindow& window) {
  return part(window, "leftCard")->isHidden()
             ? 0
             : static_cast<std::size_t>(window.findChildren<QWidget*>(QStringLiteral("leftContinue")).size());
}

void type(MainWindow& window, const QString& text) {
  auto* field = part<QLineEdit>(window, "noteField");
  field->selectAll();
  field->insert(text);  // as an input method does
}

void enter(MainWindow& window, Qt::Key key) {
  QTest::keyClick(part(window, "noteField"), key);
}

}  // namespace

void SessionTest::aPlaceHasOneHolder() {
  SessionToRecover session = oneRun();
  auto place = RecoveryStore::create(QStringLiteral("increment-loop"));
  QVERIFY(RecoveryStore::left().empty());
  QVERIFY(place->write(place->takeTurn(), session).ok());
  QVERIFY(RecoveryStore::left().empty());  // a window has it
  testing_support::write_file(QFileInfo(place->file()).dir().filePath(".runahead-1-0.tmp").toStdString(),
                              "{");
  // A run is written once.
  const auto stored = place->takeStored();
  QCOMPARE(stored.size(), std::size_t{1});
  QVERIFY(stored[0].first == RunKey(1, 1));
  QVERIFY(place->write(place->takeTurn(), session).ok());
  QVERIFY(place->takeStored().empty());
  // Another record of it takes its place.
  session.keys[0].second = 2;
  QVERIFY(place->write(place->takeTurn(), session).ok());
  QVERIFY(!QFileInfo::exists(QString::fromStdString(stored[0].second->place().file->path())));
  QVERIFY(stored[0].second->read().ok());  // who holds it can still read it
  place.reset();
  const auto left = RecoveryStore::left();
  QCOMPARE(left.size(), std::size_t{1});
  QCOMPARE(left[0].name, QStringLiteral("increment-loop"));
  QCOMPARE(left[0].runs, 1);
  QVERIFY(left[0].bytes > 0);
  const auto claimed = RecoveryStore::claim(left[0].place);
  QVERIFY(claimed);
  // Manifest, run, what is said of it, and lock.
  QCOMPARE(QDir(left[0].place).entryList(QDir::Files | QDir::Hidden).size(), 4);
  QVERIFY(!RecoveryStore::claim(left[0].place));
  QVERIFY(RecoveryStore::left().empty());
  const auto again = read_session(claimed->file().toStdString());
  QVERIFY(again.ok());
  // Continued, its run is not written again.
  QVERIFY(claimed->write(claimed->takeTurn(), {{{again->runs[0].stored}, again->state}, {{7, 1}}}).ok());
  QCOMPARE(QDir(left[0].place).entryList(QDir::Files | QDir::Hidden).size(), 4);
  QVERIFY(claimed->takeStored()[0].second == again->runs[0].stored);
  // A job that was overtaken does nothing.
  const std::uint64_t late = claimed->takeTurn();
  claimed->remove(claimed->takeTurn());
  QVERIFY(claimed->write(late, session).ok());
  QVERIFY(!QFileInfo::exists(left[0].place));
  QVERIFY(!RecoveryStore::claim(left[0].place));
}

void SessionTest::whatChangedIsKeptBeforeWhatMayEndTheProcess() {
  Revisions revisions{1};
  SessionKeeper keeper(
      {[] { return oneRun(); }, [&revisions] { return revisions; }, [] {}, [] { return false; }});
  keeper.begin({});
  int begun = 0;
  keeper.keepBefore([&begun] { ++begun; });
  QCOMPARE(begun, 1);  // nothing has changed
  revisions = {2};
  keeper.keepBefore([&] {
    ++begun;
    QVERIFY(keeper.resting());
  });
  QCOMPARE(begun, 1);
  QTRY_COMPARE(begun, 2);
  const auto place = keeper.handOver();
  QVERIFY(place && QFileInfo::exists(place->file()));
  joinBackground();
}

void SessionTest::noneThatWasLeftIsRemoved() {
  const SessionToRecover session = oneRun();
  const auto held = RecoveryStore::create(QStringLiteral("held"));
  QVERIFY(held->write(held->takeTurn(), session).ok());
  const QDateTime begin = QDateTime::currentDateTime().addSecs(-60);
  for (int i = 0; i < 9; ++i) {
    const auto place = RecoveryStore::create(QStringLiteral("run-%1").arg(i));
    QVERIFY(place->write(place->takeTurn(), session).ok());
    // Some file systems stamp files written within milliseconds with the same time.
    QFile file(place->file());
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(begin.addSecs(i), QFileDevice::FileModificationTime));
  }
  auto left = RecoveryStore::left();
  QCOMPARE(left.size(), std::size_t{9});
  QCOMPARE(left.front().name, QStringLiteral("run-8"));
  const QString part = left.back().place + QStringLiteral("/.runahead-1-0.tmp");
  testing_support::write_file(part.toStdString(), "{");
  QVERIFY(QFileInfo::exists(held->file()));
  // What never got as far as a manifest is tidied up, and so is the half of a file.
  QVERIFY(QFileInfo(left.back().place).dir().mkdir(QStringLiteral("empty.aaaaaa")));
  const auto next = RecoveryStore::create(QString::fromUtf8("../odd 名"));
  QVERIFY(next->write(next->takeTurn(), session).ok());
  QVERIFY(next->file().contains(QStringLiteral("recording")));
  QVERIFY(!QFileInfo::exists(part));
  left = RecoveryStore::left();
  QCOMPARE(left.size(), std::size_t{9});
  QCOMPARE(QFileInfo(left.front().place).dir().entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 11);
  // The first page lists the newest, and the others when one asks for them.
  const auto window = secondWindow();
  QCOMPARE(offered(*window), RecoveryCard::kListed);
  click(*window, "leftOlder");
  QCOMPARE(offered(*window), std::size_t{9});
  click(*window, "leftForget");
  QTRY_COMPARE(offered(*window), std::size_t{8});
  click(*window, "noticeAction");
  QTRY_COMPARE(offered(*window), std::size_t{9});
  click(*window, "leftForget");
  QTRY_COMPARE(offered(*window), std::size_t{8});
  window->close();
  QCOMPARE(RecoveryStore::left().size(), std::size_t{8});
}

void SessionTest::cancellingLeavesTheFileAsItWas() {
  auto* files = m_window->findChild<FileJobs*>();
  for (const auto& [name, said] : {std::pair("a.runahead", "1.20 of 2.70 GB"), {"a.html", "44 %"}}) {
    const QString file = path(name);
    testing_support::write_file(file.toStdString(), "as it was");
    std::promise<void> asked;
    files->write(
        file,
        [&asked](const Progress& progress) -> Status {
          (void)progress(1'200'000'000, 2'700'000'000);
          asked.set_value();
          while (progress(1'200'000'000, 2'700'000'000)) std::this_thread::yield();
          return cancelled();
        },
        true);
    asked.get_future().wait();
    QTRY_VERIFY(part(*m_window, "progress")->isVisible());
    QTRY_COMPARE(textOf(*m_window, "progressText"), QStringLiteral("Writing %1: %2").arg(name, said));
    click(*m_window, "progressCancel");
    QTRY_VERIFY(!files->busy());
    QVERIFY(part(*m_window, "notice")->accessibleName().contains(QStringLiteral("Cancelled: ") + file));
    QVERIFY(!part(*m_window, "progress")->isVisible());
    QCOMPARE(read_file(file.toStdString()), std::string("as it was"));
  }
}

void SessionTest::cancellingComesTooLate() {
  FileJobs files;
  QSignalSpy written(&files, &FileJobs::written), cancelled(&files, &FileJobs::cancelled);
  std::promise<void> placing, go;
  files.write(
      path("a.runahead"),
      [&](const Progress& progress) -> Status {
        if (!progress(5, 5)) return runahead::cancelled();
        placing.set_value();
        go.get_future().wait();
        return success();
      },
      true);
  placing.get_future().wait();
  QVERIFY(!files.cancellable());
  files.cancel();
  go.set_value();
  QTRY_COMPARE(written.size(), 1);
  QCOMPARE(cancelled.size(), 0);
}

void SessionTest::notesHaveTheRoomThereIs() {
  const TimeAxis axis{.fromNs = 0, .toNs = 1000, .leftPx = 160, .widthPx = 1000};
  const RowPx ruler{0, 34};
  const std::string text = "the queue grows here 队列在这里变长 🚀 هنا ينتظر الخيط";
  const auto places = bookmarkPlaces({{.moment = {0, 100}, .text = text},
                                      {.moment = {0, 200}, .text = "b"},
                                      {.moment = {0, 210}, .text = text},
                                      {.moment = {0, 212}, .text = text},
                                      {.moment = {0, 500}},
                                      {.moment = {0, 995}, .text = text}},
                                     axis, ruler, 1170, {});
  QCOMPARE(places.size(), std::size_t{6});
  QVERIFY(places[0].text.endsWith(QChar(0x2026)));
  QVERIFY(places[0].plate.right() < places[1].x);
  QVERIFY(places[2].text.isEmpty());  // 2 px are no room: a pennant, whose text is in the tip
  QVERIFY(!places[3].text.isEmpty());
  QVERIFY(places[4].text.isEmpty());
  QVERIFY(places[5].plate.right() <= places[5].x);  // on the side where there is room
  // Under the cursor's bookmark nothing could be read: it stands beside it.
  const QRectF cursor(230, 5, 60, 22);
  QCOMPARE(bookmarkPlaces({{.moment = {0, 100}, .text = text}}, axis, ruler, 1170, cursor)[0].plate.left(),
           290.0);
  QVERIFY(bookmarkPlaces({{.moment = {0, 999}, .text = text}}, axis, ruler, 1170, QRectF(1110, 5, 60, 22))[0]
              .plate.right() <= 1110);
  QCOMPARE(bookmarkAt(places, places[5].plate.center()), std::optional<std::size_t>(5));
  QVERIFY(!bookmarkAt(places, QPointF(800, 20)));
  const QString tip = bookmarkTip(incrementLoopTrace(3), {.moment = {0, 5}, .task = 1, .text = text + "<b>"});
  QVERIFY(tip.contains(QString::fromStdString(text + "&lt;b&gt;")));
  QVERIFY(tip.contains(QStringLiteral("add 1")) || tip.contains(QStringLiteral("1")));
}

void SessionTest::aNoteIsWrittenChangedAndRemoved() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  ViewState* view = m_window->viewState();
  view->cursor()->set(9);
  QTest::keyClick(m_window.get(), Qt::Key_N);
  QVERIFY(part(*m_window, "noteStrip")->isVisible());
  QVERIFY(part(*m_window, "noteField")->hasFocus());
  QVERIFY(!part(*m_window, "noteDelete")->isVisible());
  const QString text = QString::fromUtf8("队列 🚀 هنا");
  type(*m_window, text);
  enter(*m_window, Qt::Key_Return);
  QVERIFY(!part(*m_window, "noteStrip")->isVisible());
  QVERIFY(part(*m_window, "timeline")->hasFocus());
  QCOMPARE(view->annotations()->bookmarks().size(), std::size_t{1});
  QVERIFY((view->annotations()->bookmarks()[0] ==
           Bookmark{{9, view->cursor()->ns()}, kNone, text.toStdString()}));
  // M leaves notes alone; an empty note is none.
  QTest::keyClick(m_window.get(), Qt::Key_M);
  QCOMPARE(view->annotations()->bookmarks().size(), std::size_t{1});
  view->cursor()->set(2);
  QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ShiftModifier);  // also while N is for manual
  QVERIFY(part(*m_window, "noteStrip")->isVisible());
  enter(*m_window, Qt::Key_Return);
  QCOMPARE(view->annotations()->bookmarks().size(), std::size_t{1});
  // A click on the note: cursor and text are there; Esc leaves it, Enter changes it.
  auto* timeline = part<TimelineView>(*m_window, "timeline");
  const auto clickNote = [&] {
    QTest::mouseClick(timeline, Qt::LeftButton, {},
                      timeline->bookmarkPlaces().at(0).plate.center().toPoint());
  };
  clickNote();
  QCOMPARE(view->cursor()->seq(), Seq{9});
  QCOMPARE(part<QLineEdit>(*m_window, "noteField")->text(), text);
  type(*m_window, QStringLiteral("other"));
  enter(*m_window, Qt::Key_Escape);
  QCOMPARE(view->annotations()->bookmarks()[0].text, text.toStdString());
  clickNote();
  type(*m_window, QStringLiteral("other"));
  enter(*m_window, Qt::Key_Return);
  QCOMPARE(view->annotations()->bookmarks()[0].text, std::string("other"));
  clickNote();
  enter(*m_window, Qt::Key_Delete);
  QVERIFY(view->annotations()->bookmarks().empty());
  QVERIFY(!part(*m_window, "noteStrip")->isVisible());
  // By the button, and by Delete without the strip.
  view->annotations()->setNote({.moment = {view->cursor()->seq(), view->cursor()->ns()}, .text = "a"});
  clickNote();
  click(*m_window, "noteDelete");
  QVERIFY(view->annotations()->bookmarks().empty());
  view->annotations()->toggleBookmark();
  QTest::keyClick(m_window.get(), Qt::Key_Delete);
  QVERIFY(view->annotations()->bookmarks().empty());
}

void SessionTest::aNoteBelongsToATask() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  ViewState* view = m_window->viewState();
  // As sessions of earlier versions have them.
  const Seq start = view->shown()->trace().task(2).start;
  const Bookmark note{.moment = {start + 1, view->shown()->trace().time_ns(start)}, .task = 2, .text = "two"};
  view->annotations()->setNote(note);
  view->cursor()->set(1);
  auto* timeline = part<TimelineView>(*m_window, "timeline");
  QTest::mouseClick(timeline, Qt::LeftButton, {}, timeline->bookmarkPlaces().at(0).plate.center().toPoint());
  QCOMPARE(view->selection()->task(), TaskId{2});
  QCOMPARE(view->cursor()->seq(), note.moment.seq);
  QVERIFY(textOf(*m_window, "notePlace").contains(QStringLiteral("add 2")));
}

void SessionTest::whatIsTypedCountsWhenSomethingElseComes() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  ViewState* view = m_window->viewState();
  view->cursor()->set(5);
  QTest::keyClick(m_window.get(), Qt::Key_N);
  type(*m_window, QStringLiteral("of the first run"));
  runLoop();
  QVERIFY(!part(*m_window, "noteStrip")->isVisible());
  QVERIFY(view->annotations()->bookmarks().empty());
  m_window->workbench()->runs()->show(m_window->workbench()->runs()->runs()[0].id);
  QCOMPARE(view->annotations()->bookmarks().at(0).text, std::string("of the first run"));
}

void SessionTest::everythingIsWhereItWas() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  clickSegment(*m_window, "framework", QStringLiteral("pytorch"));
  runLoop();
  ViewState* view = m_window->viewState();
  view->cursor()->set(3);
  view->annotations()->toggleBookmark();
  auto* code = part<CodeView>(*m_window, "code");
  QTest::mouseClick(code->viewport(), Qt::LeftButton, {}, code->waitRect(6).center());
  runLoop();
  view->annotations()->toggleBreakPoint(4);
  view->annotations()->toggleBreakPoint(6);
  runLoop();
  m_window->workbench()->runs()->show(m_window->workbench()->runs()->runs()[1].id);
  m_window->workbench()->runs()->setChosen(m_window->workbench()->runs()->runs()[2].id, false);
  m_window->workbench()->runs()->setAlignment(Alignment::mark, "loop");
  m_window->runControl()->setComparing(true);
  m_window->runSettings()->setValue("n", 9);  // for the next run, which is not made yet
  const auto end = static_cast<double>(view->shown()->trace().end_ns());
  view->visible()->set(0.2 * end, 0.6 * end);
  view->cursor()->set(14);
  QTest::keyClick(m_window.get(), Qt::Key_N);
  type(*m_window, QString::fromUtf8("here 队列 🧵"));
  enter(*m_window, Qt::Key_Return);
  view->cursor()->setTime(view->shown()->trace().time_ns(20) + 1);
  view->selection()->selectTask(4);
  view->selection()->setRange(
      TimeRange{view->shown()->trace().time_ns(5), view->shown()->trace().time_ns(30)});
  view->cursor()->setFutureVisibility(FutureVisibility::dim);
  const QString file = path("left 队列.runahead");
  saveAs(file);
  QVERIFY(!m_window->isWindowModified());

  const auto second = secondWindow();
  second->sessionFiles()->open(file);
  QTRY_COMPARE(second->workbench()->runs()->runs().size(), std::size_t{3});
  QTRY_VERIFY(second->workbench()->runs()->shown());
  ViewState* other = second->viewState();
  QCOMPARE(other->shown()->trace().info().waits.text(), std::string("none"));
  QVERIFY(other->annotations()->bookmarks() == view->annotations()->bookmarks());
  QCOMPARE(other->annotations()->bookmarks()[0].text, std::string("here 队列 🧵"));
  QVERIFY((other->annotations()->breakPoints() == std::set<int>{4, 6}));
  QCOMPARE(other->cursor()->seq(), view->cursor()->seq());
  QCOMPARE(other->cursor()->ns(), view->cursor()->ns());
  QVERIFY(std::abs(other->visible()->fromNs() - view->visible()->fromNs()) <= 1);
  QVERIFY(std::abs(other->visible()->toNs() - view->visible()->toNs()) <= 1);
  QCOMPARE(other->selection()->task(), TaskId{4});
  QVERIFY(other->selection()->range() == view->selection()->range());
  QVERIFY(other->cursor()->futureVisibility() == FutureVisibility::dim);
  QVERIFY(second->workbench()->runs()->comparing());
  QTRY_COMPARE(second->workbench()->runs()->compared().size(), std::size_t{2});
  QVERIFY(part<ComparePane>(*second, "comparePane")->isVisible());
  QCOMPARE(part<SegmentedControl>(*second, "compareAlign")->current(), QStringLiteral("mark"));
  QCOMPARE(second->runSettings()->value("n"), std::int64_t{9});
  QCOMPARE(part<SegmentedControl>(*second, "framework")->current(), QStringLiteral("pytorch"));
  QVERIFY(!second->isWindowModified());
  QVERIFY(second->windowTitle().startsWith(QString::fromUtf8("left 队列.runahead")));
  const QString again = path("again.runahead");
  second->sessionFiles()->saveTo(again, true);
  QTRY_COMPARE(second->session()->keeper()->file(), again);
  QCOMPARE(QByteArray::fromStdString(read_file(again.toStdString())),
           QByteArray::fromStdString(read_file(file.toStdString())));
  // The bookmark of the run that is not on show is its own.
  second->workbench()->runs()->show(second->workbench()->runs()->runs()[0].id);
  QTRY_COMPARE(second->workbench()->runs()->shown(), &second->workbench()->runs()->runs()[0]);
  QCOMPARE(other->annotations()->bookmarks().size(), std::size_t{1});
  QCOMPARE(other->annotations()->bookmarks()[0].moment.seq, Seq{3});
}

void SessionTest::aWindowClosesWhenItsFileIsWritten() {
  std::promise<void> go;
  auto* files = m_window->findChild<FileJobs*>();
  files->write(path("a.runahead"), [&go](const Progress&) {
    go.get_future().wait();
    return success();
  });
  m_window->close();
  QVERIFY(m_window->isVisible());
  QVERIFY(part(*m_window, "notice")->isVisible());
  go.set_value();
  QTRY_VERIFY(!m_window->isVisible());
}

void SessionTest::aSessionNeedsNoRun() {
  m_window->chooseScenario(QStringLiteral("barriers"));
  m_window->runSettings()->setValue("seed", 77);
  m_window->viewState()->annotations()->toggleBreakPoint(4);
  saveAs(path("planned.runahead"));
  m_window->sessionFiles()->beginNew();
  m_window->sessionFiles()->open(path("planned.runahead"));
  QTRY_COMPARE(m_window->session()->keeper()->file(), path("planned.runahead"));
  QCOMPARE(m_window->runSettings()->scenario(), find_scenario("barriers"));
  QCOMPARE(m_window->runSettings()->value("seed"), std::int64_t{77});
  QVERIFY((m_window->viewState()->annotations()->breakPoints() == std::set<int>{4}));
  QVERIFY(part(*m_window, "emptyRun")->isVisible());
}

void SessionTest::aSessionOfTheCommandLineOpens() {
  const SessionFile session{{incrementLoopTrace(3), incrementLoopTrace(5)}, std::nullopt};
  QVERIFY(write_session(session, path("cli.runahead").toStdString()).ok());
  m_window->sessionFiles()->open(path("cli.runahead"));
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
  QTRY_COMPARE(m_window->viewState()->shown()->trace().size(), session.runs[0].trace->size());
  QVERIFY(m_window->viewState()->visible()->fitting());
  QVERIFY(!m_window->isWindowModified());
}

void SessionTest::theTitleSaysWhatIsNotSaved() {
  QCOMPARE(m_window->windowTitle(), QStringLiteral("Runahead[*]"));
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  QCoreApplication::processEvents();
  QVERIFY(!m_window->isWindowModified());  // there is nothing yet that could be lost
  runLoop();
  QTRY_VERIFY(m_window->isWindowModified());
  QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("increment-loop[*]")));
  saveAs(path("a[*].runahead"));
  QVERIFY(!m_window->isWindowModified());
  QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("a[*][*].runahead[*]")));
  ViewState* view = m_window->viewState();
  view->cursor()->set(4);
  view->visible()->zoomAt(0, 2);
  QCoreApplication::processEvents();
  QVERIFY(!m_window->isWindowModified());  // looking around is no change
  view->annotations()->toggleBookmark();
  QTRY_VERIFY(m_window->isWindowModified());
  view->annotations()->toggleBookmark();
  QTRY_VERIFY(!m_window->isWindowModified());
  view->annotations()->toggleBreakPoint(4);
  QTRY_VERIFY(m_window->isWindowModified());
  part<QAction>(*m_window, "actionSave")->trigger();
  QTRY_VERIFY(!m_window->isWindowModified());
  QVERIFY(read_session(path("a[*].runahead").toStdString())->state->workspaces.at(0).break_points ==
          std::set<int>{4});
}

void SessionTest::aClosedWindowIsContinued() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  const Seq events = m_window->viewState()->shown()->trace().size();
  saveAs(path("mine.runahead"));
  m_window->viewState()->cursor()->set(7);
  m_window->viewState()->annotations()->toggleBookmark();
  m_window->close();
  joinBackground();
  auto second = secondWindow();
  auto third = secondWindow();
  QCOMPARE(offered(*second), std::size_t{1});
  QCOMPARE(offered(*third), std::size_t{1});
  QCOMPARE(RecoveryStore::left().front().name, QStringLiteral("mine.runahead"));
  click(*second, "leftContinue");
  QTRY_COMPARE(second->viewState()->shown()->trace().size(), events);
  QCOMPARE(second->viewState()->annotations()->bookmarks().size(), std::size_t{1});
  QCOMPARE(second->viewState()->cursor()->seq(), Seq{7});
  QCOMPARE(second->session()->keeper()->file(), path("mine.runahead"));
  QVERIFY(second->isWindowModified());
  // It belongs to that window now.
  click(*third, "leftContinue");
  QTRY_COMPARE(offered(*third), std::size_t{0});
  QVERIFY(part(*third, "notice")->isVisible());
  // Saved, it is not offered again.
  part<QAction>(*second, "actionSave")->trigger();
  QTRY_VERIFY(!second->isWindowModified());
  second->close();
  joinBackground();
  QVERIFY(RecoveryStore::left().empty());
  QCOMPARE(read_session(path("mine.runahead").toStdString())->state->runs[0].bookmarks.size(),
           std::size_t{1});
  QVERIFY(read_session(path("mine.runahead").toStdString())->state->file.empty());
}

void SessionTest::aNewSessionLosesNothing() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  m_window->viewState()->annotations()->setNote({.text = "first"});
  part<QAction>(*m_window, "actionNew")->trigger();
  QVERIFY(!m_window->isWindowModified());
  QTRY_COMPARE(offered(*m_window), std::size_t{1});
  click(*m_window, "leftContinue");
  QTRY_COMPARE(m_window->viewState()->annotations()->bookmarks().size(), std::size_t{1});
  QVERIFY(m_window->isWindowModified());
  m_window->sessionFiles()->beginNew();
  QTRY_COMPARE(offered(*m_window), std::size_t{1});
  click(*m_window, "leftForget");
  QTRY_COMPARE(offered(*m_window), std::size_t{0});
  QVERIFY(RecoveryStore::left().empty());
}

void SessionTest::aKilledProgramLosesNothing() {
  SKIP_WHERE_QT_STARTS_NO_PROGRAM();
  QProcess program;
  program.start(QCoreApplication::applicationFilePath(), {QStringLiteral("die")});
  QVERIFY(program.waitForFinished(kPatienceMs));
  QCOMPARE(program.exitStatus(), QProcess::CrashExit);
  auto window = secondWindow();
  QCOMPARE(offered(*window), std::size_t{1});
  click(*window, "leftContinue");
  QTRY_COMPARE(window->viewState()->annotations()->bookmarks().size(), std::size_t{1});
  QCOMPARE(window->viewState()->annotations()->bookmarks()[0].text, std::string("before the crash"));
  QVERIFY(window->viewState()->shown()->trace().finished());
  QVERIFY(window->runSettings()->preset() == Preset::step);
  // The other scenario's runs are there, too.
  window->chooseScenario(QStringLiteral("increment-loop"));
  QCOMPARE(window->workbench()->runs()->runs().size(), std::size_t{2});
  QCOMPARE(run(*window, 0).bookmarks.at(0).text, std::string("of the first run"));
  QTRY_VERIFY(window->workbench()->runs()->shown());
  // Once: who continues it has it.
  QVERIFY(RecoveryStore::left().empty());
}

void SessionTest::aNewerSessionIsRefused() {
  const SessionFile session{{incrementLoopTrace(3)}, Session{}};
  QVERIFY(write_session(session, path("new.runahead").toStdString()).ok());
  const std::string file = read_file(path("new.runahead").toStdString());
  testing_support::write_file(
      path("new.runahead").toStdString(),
      testing_support::with_manifest(file, testing_support::replaced(testing_support::manifest_of(file),
                                                                     "\"version\":2", "\"version\":9")));
  m_window->sessionFiles()->open(path("new.runahead"));
  QTRY_VERIFY(part(*m_window, "notice")->isVisible());
  QVERIFY(part(*m_window, "notice")->accessibleName().contains(QStringLiteral("newer Runahead (version 9")));
  QVERIFY(m_window->workbench()->runs()->runs().empty());
}

void SessionTest::aFullDiskChangesNothing() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  QTRY_VERIFY(m_window->isWindowModified());
  for (const char* target : {"/dev/full/x.runahead", "/proc/x.runahead"}) {
    part(*m_window, "notice")->hide();
    m_window->sessionFiles()->saveTo(QString::fromLatin1(target), true);
    QTRY_VERIFY(part(*m_window, "notice")->isVisible());
    QVERIFY(part(*m_window, "notice")->accessibleName().contains(QLatin1String(target)));
    QVERIFY(m_window->isWindowModified());
    QVERIFY(m_window->session()->keeper()->file().isEmpty());
  }
}

void SessionTest::withoutAPlaceItSaysSo() {
  qputenv("XDG_DATA_HOME", "/dev/null");
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  QTRY_VERIFY(part(*m_window, "notice")->isVisible());
  QVERIFY(part(*m_window, "notice")
              ->accessibleName()
              .contains(QStringLiteral("No recovery copy of this session")));
  part(*m_window, "notice")->hide();
  m_window->viewState()->annotations()->toggleBookmark();
  m_window->session()->keeper()->keep();
  QVERIFY(!part(*m_window, "notice")->isVisible());  // said once
  saveAs(path("saved.runahead"));
  QVERIFY(!m_window->isWindowModified());
}
