// SPDX-License-Identifier: GPL-3.0-or-later
// What asking does to the view, and what the keys mean meanwhile.
#include "gui/lecture/asking.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace runahead::gui {
namespace {

/// From 1 on, in the upper row of the keyboard, as X11 and Wayland number keys: there Shift makes another
/// character of it.
constexpr quint32 kPlaceOfOne = 10;

constexpr WaitId kWaitsToDraw = 256;  ///< are looked at
constexpr double kRoom = 0.12;        ///< before what is asked about, of its length
constexpr std::size_t kPending = 64;  ///< of more, none could be told apart in sight

/// The option that the key counts a hand for.
std::optional<std::size_t> tallied(const QKeyEvent& key) {
  const QString platform = QGuiApplication::platformName();
  const bool places = platform == QLatin1String("xcb") || platform.startsWith(QLatin1String("wayland"));
  const quint32 place = places ? key.nativeScanCode() : 0;
  if (place >= kPlaceOfOne && place < kPlaceOfOne + Asking::kMostOptions) return place - kPlaceOfOne;
  const int digit = key.key() - Qt::Key_1;
  if (digit >= 0 && digit < static_cast<int>(Asking::kMostOptions)) return static_cast<std::size_t>(digit);
  return std::nullopt;
}

std::optional<Question> drawableFrom(const Trace& all, Seq cursor) {
  std::optional<Question> first;
  for (WaitId id = 0; id < std::min(all.wait_count(), kWaitsToDraw); ++id) {
    const Seq place = all.wait(id).begin + 1;
    if (first && place < cursor) continue;
    auto one = question(all, QuestionKind::draw, place);
    if (one && place >= cursor) return one;
    if (one) first = std::move(one);
  }
  return first;
}

}  // namespace

Asking::Asking(const RecordedTrace* record, ViewState* view, QObject* parent)
    : QObject(parent), m_record(record), m_view(view) {
  connect(view->selection(), &Selection::changed, this, [this] {
    if (!m_question) return;
    const TaskId task = m_view->selection()->task();
    const WaitId wait = m_view->selection()->wait();
    if (m_question->form == AnswerForm::task && task != kNone) answerWith(task);
    if (m_question->form == AnswerForm::wait && wait != kNone) answerWith(wait);
  });
  // A user who clicks to answer, or steps, stays where it is asked: before it nothing is forgotten, behind it
  // stands the answer.
  connect(view->cursor(), &Cursor::changed, this, [this] {
    const bool here = m_question && m_question->asked_at <= m_record->trace().size();
    if (!here || m_revealed) return;
    if (m_view->cursor()->seq() != m_question->asked_at || m_view->cursor()->ns() != askedNs(*m_question))
      m_view->cursor()->restore(m_question->asked_at, askedNs(*m_question));
  });
}

void Asking::ask(const Question& question) {
  if (!m_question)
    m_before = {m_view->cursor()->seq(),     m_view->cursor()->ns(),    m_view->cursor()->futureVisibility(),
                m_view->visible()->fromNs(), m_view->visible()->toNs(), m_view->visible()->fitting()};
  forget();
  m_question = question;
  m_why = question.why;
  if (question.kind == QuestionKind::draw)
    m_drawing = runahead::drawing(m_record->trace(), question.asked_at);
  standThere();
}

void Asking::standThere() {
  m_view->selection()->selectTask(kNone);
  // Hiding what comes begins anew: how far the axis reaches tells nothing of what was known before.
  m_view->cursor()->setFutureVisibility(FutureVisibility::show);
  m_view->cursor()->restore(m_question->asked_at, askedNs(*m_question));
  m_view->cursor()->setFutureVisibility(FutureVisibility::hide);
  const bool when = m_question->form == AnswerForm::time;
  m_view->visible()->setExtent(0, when ? static_cast<double>(m_question->scale_to) : 0);
  showPlace();
  emit changed();
}

void Asking::showPlace() {
  const Trace& all = m_record->trace();
  const std::int64_t asked = askedNs(*m_question), now = m_view->cursor()->ns();
  std::int64_t from = asked, to = std::max(asked, now);
  switch (m_question->form) {
    case AnswerForm::time:
      to = m_question->scale_to;
      break;
    case AnswerForm::task: {
      // Where the tasks that it may be were issued: what has not started can be clicked nowhere else.
      std::vector<TaskId> tasks;
      for (const Question::Option& one : m_question->options) tasks.push_back(static_cast<TaskId>(one.value));
      if (tasks.empty()) {
        tasks = all.pending_at(m_question->asked_at, kPending);
        if (std::ranges::find(tasks, static_cast<TaskId>(m_question->right)) == tasks.end())
          return m_view->visible()->fitAll();
      }
      for (const TaskId task : tasks) from = std::min(from, all.time_ns(all.task(task).issue()));
      break;
    }
    case AnswerForm::wait:
      if (m_question->options.empty()) return m_view->visible()->fitAll();
      for (const Question::Option& one : m_question->options)
        from = std::min(from, all.time_ns(all.wait(static_cast<WaitId>(one.value)).begin));
      break;
    default:
      return m_view->visible()->fitAll();
  }
  const double room = std::max(1.0, static_cast<double>(to - from) * kRoom);
  m_view->visible()->zoomTo(static_cast<double>(from) - room,
                            static_cast<double>(to) + (m_question->form == AnswerForm::time ? 0 : room));
}

