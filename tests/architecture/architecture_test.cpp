// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that a compiler does not check: what a page has to say, and how a file begins.
#include <gmock/gmock.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
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

/// "trace" of "core/trace/trace.h".
std::string room_of(const std::string& path) {
  const std::size_t from = path.find('/') + 1;
  return path.substr(from, path.find('/', from) - from);
}

TEST(Architecture, IncludesNameTheirPlaceFromTheRoot) {
  for (const SourceFile& file : sources({"kernels", "core", "gui", "tests"})) {
    for (const std::string& include : own_includes(file)) {
      EXPECT_TRUE(fs::exists(kRoot / include)) << file.path << " includes \"" << include << "\"";
    }
  }
}

/// By what one sees that a file needs a header of the standard library; a class of Qt is named like its
/// header.
const std::map<std::string, std::vector<std::string>> kSigns = {
    {"<algorithm>", {"std::ranges::",     "std::sort(",
                     "std::stable_sort(", "std::find(",
                     "std::find_if(",     "std::min(",
                     "std::max(",         "std::clamp(",
                     "std::any_of(",      "std::all_of(",
                     "std::none_of(",     "std::lower_bound(",
                     "std::upper_bound(", "std::partition_point(",
                     "std::reverse(",     "std::rotate(",
                     "std::copy(",        "std::fill(",
                     "std::transform(",   "std::unique("}},
    {"<array>", {"std::array<"}},
    {"<atomic>", {"std::atomic"}},
    {"<cmath>",
     {"std::round(", "std::lround(", "std::llround(", "std::floor(", "std::ceil(", "std::sqrt(", "std::pow(",
      "std::log(", "std::log2(", "std::log10(", "std::exp(", "std::isnan("}},
    {"<cstdint>", {"std::int64_t", "std::uint64_t", "std::int32_t", "std::uint32_t", "std::uint8_t"}},
    {"<deque>", {"std::deque<"}},
    {"<functional>", {"std::function<", "std::hash<", "std::greater", "std::less<"}},
    {"<map>", {"std::map<", "std::multimap<"}},
    {"<memory>",
     {"std::unique_ptr", "std::shared_ptr", "std::weak_ptr", "std::make_unique", "std::make_shared"}},
    {"<mutex>", {"std::mutex", "std::lock_guard", "std::unique_lock"}},
    {"<optional>", {"std::optional", "std::nullopt"}},
    {"<span>", {"std::span"}},
    {"<string>", {"std::string ", "std::string>", "std::string&", "std::string(", "std::to_string("}},
    {"<string_view>", {"std::string_view"}},
    {"<unordered_map>", {"std::unordered_map<"}},
    {"<utility>", {"std::move(", "std::exchange(", "std::pair<", "std::swap(", "std::forward<"}},
    {"<variant>", {"std::variant<", "std::visit(", "std::get_if<", "std::holds_alternative<"}},
    {"<vector>", {"std::vector"}},
};

/// A header only declares what it has pointers and references to.
bool names_class(const std::string& line, const std::string& name, bool in_header) {
  const auto in_word = [](char one) { return std::isalnum(static_cast<unsigned char>(one)) || one == '_'; };
  for (auto at = line.find(name); at != std::string::npos; at = line.find(name, at + 1)) {
    const auto end = at + name.size();
    const char after = end < line.size() ? line[end] : ' ';
    if (in_word(after) || (at > 0 && in_word(line[at - 1]))) continue;
    if (line.starts_with("class ") && after == ';') continue;
    if (!in_header || (after != '*' && after != '&')) return true;
  }
  return false;
}

bool needs(const SourceFile& file, const std::string& header) {
  const auto signs = kSigns.find(header);
  return std::any_of(file.lines.begin(), file.lines.end(), [&](const std::string& line) {
    if (line.starts_with("#include")) return false;
    const std::string code = line.substr(0, line.find("//"));
    if (signs == kSigns.end())
      return names_class(code, header.substr(1, header.size() - 2), file.path.ends_with(".h"));
    return std::any_of(signs->second.begin(), signs->second.end(),
                       [&](const std::string& sign) { return code.find(sign) != std::string::npos; });
  });
}

/// What a file includes, and what that includes, of the project's own.
const std::set<std::string>& all_includes(const std::map<std::string, SourceFile>& files,
                                          const std::string& path) {
  static std::map<std::string, std::set<std::string>> known;
  if (const auto found = known.find(path); found != known.end()) return found->second;
  std::set<std::string> all;
  for (const std::string& one : includes(files.at(path))) {
    all.insert(one);
    const std::string own = one.substr(1, one.size() - 2);
    if (files.count(own) > 0) all.merge(std::set(all_includes(files, own)));
  }
  return known[path] = all;
}

