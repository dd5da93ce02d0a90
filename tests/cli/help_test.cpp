// SPDX-License-Identifier: GPL-3.0-or-later
// What --help says, tried: every option of every command is taken with the values that are named, and none
// is taken that is not named. Not here: what the options do (exports_test.cpp, figures_test.cpp).
#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<std::string> kCommands{"list", "run", "open", "lecture", "calibrate", "gallery"};

/// Each option that a page names, with the word for its value.
std::map<std::string, std::string> options_in(const std::string& page) {
  std::map<std::string, std::string> options;
  std::istringstream lines(page);
  const std::regex option(R"(^  (--[a-z0-9]+)( [A-Z=]+)?( \*)?  .*)");
  for (std::string line; std::getline(lines, line);) {
    if (std::smatch match; std::regex_match(line, match, option)) options[match[1]] = match[2];
  }
  return options;
}

/// Values as the page writes them; FILE stands for a name of the test's.
const std::map<std::string, std::vector<std::string>> kValues{
    {"--mode", {"sync", "async", "stream", "function", "lazy"}},
    {"--waits", {"program", "none", "each", "every:3", "1,3"}},
    {"--workers", {"1", "256"}},
    {"--clock", {"live", "virtual"}},
    {"--device", {"auto", "cpu"}},
    {"--torch", {"small"}},
    {"--seed", {"0", "18446744073709551615"}},
    {"--set", {"max_pending=1", "memory_bound_mb=5"}},
    {"--preset", {"book", "step"}},
    {"--rounds", {"1", "3", "9"}},
    {"--costs", {"FILE"}},
    {"--export", {"a.png", "a.svg", "a.pdf", "a.csv", "a.json", "a.runahead"}},
    {"--json", {""}},
    {"--tf32", {""}},
    {"--size", {"16:9", "4:3", "a4", "a4-column", "1600x900", "170x120mm"}},
    {"--dpi", {"30", "2400"}},
    {"--theme", {"light", "dark", "print", "mono"}},
    {"--parts", {"timeline,charts,listing,graph,table", "timeline,charts"}},
    {"--title", {"Run 1"}},
    {"--caption", {"Measured here"}},
    {"--align", {"start", "end"}},
    {"--worksheet", {""}},
    {"--steps", {"statement", "task", "event"}},
};
/// Taken, and then refused for what is not here: a file, a device.
const std::map<std::string, std::string> kRefused{{"--costs", "No such file"}, {"--tf32", "the device cuda"}};
const std::set<std::string> kOfPictures{"--size",  "--dpi",     "--theme", "--parts",    "--title",
                                        "--align", "--caption", "--steps", "--worksheet"};

class Help : public testing::Test {
 protected:
  Finished in_directory(std::vector<std::string> words) const {
    return Program(std::move(words)).working_directory(directory_.path()).run();
  }

  TemporaryDirectory directory_;
};

TEST_F(Help, NamesEveryCommandAndEachHasItsOwn) {
  const std::string all = run_program({"--help"}).out;
  for (const std::string& command : kCommands) {
    EXPECT_THAT(all, HasSubstr("  runahead " + command));
    const Finished page = run_program({command, "--help"});
    EXPECT_EQ(page.status, 0);
    EXPECT_THAT(page.err, IsEmpty());
    EXPECT_THAT(page.out, HasSubstr("For example:\n  runahead " + command)) << command;
    EXPECT_EQ(run_program({command, "-h"}).out, page.out);
    EXPECT_EQ(run_program({"help", command}).out, page.out);
    // Of whom asks while writing the command, too.
    if (command == "open") {
      EXPECT_EQ(run_program({command, "x.json", "--help"}).out, page.out);
    }
  }
}

