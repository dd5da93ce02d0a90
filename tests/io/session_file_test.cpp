// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions: what is written is read back without loss, anything else is refused with a sentence, and nothing
// half-written is left. Not here: the window (tests/gui), damage in bulk (tests/fuzz).
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "core/io/session_file.h"
#include "core/io/trace_file.h"
#include "tests/support/random_trace.h"
#include "tests/support/session_text.h"
#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing_support::manifest_begin;
using testing_support::manifest_of;
using testing_support::random_trace;
using testing_support::read_file;
using testing_support::replaced;
using testing_support::TemporaryDirectory;
using testing_support::with_manifest;
using testing_support::write_file;

class RandomSession {
 public:
  explicit RandomSession(std::uint32_t seed) : random_(seed) {}

  SessionFile make() {
    SessionFile session;
    Session state;
    std::vector<Trace> traces;
    const std::uint32_t runs = draw(4);
    for (std::uint32_t i = 0; i < runs; ++i) {
      const Trace trace = random_trace(
          {.seed = draw(1 << 30), .steps = static_cast<int>(draw(300)), .finished = draw(2) == 0});
      session.runs.emplace_back(trace);
      traces.push_back(trace);
      state.runs.push_back(run(trace));
    }
    std::vector<std::uint32_t> left;
    for (std::uint32_t i = 0; i < runs; ++i) left.push_back(i);
    std::shuffle(left.begin(), left.end(), random_);
    for (std::uint32_t i = runs > 0 ? 1 + draw(3) : draw(3); i > 0; --i) {
      state.workspaces.push_back(workspace(left, i == 1 ? runs : draw(runs + 1)));
    }
    if (!state.workspaces.empty())
      state.workspace = draw(static_cast<std::uint32_t>(state.workspaces.size()));
    for (const Workspace& workspace : state.workspaces) {
      for (std::uint32_t i = workspace.runs.empty() ? 0 : draw(3); i > 0; --i)
        state.slides.push_back(slide(workspace, traces));
    }
    state.after_cursor = static_cast<FutureVisibility>(draw(3));
    state.framework = text();
    if (draw(2) == 0) state.file = text();
    if (draw(2) == 0) state.more = R"({"answers":[{"pages":["a",1.5,null]}],"mood":-3})";
    session.state = state;
    return session;
  }

 private:
  std::uint32_t draw(std::uint32_t below) { return random_() % below; }

  std::string text() {
    static const char* const kTexts[] = {"",
                                         "here it waits",
                                         "\"quoted\\\" \n\t\x01",
                                         "队列在这里变长",
                                         "\u202bهنا ينتظر\u202c",
                                         "🚀🧵👩‍🏫",
                                         "e\u0301 \u0000 nul"};
    return kTexts[draw(std::size(kTexts))];
  }

  TraceMoment moment(const Trace& trace) {
    const Seq seq = draw(trace.size() + 1);
    return {seq, seq == 0 ? 0 : trace.time_ns(seq - 1)};
  }

