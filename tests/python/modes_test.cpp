// SPDX-License-Identifier: GPL-3.0-or-later
// Random programs, in the names of each library, come to the same bits in every mode with 1 to 4 workers, and
// to about what NumPy comes to where the system's Python has it. RUNAHEAD_RANDOM_PROGRAMS=200 runs as many,
// each with every number of workers, RUNAHEAD_RANDOM_SEED=1000 begins elsewhere.
#include <gmock/gmock.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using nlohmann::json;

int number_from(const char* name, int otherwise) {
  const char* const value = std::getenv(name);
  return value ? std::stoi(value) : otherwise;
}

/// Its output; "": it failed.
std::string run_python(const std::string& words, const std::string& folder) {
  const std::string out = folder + "/out";
  const std::string command = RUNAHEAD_PEER_PYTHON " -I " + words + " > '" + out + "' 2> /dev/null";
  return std::system(command.c_str()) == 0 ? read_file(out) : "";
}

std::vector<double> numbers_in(const std::string& text) {
  static const std::regex number(R"(-?\d+(\.\d+)?(e[-+]?\d+)?)");
  std::vector<double> numbers;
  for (std::sregex_iterator found(text.begin(), text.end(), number), none; found != none; ++found)
    numbers.push_back(std::stod(found->str()));
  return numbers;
}

/// The first line that is not the same, of both.
std::string difference(const std::string& one, const std::string& other) {
  std::istringstream first(one);
  std::istringstream second(other);
  std::string a;
  std::string b;
  while (std::getline(first, a) && std::getline(second, b)) {
    if (a != b) break;
  }
  return a + "\n" + b;
}

class RandomPrograms : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(RUNAHEAD_PYTHON_MODULE)) GTEST_SKIP() << "this build has no Python";
    run_python("'" RUNAHEAD_RANDOM_PROGRAMS_PY "' '" + directory_.path() + "' " + std::to_string(first_) +
                   " " + std::to_string(count_),
               directory_.path());
  }
  std::string written(int seed, const std::string& library) const {
    return directory_.file(std::to_string(seed) + "_" + library + ".py");
  }
  /// Without importing it, which takes seconds.
  bool has(const std::string& library) const {
    const std::string asks =
        "import importlib.util; print(importlib.util.find_spec(\"" + library + "\") is not None)";
    return run_python("-c '" + asks + "'", directory_.path()) == "True\n";
  }
  static std::string library_of(int seed) {
    return std::vector<std::string>{"mxnet", "torch", "tensorflow"}[static_cast<std::size_t>(seed) % 3];
  }
  const bool many_ = std::getenv("RUNAHEAD_RANDOM_PROGRAMS") != nullptr;
  const int count_ = number_from("RUNAHEAD_RANDOM_PROGRAMS", 16);
  const int first_ = number_from("RUNAHEAD_RANDOM_SEED", 0);
  TemporaryDirectory directory_;
};

TEST_F(RandomPrograms, ComeToTheSameInEveryMode) {
  const bool numpy = has("numpy");
  int compared = 0;
  for (int seed = first_; seed < first_ + count_; ++seed) {
    const std::string program = written(seed, library_of(seed));
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + library_of(seed));
    ASSERT_TRUE(std::filesystem::exists(program)) << RUNAHEAD_PEER_PYTHON " wrote none";
    std::vector<std::string> words{"run",      "--torch", "small",  program, "--json",
                                   "--rounds", "1",       "--mode", "sync"};
    const char* const modes[] = {"async", "stream", "function", "lazy"};
    for (int i = 0; i < 4; ++i) {
      if (many_ || i != seed / 4 % 4) words.insert(words.end(), {"--mode", modes[i]});
    }
    for (int workers = 1; workers <= 4; ++workers) {
      if (many_ || workers == seed % 4 + 1) words.insert(words.end(), {"--workers", std::to_string(workers)});
    }
    if (seed % 5 == 4) words.insert(words.end(), {"--set", "max_pending=2"});
    const Finished finished = run_program(words);
    ASSERT_EQ(finished.status, 0) << finished.err;
    const json runs = json::parse(finished.out)["runs"];
    ASSERT_EQ(runs.size(), many_ ? 20U : 4U);
    const std::string plain = runs[0]["output"];
    EXPECT_EQ(runs[0]["mode"], "sync");
    EXPECT_NE(plain.find("--\n"), std::string::npos);
    for (const json& run : runs) {
      EXPECT_TRUE(run["output"] == plain) << run["mode"] << " with " << run["workers"] << " workers:\n"
                                          << difference(run["output"], plain) << "\nof mode sync";
    }
    const std::string oracle = written(seed, "numpy");
    if (!numpy || (!many_ && seed % 3 != seed / 3 % 3) || !std::filesystem::exists(oracle)) continue;
    const std::vector<double> expected = numbers_in(run_python("'" + oracle + "'", directory_.path()));
    const std::vector<double> found = numbers_in(plain.substr(0, plain.find("--\n")));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i], expected[i], 1e-3 * std::max(1.0, std::abs(expected[i]))) << "number " << i;
    }
    ++compared;
  }
  EXPECT_TRUE(!numpy || compared >= count_ / 5);
}

