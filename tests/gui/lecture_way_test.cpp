// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of slides on the way: where they are asked, what is hidden until then, and back.
#include <QPlainTextEdit>
#include <algorithm>
#include <tuple>
#include <vector>

#include "gui/lecture/asking.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/presenter.h"
#include "tests/gui/lecture_test.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

void LectureTest::aQuestionIsAskedWhereItWasMarked() {
  runTwice();
  Lecture& lecture = *m_window->lecture();
  ViewState& view = *m_window->viewState();
  const Trace& trace = m_window->record()->trace();
  // Two moments at which nothing happens.
  const auto between = [&](Seq from) {
    while (trace.time_ns(from) - trace.time_ns(from - 1) < 400) ++from;
    return (trace.time_ns(from) + trace.time_ns(from - 1)) / 2;
  };
  const std::int64_t asked_ns = between(12), marked_ns = between(30);
  view.cursor()->setTime(asked_ns);
  lecture.addView();
  lecture.setQuestion(SlideQuestion{.text = "When?"});
  view.cursor()->setTime(marked_ns);
  const std::vector<MarkedAnswer> all = lecture.answersInView();
  lecture.markAnswer(*std::ranges::find(all, AnswerForm::time, &MarkedAnswer::form));
  // What has passed where it is asked is no answer, though no event lies between.
  MarkedAnswer before{AnswerForm::time, asked_ns - 1, {view.cursor()->seq(), asked_ns - 1}};
  QVERIFY(!lecture.takes(before));
  Presenter& presenter = startPresenting(*m_window);
  QCOMPARE(view.cursor()->ns(), asked_ns);
  QTest::keyClick(&presenter, Qt::Key_PageDown);
  const Asking& asking = *m_window->asking();
  QVERIFY(asking.question());
  QCOMPARE(view.cursor()->ns(), asked_ns);
  // Nor does it move from there between the same events.
  view.cursor()->setTime(asked_ns + 1);
  QCOMPARE(view.cursor()->ns(), asked_ns);
  QTest::keyClick(&presenter, Qt::Key_PageDown);
  QVERIFY(asking.revealed());
  QCOMPARE(view.cursor()->ns(), marked_ns);
  QCOMPARE(asking.question()->right, marked_ns);
}

void LectureTest::oneComesBackTheWayOneCame() {
  runTwice();
  Lecture& lecture = *m_window->lecture();
  const ViewState& view = *m_window->viewState();
  add(12);
  m_window->viewState()->cursor()->set(20);
  click(*m_window, "haltHere");
  lecture.setQuestion(SlideQuestion{.text = "Who?", .options = {"nobody", "the frontend"}, .right = 1});
  add(31);
  lecture.goTo({0, 0});
  Presenter& presenter = startPresenting(*m_window);
  const Asking& asking = *m_window->asking();
  const auto place = [&] {
    return std::tuple(lecture.at().slide, lecture.at().step, asking.question() != nullptr, asking.revealed(),
                      view.cursor()->seq(), view.cursor()->futureVisibility());
  };
  std::vector<decltype(place())> way{place()};
  for (int i = 0; i < 4; ++i) {
    QTest::keyClick(&presenter, Qt::Key_PageDown);
    QVERIFY(place() != way.back());
    way.push_back(place());
    if (i == 0) QTest::keyClick(&presenter, Qt::Key_2);
  }
  QCOMPARE(lecture.at().slide, 1);
  for (int i = 3; i >= 0; --i) {
    QTest::keyClick(&presenter, Qt::Key_PageUp);
    QVERIFY2(place() == way[static_cast<std::size_t>(i)], qPrintable(QString::number(i)));
  }
  QTest::keyClick(&presenter, Qt::Key_PageUp);  // the begin stays
  QVERIFY(place() == way[0]);
  QTest::keyClick(&presenter, Qt::Key_PageDown);
  QVERIFY(asking.question());  // and is asked again
  // Hands that were counted are not lost by a look at the answer.
  QTest::keyClick(&presenter, Qt::Key_2);
  QTest::keyClick(&presenter, Qt::Key_PageDown);
  QTest::keyClick(&presenter, Qt::Key_PageUp);
  QVERIFY(asking.question() && !asking.revealed());
  QCOMPARE(asking.hands()[1], 1);
}

