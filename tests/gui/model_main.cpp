// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of the loop's model in one program, with settings of their own.
// Not here: tests.
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "gui/bridge/background.h"
#include "tests/gui/model_picture_test.h"
#include "tests/gui/model_window_test.h"

int main(int count, char** words) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(count, words);
  const QTemporaryDir directory;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  int failed = 0;
  {
    ModelPictureTest test;
    failed += QTest::qExec(&test, count, words);
  }
  {
    ModelWindowTest test;
    failed += QTest::qExec(&test, count, words);
  }
  runahead::gui::joinBackground();
  return failed;
}
