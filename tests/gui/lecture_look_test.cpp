// SPDX-License-Identifier: GPL-3.0-or-later
// What a slide looks like in front of the class: its charts, its theme. On which screen:
// lecture_screens_test.cpp
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QListWidget>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTimer>
#include <QWheelEvent>
#include <cmath>

#include "core/analysis/narration.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/presenter.h"
#include "gui/runs/compare_pane.h"
#include "gui/runs/run_settings.h"
#include "gui/text/format.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/button.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/theme.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "tests/gui/lecture_test.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

void LectureTest::lookingAtSlidesChangesNothing() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  m_window->runSettings()->setClock(Clock::virtual_time);
  runLoop();
  add(12);
  m_window->runSettings()->setMode(Mode::sync);
  runLoop();
  add(12);
  m_window->runControl()->setComparing(true);
  add(12);
  saveAs(path("loop.runahead"));
  const auto revisions = [&] {
    return std::pair(m_window->workbench()->revisions(), m_window->lecture()->revisions());
  };
  const auto saved = revisions();
  for (const int slide : {0, 1, 2, 0}) {
    m_window->lecture()->goTo({slide, 0});
    QVERIFY2(revisions() == saved, qPrintable(QString::number(slide)));
  }
}

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
  m_window->sessionFiles()->beginNew();
  m_window->sessionFiles()->open(path("charts.runahead"));
  QTRY_COMPARE(m_window->lecture()->slides().size(), std::size_t{2});
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

void LectureTest::theListIsWorkedWithKeys() {
  runTwice();
  Lecture& lecture = *m_window->lecture();
  add(12);
  add(20);
  add(31);
  auto* list = part<QListWidget>(*m_window, "lectureStops");
  list->setFocus();
  QTest::keyClick(list, Qt::Key_Up);
  QCOMPARE(m_window->viewState()->cursor()->seq(), Seq{20});
  QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
  QCOMPARE(lecture.slides()[0].steps[0].seq, Seq{20});
  QTest::keyClick(list, Qt::Key_Delete);
  QCOMPARE(lecture.slides().size(), std::size_t{2});
  QTest::keyClick(list, Qt::Key_Z, Qt::ControlModifier);
  QCOMPARE(lecture.slides().size(), std::size_t{3});
  // A name is typed into its row; keys that move in the list are the field's meanwhile.
  lecture.goTo({0, 0});
  QTest::keyClick(list, Qt::Key_F2);
  auto* editor = list->findChild<QLineEdit*>();
  QVERIFY(editor);
  editor->selectAll();
  QTest::keyClick(editor, Qt::Key_Down);
  QCOMPARE(lecture.at().slide, 0);
  QTest::keyClicks(editor, QStringLiteral("The queue"));
  QTest::keyClick(editor, Qt::Key_Return);
  QTRY_COMPARE(lecture.slides()[0].name, std::string("The queue"));
  QCOMPARE(list->count(), 3);
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(2)).center());
  QCOMPARE(lecture.at().slide, 2);
  for (const int row : {1, 2}) {
    QTest::mouseClick(list->viewport(), Qt::RightButton, {}, list->visualItemRect(list->item(row)).center());
    QCOMPARE(lecture.at().slide, row);
  }
  // A copy is moved at once.
  m_window->centralWidget()->setFocus();
  click(*m_window, "stopDuplicate");
  QCOMPARE(lecture.at().slide, 3);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up, Qt::AltModifier);
  QCOMPARE(lecture.at().slide, 2);
  click(*m_window, "lectureClose");
  QVERIFY(!part(*m_window, "lecturePane")->isVisible());
  QVERIFY(!part<QAction>(*m_window, "actionLecture")->isChecked());
}

