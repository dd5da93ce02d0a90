// SPDX-License-Identifier: GPL-3.0-or-later
// The window with a run of the preset `step` under the virtual clock, and what it says.
#include "tests/gui/homes_test.h"

#include <sys/file.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSignalSpy>
#include <cerrno>
#include <functional>
#include <map>
#include <thread>
#include <utility>

#include "core/io/session_file.h"
#include "core/trace/trace_builder.h"
#include "gui/jobs/background.h"
#include "gui/jobs/file_jobs.h"
#include "gui/jobs/run_bridge.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/session/session_keeper.h"
#include "gui/window/progress_line.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "gui/window/window_session.h"
#include "tests/gui/bad_home.h"
#include "tests/gui/session_driver.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/support/patience.h"
#include "tests/support/temporary_directory.h"

namespace {

/// A file system of another computer, which lends no locks.
bool no_locks = false;
/// Done once, as the next lock is asked for.
std::function<void()> at_lock;

}  // namespace

/// In place of the one of the C library.
extern "C" int flock(int descriptor, int how) noexcept {
  if (at_lock) std::exchange(at_lock, nullptr)();
  if (no_locks) {
    errno = ENOLCK;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_flock, descriptor, how));
}

namespace runahead::test {
namespace {

using namespace runahead::gui;
using testing_support::read_file;
using testing_support::write_file;

/// Of the process that runs the tests.
const int kNiceness = ::getpriority(PRIO_PROCESS, 0);
constexpr const char* kSaid = "No recovery copy of this session can be written: ";

bool run(MainWindow& window) {
  window.chooseScenario(QStringLiteral("increment-loop"));
  window.runSettings()->setClock(Clock::virtual_time);
  window.runSettings()->setPreset(Preset::step);
  window.runControl()->run();
  return QTest::qWaitFor([&] { return !window.workbench()->bridge()->running(); }, kPatienceMs);
}

void note(MainWindow& window, const char* text) {
  window.viewState()->annotations()->setNote({.text = text});
}

QString noticeOf(const MainWindow& window) {
  const auto* notice = part(window, "notice");
  return notice->isVisible() ? notice->accessibleName() : QString();
}

bool offers(const MainWindow& window) {
  return !part(window, "leftCard")->isHidden();
}

/// A run of some session that is kept in this home has this note.
bool isKept(const QString& text) {
  const QDir sessions(qEnvironmentVariable("XDG_DATA_HOME") + QStringLiteral("/runahead/sessions"));
  for (const QFileInfo& place : sessions.entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    const auto kept = open_session(place.absoluteFilePath().toStdString() + "/session.runahead");
    if (!kept) continue;
    for (const RunEntry& one : kept->state->runs) {
      if (!one.bookmarks.empty() && one.bookmarks[0].text == text.toStdString()) return true;
    }
  }
  return false;
}

/// Works the window in a home in which nothing can be kept, until it has said so; it goes on to work.
void sayThatNothingIsKept(MainWindow& window, const QStringList& words) {
  QVERIFY(run(window));
  QTRY_VERIFY(noticeOf(window).contains(QLatin1String(kSaid)));
  for (const QString& one : words) QVERIFY2(noticeOf(window).contains(one), qPrintable(noticeOf(window)));
  QVERIFY(window.workbench()->runs()->shown()->finished);
  note(window, "not lost from sight");
  QCOMPARE(window.viewState()->annotations()->bookmarks().size(), std::size_t{1});
}

}  // namespace

void HomesTest::init() {
  m_directory = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", m_directory->filePath(QStringLiteral("data")).toUtf8());
  settings().clear();
  open();
}

void HomesTest::cleanup() {
  no_locks = false;
  m_window.reset();
  joinBackground();
}

void HomesTest::open() {
  m_window.reset();
  joinBackground();
  m_window = secondWindow();
}

void HomesTest::runAndNote(const char* text) {
  QVERIFY(run(*m_window));
  note(*m_window, text);
}

QString HomesTest::leave() {
  runAndNote("left");
  m_window->close();
  joinBackground();
  const auto left = RecoveryStore::left();
  return left.size() == 1 ? left[0].place : QString();
}

void HomesTest::continueLeft() {
  open();
  QVERIFY(offers(*m_window));
  click(*m_window, "leftContinue");
}

QString HomesTest::notice() const {
  return noticeOf(*m_window);
}

/// By itself, and not because twenty seconds are over: that clock stands still.
void HomesTest::aNoteIsKeptWithinTwoSeconds() {
  static_assert(SessionKeeper::kSoonMs <= 1000, "the writing takes some time, too");
  for (auto* timer : m_window->session()->keeper()->findChildren<QTimer*>()) {
    if (timer->interval() == SessionKeeper::kEveryMs) timer->stop();
  }
  runAndNote("first");
  QTRY_VERIFY(isKept(QStringLiteral("first")));
  note(*m_window, "second");
  QTRY_VERIFY(isKept(QStringLiteral("second")));
  // Many changes are no reason to wait for the last one.
  Later more(SessionKeeper::kSoonMs / 4, m_window.get(), [this, &more, number = 0]() mutable {
    note(*m_window, QByteArray("change ").append(QByteArray::number(number++)).constData());
    more.start();
  });
  more.start();
  QTRY_VERIFY(!isKept(QStringLiteral("second")));
}

void HomesTest::aLargeRunThatGoesOnIsNotWrittenEachTime() {
  TraceBuilder builder(TraceInfo{{.source = {"increment-loop", {}}}});
  incrementLoop(builder, 5000);
  builder.publish(false);
  Session state;
  state.runs.resize(1);
  state.workspaces.push_back({{.scenario = "increment-loop"}, {0}, 0});
  SessionToRecover session{{{builder.snapshot()}, state}, {{1, 1}}};
  const auto place = RecoveryStore::create(QStringLiteral("increment-loop"));
  const auto writes = [&](bool inPassing) {
    session.inPassing = inPassing;
    ++session.keys[0].second;
    if (!place->write(place->takeTurn(), session).ok()) return std::size_t{99};
    return place->takeStored().size();
  };
  QCOMPARE(writes(true), std::size_t{1});  // nothing of it was there
  QCOMPARE(writes(true), std::size_t{0});
  QCOMPARE(read_session(place->file().toStdString())->runs.size(), std::size_t{1});
  QCOMPARE(writes(false), std::size_t{1});
  builder.publish(true);
  session.session.runs[0] = builder.snapshot();
  QCOMPARE(writes(true), std::size_t{1});  // it has ended
}

/// However large.
void HomesTest::aLargeRunThatGoesOnIsKept() {
  TraceBuilder builder(TraceInfo{{.source = {"increment-loop", {}}}});
  incrementLoop(builder, 400'000);
  builder.publish(false);
  QVERIFY(builder.snapshot().memory_bytes() > 50'000'000);
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->workbench()->runs()->setFlags(m_window->workbench()->runs()->begin(builder.snapshot()),
                                          {{.text = "on the way"}});
  QTRY_VERIFY_WITH_TIMEOUT(isKept(QStringLiteral("on the way")), kPatienceMs);
}

/// While a run goes on, which does not signal that it grows; and no thread is woken up afterwards.
void HomesTest::aRunThatGrowsIsWrittenAgain() {
  TraceBuilder builder(TraceInfo{{.source = {"increment-loop", {}}}});
  incrementLoop(builder, 3);
  builder.publish(false);
  Session state;
  state.runs.resize(1);
  state.workspaces.push_back({{.scenario = "increment-loop"}, {0}, 0});
  SessionToRecover session{{{builder.snapshot()}, state}, {{1, 1}}};
  Revisions revisions;
  bool grows = true;
  SessionKeeper keeper({[&] { return session; }, [&] { return revisions; }, [] {}, [&] { return grows; }});
  QTimer* timer = nullptr;
  for (auto* one : keeper.findChildren<QTimer*>()) {
    if (one->interval() == SessionKeeper::kEveryMs) timer = one;
  }
  QVERIFY(timer);
  keeper.begin({});
  QSignalSpy kept(&keeper, &SessionKeeper::leftBehind), stored(&keeper, &SessionKeeper::stored);
  revisions = {1};
  keeper.keep();
  QTRY_COMPARE(kept.size(), 1);
  QVERIFY(timer->isActive());
  // Twenty seconds in which nothing has come.
  timer->start(0);
  QTRY_VERIFY(timer->isActive() && timer->interval() >= SessionKeeper::kEveryMs);
  QCOMPARE(kept.size(), 1);
  // Twenty in which it has grown.
  revisions = {2};
  session.keys[0].second = 2;
  timer->start(0);
  QTRY_COMPARE(kept.size(), 2);
  QCOMPARE(stored.size(), 2);
  QVERIFY(timer->isActive());
  grows = false;
  timer->start(0);
  QTRY_VERIFY(!timer->isActive());
  QCOMPARE(kept.size(), 2);
  QCOMPARE(SessionKeeper::pauseMs(3), SessionKeeper::kEveryMs);
  QCOMPARE(SessionKeeper::pauseMs(4000), 80'000);
}

/// Nor for the disk that it waits for. A window that did would stand still here.
void HomesTest::nobodyWaitsForWhatIsBeingWritten() {
  Session state;
  state.runs.resize(1);
  state.workspaces.push_back({{.scenario = "increment-loop"}, {0}, 0});
  SessionToRecover session{{{incrementLoopTrace(3)}, state}, {{1, 1}}};
  const auto place = RecoveryStore::create(QStringLiteral("increment-loop"));
  at_lock = [&place] {
    std::thread window([&place] {
      place->forgetKeys();
      (void)place->file();
      (void)place->takeStored();
    });
    window.join();
  };
  QVERIFY(place->write(place->takeTurn(), session).ok());
  QVERIFY(!at_lock);
  QVERIFY(place->takeStored().empty());  // the run is not known by this key any more
  session.keys[0].first = 2;
  QVERIFY(place->write(place->takeTurn(), session).ok());
  const auto stored = place->takeStored();
  QCOMPARE(stored.size(), std::size_t{1});
  QCOMPARE(stored[0].first.first, 2);
}

void HomesTest::whatWasLeftIsLookedForBesideTheWindow() {
  QVERIFY(!leave().isEmpty());
  open();
  std::thread::id looked = std::this_thread::get_id();
  at_lock = [&looked] { looked = std::this_thread::get_id(); };
  m_window->showWelcome();
  joinBackground();
  QVERIFY(!at_lock);
  QVERIFY(looked != std::this_thread::get_id());
}

/// Who tidies up has seen it without a manifest; before they hold it, it is kept and left.
void HomesTest::aPlaceThatComesToBeMeanwhileStays() {
  const QString place = m_directory->filePath(QStringLiteral("data/runahead/sessions/new.aaaaaa"));
  QVERIFY(QDir().mkpath(place));
  at_lock = [&place] {
    at_lock = [&place] {
      const std::string manifest = place.toStdString() + "/session.runahead";
      if (!write_session_manifest({{}, Session{}}, manifest)) qFatal("it was not kept");
    };
  };
  const auto tidies = RecoveryStore::create(QStringLiteral("increment-loop"));
  QVERIFY(tidies->write(tidies->takeTurn(), {{{}, Session{}}, {}}).ok());
  QVERIFY(!at_lock);
  QCOMPARE(RecoveryStore::left().size(), std::size_t{1});
  QCOMPARE(RecoveryStore::left()[0].place, place);
}

void HomesTest::anotherFileIsNoneOfTheRecoveredSession_data() {
  QTest::addColumn<bool>("cancels");
  QTest::addColumn<QString>("other");
  QTest::newRow("opened") << false << QStringLiteral("open");
  QTest::newRow("cancelled, opened") << true << QStringLiteral("open");
  QTest::newRow("cancelled, exported") << true << QStringLiteral("export");
  QTest::newRow("exported") << false << QStringLiteral("export");
}

/// What fails while a kept session is read, or after that was cancelled, leaves it whole.
void HomesTest::anotherFileIsNoneOfTheRecoveredSession() {
  QFETCH(const bool, cancels);
  QFETCH(const QString, other);
  const QString place = leave();
  open();
  const std::string broken = m_directory->filePath(QStringLiteral("broken.json")).toStdString();
  write_file(broken, "{ nonsense");
  const std::string before = read_file(place.toStdString() + "/session.runahead");
  m_window->sessionFiles()->continueLeft(place);
  if (cancels) emit m_window->findChild<ProgressLine*>()->cancelled();
  if (other == QLatin1String("open")) {
    m_window->sessionFiles()->open(QString::fromStdString(broken));
  } else {
    m_window->findChild<FileJobs*>()->write(QStringLiteral("/proc/none.csv"), [](const Progress&) -> Status {
      return Failure{"/proc/none.csv: it fails"};
    });
  }
  QTRY_VERIFY(!m_window->findChild<FileJobs*>()->busy());
  if (!cancels && other == QLatin1String("export")) {  // it is continued, with all of it
    QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
    QTRY_COMPARE(m_window->viewState()->annotations()->bookmarks().size(), std::size_t{1});
  } else {
    QVERIFY2(!notice().contains(QStringLiteral("kept")), qPrintable(notice()));
    QVERIFY(notice().contains(QStringLiteral("Nothing was changed.")));
    QVERIFY(!m_window->workbench()->runs()->anyRuns());
    QCOMPARE(RecoveryStore::left().size(), std::size_t{1});
  }
  QVERIFY(read_file(place.toStdString() + "/session.runahead") == before);
}

/// Cancelled, or asked for once more before it is there, it stays this window's.
void HomesTest::aRecoveredSessionIsContinuedAgain() {
  const QString place = leave();
  open();
  m_window->sessionFiles()->continueLeft(place);
  emit m_window->findChild<ProgressLine*>()->cancelled();
  QCOMPARE(RecoveryStore::left().size(), std::size_t{1});
  m_window->sessionFiles()->continueLeft(place);
  m_window->sessionFiles()->continueLeft(place);
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
  QVERIFY2(notice().isEmpty(), qPrintable(notice()));
  QVERIFY(m_window->isWindowModified());
}

void HomesTest::aDamagedManifestLeavesTheRuns() {
  const QString place = leave();
  QVERIFY(!place.isEmpty());
  QVERIFY(QFile::resize(place + QStringLiteral("/session.runahead"), 40));
  continueLeft();
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
  QVERIFY2(notice().contains(QStringLiteral("the file ends in the middle")), qPrintable(notice()));
  QVERIFY(notice().contains(QStringLiteral("Its run is here, without notes and names.")));
  QTRY_VERIFY(m_window->workbench()->runs()->shown());
  goesOnElsewhere(place);
}

/// For lack of memory, say; here most of it is missing for a while.
void HomesTest::aRunThatCannotBeReadStays() {
  QVERIFY(run(*m_window));
  const QString place = leave();
  const std::string one = place.toStdString() + "/run-1.run";
  const std::string whole = read_file(one);
  write_file(one, whole.substr(0, 20));
  continueLeft();
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
  QVERIFY2(notice().contains(QStringLiteral("One run could not be read: ") + QString::fromStdString(one)),
           qPrintable(notice()));
  goesOnElsewhere(place);
  // As soon as it can be read, all of it is continued, at its place.
  write_file(one, whole);
  open();
  m_window->sessionFiles()->continueLeft(place);
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
  QTRY_VERIFY(m_window->workbench()->runs()->shown());
  QVERIFY(notice().isEmpty());
  note(*m_window, "all");
  QTRY_VERIFY(isKept(QStringLiteral("all")));
  QCOMPARE(RecoveryStore::left().size(), std::size_t{1});  // what went on without it
}

void HomesTest::goesOnElsewhere(const QString& place) {
  QVERIFY2(notice().contains(QStringLiteral("on the first page until you forget it")), qPrintable(notice()));
  const auto all = [](const QString& folder) {
    std::map<QString, std::string> files;
    for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files | QDir::Hidden))
      files[file.fileName()] = read_file(file.absoluteFilePath().toStdString());
    return files;
  };
  const auto before = all(place);
  QVERIFY(m_window->isWindowModified());
  // Who only looks leaves no second one.
  m_window->sessionFiles()->beginNew();
  joinBackground();
  QCOMPARE(RecoveryStore::left().size(), std::size_t{1});
  m_window->sessionFiles()->continueLeft(place);
  QTRY_VERIFY(m_window->workbench()->runs()->shown());
  note(*m_window, "again");
  QTRY_VERIFY(isKept(QStringLiteral("again")));
  QVERIFY(all(place) == before);
  QCOMPARE(RecoveryStore::left().size(), std::size_t{1});
  // Its runs are where its notes are, whatever becomes of the others.
  m_window->close();
  joinBackground();
  QVERIFY(all(place) == before);
  QCOMPARE(RecoveryStore::left().size(), std::size_t{2});
  for (const RecoveryStore::Left& one : RecoveryStore::left()) {
    if (one.place == place) continue;
    const auto kept = read_session(one.place.toStdString() + "/session.runahead");
    QVERIFY(kept.ok());
    QCOMPARE(kept->runs.size(), std::size_t{1});
  }
}

void HomesTest::aDamagedManifestWithoutRunsIsSaid() {
  const QString place = leave();
  QVERIFY(QFile::resize(place + QStringLiteral("/session.runahead"), 40));
  QVERIFY(QFile::remove(place + QStringLiteral("/run-1.run")));
  continueLeft();
  QTRY_VERIFY(notice().contains(QStringLiteral("the file ends in the middle")));
  QVERIFY(notice().contains(QStringLiteral("Nothing was changed.")));
  QVERIFY(offers(*m_window));
  QVERIFY(run(*m_window));
}

void HomesTest::aDamagedRunIsSaid() {
  const QString file = leave() + QStringLiteral("/run-1.run");
  std::string bytes = read_file(file.toStdString());
  bytes[bytes.size() - 3] = static_cast<char>(~bytes[bytes.size() - 3]);  // its events, not its head
  write_file(file.toStdString(), bytes);
  continueLeft();
  QTRY_VERIFY(notice().contains(QStringLiteral("the bytes are not those that were written")));
  QVERIFY(notice().contains(QStringLiteral("It stays in the list.")));
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
  QVERIFY(run(*m_window));
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
}

void HomesTest::aMissingRunIsSaid() {
  QVERIFY(run(*m_window));
  QVERIFY(QFile::remove(leave() + QStringLiteral("/run-1.run")));
  continueLeft();
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
  QVERIFY(notice().contains(QStringLiteral("One run could not be read: ")));
  QVERIFY(notice().contains(QStringLiteral("run-1.run: No such file or directory")));
  QTRY_COMPARE(m_window->viewState()->annotations()->bookmarks().size(), std::size_t{1});
}

void HomesTest::withoutLocksItSaysSo() {
  no_locks = true;
  sayThatNothingIsKept(*m_window,
                       {QStringLiteral("cannot keep a lock in "), QStringLiteral("No locks available"),
                        QStringLiteral("Save the session yourself")});
  // Nothing is strewn about, and the user's own files need no locks.
  const QDir sessions(m_directory->filePath(QStringLiteral("data/runahead/sessions")));
  QVERIFY(sessions.exists());
  QVERIFY(sessions.isEmpty());
  const QString file = m_directory->filePath(QStringLiteral("mine.runahead"));
  m_window->sessionFiles()->saveTo(file, true);
  QTRY_VERIFY(!m_window->isWindowModified());
  QCOMPARE(read_session(file.toStdString())->runs.size(), std::size_t{1});
}

void HomesTest::twoWindowsKeepTwoSessions() {
  auto second = secondWindow();
  runAndNote("of the first");
  QVERIFY(run(*second));
  note(*second, "of the second");
  QTRY_VERIFY(isKept(QStringLiteral("of the first")));
  QTRY_VERIFY(isKept(QStringLiteral("of the second")));
  QVERIFY(RecoveryStore::left().empty());  // both have their holders
  second->close();
  m_window->close();
  second.reset();
  open();
  QCOMPARE(m_window->findChildren<QWidget*>(QStringLiteral("leftContinue")).size(), 2);
}

void HomesTest::whereNothingCanBeWrittenItSaysSo_data() {
  QTest::addColumn<QString>("kind");
  for (const char* kind : {"full", "readOnly", "ofAnotherUser"})
    QTest::newRow(kind) << QString::fromLatin1(kind);
}

void HomesTest::whereNothingCanBeWrittenItSaysSo() {
  QFETCH(const QString, kind);
  isAsItShouldBeIn(kind);
}

/// Then all is kept by the window's own, which goes on as fast as before.
void HomesTest::withoutThreadsItIsKept() {
  isAsItShouldBeIn(QStringLiteral("withoutThreads"));
}

void HomesTest::isAsItShouldBeIn(const QString& kind) {
  // What was left while it was as it should be.
  QVERIFY(!leave().isEmpty());
  QVERIFY(QFile::setPermissions(
      m_directory->path(), QFile::permissions(m_directory->path()) | QFile::ReadOther | QFile::ExeOther));
  QProcess program;
  program.setProcessChannelMode(QProcess::MergedChannels);
  program.start(QCoreApplication::applicationFilePath(),
                {QStringLiteral("bad-home"), kind, m_directory->filePath(QStringLiteral("data"))});
  QVERIFY(program.waitForFinished(kPatienceMs));
  const QByteArray said = program.readAll();
  QFile::setPermissions(m_directory->filePath(QStringLiteral("data")),
                        QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  QCOMPARE(program.exitStatus(), QProcess::NormalExit);
  if (program.exitCode() == kNotPermitted) QSKIP(said.constData());
  QVERIFY2(program.exitCode() == 0, said.constData());
}

void BadHome::full() {
  const QString home = qEnvironmentVariable("XDG_DATA_HOME");
  const QString mine = home + QStringLiteral("/mine.runahead");
  auto window = secondWindow();
  QVERIFY(run(*window));
  note(*window, "kept");
  QTRY_VERIFY(isKept(QStringLiteral("kept")));
  window->sessionFiles()->saveTo(mine, true);
  QTRY_VERIFY(!window->isWindowModified());
  const std::string saved = read_file(mine.toStdString());
  QFile filler(home + QStringLiteral("/filler"));
  QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
  while (filler.write(QByteArray(4096, 'x')) > 0) {
  }
  sayThatNothingIsKept(*window, {QStringLiteral("No space left on device")});
  // Saving over the file says it as well, and leaves it as it was.
  part(*window, "notice")->hide();
  window->sessionFiles()->saveTo(mine, true);
  QTRY_VERIFY(noticeOf(*window).contains(mine));
  QVERIFY(window->isWindowModified());
  QVERIFY(read_file(mine.toStdString()) == saved);
  // Another window starts, and offers what it can.
  const auto second = secondWindow();
  QVERIFY(second->isVisible());
  // With room, it goes on by itself.
  QVERIFY(filler.remove());
  note(*window, "kept again");
  QTRY_VERIFY(isKept(QStringLiteral("kept again")));
}

void BadHome::readOnly() {
  auto window = secondWindow();
  // What was left can be read all the same.
  QVERIFY(offers(*window));
  click(*window, "leftContinue");
  QTRY_COMPARE(window->viewState()->annotations()->bookmarks().size(), std::size_t{1});
  note(*window, "changed");
  QTRY_VERIFY(noticeOf(*window).contains(QLatin1String(kSaid)));
  QVERIFY(noticeOf(*window).contains(QStringLiteral("Read-only file system")));
  window->sessionFiles()->beginNew();
  sayThatNothingIsKept(*window, {QStringLiteral("Read-only file system")});
}

void BadHome::withoutThreads() {
  auto window = secondWindow();
  window->chooseScenario(QStringLiteral("increment-loop"));
  const rlimit none{0, 0};
  QVERIFY(::setrlimit(RLIMIT_NPROC, &none) == 0);
  window->workbench()->runs()->setFlags(window->workbench()->runs()->begin(incrementLoopTrace(3)),
                                        {{.text = "kept"}});
  QTRY_VERIFY(isKept(QStringLiteral("kept")));
  QCOMPARE(::getpriority(PRIO_PROCESS, 0), kNiceness);
}

void BadHome::ofAnotherUser() {
  auto window = secondWindow();
  QVERIFY(!offers(*window));
  sayThatNothingIsKept(*window, {QStringLiteral("Permission denied")});
}

}  // namespace runahead::test
