// SPDX-License-Identifier: GPL-3.0-or-later
// Questions against answers worked out by hand, and, on every scenario and on drawn traces, against the
// events read one by one. Not here: asking (gui).
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "core/analysis/labels.h"
#include "core/analysis/question.h"
#include "core/analysis/scope.h"
#include "core/base/quote.h"
#include "tests/analysis/model_runs.h"
#include "tests/support/random_trace.h"
#include "tests/support/recomputed_answer.h"

namespace runahead {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::optional<Question> first_of(const std::vector<Question>& all, QuestionKind kind) {
  const auto found = std::ranges::find(all, kind, &Question::kind);
  return found == all.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string> texts(const Question& question) {
  std::vector<std::string> all;
  for (const Question::Option& one : question.options) all.push_back(to_text(one.text));
  return all;
}

/// What would have to be so for this option to be right; empty of the right one.
std::string if_only(const Question& question, const std::string& text) {
  for (const Question::Option& one : question.options) {
    if (to_text(one.text) == text) return to_text(one.if_only);
  }
  return "there is no " + text;
}

/// Tasks take 6 µs each, issuing one 2 µs, handing back 4 µs: print waits from 8 µs on for add, which starts
/// when both ones (2 to 8, 8 to 14) and mul (14 to 20) have ended.
TEST(Question, FourStatementsHaveTheAnswersOfTheirTimes) {
  const std::vector<Question> all = questions(run(simulated(small("four-statements", "async"))).trace);

  const Question done = *first_of(all, QuestionKind::line_done);
  EXPECT_EQ(to_text(done.text), "The frontend begins line 1. When does line 1 return?");
  EXPECT_THAT(texts(done), ElementsAre("2.00 µs", "8.00 µs"));
  EXPECT_EQ(done.right, 2000);
  EXPECT_EQ(if_only(done, "8.00 µs"), "a call returned only when its work is done");
  EXPECT_EQ(done.scale_to, 10'000);
  EXPECT_EQ(to_text(done.why),
            "Line 1 returned after 2.00 µs: it has only enqueued 1 task, and ones 0 ended at 8.00 µs.");

  const Question over = *first_of(all, QuestionKind::run_over);
  EXPECT_THAT(texts(over), ElementsAre("8.00 µs", "30.0 µs"));
  EXPECT_EQ(if_only(over, "8.00 µs"), "the frontend never had to wait");

  const Question blocks = *first_of(all, QuestionKind::blocks_first);
  EXPECT_THAT(texts(blocks), ElementsAre("line 1", "line 4"));
  EXPECT_EQ(blocks.right, 4);

  const Question pending = *first_of(all, QuestionKind::most_pending);
  EXPECT_THAT(texts(pending), ElementsAre("1", "3", "4"));
  EXPECT_EQ(pending.right, 3);
  EXPECT_EQ(to_text(pending.why),
            "At 6.00 µs the frontend had enqueued 3 tasks, and none of them had ended.");

  const Question wait = *first_of(all, QuestionKind::ends_wait);
  EXPECT_EQ(to_text(wait.text), "Line 4 waits in print(c). Which task ends the wait?");
  EXPECT_EQ(to_text(wait.why), "The wait is for c, which add 3 writes.");
  EXPECT_EQ(wait.right, 3);
}

TEST(Question, AWaitForOneResultIsNotOneForAll) {
  const Trace trace = run(simulated(small("wait-on-intermediate", "async"))).trace;
  const std::vector<Question> all = questions(trace);
  const Question wait = *first_of(all, QuestionKind::ends_wait);
  EXPECT_THAT(texts(wait), ElementsAre("dot 1", "dot 2", "dot 3"));
  EXPECT_EQ(if_only(wait, "dot 1"), "");
  EXPECT_EQ(if_only(wait, "dot 2"), "a wait for one result waited for all tasks");
  EXPECT_EQ(to_text(wait.why), "The wait is for b, which dot 1 writes; 2 tasks were still pending.");
  // d was ready when it was issued, c only when b had ended.
  const Question next = *first_of(all, QuestionKind::starts_next);
  EXPECT_EQ(to_text(answer_text(trace, next.form, next.right)), "dot 3");
  EXPECT_EQ(if_only(next, "dot 2"), "tasks started in the order of the program");
}

/// The first wait is for dot 1, the second for all: dot 3 and, after it, dot 2.
TEST(Question, AWaitIsAsLongAsWhatIsLeftToDo) {
  const Trace trace = run(simulated(small("wait-on-intermediate", "async"))).trace;
  const Question longest = *first_of(questions(trace), QuestionKind::longest_wait);
  EXPECT_EQ(to_text(longest.text), "Line 9 waits in waitall(). Which wait so far will have taken longest?");
  EXPECT_THAT(texts(longest), ElementsAre("b.wait_to_read() at 50.8 µs", "waitall() at 392.3 µs"));
  EXPECT_EQ(longest.right, longest.options.back().value);
  EXPECT_EQ(to_text(longest.options.front().if_only), "what this wait is for was there already");
  EXPECT_EQ(to_text(longest.why), "Line 9 waited 683.1 µs in waitall(), until dot 2 ended.");
}

TEST(Question, WorkersDoNotShareAChain) {
  const std::vector<Question> all =
      questions(run(simulated(small("increment-loop", "async", "each", 2))).trace);
  EXPECT_EQ(first_of(all, QuestionKind::most_running)->right, 1);
  const Question over = *first_of(all, QuestionKind::run_over);
  EXPECT_EQ(to_text(over.options[1].if_only), "more workers made a chain faster");
  EXPECT_LT(over.options[1].value, over.right);
}

TEST(Question, TheQueueHoldsMemory) {
  const Question peak =
      *first_of(questions(run(simulated(small("prediction-memory", "async", "none"))).trace),
                QuestionKind::peak_memory);
  EXPECT_EQ(to_text(peak.options.front().if_only), "tasks in the queue held no memory");
  EXPECT_LT(peak.options.front().value, peak.right);
}

TEST(Question, WhatIsRecordedStartsWhenItIsNeeded) {
  const Trace trace = run(simulated(small("four-statements", "lazy"))).trace;
  const Question start = *first_of(questions(trace), QuestionKind::first_start);
  EXPECT_EQ(to_text(start.options.front().if_only), "a recorded task started when its line runs");
  EXPECT_THAT(to_text(start.why), HasSubstr("when the frontend was at line 4"));
}

TEST(Question, NumbersAreJudgedByATwentiethOfTheirAxisAndNamesExactly) {
  Question when{.form = AnswerForm::time, .right = 2000, .tolerance = 500};
  when.options = {{2000, verbatim("2.00 µs"), {}}, {8000, verbatim("8.00 µs"), verbatim("x")}};
  EXPECT_TRUE(judge(when, 2500).right);
  EXPECT_EQ(judge(when, 2500).option, 0U);
  EXPECT_FALSE(judge(when, 2501).right);
  EXPECT_EQ(judge(when, 5000).option, kNone);
  EXPECT_EQ(judge(when, 7600).option, 1U);
  const Question which{.form = AnswerForm::task, .right = 3, .tolerance = 500};
  EXPECT_TRUE(judge(which, 3).right);
  EXPECT_FALSE(judge(which, 4).right);
}

Question marked(AnswerForm form, Seq cursor, std::int64_t right, const Trace& trace) {
  Question question{.form = form, .asked_at = cursor, .right = right};
  if (question.is_number()) set_scale(question, trace);
  return question;
}

TEST(Question, WhatWasMarkedHasOptionsThatAreToldApart) {
  const Trace trace = run(simulated(small("four-statements", "async"))).trace;
  const Seq end = trace.size(), wait = trace.wait(0).begin + 1;
  EXPECT_THAT(texts(with_options(marked(AnswerForm::task, wait, 3, trace), trace)),
              ElementsAre("ones 0", "ones 1", "mul 2", "add 3"));
  EXPECT_THAT(texts(with_options(marked(AnswerForm::line, wait, 2, trace), trace)),
              ElementsAre("line 1", "line 2", "line 3", "line 4"));
  // Nothing else has been waited for.
  EXPECT_THAT(with_options(marked(AnswerForm::wait, wait, 0, trace), trace).options, IsEmpty());
  for (const auto& [form, right] : {std::pair{AnswerForm::time, std::int64_t{26'000}},
                                    {AnswerForm::count, 4},
                                    {AnswerForm::count, 0},
                                    {AnswerForm::bytes, 5'000}}) {
    const Question asked = with_options(marked(form, wait, right, trace), trace);
    ASSERT_EQ(asked.options.size(), 4U);
    int hits = 0;
    for (std::size_t i = 0; i < asked.options.size(); ++i) {
      const std::int64_t value = asked.options[i].value;
      hits += judge(asked, value).right;
      EXPECT_EQ(judge(asked, value).option, i);
      EXPECT_LE(value, asked.scale_to);
      EXPECT_GE(value, form == AnswerForm::time ? trace.time_ns(wait - 1) : 0);
    }
    EXPECT_EQ(hits, 1);
  }
  // Who has written options, or wants something drawn, is left alone.
  const Question made = questions(trace).front();
  EXPECT_EQ(with_options(made, trace), made);
  const Question open{.asked_at = end, .text = verbatim("Why?")};
  EXPECT_EQ(with_options(open, trace), open);
}

TEST(Question, KindsHaveNamesForFiles) {
  for (int i = 0; i < kQuestionKinds; ++i) {
    const auto kind = static_cast<QuestionKind>(i);
    EXPECT_EQ(question_kind(to_string(kind)), kind);
  }
  EXPECT_EQ(question_kind("why"), std::nullopt);
}

// Every question, against the events read one by one
// -----------------------------------------------------------------------------------------------------------

void expect_sound(const Trace& trace) {
  for (const Question& question : questions(trace)) {
    SCOPED_TRACE(std::string(to_string(question.kind)) + " at " + std::to_string(question.asked_at));
    EXPECT_EQ(question.right, recomputed_answer(trace, question));
    // The same again from its kind and cursor.
    EXPECT_EQ(runahead::question(trace, question.kind, question.asked_at), question);
    EXPECT_GT(question.shown_at, question.asked_at);
    EXPECT_LE(question.shown_at, trace.size());
    EXPECT_EQ(to_text(question.text), one_line(to_text(question.text)));
    EXPECT_EQ(to_text(question.text).back(), '?');
    EXPECT_EQ(to_text(question.why).back(), '.');
    EXPECT_EQ(to_text(question.why), one_line(to_text(question.why)));
    EXPECT_GE(question.options.size(), 2U);
    EXPECT_LE(question.options.size(), 4U);
    std::set<std::string> told;
    int right = 0;
    for (std::uint32_t i = 0; i < question.options.size(); ++i) {
      const Question::Option& option = question.options[i];
      const Judgement judged = judge(question, option.value);
      EXPECT_EQ(judged.option, i);
      EXPECT_EQ(judged.right, option.if_only.empty());
      right += judged.right;
      told.insert(to_text(option.text));
      EXPECT_TRUE(!question.is_number() || option.value <= question.scale_to);
      // Who is to click a task sees it.
      EXPECT_TRUE(question.form != AnswerForm::task ||
                  trace.task(static_cast<TaskId>(option.value)).issue() < question.asked_at);
    }
    EXPECT_EQ(right, 1);
    EXPECT_EQ(told.size(), question.options.size());
  }
}

TEST(Question, AnswersOfEveryScenarioAreInItsTrace) {
  std::set<QuestionKind> seen;
  for (const std::string& id : scenario_ids()) {
    for_every_run(id, [&](const Trace& trace) {
      SCOPED_TRACE(id);
      expect_sound(trace);
      for (const Question& one : questions(trace)) {
        seen.insert(one.kind);
        // Where each call does its work, there is no queue.
        for (const Question::Option& option : one.options)
          EXPECT_FALSE(trace.info().mode == Mode::sync &&
                       to_text(option.if_only) == "tasks in the queue held no memory");
      }
    });
  }
  EXPECT_EQ(seen.size(), kQuestionKinds - 2U);  // all that are made from a trace and have options
}

TEST(Question, AnswersOfAnyTraceAreInIt) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const Trace trace =
        random_trace({.seed = seed, .steps = 60 + static_cast<int>(seed) * 20, .finished = seed % 2 == 0});
    expect_sound(trace);
    // Of what has not gone on, too, and at any place.
    expect_sound(trace.until(trace.size() / 2));
    for (int kind = 0; kind < kQuestionKinds; ++kind) {
      for (Seq cursor = 0; cursor <= trace.size() + 1; cursor += 7)
        question(trace, static_cast<QuestionKind>(kind), cursor);
    }
  }
}

TEST(Question, AnEmptyTraceHasNone) {
  EXPECT_THAT(questions(Trace()), IsEmpty());
}

}  // namespace
}  // namespace runahead