  RunEntry run(const Trace& trace) {
    RunEntry run;
    run.status = static_cast<RunResult::Status>(draw(3));
    for (std::uint32_t i = draw(3); i > 0; --i) run.errors.push_back(text());
    OutputWriter output;
    for (std::uint32_t i = draw(3); i > 0; --i) {
      const auto statements = static_cast<std::uint32_t>(trace.statement_count());
      output.add(draw(2) == 0 && statements > 0 ? draw(statements) : kNone, text());
    }
    run.output = output.output();
    for (std::uint32_t i = draw(5); i > 0; --i) {
      const bool task = draw(2) == 0 && trace.task_count() > 0;
      run.bookmarks.push_back({moment(trace), task ? draw(trace.task_count()) : kNone, text()});
    }
    run.name = text();
    run.kept = draw(2) == 0;
    run.manual = draw(2) == 0;
    if (draw(2) == 0) run.total_ns = draw(1'000'000);
    if (draw(2) == 0)
      run.view.visible_ns = TimeRange{-static_cast<std::int64_t>(draw(5000)), 1 + draw(1'000'000)};
    if (draw(2) == 0) run.view.cursor = moment(trace);
    if (draw(2) == 0 && trace.task_count() > 0) run.view.selected = draw(trace.task_count());
    if (draw(2) == 0) run.view.selected_ns = TimeRange{draw(100), 101 + draw(100'000)};
    if (draw(3) == 0) run.more = R"({"program":"x = np.ones(3)\n"})";
    return run;
  }

  /// With some of the runs that are left.
  Workspace workspace(std::vector<std::uint32_t>& left, std::uint32_t most) {
    Workspace workspace;
    workspace.scenario = text();
    while (most-- > 0 && !left.empty()) {
      workspace.runs.push_back(left.back());
      left.pop_back();
    }
    if (!workspace.runs.empty())
      workspace.shown = workspace.runs[draw(static_cast<std::uint32_t>(workspace.runs.size()))];
    for (const std::uint32_t run : workspace.runs) {
      if (draw(2) == 0) workspace.compared.push_back(run);
    }
    if (draw(3) == 0) workspace.program = ProgramText{"mine.py", draw(2) == 0 ? text() : "", text()};
    if (draw(3) > 0) workspace.next = request();
    for (std::uint32_t line = 1; line < 20; line += 1 + draw(12)) {
      workspace.break_points.insert(static_cast<int>(line));
    }
    workspace.comparing = draw(2) == 0;
    workspace.aligned = static_cast<Alignment>(draw(3));
    if (workspace.aligned == Alignment::mark) workspace.mark = text();
    if (draw(3) == 0) workspace.more = R"({"width":0.25})";
    return workspace;
  }

  /// Of runs of one workspace.
  Slide slide(const Workspace& workspace, const std::vector<Trace>& traces) {
    Slide slide;
    slide.name = text();
    slide.run = workspace.runs[draw(static_cast<std::uint32_t>(workspace.runs.size()))];
    if (workspace.runs.size() > 1 && draw(2) == 0) {
      slide.compared = workspace.runs;
      slide.aligned = static_cast<Alignment>(draw(3));
      if (slide.aligned == Alignment::mark) slide.mark = text();
    }
    const Trace& trace = traces[slide.run];
    if (draw(2) == 0)
      slide.visible_ns = TimeRange{-static_cast<std::int64_t>(draw(5000)), 1 + draw(1'000'000)};
    for (std::uint32_t i = 1 + draw(4); i > 0; --i) slide.steps.push_back(moment(trace));
    if (draw(2) == 0 && trace.task_count() > 0) slide.selected = draw(trace.task_count());
    slide.after_cursor = static_cast<FutureVisibility>(draw(3));
    slide.charts = {.pending = draw(2) == 0, .memory = draw(2) == 0};
    if (const std::uint32_t theme = draw(3); theme > 0) slide.theme = static_cast<ThemeKind>(theme - 1);
    slide.words = text();
    slide.notes = text();
    if (draw(3) == 0) slide.more = R"({"question":{"kind":"which"}})";
    return slide;
  }

  RunRequest request() {
    RunRequest next = default_request("increment-loop");
    next.mode = draw(2) == 0 ? Mode::lazy : Mode::sync;
    next.waits = Waits::every(1 + static_cast<std::int64_t>(draw(9)));
    next.clock = static_cast<Clock>(draw(3));
    next.tf32 = draw(2) == 0;
    if (draw(2)) next.torch = static_cast<TorchKind>(draw(2));
    next.workers = static_cast<int>(draw(256));
    next.seed = UINT64_MAX - draw(1000);
    next.set = {{"n", -5}, {"rows", INT64_MAX - static_cast<std::int64_t>(draw(9))}};
    return next;
  }

  std::mt19937 random_;
};

RunRequest three_rows() {
  RunRequest next = default_request("barriers");
  next.seed = 7;
  next.set = {{"n", 3}};
  return next;
}

std::string refusal(const TemporaryDirectory& directory, const std::string& text) {
  write_file(directory.file("r.runahead"), text);
  const auto read = read_session(directory.file("r.runahead"));
  if (read.ok()) return "";
  EXPECT_THAT(read.error(), MatchesRegex(".*/r.runahead: offset [0-9]+: .+"));
  EXPECT_THAT(read.error(), testing::Not(HasSubstr("\n")));
  return read.error();
}

/// With one run of a few events, a note and a cursor.
std::string small_session(const TemporaryDirectory& directory) {
  const Trace trace = random_trace({.seed = 3, .steps = 4});
  SessionFile session{{trace}, Session{}};
  const TraceMoment moment{5, trace.time_ns(4)};
  session.state->runs.push_back({.status = RunResult::Status::stopped,
                                 .errors = {"late"},
                                 .bookmarks = {{moment, 0, "note ✎"}},
                                 .view = {.cursor = moment}});
  session.state->workspaces.push_back({{.scenario = "barriers", .next = three_rows()}, {0}});
  EXPECT_TRUE(write_session(session, directory.file("s.runahead")).ok());
  return read_file(directory.file("s.runahead"));
}

std::string json_of(const Trace& trace) {
  const TemporaryDirectory directory;
  EXPECT_TRUE(write_trace_json({&trace, 1}, directory.file("t.json")).ok());
  return read_file(directory.file("t.json"));
}

TEST(SessionFile, ReadsBackWhatItWrote) {
  TemporaryDirectory directory;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const SessionFile session = RandomSession(seed).make();
    ASSERT_TRUE(write_session(session, directory.file("a.runahead")).ok());
    const auto read = read_session(directory.file("a.runahead"));
    ASSERT_TRUE(read.ok()) << read.error();
    ASSERT_TRUE(read->state.has_value());
    EXPECT_TRUE(*read->state == *session.state) << "seed " << seed;
    ASSERT_EQ(read->runs.size(), session.runs.size());
    for (std::size_t i = 0; i < session.runs.size(); ++i) {
      EXPECT_EQ(json_of(*read->runs[i].trace), json_of(*session.runs[i].trace));
    }
    ASSERT_TRUE(write_session(*read, directory.file("b.runahead")).ok());
    EXPECT_EQ(read_file(directory.file("a.runahead")), read_file(directory.file("b.runahead")));
  }
}

TEST(SessionFile, RunsAreReadWhenTheyAreAskedFor) {
  TemporaryDirectory directory;
  const Trace first = random_trace({.seed = 1, .steps = 500}),
              second = random_trace({.seed = 2, .steps = 90});
  ASSERT_TRUE(write_session({{first, second}, {}}, directory.file("s.runahead")).ok());
  const auto session = open_session(directory.file("s.runahead"));
  ASSERT_TRUE(session.ok()) << session.error();
  ASSERT_EQ(session->runs.size(), 2U);
  EXPECT_FALSE(session->runs[0].trace.has_value());
  EXPECT_EQ(session->runs[1].head().tasks, second.task_count());
  EXPECT_EQ(session->runs[1].head().end_ns, second.end_ns());
  // The name may be another file's by then, and what is stored is copied from where it was.
  ASSERT_TRUE(write_session({{second, session->runs[0]}, {}}, directory.file("s.runahead")).ok());
  EXPECT_EQ(json_of(*session->runs[0].load()), json_of(first));
  const auto again = read_session(directory.file("s.runahead"));
  ASSERT_TRUE(again.ok()) << again.error();
  EXPECT_EQ(json_of(*again->runs[0].trace), json_of(second));
  EXPECT_EQ(json_of(*again->runs[1].trace), json_of(first));
}

TEST(SessionFile, EveryRunHasAWorkspace) {
  TemporaryDirectory directory;
  const Trace first = random_trace({.seed = 1, .steps = 5}), second = random_trace({.seed = 2, .steps = 5});
  SessionFile session{{first, second, first}, Session{}};
  session.state->workspaces.push_back(
      {{.scenario = second.info().source.scenario}, {1, 1, 9}, kNone, {0, 1}});
  ASSERT_TRUE(write_session(session, directory.file("s.runahead")).ok());
  const auto read = read_session(directory.file("s.runahead"));
  ASSERT_TRUE(read.ok()) << read.error();
  const std::vector<Workspace>& workspaces = read->state->workspaces;
  ASSERT_EQ(workspaces.size(), 2U);
  EXPECT_THAT(workspaces[0].runs, testing::ElementsAre(1));
  EXPECT_THAT(workspaces[0].compared, testing::ElementsAre(1));
  EXPECT_EQ(workspaces[1].scenario, first.info().source.scenario);
  EXPECT_THAT(workspaces[1].runs, testing::ElementsAre(0, 2));
  EXPECT_EQ(workspaces[1].shown, 0U);
}

void damage_first_run(const std::string& path) {
  std::string bytes = read_file(path);
  bytes[40] ^= 1;  // in its head
  write_file(path, bytes);
}

TEST(SessionFile, ARunThatIsBrokenLeavesTheOthers) {
  TemporaryDirectory directory;
  const Trace first = random_trace({.seed = 1, .steps = 5}), second = random_trace({.seed = 2, .steps = 5});
  SessionFile session{{first, second}, Session{}};
  session.state->runs.resize(2);
  session.state->runs[1].name = "mine";
  session.state->workspaces.push_back({{.scenario = "x"}, {1, 0}, 0, {0, 1}});
  ASSERT_TRUE(write_session(session, directory.file("s.runahead")).ok());
  damage_first_run(directory.file("s.runahead"));
  const auto read = open_session(directory.file("s.runahead"));
  ASSERT_TRUE(read.ok()) << read.error();
  ASSERT_EQ(read->runs.size(), 1U);
  EXPECT_THAT(read->missing, testing::ElementsAre(HasSubstr("s.runahead: offset 16: ")));
  EXPECT_EQ(json_of(*read->runs[0].load()), json_of(second));
  EXPECT_EQ(read->state->runs[0].name, "mine");
  EXPECT_THAT(read->state->workspaces[0].runs, testing::ElementsAre(0));
  EXPECT_THAT(read->state->workspaces[0].compared, testing::ElementsAre(0));
  EXPECT_EQ(read->state->workspaces[0].shown, 0U);
  EXPECT_FALSE(read_session(directory.file("s.runahead")).ok());
}

TEST(SessionFile, AStopOutlivesItsRun) {
  TemporaryDirectory directory;
  const Trace first = random_trace({.seed = 1, .steps = 5}), second = random_trace({.seed = 2, .steps = 5});
  SessionFile session{{first, second}, Session{}};
  session.state->workspaces.push_back({{.scenario = "x"}, {0, 1}});
  session.state->slides.push_back({.name = "lost", .run = 0, .steps = {{3, 0}}, .words = "still here"});
  session.state->slides.push_back({.name = "both", .run = 1, .compared = {0, 1}, .steps = {{2, 0}}});
  ASSERT_TRUE(write_session(session, directory.file("s.runahead")).ok());
  damage_first_run(directory.file("s.runahead"));
  const auto read = open_session(directory.file("s.runahead"));
  ASSERT_TRUE(read.ok()) << read.error();
  const std::vector<Slide>& slides = read->state->slides;
  ASSERT_EQ(slides.size(), 2U);
  EXPECT_EQ(slides[0].run, kNone);
  EXPECT_EQ(slides[0].words, "still here");
  EXPECT_EQ(slides[1].run, 0U);
  EXPECT_THAT(slides[1].compared, testing::ElementsAre(0));
}

TEST(SessionFile, AStopHoldsWhatItsRunHas) {
  TemporaryDirectory directory;
  const Trace first = random_trace({.seed = 1, .steps = 5}), second = random_trace({.seed = 2, .steps = 5});
  SessionFile session{{first, second}, Session{}};
  session.state->workspaces = {{{.scenario = "x"}, {0}}, {{.scenario = "y"}, {1}}};
  session.state->slides = {
      {.run = 1, .compared = {0, 1, 7}, .aligned = Alignment::end, .selected = 4'000'000},
      {.run = 9, .steps = {{4'000'000, first.time_ns(2)}}}};
  ASSERT_TRUE(write_session(session, directory.file("s.runahead")).ok());
  const auto read = read_session(directory.file("s.runahead"));
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_TRUE(read->state->slides[0] == (Slide{.run = 1, .steps = {{0, 0}}}));
  EXPECT_EQ(read->state->slides[1].run, kNone);
  const std::string whole = read_file(directory.file("s.runahead"));
  const std::string far =
      replaced(manifest_of(whole), R"("run":1,"halts":[{"seq":0,"ns":0}])",
               R"("run":1,"halts":[{"seq":4000000000,"ns":)" + std::to_string(second.time_ns(2)) + "}]");
  write_file(directory.file("s.runahead"), with_manifest(whole, far));
  const auto moved = read_session(directory.file("s.runahead"));
  ASSERT_TRUE(moved.ok()) << moved.error();
  EXPECT_EQ(moved->state->slides[0].steps[0].seq, second.first_after(second.time_ns(2)));
  EXPECT_THAT(refusal(directory, with_manifest(whole, replaced(manifest_of(whole), R"("run":1,"halts")",
                                                               R"("run":2,"halts")"))),
              HasSubstr("\"session.stops[0].run\" does not exist"));
}

TEST(SessionFile, AManifestNamesRunsBesideIt) {
  TemporaryDirectory directory;
  const Trace traces[] = {random_trace({.seed = 1, .steps = 50}), random_trace({.seed = 2, .steps = 5}),
                          random_trace({.seed = 3, .steps = 70})};
  ASSERT_TRUE(write_run(directory.file("1.run"), traces[0]).ok());
  ASSERT_TRUE(write_run(directory.file("2.run"), traces[1]).ok());
  ASSERT_TRUE(write_session({{traces[1], traces[2]}, {}}, directory.file("whole.runahead")).ok());
  const auto whole = open_session(directory.file("whole.runahead"));
  ASSERT_TRUE(whole.ok()) << whole.error();
  ASSERT_TRUE(copy_run(directory.file("3.run"), *whole->runs[0].stored).ok());
  SessionFile session{{*open_run(directory.file("1.run")), *open_run(directory.file("2.run")), whole->runs[1],
                       *open_run(directory.file("3.run"))},
                      Session{}};
  session.state->runs.resize(4);
  session.state->runs[3].name = "last";
  ASSERT_TRUE(write_session_manifest(session, directory.file("m.runahead")).ok());
  EXPECT_LT(read_file(directory.file("m.runahead")).size(), 1500U);
  const auto read = read_session(directory.file("m.runahead"));
  ASSERT_TRUE(read.ok()) << read.error();
  ASSERT_EQ(read->runs.size(), 4U);
  for (const auto& [run, trace] : {std::pair{0, 0}, {1, 1}, {2, 2}, {3, 1}}) {
    EXPECT_EQ(json_of(*read->runs[static_cast<std::size_t>(run)].trace), json_of(traces[trace])) << run;
  }
  // Where a file is gone the others still come.
  std::filesystem::remove(directory.file("2.run"));
  const auto less = open_session(directory.file("m.runahead"));
  ASSERT_TRUE(less.ok()) << less.error();
  EXPECT_EQ(less->runs.size(), 3U);
  EXPECT_THAT(less->missing, testing::ElementsAre(HasSubstr("2.run: No such file")));
  EXPECT_EQ(less->state->runs[2].name, "last");
  // And nothing is looked for anywhere else.
  const std::string bytes = read_file(directory.file("m.runahead"));
  EXPECT_THAT(refusal(directory, with_manifest(bytes, replaced(manifest_of(bytes), "1.run", "../1.run"))),
              HasSubstr("\"session.runs[0].file\" is not the name of a file"));
  // A trace that is in no file cannot be named.
  EXPECT_FALSE(write_session_manifest({{traces[0]}, {}}, directory.file("n.runahead")).ok());
}

TEST(SessionFile, ItsSizeIsKnownBefore) {
  TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = 4, .steps = 3000});
  SessionFile session{{trace}, {}};
  const std::uint64_t estimate = session_bytes(session);
  ASSERT_TRUE(write_session(session, directory.file("s.runahead")).ok());
  const std::uint64_t size = std::filesystem::file_size(directory.file("s.runahead"));
  EXPECT_GT(estimate, size / 2);
  EXPECT_LT(estimate, size * 2);
  const auto stored = open_session(directory.file("s.runahead"));
  ASSERT_TRUE(stored.ok());
  EXPECT_EQ(session_bytes(*stored), size);
}

