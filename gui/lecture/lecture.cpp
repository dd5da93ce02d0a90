// SPDX-License-Identifier: GPL-3.0-or-later
// The way, and changes. Not here: names (lecture_names.cpp), sessions (lecture_session.cpp).
#include "gui/lecture/lecture.h"

#include <QUndoCommand>
#include <algorithm>
#include <utility>

#include "core/base/quote.h"
#include "gui/lecture/halts.h"
#include "gui/workbench/workbench.h"

namespace runahead::gui {
namespace {

/// kName and above: a name, by its row.
enum Merges : int { kWords = 1, kNotes, kQuestion, kName };

}  // namespace

/// From one list of stops to another. Letters that are typed one after the other are one change.
class Lecture::Change : public QUndoCommand {
 public:
  Change(Lecture* lecture, const QString& what, std::vector<Stop> stops, At at, int merges)
      : QUndoCommand(what),
        m_lecture(lecture),
        m_before(lecture->m_stops),
        m_after(std::move(stops)),
        m_atBefore(lecture->m_at),
        m_atAfter(at),
        m_merges(merges) {}
  void redo() override { m_lecture->put(m_after, m_atAfter); }
  void undo() override { m_lecture->put(m_before, m_atBefore); }
  int id() const override { return m_merges; }
  bool mergeWith(const QUndoCommand* next) override {
    const auto* later = static_cast<const Change*>(next);
    if (later->m_atBefore != m_atAfter) return false;
    m_after = later->m_after;
    return true;
  }

