// SPDX-License-Identifier: GPL-3.0-or-later
// The commands, and what they read.
#include "tests/faults/cases.h"

#include <filesystem>
#include <stdexcept>

#include "tests/cli/program.h"

namespace runahead::faults {
namespace {

namespace fs = std::filesystem;
using testing_support::Finished;
using testing_support::read_file;
using testing_support::TemporaryDirectory;
using testing_support::write_file;

constexpr const char* kProgram =
    "import numpy as np\n"
    "a = np.ones((2, 3))\n"
    "b = a * 2\n"
    "print(b.sum())\n";

constexpr const char* kNotebook =
    R"({"cells": [{"cell_type": "code", "source": ["import numpy as np\n", "a = np.ones((2, 3))\n"]},)"
    R"( {"cell_type": "code", "source": ["print((a * 2).sum())\n"]}], "metadata": {}, "nbformat": 4,)"
    R"( "nbformat_minor": 5})";

std::vector<std::string> small_run(std::vector<std::string> more) {
  std::vector<std::string> words{"run", "four-statements", "--preset", "step", "--clock", "virtual"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Files made_by(std::vector<std::string> words, const std::string& name) {
  TemporaryDirectory folder;
  words.push_back(folder.file(name));
  const Finished finished = testing_support::run_program(words);
  if (finished.status != 0) throw std::runtime_error(name + " cannot be made: " + finished.err);
  return {{name, read_file(folder.file(name))}};
}

}  // namespace

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const char* ending : {"json", "csv", "runahead", "svg", "png", "pdf", "html"}) {
    cases.push_back({ending, small_run({"--export", std::string("@/out.") + ending})});
  }
  cases.push_back({"numbers", small_run({"--json"})});
  cases.push_back({"worksheet", small_run({"--worksheet", "--export", "@/sheet.png"})});
  cases.push_back({"steps", small_run({"--steps", "statement", "--export", "@/step.svg"})});
  cases.push_back(
      {"several", small_run({"--export", "@/a.json", "--export", "@/b.csv", "--export", "@/c.runahead"})});
  cases.push_back({"open-trace", {"open", "@/in.json", "--export", "@/out.csv"}});
  cases.push_back({"open-session", {"open", "@/in.runahead", "--export", "@/out.runahead"}});
  cases.push_back({"costs", small_run({"--costs", "@/in.costs", "--export", "@/out.csv"})});
  cases.push_back({"program", {"run", "@/in.py", "--clock", "virtual", "--export", "@/out.csv"}});
  cases.push_back({"notebook", {"run", "@/in.ipynb", "--clock", "virtual", "--export", "@/out.csv"}});
  cases.push_back(
      {.name = "live",
       .words = {"run", "four-statements", "--preset", "step", "--workers", "3", "--export", "@/out.csv"},
       .same = false});
  cases.push_back({.name = "device",
                   .words = {"run", "cpu-matmul-async", "--preset", "step", "--device", "cuda", "--mode",
                             "stream", "--export", "@/out.csv"},
                   .same = false,
                   .on_stub = true});
  cases.push_back({.name = "lecture", .words = {"lecture", "loop", "--export", "@/lecture"}, .quick = false});
  cases.push_back(
      {.name = "calibrate", .words = {"calibrate", "@/out.costs"}, .same = false, .quick = false});
  cases.push_back({.name = "window", .words = {"open", "@/in.runahead"}, .quick = false, .in_window = true});
  cases.push_back({.name = "gallery", .words = {"gallery", "@/gallery"}, .quick = false, .every = 400});
  return cases;
}

Files input_of(const Case& one) {
  if (one.name == "open-trace") return made_by(small_run({"--export"}), "in.json");
  if (one.name == "open-session" || one.name == "window")
    return made_by(small_run({"--mode", "async", "--mode", "sync", "--export"}), "in.runahead");
  if (one.name == "costs") return made_by({"calibrate"}, "in.costs");
  if (one.name == "program") return {{"in.py", kProgram}};
  if (one.name == "notebook") return {{"in.ipynb", kNotebook}};
  return {};
}

Files files_in(const std::string& folder) {
  Files files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      files[fs::relative(entry.path(), folder).generic_string()] = read_file(entry.path().string());
    }
  }
  return files;
}

void put_files(const std::string& folder, const Files& files) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  for (const auto& [name, text] : files) {
    const fs::path path = fs::path(folder) / name;
    fs::create_directories(path.parent_path());
    write_file(path.string(), text);
  }
}

}  // namespace runahead::faults
