// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that a compiler does not check: who may include what, and how a file begins.
// Not here: what code does.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = RUNAHEAD_SOURCE_DIR;

struct SourceFile {
  std::string path;  ///< from the root: "core/trace/trace.h"
  std::vector<std::string> lines;

  std::string part(std::size_t index) const {
    const fs::path whole(path);
    auto piece = whole.begin();
    std::advance(piece, static_cast<std::ptrdiff_t>(index));
    return piece->string();
  }
};

std::vector<std::string> lines_of(const fs::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<SourceFile> files(const std::vector<std::string>& folders, const std::regex& name) {
  std::vector<SourceFile> found;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (!entry.is_regular_file() || !std::regex_search(entry.path().filename().string(), name)) continue;
      found.push_back({fs::relative(entry.path(), kRoot).generic_string(), lines_of(entry.path())});
    }
  }
  return found;
}

std::vector<SourceFile> sources(const std::vector<std::string>& folders) {
  return files(folders, std::regex("\\.(h|cpp|cu|cuh)$"));
}

/// What a file includes, with its brackets or quotes: "<vector>", "\"core/base/ids.h\"".
std::vector<std::string> includes(const SourceFile& file) {
  static const std::regex kInclude(R"(^\s*#\s*include\s*([<"][^>"]+[>"]))");
  std::vector<std::string> found;
  for (const std::string& line : file.lines) {
    if (std::smatch match; std::regex_search(line, match, kInclude)) found.push_back(match[1]);
  }
  return found;
}

/// The includes of files of this project, without quotes.
std::vector<std::string> own_includes(const SourceFile& file) {
  std::vector<std::string> found;
  for (const std::string& include : includes(file)) {
    // What Qt's moc makes lies in the build folder.
    if (include[0] == '"' && !include.ends_with(".moc\""))
      found.push_back(include.substr(1, include.size() - 2));
  }
  return found;
}

/// Rooms of core, bottom to top: a room includes itself and what is below.
const std::vector<std::string> kRooms = {"base", "trace",    "engine",   "device", "tensor",
                                         "nn",   "scenario", "analysis", "io"};

std::ptrdiff_t height(const std::string& room) {
  return std::find(kRooms.begin(), kRooms.end(), room) - kRooms.begin();
}

TEST(Architecture, IncludesNameTheirPlaceFromTheRoot) {
  for (const SourceFile& file : sources({"kernels", "core", "gui", "tests"})) {
    for (const std::string& include : own_includes(file)) {
      EXPECT_TRUE(fs::exists(kRoot / include)) << file.path << " includes \"" << include << "\"";
    }
  }
}

TEST(Architecture, KernelsIncludeNothingAbove) {
  for (const SourceFile& file : sources({"kernels"})) {
    for (const std::string& include : own_includes(file)) {
      EXPECT_TRUE(include.starts_with("kernels/")) << file.path << " includes " << include;
    }
  }
}

TEST(Architecture, CoreKeepsTheOrderOfItsRooms) {
  for (const SourceFile& file : sources({"core"})) {
    const std::string room = file.part(1);
    ASSERT_LT(height(room), static_cast<std::ptrdiff_t>(kRooms.size())) << file.path << ": unknown room";
    for (const std::string& include : own_includes(file)) {
      if (include.starts_with("kernels/")) continue;
      ASSERT_TRUE(include.starts_with("core/")) << file.path << " includes " << include;
      const std::string other = include.substr(5, include.find('/', 5) - 5);
      EXPECT_LE(height(other), height(room)) << file.path << " includes " << include;
    }
  }
}

TEST(Architecture, QtStaysInTheGui) {
  const std::regex qt(R"(^[<"](Q[A-Z]|Qt|Qsci/))");
  for (const SourceFile& file : sources({"kernels", "core"})) {
    for (const std::string& include : includes(file)) {
      EXPECT_FALSE(std::regex_search(include, qt)) << file.path << " includes " << include;
    }
  }
}

TEST(Architecture, TheGuiSeesRunsAndTracesOnly) {
  const std::set<std::string> rooms = {"base", "trace", "scenario", "analysis", "io"};
  for (const SourceFile& file : sources({"gui"})) {
    for (const std::string& include : own_includes(file)) {
      if (include.starts_with("gui/")) continue;
      ASSERT_TRUE(include.starts_with("core/")) << file.path << " includes " << include;
      const std::string room = include.substr(5, include.find('/', 5) - 5);
      EXPECT_TRUE(rooms.count(room)) << file.path << " includes " << include;
    }
  }
}

TEST(Architecture, FilesSayWhatTheyAre) {
  for (const SourceFile& file : sources({"kernels", "core", "gui", "tests"})) {
    ASSERT_GE(file.lines.size(), 3u) << file.path;
    EXPECT_EQ(file.lines[0], "// SPDX-License-Identifier: GPL-3.0-or-later") << file.path;
    EXPECT_TRUE(file.lines[1].starts_with("// ")) << file.path << " does not say what it is";
    const bool both = file.lines[2].starts_with("// ") || file.lines[1].find(" Not ") != std::string::npos;
    EXPECT_TRUE(both || file.part(0) == "tests") << file.path << " does not say what it is not";
  }
  for (const SourceFile& file :
       files({"kernels", "core", "gui", "tests"}, std::regex("^CMakeLists\\.txt$"))) {
    ASSERT_FALSE(file.lines.empty()) << file.path;
    EXPECT_EQ(file.lines[0], "# SPDX-License-Identifier: GPL-3.0-or-later") << file.path;
  }
}

TEST(Architecture, FilesStayShort) {
  for (const SourceFile& file : sources({"kernels", "core", "gui", "tests"})) {
    EXPECT_LE(file.lines.size(), 600u) << file.path;
  }
}

TEST(Architecture, FoldersExplainThemselves) {
  std::set<fs::path> folders;
  for (const SourceFile& file : sources({"kernels", "core", "gui"})) {
    folders.insert((kRoot / file.path).parent_path());
  }
  for (const fs::path& folder : folders) {
    // A collection of like files is explained where it is used.
    const bool explained = fs::exists(folder / "README.md") || fs::exists(folder.parent_path() / "README.md");
    EXPECT_TRUE(explained) << folder << " has no README.md";
  }
}

TEST(Architecture, NothingDependsOnTheMachineItWasWrittenOn) {
  const std::regex path(R"(/(home|root|work)/[a-z])");
  for (const SourceFile& file : sources({"kernels", "core", "gui"})) {
    for (const std::string& line : file.lines)
      EXPECT_FALSE(std::regex_search(line, path)) << file.path << ": " << line;
  }
}

/// While what comes after the cursor is hidden, panes see the run as it stood there: ViewState::trace(). The
/// whole record is for what moves the cursor, keeps the run or writes it.
TEST(Architecture, OnlyFewReadBeyondTheCursor) {
  const std::set<std::string> allowed = {"gui/compare/compare_pane.cpp",  "gui/model/fit_results.cpp",
                                         "gui/model/path_panel.cpp",      "gui/transport/player.cpp",
                                         "gui/window/window_actions.cpp", "gui/window/window_driving.cpp",
                                         "gui/window/window_runs.cpp"};
  static const std::regex kReads(R"((->|\.)recorded\(\))");
  for (const SourceFile& file : sources({"gui"})) {
    if (file.path.starts_with("gui/view/")) continue;
    const bool reads = std::any_of(file.lines.begin(), file.lines.end(),
                                   [](const std::string& line) { return std::regex_search(line, kReads); });
    EXPECT_TRUE(!reads || allowed.contains(file.path)) << file.path << " reads what may be hidden";
  }
}

}  // namespace
