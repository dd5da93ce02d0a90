// SPDX-License-Identifier: GPL-3.0-or-later
// A lecture is handed out by another process, which a window that closes waits for.
#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QProcess>

#include "gui/window/notice_strip.h"
#include "tests/gui/lecture_test.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

void LectureTest::isHandedOutAsItWasSaved() {
  SKIP_WHERE_QT_STARTS_NO_PROGRAM();
  auto* handOut = part<QAction>(*m_window, "actionHandOut");
  QVERIFY(!handOut->isEnabled());
  runTwice();
  add(12);
  QVERIFY(handOut->isEnabled());
  handOut->trigger();
  QVERIFY(part<NoticeStrip>(*m_window, "notice")->text().startsWith(QStringLiteral("The hand-out is made")));
  QVERIFY(!m_window->findChild<QFileDialog*>());
  saveAs(path("loop.runahead"));
  QVERIFY(QDir().mkpath(path("loop")));  // a user's own
  handOut->trigger();
  auto* folder = part<QFileDialog>(*m_window, "handOutFolder");
  QCOMPARE(folder->selectedFiles(), QStringList{path("loop-2")});  // it is made
  QMetaObject::invokeMethod(folder, "accept");
  QTRY_VERIFY(part<NoticeStrip>(*m_window, "notice")->text().startsWith(QStringLiteral("Slides, hand-out")));
  QVERIFY(QDir(path("loop")).isEmpty());
  for (const char* const name : {"slides.pdf", "handout.pdf", "notes.pdf", "lecture.html"})
    QVERIFY(QFileInfo(path("loop-2") + QLatin1Char('/') + QLatin1String(name)).size() > 1000);
  // What is saved for it is handed out.
  add(20);
  QTRY_VERIFY(m_window->isWindowModified());
  handOut->trigger();
  click(*m_window, "noticeAction");
  QTRY_VERIFY(m_window->findChild<QFileDialog*>(QStringLiteral("handOutFolder")));
  QVERIFY(!m_window->isWindowModified());
}

void LectureTest::handOut(const char* folder) {
  runTwice();
  add(12);
  saveAs(path("loop.runahead"));
  part<QAction>(*m_window, "actionHandOut")->trigger();
  auto* dialog = part<QFileDialog>(*m_window, "handOutFolder");
  dialog->selectFile(path(folder));
  QMetaObject::invokeMethod(dialog, "accept");
  QTRY_VERIFY(part<NoticeStrip>(*m_window, "notice")->text().startsWith(QStringLiteral("The lecture is")));
}

void LectureTest::closingWaitsForAHandOut() {
  SKIP_WHERE_QT_STARTS_NO_PROGRAM();
  handOut("waited");
  part<QAction>(*m_window, "actionSmaller")->trigger();
  QVERIFY(part<NoticeStrip>(*m_window, "notice")
              ->text()
              .startsWith(QStringLiteral("The lecture is being handed out.\n")));
  QVERIFY(m_window->isVisible());
  QVERIFY(!m_window->close());
  QVERIFY(part<NoticeStrip>(*m_window, "notice")
              ->text()
              .startsWith(QStringLiteral("The lecture is being handed out; then")));
  QTRY_VERIFY(!m_window->isVisible());
  for (const char* const name : {"slides.pdf", "handout.pdf", "notes.pdf", "lecture.html"})
    QVERIFY(QFileInfo(path("waited") + QLatin1Char('/') + QLatin1String(name)).size() > 1000);
}

void LectureTest::closingTwiceEndsAHandOut() {
  SKIP_WHERE_QT_STARTS_NO_PROGRAM();
  handOut("ended");
  const QPointer making = m_window->findChild<QProcess*>(QStringLiteral("handOut"));
  QVERIFY(!m_window->close());
  QVERIFY(m_window->close());
  QVERIFY(!making || making->state() == QProcess::NotRunning);
}
