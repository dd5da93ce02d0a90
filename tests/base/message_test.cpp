// SPDX-License-Identifier: GPL-3.0-or-later
// Messages: how a pattern is filled, and that catalogue and code know of each other.
#include "core/base/message.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "core/base/catalogue.h"
#include "core/base/pattern.h"
#include "core/base/say.h"

namespace runahead {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<Message> names(const std::vector<std::string>& all) {
  std::vector<Message> parts;
  for (const std::string& name : all) parts.push_back(verbatim(name));
  return parts;
}

Message starts(std::uint64_t ready) {
  return say<"task.starts_while_waiting">(arg<"line">(say<"line">(arg<"number">(Digits{12345}))),
                                          arg<"waited">(Duration{8050}), arg<"ready">(Count{ready}));
}

TEST(Message, HasNumbersPluralsAndNames) {
  EXPECT_EQ(to_text(starts(0)), "Line 12345 has waited 8.05 µs.");
  EXPECT_EQ(to_text(starts(1)), "Line 12345 has waited 8.05 µs; 1 more is ready.");
  EXPECT_EQ(to_text(starts(12901)), "Line 12345 has waited 8.05 µs; 12,901 more are ready.");
  EXPECT_EQ(starts(1), starts(1));
  EXPECT_FALSE(starts(1) == starts(2));
}

TEST(Message, CapitalsAreForWordsOfTheLanguage) {
  const auto waits = [](Message wait) {
    return to_text(say<"clause.alone">(arg<"clause">(say<"waits.all_ended">(arg<"wait">(say<"wait.at_line">(
        arg<"wait">(std::move(wait)), arg<"line">(say<"line">(arg<"number">(Digits{4})))))))));
  };
  EXPECT_EQ(waits(say<"wait.copy">()), "The copy at line 4 is about to continue: all tasks have ended.");
  EXPECT_EQ(waits(verbatim("print")), "print at line 4 is about to continue: all tasks have ended.");
}

TEST(Message, ListsAndSentences) {
  EXPECT_EQ(to_text(and_list({})), "");
  EXPECT_EQ(to_text(and_list(names({"a"}))), "a");
  EXPECT_EQ(to_text(and_list(names({"a", "b"}))), "a and b");
  EXPECT_EQ(to_text(and_list(names({"a", "b", "c"}))), "a, b and c");
  EXPECT_EQ(to_text(comma_list(names({"a", "b", "c"}))), "a, b, c");
  EXPECT_EQ(to_text(sentences({verbatim("A."), Message(), verbatim("B.")})), "A. B.");
  EXPECT_TRUE(sentences({Message(), Message()}).empty());
}

TEST(Message, IsOneLineWhateverNamesBring) {
  const auto blocked = [](const char* name) { return to_text(say<"blocked">(arg<"task">(verbatim(name)))); };
  EXPECT_EQ(blocked("a\n\x1b  b\t"), "a b is blocked");
  EXPECT_EQ(blocked("{name} # x"), "{name} # x is blocked") << "a name is no pattern";
}

/// Puts parts in another order, knows no plural, and writes words of its own.
TEST(Message, AnotherLanguageHasOtherPatternsAndPlurals) {
  const Language other{[](std::string_view key, std::string_view english) {
                         if (key == "list.and") return std::string_view("{last} & {list}");
                         if (key == "queue.recorded")
                           return std::string_view("只记录了{deferred, plural, =7 {七} other {#}}个任务。");
                         return english;
                       },
                       [](std::uint64_t /*count*/) { return std::string_view("other"); }};
  EXPECT_EQ(to_text(and_list(names({"a", "b", "c"})), other), "c & a, b");
  const auto recorded = [](std::uint64_t count) {
    return say<"queue.recorded">(arg<"deferred">(Count{count}));
  };
  EXPECT_EQ(to_text(recorded(1), other), "只记录了1个任务。");
  EXPECT_EQ(to_text(recorded(7), other), "只记录了七个任务。");
}

/// With the arguments that its places ask for; of a select this arm each time.
Message sample(std::uint16_t pattern, std::size_t arm, std::uint64_t count) {
  static std::set<std::string, std::less<>> kept;  // arms and names outlive the message
  std::vector<Argument> arguments;
  const auto add = [&](const Place& place) {
    std::string name(place.name);
    name.front() = static_cast<char>(name.front() | 0x20);
    const std::string_view own = *kept.insert(name).first;
    const auto known = std::ranges::find(arguments, own, &Argument::name);
    if (known != arguments.end() && place.kind.empty()) return;
    if (known != arguments.end()) arguments.erase(known);
    std::vector<Arm> arms;
    std::string_view rest = place.arms;
    for (Arm one; next_arm(rest, one);) arms.push_back(one);
    if (place.kind == "plural") {
      arguments.push_back({own, Count{count}});
    } else if (place.kind == "select" && arms.front().selector != "none") {
      arguments.push_back({own, Which{arms[arm % arms.size()].selector}});
    } else {
      arguments.push_back({own, Name{place.kind.empty() || arm % 2 == 1 ? "sample" : ""}});
    }
  };
  each_place(kPatterns[pattern].english, add);
  return {pattern, std::move(arguments)};
}

TEST(Catalogue, EveryPatternReads) {
  std::set<std::string_view> keys;
  for (std::uint16_t i = 0; i < kPatternCount; ++i) {
    const auto& [english, key] = kPatterns[i];
    EXPECT_TRUE(keys.insert(key).second) << key << " is there twice";
    const auto has_other = [key = key](const Place& place) {
      EXPECT_TRUE(place.kind.empty() || place.arms.ends_with("}")) << key;
      bool other = place.kind.empty();
      std::string_view rest = place.arms;
      for (Arm arm; next_arm(rest, arm);) other |= arm.selector == "other";
      EXPECT_TRUE(other) << key << ": " << place.name << " has no arm \"other\"";
    };
    each_place(english, has_other);
    for (std::size_t arm = 0; arm < 6; ++arm) {
      for (const std::uint64_t count : {0, 1, 2}) {
        const std::string text = to_text(sample(i, arm, count));
        EXPECT_THAT(text, Not(HasSubstr("{"))) << key;
        EXPECT_THAT(text, Not(HasSubstr("}"))) << key;
        EXPECT_THAT(text, Not(HasSubstr(" ."))) << key;
        EXPECT_THAT(text, Not(HasSubstr(" ,"))) << key;
        EXPECT_FALSE(text.empty()) << key;
      }
    }
  }
}

TEST(Catalogue, CodeSaysEveryPattern) {
  namespace fs = std::filesystem;
  std::set<std::string> said;
  static const std::regex kSay(R"re(say<"([^"]*)">)re");
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(RUNAHEAD_SOURCE_DIR) / "core")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (std::sregex_iterator one(text.begin(), text.end(), kSay), end; one != end; ++one)
      said.insert((*one)[1]);
  }
  for (const Pattern& pattern : kPatterns)
    EXPECT_TRUE(said.contains(std::string(pattern.key))) << pattern.key << " is said nowhere";
}

}  // namespace
}  // namespace runahead
