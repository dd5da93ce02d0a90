// SPDX-License-Identifier: GPL-3.0-or-later
// Where answers are given in the picture, and which question comes next.
#include "gui/window/class_questions.h"

#include <utility>

#include "gui/lecture/answer_line.h"
#include "gui/lecture/asking.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/level_line.h"
#include "gui/listing/code_view.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/run_list.h"
#include "gui/session/workbench.h"
#include "gui/timeline/timeline_view.h"
#include "gui/window/notice_strip.h"
#include "gui/window/run_control.h"
#include "gui/window/work_page.h"

namespace runahead::gui {

ClassQuestions::ClassQuestions(const Parts& parts, QObject* parent) : QObject(parent), m_its(parts) {
  connect(m_its.asking, &Asking::changed, this, &ClassQuestions::follow);
  connect(m_its.asking, &Asking::foundNone, this, [this] {
    m_its.notice->showNotice(NoticeStrip::Kind::remark, tr("This run has no questions."),
                             tr("Its answers would be uncertain or obvious."));
  });
  connect(m_its.lecture, &Lecture::going, m_its.asking, &Asking::drop);
  connect(m_its.listing->code(), &CodeView::lineClicked, this, [this](int line) {
    const Question* question = m_its.asking->question();
    if (question && question->form == AnswerForm::line) m_its.asking->answerWith(line);
  });
}

void ClassQuestions::follow() {
  // There is no timeline before the first run.
  TimelineView* timeline = m_its.page->timeline();
  if (!timeline) return;
  if (!std::exchange(m_lines, true)) {
    new AnswerLine(m_its.asking, timeline);
    new LevelLine(m_its.asking, m_its.page->depthChart(), AnswerForm::count);
    new LevelLine(m_its.asking, m_its.page->memoryChart(), AnswerForm::bytes);
  }
  const Question* question = m_its.asking->question();
  if (question && question->form == AnswerForm::count)
    m_its.page->setAsked(WorkPage::Pane::depth);
  else if (question && question->form == AnswerForm::bytes)
    m_its.page->setAsked(WorkPage::Pane::memory);
  else
    m_its.page->setAsked(std::nullopt);
}

void ClassQuestions::leaveComparing() {
  if (m_its.bench->runs()->comparing()) m_its.runs->setComparing(false);
}

void ClassQuestions::ask(const std::optional<Question>& question) {
  if (!m_its.bench->open() || !m_its.bench->view()->shown()->hasRun()) return;
  leaveComparing();
  if (question) return m_its.asking->ask(*question);
  const Lecture& lecture = *m_its.lecture;
  const auto ofStop = !m_its.asking->question() && lecture.onTheWay() ? lecture.question() : std::nullopt;
  if (ofStop) return m_its.asking->ask(*ofStop);
  m_its.asking->askNext();
}

void ClassQuestions::askToDraw() {
  leaveComparing();
  m_its.asking->askToDraw();
}

}  // namespace runahead::gui
