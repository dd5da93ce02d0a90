// SPDX-License-Identifier: GPL-3.0-or-later
// Names, drafts, judging, and where a trace can be asked.
// Not here: the questions themselves (question_tasks.cpp, question_lines.cpp, question_run.cpp).
#include "core/analysis/question.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>

#include "core/analysis/labels.h"
#include "core/analysis/question_draft.h"
#include "core/analysis/scope.h"
#include "core/base/say.h"

namespace runahead {
namespace {

constexpr std::size_t kOptions = 4;
constexpr std::int64_t kTolerance = 20;  ///< one part of so many of the axis
constexpr std::int64_t kCounted = 20;    ///< so many are counted exactly
constexpr std::size_t kOfOneKind = 2;
constexpr std::int64_t kKnown = 2;      ///< so many times what is known does a marked number's axis hold
constexpr std::uint32_t kLooked = 256;  ///< statements, waits or starts
constexpr std::int64_t kApart = 5;      ///< one part of so many of the axis lies between options

using Ask = std::optional<Question> (*)(const Trace&, Seq);
struct Maker {
  QuestionKind kind;
  const char* name;
  Ask ask;
};
constexpr std::array<Maker, kQuestionKinds> kMakers{{
    {QuestionKind::ends_wait, "ends-wait", ask_ends_wait},
    {QuestionKind::starts_next, "starts-next", ask_starts_next},
    {QuestionKind::blocks_first, "blocks-first", ask_blocks_first},
    {QuestionKind::waits_longest, "waits-longest", ask_waits_longest},
    {QuestionKind::longest_wait, "longest-wait", ask_longest_wait},
    {QuestionKind::line_done, "line-done", ask_line_done},
    {QuestionKind::run_over, "run-over", ask_run_over},
    {QuestionKind::first_start, "first-start", ask_first_start},
    {QuestionKind::most_pending, "most-pending", ask_most_pending},
    {QuestionKind::most_running, "most-running", ask_most_running},
    {QuestionKind::peak_memory, "peak-memory", ask_peak_memory},
    {QuestionKind::draw, "draw", ask_to_draw},
    {QuestionKind::own, "own", nullptr},
}};

const Maker& maker_of(QuestionKind kind) {
  return kMakers[static_cast<std::size_t>(kind)];
}

/// The least of 1, 2, 5, 10, ... that is at least this.
std::int64_t round_above(std::int64_t least) {
  std::int64_t power = 1;
  while (power < least / 10) power *= 10;
  for (;; power *= 10) {
    for (const std::int64_t step : {1, 2, 5}) {
      if (step * power >= least) return step * power;
    }
  }
}

std::int64_t moment_ns(Seq cursor, const Trace& trace) {
  return cursor == 0 ? 0 : trace.time_ns(cursor - 1);
}

/// Where a question's axis begins.
std::int64_t from_ns(const Question& question, const Trace& trace) {
  return question.form == AnswerForm::time ? asked_at_ns(question, trace) : 0;
}

/// Not even `most` lies at the end of the axis.
void scale_to(Question& question, const Trace& trace, std::int64_t most) {
  const std::int64_t from = from_ns(question, trace);
  const std::int64_t length = round_above(std::max<std::int64_t>(1, (most - from) * 21 / 20));
  question.scale_to = from + length;
  const bool counted = question.form == AnswerForm::count && question.right <= kCounted;
  // Without options, what the keys step over is right, too.
  question.tolerance = !counted                   ? length / kTolerance
                       : question.options.empty() ? length / kAnswerSteps / 2
                                                  : 0;
}

/// That the frontend is in; 0 outside.
int line_at(const Trace& trace, Seq cursor) {
  const StatementId statement = trace.state_at(cursor).statement;
  return statement == kNone ? 0 : trace.statement(statement).line;
}

/// Where a kind can be asked; not all of these will do.
std::vector<Seq> places_of(const Trace& trace, QuestionKind kind) {
  const Seq first = scope_of(trace).first;
  std::vector<Seq> places;
  switch (kind) {
    case QuestionKind::ends_wait:
    case QuestionKind::longest_wait:
      for (WaitId id = 0; id < std::min(trace.wait_count(), kLooked); ++id) {
        if (trace.wait(id).begin >= first) places.push_back(trace.wait(id).begin + 1);
      }
      break;
    case QuestionKind::starts_next:
      // Before the instant at which one does.
      for (Seq seq = trace.next_of(kinds(EventKind::start), first); seq != kNever && places.size() < kLooked;
           seq = trace.next_of(kinds(EventKind::start), seq + 1)) {
        places.push_back(std::max(first, trace.first_at(trace.time_ns(seq))));
      }
      break;
    case QuestionKind::line_done:
      for (StatementId id = 0; id < std::min(trace.statement_count(), kLooked); ++id) {
        if (trace.statement(id).begin >= first) places.push_back(trace.statement(id).begin + 1);
      }
      break;
    default:
      places.push_back(first);
  }
  return places;
}

/// In sight at the cursor, in order.
std::vector<std::int64_t> things_in_sight(const Trace& trace, AnswerForm form, Seq cursor) {
  std::vector<std::int64_t> all;
  if (form == AnswerForm::line) {
    for (StatementId id = 0; id < std::min(trace.statement_count(), kLooked); ++id)
      all.push_back(trace.statement(id).line);
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
  } else if (form == AnswerForm::task) {
    const std::vector<TaskId> pending = trace.pending_at(cursor, kLooked);
    all.assign(pending.begin(), pending.end());
    for (TaskId id = 0; all.size() < kOptions && id < std::min(trace.task_count(), kLooked); ++id) {
      if (trace.task(id).issue() < cursor && std::ranges::find(all, id) == all.end()) all.push_back(id);
    }
    std::ranges::sort(all);
  } else if (form == AnswerForm::wait) {
    for (WaitId id = 0; id < trace.wait_count() && trace.wait(id).begin < cursor; ++id) all.push_back(id);
  }
  return all;
}

/// Of things the first, the last and the next to the right one; of numbers the nearest.
std::vector<std::int64_t> wrong_values(const Question& question, const Trace& trace) {
  std::vector<std::int64_t> values;
  if (question.is_number()) {
    const std::int64_t from = from_ns(question, trace), length = question.scale_to - from;
    const std::int64_t apart = std::max<std::int64_t>(length / kApart, 2 * question.tolerance + 1);
    const std::int64_t least = question.form == AnswerForm::time ? from + 1 : 0;
    for (std::int64_t i = 1; i < kApart; ++i) {
      for (const std::int64_t value : {question.right + i * apart, question.right - i * apart}) {
        if (value >= least && value <= question.scale_to) values.push_back(value);
      }
    }
    return values;
  }
  std::vector<std::int64_t> others = things_in_sight(trace, question.form, question.asked_at);
  std::erase(others, question.right);
  if (others.empty()) return values;
  const auto next = std::ranges::upper_bound(others, question.right);
  values = {others.front(), others.back(), next == others.end() ? *(next - 1) : *next};
  values.insert(values.end(), others.begin(), others.end());
  return values;
}

}  // namespace

const char* to_string(QuestionKind kind) {
  return maker_of(kind).name;
}

std::optional<QuestionKind> question_kind(std::string_view name) {
  for (const Maker& maker : kMakers) {
    if (maker.name == name) return maker.kind;
  }
  return std::nullopt;
}

Message answer_text(const Trace& trace, AnswerForm form, std::int64_t value) {
  switch (form) {
    case AnswerForm::task:
      return task_label(trace, static_cast<TaskId>(value));
    case AnswerForm::line:
      return say<"line">(arg<"number">(Digits{value}));
    case AnswerForm::wait: {
      const Wait wait = trace.wait(static_cast<WaitId>(value));
      return say<"answer.wait">(arg<"wait">(wait_label(trace, wait)),
                                arg<"time">(Duration{trace.time_ns(wait.begin)}));
    }
    case AnswerForm::time:
      return say<"answer.time">(arg<"time">(Duration{value}));
    case AnswerForm::count:
      return say<"answer.count">(arg<"count">(Count{static_cast<std::uint64_t>(value)}));
    case AnswerForm::bytes:
      return say<"answer.bytes">(arg<"bytes">(Bytes{value}));
    case AnswerForm::choice:
      break;
  }
  return verbatim(std::string(1, static_cast<char>('A' + value)));
}

QuestionDraft::QuestionDraft(const Trace& trace, QuestionKind kind, AnswerForm form, Seq cursor)
    : trace_(trace) {
  question.kind = kind;
  question.form = form;
  question.asked_at = cursor;
}

void QuestionDraft::wrong(std::int64_t value, Message if_only) {
  wrong_.push_back({value, {}, std::move(if_only)});
}

/// With these options.
void QuestionDraft::scale() {
  if (!question.is_number()) return;
  scale_to(question, trace_, std::ranges::max(question.options, {}, &Question::Option::value).value);
}

std::int64_t asked_at_ns(const Question& question, const Trace& trace) {
  return question.asked_ns.value_or(moment_ns(question.asked_at, trace));
}

std::int64_t shown_at_ns(const Question& question, const Trace& trace) {
  return question.shown_ns.value_or(moment_ns(question.shown_at, trace));
}

void set_scale(Question& question, const Trace& trace) {
  const CounterRange known = trace.counter_range(0, question.asked_at);
  const std::int64_t so_far = question.form == AnswerForm::count   ? std::int64_t{known.max_depth}
                              : question.form == AnswerForm::bytes ? known.max.live_bytes
                                                                   : 2 * from_ns(question, trace);
  scale_to(question, trace, std::max(question.right, kKnown * so_far));
}

std::optional<Question> QuestionDraft::done() && {
  question.options = {{question.right, {}, {}}};
  scale();
  for (Question::Option& wrong : wrong_) {
    if (question.options.size() == kOptions) break;
    const Question before = question;
    question.options.push_back(std::move(wrong));
    std::ranges::sort(question.options, {}, &Question::Option::value);
    scale();
    // What is right for one is not right for another.
    const auto meet = [&](const Question::Option& one, const Question::Option& next) {
      return next.value - one.value <= 2 * question.tolerance;
    };
    if (std::ranges::adjacent_find(question.options, meet) != question.options.end()) question = before;
  }
  if (question.options.size() < 2) return std::nullopt;
  for (Question::Option& one : question.options) one.text = answer_text(trace_, question.form, one.value);
  return std::move(question);
}

bool lasted(const Trace& trace, const Wait& wait) {
  return wait.end != kNever && wait.ended_by != kNone && trace.time_ns(wait.end) > trace.time_ns(wait.begin);
}

Seq last_end_of_pending(const Trace& trace, Seq cursor) {
  Seq last = kNever;
  for (const TaskId id : trace.pending_at(cursor, kLooked)) {
    const Seq end = trace.task(id).end;
    if (end == kNever) return kNever;
    if (last == kNever || end > last) last = end;
  }
  return last;
}

std::optional<Question> question(const Trace& trace, QuestionKind kind, Seq cursor) {
  const Ask ask = maker_of(kind).ask;
  return ask && cursor <= trace.size() ? ask(trace, cursor) : std::nullopt;
}

std::vector<Question> questions(const Trace& trace) {
  std::vector<Question> all;
  for (const Maker& maker : kMakers) {
    if (!maker.ask || maker.kind == QuestionKind::draw) continue;
    std::vector<int> lines;  // a loop asks the same in every iteration
    for (const Seq place : places_of(trace, maker.kind)) {
      const int line = line_at(trace, place);
      if (std::ranges::find(lines, line) != lines.end()) continue;
      std::optional<Question> one = maker.ask(trace, place);
      if (!one) continue;
      all.push_back(std::move(*one));
      lines.push_back(line);
      if (lines.size() == kOfOneKind) break;
    }
  }
  std::ranges::stable_sort(all, {}, &Question::asked_at);
  return all;
}

Question with_options(const Question& marked, const Trace& trace) {
  if (marked.form == AnswerForm::choice || !marked.options.empty()) return marked;
  Question question = marked;
  const auto add = [&](std::int64_t value) {
    Question::Option one{value, answer_text(trace, marked.form, value), {}};
    const auto same = [text = to_text(one.text)](const Question::Option& other) {
      return to_text(other.text) == text;
    };
    if (std::ranges::none_of(question.options, same)) question.options.push_back(std::move(one));
  };
  add(marked.right);
  for (const std::int64_t value : wrong_values(marked, trace)) {
    if (question.options.size() < kOptions) add(value);
  }
  if (question.options.size() < 2) return marked;
  std::ranges::sort(question.options, {}, &Question::Option::value);
  return question;
}

Judgement judge(const Question& question, std::int64_t answer) {
  const std::int64_t tolerance = question.is_number() ? question.tolerance : 0;
  Judgement judgement{std::abs(answer - question.right) <= tolerance, kNone};
  for (std::uint32_t i = 0; i < question.options.size(); ++i) {
    if (std::abs(answer - question.options[i].value) <= tolerance) judgement.option = i;
  }
  return judgement;
}

}  // namespace runahead
