// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions: what is written is read back without loss, anything else is refused with a sentence, and nothing
// half-written is left. Not here: the window (tests/gui), damage in bulk (tests/fuzz).
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "core/io/session_file.h"
#include "core/io/trace_file.h"
#include "tests/support/random_trace.h"
#include "tests/support/temporary_directory.h"

namespace runahead {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing_support::random_trace;
using testing_support::read_file;
using testing_support::TemporaryDirectory;
using testing_support::write_file;

class RandomSession {
 public:
  explicit RandomSession(std::uint32_t seed) : random_(seed) {}

  SessionFile make() {
    SessionFile session;
    SessionState state;
    const std::uint32_t runs = draw(4);
    for (std::uint32_t i = 0; i < runs; ++i) {
      session.traces.push_back(random_trace(
          {.seed = draw(1 << 30), .steps = static_cast<int>(draw(300)), .finished = draw(2) == 0}));
      state.runs.push_back(run(session.traces.back()));
    }
    if (draw(3) > 0) state.next = request();
    for (std::uint32_t line = 1; line < 20; line += 1 + draw(12)) {
      state.break_points.push_back(static_cast<int>(line));
    }
    state.comparing = draw(2) == 0;
    state.aligned = static_cast<Alignment>(draw(3));
    if (state.aligned == Alignment::mark) state.mark = text();
    for (std::uint32_t i = 0; i < runs; ++i) {
      if (draw(2) == 0) state.compared.push_back(i);
    }
    if (runs > 0) {
      state.shown = draw(runs);
      const Trace& shown = session.traces[state.shown];
      if (draw(2) == 0) state.visible_ns = {-static_cast<std::int64_t>(draw(5000)), 1 + draw(1'000'000)};
      if (draw(2) == 0) state.cursor = moment(shown);
      if (draw(2) == 0 && shown.task_count() > 0) state.selected = draw(shown.task_count());
      if (draw(2) == 0) state.selected_ns = {draw(100), 101 + draw(100'000)};
    }
    state.after_cursor = static_cast<SessionAfterCursor>(draw(3));
    state.framework = text();
    if (draw(2) == 0) state.file = text();
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

  SessionMoment moment(const Trace& trace) {
    const Seq seq = draw(trace.size() + 1);
    return {seq, seq == 0 ? 0 : trace.time_ns(seq - 1)};
  }

  SessionRun run(const Trace& trace) {
    SessionRun run;
    run.status = static_cast<RunResult::Status>(draw(3));
    for (std::uint32_t i = draw(3); i > 0; --i) run.errors.push_back(text());
    for (std::uint32_t i = draw(5); i > 0; --i) {
      const bool task = draw(2) == 0 && trace.task_count() > 0;
      run.flags.push_back({moment(trace), task ? draw(trace.task_count()) : kNone, text()});
    }
    return run;
  }

  SessionRequest request() {
    return {"increment-loop",
            "async",
            "4,6",
            "virtual",
            "auto",
            draw(2) == 0,
            static_cast<int>(draw(256)),
            UINT64_MAX - draw(1000),
            {{"n", -5}, {"size, \\odd", INT64_MAX - draw(9)}}};
  }

  std::mt19937 random_;
};

std::string refusal(const TemporaryDirectory& directory, const std::string& text) {
  write_file(directory.file("r.runahead"), text);
  const auto read = read_session(directory.file("r.runahead"));
  if (read.ok()) return "";
  EXPECT_THAT(read.error(), MatchesRegex(".*/r.runahead: offset [0-9]+: .+"));
  EXPECT_THAT(read.error(), testing::Not(HasSubstr("\n")));
  return read.error();
}

std::string replaced(std::string text, const std::string& before, const std::string& after) {
  const std::size_t place = text.find(before);
  EXPECT_NE(place, std::string::npos) << before;
  return place == std::string::npos ? text : text.replace(place, before.size(), after);
}

/// With one run of a few events, a note and a cursor.
std::string small_session(const TemporaryDirectory& directory) {
  SessionFile session{{random_trace({.seed = 3, .steps = 4})}, SessionState{}};
  const SessionMoment moment{5, session.traces[0].time_ns(4)};
  session.state->runs.push_back({RunResult::Status::stopped, {"late"}, {{moment, 0, "note ✎"}}});
  session.state->cursor = moment;
  session.state->next = SessionRequest{.scenario = "barriers", .seed = 7, .set = {{"n", 3}}};
  EXPECT_TRUE(write_session(session, directory.file("s.runahead")).ok());
  return read_file(directory.file("s.runahead"));
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
    ASSERT_EQ(read->traces.size(), session.traces.size());
    ASSERT_TRUE(write_session(*read, directory.file("b.runahead")).ok());
    EXPECT_EQ(read_file(directory.file("a.runahead")), read_file(directory.file("b.runahead")));
    // Nothing of a run is written otherwise than in a trace file.
    if (session.traces.empty()) continue;
    const auto traces = read_traces(directory.file("a.runahead"));
    ASSERT_TRUE(traces.ok()) << traces.error();
    ASSERT_TRUE(write_trace_json(*traces, directory.file("c.json")).ok());
    ASSERT_TRUE(write_trace_json(session.traces, directory.file("d.json")).ok());
    EXPECT_EQ(read_file(directory.file("c.json")), read_file(directory.file("d.json")));
  }
}

TEST(SessionFile, IsATraceWithOneMemberMore) {
  TemporaryDirectory directory;
  auto session = nlohmann::json::parse(small_session(directory));
  const auto traces = read_traces(directory.file("s.runahead"));
  ASSERT_TRUE(traces.ok());
  ASSERT_TRUE(write_trace_json(*traces, directory.file("t.json")).ok());
  EXPECT_EQ(session["runahead_session"]["version"], 1);
  session.erase("runahead_session");
  EXPECT_EQ(session, nlohmann::json::parse(read_file(directory.file("t.json"))));
}

TEST(SessionFile, ATraceFileHasNoState) {
  TemporaryDirectory directory;
  const Trace trace = random_trace({.seed = 1, .steps = 50});
  ASSERT_TRUE(write_trace_json({&trace, 1}, directory.file("t.json")).ok());
  const auto read = read_session(directory.file("t.json"));
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_FALSE(read->state.has_value());
  EXPECT_EQ(read->traces.size(), 1U);
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
  const std::string newer = replaced(small_session(directory), "\"version\":1", "\"version\":2");
  EXPECT_THAT(refusal(directory, newer), HasSubstr("written by a newer Runahead (version 2, here 1): open it "
                                                   "there, or export its runs there as .json"));
  // It says so even where nothing else of the file would be understood.
  EXPECT_THAT(refusal(directory, replaced(newer, "\"shown\":0", "\"shown\":\"all\"")),
              HasSubstr("written by a newer Runahead"));
}

TEST(SessionFile, WhatDoesNotFitIsNamed) {
  TemporaryDirectory directory;
  const std::string whole = small_session(directory);
  const auto complaint = [&](const char* before, const char* after) {
    return refusal(directory, replaced(whole, before, after));
  };
  EXPECT_THAT(complaint("\"version\":1,", ""), HasSubstr("\"runahead_session.version\" is missing"));
  EXPECT_THAT(complaint("\"version\":1", "\"version\":-1"), HasSubstr("is not a whole number from 0"));
  EXPECT_THAT(complaint("\"shown\":0", "\"shown\":1"), HasSubstr("runahead_session.shown\" does not exist"));
  EXPECT_THAT(complaint("\"task\":0", "\"task\":4000000"),
              HasSubstr("\"runahead_session.runs[0].flags[0].task\" does not exist"));
  EXPECT_THAT(complaint("\"text\":\"note ✎\"", "\"text\":7"), HasSubstr("flags[0].text\" is not a text"));
  EXPECT_THAT(complaint("\"status\":\"stopped\"", "\"status\":\"gone\""),
              HasSubstr("status\" has an unknown value"));
  EXPECT_THAT(complaint("\"comparing\":false", "\"comparing\":0"), HasSubstr("is not true or false"));
  EXPECT_THAT(complaint("\"comparing\":false", "\"comparing\":false,\"visible_ns\":[7,7]"),
              HasSubstr("is not a range of time"));
  EXPECT_THAT(complaint("\"comparing\":false", "\"comparing\":false,\"compared\":[0,1]"),
              HasSubstr("compared\" is out of range"));
  EXPECT_THAT(complaint("\"aligned\":\"start\"", "\"aligned\":\"middle\""),
              HasSubstr("has an unknown value"));
  EXPECT_THAT(complaint("\"aligned\":\"start\"", "\"aligned\":\"mark\""), HasSubstr("mark\" is missing"));
  EXPECT_THAT(complaint("\"n\":3", "\"n\":3.5"), HasSubstr("next.set.n\" is not a whole number"));
  EXPECT_THAT(complaint("\"n\":3", "\"n\":9223372036854775808"), HasSubstr("is out of range"));
  EXPECT_THAT(complaint("\"errors\":[\"late\"]", "\"errors\":{}"), HasSubstr("errors\" is not a list"));
  EXPECT_THAT(complaint("\"errors\":[\"late\"]", "\"errors\":[[[[[[[]]]]]]]"),
              HasSubstr("nested too deeply"));
  EXPECT_THAT(complaint("\"comparing\":false", "\"comparing\":false,\"comparing\":true"),
              HasSubstr("\"comparing\" is given twice"));
  EXPECT_THAT(complaint("\"displayTimeUnit\"", "\"runahead_session\":{\"version\":1},\"displayTimeUnit\""),
              HasSubstr("\"runahead_session\" is given twice"));
  // What a later version may add is no reason to refuse.
  EXPECT_EQ(complaint("\"comparing\":false", "\"comparing\":false,\"mood\":{\"a\":[null,1.5]}"), "");
}

TEST(SessionFile, ACursorFitsItsTime) {
  TemporaryDirectory directory;
  const std::string whole = small_session(directory);
  const auto first = read_session(directory.file("s.runahead"));
  ASSERT_TRUE(first.ok());
  const Trace& trace = first->traces[0];
  const std::int64_t ns = first->state->cursor->time_ns;
  write_file(directory.file("s.runahead"),
             replaced(whole, "\"cursor\":{\"seq\":5", "\"cursor\":{\"seq\":4000000000"));
  const auto read = read_session(directory.file("s.runahead"));
  ASSERT_TRUE(read.ok()) << read.error();
  EXPECT_EQ(read->state->cursor->seq, trace.first_after(ns));
  EXPECT_EQ(read->state->cursor->time_ns, ns);
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
