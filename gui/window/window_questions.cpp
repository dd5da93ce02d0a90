// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with questions for a class: answers in its timeline and listing.
#include "gui/lecture/lecture.h"
#include "gui/listing/code_view.h"
#include "gui/listing/listing_pane.h"
#include "gui/questions/answer_line.h"
#include "gui/questions/asking.h"
#include "gui/questions/level_line.h"
#include "gui/runs/run_list.h"
#include "gui/timeline/timeline_view.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/run_control.h"
#include "gui/window/work_page.h"

namespace runahead::gui {

void MainWindow::connectQuestions() {
  connect(m_asking, &Asking::changed, this, [this] {
    // There is no timeline before the first run.
    TimelineView* timeline = m_workPage->timeline();
    if (!timeline) return;
    if (!timeline->findChild<AnswerLine*>()) {
      new AnswerLine(m_asking, timeline);
      new LevelLine(m_asking, m_workPage->depthChart(), AnswerForm::count);
      new LevelLine(m_asking, m_workPage->memoryChart(), AnswerForm::bytes);
    }
    const Question* question = m_asking->question();
    if (question && question->form == AnswerForm::count)
      m_workPage->setAsked(WorkPage::Pane::depth);
    else if (question && question->form == AnswerForm::bytes)
      m_workPage->setAsked(WorkPage::Pane::memory);
    else
      m_workPage->setAsked(std::nullopt);
  });
  connect(m_asking, &Asking::foundNone, this, [this] {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("This run has no questions."),
                         tr("Its answers would be uncertain or obvious."));
  });
  connect(m_lecture, &Lecture::going, m_asking, &Asking::drop);
  connect(m_listing->code(), &CodeView::lineClicked, this, [this](int line) {
    const Question* question = m_asking->question();
    if (question && question->form == AnswerForm::line) m_asking->answerWith(line);
  });
}

void MainWindow::ask(const std::optional<Question>& question) {
  if (!m_bench->open() || !m_view->hasRun()) return;
  // A question is about one run.
  if (m_runs->comparing()) m_runControl->setComparing(false);
  if (question) return m_asking->ask(*question);
  const auto ofStop = !m_asking->question() && m_lecture->onTheWay() ? m_lecture->question() : std::nullopt;
  if (ofStop) return m_asking->ask(*ofStop);
  m_asking->askNext();
}

void MainWindow::askToDraw() {
  if (m_runs->comparing()) m_runControl->setComparing(false);
  m_asking->askToDraw();
}

}  // namespace runahead::gui
