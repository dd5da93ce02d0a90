// SPDX-License-Identifier: GPL-3.0-or-later
// The window with runs under the virtual clock, on the offscreen platform.
#include "tests/gui/lecture_test.h"

#include <QAction>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QRegularExpression>
#include <QToolTip>

#include "core/analysis/narration.h"
#include "core/io/session_file.h"
#include "gui/cli/shipped_lecture.h"
#include "gui/export/page_states.h"
#include "gui/lecture/asking.h"
#include "gui/lecture/curtain.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/own_question.h"
#include "gui/lecture/presenter.h"
#include "gui/lecture/presenter_text.h"
#include "gui/lecture/speaker.h"
#include "gui/runs/run_settings.h"
#include "gui/session/session_keeper.h"
#include "gui/text/format.h"
#include "gui/text/run_text.h"
#include "gui/widgets/theme.h"
#include "tests/gui/contact_sheet.h"
#include "tests/support/recomputed_answer.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

QString sentenceAt(const MainWindow& window) {
  const ViewState& view = *window.viewState();
  return QString::fromStdString(to_text(narrate(view.shown()->trace(), view.cursor()->seq())));
}

/// Of compared runs, whose sentence it is; where all are over, how each ended.
bool saysTheSame(const QString& page, const QString& sentence, const Slide& slide) {
  if (slide.compared.empty()) return page == sentence;
  const auto place = std::ranges::find(slide.compared, slide.run) - slide.compared.begin();
  const QString own = runLetter(static_cast<int>(place)) + QStringLiteral(": ");
  const bool over = sentence.startsWith(QStringLiteral("The run is over"));
  return page == own + sentence || (over && page.contains(own + QStringLiteral("The run is over")));
}

/// At each of its steps.
QStringList saidOnPage(const SessionFile& session, const Slide& slide) {
  const auto runs = slide.compared.empty() ? std::vector<std::uint32_t>{slide.run} : slide.compared;
  std::vector<Trace> traces;
  for (const std::uint32_t run : runs) traces.push_back(*session.runs[run].trace);
  const PageStates states(traces, {.alignment = slide.aligned, .mark = slide.mark});
  const auto place = static_cast<std::uint32_t>(std::ranges::find(runs, slide.run) - runs.begin());
  QStringList said;
  for (const TraceMoment& step : slide.steps) said << states.said(states.stepOf(place, step.seq));
  return said;
}

}  // namespace

void LectureTest::init() {
  open();
}

void LectureTest::cleanup() {
  close();
}

void LectureTest::runTwice() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  m_window->runSettings()->setClock(Clock::virtual_time);
  m_window->runSettings()->setWaits(Waits::none());
  runLoop();
  m_window->runSettings()->setWaits(Waits::each());
  runLoop();
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
  m_window->viewState()->cursor()->goToStart();
}

void LectureTest::add(Seq cursor) {
  m_window->viewState()->cursor()->set(cursor);
  part<QAction>(*m_window, "actionAddStop")->trigger();
}

