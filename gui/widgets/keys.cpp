// SPDX-License-Identifier: GPL-3.0-or-later
// The tables: keys of one hand, keys of the menu, and lines for readers.
#include "gui/widgets/keys.h"

#include <algorithm>
#include <string_view>

#include "gui/text/words.h"

namespace runahead::gui {

const std::vector<KeyBinding>& keyBindings() {
  using enum WindowKey;
  static const std::vector<KeyBinding> kBindings = {
      // N alone runs to a wait while somebody drives.
      {note, Qt::Key_N, Qt::ShiftModifier},
      {zoomIn, Qt::Key_W, {}, 25},
      {zoomOut, Qt::Key_S, {}, 39},
      {panLeft, Qt::Key_A, {}, 38},
      {panRight, Qt::Key_D, {}, 40},
      {zoomToSelection, Qt::Key_F},
      {fitAll, Qt::Key_0},
      {breakPoint, Qt::Key_B},
      {driveIssue, Qt::Key_I},
      {driveStart, Qt::Key_T},
      {driveEnd, Qt::Key_E},
      {driveToWait, Qt::Key_N},
      {driveToBreakPoint, Qt::Key_P},
      {driveToEnd, Qt::Key_G},
      {mark, Qt::Key_M},
      {compare, Qt::Key_C},
      {keepRun, Qt::Key_K},
      {ask, Qt::Key_Q},
      {removeFlag, Qt::Key_Delete},
      {find, Qt::Key_Slash},
      {previousTask, Qt::Key_Comma},
      {nextTask, Qt::Key_Period},
      {followBack, Qt::Key_BracketLeft},
      {followForward, Qt::Key_BracketRight},
      {keys, Qt::Key_Question},
      {clear, Qt::Key_Escape},
      {play, Qt::Key_Space},
      {previousEvent, Qt::Key_Left},
      {nextEvent, Qt::Key_Right},
      {previousStatement, Qt::Key_Left, Qt::ShiftModifier},
      {nextStatement, Qt::Key_Right, Qt::ShiftModifier},
      {previousStatement, Qt::Key_PageUp},
      {nextStatement, Qt::Key_PageDown},
      {previousWait, Qt::Key_Left, Qt::ControlModifier},
      {nextWait, Qt::Key_Right, Qt::ControlModifier},
      {previousTaskMoment, Qt::Key_Left, Qt::AltModifier},
      {nextTaskMoment, Qt::Key_Right, Qt::AltModifier},
      {goToStart, Qt::Key_Home},
      {goToEnd, Qt::Key_End},
  };
  return kBindings;
}

QString keyText(WindowKey what) {
  const auto& all = keyBindings();
  const auto found = std::ranges::find(all, what, &KeyBinding::what);
  if (found == all.end()) return {};
  QString text = QKeySequence(QKeyCombination(found->with, found->key)).toString(QKeySequence::PortableText);
  return text.replace(QLatin1String("Left"), QStringLiteral("←"))
      .replace(QLatin1String("Right"), QStringLiteral("→"))
      .replace(QLatin1String("Del"), QLatin1String("Delete"));
}

std::span<const MenuKey> menuKeys() {
  static constexpr MenuKey kKeys[] = {{"actionNewProgram", "Ctrl+N"},
                                      {"actionNew", "Ctrl+Shift+N"},
                                      {"actionOpen", "Ctrl+O"},
                                      {"actionSave", "Ctrl+S"},
                                      {"actionSaveAs", "Ctrl+Shift+S"},
                                      {"actionExport", "Ctrl+E"},
                                      {"actionQuit", "Ctrl+Q"},
                                      {"actionUndoClose", "Ctrl+Z"},
                                      {"actionFind", "Ctrl+F"},
                                      {"actionFindNext", "F3"},
                                      {"actionFindPrevious", "Shift+F3"},
                                      {"actionReplace", "Ctrl+H"},
                                      {"actionComment", "Ctrl+/"},
                                      {"actionCopyPicture", "Ctrl+Shift+C"},
                                      {"actionGoToLine", "Ctrl+G"},
                                      {"actionNextBreakPoint", "F8"},
                                      {"actionPreviousBreakPoint", "Shift+F8"},
                                      {"actionRun", "Ctrl+R; F5"},
                                      {"actionStop", "Shift+F5"},
                                      {"actionNextRun", "Ctrl+PgDown"},
                                      {"actionPreviousRun", "Ctrl+PgUp"},
                                      {"actionRenameRun", "F2"},
                                      {"actionMoveRunLeft", "Ctrl+Shift+PgUp"},
                                      {"actionMoveRunRight", "Ctrl+Shift+PgDown"},
                                      {"actionCloseRun", "Ctrl+W"},
                                      {"actionCloseProgram", "Ctrl+Shift+W"},
                                      {"actionPresent", "F11"},
                                      {"actionBegin", "F5"},
                                      {"actionLecture", "F6"},
                                      {"actionAddStop", "Shift+F6"},
                                      {"actionLarger", "Ctrl++; Ctrl+="},
                                      {"actionSmaller", "Ctrl+-"},
                                      {"actionNormalSize", "Ctrl+0"},
                                      {"actionKeys", "F1"}};
  return kKeys;
}

QList<QKeySequence> shortcutsOf(const char* action) {
  for (const MenuKey& one : menuKeys()) {
    if (std::string_view(one.action) == action)
      return QKeySequence::listFromString(QLatin1String(one.keys), QKeySequence::PortableText);
  }
  return {};
}

QString keyText(const char* action) {
  return shortcutsOf(action).value(0).toString(QKeySequence::PortableText);
}

std::vector<KeyLine> keyLines() {
  return {{"Ctrl+R, F5", tr("run"), true},
          {"Shift+F5", tr("stop the run")},
          {"W S", tr("zoom in, out"), true},
          {"A D", tr("move left, right"), true},
          {"F", tr("zoom to the selection")},
          {"0", tr("the whole run")},
          {"Space", tr("play, pause")},
          {"← →", tr("one event back, forward")},
          {"Shift+← →", tr("one statement (also Page keys)")},
          {"Alt+← →", tr("to a task’s start or end")},
          {"Ctrl+← →", tr("to where a wait begins or ends")},
          {"Home End", tr("start, end of the run")},
          {"Ctrl+G", tr("go to a line")},
          {"B", tr("breakpoint on the line")},
          {"F8, Shift+F8", tr("next, previous breakpoint")},
          {", .", tr("previous, next task"), true},
          {"[ ]", tr("follow the task’s arrow"), true},
          {"M", tr("drop or take a flag")},
          {"N", tr("write a note here (by hand: Shift N)")},
          {"Delete", tr("remove the flag or note here")},
          {"I", tr("by hand: issue the next statement")},
          {"T E", tr("by hand: start a task, end one")},
          {"N P G", tr("by hand: to a wait, breakpoint, end")},
          {"C", tr("compare runs, or one alone")},
          {"Ctrl+W", tr("close the run (Shift: the program)")},
          {"Ctrl+Z", tr("bring back what was closed")},
          {"F2 K", tr("name the run, keep it")},
          {"Ctrl+PgUp PgDn", tr("previous, next run (Shift: move it)")},
          {"/, Ctrl+F", tr("find tasks (in a text: words)")},
          {"F3, Shift+F3", tr("next, previous match")},
          {"Ctrl+H /", tr("in a program: replace, comment lines")},
          {"Esc", tr("close a message, clear what is chosen")},
          {"?, F1", tr("all keys"), true},
          {"click", tr("put the cursor, select a task")},
          {"margin", tr("click: breakpoint; right of it: wait")},
          {"drag", tr("select a range of time")},
          {"wheel", tr("scroll the lanes")},
          {"Shift+wheel", tr("move left, right")},
          {"Ctrl+wheel", tr("zoom at the pointer")},
          {"Shift+drag", tr("move left, right")},
          {"F11", tr("present (F5: a lecture from its start)")},
          {"Q", tr("ask the class a question (Esc ends it)")},
          {"1 2 3 4", tr("hands for an answer (Shift: fewer)")},
          {"Enter", tr("show the answer to the question")},
          {"F6, Shift+F6", tr("stops of the lecture; add this view")},
          {"Ctrl+N, Ctrl+O", tr("new program (Shift: session); open")},
          {"Ctrl+S", tr("save the program, or the session")},
          {"Ctrl+E", tr("export (Ctrl Shift C: copy picture)")},
          {"Ctrl+plus minus", tr("all larger, smaller (0: as it was)")},
          {"Ctrl+Q", tr("quit")}};
}

QStringList keyCaps(const KeyLine& line) {
  QString keys = QString::fromUtf8(line.keys);
  if (!keys.startsWith(u',')) keys.replace(QLatin1String(", "), QLatin1String("  "));
  return keys.replace(u'+', u' ').split(u' ');
}

}  // namespace runahead::gui
