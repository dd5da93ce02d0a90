// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of sessions; or, with a word, is the program that gets killed in one of them, or, with
// another that names the test, has other screens.
#include <signal.h>
#include <unistd.h>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "gui/header/run_settings.h"
#include "gui/jobs/background.h"
#include "gui/jobs/run_bridge.h"
#include "gui/session/session_keeper.h"
#include "gui/window/main_window.h"
#include "tests/gui/doors_test.h"
#include "tests/gui/kept_test.h"
#include "tests/gui/lecture_test.h"
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
    window.run();
    return QTest::qWaitFor([&] { return !window.bridge()->running(); }, 60000);
  };
  if (!runs()) return 1;
  window.viewState()->setNote({.ns = 0, .cursor = 0, .text = QStringLiteral("of the first run")});
  if (!runs()) return 1;
  window.chooseScenario(QStringLiteral("barriers"));
  window.runSettings()->setPreset(runahead::Preset::step);
  if (!runs()) return 1;
  // What is kept by itself at the end of a run is there before what follows.
  if (!QTest::qWaitFor([&] { return window.keeper()->resting(); }, 60000)) return 1;
  QObject::connect(window.keeper(), &SessionKeeper::leftBehind, [] { ::kill(::getpid(), SIGKILL); });
  window.viewState()->setNote({.ns = 0, .cursor = 0, .text = QStringLiteral("before the crash")});
  window.keeper()->keep();
  return QApplication::exec();
}

}  // namespace

int main(int count, char** words) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(count, words);
  const QTemporaryDir directory;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  if (count == 2 && QByteArray(words[1]) == "die") return dieAfterwards();
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