/// The program knows from lists of Python what is right.
TEST_F(RandomPrograms, OfViewsAreRightInEveryMode) {
  std::vector<std::string> words{"run",    "--torch",  "small", RUNAHEAD_RANDOM_VIEWS_PY,
                                 "--json", "--rounds", "1"};
  for (const char* mode : {"sync", "async", "stream", "function", "lazy"})
    words.insert(words.end(), {"--mode", mode});
  for (const char* workers : {"1", "2", "3", "4"}) words.insert(words.end(), {"--workers", workers});
  const Finished finished = run_program(words);
  ASSERT_EQ(finished.status, 0) << finished.err;
  const json runs = json::parse(finished.out)["runs"];
  ASSERT_EQ(runs.size(), 20U);
  for (const json& run : runs) {
    EXPECT_EQ(run["output"], "torch tried\nnumpy tried\n") << run["mode"] << " with " << run["workers"];
  }
  for (const std::string library : {"torch", "numpy"}) {
    if (!has(library)) continue;
    EXPECT_EQ(run_python("'" RUNAHEAD_RANDOM_VIEWS_PY "' " + library, directory_.path()),
              library + " tried\n");
  }
}

TEST_F(RandomPrograms, HaveTheGradientsOfPyTorch) {
  const std::string program = directory_.file("gradients.py");
  if (!has("torch")) GTEST_SKIP() << RUNAHEAD_PEER_PYTHON " has no torch: python3-torch is not installed";
  const std::vector<double> expected = numbers_in(run_python("'" + program + "'", directory_.path()));
  const Finished finished = run_program({"run", "--torch", "small", program, "--json"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::vector<double> found = numbers_in(json::parse(finished.out)["runs"][0]["output"]);
  ASSERT_GT(expected.size(), static_cast<std::size_t>(count_) * 20);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 2e-4 * std::max(0.01, std::abs(expected[i]))) << "number " << i;
}

TEST_F(RandomPrograms, OfNativeCallsComeToWhatPyTorchDoes) {
  std::vector<std::string> words{"run",    "--torch",  "small", RUNAHEAD_NATIVE_CALLS_PY,
                                 "--json", "--rounds", "1"};
  for (const char* mode : {"sync", "async", "stream", "function", "lazy"})
    words.insert(words.end(), {"--mode", mode});
  const Finished finished = run_program(words);
  ASSERT_EQ(finished.status, 0) << finished.err;
  const json runs = json::parse(finished.out)["runs"];
  ASSERT_EQ(runs.size(), 5U);
  for (const json& run : runs) {
    EXPECT_TRUE(run["error_output"].is_null()) << run["error_output"];
    EXPECT_EQ(run["output"], runs[0]["output"]) << run["mode"];
  }
  if (!has("torch")) return;
  const std::vector<double> expected =
      numbers_in(run_python("'" RUNAHEAD_NATIVE_CALLS_PY "'", directory_.path()));
  const std::vector<double> found = numbers_in(runs[0]["output"]);
  ASSERT_GT(expected.size(), 4000U);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-4 * std::max(1.0, std::abs(expected[i]))) << "number " << i;
}

TEST_F(RandomPrograms, ComeToTheSameUnderTheVirtualClock) {
  for (int seed = first_; seed < first_ + count_ / 6; ++seed) {
    const std::string program = written(seed, library_of(seed));
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + library_of(seed));
    std::vector<std::string> words{"run", "--torch", "small", program, "--json", "--clock", "virtual"};
    for (const char* mode : {"sync", "async", "stream", "function", "lazy"})
      words.insert(words.end(), {"--mode", mode});
    words.insert(words.end(), {"--workers", std::to_string(seed % 4 + 1)});
    const Finished finished = run_program(words);
    ASSERT_EQ(finished.status, 0) << finished.err;
    const json runs = json::parse(finished.out)["runs"];
    const std::string plain = runs[0]["output"];
    for (const json& run : runs) {
      EXPECT_TRUE(run["output"] == plain) << run["mode"] << " with " << run["workers"] << " workers:\n"
                                          << difference(run["output"], plain) << "\nof mode sync";
    }
  }
}

}  // namespace
}  // namespace runahead::testing_support
