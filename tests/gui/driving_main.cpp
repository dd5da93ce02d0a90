// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of driving by hand in one program, with settings of their own.
// Not here: the window's other tests (window_main.cpp).
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "gui/bridge/background.h"
#include "tests/gui/driving_decisions_test.h"
#include "tests/gui/driving_window_test.h"

int main(int count, char** words) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(count, words);
  const QTemporaryDir directory;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  int failed = 0;
  {
    DecisionsTest test;
    failed += QTest::qExec(&test, count, words);
  }
  {
    DrivingTest test;
    failed += QTest::qExec(&test, count, words);
  }
  runahead::gui::joinBackground();
  return failed;
}
