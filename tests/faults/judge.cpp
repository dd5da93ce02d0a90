// SPDX-License-Identifier: GPL-3.0-or-later
// Status, words, files.
#include "tests/faults/judge.h"

#include <signal.h>

#include <algorithm>
#include <string_view>

namespace runahead::faults {
namespace {

std::string of_files(const Files& after, const Ends& ends, bool succeeded, bool same) {
  for (const auto& [name, text] : after) {
    const auto written = ends.written.find(name);
    if (written == ends.written.end()) return name + " is left over";
    const bool old = text == ends.before.at(name);
    // What is another each time is at least whole if it ends as it should.
    const auto end = [](const std::string& file) {
      return file.substr(file.size() - std::min<std::size_t>(file.size(), 1));
    };
    const bool fresh = same ? text == written->second : !text.empty() && end(text) == end(written->second);
    if (!old && !fresh) return name + " is neither the old file nor the new one";
    if (succeeded && !fresh) return name + " is not the new file";
  }
  for (const auto& [name, text] : ends.before) {
    if (!after.contains(name)) return name + " is gone";
  }
  return "";
}

}  // namespace

std::string complaint(const testing_support::Finished& finished, const Files& after, const Ends& ends) {
  if (finished.status == 128 + SIGALRM) return "no end";
  if (finished.status >= 128) return "signal " + std::to_string(finished.status - 128);
  if (finished.status > 2) return "status " + std::to_string(finished.status);
  const bool succeeded = finished.status == 0;
  if (succeeded && !finished.err.empty()) return "success, and words on standard error";
  if (!succeeded) {
    const auto lines = std::count(finished.err.begin(), finished.err.end(), '\n');
    if (lines != 1 || !finished.err.ends_with('\n'))
      return std::to_string(lines) + " lines on standard error";
    if (!finished.err.starts_with("runahead: ")) return "a line that is not the program's";
  }
  constexpr std::string_view kUnsaved = "not saved: ";
  const bool unsaved = ends.in_window && finished.out.starts_with(kUnsaved);
  if (unsaved && finished.out.size() <= kUnsaved.size() + 1)
    return "the window does not say why nothing was saved";
  if (succeeded && ends.same && !unsaved && finished.out != ends.out) return "other numbers";
  // A run in which a task failed has a record, too, and that is what is written.
  const bool task = finished.err.starts_with("runahead: the run failed: [") &&
                    !finished.err.ends_with("nothing was written\n");
  return of_files(after, ends, succeeded && !unsaved, ends.same && !task && !ends.in_window);
}

}  // namespace runahead::faults