void Asking::look(For what) {
  m_looking.start(
      [what, all = m_record->trace(), cursor = m_view->cursor()->seq()](const std::atomic<bool>&) {
        Found found{what, {}};
        if (what != For::drawing) found.offer.questions = questions(all);
        if (what != For::next) found.offer.drawing = drawableFrom(all, cursor);
        return found;
      });
}

void Asking::look() {
  look(For::menu);
}

void Asking::askNext() {
  look(For::next);
}

void Asking::askToDraw() {
  look(For::drawing);
}

void Asking::take(const Found& found) {
  if (found.what == For::menu) {
    emit offers(found.offer);
    return;
  }
  const std::vector<Question>& all = found.offer.questions;
  if (found.what == For::drawing ? !found.offer.drawing : all.empty()) {
    emit foundNone();
    return;
  }
  if (found.what == For::drawing) return ask(*found.offer.drawing);
  auto next = all.begin();
  if (m_question) {
    const auto same = [&](const Question& one) {
      return one.kind == m_question->kind && one.asked_at == m_question->asked_at;
    };
    if (const auto now = std::ranges::find_if(all, same); now != all.end()) next = now + 1;
  } else {
    next = std::ranges::lower_bound(all, m_view->cursor()->seq(), {}, &Question::asked_at);
  }
  ask(next == all.end() ? all.front() : *next);
}

DrawnBar Asking::settled(DrawnBar bar) const {
  const std::int64_t aimed_ns = bar.start_ns, length_ns = bar.end_ns - bar.start_ns;
  bar.start_ns = std::max(aimed_ns, m_drawing->from_ns);
  std::int64_t nearest_ns = m_drawing->tolerance_ns;
  for (const auto& bars : {std::cref(m_drawing->given), std::cref(m_drawn)}) {
    for (const DrawnBar& other : bars.get()) {
      const std::int64_t off_ns = std::abs(other.end_ns - aimed_ns);
      if (other.task == bar.task || off_ns > nearest_ns) continue;
      nearest_ns = off_ns;
      bar.start_ns = other.end_ns;
    }
  }
  bar.end_ns = bar.start_ns + length_ns;
  return bar;
}

void Asking::put(const DrawnBar& aimed) {
  if (!m_drawing || m_revealed) return;
  const DrawnBar bar = settled(aimed);
  std::vector<DrawnBar> others = m_drawn;
  std::erase_if(others, [&](const DrawnBar& other) { return other.task == bar.task; });
  m_reason = refusal(m_record->trace(), *m_drawing, others, bar);
  if (m_reason.empty()) {
    m_held.reset();
    m_drawn = std::move(others);
    m_drawn.push_back(bar);
  }
  emit changed();
}

void Asking::hold(int direction) {
  const std::vector<DrawnBar>& all = m_drawing->recorded;
  const auto count = std::ssize(all);
  std::ptrdiff_t at = 0;
  if (m_held) {
    at = std::ranges::find(all, m_held->task, &DrawnBar::task) - all.begin() + direction + count;
  } else {
    // What has no place yet.
    while (at < count && std::ranges::find(m_drawn, all[static_cast<std::size_t>(at)].task,
                                           &DrawnBar::task) != m_drawn.end())
      ++at;
  }
  const DrawnBar& bar = all[static_cast<std::size_t>(at % count)];
  const auto placed = std::ranges::find(m_drawn, bar.task, &DrawnBar::task);
  m_held = placed != m_drawn.end() ? *placed
                                   : DrawnBar{bar.task, m_drawing->lanes.front(), m_drawing->from_ns,
                                              m_drawing->from_ns + bar.end_ns - bar.start_ns};
  m_reason = {};
  emit changed();
}