void LectureTest::theListKeepsItsRowsOnALowScreen() {
  runTwice();
  for (int i = 0; i < 8; ++i) add(12);
  m_window->lecture()->setQuestion(SlideQuestion{});
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
  part<QAction>(*m_window, "actionLight")->trigger();
  add(12);
  add(20);
  auto* theme = part<QComboBox>(*m_window, "stopTheme");
  theme->setFocus();
  QTest::keyClick(theme, Qt::Key_End);
  QCOMPARE(m_window->lecture()->current()->theme, ThemeKind::dark);
  // A click leaves the keys to the timeline, and a wheel that scrolls the list does not turn it.
  QCOMPARE(theme->focusPolicy(), Qt::TabFocus);
  QWheelEvent wheel(theme->rect().center(), theme->mapToGlobal(theme->rect().center()), {}, {0, 120},
                    Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(theme, &wheel);
  QCOMPARE(m_window->lecture()->current()->theme, ThemeKind::dark);
  QVERIFY(!currentTheme().isDark());  // the user who prepares it stays in the theme that they have chosen
  m_window->lecture()->goTo({0, 0});
  QCOMPARE(theme->currentIndex(), 0);
  saveAs(path("themes.runahead"));
  m_window->sessionFiles()->beginNew();
  m_window->sessionFiles()->open(path("themes.runahead"));
  QTRY_COMPARE(m_window->lecture()->slides().size(), std::size_t{2});
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
  QCOMPARE(m_window->lecture()->at().slide, 0);
  QTest::keyClick(part(*m_window, "lectureStops"), Qt::Key_End);
  QCOMPARE(m_window->lecture()->at().slide, 1);
  QTest::keyClick(m_window.get(), Qt::Key_F5);
  QVERIFY(m_window->findChild<Presenter*>());
  QCOMPARE(m_window->lecture()->at().slide, 0);
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});  // and runs nothing
}

void LectureTest::aSlideIsReplacedWithItsSteps() {
  runTwice();
  Lecture& lecture = *m_window->lecture();
  ViewState& view = *m_window->viewState();
  add(12);
  view.cursor()->set(20);
  click(*m_window, "haltHere");
  QCOMPARE(lecture.current()->steps.size(), std::size_t{2});
  // Of the same run they stay, wherever one looks now.
  view.visible()->set(2'000, 30'000);
  view.cursor()->set(30);
  click(*m_window, "stopRetake");
  QCOMPARE(lecture.current()->visible_ns, (TimeRange{2'000, 30'000}));
  QCOMPARE(lecture.current()->steps.size(), std::size_t{2});
  // The one at which the cursor stands can be taken up, but for the last.
  lecture.goTo({0, 1});
  auto* step = part<Button>(*m_window, "haltHere");
  QCOMPARE(step->text(), QStringLiteral("No Step"));
  click(*m_window, "haltHere");
  QCOMPARE(lecture.current()->steps.size(), std::size_t{1});
  QCOMPARE(lecture.current()->steps[0].seq, Seq{12});
  lecture.goTo({0, 0});
  QCOMPARE(step->text(), QStringLiteral("Step Here"));
  click(*m_window, "haltHere");
  QCOMPARE(lecture.current()->steps.size(), std::size_t{1});
  // In another run of the program they stay at the same events, where it has them.
  view.visible()->fitAll();
  view.cursor()->step(StepKind::statement, 1);
  click(*m_window, "stopRetake");
  lecture.setSteps(StepKind::statement);
  const auto lines = [&] {
    std::vector<int> all;
    for (const TraceMoment& place : lecture.current()->steps)
      all.push_back(
          m_window->record()->trace().statement(m_window->record()->trace().event(place.seq - 1).id).line);
    return all;
  };
  std::vector<int> before = lines();
  QVERIFY(before.size() > 4);
  m_window->workbench()->runs()->show(run(*m_window, 0).id);
  view.cursor()->set(9);
  click(*m_window, "stopRetake");
  QVERIFY(lecture.current()->shows(run(*m_window, 0).id));
  std::erase(before, 6);  // there the program does not wait
  QVERIFY(before.size() > 1);
  QCOMPARE(lines(), before);
  QVERIFY(std::ranges::is_sorted(lecture.current()->steps, {}, &TraceMoment::seq));
  // A run of something else has other places.
  m_window->chooseScenario(QStringLiteral("four-statements"));
  runLoop();
  view.cursor()->set(9);
  click(*m_window, "stopRetake");
  QCOMPARE(lecture.current()->steps.size(), std::size_t{1});
  QCOMPARE(lecture.current()->steps[0].seq, Seq{9});
}

