// SPDX-License-Identifier: GPL-3.0-or-later
// QuestionDraft: a question while it is made: answers that a student might give are added, and those that
// could not be told from the right one, or from one another, are left out. The parts of question() and
// nothing to call from elsewhere.
#pragma once

#include <optional>
#include <vector>

#include "core/analysis/question.h"

namespace runahead {

class QuestionDraft {
 public:
  QuestionDraft(const Trace& trace, QuestionKind kind, AnswerForm form, Seq cursor);

  Question question;
  /// The answer, if that were so. Where they are too many, or too near to one another, the first are kept.
  void wrong(std::int64_t value, Message if_only);
  /// Nothing where every answer is the right one.
  std::optional<Question> done() &&;

 private:
  void scale();

  const Trace& trace_;
  std::vector<Question::Option> wrong_;
};

// By what they are about: question_tasks.cpp
std::optional<Question> ask_ends_wait(const Trace& trace, Seq cursor);
std::optional<Question> ask_starts_next(const Trace& trace, Seq cursor);
std::optional<Question> ask_to_draw(const Trace& trace, Seq cursor);
// question_lines.cpp
std::optional<Question> ask_blocks_first(const Trace& trace, Seq cursor);
std::optional<Question> ask_waits_longest(const Trace& trace, Seq cursor);
std::optional<Question> ask_longest_wait(const Trace& trace, Seq cursor);
std::optional<Question> ask_line_done(const Trace& trace, Seq cursor);
// question_run.cpp
std::optional<Question> ask_run_over(const Trace& trace, Seq cursor);
std::optional<Question> ask_first_start(const Trace& trace, Seq cursor);
std::optional<Question> ask_most_pending(const Trace& trace, Seq cursor);
std::optional<Question> ask_most_running(const Trace& trace, Seq cursor);
std::optional<Question> ask_peak_memory(const Trace& trace, Seq cursor);

/// A wait that took time, and which a task ended.
bool lasted(const Trace& trace, const Wait& wait);
/// When the last of the tasks ended that were pending at the cursor; kNever without one, or where one of them
/// never ended.
Seq last_end_of_pending(const Trace& trace, Seq cursor);

}  // namespace runahead