TEST(SessionFile, GivenUpItLeavesWhatWasThere) {
  TemporaryDirectory directory;
  const std::string whole = small_session(directory);
  const SessionFile session{{random_trace({.seed = 4, .steps = 3000})}, {}};
  std::vector<std::pair<std::uint64_t, std::uint64_t>> asked;
  const auto count = [&](std::uint64_t done, std::uint64_t total) {
    asked.emplace_back(done, total);
    return true;
  };
  ASSERT_TRUE(write_session(session, directory.file("t.runahead"), count).ok());
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(asked.back().first, asked.back().second);
  EXPECT_EQ(asked.back().first, std::filesystem::file_size(directory.file("t.runahead")));
  // At every question, the last one included.
  for (std::size_t no = 1; no <= asked.size(); ++no) {
    std::size_t question = 0;
    const Status status = write_session(session, directory.file("s.runahead"),
                                        [&](std::uint64_t, std::uint64_t) { return ++question != no; });
    EXPECT_TRUE(status.cancelled());
    EXPECT_EQ(question, no);
    EXPECT_EQ(read_file(directory.file("s.runahead")), whole);
    EXPECT_EQ(directory.entries(), 2);
  }
  const auto never = [](std::uint64_t, std::uint64_t) { return false; };
  EXPECT_TRUE(read_session(directory.file("t.runahead"), never).cancelled());
}