// Headers that are compiled beforehand hide that a file does not include what it needs. QWidget comes with
// every widget.
TEST(Architecture, FilesIncludeWhatIsCompiledBeforehand) {
  std::map<std::string, SourceFile> all;
  for (const SourceFile& file : sources({"core", "gui", "kernels"})) all[file.path] = file;
  for (const std::string beforehand : {"core/base/precompiled.h", "gui/precompiled.h"}) {
    for (const std::string& header : includes(all.at(beforehand))) {
      if (header == "<QWidget>") continue;
      EXPECT_TRUE(header[1] == 'Q' || kSigns.count(header) > 0) << header << ": by what is it seen?";
      for (const auto& [path, file] : all) {
        if (!path.starts_with(beforehand.substr(0, beforehand.find('/') + 1))) continue;
        EXPECT_TRUE(all_includes(all, path).count(header) > 0 || !needs(file, header))
            << path << " needs " << header;
      }
    }
  }
}

/// What headers of these include in turn, the compiler shows the gui as well.
TEST(Architecture, TheGuiSeesRunsAndTracesOnly) {
  const std::set<std::string> rooms = {"base", "trace", "scenario", "analysis", "session", "io"};
  for (const SourceFile& file : sources({"gui"})) {
    for (const std::string& include : own_includes(file)) {
      if (include.starts_with("gui/")) continue;
      ASSERT_TRUE(include.starts_with("core/")) << file.path << " includes " << include;
      EXPECT_TRUE(rooms.contains(room_of(include))) << file.path << " includes " << include;
    }
  }
}

TEST(Architecture, FilesSayWhatTheyAre) {
  for (const SourceFile& file : sources({"kernels", "core", "gui", "tests"})) {
    ASSERT_GE(file.lines.size(), 2u) << file.path;
    EXPECT_EQ(file.lines[0], "// SPDX-License-Identifier: GPL-3.0-or-later") << file.path;
    EXPECT_TRUE(file.lines[1].starts_with("// ")) << file.path << " does not say what it is";
  }
  for (const SourceFile& file :
       files({"kernels", "core", "gui", "tests"}, std::regex("^CMakeLists\\.txt$"))) {
    ASSERT_FALSE(file.lines.empty()) << file.path;
    EXPECT_EQ(file.lines[0], "# SPDX-License-Identifier: GPL-3.0-or-later") << file.path;
  }
}

/// From the root, from gui or core, or from the folder of the file that names it.
TEST(Architecture, CommentsAndPagesNameFilesThatAreThere) {
  static const std::regex kName(R"((^|[^\w./<*-])((?:\w+/)*\w+\.(?:h|cpp|cu))\b)");
  std::vector<SourceFile> pages = files({"kernels", "core", "gui", "tests"}, std::regex("^README\\.md$"));
  for (const char* page : {"README.md", "CONTRIBUTING.md"}) pages.push_back({page, lines_of(kRoot / page)});
  for (SourceFile& file : sources({"kernels", "core", "gui", "tests"})) {
    for (std::string& line : file.lines) line.erase(0, std::min(line.find("//"), line.size()));
    pages.push_back(std::move(file));
  }
  for (const SourceFile& page : pages) {
    const std::vector<fs::path> folders = {kRoot, kRoot / "gui", kRoot / "core", kRoot / page.part(0),
                                           (kRoot / page.path).parent_path()};
    for (const std::string& line : page.lines) {
      for (std::sregex_iterator name(line.begin(), line.end(), kName), end; name != end; ++name) {
        EXPECT_TRUE(
            std::any_of(folders.begin(), folders.end(),
                        [&](const fs::path& folder) { return fs::exists(folder / (*name)[2].str()); }))
            << page.path << " names " << (*name)[2];
      }
    }
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
    const bool explained =
        fs::exists(folder / "README.md") ||
        (folder.parent_path() != kRoot / "gui" && fs::exists(folder.parent_path() / "README.md"));
    EXPECT_TRUE(explained) << folder << " has no README.md";
  }
}

TEST(Architecture, TheMapOfTheGuiHasItsFolders) {
  std::string map;
  for (const std::string& line : lines_of(kRoot / "gui/README.md")) map += line + '\n';
  for (const auto& entry : fs::directory_iterator(kRoot / "gui")) {
    if (entry.is_directory()) {
      EXPECT_NE(map.find("\n| `" + entry.path().filename().string() + "` |"), std::string::npos)
          << "gui/README.md has no " << entry.path().filename();
    }
  }
}

TEST(Architecture, NothingDependsOnTheMachineItWasWrittenOn) {
  const std::regex path(R"(/(home|root|work)/[a-z])");
  for (const SourceFile& file : sources({"kernels", "core", "gui"})) {
    for (const std::string& line : file.lines)
      EXPECT_FALSE(std::regex_search(line, path)) << file.path << ": " << line;
  }
}

TEST(Architecture, PagesForReadersStayShort) {
  for (const auto& [page, limit] : {std::pair{"README.md", 1500}, {"CONTRIBUTING.md", 800}}) {
    std::ifstream text(kRoot / page);
    EXPECT_LE(std::distance(std::istream_iterator<std::string>(text), {}), limit) << "words of " << page;
  }
}

TEST(Architecture, TheManualListsItsPages) {
  std::string index;
  for (const std::string& line : lines_of(kRoot / "resources/manual/index.md")) index += line;
  for (const auto& page : fs::directory_iterator(kRoot / "resources/manual")) {
    const std::string name = page.path().filename().string();
    EXPECT_TRUE(name == "index.md" || index.find("](" + name + ")") != std::string::npos) << name;
  }
}

}  // namespace
