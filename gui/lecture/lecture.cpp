// SPDX-License-Identifier: GPL-3.0-or-later
// The way, and changes. Not here: names (lecture_names.cpp), sessions (lecture_session.cpp).
#include "gui/lecture/lecture.h"

#include <QUndoCommand>
#include <algorithm>
#include <utility>

#include "core/base/quote.h"
#include "gui/lecture/slide_steps.h"
#include "gui/session/workbench.h"

namespace runahead::gui {
namespace {

/// kName and above: a name, by its row.
enum Merges : int { kWords = 1, kNotes, kQuestion, kName };

}  // namespace

/// From one list of slides to another. Letters that are typed one after the other are one change.
class Lecture::Change : public QUndoCommand {
 public:
  Change(Lecture* lecture, const QString& what, std::vector<Slide> slides, At at, int merges)
      : QUndoCommand(what),
        m_lecture(lecture),
        m_before(lecture->m_slides),
        m_after(std::move(slides)),
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
  std::vector<Slide> m_before, m_after;
  At m_atBefore, m_atAfter;
  int m_merges;
};

Lecture::Lecture(const RecordedTrace* record, Workbench* bench, QObject* parent)
    : QObject(parent), m_record(record), m_bench(bench) {
  connect(bench->view()->cursor(), &Cursor::changed, this, &Lecture::moved);
  connect(bench->view()->shown(), &ShownTrace::changed, this, &Lecture::moved);
  connect(bench, &Workbench::viewChanged, this, [this] {
    // None: one that must be read first, or the first page.
    if (const RunId id = m_bench->inView(); id != kNone && !(current() && current()->shows(id))) leaveAfter();
  });
}

void Lecture::showAfter(FutureVisibility after) {
  ViewState* const view = m_bench->view();
  m_after = After{m_after ? m_after->own : view->cursor()->futureVisibility(), after};
  view->cursor()->setFutureVisibility(m_after->slides);
}

void Lecture::leaveAfter() {
  ViewState* const view = m_bench->view();
  // What the user has chosen meanwhile stays.
  if (m_after && view->cursor()->futureVisibility() == m_after->slides)
    view->cursor()->setFutureVisibility(m_after->own);
  m_after.reset();
}

bool Lecture::isHere(const Slide& slide) const {
  return slide.run != kNone && m_bench->open() && m_bench->inView() == slide.run;
}

bool Lecture::onTheWay() const {
  const Slide* slide = current();
  if (!slide || !isHere(*slide)) return false;
  const auto steps = stepsIn(*slide, m_record->trace());
  return m_bench->view()->cursor()->seq() == steps[static_cast<std::size_t>(m_at.step)].seq;
}

bool Lecture::canAsk(const Slide& slide) {
  return slide.compared.empty() ||
         (slide.question && slide.question->kind == QuestionKind::own && !slide.question->answer);
}

std::optional<Question> Lecture::question() const {
  const Slide* slide = current();
  if (!slide || !canAsk(*slide) || !isHere(*slide)) return std::nullopt;
  Slide fitted = *slide;
  const Trace& trace = m_record->trace();
  fit(fitted.steps, trace);
  if (!m_found || m_found->size != trace.size() || m_found->slide != fitted)
    m_found = {trace.size(), fitted, question_of(fitted, trace)};
  return m_found->question;
}

void Lecture::lookForQuestions() {
  const Slide* slide = current();
  if (!slide || !slide->compared.empty() || !isHere(*slide)) {
    emit askable({});
    return;
  }
  const Trace& trace = m_record->trace();
  m_looking.start([trace, cursor = stepsIn(*slide, trace).front().seq](const std::atomic<bool>&) {
    std::vector<Question> all;
    for (int kind = 0; kind < kQuestionKinds; ++kind) {
      if (auto one = runahead::question(trace, static_cast<QuestionKind>(kind), cursor))
        all.push_back(std::move(*one));
    }
    return all;
  });
}

// The way
// -----------------------------------------------------------------------------------------------------------

bool Lecture::isLost() const {
  return current() && !m_bench->runs()->find(current()->run);
}

void Lecture::goTo(At at) {
  if (at.slide < 0 || at.slide >= std::ssize(m_slides)) return;
  const Slide slide = m_slides[static_cast<std::size_t>(at.slide)];
  at.step = std::clamp(at.step, 0, static_cast<int>(slide.steps.size()) - 1);
  emit going();
  m_looking.forget();
  m_at = at;
  if (const RunList::Run* run = m_bench->runs()->find(slide.run)) {
    const auto steps = run->here ? stepsIn(slide, run->trace) : slide.steps;
    showAfter(slide.after_cursor);
    m_bench->showAs(run->id, {.visible_ns = slide.visible_ns,
                              .cursor = steps[static_cast<std::size_t>(at.step)],
                              .selected = slide.selected});
    RunList* runs = m_bench->runs();
    if (!slide.compared.empty()) {
      for (const RunList::Run& one : runs->runs())
        runs->setChosen(one.id, std::ranges::count(slide.compared, one.id) > 0);
      runs->setTicked(true);
      runs->setAlignment(slide.aligned, slide.mark);
    }
    runs->setComparing(!slide.compared.empty());
    // What is compared with it may be longer.
    if (!slide.visible_ns) m_bench->view()->visible()->fitAll();
  }
  emit moved();
}

bool Lecture::step(int direction) {
  const Slide* slide = current();
  if (!slide) return stepSlide(direction);
  const int step = m_at.step + direction;
  if (step >= 0 && step < std::ssize(slide->steps)) {
    goTo({m_at.slide, step});
    return true;
  }
  const int next = m_at.slide + direction;
  if (next < 0 || next >= std::ssize(m_slides)) return false;
  goTo({next, direction > 0 ? 0 : INT_MAX});
  return true;
}

bool Lecture::isAtEnd() const {
  return current() && m_at.slide + 1 == std::ssize(m_slides) && m_at.step + 1 == std::ssize(current()->steps);
}

bool Lecture::stepSlide(int direction) {
  const int next = m_at.slide < 0 ? 0 : m_at.slide + direction;
  if (next < 0 || next >= std::ssize(m_slides)) return false;
  goTo({next, 0});
  return true;
}

// Changes
// -----------------------------------------------------------------------------------------------------------

void Lecture::put(const std::vector<Slide>& slides, At at) {
  m_looking.forget();
  const auto after = [this] { return current() ? current()->after_cursor : FutureVisibility::show; };
  const auto before = std::pair(m_at.slide, after());
  m_slides = slides;
  m_revision.change(slides);
  m_at = at;
  if (const Slide* slide = current())
    m_at.step = std::clamp(m_at.step, 0, static_cast<int>(slide->steps.size()) - 1);
  // What a question hides, or its undoing shows, is seen where one is.
  if (m_at.slide == before.first && after() != before.second && onTheWay()) showAfter(after());
  emit changed();
  emit moved();
}

void Lecture::change(const QString& what, std::vector<Slide> slides, At at, int merges) {
  if (slides == m_slides) return;
  m_changes.push(new Change(this, what, std::move(slides), at, merges));
}

void Lecture::changeCurrent(const QString& what, const Slide& slide, int merges) {
  std::vector<Slide> slides = m_slides;
  slides[static_cast<std::size_t>(m_at.slide)] = slide;
  change(what, std::move(slides), {m_at.slide, std::min(m_at.step, static_cast<int>(slide.steps.size()) - 1)},
         merges);
}

Slide Lecture::takeView() {
  const ViewState& view = *m_bench->view();
  const RunList& runs = *m_bench->runs();
  Slide slide;
  slide.run = m_bench->inView();
  if (runs.comparing()) {
    for (const RunList::Run* run : runs.compared()) slide.compared.push_back(run->id);
    slide.aligned = runs.workspace().aligned;
    if (runs.workspace().aligned == Alignment::mark) slide.mark = runs.workspace().mark;
  }
  slide.visible_ns = m_bench->look().visible_ns;
  slide.steps = {{view.cursor()->seq(), view.cursor()->ns()}};
  slide.selected = view.selection()->task();
  slide.after_cursor = view.cursor()->futureVisibility();
  // What changes with the next move of a slider is nothing to come back to.
  m_bench->runs()->setPreview(m_bench->inView(), false);
  for (const RunId run : slide.compared) m_bench->runs()->setPreview(run, false);
  return slide;
}

void Lecture::addView() {
  if (!m_bench->open() || m_bench->inView() == kNone) return;
  std::vector<Slide> slides = m_slides;
  Slide slide = takeView();
  slide.name = nameFor(slide).toStdString();
  slides.insert(slides.begin() + (m_at.slide + 1), std::move(slide));
  change(tr("add the view"), std::move(slides), {m_at.slide + 1, 0});
}

void Lecture::retake() {
  if (!current() || !m_bench->open() || m_bench->inView() == kNone) return;
  Slide slide = takeView();
  // Those that the user chose.
  const RunList::Run* before = m_bench->runs()->find(current()->run);
  if (current()->steps.size() > 1 && slide.run == current()->run) {
    slide.steps = current()->steps;
  } else if (current()->steps.size() > 1 && before && before->here &&
             before->info.source.scenario == m_record->trace().info().source.scenario) {
    auto steps = sameSteps(*current(), before->trace, m_record->trace());
    if (steps.size() > 1) slide.steps = std::move(steps);
  }
  slide.name = isNamed() ? current()->name : nameFor(slide, m_at.slide).toStdString();
  slide.words = current()->words;
  slide.notes = current()->notes;
  slide.charts = current()->charts;
  slide.theme = current()->theme;
  slide.question = current()->question;
  // What was marked is of the other run.
  if (slide.run != current()->run && slide.question) slide.question->answer.reset();
  slide.more = current()->more;
  changeCurrent(tr("replace the view"), slide);
}

void Lecture::duplicate() {
  if (!current()) return;
  std::vector<Slide> slides = m_slides;
  Slide copy = *current();
  copy.name = freeName(QString::fromStdString(copy.name)).toStdString();
  slides.insert(slides.begin() + (m_at.slide + 1), std::move(copy));
  change(tr("duplicate"), std::move(slides), {m_at.slide + 1, 0});
}

void Lecture::remove() {
  if (!current()) return;
  std::vector<Slide> slides = m_slides;
  slides.erase(slides.begin() + m_at.slide);
  const int last = static_cast<int>(slides.size()) - 1;
  change(tr("remove the slide"), std::move(slides), {std::min(m_at.slide, last), 0});
}

void Lecture::move(int from, int to) {
  std::vector<Slide> slides = m_slides;
  const Slide slide = slides[static_cast<std::size_t>(from)];
  slides.erase(slides.begin() + from);
  slides.insert(slides.begin() + to, slide);
  change(tr("move the slide"), std::move(slides), {to, 0});
}

void Lecture::rename(int slide, const QString& name) {
  std::vector<Slide> slides = m_slides;
  slides[static_cast<std::size_t>(slide)].name = without_directions(name.toStdString());
  change(tr("rename"), std::move(slides), m_at, kName + slide);
}

void Lecture::setWords(const QString& words) {
  if (!current()) return;
  Slide slide = *current();
  slide.words = words.toStdString();
  if (isHere(slide) && !isNamed()) slide.name = nameFor(slide, m_at.slide).toStdString();
  changeCurrent(tr("type"), slide, kWords);
}

void Lecture::setNotes(const QString& notes) {
  if (!current()) return;
  Slide slide = *current();
  slide.notes = notes.toStdString();
  changeCurrent(tr("type"), slide, kNotes);
}

void Lecture::setCharts(const SlideCharts& charts) {
  if (!current()) return;
  Slide slide = *current();
  slide.charts = charts;
  changeCurrent(tr("choose charts"), slide);
}

ThemeKind Lecture::theme(ThemeKind window) const {
  return current() ? current()->theme.value_or(window) : window;
}

void Lecture::setTheme(std::optional<ThemeKind> theme) {
  if (!current()) return;
  Slide slide = *current();
  slide.theme = theme;
  changeCurrent(tr("choose a theme"), slide);
}

void Lecture::setQuestion(const std::optional<SlideQuestion>& question) {
  if (!current()) return;
  Slide slide = *current();
  const bool typed = question && slide.question && question->kind == slide.question->kind;
  // Who is asked must not see the answer before. A user who wants it shown replaces the view.
  if (question && !slide.question) slide.after_cursor = FutureVisibility::hide;
  slide.question = question;
  changeCurrent(tr("change the question"), slide, typed ? kQuestion : -1);
}

std::vector<MarkedAnswer> Lecture::answersInView() const {
  std::vector<MarkedAnswer> all;
  if (!current() || !isHere(*current())) return all;
  const ViewState& view = *m_bench->view();
  const Trace& trace = m_record->trace();
  const TraceMoment here{view.cursor()->seq(), view.cursor()->ns()};
  const auto add = [&](AnswerForm form, std::int64_t value) { all.push_back({form, value, here}); };
  if (view.selection()->task() != kNone) add(AnswerForm::task, view.selection()->task());
  if (view.selection()->wait() != kNone) add(AnswerForm::wait, view.selection()->wait());
  if (const int line = lineAt(trace, view.cursor()->seq()); line > 0) add(AnswerForm::line, line);
  const Counters now = trace.counters_at(view.cursor()->seq());
  if (view.cursor()->ns() >= 0) add(AnswerForm::time, view.cursor()->ns());
  add(AnswerForm::count, now.depth());
  add(AnswerForm::bytes, now.live_bytes);
  return all;
}

bool Lecture::takes(const MarkedAnswer& answer) const {
  Slide slide = *current();
  slide.steps = stepsIn(slide, m_record->trace());
  slide.question = SlideQuestion{.answer = answer};
  return slide.compared.empty() && question_of(slide, m_record->trace());
}

std::string Lecture::told(const MarkedAnswer& answer) const {
  if (!hasRunInView() || answer.value < 0) return {};
  const Trace& trace = m_record->trace();
  const bool there = answer.form == AnswerForm::task   ? answer.value < std::int64_t{trace.task_count()}
                     : answer.form == AnswerForm::wait ? answer.value < std::int64_t{trace.wait_count()}
                                                       : true;
  return there ? to_text(answer_text(trace, answer.form, answer.value)) : std::string();
}

void Lecture::markAnswer(const std::optional<MarkedAnswer>& answer) {
  if (!current() || !current()->question) return;
  Slide slide = *current();
  slide.question->answer = answer;
  changeCurrent(tr("mark the answer"), slide);
}

bool Lecture::canRemoveStep() const {
  if (!current() || !isHere(*current()) || current()->steps.size() < 2) return false;
  const auto steps = stepsIn(*current(), m_record->trace());
  return std::ranges::find(steps, m_bench->view()->cursor()->seq(), &TraceMoment::seq) != steps.end();
}

void Lecture::toggleStep() {
  if (!current() || !isHere(*current())) return;
  Slide slide = *current();
  slide.steps = stepsIn(slide, m_record->trace());
  const TraceMoment here{m_bench->view()->cursor()->seq(), m_bench->view()->cursor()->ns()};
  const auto place = std::ranges::lower_bound(slide.steps, here.seq, {}, &TraceMoment::seq);
  const bool there = place != slide.steps.end() && place->seq == here.seq;
  if (there && slide.steps.size() == 1) return;
  const int step = static_cast<int>(place - slide.steps.begin());
  if (there) {
    slide.steps.erase(place);
  } else {
    slide.steps.insert(place, here);
  }
  std::vector<Slide> slides = m_slides;
  const int last = static_cast<int>(slide.steps.size()) - 1;
  slides[static_cast<std::size_t>(m_at.slide)] = std::move(slide);
  change(there ? tr("remove a step") : tr("add a step"), std::move(slides),
         {m_at.slide, std::min(step, last)});
}

std::size_t Lecture::setSteps(StepKind kind) {
  if (!current() || !isHere(*current())) return 0;
  const Trace& trace = m_record->trace();
  Slide slide = *current();
  std::vector<TraceMoment>& steps = slide.steps;
  steps = stepsIn(slide, trace);
  steps.resize(1);
  const std::int64_t end = slide.visible_ns ? slide.visible_ns->to_ns : INT64_MAX;
  std::vector<Seq> places;
  for (Seq from = steps.front().seq; places.size() < kMostPlaces;) {
    const Seq next = stepFrom(trace, from, kind, 1);
    if (next <= from || trace.time_ns(next - 1) >= end) break;
    const bool isEnd =
        kind == StepKind::statement && trace.event(next - 1).kind != EventKind::statement_begin;
    if (isEnd) break;
    places.push_back(from = next);
  }
  // Too many: evenly spread, with the last one.
  const std::size_t taken = std::min(places.size(), kMostSlideSteps - 1);
  for (std::size_t i = 1; i <= taken; ++i) {
    const Seq seq = places[i * places.size() / taken - 1];
    steps.push_back({seq, trace.time_ns(seq - 1)});
  }
  changeCurrent(kind == StepKind::statement ? tr("add steps at statements") : tr("add steps at events"),
                slide);
  return places.size();
}

}  // namespace runahead::gui