void LectureTest::aNameThatNobodyGaveSaysWhatIsShown() {
  runTwice();
  Lecture& lecture = *m_window->lecture();
  ViewState& view = *m_window->viewState();
  const auto name = [&] { return QString::fromStdString(lecture.current()->name); };
  add(12);
  const QString first = name();
  view.cursor()->set(30);
  click(*m_window, "stopRetake");
  QVERIFY(name() != first);
  QVERIFY(QString::fromStdString(to_text(narrate(view.shown()->trace(), 30))).startsWith(name().left(20)));
  lecture.rename(0, QStringLiteral("Who waits?"));
  view.cursor()->set(12);
  click(*m_window, "stopRetake");
  QCOMPARE(name(), QStringLiteral("Who waits?"));
  // What looks the same is told apart by what differs.
  add(0);
  const QString begin = name();
  m_window->workbench()->runs()->show(run(*m_window, 0).id);
  add(0);
  QCOMPARE(name(), begin + QStringLiteral(" · ") + run(*m_window, 0).label);
  view.visible()->set(0, 20'000);
  add(0);
  QCOMPARE(name(), begin + QStringLiteral(" · 0 ns to 20.0 µs"));
  QVERIFY(!lecture.isNamed());
  add(0);
  QCOMPARE(name(), begin + QStringLiteral(" (2)"));
  // And is not numbered against itself.
  click(*m_window, "stopRetake");
  QCOMPARE(name(), begin + QStringLiteral(" (2)"));
}

void LectureTest::onlyWhatAClassCanPointAtIsTakenAsAnAnswer() {
  runTwice();
  Lecture& lecture = *m_window->lecture();
  ViewState& view = *m_window->viewState();
  const Trace& trace = m_window->record()->trace();
  add(trace.task(3).enqueue + 1);
  lecture.setQuestion(SlideQuestion{.text = "Which one?"});
  /// With what can be chosen marked by a star.
  const auto offered = [&] {
    QStringList texts;
    QTimer::singleShot(0, m_window.get(), [&texts] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (!menu) return;
      for (const QAction* one : menu->actions()) {
        if (!one->isSeparator()) texts << (one->isEnabled() ? u'*' : u' ') + one->text();
      }
      menu->close();
    });
    click(*m_window, "stopAnswer");
    return texts;
  };
  const auto has = [](const QStringList& texts, const char* begin, const char* with) {
    return std::ranges::any_of(texts, [&](const QString& text) {
      return text.startsWith(QLatin1String(begin)) && text.contains(QLatin1String(with));
    });
  };
  view.cursor()->goToEnd();
  view.selection()->selectTask(3);
  QVERIFY2(has(offered(), "*add 3", ""), qPrintable(offered().join(u'\n')));
  QVERIFY(has(offered(), "*the moment", ""));
  view.selection()->selectTask(trace.task_count() - 1);
  QVERIFY(has(offered(), " add", "not issued yet at the first step"));
  view.cursor()->goToStart();
  QVERIFY(has(offered(), " the moment", "not later than the first step"));
  // Elsewhere it says what to do.
  m_window->workbench()->runs()->show(run(*m_window, 0).id);
  QVERIFY(has(offered(), " The answer lies", "show it first"));
  m_window->runControl()->setComparing(true);
  lecture.addView();
  lecture.setQuestion(SlideQuestion{.text = "Which one?"});
  QVERIFY(!has(offered(), " A stop that compares", ""));
}