void LectureTest::isMadeSavedAndPresented() {
  runTwice();
  const RunId first = run(*m_window, 0).id, second = run(*m_window, 1).id;
  m_window->workbench()->runs()->show(first);
  m_window->viewState()->visible()->set(10'000, 90'000);
  add(12);
  QVERIFY(part(*m_window, "lecturePane")->isVisible());
  part<QPlainTextEdit>(*m_window, "stopWords")->setPlainText(QStringLiteral("Who waits here?"));
  part<QPlainTextEdit>(*m_window, "stopNotes")->setPlainText(QStringLiteral("Let them guess."));
  m_window->viewState()->cursor()->set(20);
  click(*m_window, "haltHere");
  m_window->workbench()->runs()->show(second);
  m_window->viewState()->visible()->fitAll();
  add(31);
  QVERIFY(m_window->isWindowModified());
  saveAs(path("lecture.runahead"));
  QVERIFY(!m_window->isWindowModified());
  close();

  m_window = secondWindow();
  m_window->sessionFiles()->open(path("lecture.runahead"));
  QTRY_COMPARE(m_window->lecture()->slides().size(), std::size_t{2});
  QVERIFY(part(*m_window, "lecturePane")->isVisible());
  QVERIFY(!m_window->isWindowModified());
  const QPointer<Presenter> presenter(&startPresenting(*m_window));
  const ViewState& view = *m_window->viewState();
  QTRY_COMPARE(m_window->workbench()->inView(), run(*m_window, 0).id);
  QCOMPARE(view.cursor()->seq(), Seq{12});
  QCOMPARE(view.visible()->fromNs(), 10'000.0);
  QCOMPARE(view.visible()->toNs(), 90'000.0);
  QCOMPARE(presenter->said(), QStringLiteral("Who waits here?"));
  QVERIFY(!presenter->footText().contains(QStringLiteral("guess")));
  QTest::keyClick(presenter, Qt::Key_PageDown);
  QCOMPARE(view.cursor()->seq(), Seq{20});
  QCOMPARE(presenter->said(), sentenceAt(*m_window));
  QTest::keyClick(presenter, Qt::Key_PageDown);
  QTRY_COMPARE(m_window->workbench()->inView(), run(*m_window, 1).id);
  QCOMPARE(view.cursor()->seq(), Seq{31});
  QVERIFY(view.visible()->fitting());
  QCOMPARE(presenter->footCount(), QStringLiteral("2 / 2 · end"));
  QTest::keyClick(presenter, Qt::Key_PageDown);  // the end stays
  QCOMPARE(view.cursor()->seq(), Seq{31});
  QTest::keyClick(presenter, Qt::Key_PageUp);
  QCOMPARE(m_window->workbench()->inView(), run(*m_window, 0).id);
  QCOMPARE(view.cursor()->seq(), Seq{20});
  QTest::keyClick(presenter, Qt::Key_PageDown, Qt::ShiftModifier);
  QTest::keyClick(presenter, Qt::Key_PageUp, Qt::ShiftModifier);
  QCOMPARE(view.cursor()->seq(), Seq{12});
  QTest::keyClick(presenter, Qt::Key_Escape);
  QTRY_VERIFY(presenter.isNull());
  QVERIFY(!m_window->isWindowModified());  // looking is no change
}

void LectureTest::theWayCanBeLeftAndComeBackTo() {
  runTwice();
  const RunId second = run(*m_window, 1).id;
  add(12);
  part<QPlainTextEdit>(*m_window, "stopWords")->setPlainText(QStringLiteral("Here."));
  add(31);
  Presenter& presenter = startPresenting(*m_window);
  m_window->lecture()->goTo({0, 0});
  QCOMPARE(presenter.said(), QStringLiteral("Here."));
  QTest::keyClick(&presenter, Qt::Key_Right);
  QVERIFY(!m_window->lecture()->onTheWay());
  QCOMPARE(presenter.said(), sentenceAt(*m_window));
  QVERIFY(presenter.footText().contains(QStringLiteral("Enter")));
  m_window->chooseScenario(QStringLiteral("barriers"));
  QTest::keyClick(&presenter, Qt::Key_Return);
  QCOMPARE(m_window->workbench()->inView(), second);
  QCOMPARE(m_window->viewState()->cursor()->seq(), Seq{12});
  QCOMPARE(presenter.said(), QStringLiteral("Here."));
  // Or on from there.
  QTest::keyClick(&presenter, Qt::Key_Right);
  QTest::keyClick(&presenter, Qt::Key_PageDown);
  QCOMPARE(m_window->viewState()->cursor()->seq(), Seq{31});
  QVERIFY(m_window->lecture()->onTheWay());
}

void LectureTest::whoSpeaksSeesMore() {
  runTwice();
  add(12);
  part<QPlainTextEdit>(*m_window, "stopWords")->setPlainText(QStringLiteral("Who waits?"));
  part<QPlainTextEdit>(*m_window, "stopNotes")->setPlainText(QStringLiteral("Let them guess."));
  add(31);
  m_window->lecture()->rename(1, QStringLiteral("The answer"));
  m_window->lecture()->goTo({0, 0});
  const QPointer<Presenter> presenter(&startPresenting(*m_window));
  QVERIFY(!m_window->findChild<Speaker*>());  // on one screen only if the user asks
  part<QAction>(*m_window, "actionSpeaker")->trigger();
  QPointer<Speaker> speaker(m_window->findChild<Speaker*>());
  QVERIFY(speaker && QTest::qWaitForWindowExposed(speaker));
  QCOMPARE(textOf(*speaker, "speakerNotes"), QStringLiteral("Let them guess."));
  QCOMPARE(textOf(*speaker, "speakerSaid"), QStringLiteral("Who waits?"));
  QVERIFY(textOf(*speaker, "speakerNext").endsWith(QStringLiteral("The answer")));
  QVERIFY(textOf(*speaker, "speakerPlace").contains(QStringLiteral("Slide 1 of 2")));
  QVERIFY(!textOf(*speaker, "speakerClock").isEmpty());
  // Keys go to the presentation from here, too.
  QTest::keyClick(speaker, Qt::Key_PageDown);
  QCOMPARE(m_window->viewState()->cursor()->seq(), Seq{31});
  QCOMPARE(textOf(*speaker, "speakerSaid"), sentenceAt(*m_window));
  QCOMPARE(textOf(*speaker, "speakerNotes"), QString());
  QTest::keyClick(speaker, Qt::Key_Right);
  QVERIFY(textOf(*speaker, "speakerPlace").contains(QStringLiteral("Enter")));
  QTest::keyClick(speaker, Qt::Key_Return);
  QTest::keyClick(speaker, Qt::Key_Escape);
  QTRY_VERIFY(presenter.isNull());
  QTRY_VERIFY(textOf(*speaker, "speakerSaid").startsWith(QStringLiteral("Nothing")));
  QTest::keyClick(speaker, Qt::Key_PageDown);  // nothing to send it to
  QTest::keyClick(speaker, Qt::Key_F11);
  auto* again = m_window->findChild<Presenter*>();
  QVERIFY(again);
  auto* curtain = part<Curtain>(*again, "curtain");
  QTest::keyPress(speaker, Qt::Key_S);
  QVERIFY(curtain->hasLight());
  QTest::keyRelease(speaker, Qt::Key_S);
  QVERIFY(!curtain->hasLight());
  speaker->close();
  QTRY_VERIFY(speaker.isNull());
}

void LectureTest::everyChangeCanBeUndone() {
  runTwice();
  Lecture& lecture = *m_window->lecture();
  add(12);
  add(20);
  const std::vector<std::function<void()>> changes = {
      [&] { lecture.addView(); },
      [&] { lecture.duplicate(); },
      [&] { lecture.remove(); },
      [&] { lecture.move(1, 0); },
      [&] { lecture.rename(0, QStringLiteral("begin")); },
      [&] { lecture.setWords(QStringLiteral("words")); },
      [&] { lecture.setNotes(QStringLiteral("notes")); },
      [&] { m_window->viewState()->cursor()->set(25), lecture.toggleStep(); },
      [&] { lecture.setSteps(StepKind::event); },
      [&] { m_window->viewState()->visible()->set(0, 3'000), lecture.retake(); }};
  std::vector<std::vector<Slide>> were;
  for (const auto& change : changes) {
    were.push_back(lecture.slides());
    change();
    QVERIFY(lecture.slides() != were.back());
  }
  const auto last = lecture.slides();
  for (auto slides = were.rbegin(); slides != were.rend(); ++slides) {
    click(*m_window, "lectureUndo");
    QVERIFY(lecture.slides() == *slides);
  }
  for (std::size_t i = 0; i < changes.size(); ++i) click(*m_window, "lectureRedo");
  QVERIFY(lecture.slides() == last);
  QVERIFY(part(*m_window, "lectureUndo")->isEnabled() && !part(*m_window, "lectureRedo")->isEnabled());
  // One stands where there was a step.
  m_window->viewState()->cursor()->set(45);
  lecture.toggleStep();
  QVERIFY(lecture.at().step > 0);
  lecture.changes()->undo();
  QVERIFY(lecture.at().step < std::ssize(lecture.current()->steps));
  QVERIFY(part(*m_window, "lectureRedo")->isEnabled());
  // Words that are typed are one change.
  auto* words = part<QPlainTextEdit>(*m_window, "stopWords");
  words->clear();
  const int before = lecture.changes()->count();
  words->setFocus();
  QTest::keyClicks(words, QStringLiteral("slowly"));
  QCOMPARE(lecture.changes()->count(), before);
  QCOMPARE(lecture.current()->words, std::string("slowly"));
  // The field shows the slide's words and no others.
  lecture.changes()->undo();
  QCOMPARE(words->toPlainText().toStdString(), lecture.current()->words);
  words->setPlainText(QStringLiteral("of this stop alone"));
  lecture.addView();
  QCOMPARE(words->toPlainText(), QString());
}

void LectureTest::haltsAreSetByStatementsAndEvents() {
  runTwice();
  add(0);
  click(*m_window, "haltStatements");
  const auto& steps = m_window->lecture()->current()->steps;
  QCOMPARE(steps.size(), Lecture::kMostSlideSteps);
  QVERIFY2(QToolTip::text().startsWith(QStringLiteral("12 steps, the most")), qPrintable(QToolTip::text()));
  for (std::size_t i = 1; i < steps.size(); ++i) {
    QCOMPARE(m_window->record()->trace().event(steps[i].seq - 1).kind, EventKind::statement_begin);
    QVERIFY(steps[i].seq > steps[i - 1].seq);
  }
  click(*m_window, "haltEvents");
  QCOMPARE(m_window->lecture()->current()->steps.size(), Lecture::kMostSlideSteps);
  QCOMPARE(m_window->lecture()->current()->steps.back().seq, m_window->record()->trace().size());
  QToolTip::hideText();
  QTRY_VERIFY(!QToolTip::isVisible());
  // None where it is not seen.
  m_window->viewState()->visible()->set(0, 3'000);
  m_window->lecture()->retake();
  click(*m_window, "haltEvents");
  const auto& few = m_window->lecture()->current()->steps;
  QVERIFY(few.size() < Lecture::kMostSlideSteps);
  QVERIFY(few.back().time_ns < 3'000);
  QVERIFY(!QToolTip::isVisible());
  // Behind the last event there is none, which is said.
  add(m_window->record()->trace().size());
  click(*m_window, "haltStatements");
  QCOMPARE(m_window->lecture()->current()->steps.size(), std::size_t{1});
  QVERIFY(QToolTip::text().contains(QStringLiteral("No statement begins")));
}

void LectureTest::comparedRunsStandAsTheyWere() {
  runTwice();
  m_window->runControl()->setComparing(true);
  m_window->workbench()->runs()->setAlignment(Alignment::end, {});
  add(12);
  m_window->runControl()->setComparing(false);
  add(20);
  saveAs(path("lecture.runahead"));
  close();
  m_window = secondWindow();
  m_window->sessionFiles()->open(path("lecture.runahead"));
  QTRY_COMPARE(m_window->lecture()->slides().size(), std::size_t{2});
  m_window->lecture()->goTo({0, 0});
  QTRY_VERIFY(m_window->workbench()->runs()->comparing());
  QTRY_COMPARE(m_window->workbench()->runs()->compared().size(), std::size_t{2});
  QVERIFY(m_window->workbench()->runs()->workspace().aligned == Alignment::end);
  // All of both is in sight, also when one goes there gradually.
  m_window->lecture()->goTo({1, 0});
  m_window->viewState()->visible()->setAnimationMs(40);
  m_window->lecture()->goTo({0, 0});
  QTest::qWait(120);
  m_window->viewState()->visible()->setAnimationMs(0);
  VisibleRange* const visible = m_window->viewState()->visible();
  const double from = visible->fromNs(), to = visible->toNs();
  visible->fitAll();
  QVERIFY(visible->fromNs() == from && visible->toNs() == to);
  const auto& runs = m_window->workbench()->runs()->runs();
  m_window->workbench()->runs()->show(std::ranges::min(runs, {}, &RunList::Run::total_ns).id);
  m_window->viewState()->visible()->set(-5'000, 20'000);
  m_window->lecture()->retake();
  m_window->lecture()->goTo({1, 0});
  m_window->lecture()->goTo({0, 0});
  QCOMPARE(m_window->viewState()->visible()->fromNs(), -5'000.0);
  // A user who had zoomed out to all of that one alone sees all of both.
  m_window->runControl()->setComparing(false);
  m_window->viewState()->visible()->fitAll();
  QTest::keyClick(m_window.get(), Qt::Key_W);
  for (int i = 0; i < 4; ++i) QTest::keyClick(m_window.get(), Qt::Key_S);
  QTest::keyClick(m_window.get(), Qt::Key_C);
  m_window->lecture()->addView();
  QVERIFY(m_window->workbench()->runs()->comparing() && !m_window->lecture()->current()->visible_ns);
  m_window->lecture()->remove();
  m_window->lecture()->goTo({0, 0});
  // What the user asks of both is asked of both; what is pointed at, is not.
  m_window->lecture()->setQuestion(
      ownQuestion(QStringLiteral("Which is faster?\nthe first\n＊ the second\n＝ It does not wait.")));
  QCOMPARE(m_window->lecture()->question()->right, std::int64_t{1});
  QCOMPARE(to_text(m_window->lecture()->question()->why), std::string("It does not wait."));
  m_window->lecture()->markAnswer(MarkedAnswer{AnswerForm::line, 5, {}});
  QVERIFY(!m_window->lecture()->question());
  m_window->lecture()->changes()->undo();
  // The class sees them, too.
  Presenter& presenter = startPresenting(*m_window);
  QVERIFY(part(presenter, "comparePane")->isVisible());
  QVERIFY(part(presenter, "comparedTimelineB")->isVisible());
  QTest::keyClick(&presenter, Qt::Key_PageDown);
  QCOMPARE(presenter.said(), QStringLiteral("Which is faster?"));
  QVERIFY(part(presenter, "comparePane")->isVisible());
  QTest::keyClick(&presenter, Qt::Key_PageDown);
  QCOMPARE(presenter.said(), QStringLiteral("It does not wait."));
  QTest::keyClick(&presenter, Qt::Key_PageDown);
  QVERIFY(!m_window->workbench()->runs()->comparing());
  QVERIFY(!part(presenter, "comparePane")->isVisible());
}

void LectureTest::whatIsShownIsNotClosed() {
  runTwice();
  add(12);
  const RunId id = run(*m_window, 1).id;
  part<QAction>(*m_window, "actionCloseRun")->trigger();
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
  QVERIFY(part(*m_window, "notice")->accessibleName().contains(QStringLiteral("a slide of the lecture")));
  m_window->lecture()->remove();
  m_window->runControl()->close(id);
  QCOMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{1});
  // Undone, the slide is there before its run: it waits for it.
  m_window->lecture()->changes()->undo();
  m_window->lecture()->goTo({0, 0});
  QVERIFY(!m_window->lecture()->onTheWay());
  QVERIFY(m_window->lecture()->isLost());
  {
    Presenter& presenter = startPresenting(*m_window);
    QVERIFY(presenter.footText().contains(QStringLiteral("was closed")));
    QVERIFY(presenter.said().isEmpty());  // not of another run
    presenter.close();
  }
  m_window->runControl()->reopen();
  m_window->lecture()->goTo({0, 0});
  QVERIFY(m_window->lecture()->onTheWay());
}

void LectureTest::aStopWhoseRunIsLostKeepsItsWords() {
  SessionFile session{{}, Session{}};
  session.state->slides.push_back({.name = "lost", .steps = {{}}, .words = "It was here."});
  session.state->workspaces.push_back({{.scenario = "barriers"}});
  QVERIFY(write_session(session, path("lost.runahead").toStdString()).ok());
  m_window->sessionFiles()->open(path("lost.runahead"));
  QTRY_COMPARE(m_window->lecture()->slides().size(), std::size_t{1});
  Presenter& presenter = startPresenting(*m_window);
  QCOMPARE(presenter.said(), QStringLiteral("It was here."));
  QVERIFY(presenter.footText().contains(QStringLiteral("could not be found")));
  QVERIFY(m_window->lecture()->current() && !m_window->lecture()->hasRunInView());
  saveAs(path("again.runahead"));
  const auto again = open_session(path("again.runahead").toStdString());
  QVERIFY(again.ok());
  QCOMPARE(again->state->slides.at(0).words, std::string("It was here."));
}

void LectureTest::aStopAsksTheClass() {
  runTwice();
  add(12);
  m_window->viewState()->cursor()->set(20);
  click(*m_window, "haltHere");
  m_window->lecture()->setQuestion(SlideQuestion{});
  auto* own = part<QPlainTextEdit>(*m_window, "stopOwn");
  QVERIFY(own->isVisible());
  own->setPlainText(QStringLiteral("Who waits?\nnobody\n* the frontend\n= It needs y."));
  m_window->viewState()->cursor()->setFutureVisibility(FutureVisibility::show);  // what its question hid
  add(questions(m_window->record()->trace()).front().asked_at);
  QVERIFY(!own->isVisible());
  saveAs(path("asks.runahead"));
  m_window->sessionFiles()->beginNew();
  m_window->sessionFiles()->open(path("asks.runahead"));
  QTRY_COMPARE(m_window->lecture()->slides().size(), std::size_t{2});
  const QPointer<Presenter> presenter(&startPresenting(*m_window));
  const ViewState& view = *m_window->viewState();
  Asking* asking = m_window->asking();
  QTRY_COMPARE(view.cursor()->seq(), Seq{12});
  QVERIFY(!asking->question());  // the step comes first
  QTest::keyClick(presenter, Qt::Key_PageDown);
  QVERIFY(asking->question());
  QCOMPARE(presenter->said(), QStringLiteral("Who waits?"));
  QCOMPARE(view.shown()->trace().size(), Seq{12});
  // There is no way to the answer, or back, before it is shown.
  QTest::keyClick(presenter, Qt::Key_End);
  QTest::keyClick(presenter, Qt::Key_Left);
  QCOMPARE(view.cursor()->seq(), Seq{12});
  QCOMPARE(view.shown()->trace().size(), Seq{12});
  // Another slide is shown as it was taken, and nothing is asked there.
  m_window->lecture()->goTo({1, 0});
  QVERIFY(!asking->question());
  QVERIFY(m_window->lecture()->onTheWay());
  QCOMPARE(view.cursor()->futureVisibility(), FutureVisibility::show);
  m_window->lecture()->goTo({0, 0});
  QTest::keyClick(presenter, Qt::Key_Q);
  QVERIFY(asking->question());
  QTest::keyClick(presenter, Qt::Key_PageDown);
  QVERIFY(asking->revealed());
  QCOMPARE(presenter->said(), QStringLiteral("It needs y."));
  QCOMPARE(view.cursor()->seq(), Seq{20});
  QTest::keyClick(presenter, Qt::Key_PageDown);
  QVERIFY(!asking->question());
  QCOMPARE(m_window->lecture()->at(), (Lecture::At{0, 1}));
  QTest::keyClick(presenter, Qt::Key_PageDown);
  QCOMPARE(m_window->lecture()->at(), (Lecture::At{1, 0}));
  QTest::keyClick(presenter, Qt::Key_PageDown, Qt::ShiftModifier);
  QTest::keyClick(presenter, Qt::Key_PageUp, Qt::ShiftModifier);
  QTest::keyClick(presenter, Qt::Key_PageDown);
  QVERIFY(asking->question());  // a class that comes back may be asked again
  QTest::keyClick(presenter, Qt::Key_Escape);
  QCOMPARE(view.cursor()->seq(), Seq{12});
  QTest::keyClick(presenter, Qt::Key_PageDown);  // and who did not want it is not held up
  QCOMPARE(m_window->lecture()->at(), (Lecture::At{0, 1}));
  // What the run can be asked there is offered, and undone like everything.
  m_window->lecture()->goTo({1, 0});
  const QStringList offered = offeredQuestions();
  QVERIFY(offered.size() > 2);
  m_window->findChild<QMenu*>(QStringLiteral("stopQuestions"))->actions().at(2)->trigger();
  QCOMPARE(textOf(*m_window, "stopAsked"), offered.at(1));
  QCOMPARE(to_text(m_window->lecture()->question()->text), offered.at(1).toStdString());
  m_window->lecture()->changes()->undo();
  QVERIFY(!m_window->lecture()->question());
  // Where it cannot be asked anything, the menu says why.
  add(m_window->record()->trace().size());
  QCOMPARE(offeredQuestions().size(), qsizetype{3});
  QVERIFY(offeredQuestions().at(1).contains(QStringLiteral("begin earlier")));
}

void LectureTest::shippedLecturesCanBeReadAndAreRight() {
  const auto shipped = shippedLectures();
  QVERIFY(shipped.size() >= 5);
  int asked = 0;
  for (const LectureTitle& one : shipped) {
    const auto session = makeLecture(one.name);
    QVERIFY2(session.ok(), session.ok() ? "" : session.error().c_str());
    const std::vector<Slide>& slides = session->state->slides;
    QVERIFY(slides.size() >= 10 && slides.size() <= 20);
    for (const Slide& slide : slides) {
      QVERIFY2(!slide.notes.empty(), slide.name.c_str());
      QVERIFY2(slide.steps.size() <= Lecture::kMostSlideSteps, slide.name.c_str());
      // The words stand there whole, in large type.
      for (const QSizeF place : {QSizeF(968, 116), QSizeF(1224, 116)}) {
        const PresentedSentence said = presentedSentence(QString::fromStdString(slide.words), place, 1);
        QVERIFY2(said.font.pixelSize() >= 36, slide.words.c_str());
        QCOMPARE(said.lines.join(u' ').simplified(), QString::fromStdString(slide.words).simplified());
      }
      // What they ask is answered as the run's events do.
      if (slide.question) {
        const Trace& trace = *session->runs[slide.run].trace;
        const auto question = question_of(slide, trace);
        QVERIFY2(question, slide.name.c_str());
        QCOMPARE(question->right, testing_support::recomputed_answer(trace, *question));
        ++asked;
      }
      const auto peak = [&](std::uint32_t run) {
        const Trace& trace = *session->runs[run].trace;
        return formatBytes(trace.counter_range(0, trace.size()).max.live_bytes);
      };
      const QString notes = QString::fromStdString(slide.notes);
      static const QRegularExpression kPeak(QStringLiteral("([0-9.]+ MB) at the peak")),
          kPeaks(QStringLiteral("([0-9.]+) MB against ([0-9]+\\.[0-9])"));
      if (const auto said = kPeak.match(notes); said.hasMatch()) QCOMPARE(said.captured(1), peak(slide.run));
      if (const auto said = kPeaks.match(notes); said.hasMatch()) {
        QCOMPARE(said.captured(1) + QStringLiteral(" MB"), peak(slide.compared[0]));
        QCOMPARE(said.captured(2) + QStringLiteral(" MB"), peak(slide.compared[1]));
      }
      // What they calculate is what was recorded.
      static const QRegularExpression kTotal(QStringLiteral("[+·] [0-9]+(?: µs)? = ([0-9]+) µs"));
      const auto total = kTotal.match(QString::fromStdString(slide.words));
      if (!total.hasMatch()) continue;
      QCOMPARE(total.captured(1).toLongLong() * 1000, *session->state->runs[slide.run].total_ns);
    }
    // It goes through, and nothing of it was saved anywhere.
    part<QAction>(*m_window, ("openLecture-" + one.name).c_str())->trigger();
    QTRY_COMPARE(m_window->lecture()->slides().size(), slides.size());
    QCOMPARE(m_window->lecture()->slides().front().name, slides.front().name);
    QVERIFY(m_window->lecture()->onTheWay());
    const auto runs = [this] {
      std::size_t count = 0;
      for (const RunList::Workspace* workspace : m_window->workbench()->runs()->workspaces())
        count += workspace->runs.size();
      return count;
    };
    const bool simulates = m_window->workbench()->runs()->findWorkspace("loop-model");
    const QPointer<Presenter> presenter(&startPresenting(*m_window));
    presenter->showNormal();
    presenter->resize(1280, 720);
    QStringList onPage;
    ContactSheet sheet(slides.size());
    sheet.add(*presenter);
    const auto saysSo = [&] {
      const auto [at, step] = m_window->lecture()->at();
      const Slide& slide = slides[static_cast<std::size_t>(at)];
      if (step == 0) onPage = saidOnPage(*session, slide);
      return saysTheSame(onPage[step], sentenceAt(*m_window), slide);
    };
    QVERIFY(saysSo());
    int steps = 1;
    while (m_window->lecture()->step(1)) {
      // Nothing is run by itself: what is simulated as one looks comes some events later.
      QCoreApplication::processEvents();
      if (simulates && m_window->lecture()->at().step == 0) QTest::qWait(30);
      QVERIFY(m_window->lecture()->onTheWay());
      QCOMPARE(runs(), session->runs.size());
      ++steps;
      QVERIFY2(saysSo(), qPrintable(onPage.join(u'\n')));
      const Slide& slide = slides[static_cast<std::size_t>(m_window->lecture()->at().slide)];
      // Of two runs all is seen, whatever stands below them.
      const QWidget *const rest = part(*presenter, "compareBar"), *const memory =
                                                                      part(*presenter, "presentedMemory");
      if (slide.compared.size() == 2) {
        QTRY_VERIFY2(!rest->isVisible(), slide.name.c_str());
        if (slide.charts.memory) {
          QTest::keyClick(presenter, Qt::Key_P);
          QTRY_VERIFY(part(*presenter, "presentedDepth")->isVisible() && !memory->isVisible());
          QVERIFY2(!rest->isVisible(), slide.name.c_str());
          QTest::keyClick(presenter, Qt::Key_P);
          QVERIFY(memory->isVisible());
        }
      }
      if (m_window->lecture()->at().step == 0) {
        sheet.add(*presenter);
      } else {
        QCOMPARE(presenter->said(), sentenceAt(*m_window));
        QCOMPARE(part(*m_window, "narration")->accessibleName(), sentenceAt(*m_window));
      }
    }
    // To be looked at: one picture of all slides.
    QVERIFY(sheet.save(QCoreApplication::applicationDirPath() +
                       QStringLiteral("/lecture-%1.png").arg(QString::fromStdString(one.name))));
    presenter->close();
    m_window->lecture()->goTo({static_cast<int>(slides.size()) / 2, 0});
    if (simulates) QTest::qWait(400);
    QVERIFY(m_window->lecture()->onTheWay());
    QCOMPARE(runs(), session->runs.size());
    std::size_t all = 0;
    for (const Slide& slide : slides) all += slide.steps.size();
    QCOMPARE(static_cast<std::size_t>(steps), all);
    QVERIFY(m_window->session()->keeper()->file().isEmpty());
    QVERIFY(!m_window->isWindowModified());
    // Nor is anything changed by looking at it once it was saved and read again.
    saveAs(path("shipped.runahead"));
    m_window->sessionFiles()->beginNew();
    m_window->sessionFiles()->open(path("shipped.runahead"));
    QTRY_COMPARE(m_window->lecture()->slides().size(), slides.size());
    for (int slide = 0; slide < std::ssize(slides); ++slide) {
      m_window->lecture()->goTo({slide, 0});
      QTRY_VERIFY(m_window->lecture()->onTheWay());
    }
    QCoreApplication::processEvents();
    QVERIFY(!m_window->isWindowModified());
    m_window->sessionFiles()->beginNew();
    QVERIFY(m_window->lecture()->slides().empty());
  }
  QVERIFY(asked >= 10);
}
