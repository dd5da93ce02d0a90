// SPDX-License-Identifier: GPL-3.0-or-later
// Asks about a run of wait-on-intermediate, in the window and presented, on the offscreen platform.
#include "tests/gui/asking_test.h"

#include <QAction>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <algorithm>
#include <cmath>

#include "core/analysis/labels.h"
#include "core/scenario/run_execution.h"
#include "gui/jobs/background.h"
#include "gui/lecture/answer_line.h"
#include "gui/lecture/asked_pane.h"
#include "gui/lecture/asking.h"
#include "gui/lecture/curtain.h"
#include "gui/lecture/draw_board.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/level_line.h"
#include "gui/lecture/presentation.h"
#include "gui/listing/code_view.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/run_list.h"
#include "gui/timeline/chart_pane.h"
#include "gui/timeline/timeline_view.h"
#include "gui/window/class_questions.h"
#include "gui/window/session_files.h"
#include "tests/gui/synthetic_trace.h"
#include "tests/gui/window_driver.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

std::unique_ptr<MainWindow> AskingTest::m_window;

namespace {

Trace askedRun(const char* scenario = "wait-on-intermediate") {
  RunRequest request = default_request(scenario, Preset::step);
  request.clock = Clock::virtual_time;
  RunExecution session(*check(request));
  session.start();
  session.wait();
  return session.snapshot();
}

QPoint middleOf(const QRectF& rect) {
  return rect.center().toPoint();
}

}  // namespace

void AskingTest::initTestCase() {
  m_window = openWindow();
  openRecording(*m_window, askedRun());
}

void AskingTest::cleanupTestCase() {
  m_window.reset();
}

void AskingTest::init() {
  m_window->asking()->close();
  m_window->viewState()->cursor()->setFutureVisibility(FutureVisibility::show);
  m_window->viewState()->cursor()->goToStart();
}

void AskingTest::ask(int kind) {
  const std::vector<Question> all = questions(m_window->record()->trace());
  const auto found = std::ranges::find(all, static_cast<QuestionKind>(kind), &Question::kind);
  if (found == all.end()) qFatal("the run has no such question");
  m_window->questions()->ask(*found);
}

Presenter& AskingTest::present() {
  m_window->presentation()->present();
  auto* presenter = m_window->findChild<Presenter*>();
  if (!presenter || !QTest::qWaitForWindowExposed(presenter)) qFatal("nothing is presented");
  presenter->showNormal();
  presenter->resize(1280, 720);
  return *presenter;
}

void AskingTest::nothingAfterTheQuestionIsTold() {
  ViewState& view = *m_window->viewState();
  view.cursor()->goToEnd();
  QTest::keyClick(m_window.get(), Qt::Key_Q);
  QTRY_VERIFY(m_window->asking()->question());
  const Question* question = m_window->asking()->question();
  QVERIFY(part(*m_window, "askedPane")->isVisible());
  QCOMPARE(view.cursor()->seq(), question->asked_at);
  QCOMPARE(view.shown()->trace().size(), question->asked_at);
  // All kinds, one after the other: the axis ends where it would with any of the options.
  for (std::size_t i = 0; i < questions(m_window->record()->trace()).size(); ++i) {
    const Question before = *question;
    QTest::keyClick(m_window.get(), Qt::Key_Q);
    QTRY_VERIFY(*m_window->asking()->question() != before);
    question = m_window->asking()->question();
    QCOMPARE(view.shown()->trace().size(), question->asked_at);
    const double known = std::max(view.visible()->ownLimitNs(), static_cast<double>(question->scale_to));
    QVERIFY(view.visible()->toNs() <= known + 1);
  }
}