bool Asking::takeDrawKey(const QKeyEvent& key) {
  const bool down = key.key() == Qt::Key_Down || key.key() == Qt::Key_Right;
  switch (key.key()) {
    case Qt::Key_Tab:
      hold(1);
      return true;
    case Qt::Key_Backtab:
      hold(-1);
      return true;
    case Qt::Key_Left:
    case Qt::Key_Right: {
      if (!m_held) return hold(1), true;
      const std::int64_t step_ns = std::max<std::int64_t>(1, m_drawing->tolerance_ns / 2);
      const std::int64_t length_ns = m_held->end_ns - m_held->start_ns;
      m_held->start_ns = std::clamp(m_held->start_ns + (down ? step_ns : -step_ns), m_drawing->from_ns,
                                    m_drawing->to_ns - length_ns);
      m_held->end_ns = m_held->start_ns + length_ns;
      emit changed();
      return true;
    }
    case Qt::Key_Up:
    case Qt::Key_Down: {
      if (!m_held) return hold(1), true;
      const std::vector<LaneId>& lanes = m_drawing->lanes;
      const auto at = std::ranges::find(lanes, m_held->lane) - lanes.begin() + (down ? 1 : -1);
      m_held->lane =
          lanes[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, std::ssize(lanes) - 1))];
      emit changed();
      return true;
    }
    default:
      break;
  }
  if (!m_held) return false;
  switch (key.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!key.isAutoRepeat()) put(DrawnBar(*m_held));
      return true;
    case Qt::Key_Delete:
      takeBack(m_held->task);
      return true;
    case Qt::Key_Escape:
      m_held.reset();
      m_reason = {};
      emit changed();
      return true;
    default:
      return false;
  }
}

void Asking::takeBack(TaskId task) {
  if (!m_drawing || m_revealed) return;
  m_held.reset();
  std::erase_if(m_drawn, [&](const DrawnBar& bar) { return bar.task == task; });
  m_reason = {};
  emit changed();
}

void Asking::reveal() {
  if (!m_question || m_revealed) return;
  if (m_drawing && !m_drawn.empty()) m_question->why = judged(m_record->trace(), *m_drawing, m_drawn);
  m_held.reset();
  m_revealed = true;
  m_view->cursor()->setFutureVisibility(m_before.after);
  m_view->cursor()->restore(m_question->shown_at, shown_at_ns(*m_question, m_record->trace()));
  showPlace();
  if (m_question->form == AnswerForm::task)
    m_view->selection()->selectTask(static_cast<TaskId>(m_question->right));
  if (m_question->form == AnswerForm::wait)
    m_view->selection()->selectWait(static_cast<WaitId>(m_question->right));
  emit changed();
}

void Asking::conceal() {
  if (!m_question || !m_revealed) return;
  m_revealed = false;
  m_question->why = m_why;
  standThere();
}

void Asking::close() {
  m_looking.forget();
  if (!m_question) return;
  const bool hidden = !std::exchange(m_revealed, true);
  if (hidden) m_view->cursor()->restore(m_before.cursor, m_before.cursorNs);
  uncover(hidden);
  forget();
  emit changed();
}

void Asking::drop() {
  m_looking.forget();
  if (!m_question) return;
  uncover(!std::exchange(m_revealed, true));
  forget();
  emit changed();
}

void Asking::uncover(bool hidden) {
  m_view->visible()->setExtent(0, 0);
  if (hidden) m_view->cursor()->setFutureVisibility(m_before.after);
  m_before.fitting ? m_view->visible()->fitAll() : m_view->visible()->zoomTo(m_before.fromNs, m_before.toNs);
}

void Asking::forget() {
  m_question.reset();
  m_revealed = false;
  m_drawing.reset();
  m_drawn.clear();
  m_held.reset();
  m_reason = {};
  m_answer.reset();
  m_hands.fill(0);
}

void Asking::answerWith(std::int64_t value) {
  if (!m_question || m_revealed || m_answer == value) return;
  m_answer = value;
  emit changed();
}

void Asking::moveAnswer(int direction) {
  const bool when = m_question->form == AnswerForm::time;
  const std::int64_t from = when ? askedNs(*m_question) : 0, to = m_question->scale_to;
  const std::int64_t step = std::max<std::int64_t>(1, (to - from) / kAnswerSteps);
  answerWith(std::clamp(m_answer.value_or(from) + direction * step, from, to));
}

void Asking::addHands(std::size_t option, int by) {
  if (!m_question || option >= m_question->options.size()) return;
  m_hands[option] = std::max(0, m_hands[option] + by);
  emit changed();
}

bool Asking::takeKey(const QKeyEvent& key) {
  if (!m_question || key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
    return false;
  if (const auto option = tallied(key)) {
    addHands(*option, key.modifiers() & Qt::ShiftModifier ? -1 : 1);
    return true;
  }
  if (m_drawing && !m_revealed && takeDrawKey(key)) return true;
  if (m_question->is_number() && !m_revealed) {
    const bool when = m_question->form == AnswerForm::time;
    if (key.key() == (when ? Qt::Key_Right : Qt::Key_Up)) return moveAnswer(1), true;
    if (key.key() == (when ? Qt::Key_Left : Qt::Key_Down)) return moveAnswer(-1), true;
  }
  switch (key.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (key.isAutoRepeat()) return true;
      m_revealed ? close() : reveal();
      return true;
    case Qt::Key_Escape:
      close();
      return true;
    default:
      return false;
  }
}

}  // namespace runahead::gui