TEST(SessionFile, AnUnreleasedVersionIsRefusedInOneLine) {
  TemporaryDirectory directory;
  const std::string path = directory.file("s.runahead");
  const Trace trace = random_trace({.seed = 3, .steps = 4});
  const std::string text = replaced(json_of(trace), "\"displayTimeUnit\"",
                                    "\"runahead_session\":{\"version\":1},\"displayTimeUnit\"");
  write_file(path, text);
  EXPECT_THAT(refusal(directory, text), HasSubstr("this session was written before version 0.1 of Runahead"));
  EXPECT_EQ(read_file(path), text);
}

TEST(SessionFile, ATraceFileHasNoState) {
  TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = 1, .steps = 50});
  ASSERT_TRUE(write_trace_json({&trace, 1}, directory.file("t.json")).ok());
  const auto read = read_session(directory.file("t.json"));
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_FALSE(read->state.has_value());
  EXPECT_EQ(read->runs.size(), 1U);
}

TEST(SessionFile, EveryPartOfAFileIsRefused) {
  TemporaryDirectory directory;
  const std::string whole = small_session(directory);
  for (std::size_t size = 0; size + 2 < whole.size(); ++size) {
    EXPECT_NE(refusal(directory, whole.substr(0, size)), "") << size;
  }
}

