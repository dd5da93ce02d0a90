// SPDX-License-Identifier: GPL-3.0-or-later
// Exports of virtual runs against the files beside this one, byte for byte: traces and tables everywhere,
// pictures where fonts and Qt are those that they were made with. RUNAHEAD_UPDATE_GOLDEN=1 in the environment
// writes the files instead; read the difference before it is committed. Not here: whether a run repeats
// itself (tests/cli/repeatable_test.cpp).
#include <gmock/gmock.h>

#include <QCryptographicHash>
#include <QtGlobal>
#include <cstdlib>
#include <map>
#include <sstream>

#include "tests/cli/program.h"

namespace runahead::testing_support {
namespace {

struct Case {
  std::string name;
  std::vector<std::string> words;
};

const Case kCases[] = {
    {"four-statements", {"four-statements", "--mode", "async"}},
    {"increment-loop", {"increment-loop", "--preset", "step", "--waits", "each", "--waits", "none"}},
    {"barriers", {"barriers", "--preset", "step", "--workers", "2"}},
    {"training-memory", {"training-memory", "--preset", "step", "--mode", "stream"}},
    {"lazy-loop", {"lazy-loop", "--preset", "step"}},
    {"eager-vs-function", {"eager-vs-function", "--preset", "step", "--mode", "sync", "--mode", "function"}},
    {"late-error", {"late-error", "--preset", "step"}},
    {"wait-on-intermediate", {"wait-on-intermediate", "--preset", "step", "--mode", "stream"}},
    {"dead-assignment", {"dead-assignment", "--preset", "step", "--mode", "lazy", "--mode", "stream"}},
};

/// Larger pictures are kept as a hash.
constexpr std::size_t kMostBytes = 140'000;

bool updates() {
  return std::getenv("RUNAHEAD_UPDATE_GOLDEN") != nullptr;
}

std::string golden(const std::string& name) {
  return std::string(RUNAHEAD_GOLDEN "/") + name;
}

std::string sha256(const std::string& bytes) {
  return QCryptographicHash::hash(QByteArray::fromStdString(bytes), QCryptographicHash::Sha256)
      .toHex()
      .toStdString();
}

/// What a picture depends on beside the run: Qt, and the fonts of resources/packages.
std::map<std::string, std::string> surroundings() {
  std::map<std::string, std::string> versions{{"Qt", qVersion()}};
  for (const char* font :
       {"opentype/inter/Inter-Regular.otf", "opentype/inter/Inter-SemiBold.otf",
        "opentype/inter/Inter-Bold.otf", "truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
        "truetype/jetbrains-mono/JetBrainsMono-Bold.ttf", "truetype/dejavu/DejaVuSans.ttf"}) {
    const std::string bytes = read_file(std::string("/usr/share/fonts/") + font);
    versions[font] = bytes.empty() ? "missing" : sha256(bytes);
  }
  return versions;
}

/// Lines of a name and a value.
using Lines = std::map<std::string, std::string>;

Lines read_lines(const std::string& path) {
  Lines lines;
  std::istringstream text(read_file(path));
  for (std::string name, value; text >> name >> value;) lines[name] = value;
  return lines;
}

void write_lines(const std::string& path, const Lines& lines) {
  std::string text;
  for (const auto& [name, value] : lines) text += name + ' ' + value + '\n';
  write_file(path, text);
}

void export_run(const Case& one, const TemporaryDirectory& directory,
                const std::vector<std::string>& endings) {
  std::vector<std::string> words = {"run"};
  words.insert(words.end(), one.words.begin(), one.words.end());
  words.insert(words.end(), {"--clock", "virtual"});
  for (const std::string& ending : endings) words.insert(words.end(), {"--export", one.name + ending});
  const Finished finished = Program(words).working_directory(directory.path()).run();
  ASSERT_EQ(finished.status, 0) << finished.err;
}

/// Says where two texts part.
void expect_same(const std::string& expected, const std::string& found, const std::string& name) {
  if (expected == found) return;
  const std::size_t common = static_cast<std::size_t>(
      std::mismatch(expected.begin(), expected.end(), found.begin(), found.end()).first - expected.begin());
  const std::size_t from = common - std::min<std::size_t>(common, 60);
  ADD_FAILURE() << name << " differs from tests/golden/files at byte " << common << ":\n  expected …"
                << expected.substr(from, 120) << "\n  found    …" << found.substr(from, 120);
}

TEST(Golden, TracesAndTables) {
  for (const Case& one : kCases) {
    TemporaryDirectory directory;
    export_run(one, directory, {".json", ".csv"});
    for (const char* ending : {".json", ".csv"}) {
      const std::string name = one.name + ending;
      const std::string bytes = read_file(directory.file(name));
      if (updates()) write_file(golden(name), bytes);
      expect_same(read_file(golden(name)), bytes, name);
    }
  }
}

TEST(Golden, Pictures) {
  const Lines here = surroundings();
  if (updates()) write_lines(golden("surroundings.txt"), here);
  for (const auto& [name, value] : read_lines(golden("surroundings.txt"))) {
    if (const auto found = here.find(name); found == here.end() || found->second != value) {
      GTEST_SKIP() << "The pictures were made with another " << name << " (" << value << ").";
    }
  }
  Lines hashes = updates() ? Lines() : read_lines(golden("pictures.txt"));
  for (const Case& one : kCases) {
    TemporaryDirectory directory;
    export_run(one, directory, {".svg", ".pdf", ".png"});
    for (const std::string ending : {".svg", ".pdf", ".png"}) {
      const std::string name = one.name + ending;
      const std::string bytes = read_file(directory.file(name));
      const bool whole = ending == ".svg" && bytes.size() <= kMostBytes;
      if (updates()) {
        hashes[name] = sha256(bytes);
        if (whole) write_file(golden(name), bytes);
      }
      if (whole) expect_same(read_file(golden(name)), bytes, name);
      EXPECT_EQ(hashes[name], sha256(bytes)) << name << " is another picture";
    }
  }
  if (updates()) write_lines(golden("pictures.txt"), hashes);
}

}  // namespace
}  // namespace runahead::testing_support
