// SPDX-License-Identifier: GPL-3.0-or-later
// Windows are closed and opened as the program does it, without another QApplication.
#include "tests/gui/scale_test.h"

#include <QScopeGuard>
#include <optional>

#include "gui/session/recovery_store.h"
#include "gui/window/rescaling.h"
#include "gui/window/run_control.h"
#include "gui/window/window_scale.h"
#include "gui/window/window_session.h"
#include "tests/gui/session_driver.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

/// What the program does when a window was closed in order to be opened at another size.
void openAgain(std::unique_ptr<MainWindow>& window) {
  std::optional<HandedSession> handed = window->rescaling()->takeHanded();
  QVERIFY(handed && !window->isVisible());
  window.reset();
  joinBackground();
  setWindowScale(storedScale());
  window = secondWindow();
  window->rescaling()->takeOver(*handed);
}

}  // namespace

void ScaleTest::action(const char* name) {
  part<QAction>(*m_window, name)->trigger();
}

void ScaleTest::sizesAreThoseThatAScreenHasRoomFor() {
  const QSize workspace(1920, 1080), projector(1024, 768);
  QCOMPARE(scaleBeside(100, 1, workspace), std::optional(110));
  QCOMPARE(scaleBeside(200, 1, workspace), std::nullopt);
  QCOMPARE(scaleBeside(125, 1, projector), std::nullopt);
  QCOMPARE(scaleBeside(100, -1, projector), std::optional(90));
  QCOMPARE(scaleBeside(75, -1, workspace), std::nullopt);
  QCOMPARE(scaleWithin(200, workspace), 200);
  QCOMPARE(scaleWithin(200, projector), 125);
  QCOMPARE(scaleWithin(200, QSize(320, 200)), 100);
}

void ScaleTest::aWindowOfAnotherSizeGoesOn() {
  const auto restored = qScopeGuard([] {
    setWindowScale(100);
    storeScale(100);
  });
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  runLoop();
  runLoop();
  m_window->viewState()->cursor()->set(7);
  saveAs(path("two.runahead"));
  const auto same = [&](const QString& note) {
    QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
    QCOMPARE(m_window->viewState()->cursor()->seq(), Seq{7});
    QCOMPARE(m_window->session()->keeper()->file(), path("two.runahead"));
    QVERIFY(m_window->isWindowModified() == !note.isEmpty());
    const auto& bookmarks = run(*m_window, 1).bookmarks;
    QCOMPARE(bookmarks.empty() ? QString() : QString::fromStdString(bookmarks.front().text), note);
  };
  action("actionSmaller");
  openAgain(m_window);
  QCOMPARE(windowScale(), 90);
  same({});
  QTRY_VERIFY(m_window->session()->keeper()->resting());
  QVERIFY(RecoveryStore::left().empty());

  m_window->viewState()->annotations()->setNote({.text = "here"});
  QTRY_VERIFY(m_window->isWindowModified());
  for (int i = 0; i < 2; ++i) {  // once with a copy on the disk that goes along, too
    action(i == 0 ? "actionSmaller" : "actionNormalSize");
    openAgain(m_window);
    same(QStringLiteral("here"));
    QTRY_VERIFY(m_window->session()->keeper()->resting());
  }
  QCOMPARE(windowScale(), 100);
  m_window.reset();
  joinBackground();
  QCOMPARE(RecoveryStore::left().size(), std::size_t{1});
  QCOMPARE(RecoveryStore::left().front().runs, 2);
}

void ScaleTest::aWindowOfAnotherSizeStaysOnItsScreen() {
  const auto restored = qScopeGuard([] {
    setWindowScale(100);
    storeScale(100);
  });
  const QRect screen = m_window->screen()->availableGeometry();
  HandedSession handed;
  handed.scale = 200;
  handed.screen = m_window->screen()->name();
  handed.geometry = QRect(QPoint(40, 0), screen.size());
  m_window->rescaling()->takeOver(handed);
  // With what a window manager puts above it.
  QVERIFY(screen.contains(m_window->geometry().adjusted(0, -30, 0, 0)));
}

void ScaleTest::whatWouldBeLostAtAnotherSizeIsSaidBefore() {
  const auto restored = qScopeGuard([] {
    setWindowScale(100);
    storeScale(100);
  });
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  runLoop();
  runLoop();
  m_window->runControl()->close(run(*m_window, 0).id);
  action("actionSmaller");
  QVERIFY(m_window->isVisible() && !m_window->rescaling()->takeHanded());
  QCOMPARE(storedScale(), 100);
  QVERIFY(part(*m_window, "notice")->accessibleName().contains(QLatin1String("What was closed")));
  click(*m_window, "noticeAction");
  openAgain(m_window);
  QCOMPARE(windowScale(), 90);
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
}
