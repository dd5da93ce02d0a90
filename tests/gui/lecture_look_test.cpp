// SPDX-License-Identifier: GPL-3.0-or-later
// What a stop looks like in front of the class: its charts, its theme.
#include <QCheckBox>
#include <QComboBox>

#include "gui/lecture/lecture.h"
#include "gui/presenting/presenter.h"
#include "gui/theme/theme.h"
#include "tests/gui/lecture_test.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

void LectureTest::aStopHasItsCharts() {
  runTwice();
  add(12);
  click(*m_window, "stopMemory");
  add(20);
  QVERIFY(!part<QCheckBox>(*m_window, "stopMemory")->isChecked());
  click(*m_window, "stopPending");
  m_window->lecture()->changes()->undo();
  QVERIFY(!part<QCheckBox>(*m_window, "stopPending")->isChecked());
  m_window->lecture()->goTo({0, 0});
  saveAs(path("before.runahead"));
  QVERIFY(!m_window->isWindowModified());
  click(*m_window, "stopPending");
  QTRY_VERIFY(m_window->isWindowModified());
  click(*m_window, "stopPending");
  click(*m_window, "stopRetake");  // what is in view is another thing than what stands below it
  QVERIFY(part<QCheckBox>(*m_window, "stopMemory")->isChecked());
  saveAs(path("charts.runahead"));
  m_window->newSession();
  m_window->openTrace(path("charts.runahead"));
  QTRY_COMPARE(m_window->lecture()->stops().size(), std::size_t{2});
  m_window->lecture()->goTo({0, 0});
  Presenter& presenter = startPresenting(*m_window);
  QWidget *memory = part(presenter, "presentedMemory"), *pending = part(presenter, "presentedDepth");
  QTRY_VERIFY(memory->isVisible() && !pending->isVisible());
  QTest::keyClick(&presenter, Qt::Key_P);
  QVERIFY(memory->isVisible() && pending->isVisible());
  QTest::keyClick(&presenter, Qt::Key_PageDown);
  QVERIFY(!memory->isVisible() && !pending->isVisible());
  QTest::keyClick(&presenter, Qt::Key_PageUp);
  QVERIFY(memory->isVisible() && !pending->isVisible());
}

void LectureTest::aStopHasItsTheme() {
  runTwice();
  m_window->setTheme(ThemeKind::light);
  add(12);
  add(20);
  auto* theme = part<QComboBox>(*m_window, "stopTheme");
  theme->setFocus();
  QTest::keyClick(theme, Qt::Key_End);
  QCOMPARE(m_window->lecture()->current()->look.theme, SessionTheme::dark);
  QVERIFY(!currentTheme().isDark());  // whoever prepares it stays in the theme that they have chosen
  m_window->lecture()->goTo({0, 0});
  QCOMPARE(theme->currentIndex(), 0);
  saveAs(path("themes.runahead"));
  m_window->newSession();
  m_window->openTrace(path("themes.runahead"));
  QTRY_COMPARE(m_window->lecture()->stops().size(), std::size_t{2});
  Presenter& presenter = startPresenting(*m_window);
  QVERIFY(!currentTheme().isDark());
  QTest::keyClick(&presenter, Qt::Key_PageDown);
  QVERIFY(currentTheme().isDark());
  QTest::keyClick(&presenter, Qt::Key_Escape);
  QVERIFY(!currentTheme().isDark());
  QVERIFY(!m_window->isWindowModified());
}
