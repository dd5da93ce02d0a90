// SPDX-License-Identifier: GPL-3.0-or-later
// The keys and gestures as a reader sees them: in the overlay, on the first page and in the manual. The keys
// are the command table's; built without Qt, as the table is.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gui/text/window_commands.h"

namespace runahead::gui {

/// A line of what can be pressed, and done with the pointer.
struct KeyLine {
  const char* what;           ///< in English (widgets/commands.h: keyMeaning)
  WindowCommand commands[3];  ///< whose keys begin the line
  int count = 0;              ///< of them
  const char* keys = "";      ///< of a line without commands: a gesture, or a key that only questions know
  bool first = false;         ///< on the first page too
};

#define TEXT(text) QT_TRANSLATE_NOOP("Runahead", text)
inline constexpr KeyLine kKeyLines[] = {
    {TEXT("run"), {WindowCommand::run}, 1, "", true},
    {TEXT("stop the run"), {WindowCommand::stop}, 1},
    {TEXT("zoom in, out"), {WindowCommand::zoomIn, WindowCommand::zoomOut}, 2, "", true},
    {TEXT("move left, right"), {WindowCommand::panLeft, WindowCommand::panRight}, 2, "", true},
    {TEXT("zoom to the selection"), {WindowCommand::zoomToSelection}, 1},
    {TEXT("the whole run"), {WindowCommand::fitAll}, 1},
    {TEXT("play, pause"), {WindowCommand::play}, 1},
    {TEXT("one event back, forward"), {WindowCommand::previousEvent, WindowCommand::nextEvent}, 2},
    {TEXT("one statement (also Page keys)"),
     {WindowCommand::previousStatement, WindowCommand::nextStatement},
     2},
    {TEXT("to a task’s start or end"), {WindowCommand::previousTaskMoment, WindowCommand::nextTaskMoment}, 2},
    {TEXT("to where a wait begins or ends"), {WindowCommand::previousWait, WindowCommand::nextWait}, 2},
    {TEXT("start, end of the run"), {WindowCommand::goToStart, WindowCommand::goToEnd}, 2},
    {TEXT("go to a line"), {WindowCommand::goToLine}, 1},
    {TEXT("breakpoint on the line"), {WindowCommand::breakPoint}, 1},
    {TEXT("next, previous breakpoint"),
     {WindowCommand::nextBreakPoint, WindowCommand::previousBreakPoint},
     2},
    {TEXT("previous, next task"), {WindowCommand::previousTask, WindowCommand::nextTask}, 2, "", true},
    {TEXT("follow the task’s arrow"), {WindowCommand::followBack, WindowCommand::followForward}, 2, "", true},
    {TEXT("set or remove a bookmark"), {WindowCommand::mark}, 1},
    {TEXT("write a note here (manual: Shift N)"), {WindowCommand::note}, 1},
    {TEXT("remove the bookmark or note here"), {WindowCommand::removeBookmark}, 1},
    {TEXT("manual: issue the next statement"), {WindowCommand::driveIssue}, 1},
    {TEXT("manual: start a task, end one"), {WindowCommand::driveStart, WindowCommand::driveEnd}, 2},
    {TEXT("manual: to a wait, breakpoint, end"),
     {WindowCommand::driveToWait, WindowCommand::driveToBreakPoint, WindowCommand::driveToEnd},
     3},
    {TEXT("compare runs, or one alone"), {WindowCommand::compare}, 1},
    {TEXT("close the run (Shift: the program)"), {WindowCommand::closeRun}, 1},
    {TEXT("bring back what was closed"), {WindowCommand::undoClose}, 1},
    {TEXT("name the run, keep it"), {WindowCommand::renameRun, WindowCommand::keepRun}, 2},
    {TEXT("previous, next run (Shift: move it)"), {WindowCommand::previousRun, WindowCommand::nextRun}, 2},
    {TEXT("find tasks (in a text: words)"), {WindowCommand::findTasks, WindowCommand::find}, 2},
    {TEXT("next, previous match"), {WindowCommand::findNext, WindowCommand::findPrevious}, 2},
    {TEXT("in a program: replace, comment lines"), {WindowCommand::replace, WindowCommand::comment}, 2},
    {TEXT("close a message, clear what is chosen"), {WindowCommand::clear}, 1},
    {TEXT("all keys"), {WindowCommand::keys}, 1, "", true},
    {TEXT("put the cursor, select a task"), {}, 0, "click"},
    {TEXT("click: breakpoint; right of it: wait"), {}, 0, "margin"},
    {TEXT("select a range of time"), {}, 0, "drag"},
    {TEXT("scroll the lanes"), {}, 0, "wheel"},
    {TEXT("move left, right"), {}, 0, "Shift+wheel"},
    {TEXT("zoom at the pointer"), {}, 0, "Ctrl+wheel"},
    {TEXT("move left, right"), {}, 0, "Shift+drag"},
    {TEXT("present (F5: a lecture from its start)"), {WindowCommand::present}, 1},
    {TEXT("ask the class a question (Esc ends it)"), {WindowCommand::ask}, 1},
    {TEXT("hands for an answer (Shift: fewer)"), {}, 0, "1 2 3 4"},
    {TEXT("show the answer to the question"), {}, 0, "Enter"},
    {TEXT("slides of the lecture; add this view"), {WindowCommand::lecture, WindowCommand::addView}, 2},
    {TEXT("new program (Shift: session); open"), {WindowCommand::newProgram, WindowCommand::open}, 2},
    {TEXT("save the program, or the session"), {WindowCommand::save}, 1},
    {TEXT("export (Ctrl Shift C: copy picture)"), {WindowCommand::exportRun}, 1},
    {TEXT("zoom the interface (0: normal size)"), {WindowCommand::larger, WindowCommand::smaller}, 2},
    {TEXT("quit"), {WindowCommand::quit}, 1},
};
#undef TEXT

/// "Ctrl+R; F5" in two.
inline std::vector<std::string> split_keys(std::string all) {
  std::vector<std::string> keys;
  while (!all.empty()) {
    const std::size_t end = all.find("; ");
    keys.push_back(all.substr(0, end));
    all.erase(0, end == std::string::npos ? end : end + 2);
  }
  return keys;
}

/// Of a command; the keys of one hand come first.
inline std::vector<std::string> keys_of(const WindowCommandRow& row) {
  std::vector<std::string> keys = split_keys(row.hand);
  for (std::string& key : split_keys(row.keys)) keys.push_back(std::move(key));
  return keys;
}

/// Adds a key to a line of them: "Shift+← →", where what is held down is said once.
class KeyText {
 public:
  void add(const std::string& key, const char* between) {
    const std::size_t plus = key.size() > 1 ? key.find_last_of('+', key.size() - 2) : std::string::npos;
    const std::string with = plus == std::string::npos ? "" : key.substr(0, plus + 1);
    std::string cap = key.substr(with.size());
    for (const auto& [name, sign] : {std::pair{"Left", "←"},
                                     {"Right", "→"},
                                     {"Del", "Delete"},
                                     {"PgDown", "PgDn"},
                                     {"Return", "Enter"},
                                     {"+", "plus"},
                                     {"-", "minus"}}) {
      if (cap == name) cap = sign;
    }
    const bool first = m_shown.empty();
    m_shown += first ? "" : with == m_held ? between : ", ";
    m_shown += !first && with == m_held ? cap : with + cap;
    m_held = with;
  }
  const std::string& shown() const { return m_shown; }

 private:
  std::string m_shown, m_held;
};

/// Of the first key of each command; the second key of a command that stands alone: "Ctrl+R, F5".
inline std::string shown_keys(const KeyLine& line) {
  if (line.count == 0) return line.keys;
  KeyText text;
  for (int i = 0; i < line.count; ++i) text.add(keys_of(row_of(line.commands[i])).front(), " ");
  if (line.count > 1) return text.shown();
  const std::vector<std::string> all = keys_of(row_of(line.commands[0]));
  for (std::size_t i = 1; i < all.size(); ++i) text.add(all[i], ", ");
  return text.shown();
}

}  // namespace runahead::gui
