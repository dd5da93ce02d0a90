// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of sessions; or, told so, is the program that gets killed or a signal in one of them, or has
// other screens for a test that is named.
#include <signal.h>
#include <unistd.h>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <thread>

#include "gui/app/end_signals.h"
#include "gui/jobs/background.h"
#include "gui/jobs/file_jobs.h"
#include "gui/jobs/run_bridge.h"
#include "gui/runs/run_settings.h"
#include "gui/session/session_keeper.h"
#include "gui/window/main_window.h"
#include "gui/window/run_control.h"
#include "gui/window/window_session.h"
#include "tests/gui/doors_test.h"
#include "tests/gui/lecture_test.h"
#include "tests/gui/recovery_test.h"
#include "tests/gui/scale_test.h"
#include "tests/gui/session_runs_test.h"
#include "tests/gui/session_test.h"

namespace {

/// Runs and notes something, in two scenarios; as soon as that is kept, it dies.
int dieAfterwards() {
  using namespace runahead::gui;
  MainWindow window;
  window.show();
  window.chooseScenario(QStringLiteral("increment-loop"));
  window.runSettings()->setPreset(runahead::Preset::step);
  const auto runs = [&window] {
    window.runControl()->run();
    return QTest::qWaitFor([&] { return !window.workbench()->bridge()->running(); }, 60000);
  };
  if (!runs()) return 1;
  window.viewState()->annotations()->setNote({.text = "of the first run"});
  if (!runs()) return 1;
  window.chooseScenario(QStringLiteral("barriers"));
  window.runSettings()->setPreset(runahead::Preset::step);
  if (!runs()) return 1;
  // What is kept by itself at the end of a run is there before what follows.
  if (!QTest::qWaitFor([&] { return window.session()->keeper()->resting(); }, 60000)) return 1;
  QObject::connect(window.session()->keeper(), &SessionKeeper::leftBehind,
                   [] { ::kill(::getpid(), SIGKILL); });
  window.viewState()->annotations()->setNote({.text = "before the crash"});
  window.session()->keeper()->keep();
  return QApplication::exec();
}

/// Notes something while a file is written that only ends when it is cancelled, and gets a signal; or two,
/// with no time between them.
int getSignal(int number, const QString& file) {
  using namespace runahead::gui;
  MainWindow window;
  const EndSignals ends(&window);
  window.show();
  window.chooseScenario(QStringLiteral("increment-loop"));
  window.runSettings()->setPreset(runahead::Preset::step);
  window.runControl()->run();
  if (!QTest::qWaitFor([&] { return !window.workbench()->bridge()->running(); }, 60000)) return 1;
  window.findChild<FileJobs*>()->write(
      file,
      [](const runahead::Progress& progress) {
        while (progress(1, 2)) std::this_thread::yield();
        return runahead::cancelled();
      },
      true);
  window.viewState()->annotations()->setNote({.text = "just now"});
  for (int i = file == QLatin1String("twice") ? 0 : 1; i < 2; ++i) ::kill(::getpid(), number);
  return QApplication::exec();
}

}  // namespace

int main(int count, char** words) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(count, words);
  const QTemporaryDir directory;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  if (count == 2 && QByteArray(words[1]) == "die") return dieAfterwards();
  if (count == 4 && QByteArray(words[1]) == "signal")
    return getSignal(QByteArray(words[2]).toInt(), QString::fromLocal8Bit(words[3]));
  // Its screens are those that its environment says.
  if (count == 3 && QByteArray(words[1]) == "screens") {
    LectureTest lecture;
    return QTest::qExec(&lecture, {QStringLiteral("lecture"), QString::fromUtf8(words[2])});
  }
  SessionTest test;
  SessionRunsTest runs;
  KeptTest kept;
  LectureTest lecture;
  ScaleTest scale;
  DoorsTest doors;
  const int failed = QTest::qExec(&test, count, words) + QTest::qExec(&runs, count, words) +
                     QTest::qExec(&kept, count, words) + QTest::qExec(&lecture, count, words) +
                     QTest::qExec(&scale, count, words) + QTest::qExec(&doors, count, words);
  runahead::gui::joinBackground();
  return failed;
}