void LectureTest::aQuestionHidesWhatComes() {
  runTwice();
  Lecture& lecture = *m_window->lecture();
  ViewState& view = *m_window->viewState();
  add(12);
  QCOMPARE(view.cursor()->futureVisibility(), FutureVisibility::show);
  lecture.setQuestion(SlideQuestion{.text = "Who?"});
  QCOMPARE(lecture.current()->after_cursor, FutureVisibility::hide);
  QCOMPARE(view.cursor()->futureVisibility(), FutureVisibility::hide);
  QVERIFY(!lecture.isNamed());
  SessionToRecover kept = m_window->workbench()->session();
  lecture.save(kept);
  QCOMPARE(kept.session.state->after_cursor, FutureVisibility::show);
  // Elsewhere it is as it was.
  const RunId asking = run(*m_window, 1).id;
  runLoop();
  QCOMPARE(view.cursor()->futureVisibility(), FutureVisibility::show);
  lecture.back();
  QCOMPARE(view.cursor()->futureVisibility(), FutureVisibility::hide);
  m_window->workbench()->runs()->show(run(*m_window, 0).id);
  QCOMPARE(view.cursor()->futureVisibility(), FutureVisibility::show);
  QVERIFY(lecture.current()->shows(asking));
  lecture.back();
  // It is one change.
  lecture.changes()->undo();
  QVERIFY(!lecture.current()->question);
  QCOMPARE(view.cursor()->futureVisibility(), FutureVisibility::show);
  lecture.changes()->redo();
  QCOMPARE(view.cursor()->futureVisibility(), FutureVisibility::hide);
  // A user who wants it shown shows it.
  view.cursor()->setFutureVisibility(FutureVisibility::show);
  click(*m_window, "stopRetake");
  QVERIFY(lecture.current()->question);
  part<QPlainTextEdit>(*m_window, "stopOwn")->setPlainText(QStringLiteral("Who waits?"));
  lecture.setQuestion(SlideQuestion{.kind = QuestionKind::run_over});
  QCOMPARE(lecture.current()->after_cursor, FutureVisibility::show);
  QCOMPARE(view.cursor()->futureVisibility(), FutureVisibility::show);
}

void LectureTest::wordsNameASlide() {
  runTwice();
  const Lecture& lecture = *m_window->lecture();
  const auto name = [&] { return QString::fromStdString(lecture.current()->name); };
  add(12);
  const QString said = name();
  auto* words = part<QPlainTextEdit>(*m_window, "stopWords");
  words->setFocus();
  QTest::keyClicks(words, QStringLiteral("Nobody runs ahead."));
  QCOMPARE(name(), QStringLiteral("Nobody runs ahead"));
  QVERIFY(!lecture.isNamed());
  // Which who wrote them leaves as other places.
  QTest::keyClick(words, Qt::Key_Escape);
  QVERIFY(!words->hasFocus());
  words->clear();
  QCOMPARE(name(), said);
  m_window->lecture()->rename(0, QStringLiteral("Alone"));
  words->setPlainText(QStringLiteral("Somebody else."));
  QCOMPARE(name(), QStringLiteral("Alone"));
}

void LectureTest::theLastHaltIsTheEnd() {
  runTwice();
  Lecture& lecture = *m_window->lecture();
  QVERIFY(!lecture.isAtEnd());
  add(12);
  add(31);
  lecture.goTo({1, 0});
  QVERIFY(lecture.isAtEnd());
  m_window->viewState()->cursor()->set(40);
  lecture.toggleStep();
  lecture.goTo({1, 0});
  QVERIFY(!lecture.isAtEnd());
  QVERIFY(lecture.step(1));
  QVERIFY(lecture.isAtEnd());
  QVERIFY(!lecture.step(1));
  lecture.goTo({0, 0});
  QVERIFY(!lecture.isAtEnd());
}
