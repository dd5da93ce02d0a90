// SPDX-License-Identifier: GPL-3.0-or-later
// "runahead lecture": pages, and what is said where there are none; sessions that open refuses.
#include <gmock/gmock.h>

#include <QJsonArray>
#include <filesystem>

#include "core/io/session_file.h"
#include "tests/cli/program.h"
#include "tests/support/page_data.h"
#include "tests/support/session_text.h"
#include "tests/support/temporary_directory.h"

namespace runahead::testing_support {
namespace {

using testing::HasSubstr;
using testing::Not;

class LectureCommand : public testing::Test {
 protected:
  /// Two slides, of three steps together, with words and notes.
  std::string lecture() const {
    const std::string path = directory_.file("l.runahead");
    EXPECT_EQ(
        run_program({"run", "increment-loop", "--clock", "virtual", "--preset", "step", "--export", path})
            .status,
        0);
    SessionFile session = read_session(path).value();
    const Trace& trace = *session.runs.front().trace;
    session.state->slides = {{.name = "First",
                              .run = 0,
                              .visible_ns = TimeRange{0, trace.time_ns(25)},
                              .steps = {{12, trace.time_ns(11)}, {20, trace.time_ns(19)}},
                              .words = "Who waits?",
                              .notes = "Not too fast."},
                             {.name = "Second",
                              .run = 0,
                              .steps = {{31, trace.time_ns(30)}},
                              .after_cursor = FutureVisibility::hide}};
    EXPECT_TRUE(write_session(session, path).ok());
    return path;
  }

  static std::size_t pages(const std::string& pdf) {
    std::size_t count = 0;
    const std::string page = "/Type /Page\n";
    for (std::size_t at = pdf.find(page); at != std::string::npos; at = pdf.find(page, at + 1)) ++count;
    return count;
  }

