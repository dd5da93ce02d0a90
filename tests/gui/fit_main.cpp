// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of the model pane and of paths in one program, with settings of their own.
// Not here: the window's other tests (window_main.cpp).
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "gui/jobs/background.h"
#include "tests/gui/fit_test.h"

int main(int count, char** words) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(count, words);
  const QTemporaryDir directory;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  FitTest test;
  const int failed = QTest::qExec(&test, count, words);
  runahead::gui::joinBackground();
  return failed;
}
