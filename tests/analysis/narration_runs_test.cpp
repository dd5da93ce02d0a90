// SPDX-License-Identifier: GPL-3.0-or-later
// Real runs of every scenario in every mode, and drawn traces: each event has a sentence that reads well, and
// the counts that it names are those of the fold. Not here: the words (narration_test.cpp).
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <random>
#include <regex>

#include "core/analysis/labels.h"
#include "core/analysis/narration.h"
#include "core/analysis/races.h"
#include "core/analysis/waiting.h"
#include "core/base/format.h"
#include "core/trace/ending.h"
#include "tests/scenario/runs.h"
#include "tests/support/random_trace.h"

namespace runahead {
namespace {

using namespace testing_support;

/// The number that stands where the pattern has its group; -1 where the sentence does not say.
std::int64_t number_in(const std::string& sentence, const char* pattern) {
  static std::map<std::string, std::regex> expressions;
  const std::regex& expression = expressions.try_emplace(pattern, pattern).first->second;
  std::smatch match;
  if (!std::regex_search(sentence, match, expression)) return -1;
  std::string digits = match[1];
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  return std::stoll(digits);
}

/// What is wrong with a sentence; nothing for a good one.
std::string fault_of(const Trace& trace, Seq cursor, const std::string& sentence) {
  if (sentence.empty()) return "is empty";
  if (sentence.back() != '.') return "does not end";
  for (const char* bad : {"kNone", "kNever", "4294967295", "  ", "..", "−", "-1 ", " ,", " .", "\n", "\t"}) {
    if (sentence.find(bad) != std::string::npos) return std::string("has \"") + bad + "\"";
  }
  // Labels end in the number of a task: none is beyond the table.
  for (TaskId id = trace.task_count(); id < trace.task_count() + 2; ++id) {
    for (const char* verb : {" starts", " ends", " joined", " is ready", " (read after"}) {
      const std::string label = std::string(" ").append(std::to_string(id)).append(verb);
      if (sentence.find(label) != std::string::npos) return "names a task that does not exist";
    }
  }
  const Counters counters = trace.counters_at(cursor);
  // What runs is not in the queue.
  const std::int64_t queue = std::int64_t{counters.ready} + counters.blocked;
  const struct {
    const char* pattern;
    std::int64_t count;
  } counts[] = {
      {R"(The queue holds ([\d,]+) tasks?:)", queue},
      {R"(The queue holds ([\d,]+) ready task)", queue},
      {R"(The queue holds ([\d,]+) blocked task)", queue},
      {R"(tasks: ([\d,]+) ready)", counters.ready},
      {R"(; ([\d,]+) (?:more|tasks?) (?:is|are) running)", counters.running},
      {R"(([\d,]+) tasks? (?:is|are) left in the queue)", queue},
      {R"(([\d,]+) other tasks? (?:is|are) in the queue)", queue - 1},
      {R"(([\d,]+) more (?:is|are) ready\.)", counters.ready},
      {R"(waits for all ([\d,]+) pending tasks)", counters.depth()},
      {R"(([\d,]+) tasks? (?:is|are) still pending)", counters.depth()},
      {R"(([\d,]+) tasks? (?:was|were) pending)", counters.depth()},
      {R"(([\d,]+) tasks? (?:is|are) only recorded)", counters.deferred},
      {R"(The graph (?:now |still )?holds ([\d,]+) task)", counters.deferred},
      {R"(([\d,]+) other tasks? became ready)", std::int64_t{counters.ready} - 1},
  };
  for (const auto& [pattern, count] : counts) {
    const std::int64_t said = number_in(sentence, pattern);
    if (said >= 0 && said != count) return std::string("miscounts ") + pattern;
  }
  if (sentence.find("and at least 0 ") != std::string::npos) return "says nothing with a number";
  if (sentence.find("The queue is empty") != std::string::npos && queue > 0) {
    return "says that the queue is empty";
  }
  const bool says_running = sentence.find("running") != std::string::npos;
  if (sentence.find("he queue") != std::string::npos && sentence.find("joined") == std::string::npos &&
      sentence.find("launch queue") == std::string::npos && counters.running > 0 && !says_running) {
    return "counts the queue and not what runs beside it";
  }
  const std::string live = "Memory in use is now " + format_bytes(counters.live_bytes) + ".";
  if (sentence.find("Memory in use is") != std::string::npos && sentence.find(live) == std::string::npos) {
    return "has other bytes in use";
  }
  return {};
}

void expect_good_sentences(const Trace& trace, const std::string& what) {
  for (Seq cursor = 0; cursor <= trace.size(); ++cursor) {
    const std::string sentence = to_text(narrate(trace, cursor));
    const std::string fault = fault_of(trace, cursor, sentence);
    ASSERT_EQ(fault, "") << what << ", event " << cursor << ": " << sentence;
    // The clause stands exactly while the frontend waits.
    const std::string clause = to_text(waiting_for(trace, cursor));
    ASSERT_EQ(clause.empty(), trace.state_at(cursor).wait == kNone) << what << ", event " << cursor;
  }
}

class NarrationOfScenario : public testing::TestWithParam<std::string> {};

TEST_P(NarrationOfScenario, EveryEventOfEveryModeReadsWell) {
  const Scenario& scenario = *find_scenario(GetParam());
  for (const Mode mode : scenario.modes) {
    for (const int workers : {1, 2}) {
      const Trace trace = run(small(scenario.id, to_string(mode), "", workers)).trace;
      const bool in_call = mode == Mode::sync;
      expect_good_sentences(trace, std::string(to_string(mode)) + " on " + std::to_string(workers));
      EXPECT_TRUE(races_of(trace).empty()) << to_string(mode) << ": its streams are ordered";
      for (Seq cursor = 1; cursor <= trace.size(); ++cursor) {
        const Event event = trace.event(cursor - 1);
        const std::string sentence = to_text(narrate(trace, cursor));
        if (in_call) {
          ASSERT_EQ(sentence.find("he queue"), std::string::npos) << cursor << ": " << sentence;
        } else if (event.kind == EventKind::end && trace.task(event.id).outcome == Outcome::ok) {
          ASSERT_EQ(sentence.find(to_text(task_label(trace, event.id))), 0u) << sentence;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, NarrationOfScenario, testing::ValuesIn(scenario_ids()), scenario_test_name);

TEST(NarrationOfAnything, ReadsWell) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    const Trace trace = random_trace({.seed = seed, .steps = 1500, .finished = seed % 3 != 0});
    expect_good_sentences(trace, "seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (int i = 0; i < 50; ++i) {
      const auto cursor = static_cast<Seq>(random() % trace.size());
      EXPECT_EQ(to_text(narrate(trace, cursor)), to_text(narrate(trace.until(cursor), cursor)))
          << "what comes is told";
    }
  }
}

TEST(NarrationOfAnything, AStoppedRunSaysSo) {
  for (const char* mode : {"sync", "async", "stream", "lazy"}) {
    for (const Clock clock : {Clock::live, Clock::virtual_time}) {
      RunRequest request = small("four-statements", mode);
      request.clock = clock;
      RunExecution session(checked(request));
      session.stop();  // before its first statement
      session.start();
      session.wait();
      const Trace trace = session.snapshot();
      EXPECT_EQ(session.result().status, RunResult::Status::stopped) << mode << " " << to_string(clock);
      EXPECT_EQ(ended(trace), RunEnd::stopped) << mode << " " << to_string(clock);
      EXPECT_THAT(to_text(narrate(trace, trace.size())), testing::StartsWith("The run was stopped"));
    }
  }
}

TEST(NarrationOfAnything, ARunWithAnErrorSaysSo) {
  for (const char* waits : {"program", "none"}) {
    const Trace trace = run(small("late-error", "async", waits)).trace;
    EXPECT_EQ(ended(trace), RunEnd::failed);
    EXPECT_THAT(to_text(narrate(trace, trace.size())), testing::StartsWith("The run failed after "));
  }
  EXPECT_EQ(ended(run(small("four-statements")).trace), RunEnd::completed);
}

TEST(NarrationOfAnything, BlockedTasksWaitForUnfinishedOnes) {
  const Trace trace = run(small("training-memory", "async", "none")).trace;
  for (Seq cursor = 0; cursor <= trace.size(); cursor += 7) {
    const VisibleTrace now(trace, cursor);
    for (const TaskId id : trace.pending_at(cursor, 1000)) {
      const std::string clause = to_text(blocked_by(trace, id, cursor));
      EXPECT_EQ(clause.empty(), !now.blocked(id));
      for (const Edge& edge : now.unmet(id)) EXPECT_GE(trace.task(edge.from).end, cursor);
    }
  }
}

}  // namespace
}  // namespace runahead