void AskingTest::whatWasNotShownLeavesTheViewAsItWas() {
  ViewState& view = *m_window->viewState();
  view.cursor()->set(20);
  view.cursor()->setFutureVisibility(FutureVisibility::dim);
  view.visible()->set(10'000, 60'000);
  ask(static_cast<int>(QuestionKind::line_done));
  QVERIFY(view.cursor()->seq() != 20U || view.shown()->trace().size() != m_window->record()->trace().size());
  QTest::keyClick(m_window.get(), Qt::Key_Escape);
  QVERIFY(!m_window->asking()->question());
  QVERIFY(!part(*m_window, "askedPane")->isVisible());
  QCOMPARE(view.cursor()->seq(), 20U);
  QCOMPARE(view.cursor()->futureVisibility(), FutureVisibility::dim);
  QCOMPARE(view.visible()->fromNs(), 10'000.0);
  QCOMPARE(view.visible()->toNs(), 60'000.0);
}

void AskingTest::handsAreCountedByKeysAndClicks() {
  ask(static_cast<int>(QuestionKind::ends_wait));
  auto* pane = part<AskedPane>(*m_window, "askedPane");
  const auto& hands = m_window->asking()->hands();
  for (const Qt::Key key : {Qt::Key_1, Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_4})
    QTest::keyClick(m_window.get(), key);
  QTest::keyClick(m_window.get(), Qt::Key_1, Qt::ShiftModifier);
  QTest::mouseClick(pane, Qt::LeftButton, {}, middleOf(pane->rowRect(1)));
  QCOMPARE(hands, (std::array{1, 2, 1, 0}));  // there is no fourth option
  const QImage before = pane->grab().toImage();
  QTest::mouseClick(pane, Qt::LeftButton, {}, middleOf(pane->rowRect(1)));
  QVERIFY(pane->grab().toImage() != before);
  for (int i = 0; i < 5; ++i)
    QTest::mouseClick(pane, Qt::LeftButton, Qt::ShiftModifier, middleOf(pane->rowRect(1)));
  QCOMPARE(hands[1], 0);
}

void AskingTest::theAnswerIsWhatTheRunShows() {
  const ViewState& view = *m_window->viewState();
  ask(static_cast<int>(QuestionKind::ends_wait));
  const Question question = *m_window->asking()->question();
  QTest::keyClick(m_window.get(), Qt::Key_Return);
  QVERIFY(m_window->asking()->revealed());
  QCOMPARE(view.cursor()->seq(), question.shown_at);
  QCOMPARE(view.cursor()->futureVisibility(), FutureVisibility::show);
  QCOMPARE(view.selection()->task(), static_cast<TaskId>(question.right));
  QCOMPARE(part(*m_window, "askedPane")->accessibleDescription(),
           QString::fromStdString(to_text(question.why)));
  QTest::keyClick(m_window.get(), Qt::Key_Escape);
  QVERIFY(!m_window->asking()->question());
  QCOMPARE(view.cursor()->seq(), question.shown_at);  // there is something to look at
}

void AskingTest::aTaskIsAnsweredByAClick() {
  ask(static_cast<int>(QuestionKind::ends_wait));
  auto* pane = part<AskedPane>(*m_window, "askedPane");
  QVERIFY(pane->pointed().contains(QLatin1String("click")));
  m_window->viewState()->selection()->selectTask(2);  // as a click in the timeline does
  QCOMPARE(m_window->asking()->answer(), 2);
  QCOMPARE(pane->pointed(), QStringLiteral("Pointed at: dot 2"));
  m_window->asking()->reveal();
  QCOMPARE(pane->pointed(),
           QStringLiteral("Pointed at dot 2: right if a wait for one result waited for all tasks"));
  m_window->viewState()->selection()->selectTask(1);
  QCOMPARE(m_window->asking()->answer(), 2);
}

void AskingTest::aLineIsAnsweredByAClick() {
  ask(static_cast<int>(QuestionKind::blocks_first));
  emit m_window->findChild<CodeView*>()->lineClicked(7);
  QCOMPARE(m_window->asking()->answer(), 7);
  m_window->asking()->reveal();
  QCOMPARE(part<AskedPane>(*m_window, "askedPane")->pointed(), QStringLiteral("Pointed at line 7: right"));
}

void AskingTest::aWaitIsAnsweredByAClick() {
  ask(static_cast<int>(QuestionKind::longest_wait));
  const Question question = *m_window->asking()->question();
  auto* timeline = part<TimelineView>(*m_window, "timeline");
  const RowPx row = timeline->timelineLayout().enqueues;
  const auto click = [&](double ns, double beside) {
    const QPointF at(timeline->axis().x(ns) + beside, row.top + row.height / 2);
    QTest::mouseClick(timeline, Qt::LeftButton, {}, at.toPoint());
  };
  const Trace& trace = m_window->record()->trace();
  const Wait first = trace.wait(static_cast<WaitId>(question.options.front().value));
  click(static_cast<double>(trace.time_ns(first.begin) + trace.time_ns(first.end)) / 2, 0);
  QCOMPARE(m_window->asking()->answer(), question.options.front().value);
  // The one that has begun is not longer than nothing yet.
  click(static_cast<double>(m_window->viewState()->cursor()->ns()), 20);
  QCOMPARE(m_window->asking()->answer(), question.right);
  QCOMPARE(m_window->viewState()->cursor()->seq(), question.asked_at);
  m_window->asking()->reveal();
  QCOMPARE(m_window->viewState()->selection()->wait(), static_cast<WaitId>(question.right));
}

void AskingTest::aTimeIsAnsweredByALineInTheTimeline() {
  ask(static_cast<int>(QuestionKind::run_over));
  const Question question = *m_window->asking()->question();
  const auto* timeline = part<TimelineView>(*m_window, "timeline");
  auto* line = part<AnswerLine>(*timeline, "answerLine");
  QVERIFY(line->isVisible());
  const int x = static_cast<int>(timeline->axis().x(static_cast<double>(question.right)));
  QTest::mousePress(line, Qt::LeftButton, {}, QPoint(x / 2, 60));
  QTest::mouseMove(line, QPoint(x / 2 + 3, 60));
  QMouseEvent move(QEvent::MouseMove, QPointF(x, 60), line->mapToGlobal(QPointF(x, 60)), Qt::NoButton,
                   Qt::LeftButton, {});
  QCoreApplication::sendEvent(line, &move);
  QTest::mouseRelease(line, Qt::LeftButton, {}, QPoint(x, 60));
  QVERIFY(m_window->asking()->answer());
  QVERIFY(judge(question, *m_window->asking()->answer()).right);
  QCOMPARE(m_window->viewState()->cursor()->seq(), question.asked_at);  // the cursor stays where it is asked
  m_window->asking()->reveal();
  QVERIFY(line->testAttribute(Qt::WA_TransparentForMouseEvents));
}

void AskingTest::aCountIsAnsweredByALineInTheChart() {
  // The chart is there while it is asked for, and alone.
  auto *depth = part(*m_window, "depthChart"), *memory = part(*m_window, "memoryChart");
  const bool shown = memory->isVisible();
  ask(static_cast<int>(QuestionKind::most_pending));
  const Question question = *m_window->asking()->question();
  QVERIFY(depth->isVisible() && !memory->isVisible());
  // Whatever comes later: its scale is the question's.
  QVERIFY(static_cast<ChartPane*>(depth)->top() >= static_cast<double>(question.scale_to));
  QVERIFY(static_cast<ChartPane*>(depth)->top() < static_cast<double>(question.scale_to) * 1.2);
  auto* line = part<LevelLine>(*depth, "levelLine");
  const auto y = [&](std::int64_t level) { return static_cast<int>(line->yOf(static_cast<double>(level))); };
  QTest::mousePress(line, Qt::LeftButton, {}, QPoint(400, y(question.scale_to)));
  QCOMPARE(m_window->asking()->answer(), question.scale_to);
  QMouseEvent move(QEvent::MouseMove, QPointF(420, y(question.right)), line->mapToGlobal(QPointF(420, 0)),
                   Qt::NoButton, Qt::LeftButton, {});
  QCoreApplication::sendEvent(line, &move);
  QVERIFY(judge(question, m_window->asking()->answer().value()).right);
  QCOMPARE(m_window->viewState()->cursor()->seq(), question.asked_at);
  QTest::keyClick(m_window.get(), Qt::Key_Up);
  QCOMPARE(m_window->asking()->answer(), question.right + 1);
  QTest::keyClick(m_window.get(), Qt::Key_Down);
  QVERIFY(std::ranges::all_of(m_window->asking()->hands(), [](int hands) { return hands == 0; }));
  const QImage before = line->grab().toImage();
  m_window->asking()->reveal();
  QVERIFY(line->grab().toImage() != before);
  QVERIFY(line->testAttribute(Qt::WA_TransparentForMouseEvents));
  m_window->asking()->close();
  QVERIFY(line->isHidden());
  QCOMPARE(memory->isVisible(), shown);
}

void AskingTest::workersAreDrawnAsTheRulesPermit() {
  m_window->questions()->askToDraw();
  const Asking& asking = *m_window->asking();
  QTRY_VERIFY(asking.drawing());
  const Drawing* drawing = asking.drawing();
  QCOMPARE(m_window->viewState()->shown()->trace().size(), drawing->asked_at);
  auto* board = part<DrawBoard>(*m_window, "drawBoard");
  QVERIFY(board->isVisible());
  const auto drag = [&asking, board](TaskId task, double toNs) {
    DrawnBar aim = *std::ranges::find(asking.drawing()->recorded, task, &DrawnBar::task);
    aim.end_ns += std::llround(toNs) - aim.start_ns;
    aim.start_ns = std::llround(toNs);
    const QPoint from = middleOf(board->rectOf(task)), to = middleOf(board->rectOf(aim));
    QTest::mousePress(board, Qt::LeftButton, {}, from);
    QTest::mouseMove(board, (from + to) / 2);
    board->grab();  // on its way
    QTest::mouseRelease(board, Qt::LeftButton, {}, to);
  };
  const double first = static_cast<double>(drawing->given.at(0).end_ns);
  drag(3, static_cast<double>(drawing->from_ns));
  QCOMPARE(to_text(asking.reason()), std::string("Worker 1 is busy with dot 1."));
  QVERIFY(asking.drawn().empty());
  drag(3, first + static_cast<double>(drawing->tolerance_ns) / 2);  // comes to the end that is near
  QCOMPARE(asking.drawn().size(), std::size_t{1});
  QCOMPARE(asking.drawn()[0].start_ns, drawing->given[0].end_ns);
  drag(2, static_cast<double>(asking.drawn()[0].end_ns));
  QCOMPARE(asking.drawn().size(), std::size_t{2});
  QVERIFY(asking.reason().empty());
  QTest::keyClick(m_window.get(), Qt::Key_Return);
  QCOMPARE(to_text(asking.question()->why), std::string("That is right: the run did the same."));
  QCOMPARE(m_window->viewState()->cursor()->seq(), asking.question()->shown_at);
  // What was dropped beside the lanes is to be drawn again.
  m_window->asking()->close();
  m_window->viewState()->cursor()->goToStart();
  m_window->questions()->askToDraw();
  QTRY_VERIFY(asking.drawing());
  drag(3, first);
  QCOMPARE(asking.drawn().size(), std::size_t{1});
  QTest::mousePress(board, Qt::LeftButton, {}, middleOf(board->rectOf(3)));
  QTest::mouseRelease(board, Qt::LeftButton, {}, QPoint(200, 1));
  QVERIFY(asking.drawn().empty());
  m_window->asking()->reveal();
  QCOMPARE(to_text(asking.question()->why), std::string("This is what the run did."));
}

void AskingTest::workersAreDrawnByKeys() {
  m_window->questions()->askToDraw();
  const Asking& asking = *m_window->asking();
  QTRY_VERIFY(asking.drawing());
  const auto press = [](Qt::Key key) { QTest::keyClick(m_window.get(), key); };
  press(Qt::Key_Tab);
  QCOMPARE(asking.held()->task, 2U);
  press(Qt::Key_Return);  // at the begin, where it cannot be
  QVERIFY(asking.held() && !asking.reason().empty());
  press(Qt::Key_Tab);
  QCOMPARE(asking.held()->task, 3U);
  const std::int64_t first_ns = asking.drawing()->given.at(0).end_ns;
  const auto moveTo = [&](std::int64_t ns) {
    for (int i = 0; i < 60 && asking.held()->start_ns + asking.drawing()->tolerance_ns < ns; ++i)
      press(Qt::Key_Right);
  };
  moveTo(first_ns);
  part<DrawBoard>(*m_window, "drawBoard")->grab();
  press(Qt::Key_Return);
  QVERIFY(!asking.held());
  QCOMPARE(asking.drawn().at(0).start_ns, first_ns);
  press(Qt::Key_Down);  // takes what has no place yet
  QCOMPARE(asking.held()->task, 2U);
  press(Qt::Key_Escape);  // puts it down, and asks on
  QVERIFY(!asking.held() && asking.question());
  press(Qt::Key_Down);
  moveTo(asking.drawn().at(0).end_ns);
  press(Qt::Key_Return);
  QCOMPARE(asking.drawn().size(), std::size_t{2});
  press(Qt::Key_Return);
  QCOMPARE(to_text(asking.question()->why), std::string("That is right: the run did the same."));
}

void AskingTest::anAnswerIsMarkedInThePicture() {
  Lecture& lecture = *m_window->lecture();
  ViewState& view = *m_window->viewState();
  m_window->questions()->askToDraw();  // any wait
  QTRY_VERIFY(m_window->asking()->drawing());
  const Question made = *m_window->asking()->question();
  m_window->asking()->close();
  view.cursor()->set(made.asked_at);
  part<QAction>(*m_window, "actionLecture")->setChecked(true);
  lecture.addView();
  lecture.setQuestion(SlideQuestion{.text = "Which one?"});
  auto* button = part(*m_window, "stopAnswer");
  QVERIFY(button->isVisible());
  const auto mark = [&](AnswerForm form) {
    const std::vector<MarkedAnswer> all = lecture.answersInView();
    const auto found = std::ranges::find(all, form, &MarkedAnswer::form);
    if (found == all.end()) qFatal("nothing of that kind is in view");
    lecture.markAnswer(*found);
    return *found;
  };
  view.cursor()->goToEnd();
  view.selection()->selectTask(2);
  mark(AnswerForm::task);
  QCOMPARE(static_cast<QAbstractButton*>(button)->text(), QStringLiteral("Answer: dot 2"));
  // What is typed stays beside it.
  part<QPlainTextEdit>(*m_window, "stopOwn")->setPlainText(QStringLiteral("Which ends it?"));
  QCOMPARE(lecture.current()->question->answer->value, std::int64_t{2});
  view.cursor()->goToStart();
  lecture.back();
  m_window->questions()->ask();
  QCOMPARE(to_text(m_window->asking()->question()->text), std::string("Which ends it?"));
  QVERIFY(part<AskedPane>(*m_window, "askedPane")->pointed().startsWith(QLatin1String("Click the task")));
  // It has not started: its enqueue is in sight.
  auto* timeline = part<TimelineView>(*m_window, "timeline");
  const Seq enqueue = view.shown()->trace().task(2).enqueue;
  QCOMPARE(view.shown()->trace().task(2).start, kNever);
  const RowPx row = timeline->timelineLayout().enqueues;
  const double end = timeline->axis().x(static_cast<double>(view.shown()->trace().time_ns(enqueue)));
  const double begin = timeline->axis().x(static_cast<double>(view.shown()->trace().time_ns(enqueue - 1)));
  QVERIFY2(end - begin > 12, qPrintable(QString::number(end - begin)));
  QTest::mouseClick(timeline, Qt::LeftButton, {}, QPointF(end - 4, row.top + row.height / 2).toPoint());
  QCOMPARE(m_window->asking()->answer(), 2);
  m_window->asking()->reveal();
  QCOMPARE(part<AskedPane>(*m_window, "askedPane")->pointed(), QStringLiteral("Pointed at dot 2: right"));
  QCOMPARE(view.cursor()->seq(), m_window->record()->trace().size());
  m_window->asking()->close();
  // A level, on an axis that what is known decides.
  view.cursor()->set(made.shown_at);
  const MarkedAnswer level = mark(AnswerForm::bytes);
  lecture.back();
  const Question how_much = lecture.question().value();
  QVERIFY(judge(how_much, level.value + how_much.tolerance).right);
  QVERIFY(!judge(how_much, level.value + how_much.tolerance + 1).right);
  QVERIFY(how_much.scale_to > level.value);
  lecture.changes()->undo();
  QCOMPARE(lecture.current()->question->answer->form, AnswerForm::task);
  // Before the halt no moment can be pointed at.
  view.cursor()->goToStart();
  mark(AnswerForm::time);
  lecture.back();
  QVERIFY(!lecture.question());
  QVERIFY(part(*m_window, "stopAsked")->isVisible());
  lecture.clear();
  part<QAction>(*m_window, "actionLecture")->setChecked(false);
}

void AskingTest::theMenuOffersWhatTheRunSupports() {
  auto* menu = m_window->findChild<QMenu*>(QStringLiteral("menuAsk"));
  emit menu->aboutToShow();
  const std::vector<Question> all = questions(m_window->record()->trace());
  QCOMPARE(menu->actions().size(), qsizetype{4});  // the run is looked at beside the window
  QTRY_COMPARE(menu->actions().size(), static_cast<qsizetype>(all.size()) + 3);
  QAction* last = menu->actions().last();
  QVERIFY(last->text().startsWith(QString::fromStdString(to_text(all.back().text))));
  last->trigger();
  QCOMPARE(m_window->asking()->question()->asked_at, all.back().asked_at);
}

void AskingTest::aClickerAsksAndAnswers() {
  const QPointer<Presenter> presenter(&present());
  QTest::keyClick(presenter, Qt::Key_Q);
  QTRY_VERIFY(m_window->asking()->question());
  const Question question = *m_window->asking()->question();
  QCOMPARE(presenter->said(), QString::fromStdString(to_text(question.text)));
  auto* pane = part<AskedPane>(*presenter, "askedPane");
  QVERIFY(pane->isVisible());
  QVERIFY(pane->geometry().bottom() <= presenter->footRect().top());
  QVERIFY(presenter->programRect().bottom() <= pane->geometry().top() + 1);
  QTest::keyClick(presenter, Qt::Key_2);
  QCOMPARE(m_window->asking()->hands()[1], 1);
  QTest::keyClick(presenter, Qt::Key_B);  // darkness, and no hand
  QVERIFY(part<Curtain>(*presenter, "curtain")->isDown());
  QTest::keyClick(presenter, Qt::Key_B);
  QCOMPARE(m_window->asking()->hands()[1], 1);
  QTest::keyClick(presenter, Qt::Key_PageDown);
  QVERIFY(m_window->asking()->revealed());
  QCOMPARE(presenter->said(), QString::fromStdString(to_text(question.why)));
  QTest::keyClick(presenter, Qt::Key_PageDown);
  QVERIFY(!m_window->asking()->question());
  QTest::keyClick(presenter, Qt::Key_Q);
  QTRY_VERIFY(m_window->asking()->question());
  QTest::keyClick(presenter, Qt::Key_Escape);  // the question, and not the presentation
  QVERIFY(!m_window->asking()->question() && presenter->isVisible());
  presenter->close();
  QTRY_VERIFY(presenter.isNull());
}

void AskingTest::theProgramOfAPresentationIsClicked() {
  const QPointer<Presenter> presenter(&present());
  QTest::keyClick(presenter, Qt::Key_M);
  const QWidget* memory = part(*presenter, "presentedMemory");
  QVERIFY(memory->isVisible());
  ask(static_cast<int>(QuestionKind::blocks_first));
  QVERIFY(!memory->isVisible());  // the timeline needs the room
  const auto [first, count] = presenter->shownRows();
  QVERIFY(count > 1);
  const QRectF program = presenter->programRect();
  const double row = presenter->program().row_px;
  QTest::mouseClick(presenter, Qt::LeftButton, {},
                    QPoint(200, static_cast<int>(program.top() + 8 + row * 1.5)));
  QCOMPARE(m_window->asking()->answer(), presenter->program().rows[first + 1].line);
  presenter->close();
  QTRY_VERIFY(presenter.isNull());
}

void AskingTest::anotherRunEndsTheQuestion() {
  ask(static_cast<int>(QuestionKind::ends_wait));
  openRecording(*m_window, incrementLoopTrace(20, true));
  QVERIFY(!m_window->asking()->question());
  QCOMPARE(m_window->viewState()->cursor()->futureVisibility(), FutureVisibility::show);
}

/// Copies and products are left on several lanes.
void AskingTest::streamsAreDrawnInTheirOrder() {
  const Trace run = askedRun("overlap-copy");
  openRecording(*m_window, run);
  m_window->viewState()->cursor()->set(run.wait(run.wait_count() - 1).begin + 1);
  m_window->questions()->askToDraw();
  const Asking& asking = *m_window->asking();
  QTRY_VERIFY(asking.drawing() && asking.drawing()->by_stream);
  QVERIFY(to_text(asking.question()->text).ends_with("What does the device do now?"));
  auto* board = part<DrawBoard>(*m_window, "drawBoard");
  const std::vector<DrawnBar> recorded = asking.drawing()->recorded;
  QVERIFY(recorded.size() > 1);
  for (const DrawnBar& bar : recorded) QVERIFY(bar.end_ns - bar.start_ns > 1);  // no event between streams
  const auto drag = [&](TaskId task, const DrawnBar& aim) {
    QTest::mousePress(board, Qt::LeftButton, {}, middleOf(board->rectOf(task)));
    QTest::mouseRelease(board, Qt::LeftButton, {}, middleOf(board->rectOf(aim)));
  };
  DrawnBar aim = recorded[0];
  const auto& lanes = asking.drawing()->lanes;
  const auto other = std::ranges::find_if(lanes, [&](LaneId lane) { return lane != aim.lane; });
  QVERIFY(other != lanes.end());
  aim.lane = *other;
  drag(aim.task, aim);
  QCOMPARE(QString::fromStdString(to_text(asking.reason())),
           QString::fromStdString(to_text(task_label(run, aim.task)) + " was launched on " +
                                  to_text(lane_label(run, recorded[0].lane)) + "."));
  for (const DrawnBar& bar : recorded) drag(bar.task, bar);
  QCOMPARE(asking.drawn().size(), recorded.size());
  m_window->asking()->reveal();
  QCOMPARE(to_text(asking.question()->why), std::string("That is right: the run did the same."));
}

/// Looking for it has begun when they are compared.
void AskingTest::noQuestionComesOverComparedRuns() {
  const QTemporaryDir directory;
  const QString path = directory.filePath(QStringLiteral("two.json"));
  const std::vector<Trace> two = {askedRun(), askedRun()};
  QVERIFY(write_trace_json(two, path.toStdString()).ok());
  m_window->sessionFiles()->open(path);
  QTRY_COMPARE(m_window->workbench()->runs()->runs().size(), std::size_t{2});
  QTest::keyClick(m_window.get(), Qt::Key_Q);
  QTest::keyClick(m_window.get(), Qt::Key_C);
  QVERIFY(m_window->workbench()->runs()->comparing());
  joinBackground();
  QCoreApplication::processEvents();
  QVERIFY(!m_window->asking()->question());
  QVERIFY(m_window->workbench()->runs()->comparing());
  QTest::keyClick(m_window.get(), Qt::Key_Q);
  QTRY_VERIFY(m_window->asking()->question());
  QVERIFY(!m_window->workbench()->runs()->comparing());
}