TEST(SessionFile, ANewerOneSaysWhatToDo) {
  TemporaryDirectory directory;
  const std::string whole = small_session(directory);
  const std::string newer = replaced(manifest_of(whole), "\"version\":2", "\"version\":3");
  EXPECT_THAT(refusal(directory, with_manifest(whole, newer)),
              HasSubstr("written by a newer Runahead (version 3, here 2): open it there, or export its runs "
                        "there as .json"));
  // It says so even where nothing else of the file would be understood.
  EXPECT_THAT(refusal(directory, with_manifest(whole, R"({"version":4})")),
              HasSubstr("written by a newer Runahead"));
}

TEST(SessionFile, WhatDoesNotFitIsNamed) {
  TemporaryDirectory directory;
  const std::string whole = small_session(directory);
  const auto complaint = [&](const char* before, const char* after) {
    return refusal(directory, with_manifest(whole, replaced(manifest_of(whole), before, after)));
  };
  EXPECT_THAT(complaint("\"version\":2,", ""), HasSubstr("\"session.version\" is missing"));
  EXPECT_THAT(complaint("\"version\":2", "\"version\":-1"), HasSubstr("is not a whole number from 0"));
  EXPECT_THAT(complaint("\"offset\":8", "\"offset\":7"), HasSubstr("this is not a run"));
  EXPECT_THAT(complaint("\"offset\":8", "\"offset\":18446744073709551615"),
              HasSubstr("a run is not where it should be"));
  EXPECT_THAT(complaint("\"shown\":0", "\"shown\":1"), HasSubstr("session.desks[0].shown\" does not exist"));
  EXPECT_THAT(complaint("\"task\":0", "\"task\":4000000"),
              HasSubstr("\"session.runs[0].flags[0].task\" does not exist"));
  EXPECT_THAT(complaint("\"text\":\"note ✎\"", "\"text\":7"), HasSubstr("flags[0].text\" is not a text"));
  EXPECT_THAT(complaint("\"status\":\"stopped\"", "\"status\":\"gone\""),
              HasSubstr("status\" has an unknown value"));
  EXPECT_THAT(complaint("\"comparing\":false", "\"comparing\":0"), HasSubstr("is not true or false"));
  EXPECT_THAT(complaint("\"cursor\"", "\"visible_ns\":[7,7],\"cursor\""),
              HasSubstr("is not a range of time"));
  EXPECT_THAT(complaint("\"comparing\":false", "\"comparing\":false,\"compared\":[0,1]"),
              HasSubstr("compared\" is out of range"));
  EXPECT_THAT(complaint("\"aligned\":\"start\"", "\"aligned\":\"middle\""),
              HasSubstr("has an unknown value"));
  EXPECT_THAT(complaint("\"aligned\":\"start\"", "\"aligned\":\"mark\""), HasSubstr("mark\" is missing"));
  EXPECT_THAT(complaint("\"n\":3", "\"n\":3.5"), HasSubstr("next.set.n\" is not a whole number"));
  EXPECT_THAT(complaint("\"n\":3", "\"n\":9223372036854775808"), HasSubstr("is out of range"));
  EXPECT_THAT(complaint("\"errors\":[\"late\"]", "\"errors\":{}"), HasSubstr("errors\" is not a list"));
  EXPECT_THAT(complaint("\"late\"", (std::string(40, '[') + std::string(40, ']')).c_str()),
              HasSubstr("nested too deeply"));
  EXPECT_THAT(complaint("\"comparing\":false", "\"comparing\":false,\"comparing\":true"),
              HasSubstr("\"comparing\" is given twice"));
  const std::string key = "\"\\u001b[2J" + std::string(2000, 'k') + "\"";
  EXPECT_THAT(complaint("\"comparing\":false", ("\"comparing\":false," + key + ":1," + key + ":2").c_str()),
              HasSubstr("\"\\u001b[2J" + std::string(55, 'k') + "…\" is given twice"));
  EXPECT_THAT(complaint("\"n\":3", (key + ":3.5").c_str()),
              HasSubstr("next.set.\\u001b[2J" + std::string(55, 'k') + "…\" is not a whole number"));
  EXPECT_THAT(complaint("{\"version\"", "[\"version\""), HasSubstr("this is not an object"));
  EXPECT_THAT(complaint("{\"version\":", "{\"version\" "), HasSubstr("this is not JSON"));
  std::string other = whole;
  other[manifest_begin(whole) + 30] ^= 4;
  EXPECT_THAT(refusal(directory, other), HasSubstr("their checksum differs"));
}

