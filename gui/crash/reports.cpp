// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of small files.
#include "gui/crash/reports.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include "core/base/quote.h"

namespace runahead::gui {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = 1 << 16;

struct Found {
  std::string path;
  std::time_t when;
};

std::vector<Found> found() {
  std::vector<Found> all;
  const std::string folder = reportFolder();
  if (folder.empty()) return all;
  std::error_code none;
  for (auto entry = fs::directory_iterator(folder, none); !none && entry != fs::directory_iterator();
       entry.increment(none)) {
    const std::string path = entry->path().string();
    struct stat status;
    if (path.ends_with(".txt") && ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode))
      all.push_back({path, status.st_mtime});
  }
  std::ranges::sort(all, [](const Found& a, const Found& b) {
    return a.when != b.when ? a.when > b.when : a.path > b.path;
  });
  return all;
}

std::string textIn(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return {};
  std::string text(kMostBytes, '\0');
  const ssize_t size = ::read(file, text.data(), text.size());
  ::close(file);
  text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return without_controls(text, true);
}

std::string lineOf(const std::string& text, std::string_view head) {
  const std::size_t line = text.find(head);
  if (line == std::string::npos) return {};
  return text.substr(line + head.size(), text.find('\n', line + 1) - line - head.size());
}

}  // namespace

std::string reportFolder() {
  const char* const data = std::getenv("XDG_DATA_HOME");
  if (data && data[0] == '/') return std::string(data) + "/runahead/crashes";
  const char* const home = std::getenv("HOME");
  return home && home[0] == '/' ? std::string(home) + "/.local/share/runahead/crashes" : std::string();
}

std::vector<CrashReport> crashReports() {
  std::vector<CrashReport> reports;
  for (const Found& one : found()) {
    std::string text = textIn(one.path);
    CrashReport report{one.path, lineOf(text, "\nwhat: "), lineOf(text, "\ncommand: "), std::move(text),
                       one.when};
    if (!report.what.empty()) reports.push_back(std::move(report));  // else begun, and no more
  }
  return reports;
}

void forgetReport(const CrashReport& report) {
  ::unlink(report.path.c_str());
}

void thinReports() {
  const std::vector<Found> all = found();
  for (std::size_t i = kMostReports; i < all.size(); ++i) ::unlink(all[i].path.c_str());
}

}  // namespace runahead::gui
