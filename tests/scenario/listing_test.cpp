// SPDX-License-Identifier: GPL-3.0-or-later
// Listings: three for each scenario, line by line the same program as the one that runs.
// Not here: how they are shown (tests/gui).
#include <fstream>
#include <set>

#include "tests/scenario/runs.h"

namespace runahead {
namespace {

using namespace testing_support;

const char* const kFrameworks[] = {"mxnet", "pytorch", "tensorflow"};

std::vector<std::string> listing(const std::string& scenario, const std::string& framework) {
  std::ifstream file(std::string(RUNAHEAD_LISTINGS "/") + scenario + "." + framework + ".py");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first == std::string::npos ? "" : line.substr(first);
}

bool is_block(const std::string& line) {
  const std::string text = trimmed(line);
  for (const char* word : {"for ", "with ", "def ", "if "}) {
    if (text.starts_with(word)) return true;
  }
  return false;
}

/// A name that a listing gives to marks, in its line "with Benchmark('...')" or "loop.lap('...')". An
/// f-string names several.
struct MarkName {
  std::string text;
  bool several;
  bool names(const std::string& mark) const {
    if (!several) return text == mark;
    // "batch {batches // 2}": a number stands where the braces do.
    const std::string head = text.substr(0, text.find('{'));
    const std::string tail = text.substr(text.find('}') + 1);
    if (!mark.starts_with(head) || !mark.ends_with(tail) || mark.size() <= head.size() + tail.size())
      return false;
    const std::string number = mark.substr(head.size(), mark.size() - head.size() - tail.size());
    return number.find_first_not_of("0123456789") == std::string::npos;
  }
};

/// In their order.
std::vector<MarkName> mark_names(const std::vector<std::string>& lines) {
  std::vector<MarkName> names;
  for (const std::string& line : lines) {
    const std::string text = trimmed(line);
    for (const std::string head : {"with Benchmark(", "loop.lap("}) {
      if (!text.starts_with(head)) continue;
      const bool several = text.at(head.size()) == 'f';
      const std::size_t first = head.size() + (several ? 2 : 1);
      names.push_back({text.substr(first, text.find('\'', first) - first), several});
    }
  }
  return names;
}

class Listing : public testing::TestWithParam<std::string> {
 protected:
  const Scenario& scenario = *find_scenario(GetParam());
};

TEST_P(Listing, ExistsInThreeFrameworksLineByLine) {
  const std::vector<std::string> first = listing(scenario.id, kFrameworks[0]);
  ASSERT_FALSE(first.empty());
  for (const char* framework : kFrameworks) {
    const std::vector<std::string> lines = listing(scenario.id, framework);
    ASSERT_EQ(lines.size(), first.size()) << framework;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_FALSE(trimmed(lines[i]).empty()) << framework << " line " << i + 1 << " is empty";
      EXPECT_FALSE(trimmed(lines[i]).starts_with("#")) << framework << " line " << i + 1 << " is a comment";
      EXPECT_NE(lines[i].back(), ' ') << framework << " line " << i + 1;
      EXPECT_LE(lines[i].size(), 48u) << framework << " line " << i + 1 << " is too wide for the pane";
      EXPECT_EQ(lines[i].find_first_not_of(' '), first[i].find_first_not_of(' '))
          << framework << " line " << i + 1 << " stands in another block";
      EXPECT_EQ(is_block(lines[i]), is_block(first[i])) << framework << " line " << i + 1;
    }
  }
}

TEST_P(Listing, WaitLinesAreStatements) {
  const std::vector<std::string> lines = listing(scenario.id, "mxnet");
  for (const auto& [line, place] : scenario.wait_lines) {
    ASSERT_GE(line, 1);
    ASSERT_LE(line, static_cast<int>(lines.size()));
    EXPECT_FALSE(is_block(lines[static_cast<std::size_t>(line - 1)])) << line;
  }
}

TEST_P(Listing, NamesTheParameters) {
  const std::vector<std::string> lines = listing(scenario.id, "mxnet");
  for (const Parameter& parameter : scenario.parameters) {
    // Bounds and costs are the run's, whatever defaults a scenario gives them.
    const auto has_name = [&](const Parameter& one) { return one.name == parameter.name; };
    if (std::any_of(common_parameters().begin(), common_parameters().end(), has_name)) continue;
    if (std::any_of(virtual_parameters().begin(), virtual_parameters().end(), has_name)) continue;
    const std::string name = "[^a-z]" + parameter.name + "[^a-z]";
    bool found = false;
    for (const std::string& line : lines)
      found = found || testing::internal::RE::PartialMatch(line, name.c_str());
    EXPECT_TRUE(found) << parameter.name;
  }
}

TEST_P(Listing, HasTheMarksOfARun) {
  const Trace trace = run(small(scenario.id)).trace;
  std::vector<std::string> marks;
  for (MarkId id = 0; id < trace.mark_count(); ++id) {
    if (trace.mark(id).kind == MarkKind::benchmark) marks.push_back(trace.name(trace.mark(id).name));
  }
  for (const char* framework : kFrameworks) {
    const std::vector<MarkName> names = mark_names(listing(scenario.id, framework));
    std::vector<std::string> written_out, single;
    for (const MarkName& name : names) {
      if (!name.several) written_out.push_back(name.text);
      EXPECT_TRUE(std::any_of(marks.begin(), marks.end(), [&](const auto& mark) { return name.names(mark); }))
          << framework << ": no mark " << name.text;
    }
    for (const std::string& mark : marks) {
      const auto name =
          std::find_if(names.begin(), names.end(), [&](const MarkName& one) { return one.names(mark); });
      ASSERT_NE(name, names.end()) << framework << " does not name " << mark;
      if (!name->several) single.push_back(mark);
    }
    EXPECT_EQ(written_out, single) << framework;
  }
}

TEST_P(Listing, HasEveryLineThatARunNames) {
  const std::vector<std::string> lines = listing(scenario.id, "mxnet");
  std::set<int> seen;
  for (const Mode mode : scenario.modes) {
    for (const std::string& waits : scenario.waits) {
      const Trace trace = run(small(scenario.id, to_string(mode), waits)).trace;
      ASSERT_GT(trace.statement_count(), 0u);
      for (StatementId id = 0; id < trace.statement_count(); ++id) {
        const int line = trace.statement(id).line;
        ASSERT_GE(line, 1);
        ASSERT_LE(line, static_cast<int>(lines.size()));
        ASSERT_FALSE(is_block(lines[static_cast<std::size_t>(line - 1)])) << "line " << line;
        seen.insert(line);
      }
    }
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_block(lines[i])) continue;
    EXPECT_TRUE(seen.count(static_cast<int>(i + 1)))
        << "line " << i + 1 << " is printed, but no run comes there";
  }
}

/// Whether a line of the listing waits agrees with whether the run waits there.
TEST_P(Listing, WaitsWhereTheRunWaits) {
  const Trace trace = run(small(scenario.id)).trace;
  const std::vector<std::string> lines = listing(scenario.id, "mxnet");
  std::set<int> waited;
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    const Wait wait = trace.wait(id);
    if (wait.reason == WaitReason::queue_full || wait.reason == WaitReason::call)
      continue;  // not the program's
    waited.insert(line_of(trace, wait.statement));
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    bool waits = false;
    for (const char* call : {"wait", "print(", "asnumpy()", "asscalar()", "item()"}) {
      const std::string text = trimmed(lines[i]);
      waits = waits || (!is_block(text) && text.find(call) != std::string::npos);
    }
    EXPECT_EQ(waited.count(static_cast<int>(i + 1)) > 0, waits) << "line " << i + 1 << ": " << lines[i];
  }
}

INSTANTIATE_TEST_SUITE_P(Scenarios, Listing, testing::ValuesIn(scenario_ids()), scenario_test_name);

}  // namespace
}  // namespace runahead
