// SPDX-License-Identifier: GPL-3.0-or-later
// Manual runs that come from a file: continued from any place, or refused in one line.
// Not here: manual itself (manual_window_test.cpp).
#include <QFile>
#include <QTemporaryDir>

#include "core/io/trace_file.h"
#include "gui/runs/manual_run.h"
#include "gui/runs/run_list.h"
#include "gui/window/session_files.h"
#include "tests/gui/manual_window_test.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

void ManualTest::whatWasSavedCanBeDrivenOn() {
  start("barriers", 2);
  for (const Qt::Key key : {Qt::Key_I, Qt::Key_I, Qt::Key_T, Qt::Key_E, Qt::Key_I, Qt::Key_T, Qt::Key_I}) {
    press(key);
  }
  const Trace trace = m_window->viewState()->shown()->trace();
  openRecording(*m_window, trace);
  QTRY_VERIFY(part(*m_window, "drivingStrip")->isVisible());
  const ViewState* view = m_window->viewState();
  press(Qt::Key_End);
  panesAgree();
  press(Qt::Key_I);
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
  QVERIFY(view->shown()->trace().size() > trace.size());
  QCOMPARE(common_events(view->shown()->trace(), trace, kNever), trace.size());
  QVERIFY(!m_window->workbench()->runs()->shown()->finished);
  panesAgree();
  // From the past it is another run.
  m_window->viewState()->cursor()->set(trace.task(1).start);
  settle();
  panesAgree();
  press(Qt::Key_I);
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
  panesAgree();
}

void ManualTest::whatFollowedOtherRulesSaysSo() {
  start("barriers", 1);
  press(Qt::Key_G);
  const Trace trace = m_window->viewState()->shown()->trace();
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("older.json"));
  QVERIFY(write_trace_json({&trace, 1}, path.toStdString()).ok());
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadWrite));
  QByteArray text = file.readAll();
  text.replace("\"driven\"", "\"t1_ns\":\"50000\",\"driven\"");  // not the costs that it was manual with
  file.resize(0);
  file.write(text);
  file.close();
  m_window->viewState()->setTrace(Trace(), false);
  m_window->sessionFiles()->open(path);
  QTRY_VERIFY(part(*m_window, "driveWhyNot")->isVisible());
  QVERIFY(textOf(*m_window, "driveWhyNot").contains(QStringLiteral("older rules")));
  const ViewState* view = m_window->viewState();
  QCOMPARE(view->shown()->trace().size(), trace.size());
  QVERIFY(!part(*m_window, "driveToEnd")->isVisible());
  view = m_window->viewState();
  QTest::keyClick(m_window.get(), Qt::Key_Left);
  QTest::keyClick(m_window.get(), Qt::Key_I);
  QTRY_VERIFY(!m_window->workbench()->driver()->busy());
  QCOMPARE(view->shown()->trace().size(), trace.size());
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
}
