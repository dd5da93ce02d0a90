// SPDX-License-Identifier: GPL-3.0-or-later
// A lecture on two screens, as Qt's platform without a display can be told to have them.
#include <QApplication>
#include <QFile>
#include <QPointer>
#include <QProcess>
#include <QScreen>

#include "gui/lecture/lecture.h"
#include "gui/lecture/presenter.h"
#include "gui/lecture/speaker.h"
#include "tests/gui/lecture_test.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

const QRect kWorkspace(0, 0, 1280, 800), kHall(1280, 0, 1920, 1080);

bool fills(const QWidget& window, const QScreen& screen) {
  return window.isFullScreen() && window.screen() == &screen && window.geometry() == screen.geometry();
}

bool isWholeOn(const QWidget& window, const QScreen& screen) {
  return screen.geometry().contains(window.frameGeometry());
}

}  // namespace

bool LectureTest::doneOnScreens(const char* test, const QList<QRect>& screens, int larger) {
  if (kQtStartsNoProgram) {
    [] { SKIP_WHERE_QT_STARTS_NO_PROGRAM(); }();
    return true;
  }
  if (QCoreApplication::arguments().size() == 3) return false;
  QStringList all;
  for (const QRect& one : screens) {
    all << QStringLiteral(
               R"({"name": "%1", "x": %2, "y": %3, "width": %4, "height": %5, "logicalDpi": 96, "dpr": 1})")
               .arg(all.size())
               .arg(one.x())
               .arg(one.y())
               .arg(one.width())
               .arg(one.height());
  }
  QFile layout(path("screens.json"));
  [&] { QVERIFY(layout.open(QIODevice::WriteOnly)); }();
  layout.write(QStringLiteral(R"({"screens": [%1]})").arg(all.join(u',')).toUtf8());
  layout.close();
  QProcess again;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QStringLiteral("QT_QPA_PLATFORM"),
                     QStringLiteral("offscreen:configfile=") + layout.fileName());
  environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QString::number(larger));
  again.setProcessEnvironment(environment);
  again.start(QCoreApplication::applicationFilePath(),
              {QStringLiteral("screens"), QString::fromLatin1(test)});
  [&] {
    QVERIFY(again.waitForFinished(kPatienceMs));
    QVERIFY2(again.exitStatus() == QProcess::NormalExit && again.exitCode() == 0,
             again.readAllStandardOutput());
  }();
  return true;
}

void LectureTest::twoScreensAreUsed() {
  if (doneOnScreens("twoScreensAreUsed", {kWorkspace, kHall})) return;
  QScreen &workspace = *QGuiApplication::screens().front(), &hall = *QGuiApplication::screens().back();
  runTwice();
  const QPointer<Presenter> alone(&startPresenting(*m_window));
  QVERIFY(fills(*alone, hall));
  QVERIFY(!m_window->findChild<Speaker*>());  // nothing was prepared that could be read
  QTest::keyClick(alone, Qt::Key_Escape);
  QTRY_VERIFY(!alone);

  add(12);
  add(20);
  const QPointer<Presenter> presenter(&startPresenting(*m_window));
  QVERIFY(fills(*presenter, hall));
  auto* speaker = m_window->findChild<Speaker*>();
  QVERIFY(speaker && speaker->isVisible() && isWholeOn(*speaker, workspace));
  QTest::keyClick(speaker, Qt::Key_PageDown);
  QCOMPARE(m_window->viewState()->cursor()->seq(), Seq{20});
  // The workspace goes to the hall's screen, and so the class to the other one, which was that of who speaks.
  QTest::keyClick(presenter, Qt::Key_Escape);
  QTRY_VERIFY(!presenter);
  m_window->move(hall.geometry().topLeft() + QPoint(10, 10));
  QVERIFY(fills(startPresenting(*m_window), workspace));
  QVERIFY(isWholeOn(*speaker, hall));
}

void LectureTest::theClassKeepsItsScreen() {
  if (doneOnScreens("theClassKeepsItsScreen", {kWorkspace, kHall})) return;
  QScreen &workspace = *QGuiApplication::screens().front(), &hall = *QGuiApplication::screens().back();
  runTwice();
  add(12);
  m_window->resize(1200, 700);
  const Presenter& presenter = startPresenting(*m_window);
  const QPointer<Speaker> closed(m_window->findChild<Speaker*>());
  closed->close();
  QTRY_VERIFY(!closed);
  QTRY_VERIFY(presenter.began().hasExpired(1000));
  // As when the workspace's screen has slept: all windows are on the other one.
  m_window->setGeometry(kHall.x() + 900, 200, 1200, 700);
  emit qGuiApp->screenAdded(&workspace);
  QTRY_VERIFY(isWholeOn(*m_window, workspace));
  QVERIFY(fills(presenter, hall));
  QTRY_VERIFY(m_window->findChild<Speaker*>());
  QVERIFY(isWholeOn(*m_window->findChild<Speaker*>(), workspace));
  // The time has gone on without it.
  QVERIFY(textOf(*m_window->findChild<Speaker*>(), "speakerUsed") != QStringLiteral("0:00"));
  // Without a presentation, what has lost its screen comes to one.
  m_window->findChild<Presenter*>()->close();
  m_window->setGeometry(kHall.right() - 100, 2000, 1200, 700);
  emit hall.geometryChanged(kHall);
  QTRY_VERIFY(isWholeOn(*m_window, hall) || isWholeOn(*m_window, workspace));
  QCOMPARE(m_window->size(), QSize(1200, 700));
}

void LectureTest::screensThatShowTheSameAreOne() {
  const QRect projected(0, 0, 1024, 768);
  if (doneOnScreens("screensThatShowTheSameAreOne", {kWorkspace, projected})) return;
  runTwice();
  add(12);
  m_window->setGeometry(0, 0, 1024, 700);
  const Presenter& presenter = startPresenting(*m_window);
  QCOMPARE(presenter.geometry(), projected);  // whole on both
  QVERIFY(!m_window->findChild<Speaker*>());
}

/// What is read from the last row is a matter of the screen, and all of it has room there.
void LectureTest::whatIsLargerEverywhereIsNotInFrontOfAClass() {
  const QRect projected(0, 0, 1280, 720);
  if (doneOnScreens("whatIsLargerEverywhereIsNotInFrontOfAClass", {projected}, 2)) return;
  QCOMPARE(m_window->devicePixelRatio(), 2.0);
  runTwice();
  const Presenter& presenter = startPresenting(*m_window);
  QCOMPARE(presenter.size(), projected.size() / 2);
  QVERIFY(presenter.program().font.pixelSize() * 2 <= kProgram_px);
  QVERIFY(presenter.program().font.pixelSize() * 2 >= kLeastPresented_px);
  QCOMPARE(presenter.footRect().bottom(), 360.0);
}
