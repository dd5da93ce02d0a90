// SPDX-License-Identifier: GPL-3.0-or-later
// All keys and gestures, in one place: what a key means, and what somebody reads about it in menus, tool
// tips, the overlay, the first page and the manual. Not here: watching keys (window/window_keys.h), doing
// what they mean.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>
#include <QStringList>
#include <span>
#include <vector>

#include "gui/text/key_lines.h"

namespace runahead::gui {

/// What the keys of one hand mean, wherever the focus is.
enum class WindowKey {
  zoomIn,
  zoomOut,
  panLeft,
  panRight,
  zoomToSelection,
  fitAll,
  mark,
  note,
  removeBookmark,
  find,
  compare,
  keepRun,
  ask,
  nextTask,
  previousTask,
  followBack,
  followForward,
  driveIssue,
  driveStart,
  driveEnd,
  driveToWait,
  driveToBreakPoint,
  driveToEnd,
  keys,
  clear,
  // The cursor:
  play,
  previousEvent,
  nextEvent,
  previousStatement,
  nextStatement,
  previousTaskMoment,  ///< the start or end of any task
  nextTaskMoment,
  previousWait,
  nextWait,
  goToStart,
  goToEnd,
  breakPoint,
  previousBreakPoint,
  nextBreakPoint,
  goToLine,
};

struct KeyBinding {
  WindowKey what;
  Qt::Key key;
  Qt::KeyboardModifiers with = Qt::NoModifier;
  /// Where it is on the keyboard, as X11 and Wayland number keys: 24 is the one right of Tab. 0: a character.
  quint32 place = 0;
};
/// In the order in which they are looked for.
const std::vector<KeyBinding>& keyBindings();
/// "Shift+→": the first that means it.
QString keyText(WindowKey what);

/// The keys of an entry of the menu, which mean it while somebody types, too.
struct MenuKey {
  const char* action;  ///< the entry's name
  const char* keys;    ///< "Ctrl+R; F5"
};
std::span<const MenuKey> menuKeys();
QList<QKeySequence> shortcutsOf(const char* action);
/// "Ctrl+R": the first of them.
QString keyText(const char* action);

/// In the user's language.
QString keyMeaning(const KeyLine& line);
/// What stands on the caps: "Shift", "←", "→"; an empty one before another way: "", "PgUp", "PgDn".
QStringList keyCaps(const KeyLine& line);

}  // namespace runahead::gui
