// SPDX-License-Identifier: GPL-3.0-or-later
// Ids and moments that fit, and the question of a slide.
#include "core/session/session.h"

#include <algorithm>
#include <utility>

#include "core/base/say.h"

namespace runahead {
namespace {

constexpr std::int64_t kMostLevel = std::int64_t{1} << 50;  ///< more stands in edited files alone

void move(TraceMoment& moment, const Trace& trace) {
  moment.seq = std::clamp(moment.seq, trace.first_at(moment.time_ns), trace.first_after(moment.time_ns));
}

/// The cursor's moment, if that is not the one of the event before it.
std::optional<std::int64_t> between(const TraceMoment& moment, const Trace& trace) {
  const std::int64_t event_ns = moment.seq == 0 ? 0 : trace.time_ns(moment.seq - 1);
  return moment.time_ns > event_ns ? std::optional(moment.time_ns) : std::nullopt;
}

/// A class can point at it where it is asked.
bool can_be_pointed_at(const Trace& trace, const MarkedAnswer& answer, const Question& asked) {
  const Seq cursor = asked.asked_at;
  if (answer.value < 0) return false;
  const auto id = static_cast<std::uint64_t>(answer.value);
  switch (answer.form) {
    case AnswerForm::task:
      return id < trace.task_count() && trace.task(static_cast<TaskId>(id)).issue() < cursor;
    case AnswerForm::wait:
      return id < trace.wait_count() && trace.wait(static_cast<WaitId>(id)).begin < cursor;
    case AnswerForm::line:
      return id > 0;
    case AnswerForm::time:
      return answer.value <= trace.end_ns() && (cursor == 0 || answer.value > asked_at_ns(asked, trace));
    case AnswerForm::count:
    case AnswerForm::bytes:
      return answer.value <= kMostLevel;
    case AnswerForm::choice:
      break;
  }
  return false;
}

}  // namespace

bool Slide::shows(RunId id) const {
  return run == id || std::ranges::find(compared, id) != compared.end();
}

void renumber(std::vector<RunId>& runs, const std::function<RunId(RunId)>& now) {
  for (RunId& run : runs) run = now(run);
  std::erase(runs, kNone);
}

void renumber(Slide& slide, const std::function<RunId(RunId)>& now) {
  renumber(slide.compared, now);
  if (slide.run != kNone) slide.run = now(slide.run);
}

void fit(RunEntry& run, const Trace& trace) {
  for (Bookmark& bookmark : run.bookmarks) move(bookmark.moment, trace);
  if (run.view.cursor) move(*run.view.cursor, trace);
}

std::optional<Question> question_of(const Slide& slide, const Trace& trace) {
  if (!slide.question || slide.steps.empty()) return std::nullopt;
  const SlideQuestion& asked = *slide.question;
  const TraceMoment& first = slide.steps.front();
  if (asked.kind != QuestionKind::own) {
    std::optional<Question> made = question(trace, asked.kind, first.seq);
    if (made) made->asked_ns = between(first, trace);
    return made;
  }
  Question own{.asked_at = first.seq,
               .text = verbatim(asked.text),
               .right = asked.right == kNone ? -1 : std::int64_t{asked.right},
               .why = verbatim(asked.why)};
  own.asked_ns = between(first, trace);
  const auto show = [&](const TraceMoment& there) {
    own.shown_at = there.seq;
    own.shown_ns = between(there, trace);
  };
  show(slide.steps.back());
  if (asked.answer) {
    if (!can_be_pointed_at(trace, *asked.answer, own)) return std::nullopt;
    own.form = asked.answer->form;
    own.right = asked.answer->value;
    TraceMoment seen = asked.answer->at;
    move(seen, trace);
    if (std::pair(seen.seq, seen.time_ns) > std::pair(own.shown_at, shown_at_ns(own, trace))) show(seen);
    if (own.is_number()) set_scale(own, trace);
    if (own.why.empty()) own.why = say<"why.marked">(arg<"answer">(answer_text(trace, own.form, own.right)));
    return own;
  }
  for (const std::string& text : asked.options)
    own.options.push_back({static_cast<std::int64_t>(own.options.size()), verbatim(text), {}});
  return own;
}

void fit(std::vector<TraceMoment>& moments, const Trace& trace) {
  for (TraceMoment& moment : moments) move(moment, trace);
}

}  // namespace runahead
