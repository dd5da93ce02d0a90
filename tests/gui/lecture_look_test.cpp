// SPDX-License-Identifier: GPL-3.0-or-later
// What a stop looks like in front of the class: its charts, its theme. On which screen:
// lecture_screens_test.cpp
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QMenu>
#include <QScrollArea>
#include <QTabBar>
#include <QWheelEvent>

#include "gui/lecture/lecture.h"
#include "gui/presenting/presenter.h"
#include "gui/theme/theme.h"
#include "gui/widgets/button.h"
#include "gui/widgets/plain_text.h"
#include "tests/gui/lecture_test.h"
#include "tests/support/patience.h"

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

void LectureTest::theListKeepsItsRowsOnALowScreen() {
  runTwice();
  for (int i = 0; i < 8; ++i) add(12);
  m_window->lecture()->setQuestion(SessionQuestion{});
  m_window->resize(1280, 640);
  auto* fields = part<QScrollArea>(*m_window, "stopFields");
  auto* list = part<QListWidget>(*m_window, "lectureStops");
  QTRY_VERIFY(fields->height() < fields->widget()->height());
  QVERIFY(list->viewport()->height() >= 5 * list->visualItemRect(list->item(0)).height());
  QCOMPARE(fields->widget()->width(), fields->viewport()->width());
  for (const char* name : {"haltEvents", "stopTheme", "stopOwn", "stopMemory"}) {
    const auto* field = part<QWidget>(*m_window, name);
    QVERIFY2(field->mapTo(fields->widget(), field->rect().bottomRight()).x() < fields->widget()->width(),
             name);
  }
  // What is too low is come to with the Tab key.
  part(*m_window, "stopOwn")->setFocus();
  QTest::keyClick(part(*m_window, "stopOwn"), Qt::Key_Tab);
  const auto* answer = part<Button>(*m_window, "stopAnswer");
  QVERIFY(answer->hasFocus());
  QVERIFY(fields->viewport()->rect().contains(
      QRect(answer->mapTo(fields->viewport(), QPoint()), answer->size())));
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
  // A click leaves the keys to the timeline, and a wheel that scrolls the list does not turn it.
  QCOMPARE(theme->focusPolicy(), Qt::TabFocus);
  QWheelEvent wheel(theme->rect().center(), theme->mapToGlobal(theme->rect().center()), {}, {0, 120},
                    Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(theme, &wheel);
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

void LectureTest::aClickerBeginsWithTheFirstStop() {
  runTwice();
  add(12);
  add(20);
  part(*m_window, "lectureStops")->setFocus();
  QTest::keyClick(part(*m_window, "lectureStops"), Qt::Key_Home);
  QCOMPARE(m_window->lecture()->at().stop, 0);
  QTest::keyClick(part(*m_window, "lectureStops"), Qt::Key_End);
  QCOMPARE(m_window->lecture()->at().stop, 1);
  QTest::keyClick(m_window.get(), Qt::Key_F5);
  QVERIFY(m_window->findChild<Presenter*>());
  QCOMPARE(m_window->lecture()->at().stop, 0);
  QCOMPARE(m_window->runs()->runs().size(), std::size_t{2});  // and runs nothing
}

void LectureTest::aStopIsTakenAnewWithItsHalts() {
  runTwice();
  Lecture& lecture = *m_window->lecture();
  ViewState& view = *m_window->viewState();
  add(12);
  view.setCursor(20);
  click(*m_window, "haltHere");
  QCOMPARE(lecture.current()->look.halts.size(), std::size_t{2});
  // Of the same run they stay, wherever one looks now.
  view.setVisible(2'000, 30'000);
  view.setCursor(30);
  click(*m_window, "stopRetake");
  QCOMPARE(lecture.current()->look.visible_ns, (SessionRange{2'000, 30'000}));
  QCOMPARE(lecture.current()->look.halts.size(), std::size_t{2});
  // The one at which the cursor stands can be taken up, but for the last.
  lecture.goTo({0, 1});
  auto* halt = part<Button>(*m_window, "haltHere");
  QCOMPARE(halt->text(), QStringLiteral("No Halt"));
  click(*m_window, "haltHere");
  QCOMPARE(lecture.current()->look.halts.size(), std::size_t{1});
  QCOMPARE(lecture.current()->look.halts[0].seq, Seq{12});
  lecture.goTo({0, 0});
  QCOMPARE(halt->text(), QStringLiteral("Halt Here"));
  click(*m_window, "haltHere");
  QCOMPARE(lecture.current()->look.halts.size(), std::size_t{1});
  // Another run has other places.
  lecture.setHalts(StepKind::event);
  m_window->runs()->show(run(*m_window, 0).id);
  view.setCursor(9);
  click(*m_window, "stopRetake");
  QCOMPARE(lecture.current()->look.halts.size(), std::size_t{1});
  QCOMPARE(lecture.current()->look.halts[0].seq, Seq{9});
}

void LectureTest::namesAreTextInToolTips() {
  runTwice();
  add(12);
  const QString name = QStringLiteral("<img src='x'><b>bold</b>");
  m_window->lecture()->rename(0, name);
  m_window->runs()->setName(run(*m_window, 0).id, name);
  const auto isText = [&](const QString& tip) {
    return tip.contains(name.toHtmlEscaped()) && !tip.contains(QStringLiteral("<img"));
  };
  QVERIFY(isText(part<QListWidget>(*m_window, "lectureStops")->item(0)->toolTip()));
  QVERIFY(isText(m_window->findChild<QTabBar*>()->tabToolTip(0)));
  // What is no HTML stays as it is, lines and all.
  QCOMPARE(asText(QStringLiteral("1 < 2\n3 & 4")), QStringLiteral("1 < 2\n3 & 4"));
}

void LectureTest::namesThatNobodyGaveDiffer() {
  runTwice();
  add(12);
  add(12);
  click(*m_window, "stopDuplicate");
  const auto& stops = m_window->lecture()->stops();
  const std::string name = stops[0].look.name;
  QCOMPARE(stops[1].look.name, name + " (2)");
  QCOMPARE(stops[2].look.name, name + " (3)");
  QVERIFY(!m_window->lecture()->isNamed());
  m_window->lecture()->rename(2, QStringLiteral("Who waits?"));
  QVERIFY(m_window->lecture()->isNamed());
}

QStringList LectureTest::offeredQuestions() {
  const auto menu = [this] { return m_window->findChild<QMenu*>(QStringLiteral("stopQuestions")); };
  delete menu();
  click(*m_window, "stopQuestion");
  if (!QTest::qWaitFor([&] { return menu(); })) qFatal("no menu opens");
  QStringList texts;
  for (const QAction* action : menu()->actions()) {
    if (!action->isSeparator()) texts << action->text();
  }
  return texts;
}