void LectureTest::namesAreTextInToolTips() {
  runTwice();
  add(12);
  const QString name = QStringLiteral("<img src='x'><b>bold</b>");
  m_window->lecture()->rename(0, name);
  m_window->workbench()->runs()->setName(run(*m_window, 0).id, name);
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
  const auto& slides = m_window->lecture()->slides();
  const std::string name = slides[0].name;
  QCOMPARE(slides[1].name, name + " (2)");
  QCOMPARE(slides[2].name, name + " (3)");
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

void LectureTest::comparedRunsAreAllSeen() {
  runTwice();
  Lecture& lecture = *m_window->lecture();
  m_window->runSettings()->setWaits(Waits::every(4));
  runLoop();
  m_window->runControl()->setComparing(true);
  add(12);
  QCOMPARE(lecture.current()->compared.size(), std::size_t{3});
  m_window->runControl()->setComparing(false);
  m_window->runSettings()->setValue("workers", 2);
  runLoop();
  m_window->runControl()->setComparing(true);
  add(12);
  QCOMPARE(lecture.current()->compared.size(), std::size_t{4});
  Presenter& presenter = startPresenting(*m_window);
  presenter.showNormal();
  const auto* pane = part<ComparePane>(presenter, "comparePane");
  for (const QSize size : {QSize(1280, 720), QSize(1024, 768), QSize(1920, 1080)}) {
    presenter.resize(size);
    for (const int slide : {0, 1}) {
      for (const SlideCharts charts : {SlideCharts{}, SlideCharts{.pending = true}}) {
        lecture.goTo({slide, 0});
        lecture.setCharts(charts);
        QTRY_VERIFY(part(presenter, "presentedDepth")->isVisible() == charts.pending);
        QTRY_VERIFY(!part(presenter, "compareBar")->isVisible());
        QTRY_COMPARE(pane->parts().size(), static_cast<std::size_t>(3 + slide));
        const double rows = pane->parts()[0].timeline->timelineLayout().enqueues.height;
        for (const ComparePane::Part& one : pane->parts()) {
          QTRY_VERIFY(one.timeline->mapTo(pane, one.timeline->rect().bottomLeft()).y() < pane->height());
          // Nearly as high as one another, and not so low that nothing is seen.
          const TimelineLayout& layout = one.timeline->timelineLayout();
          QVERIFY(std::abs(layout.enqueues.height - rows) < 1);
          QVERIFY(rows >= 5);
          QVERIFY(layout.lanes.bottom() * 2 <= one.timeline->height());
        }
      }
    }
  }
  // It is not said to be one of them.
  QCOMPARE(presenter.footText(), QStringLiteral("increment-loop, 4 runs"));
}

void LectureTest::aMomentOfComparedRunsIsOneTime() {
  runTwice();
  const ViewState& view = *m_window->viewState();
  m_window->runControl()->setComparing(true);
  m_window->workbench()->runs()->setAlignment(Alignment::end, {});
  m_window->viewState()->cursor()->set(40);
  const auto* ruler = part<ComparePane>(*m_window, "comparePane")->parts().front().view;
  const QWidget* readout = part(*m_window, "cursorReadout");
  const auto says = [&](qint64 ns) {
    return readout->accessibleName().startsWith(QStringLiteral("Cursor at %1 of").arg(formatTime(ns)));
  };
  QVERIFY(ruler->cursor()->ns() != view.cursor()->ns());
  QVERIFY2(says(ruler->cursor()->ns()), qPrintable(readout->accessibleName()));
  m_window->viewState()->cursor()->set(50);
  QVERIFY(says(ruler->cursor()->ns()));
  // The run of the ruler itself says its own.
  m_window->workbench()->runs()->show(run(*m_window, 0).id);
  QTRY_VERIFY(says(view.cursor()->ns()));
  m_window->workbench()->runs()->show(run(*m_window, 1).id);
  QTRY_VERIFY(!says(view.cursor()->ns()));
  m_window->runControl()->setComparing(false);
  QVERIFY(says(view.cursor()->ns()));
}

void LectureTest::aMadeNameFitsItsHeading() {
  runTwice();
  const Lecture& lecture = *m_window->lecture();
  const Trace& trace = m_window->record()->trace();
  for (Seq cursor = 0; cursor <= trace.size(); cursor += 3) {
    add(cursor);
    const QString name = QString::fromStdString(lecture.current()->name);
    const QString said = QString::fromStdString(to_text(narrate(trace, cursor)));
    // On paper, and above the page to take home.
    QVERIFY2(QFontMetricsF(uiFont(16, QFont::Bold)).horizontalAdvance(name) < 560, qPrintable(name));
    // It says one thing, in whole words.
    const QString head = name.section(QStringLiteral(" · "), 0, 0).remove(u'…');
    QVERIFY2(said.startsWith(head), qPrintable(name));
    QVERIFY(said.size() == head.size() || !said[head.size()].isLetterOrNumber());
    QVERIFY(!lecture.isNamed());
  }
  // What stands below the picture loses its last parts first.
  m_window->lecture()->rename(lecture.at().slide, QStringLiteral("A name that somebody gave"));
  Presenter& presenter = startPresenting(*m_window);
  const QFontMetricsF metrics(uiFont(24));
  const QString whole = presenter.footText();
  for (double width = 400; width < 1400; width += 100) {
    const QString line = presenter.footLine(metrics, width);
    QVERIFY(metrics.horizontalAdvance(line) <= width);
    QVERIFY2(line == whole || whole.mid(line.size()).trimmed().startsWith(u'·'), qPrintable(line));
  }
}

void LectureTest::whatIsPressedStaysWhereItIs() {
  runTwice();
  Lecture& lecture = *m_window->lecture();
  for (int i = 0; i < 12; ++i) add(static_cast<Seq>(3 * i));
  auto* list = part<QListWidget>(*m_window, "lectureStops");
  const auto inSight = [&] {
    return list->viewport()->rect().contains(list->visualItemRect(list->item(lecture.at().slide)));
  };
  const QWidget* pane = part(*m_window, "lecturePane");
  const auto places = [&] {
    QCoreApplication::processEvents();
    QList<QRect> all;
    for (const char* name : {"stopAdd", "stopDuplicate", "stopRemove", "lectureUndo", "haltHere",
                             "haltStatements", "haltEvents", "stopWords", "stopQuestion", "stopTheme"}) {
      const auto* one = part(*m_window, name);
      all << QRect(one->mapTo(pane, QPoint()), one->size());
    }
    return all;
  };
  for (const int height : {720, 1080}) {
    m_window->resize(1280, height);
    QTRY_VERIFY(inSight());
    lecture.goTo({11, 0});
    QTRY_VERIFY(inSight());
    lecture.move(11, 0);
    QTRY_VERIFY(inSight());
    lecture.move(0, 11);
    QTRY_VERIFY(inSight());
    click(*m_window, "stopDuplicate");
    QTRY_VERIFY(inSight());
    lecture.changes()->undo();
    lecture.goTo({0, 0});
    part<QScrollArea>(*m_window, "stopFields")->verticalScrollBar()->setValue(0);
    const QList<QRect> before = places();
    m_window->viewState()->cursor()->set(20);
    click(*m_window, "haltHere");  // which can be taken up
    QCOMPARE(places(), before);
    lecture.setQuestion(SlideQuestion{});
    QCOMPARE(places(), before);
    lecture.setQuestion(SlideQuestion{.kind = QuestionKind::run_over});
    QCOMPARE(places(), before);
    lecture.goTo({5, 0});
    QCOMPARE(places(), before);
    m_window->viewState()->cursor()->set(1);
    QCOMPARE(places(), before);
    lecture.goTo({0, 0});
    lecture.setQuestion(std::nullopt);
    QCOMPARE(places(), before);
    m_window->lecture()->changes()->undo();
  }
}
