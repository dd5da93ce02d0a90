// SPDX-License-Identifier: GPL-3.0-or-later
// The programs of peers/ under Runahead and under the real library, in a process of its own: what they print
// is the same. A program there is cases, paragraphs that print; a case that is not the same says so in its
// first line:
// "# refused" (an error here and none there) or "# differs: why". RUNAHEAD_UPDATE_PEERS=1 takes away the
// words that do not hold any more, and adds "# refused".
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

struct Case {
  std::size_t line = 0;  ///< of the file, from 0, where it begins; also its name
  std::size_t end = 0;   ///< behind its last line
  bool refused = false;
  bool differs = false;
};

struct Peers {
  std::vector<std::string> lines;
  std::size_t head = 0;  ///< lines before the first case
  std::vector<Case> cases;
};

/// A case ends at an empty line whose next is not indented, and at the name of a part, "# %% name".
Peers read_peers(const std::string& path) {
  Peers peers{lines_of(read_file(path)), 0, {}};
  const std::vector<std::string>& lines = peers.lines;
  const auto part = [&](std::size_t i) { return lines[i].starts_with("# %%"); };
  while (peers.head < lines.size() && !part(peers.head)) ++peers.head;
  for (std::size_t i = peers.head; i < lines.size(); ++i) {
    if (lines[i].empty() || part(i)) continue;
    Case one{i, i, lines[i] == "# refused", lines[i].starts_with("# differs: ")};
    while (i < lines.size() && !part(i)) {
      if (lines[i].empty() && (i + 1 == lines.size() || !lines[i + 1].starts_with(' '))) break;
      one.end = ++i;
    }
    peers.cases.push_back(one);
  }
  return peers;
}

/// The program: every case in a `try`, behind a line with its number.
std::string program_of(const Peers& peers, const std::string& common) {
  std::string text = common + "\n\n";
  for (std::size_t i = 0; i < peers.head; ++i) text += peers.lines[i] + '\n';
  for (const Case& one : peers.cases) {
    text += "print('@@', " + std::to_string(one.line) + ")\ntry:\n";
    for (std::size_t i = one.line; i < one.end; ++i) text += "    " + peers.lines[i] + '\n';
    text +=
        "except Exception as error:\n    print('raises:', type(error).__name__, "
        "str(error).split('\\n')[0])\n";
  }
  return text;
}

/// What each case printed, by its line.
std::map<std::size_t, std::string> parts_of(const std::string& output) {
  std::map<std::size_t, std::string> parts;
  std::string* part = nullptr;
  for (const std::string& line : lines_of(output)) {
    if (line.starts_with("@@ ")) {
      part = &parts[std::stoul(line.substr(3))];
    } else if (part) {
      *part += line + '\n';
    }
  }
  return parts;
}

bool raises(const std::string& said) {
  return said.find("raises: ") != std::string::npos;
}

/// The text without its numbers, and the numbers.
std::pair<std::string, std::vector<double>> taken_apart(const std::string& text) {
  static const std::regex number(R"([-+]?(\d+\.?\d*(e[-+]?\d+)?|inf|nan))");
  std::vector<double> numbers;
  for (std::sregex_iterator found(text.begin(), text.end(), number), none; found != none; ++found) {
    numbers.push_back(std::stod(found->str()));
  }
  return {std::regex_replace(text, number, "#"), numbers};
}

/// Of a line that says how exactly: "~ part ..." of the number itself, "= distance ...".
bool near_enough(const std::string& here, const std::string& there) {
  const auto [text, numbers] = taken_apart(here);
  const auto [other_text, others] = taken_apart(there);
  if (text != other_text || numbers.size() != others.size() || numbers.empty()) return false;
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    const double a = numbers[i];
    const double b = others[i];
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    const double most = here.starts_with('~') ? std::max(std::abs(a), std::abs(b)) : 1;
    if (!(std::abs(a - b) <= numbers[0] * most)) return false;
  }
  return true;
}

/// Errors are errors: each library has its own words for them.
bool agree(const std::string& here, const std::string& there) {
  const std::vector<std::string> ours = lines_of(here);
  const std::vector<std::string> theirs = lines_of(there);
  return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                    [](const std::string& one, const std::string& other) {
                      if (raises(one) && raises(other)) return true;
                      const bool inexact = one.starts_with("~ ") || one.starts_with("= ");
                      return inexact ? near_enough(one, other) : one == other;
                    });
}

/// "" and the output, or why there is none.
std::pair<std::string, std::string> run_peer(const std::string& program, const std::string& folder) {
  const std::string out = folder + "/out";
  const std::string err = folder + "/err";
  const std::string command = "OMP_NUM_THREADS=1 " RUNAHEAD_PEER_PYTHON " -I -W ignore '" + program +
                              "' > '" + out + "' 2> '" + err + "'";
  const int status = std::system(command.c_str());
  return {status == 0 ? "" : read_file(err), read_file(out)};
}

