// SPDX-License-Identifier: GPL-3.0-or-later
// Files of virtual runs are the same bytes every time: under load, in another language, time zone, folder,
// desktop, and with other random seeds of the library. Not here: whether they are the right bytes
// (tests/golden).
#include <gmock/gmock.h>

#include <atomic>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

using testing::IsEmpty;

constexpr const char* kEndings[] = {".json", ".csv", ".svg", ".pdf", ".png", ".html"};

using Files = std::map<std::string, std::string>;
using Environment = std::map<std::string, std::string>;

/// One run, and a comparison over every axis that virtual runs have.
const std::vector<std::vector<std::string>> kRuns = {
    {"run", "four-statements", "--clock", "virtual"},
    {"run", "training-memory", "--preset", "step", "--clock", "virtual", "--mode", "async", "--mode",
     "stream", "--waits", "each", "--waits", "none", "--workers", "1", "--workers", "3"},
};

Files files_of(const std::vector<std::string>& run, const Environment& environment) {
  TemporaryDirectory directory;
  std::vector<std::string> words = run;
  for (const char* ending : kEndings) words.insert(words.end(), {"--export", std::string("a") + ending});
  Program program(words);
  program.working_directory(directory.path());
  for (const auto& [name, value] : environment) program.environment(name, value);
  const Finished finished = program.run();
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_THAT(finished.err, IsEmpty());
  Files files;
  for (const char* ending : kEndings) files[ending] = read_file(directory.file(std::string("a") + ending));
  return files;
}

void expect_same(const Files& first, const Files& second, const std::string& what) {
  for (const char* ending : kEndings) {
    EXPECT_FALSE(first.at(ending).empty()) << ending;
    EXPECT_TRUE(first.at(ending) == second.at(ending)) << ending << " differs: " << what;
  }
}

TEST(Repeatable, InEverySurroundings) {
  TemporaryDirectory home;
  write_file(home.file("fonts.conf"), R"(<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<match target="pattern"><edit name="hintstyle" mode="assign"><const>hintfull</const></edit></match>
<match target="font"><edit name="hintstyle" mode="assign"><const>hintfull</const></edit></match>
</fontconfig>)");
  const std::pair<const char*, Environment> surroundings[] = {
      {"once more", {}},
      {"the C locale", {{"LC_ALL", "C"}, {"LANG", "C"}}},
      {"German, where it is installed", {{"LC_ALL", "de_DE.UTF-8"}, {"LANG", "de_DE.UTF-8"}}},
      {"Chinese", {{"LC_ALL", "zh_CN.UTF-8"}, {"LANG", "zh_CN.UTF-8"}, {"LANGUAGE", "zh"}}},
      {"a zone ahead", {{"TZ", "Asia/Kolkata"}}},
      {"a zone behind", {{"TZ", "America/St_Johns"}}},
      {"a large screen", {{"QT_SCALE_FACTOR", "2"}, {"QT_FONT_DPI", "144"}}},
      {"a desktop", {{"QT_QPA_PLATFORMTHEME", "gtk3"}, {"QT_STYLE_OVERRIDE", "windows"}}},
      {"fonts with hints", {{"FONTCONFIG_FILE", home.file("fonts.conf")}}},
      {"memory that was used before", {{"MALLOC_PERTURB_", "85"}}},
      {"no home", {{"HOME", "/nonexistent"}, {"XDG_CONFIG_HOME", "/nonexistent"}, {"XDG_RUNTIME_DIR", ""}}},
      {"no display", {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"QT_QPA_PLATFORM", ""}}},
  };
  for (const auto& run : kRuns) {
    const Files first = files_of(run, {});
    for (const auto& [what, environment] : surroundings) {
      expect_same(first, files_of(run, environment), run[1] + ", " + what);
    }
  }
}

TEST(Repeatable, UnderLoad) {
  const Files first = files_of(kRuns[1], {});
  std::atomic<bool> stop = false;
  std::vector<std::thread> load;
  for (unsigned i = 0; i < 2 * std::max(1U, std::thread::hardware_concurrency()); ++i) {
    load.emplace_back([&stop] {
      while (!stop.load(std::memory_order_relaxed)) {
      }
    });
  }
  const Files second = files_of(kRuns[1], {});
  stop = true;
  for (std::thread& thread : load) thread.join();
  expect_same(first, second, "under load");
}

/// Traces of every scenario, in every mode.
TEST(Repeatable, ForEveryScenario) {
  const auto list = nlohmann::json::parse(run_program({"list", "--json"}).out);
  for (const auto& scenario : list.at("scenarios")) {
    const std::string id = scenario.at("id");
    std::vector<std::string> words = {"run",      id,          "--preset", "step",      "--clock",
                                      "virtual",  "--workers", "1",        "--workers", "3",
                                      "--export", "a.json",    "--export", "a.csv"};
    for (const auto& mode : scenario.at("modes")) words.insert(words.end(), {"--mode", mode});
    for (const auto& waits : scenario.at("waits")) words.insert(words.end(), {"--waits", waits});
    TemporaryDirectory one, two;
    ASSERT_EQ(Program(words).working_directory(one.path()).run().status, 0) << id;
    ASSERT_EQ(Program(words).working_directory(two.path()).environment("MALLOC_PERTURB_", "85").run().status,
              0)
        << id;
    for (const char* name : {"a.json", "a.csv"}) {
      EXPECT_TRUE(read_file(one.file(name)) == read_file(two.file(name))) << id << ' ' << name;
    }
  }
}

}  // namespace
}  // namespace runahead::testing_support