TEST(SessionFile, ACursorFitsItsTime) {
  TemporaryDirectory directory;
  const std::string whole = small_session(directory);
  const Trace trace = random_trace({.seed = 3, .steps = 4});
  const std::int64_t ns = trace.time_ns(4);
  const std::string far = "\"cursor\":{\"seq\":4000000000";
  write_file(directory.file("s.runahead"),
             with_manifest(whole, replaced(manifest_of(whole), "\"cursor\":{\"seq\":5", far)));
  const auto read = read_session(directory.file("s.runahead"));
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(read->state->runs[0].view.cursor->seq, trace.first_after(ns));
  EXPECT_EQ(read->state->runs[0].view.cursor->time_ns, ns);
  // Before a run is read, its head is what a moment has to fit.
  EXPECT_LE(open_session(directory.file("s.runahead"))->state->runs[0].view.cursor->seq, trace.size());
}

TEST(SessionFile, AFailedWriteLeavesWhatWasThere) {
  TemporaryDirectory directory;
  const std::string whole = small_session(directory);
  const auto session = read_session(directory.file("s.runahead"));
  ASSERT_TRUE(session.ok());
  const Status full = write_session(*session, "/dev/full");
  ASSERT_FALSE(full.ok());
  EXPECT_THAT(full.error(), HasSubstr("cannot write /dev/full"));
  const Status nowhere = write_session(*session, directory.file("missing/s.runahead"));
  ASSERT_FALSE(nowhere.ok());
  EXPECT_THAT(nowhere.error(), HasSubstr("missing/s.runahead: No such file or directory"));
  std::filesystem::create_directory(directory.file("d.runahead"));
  EXPECT_FALSE(write_session(*session, directory.file("d.runahead")).ok());
  EXPECT_EQ(read_file(directory.file("s.runahead")), whole);
  EXPECT_EQ(directory.entries(), 2);
}

TEST(SessionFile, NamesMayHoldAnything) {
  TemporaryDirectory directory;
  const std::string whole = small_session(directory);
  const auto session = read_session(directory.file("s.runahead"));
  ASSERT_TRUE(session.ok());
  for (const char* name : {"队列 🚀.runahead", "هنا.runahead", " \" ' % & [*].runahead", "\n.runahead"}) {
    ASSERT_TRUE(write_session(*session, directory.file(name)).ok()) << name;
    EXPECT_EQ(read_file(directory.file(name)), whole) << name;
    EXPECT_TRUE(read_session(directory.file(name)).ok()) << name;
  }
}

}  // namespace
}  // namespace runahead
