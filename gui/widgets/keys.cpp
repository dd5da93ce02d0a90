// SPDX-License-Identifier: GPL-3.0-or-later
// The tables: keys of one hand, and keys of the menu. Not here: the lines for readers (text/key_lines.h).
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
      {removeBookmark, Qt::Key_Delete},
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

QString keyMeaning(const KeyLine& line) {
  return tr(line.what);
}

QStringList keyCaps(const KeyLine& line) {
  QString keys = QString::fromUtf8(line.keys);
  if (!keys.startsWith(u',')) keys.replace(QLatin1String(", "), QLatin1String("  "));
  return keys.replace(u'+', u' ').split(u' ');
}

}  // namespace runahead::gui
