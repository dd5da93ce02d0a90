// SPDX-License-Identifier: GPL-3.0-or-later
// Questions for a class about a run, made from its trace: what is asked where, the answer as the trace gives
// it, why, and wrong answers that stand for common misconceptions. Plain values, and functions of a trace.
// Not here: asking (gui/lecture), in which stop of a lecture (io/session_file.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/trace/trace.h"

namespace runahead {

enum class QuestionKind : std::uint8_t {
  ends_wait,      ///< which task ends the wait that the frontend is in
  starts_next,    ///< which task starts next
  blocks_first,   ///< which line is the first that has to wait
  waits_longest,  ///< at which line the frontend waits longest in all
  longest_wait,   ///< which wait so far is the longest, once the one that has begun is over
  line_done,      ///< when the frontend is through with the line that it has begun
  run_over,       ///< when frontend and backend are through
  first_start,    ///< when the first task starts, where tasks are recorded before
  most_pending,   ///< how many tasks are pending at most
  most_running,   ///< how many tasks run at most at once
  peak_memory,    ///< how many bytes arrays hold at most
  draw,           ///< what the workers do while the frontend waits (schedule.h); it has no options
  own,            ///< what the user wrote
};
inline constexpr int kQuestionKinds = 13;
/// "ends-wait", ... as files have them.
const char* to_string(QuestionKind kind);
std::optional<QuestionKind> question_kind(std::string_view name);

/// What an answer's number is.
enum class AnswerForm : std::uint8_t {
  task,    ///< its id
  line,    ///< its number
  wait,    ///< its id
  time,    ///< ns on the run's axis
  count,   ///< of tasks
  bytes,   ///<
  choice,  ///< which of the options, from 0
};

/// Of keys along a number's axis, from one end to the other.
inline constexpr std::int64_t kAnswerSteps = 40;

struct Question {
  struct Option {
    std::int64_t value;
    Message text;
    /// "a call returned only when its work is done": if that were so, this would be the answer. Empty: it is
    /// the right one, or it was not said which.
    Message if_only;
    bool operator==(const Option&) const = default;
  };

  QuestionKind kind = QuestionKind::own;
  AnswerForm form = AnswerForm::choice;
  Seq asked_at = 0;  ///< the cursor: nothing after it is known to who answers
  Message text = {};
  std::int64_t right = 0;
  std::int64_t tolerance = 0;  ///< of numbers: what is no farther from `right` is right, too
  /// Of numbers: where an axis for the answer may end. A round number that tells no more than the options.
  std::int64_t scale_to = 0;
  Message why = {};  ///< one sentence
  Seq shown_at = 0;  ///< the cursor behind the event that shows the answer
  /// Between two events: the cursor's moments there. None: those of the events before it.
  std::optional<std::int64_t> asked_ns = {}, shown_ns = {};
  /// The right one and one to three wrong ones, in the order of their values.
  std::vector<Option> options = {};
  bool operator==(const Question&) const = default;

  /// Answers are numbers on an axis.
  bool is_number() const {
    return form == AnswerForm::time || form == AnswerForm::count || form == AnswerForm::bytes;
  }
};

/// The question of a kind at a cursor; nothing where the trace has no answer that is sure, or none that
/// a student could get wrong for a reason.
std::optional<Question> question(const Trace& trace, QuestionKind kind, Seq cursor);
/// Those with options that the trace supports, at most two of a kind, in the order in which they can be
/// asked. Looks at the first few hundred lines and waits; what needs a look at every event is left out of
/// long runs.
std::vector<Question> questions(const Trace& trace);

/// The cursor's moments where it is asked, and where its answer is shown.
std::int64_t asked_at_ns(const Question& question, const Trace& trace);
std::int64_t shown_at_ns(const Question& question, const Trace& trace);

/// Axis and tolerance of a number that the user has marked: the axis reaches several times as far as what is
/// known where it is asked, or, where that is not enough, to a round number behind the answer.
void set_scale(Question& question, const Trace& trace);

/// For readers who cannot point: a question whose answer was marked, with options. The others are what could
/// be pointed at as well where it is asked, and numbers that are well apart. As it was where there is nothing
/// else, or it has options.
Question with_options(const Question& marked, const Trace& trace);

struct Judgement {
  bool right;
  /// Of the option that the answer is, or is as near to as a right one has to be; kNone: none.
  std::uint32_t option;
};
Judgement judge(const Question& question, std::int64_t answer);
/// An answer as options have it: "add 3", "line 4", "13.0 µs".
Message answer_text(const Trace& trace, AnswerForm form, std::int64_t value);

}  // namespace runahead
