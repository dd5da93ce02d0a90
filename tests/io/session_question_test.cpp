// SPDX-License-Identifier: GPL-3.0-or-later
// Questions and charts of slides in a session: what is written is read, what only a later Runahead knows is
// kept. Not here: slides themselves (session_file_test.cpp).
#include <gmock/gmock.h>

#include "core/io/session_file.h"
#include "tests/support/random_trace.h"
#include "tests/support/session_text.h"

namespace runahead {
namespace {

using namespace testing_support;
using testing::HasSubstr;

TEST(SessionSlides, AStopAsksWhatIsKnownAndKeepsWhatIsNot) {
  TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = 1, .steps = 5});
  SessionFile session{{trace}, Session{}};
  session.state->workspaces = {{{.scenario = "x"}, {0}}};
  session.state->slides = {
      {.run = 0, .steps = {{1, 0}}, .question = SlideQuestion{.kind = QuestionKind::run_over}},
      {.run = 0,
       .steps = {{1, 0}, {2, 0}, {3, 0}},
       .question = SlideQuestion{.text = "Why?", .options = {"so", "or so"}, .right = 1, .why = "Because."}}};
  ASSERT_TRUE(write_session(session, directory.file("s.runahead")).ok());
  const auto read = read_session(directory.file("s.runahead"));
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(read->state->slides[0].question, session.state->slides[0].question);
  EXPECT_EQ(read->state->slides[1].question, session.state->slides[1].question);
  const Question own = question_of(session.state->slides[1], trace).value();
  EXPECT_EQ(own.asked_at, 1U);
  EXPECT_EQ(own.shown_at, 3U);
  EXPECT_TRUE(judge(own, 1).right);
  EXPECT_FALSE(judge(own, 0).right);
  const std::string whole = read_file(directory.file("s.runahead"));
  const std::string later =
      replaced(manifest_of(whole), R"({"kind":"run-over"})", R"({"kind":"sketch","n":2})");
  write_file(directory.file("s.runahead"), with_manifest(whole, later));
  const auto kept = read_session(directory.file("s.runahead"));
  ASSERT_TRUE(kept.ok()) << kept.error();
  EXPECT_EQ(kept->state->slides[0].question, std::nullopt);
  EXPECT_EQ(kept->state->slides[0].more, R"({"question":{"kind":"sketch","n":2}})");
  write_file(directory.file("s.runahead"),
             with_manifest(whole, replaced(manifest_of(whole), R"("right":1)", R"("right":2)")));
  EXPECT_THAT(read_session(directory.file("s.runahead")).error(),
              HasSubstr("\"session.stops[1].question.right\" does not exist"));
}

