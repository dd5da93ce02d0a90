// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the window's tests in one program, with settings of their own.
// Not here: the timeline's and the charts' tests.
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "gui/bridge/background.h"
#include "tests/gui/compare_window_test.h"
#include "tests/gui/narration_bar_test.h"
#include "tests/gui/window_facts_test.h"
#include "tests/gui/window_fold_test.h"
#include "tests/gui/window_margin_test.h"
#include "tests/gui/window_panes_test.h"
#include "tests/gui/window_run_test.h"
#include "tests/gui/window_test.h"
#include "tests/gui/window_transport_test.h"

int main(int count, char** words) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(count, words);
  const QTemporaryDir directory;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  int failed = 0;
  {
    FoldTest test;
    failed += QTest::qExec(&test, count, words);
  }
  {
    FactsTest test;
    failed += QTest::qExec(&test, count, words);
  }
  {
    WindowTest test;
    failed += QTest::qExec(&test, count, words);
  }
  {
    TransportTest test;
    failed += QTest::qExec(&test, count, words);
  }
  {
    PanesTest test;
    failed += QTest::qExec(&test, count, words);
  }
  {
    NarrationBarTest test;
    failed += QTest::qExec(&test, count, words);
  }
  {
    MarginTest test;
    failed += QTest::qExec(&test, count, words);
  }
  {
    CompareTest test;
    failed += QTest::qExec(&test, count, words);
  }
  {
    RunTest test;
    failed += QTest::qExec(&test, count, words);
  }
  runahead::gui::joinBackground();
  return failed;
}