class Peer : public testing::TestWithParam<const char*> {
 protected:
  TemporaryDirectory directory_;
};

TEST_P(Peer, SaysTheSame) {
  if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
  const std::string name = GetParam();
  const std::string library = name.substr(0, name.find('_'));
  const std::string version = library == "numpy" ? "1." : "1.13.";  // whose words the programs know
  const std::string probe = directory_.file("probe.py");
  write_file(probe, "import " + library + "\nprint(" + library + ".__version__)\n");
  const auto [none, found] = run_peer(probe, directory_.path());
  if (!none.empty())
    GTEST_SKIP() << RUNAHEAD_PEER_PYTHON " has no " << library << ": python3-" << library
                 << " is not installed";
  if (!found.starts_with(version))
    GTEST_SKIP() << library << " is " << found << "; this is written for " << version;

  const std::string file = std::string(RUNAHEAD_PEERS) + "/" + name + ".py";
  Peers peers = read_peers(file);
  const std::string program = directory_.file(name + ".py");
  write_file(program, program_of(peers, read_file(std::string(RUNAHEAD_PEERS) + "/common.py")));
  const auto [failed, said] = run_peer(program, directory_.path());
  ASSERT_EQ(failed, "");
  const Finished finished = run_program({"run", "--torch", "small", program, "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::string output = nlohmann::json::parse(finished.out)["runs"][0]["output"];
  const std::map<std::size_t, std::string> here = parts_of(output);
  const std::map<std::size_t, std::string> there = parts_of(said);
  ASSERT_GT(peers.cases.size(), 10U);
  const bool update = std::getenv("RUNAHEAD_UPDATE_PEERS") != nullptr;
  for (auto one = peers.cases.rbegin(); one != peers.cases.rend(); ++one) {
    ASSERT_TRUE(here.contains(one->line) && there.contains(one->line)) << "line " << one->line + 1;
    const std::string& ours = here.at(one->line);
    const std::string& theirs = there.at(one->line);
    const bool same = agree(ours, theirs);
    const bool refused = !same && raises(ours) && !raises(theirs);
    if (update) {
      const auto at = peers.lines.begin() + static_cast<std::ptrdiff_t>(one->line);
      const bool marked = one->refused || one->differs;
      if (same && marked) {
        peers.lines.erase(at);
      } else if (refused && !marked) {
        peers.lines.insert(at, "# refused");
      }
      continue;
    }
    const auto told = [&] {
      std::string text = file + ", line " + std::to_string(one->line + 1) + ":\n";
      for (std::size_t i = one->line; i < one->end; ++i) text += "  " + peers.lines[i] + '\n';
      return text + library + " says:\n" + theirs + "Runahead says:\n" + ours;
    };
    if (one->refused) {
      EXPECT_TRUE(refused) << "not refused any more: take the word away, or say what differs; " << told();
    } else if (one->differs) {
      EXPECT_FALSE(same) << "the same by now: take the word away; " << told();
    } else {
      EXPECT_TRUE(same) << told();
    }
  }
  if (!update) return;
  std::ofstream written(file);
  for (const std::string& line : peers.lines) written << line << '\n';
}

INSTANTIATE_TEST_SUITE_P(Of, Peer,
                         testing::Values("numpy_arrays", "numpy_indexing", "numpy_printing", "numpy_types",
                                         "torch_arrays", "torch_types", "torch_gradients"),
                         [](const auto& name) { return std::string(name.param); });

TEST(NearEnough, KnowsWhatIsNot) {
  EXPECT_TRUE(agree("~ 1e-06 [1.0, 2.0]\n", "~ 1e-06 [1.0000001, 2.0]\n"));
  EXPECT_FALSE(agree("~ 1e-06 [1.0, 2.0]\n", "~ 1e-06 [1.00001, 2.0]\n"));
  EXPECT_FALSE(agree("~ 1e-06 [1.0, 2.0]\n", "~ 1e-06 [1.0]\n"));
  EXPECT_FALSE(agree("~ 1e-06 [[1.0]]\n", "~ 1e-06 [1.0]\n"));
  EXPECT_FALSE(agree("~ 1e-06 [1e-20]\n", "~ 1e-06 [2e-20]\n"));
  EXPECT_TRUE(agree("~ 1e-06 [nan, -inf]\n", "~ 1e-06 [nan, -inf]\n"));
  EXPECT_FALSE(agree("~ 1e-06 [nan]\n", "~ 1e-06 [1.0]\n"));
  EXPECT_TRUE(agree("= 0.02 [0.001]\n", "= 0.02 [-0.01]\n"));
  EXPECT_FALSE(agree("= 0.02 [0.03]\n", "= 0.02 [-0.01]\n"));
  EXPECT_FALSE(agree("1.0\n", "1.0000001\n"));
  EXPECT_FALSE(agree("1.0\n", "1.0\n2.0\n"));
  EXPECT_TRUE(agree("raises: A b\n", "raises: C d\n"));
}

}  // namespace
}  // namespace runahead::testing_support