TEST(SessionSlides, AnAnswerThatWasPointedAtIsKeptAndJudged) {
  TemporaryDirectory directory;
  const std::string file = directory.file("s.runahead");
  const Trace trace = random_trace({.seed = 1, .steps = 60});
  SessionFile session{{trace}, Session{}};
  session.state->workspaces = {{{.scenario = "x"}, {0}}};
  Slide slide{.run = 0, .steps = {{trace.task(1).issue() + 1, 0}}};
  slide.steps[0].time_ns = trace.time_ns(slide.steps[0].seq - 1);
  const TraceMoment end{trace.size(), trace.end_ns()};
  slide.question = SlideQuestion{.text = "Which?", .answer = MarkedAnswer{AnswerForm::task, 1, end}};
  session.state->slides.push_back(slide);
  slide.question->answer = MarkedAnswer{AnswerForm::time, trace.end_ns(), end};
  session.state->slides.push_back(slide);
  ASSERT_TRUE(write_session(session, file).ok());
  const auto read = read_session(file);
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(read->state->slides, session.state->slides);
  const Question which = question_of(read->state->slides[0], trace).value();
  EXPECT_TRUE(judge(which, 1).right);
  EXPECT_FALSE(judge(which, 0).right);
  EXPECT_EQ(which.shown_at, trace.size());
  const Question when = question_of(read->state->slides[1], trace).value();
  EXPECT_GT(when.scale_to, trace.end_ns());
  EXPECT_TRUE(judge(when, trace.end_ns() - when.tolerance).right);
  EXPECT_FALSE(judge(when, trace.end_ns() - when.tolerance - 1).right);
  // Between two events the moment counts: where it is asked, and where the answer is seen.
  Slide halted = slide;
  Seq gap = slide.steps[0].seq;
  while (trace.time_ns(gap) - trace.time_ns(gap - 1) < 3) ++gap;
  const std::int64_t event_ns = trace.time_ns(gap - 1);
  halted.steps[0] = {gap, event_ns + 1};
  halted.question->answer = MarkedAnswer{AnswerForm::time, event_ns + 2, {gap, event_ns + 2}};
  const Question between = question_of(halted, trace).value();
  EXPECT_EQ(asked_at_ns(between, trace), event_ns + 1);
  EXPECT_EQ(shown_at_ns(between, trace), event_ns + 2);
  halted.question->answer->value = event_ns + 1;
  EXPECT_EQ(question_of(halted, trace), std::nullopt);
  EXPECT_EQ(asked_at_ns(which, trace), slide.steps[0].time_ns);
  // What is not there yet, or never, cannot be pointed at.
  slide.question->answer->value = trace.time_ns(0) - 1;
  EXPECT_EQ(question_of(slide, trace), std::nullopt);
  for (const std::int64_t task : {std::int64_t{trace.task_count()} - 1, std::int64_t{1} << 40}) {
    slide.question->answer = MarkedAnswer{AnswerForm::task, task, end};
    EXPECT_EQ(question_of(slide, trace), std::nullopt);
  }
  const std::string whole = read_file(file);
  write_file(file, with_manifest(whole, replaced(manifest_of(whole), R"("of":"time")", R"("of":"mood")")));
  auto later = read_session(file);
  ASSERT_TRUE(later.ok()) << later.error();
  ASSERT_TRUE(write_session(*later, file).ok());
  EXPECT_THAT(read_file(file), HasSubstr(R"("of":"mood")"));
}

TEST(SessionSlides, ChartsOfALaterVersionAreKept) {
  TemporaryDirectory directory;
  const std::string file = directory.file("s.runahead");
  SessionFile session{{random_trace({.seed = 1, .steps = 5})}, Session{}};
  session.state->workspaces = {{{.scenario = "x"}, {0}}};
  session.state->slides = {{.run = 0, .steps = {{0, 0}}, .charts = {.memory = true}}};
  ASSERT_TRUE(write_session(session, file).ok());
  const std::string whole = read_file(file);
  write_file(file, with_manifest(whole, replaced(manifest_of(whole), R"(["memory"])", R"(["energy"])")));
  auto read = read_session(file);
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_FALSE(read->state->slides[0].charts.memory);
  read->state->slides[0].charts.pending = true;
  ASSERT_TRUE(write_session(*read, file).ok());
  EXPECT_THAT(read_file(file), HasSubstr(R"(["pending","energy"])"));
}

TEST(SessionSlides, AThemeOfALaterVersionIsKept) {
  TemporaryDirectory directory;
  const std::string file = directory.file("s.runahead");
  SessionFile session{{random_trace({.seed = 1, .steps = 5})}, Session{}};
  session.state->workspaces = {{{.scenario = "x"}, {0}}};
  session.state->slides = {{.run = 0, .steps = {{0, 0}}, .theme = ThemeKind::dark}};
  ASSERT_TRUE(write_session(session, file).ok());
  const std::string whole = read_file(file);
  write_file(file, with_manifest(whole, replaced(manifest_of(whole), R"("dark")", R"("sepia")")));
  auto read = read_session(file);
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(read->state->slides[0].theme, std::nullopt);
  ASSERT_TRUE(write_session(*read, file).ok());
  EXPECT_THAT(read_file(file), HasSubstr(R"("theme":"sepia")"));
}

}  // namespace
}  // namespace runahead
