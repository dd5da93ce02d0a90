// SPDX-License-Identifier: GPL-3.0-or-later
// One word for one thing (resources/manual/glossary.md): words that stood here before, and must not come back
// in what people read, or in code. Not here: how files name things, which stays (core/io/FORMAT.md).
#include <gmock/gmock.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kTop = RUNAHEAD_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> files_with(const std::vector<std::string>& folders,
                                 const std::vector<std::string>& endings) {
  std::vector<fs::path> found;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(kTop / folder)) {
      for (const std::string& ending : endings) {
        if (entry.path().extension() == ending) found.push_back(entry.path());
      }
    }
  }
  return found;
}

/// The literals of a C++ file, those that stand side by side as one.
std::vector<std::string> literals(const std::string& text) {
  static const std::regex kToken(R"lit(//[^\n]*|'(?:[^'\\\n]|\\.)+'|"((?:[^"\\\n]|\\.)*)")lit");
  std::vector<std::string> found;
  std::ptrdiff_t end = -1;
  for (std::sregex_iterator token(text.begin(), text.end(), kToken), none; token != none; ++token) {
    if (!(*token)[1].matched) continue;
    const std::ptrdiff_t from = token->position(0);
    const bool adjoins = end >= 0 && text.find_first_not_of(" \n", static_cast<std::size_t>(end)) ==
                                         static_cast<std::size_t>(from);
    if (adjoins) {
      found.back() += (*token)[1];
    } else {
      found.push_back((*token)[1]);
    }
    end = from + token->length(0);
  }
  return found;
}

struct Row {
  const char* word;  ///< what it is called
  const char* not_;  ///< a regular expression
};

/// What a person reads: sentences, of more than one word.
constexpr Row kPhrases[] = {
    {"frontend", R"(Python side)"},
    {"enqueue", R"(hands? (a task|tasks|the task|it|them|work|it all) over|handed over|hand-over)"},
    {"queue depth", R"(what waits to run)"},
    {"iteration", R"(\b(every|each|first|next|a|of the|in a) pass(es)?\b(?! of the data)|all (its )?passes)"},
    {"region", R"(\b(the|a|last|first|second|such a|at a) marks?\b(?! an?\b))"},
    {"return latency", R"(to hand back|hands? (it|the result) back|takes the result back)"},
    {"wake-up latency", R"(\bpicks? up\b)"},
    {"simulated", R"((under the|the clock) virtual|virtual (clock|time)\b)"},
    {"real time", R"(the clock live|live (clock|times?|comparison)\b)"},
    {"manual scheduling", R"(\bby hand\b|\bdriven (on|by)\b)"},
    {"future events", R"([Ww]hat comes (later|next|there|after))"},
    {"bookmark", R"(\bflags? (here|or note)\b|take a flag)"},
    {"slide", R"(\b(stop|stops) of (a|the) lecture\b|this stop\b|the stop[’'])"},
    {"step of a slide", R"(\b(the|a|first|last|one more) halts?\b)"},
    {"speaker view", R"([Ff]or who speaks)"},
    {"interactive page", R"(page that steps)"},
    {"memory in use", R"([Ll]ive memory|live bytes|peak live|of it live)"},
    {"reserved", R"(peak pool)"},
    {"recovery", R"([Aa]ll that was left)"},
    {"user", R"(\b([Ss]omebody|[Nn]obody|[Ww]hoever)\b)"},
    {"all its tasks have finished", R"([Ww]hat it issued)"},
    {"when does it return", R"(through with)"},
    {"alternately", R"([Rr]epeat in turn)"},
    {"no synchronization", R"([",] ?waits none\b)"},
};

TEST(Words, OfWhatPeopleReadAreTheFields) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const fs::path& file : files_with({"core/analysis", "core/scenario", "gui"}, {".cpp", ".h"})) {
    for (std::string& literal : literals(text_of(file))) {
      if (literal.find(' ') != std::string::npos)
        texts.emplace_back(fs::relative(file, kTop).generic_string(), std::move(literal));
    }
  }
  for (const fs::path& file : files_with({"resources/manual", "resources/lectures"}, {".md", ".json"}))
    texts.emplace_back(fs::relative(file, kTop).generic_string(), text_of(file));
  texts.emplace_back("README.md", text_of(kTop / "README.md"));
  ASSERT_GT(texts.size(), 1000u);
  for (const Row& row : kPhrases) {
    const std::regex pattern(row.not_);
    for (const auto& [file, text] : texts) {
      std::smatch found;
      EXPECT_FALSE(std::regex_search(text, found, pattern))
          << file << " says \"" << found.str() << "\" for \"" << row.word << "\": " << text.substr(0, 200);
    }
  }
}

/// In code: names of files, types, functions and members, and what stands in their place.
const std::pair<const char*, std::vector<std::string>> kNames[] = {
    {"ManualRun",
     {"HandDriver", "HandState", "DrivenRun", "DrivenSimulation", "DrivingStrip", "by_hand", "driven_run"}},
    {"FutureVisibility", {"AfterCursor", "afterCursor", "setAfterCursor"}},
    {"RecoveryStore", {"KeptSession", "LeftCard"}},
    {"Panel, Evidence", {": public Ground", "Ground::exact", "Ground::rounds", "Ground::once"}},
    {"VisibleTrace", {"Past"}},
    {"workspace", {"SessionDesk", "openDesk", "closeDesk", "runningDesk", "kMostDesks"}},
    {"wake_latency", {"pickup", "pickup_ns"}},
    {"RunExecution", {"class Session"}},
    {"bookmark", {"SessionFlag", "FlagPlace", "flagPlaces", "toggleMark"}},
    {"Slide, SlideStep", {"SessionStop", "PageStop", "toggleHalt", "kMostHalts"}},
    {"iteration", {"PassCounter", "with_passes", "passesOf"}},
    {"Region", {"MarkKind", "MarkId", "begin_mark", "end_mark", "MarkSummary"}},
    {"max_pending", {"std::size_t window"}},
    {"preview", {"setPassing"}},
};

bool has_word(const std::string& code, const std::string& word) {
  const auto part = [&code](std::size_t at) {
    return at < code.size() && (std::isalnum(static_cast<unsigned char>(code[at])) || code[at] == '_');
  };
  for (std::size_t at = code.find(word); at != std::string::npos; at = code.find(word, at + 1)) {
    if (!part(at - 1) && !part(at + word.size())) return true;
  }
  return false;
}

TEST(Words, OfTheCodeAreTheSame) {
  ASSERT_TRUE(has_word("a(pickup)", "pickup") && !has_word("apickup pickups", "pickup"));
  for (const fs::path& file : files_with({"core", "gui"}, {".cpp", ".h"})) {
    std::string code = text_of(file);
    for (const std::string& literal : literals(code)) {
      if (literal.empty()) continue;
      if (const std::size_t at = code.find('"' + literal + '"'); at != std::string::npos)
        code.replace(at + 1, literal.size(), "");
    }
    for (const auto& [word, others] : kNames) {
      for (const std::string& other : others) {
        EXPECT_FALSE(has_word(code, other))
            << fs::relative(file, kTop).generic_string() << " has \"" << other << "\" for \"" << word << '"';
      }
    }
  }
}

}  // namespace