  TemporaryDirectory directory_;
};

TEST_F(LectureCommand, WritesAPageForEachStep) {
  const std::string path = lecture(), into = directory_.file("new/pages");
  const Finished done = run_program({"lecture", path, "--export", into});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr(into));
  EXPECT_EQ(pages(read_file(into + "/slides.pdf")), 3U);
  EXPECT_EQ(pages(read_file(into + "/handout.pdf")), 1U);
  EXPECT_EQ(pages(read_file(into + "/notes.pdf")), 1U);
  const std::string page = read_file(into + "/lecture.html");
  EXPECT_THAT(page, HasSubstr("<h2>2. Second</h2>"));
  EXPECT_THAT(page, HasSubstr("<p class=\"words\">Who waits?</p>"));
  EXPECT_THAT(page, Not(HasSubstr("Not too fast.")));
  const QJsonArray slides =
      testing_support::page_data(QByteArray::fromStdString(page), " id=\"way\"")["stops"].toArray();
  ASSERT_EQ(slides.size(), 2);
  EXPECT_EQ(slides[0]["halts"].toArray(), (QJsonArray{12, 20}));
  EXPECT_EQ(slides[1]["halts"].toArray(), (QJsonArray{31}));
  EXPECT_EQ(slides[0]["picture"].toInt(), 1);
  EXPECT_EQ(slides[1]["picture"].toInt(), 0);
  EXPECT_EQ(slides[0]["after"].toString(), "show");
  EXPECT_EQ(slides[1]["after"].toString(), "hide");
  EXPECT_THAT(page, HasSubstr("<h1>" + std::filesystem::path(path).stem().string() + "</h1>"));
  // The same every time.
  EXPECT_EQ(run_program({"lecture", path, "--export", directory_.file("again")}).status, 0);
  for (const char* name : {"/slides.pdf", "/handout.pdf", "/notes.pdf", "/lecture.html"})
    EXPECT_EQ(read_file(into + name), read_file(directory_.file("again") + name)) << name;
}

TEST_F(LectureCommand, WritesQuestionsWithoutTheirAnswersAndAnswersBeside) {
  const std::string path = lecture(), into = directory_.file("asks");
  SessionFile session = read_session(path).value();
  session.state->slides[0].question =
      SlideQuestion{.text = "Who waits?", .options = {"nobody", "the frontend"}, .right = 1, .why = "So."};
  ASSERT_TRUE(write_session(session, path).ok());
  EXPECT_EQ(run_program({"lecture", path, "--export", into}).status, 0);
  EXPECT_EQ(pages(read_file(into + "/slides.pdf")), 5U);  // of three steps, a question, its answer
  EXPECT_EQ(pages(read_file(into + "/handout.pdf")), 1U);
  EXPECT_EQ(pages(read_file(into + "/answers.pdf")), 1U);
}

TEST_F(LectureCommand, WhoSpeaksHasQuestionsAndAnswersAmongTheNotes) {
  const std::string path = lecture();
  SessionFile session = read_session(path).value();
  const auto notes = [&](const std::optional<SlideQuestion>& question) {
    session.state->slides[0].question = question;
    EXPECT_TRUE(write_session(session, path).ok());
    const std::string into = directory_.file("notes");
    std::filesystem::remove_all(into);
    EXPECT_EQ(run_program({"lecture", path, "--export", into}).status, 0);
    return read_file(into + "/notes.pdf");
  };
  SlideQuestion question{
      .text = "Who waits?", .options = {"nobody", "the frontend"}, .right = 1, .why = "So."};
  const std::string asked = notes(question);
  EXPECT_NE(asked, notes(std::nullopt));
  question.right = 0;
  EXPECT_NE(asked, notes(question));
  question.right = 1;
  question.why = "Because.";
  EXPECT_NE(asked, notes(question));
}

TEST_F(LectureCommand, WhatComesBehindAQuestionIsWithTheAnswers) {
  const std::string path = lecture(), into = directory_.file("behind");
  SessionFile session = read_session(path).value();
  session.state->slides.resize(1);
  session.state->slides[0].question =
      SlideQuestion{.text = "Who waits?", .options = {"nobody", "the frontend"}, .right = 1, .why = "So."};
  auto& steps = session.state->slides[0].steps;
  while (steps.size() < 12) steps.push_back({steps.back().seq + 1, 0});
  ASSERT_TRUE(write_session(session, path).ok());
  EXPECT_EQ(run_program({"lecture", path, "--export", into}).status, 0);
  EXPECT_EQ(pages(read_file(into + "/handout.pdf")), 1U);
  EXPECT_EQ(pages(read_file(into + "/answers.pdf")), 2U);  // the answer, and eleven steps
}

TEST_F(LectureCommand, TheHandOutHasEveryStep) {
  const std::string path = lecture(), into = directory_.file("halts");
  SessionFile session = read_session(path).value();
  session.state->slides.resize(1);
  auto& steps = session.state->slides[0].steps;
  while (steps.size() < 12) steps.push_back({steps.back().seq + 1, 0});
  ASSERT_TRUE(write_session(session, path).ok());
  EXPECT_EQ(run_program({"lecture", path, "--export", into}).status, 0);
  EXPECT_EQ(pages(read_file(into + "/slides.pdf")), 12U);
  EXPECT_EQ(pages(read_file(into + "/handout.pdf")), 2U);  // ten find room on one
  EXPECT_EQ(pages(read_file(into + "/notes.pdf")), 1U);
}

TEST_F(LectureCommand, ThePageHasThemesAndAsksWhatWasMarked) {
  const std::string path = lecture(), into = directory_.file("marked");
  SessionFile session = read_session(path).value();
  const Trace& trace = *session.runs.front().trace;
  session.state->slides[0].theme = ThemeKind::dark;
  session.state->slides[0].question = SlideQuestion{
      .text = "Which line?", .answer = MarkedAnswer{AnswerForm::line, 2, {20, trace.time_ns(19)}}};
  ASSERT_TRUE(write_session(session, path).ok());
  EXPECT_EQ(run_program({"lecture", path, "--export", into}).status, 0);
  const QByteArray page = QByteArray::fromStdString(read_file(into + "/lecture.html"));
  const QJsonArray slides = testing_support::page_data(page, " id=\"way\"")["stops"].toArray();
  EXPECT_EQ(slides[0]["theme"].toString(), "dark");
  EXPECT_TRUE(slides[1]["theme"].isUndefined());
  EXPECT_TRUE(page.contains("line 2</button>"));
  const QJsonValue question = slides[0]["question"];
  EXPECT_EQ(question["verdicts"].toArray().size(), 4);
  EXPECT_EQ(question["verdicts"][question["right"].toInt()].toString(), "Right. It is line 2.");
}

TEST_F(LectureCommand, KnowsThoseThatComeWithTheProgram) {
  const std::string help = run_program({"lecture", "--help"}).out;
  EXPECT_THAT(help, HasSubstr("memory"));  // of long runs: its pages take a while
  for (const char* name : {"asynchrony", "delayed", "functions", "loop"}) {
    EXPECT_THAT(help, HasSubstr(name));
    const Finished done = run_program({"lecture", name, "--export", directory_.file(name)});
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_GE(pages(read_file(directory_.file(name) + "/slides.pdf")), 12U);
  }
}

TEST_F(LectureCommand, SaysWhatIsMissing) {
  const std::string path = directory_.file("r.runahead");
  ASSERT_EQ(
      run_program({"run", "barriers", "--clock", "virtual", "--preset", "step", "--export", path}).status, 0);
  const Finished none = run_program({"lecture", path});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("holds no lecture yet; open it in the window"));
  const Finished gone = run_program({"lecture", directory_.file("gone.runahead")});
  EXPECT_EQ(gone.status, 2);
  EXPECT_THAT(gone.err,
              HasSubstr("no such file, and no lecture of this name; there are asynchrony, delayed"));
  const Finished blocked = run_program({"lecture", lecture(), "--export", path + "/pages"});
  EXPECT_EQ(blocked.status, 1);
  EXPECT_THAT(blocked.err, HasSubstr("cannot make the directory"));
  const Finished display = Program({"lecture", lecture()})
                               .environment("DISPLAY", "")
                               .environment("WAYLAND_DISPLAY", "")
                               .environment("QT_QPA_PLATFORM", "")
                               .run();
  EXPECT_EQ(display.status, 2);
  EXPECT_THAT(display.err, HasSubstr("--export DIRECTORY needs none"));
}

TEST(OpenCommand, ASessionWithoutARunOrFromTheFutureIsRefused) {
  TemporaryDirectory directory;
  ASSERT_TRUE(write_session({.runs = {}, .state = Session{}}, directory.file("none.runahead")).ok());
  const Finished none = run_program({"open", directory.file("none.runahead"), "--json"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("none.runahead: this session holds no run yet"));
  const std::string whole = read_file(directory.file("none.runahead"));
  write_file(directory.file("new.runahead"),
             with_manifest(whole, replaced(manifest_of(whole), "\"version\":2", "\"version\":3")));
  // Before any window, with a display or without.
  const Finished newer = Program({"open", directory.file("new.runahead")}).environment("DISPLAY", "").run();
  EXPECT_EQ(newer.status, 2);
  EXPECT_THAT(newer.err, HasSubstr("written by a newer Runahead (version 3, here 2): open it there"));
}

}  // namespace
}  // namespace runahead::testing_support