 private:
  Lecture* m_lecture;
  std::vector<Stop> m_before, m_after;
  At m_atBefore, m_atAfter;
  int m_merges;
};

Lecture::Lecture(Workbench* bench, QObject* parent) : QObject(parent), m_bench(bench) {
  connect(bench->view(), &ViewState::cursorChanged, this, &Lecture::moved);
  connect(bench->view(), &ViewState::traceChanged, this, &Lecture::moved);
  connect(bench, &Workbench::viewChanged, this, [this] {
    // None: one that must be read first, or the first page.
    if (const int id = m_bench->inView(); id != 0 && !(current() && current()->shows(id))) leaveAfter();
  });
}

void Lecture::showAfter(SessionAfterCursor after) {
  ViewState* const view = m_bench->view();
  m_after = After{m_after ? m_after->own : view->afterCursor(), static_cast<AfterCursor>(after)};
  view->setAfterCursor(m_after->stops);
}

void Lecture::leaveAfter() {
  ViewState* const view = m_bench->view();
  // What somebody has chosen meanwhile stays.
  if (m_after && view->afterCursor() == m_after->stops) view->setAfterCursor(m_after->own);
  m_after.reset();
}

bool Lecture::isHere(const Stop& stop) const {
  return stop.run != 0 && m_bench->open() && m_bench->inView() == stop.run;
}

bool Lecture::onTheWay() const {
  const Stop* stop = current();
  if (!stop || !isHere(*stop)) return false;
  const auto halts = haltsIn(*stop, m_bench->view()->recorded());
  return m_bench->view()->cursor() == halts[static_cast<std::size_t>(m_at.halt)].seq;
}

bool Lecture::canAsk(const SessionStop& look, bool compares) {
  return !compares || (look.question && look.question->kind == QuestionKind::own && !look.question->answer);
}

std::optional<Question> Lecture::question() const {
  const Stop* stop = current();
  if (!stop || !canAsk(stop->look, !stop->compared.empty()) || !isHere(*stop)) return std::nullopt;
  SessionStop look = stop->look;
  const Trace& trace = m_bench->view()->recorded();
  look.halts = haltsIn(*stop, trace);
  if (!m_found || m_found->run != stop->run || m_found->size != trace.size() || m_found->look != look)
    m_found = {stop->run, trace.size(), look, question_of(look, trace)};
  return m_found->question;
}

void Lecture::lookForQuestions() {
  const Stop* stop = current();
  if (!stop || !stop->compared.empty() || !isHere(*stop)) {
    emit askable({});
    return;
  }
  const Trace& trace = m_bench->view()->recorded();
  m_looking.start([trace, cursor = haltsIn(*stop, trace).front().seq](const std::atomic<bool>&) {
    std::vector<Question> all;
    for (int kind = 0; kind < kQuestionKinds; ++kind) {
      if (auto one = runahead::question(trace, static_cast<QuestionKind>(kind), cursor))
        all.push_back(std::move(*one));
    }
    return all;
  });
}

bool Lecture::Stop::shows(int id) const {
  return run == id || std::ranges::find(compared, id) != compared.end();
}

// The way
// -----------------------------------------------------------------------------------------------------------

bool Lecture::isLost() const {
  return current() && !m_bench->runs()->find(current()->run);
}

void Lecture::goTo(At at) {
  if (at.stop < 0 || at.stop >= std::ssize(m_stops)) return;
  const Stop stop = m_stops[static_cast<std::size_t>(at.stop)];
  at.halt = std::clamp(at.halt, 0, static_cast<int>(stop.look.halts.size()) - 1);
  emit going();
  m_looking.forget();
  m_at = at;
  if (const RunList::Run* run = m_bench->runs()->find(stop.run)) {
    const auto halts = run->here ? haltsIn(stop, run->trace) : stop.look.halts;
    RunList::Look look;
    look.visibleNs = stop.look.visible_ns;
    look.cursor = halts[static_cast<std::size_t>(at.halt)];
    look.selected = stop.look.selected;
    showAfter(stop.look.after_cursor);
    m_bench->showAs(stop.run, look);
    RunList* runs = m_bench->runs();
    if (!stop.compared.empty()) {
      for (const RunList::Run& one : runs->runs())
        runs->setChosen(one.id, std::ranges::find(stop.compared, one.id) != stop.compared.end());
      runs->setTicked(true);
      runs->setAlignment(stop.look.aligned, stop.look.mark);
    }
    runs->setComparing(!stop.compared.empty());
    // What is compared with it may be longer.
    if (!look.visibleNs) m_bench->view()->fitAll();
  }
  emit moved();
}

bool Lecture::step(int direction) {
  const Stop* stop = current();
  if (!stop) return stepStop(direction);
  const int halt = m_at.halt + direction;
  if (halt >= 0 && halt < std::ssize(stop->look.halts)) {
    goTo({m_at.stop, halt});
    return true;
  }
  const int next = m_at.stop + direction;
  if (next < 0 || next >= std::ssize(m_stops)) return false;
  goTo({next, direction > 0 ? 0 : INT_MAX});
  return true;
}

bool Lecture::isAtEnd() const {
  return current() && m_at.stop + 1 == std::ssize(m_stops) &&
         m_at.halt + 1 == std::ssize(current()->look.halts);
}

bool Lecture::stepStop(int direction) {
  const int next = m_at.stop < 0 ? 0 : m_at.stop + direction;
  if (next < 0 || next >= std::ssize(m_stops)) return false;
  goTo({next, 0});
  return true;
}

// Changes
// -----------------------------------------------------------------------------------------------------------

void Lecture::put(const std::vector<Stop>& stops, At at) {
  m_looking.forget();
  const auto after = [this] { return current() ? current()->look.after_cursor : SessionAfterCursor::show; };
  const auto before = std::pair(m_at.stop, after());
  m_stops = stops;
  m_at = at;
  if (const Stop* stop = current())
    m_at.halt = std::clamp(m_at.halt, 0, static_cast<int>(stop->look.halts.size()) - 1);
  // What a question hides, or its undoing shows, is seen where one is.
  if (m_at.stop == before.first && after() != before.second && onTheWay()) showAfter(after());
  emit changed();
  emit moved();
}

void Lecture::change(const QString& what, std::vector<Stop> stops, At at, int merges) {
  if (stops == m_stops) return;
  m_changes.push(new Change(this, what, std::move(stops), at, merges));
}

void Lecture::changeCurrent(const QString& what, const Stop& stop, int merges) {
  std::vector<Stop> stops = m_stops;
  stops[static_cast<std::size_t>(m_at.stop)] = stop;
  change(what, std::move(stops),
         {m_at.stop, std::min(m_at.halt, static_cast<int>(stop.look.halts.size()) - 1)}, merges);
}

Lecture::Stop Lecture::takeView() {
  const ViewState& view = *m_bench->view();
  const RunList& runs = *m_bench->runs();
  Stop stop;
  stop.run = m_bench->inView();
  if (runs.comparing()) {
    for (const RunList::Run* run : runs.compared()) stop.compared.push_back(run->id);
    stop.look.aligned = runs.alignment();
    if (runs.alignment() == Alignment::mark) stop.look.mark = runs.alignedMark();
  }
  stop.look.visible_ns = m_bench->look().visibleNs;
  stop.look.halts = {{view.cursor(), view.cursorNs()}};
  stop.look.selected = view.selectedTask();
  stop.look.after_cursor = static_cast<SessionAfterCursor>(view.afterCursor());
  // What changes with the next move of a slider is nothing to come back to.
  m_bench->runs()->setPassing(stop.run, false);
  for (const int run : stop.compared) m_bench->runs()->setPassing(run, false);
  return stop;
}

void Lecture::addView() {
  if (!m_bench->open() || m_bench->inView() == 0) return;
  std::vector<Stop> stops = m_stops;
  Stop stop = takeView();
  stop.look.name = nameFor(stop).toStdString();
  stops.insert(stops.begin() + (m_at.stop + 1), std::move(stop));
  change(tr("add the view"), std::move(stops), {m_at.stop + 1, 0});
}

void Lecture::retake() {
  if (!current() || !m_bench->open() || m_bench->inView() == 0) return;
  Stop stop = takeView();
  // Those that somebody chose.
  const RunList::Run* before = m_bench->runs()->find(current()->run);
  if (current()->look.halts.size() > 1 && stop.run == current()->run) {
    stop.look.halts = current()->look.halts;
  } else if (current()->look.halts.size() > 1 && before && before->here &&
             before->info.scenario == m_bench->view()->recorded().info().scenario) {
    auto halts = sameHalts(*current(), before->trace, m_bench->view()->recorded());
    if (halts.size() > 1) stop.look.halts = std::move(halts);
  }
  stop.look.name = isNamed() ? current()->look.name : nameFor(stop, m_at.stop).toStdString();
  stop.look.words = current()->look.words;
  stop.look.notes = current()->look.notes;
  stop.look.charts = current()->look.charts;
  stop.look.theme = current()->look.theme;
  stop.look.question = current()->look.question;
  // What was marked is of the other run.
  if (stop.run != current()->run && stop.look.question) stop.look.question->answer.reset();
  stop.look.more = current()->look.more;
  changeCurrent(tr("replace the view"), stop);
}

void Lecture::duplicate() {
  if (!current()) return;
  std::vector<Stop> stops = m_stops;
  Stop copy = *current();
  copy.look.name = freeName(QString::fromStdString(copy.look.name)).toStdString();
  stops.insert(stops.begin() + (m_at.stop + 1), std::move(copy));
  change(tr("duplicate"), std::move(stops), {m_at.stop + 1, 0});
}

void Lecture::remove() {
  if (!current()) return;
  std::vector<Stop> stops = m_stops;
  stops.erase(stops.begin() + m_at.stop);
  const int last = static_cast<int>(stops.size()) - 1;
  change(tr("remove the slide"), std::move(stops), {std::min(m_at.stop, last), 0});
}

void Lecture::move(int from, int to) {
  std::vector<Stop> stops = m_stops;
  const Stop stop = stops[static_cast<std::size_t>(from)];
  stops.erase(stops.begin() + from);
  stops.insert(stops.begin() + to, stop);
  change(tr("move the slide"), std::move(stops), {to, 0});
}

void Lecture::rename(int stop, const QString& name) {
  std::vector<Stop> stops = m_stops;
  stops[static_cast<std::size_t>(stop)].look.name = without_directions(name.toStdString());
  change(tr("rename"), std::move(stops), m_at, kName + stop);
}

void Lecture::setWords(const QString& words) {
  if (!current()) return;
  Stop stop = *current();
  stop.look.words = words.toStdString();
  if (isHere(stop) && !isNamed()) stop.look.name = nameFor(stop, m_at.stop).toStdString();
  changeCurrent(tr("type"), stop, kWords);
}

void Lecture::setNotes(const QString& notes) {
  if (!current()) return;
  Stop stop = *current();
  stop.look.notes = notes.toStdString();
  changeCurrent(tr("type"), stop, kNotes);
}

void Lecture::setCharts(const SessionCharts& charts) {
  if (!current()) return;
  Stop stop = *current();
  stop.look.charts = charts;
  changeCurrent(tr("choose charts"), stop);
}

ThemeKind Lecture::theme(ThemeKind window) const {
  switch (current() ? current()->look.theme : SessionTheme::window) {
    case SessionTheme::window:
      return window;
    case SessionTheme::light:
      return ThemeKind::light;
    case SessionTheme::dark:
      return ThemeKind::dark;
  }
  return window;
}

void Lecture::setTheme(SessionTheme theme) {
  if (!current()) return;
  Stop stop = *current();
  stop.look.theme = theme;
  changeCurrent(tr("choose a theme"), stop);
}

void Lecture::setQuestion(const std::optional<SessionQuestion>& question) {
  if (!current()) return;
  Stop stop = *current();
  const bool typed = question && stop.look.question && question->kind == stop.look.question->kind;
  // Who is asked must not see the answer before. Whoever wants it shown replaces the view.
  if (question && !stop.look.question) stop.look.after_cursor = SessionAfterCursor::hide;
  stop.look.question = question;
  changeCurrent(tr("change the question"), stop, typed ? kQuestion : -1);
}

std::vector<SessionAnswer> Lecture::answersInView() const {
  std::vector<SessionAnswer> all;
  if (!current() || !isHere(*current())) return all;
  const ViewState& view = *m_bench->view();
  const Trace& trace = view.recorded();
  const SessionMoment here{view.cursor(), view.cursorNs()};
  const auto add = [&](AnswerForm form, std::int64_t value) { all.push_back({form, value, here}); };
  if (view.selectedTask() != kNone) add(AnswerForm::task, view.selectedTask());
  if (view.selectedWait() != kNone) add(AnswerForm::wait, view.selectedWait());
  if (const int line = lineAt(trace, view.cursor()); line > 0) add(AnswerForm::line, line);
  const Counters now = trace.counters_at(view.cursor());
  if (view.cursorNs() >= 0) add(AnswerForm::time, view.cursorNs());
  add(AnswerForm::count, now.depth());
  add(AnswerForm::bytes, now.live_bytes);
  return all;
}

bool Lecture::takes(const SessionAnswer& answer) const {
  SessionStop look = current()->look;
  look.halts = haltsIn(*current(), m_bench->view()->recorded());
  look.question = SessionQuestion{.answer = answer};
  return current()->compared.empty() && question_of(look, m_bench->view()->recorded());
}

std::string Lecture::told(const SessionAnswer& answer) const {
  if (!hasRunInView() || answer.value < 0) return {};
  const Trace& trace = m_bench->view()->recorded();
  const bool there = answer.form == AnswerForm::task   ? answer.value < std::int64_t{trace.task_count()}
                     : answer.form == AnswerForm::wait ? answer.value < std::int64_t{trace.wait_count()}
                                                       : true;
  return there ? answer_text(trace, answer.form, answer.value) : std::string();
}

void Lecture::markAnswer(const std::optional<SessionAnswer>& answer) {
  if (!current() || !current()->look.question) return;
  Stop stop = *current();
  stop.look.question->answer = answer;
  changeCurrent(tr("mark the answer"), stop);
}

bool Lecture::canTakeUpHalt() const {
  if (!current() || !isHere(*current()) || current()->look.halts.size() < 2) return false;
  const auto halts = haltsIn(*current(), m_bench->view()->recorded());
  return std::ranges::find(halts, m_bench->view()->cursor(), &SessionMoment::seq) != halts.end();
}

void Lecture::toggleHalt() {
  if (!current() || !isHere(*current())) return;
  Stop stop = *current();
  stop.look.halts = haltsIn(stop, m_bench->view()->recorded());
  const SessionMoment here{m_bench->view()->cursor(), m_bench->view()->cursorNs()};
  const auto place = std::ranges::lower_bound(stop.look.halts, here.seq, {}, &SessionMoment::seq);
  const bool there = place != stop.look.halts.end() && place->seq == here.seq;
  if (there && stop.look.halts.size() == 1) return;
  const int halt = static_cast<int>(place - stop.look.halts.begin());
  if (there) {
    stop.look.halts.erase(place);
  } else {
    stop.look.halts.insert(place, here);
  }
  std::vector<Stop> stops = m_stops;
  const int last = static_cast<int>(stop.look.halts.size()) - 1;
  stops[static_cast<std::size_t>(m_at.stop)] = std::move(stop);
  change(there ? tr("remove a step") : tr("add a step"), std::move(stops), {m_at.stop, std::min(halt, last)});
}

std::size_t Lecture::setHalts(StepKind kind) {
  if (!current() || !isHere(*current())) return 0;
  const Trace& trace = m_bench->view()->recorded();
  Stop stop = *current();
  std::vector<SessionMoment>& halts = stop.look.halts;
  halts = haltsIn(stop, trace);
  halts.resize(1);
  const std::int64_t end = stop.look.visible_ns ? stop.look.visible_ns->second : INT64_MAX;
  std::vector<Seq> places;
  for (Seq from = halts.front().seq; places.size() < kMostPlaces;) {
    const Seq next = stepFrom(trace, from, kind, 1);
    if (next <= from || trace.time_ns(next - 1) >= end) break;
    const bool isEnd =
        kind == StepKind::statement && trace.event(next - 1).kind != EventKind::statement_begin;
    if (isEnd) break;
    places.push_back(from = next);
  }
  // Too many: evenly spread, with the last one.
  const std::size_t taken = std::min(places.size(), kMostHalts - 1);
  for (std::size_t i = 1; i <= taken; ++i) {
    const Seq seq = places[i * places.size() / taken - 1];
    halts.push_back({seq, trace.time_ns(seq - 1)});
  }
  changeCurrent(kind == StepKind::statement ? tr("add steps at statements") : tr("add steps at events"),
                stop);
  return places.size();
}

}  // namespace runahead::gui