TEST_F(Help, IsACommandToo) {
  EXPECT_EQ(run_program({"help"}).out, run_program({"--help"}).out);
  EXPECT_EQ(run_program({"help", "help"}).out, run_program({"--help"}).out);
  EXPECT_EQ(run_program({"help", "run", "increment-loop"}).out,
            run_program({"run", "increment-loop", "--help"}).out);
  const Finished wrong = run_program({"help", "dance"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("unknown command \"dance\""));
}

TEST_F(Help, FitsATerminal) {
  std::vector<std::vector<std::string>> pages{{"--help"}, {"list"}, {"run", "loop-model", "--help"}};
  for (const std::string& command : kCommands) pages.push_back({command, "--help"});
  for (const auto& words : pages) {
    std::istringstream lines(run_program(words).out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120u) << line;
  }
}

TEST_F(Help, EveryOptionThatARunNamesIsTakenWithItsValues) {
  ASSERT_EQ(in_directory({"run", "four-statements", "--clock", "virtual", "--export", "t.json"}).status, 0);
  for (const std::string command : {"run", "open"}) {
    const std::string page = run_program({command, "--help"}).out;
    const auto options = options_in(page);
    EXPECT_EQ(options.size(), command == std::string("run") ? kValues.size() : kOfPictures.size() + 2);
    for (const auto& [name, word] : options) {
      const auto values = kValues.find(name);
      ASSERT_NE(values, kValues.end()) << name << " is not tried";
      EXPECT_EQ(word.empty(), values->second.front().empty()) << name;
      for (const std::string& value : values->second) {
        const auto refused = kRefused.find(name);
        std::vector<std::string> words{command, command == "run" ? "four-statements" : "t.json", name};
        if (!value.empty()) words.push_back(value);
        if (kOfPictures.count(name) > 0) words.insert(words.end(), {"--export", "p.svg"});
        if (command == "open" && name != "--export" && name != "--json") words.emplace_back("--json");
        if (name == "--costs") words.insert(words.end(), {"--clock", "virtual"});
        const Finished finished = in_directory(words);
        EXPECT_EQ(finished.status, refused == kRefused.end() ? 0 : 2)
            << name << " " << value << ": " << finished.err;
        if (refused != kRefused.end()) {
          EXPECT_THAT(finished.err, HasSubstr(refused->second));
        }
      }
    }
  }
}

TEST_F(Help, NoCommandTakesAnOptionThatItsHelpDoesNotName) {
  for (const std::string& command : kCommands) {
    const auto named = options_in(run_program({command, "--help"}).out);
    for (const auto& [name, values] : kValues) {
      if (named.count(name) > 0) continue;
      const Finished finished = in_directory({command, name, values.front()});
      EXPECT_EQ(finished.status, 2);
      EXPECT_THAT(finished.err, HasSubstr("unknown option " + name)) << command;
    }
  }
}

TEST_F(Help, OfAScenarioNamesItsModesWaitsAndParameters) {
  const auto list = nlohmann::json::parse(run_program({"list", "--json"}).out);
  for (const auto& scenario : list.at("scenarios")) {
    const std::string page = run_program({"run", scenario.at("id"), "--help"}).out;
    EXPECT_THAT(page, HasSubstr(scenario.at("question").get<std::string>()));
    for (const auto& mode : scenario.at("modes")) EXPECT_THAT(page, HasSubstr(mode.get<std::string>()));
    for (const auto& waits : scenario.at("waits")) EXPECT_THAT(page, HasSubstr(waits.get<std::string>()));
    for (const auto& parameter : scenario.at("parameters")) {
      EXPECT_THAT(page, HasSubstr("--set " + parameter.at("name").get<std::string>() + "=N"));
      EXPECT_THAT(page, HasSubstr("Default: " + std::to_string(parameter.at("default").get<std::int64_t>())));
    }
  }
}

/// Words as a shell splits them.
std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> words;
  bool quoted = false, begun = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      begun = false;
    } else {
      if (!begun) words.emplace_back();
      begun = true;
      words.back() += c;
    }
  }
  return words;
}

/// Those of live runs at full size, of measuring and of the window are left to other tests.
TEST_F(Help, ItsExamplesWork) {
  std::vector<std::string> words{"run", "increment-loop", "--clock", "virtual"};
  for (const char* file : {"trace.json", "mine.json", "yours.json"})
    words.insert(words.end(), {"--export", file});
  ASSERT_EQ(in_directory(words).status, 0);
  int tried = 0;
  for (const std::string command : {"run", "open", "list"}) {
    std::istringstream lines(run_program({command, "--help"}).out);
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("  runahead ", 0) != 0 || line.find("book") != std::string::npos ||
          line.find("lecture.runahead") != std::string::npos || line.find("mine.py") != std::string::npos)
        continue;
      words = split(line.substr(2));
      words.erase(words.begin());
      const Finished finished = in_directory(words);
      EXPECT_EQ(finished.status, 0) << line << "\n" << finished.err;
      ++tried;
    }
  }
  EXPECT_GE(tried, 8);
}

}  // namespace
}  // namespace runahead::testing_support
