// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can be done in the window by menu or key: the one table. Data alone, since what writes the
// manual is built without Qt. Not here: the actions (widgets/commands.h), what they do
// (window/window_commands.cpp), lines for readers (key_lines.h).
#pragma once

#include <iterator>

#ifndef QT_TRANSLATE_NOOP
#define QT_TRANSLATE_NOOP(context, text) text
#endif

namespace runahead::gui {

enum class WindowCommand {
  // Manual scheduling
  driveIssue,
  driveStart,
  driveEnd,
  driveToWait,
  driveToBreakPoint,
  driveToEnd,
  // File
  newProgram,
  editCopy,
  newSession,
  open,
  saveProgram,
  saveProgramAs,
  closeProgram,
  save,
  saveAs,
  exportRun,
  handOut,
  quit,
  // Edit
  undoClose,
  find,
  findNext,
  findPrevious,
  replace,
  comment,
  copyPicture,
  note,
  mark,
  removeBookmark,
  // View
  zoomIn,
  zoomOut,
  panLeft,
  panRight,
  fitAll,
  zoomToSelection,
  showPending,
  showMemory,
  showModel,
  prediction,
  criticalPath,
  present,
  presentFromStart,
  speaker,
  lecture,
  addView,
  larger,
  smaller,
  normalSize,
  light,
  dark,
  // Ask
  ask,
  draw,
  // Go
  play,
  nextEvent,
  previousEvent,
  nextStatement,
  previousStatement,
  nextTaskMoment,  ///< the start or end of any task
  previousTaskMoment,
  nextWait,
  previousWait,
  goToStart,
  goToEnd,
  nextTask,
  previousTask,
  followForward,
  followBack,
  goToLine,
  breakPoint,
  nextBreakPoint,
  previousBreakPoint,
  clearBreakPoints,
  // Run
  run,
  stop,
  nextRun,
  previousRun,
  renameRun,
  keepRun,
  moveRunLeft,
  moveRunRight,
  closeRun,
  // Compare
  compare,
  compareFile,
  // Help
  welcome,
  manual,
  calls,
  keys,
  about,
  // In no menu
  findTasks,
  clear,
};

enum class Menu { none, file, edit, view, ask, go, run, scheduling, compare, help };

/// What must be there for a command to be offered.
enum class Needs {
  nothing,
  trace,     ///< events on show
  run,       ///< a run in the list
  runs,      ///< several
  preview,   ///< a run that the next one would replace
  program,   ///< one that is written here
  lecture,   ///< slides
  stepping,  ///< manual scheduling goes on
  own,       ///< the code that carries it out says when
};

enum CommandFlags : unsigned {
  kSection = 1,  ///< begins a new section of its menu
  kSteady = 2,   ///< held down, it happens once
  kTicked = 4,   ///< its entry has a tick
};

struct WindowCommandRow {
  WindowCommand what;
  Menu menu;
  const char* name;  ///< of its action
  const char* text;  ///< of its entry, with a mnemonic
  /// Taken also while the user types: "Ctrl+R; F5".
  const char* keys = "";
  /// Keys of one hand, wherever the focus is, unless the user types: "Shift+Left; PgUp".
  const char* hand = "";
  Needs needs = Needs::nothing;
  unsigned flags = 0;
  /// Where that key is on the keyboard, as X11 and Wayland number keys: 24 is the one right of Tab. 0: a
  /// character.
  unsigned place = 0;
};

/// In the order of the menus. Of two that take one key, the first that can be used has it.
inline constexpr WindowCommandRow kWindowCommands[] = {
#define TEXT(text) QT_TRANSLATE_NOOP("Runahead", text)
    {WindowCommand::driveIssue, Menu::scheduling, "actionDriveIssue", TEXT("&Issue the Next Statement"), "",
     "I", Needs::stepping},
    {WindowCommand::driveStart, Menu::scheduling, "actionDriveStart", TEXT("&Start a Task"), "", "T",
     Needs::stepping},
    {WindowCommand::driveEnd, Menu::scheduling, "actionDriveEnd", TEXT("&End a Task"), "", "E",
     Needs::stepping},
    {WindowCommand::driveToWait, Menu::scheduling, "actionDriveToWait", TEXT("Run to the Next &Wait"), "",
     "N", Needs::stepping},
    {WindowCommand::driveToBreakPoint, Menu::scheduling, "actionDriveToBreakPoint",
     TEXT("Run to the Next &Breakpoint"), "", "P", Needs::stepping},
    {WindowCommand::driveToEnd, Menu::scheduling, "actionDriveToEnd", TEXT("&Run to the End"), "", "G",
     Needs::stepping},

    {WindowCommand::newProgram, Menu::file, "actionNewProgram", TEXT("New &Program"), "Ctrl+N"},
    {WindowCommand::editCopy, Menu::file, "actionEditCopy", TEXT("Edit a &Copy of the Program"), "", "",
     Needs::own},
    {WindowCommand::newSession, Menu::file, "actionNew", TEXT("&New Session"), "Ctrl+Shift+N", "",
     Needs::nothing, kSection},
    {WindowCommand::open, Menu::file, "actionOpen", TEXT("&Open…"), "Ctrl+O"},
    {WindowCommand::saveProgram, Menu::file, "actionSaveProgram", TEXT("Sa&ve Program"), "", "",
     Needs::program, kSection},
    {WindowCommand::saveProgramAs, Menu::file, "actionSaveProgramAs", TEXT("Save Program As…"), "", "",
     Needs::program},
    {WindowCommand::closeProgram, Menu::file, "actionCloseProgram", TEXT("&Close Program"), "Ctrl+Shift+W",
     "", Needs::program},
    {WindowCommand::save, Menu::file, "actionSave", TEXT("&Save Session"), "Ctrl+S", "", Needs::own,
     kSection},
    {WindowCommand::saveAs, Menu::file, "actionSaveAs", TEXT("Save Session &As…"), "Ctrl+Shift+S", "",
     Needs::own},
    {WindowCommand::exportRun, Menu::file, "actionExport", TEXT("&Export…"), "Ctrl+E", "", Needs::trace,
     kSection},
    {WindowCommand::handOut, Menu::file, "actionHandOut", TEXT("&Hand Out the Lecture…"), "", "",
     Needs::lecture},
    {WindowCommand::quit, Menu::file, "actionQuit", TEXT("&Quit"), "Ctrl+Q", "", Needs::nothing, kSection},

    {WindowCommand::undoClose, Menu::edit, "actionUndoClose", TEXT("&Undo Close"), "Ctrl+Z", "", Needs::own},
    {WindowCommand::find, Menu::edit, "actionFind", TEXT("&Find…"), "Ctrl+F", "", Needs::nothing, kSection},
    {WindowCommand::findNext, Menu::edit, "actionFindNext", TEXT("Find Ne&xt"), "F3"},
    {WindowCommand::findPrevious, Menu::edit, "actionFindPrevious", TEXT("Find Pre&vious"), "Shift+F3"},
    {WindowCommand::replace, Menu::edit, "actionReplace", TEXT("R&eplace…"), "Ctrl+H", "", Needs::program},
    {WindowCommand::comment, Menu::edit, "actionComment", TEXT("Co&mment Lines"), "Ctrl+/", "",
     Needs::program},
    {WindowCommand::copyPicture, Menu::edit, "actionCopyPicture", TEXT("&Copy Picture"), "Ctrl+Shift+C", "",
     Needs::trace, kSection},
    {WindowCommand::note, Menu::edit, "actionNote", TEXT("&Note Here…"), "", "N; Shift+N", Needs::trace,
     kSection},
    {WindowCommand::mark, Menu::edit, "actionFlag", TEXT("Book&mark Here"), "", "M", Needs::trace, kSteady},
    {WindowCommand::removeBookmark, Menu::edit, "actionRemoveFlag", TEXT("&Remove Bookmark or Note"), "",
     "Del", Needs::trace},

    {WindowCommand::zoomIn, Menu::view, "actionZoomIn", TEXT("Zoom &In"), "", "W", Needs::trace, 0, 25},
    {WindowCommand::zoomOut, Menu::view, "actionZoomOut", TEXT("Zoom &Out"), "", "S", Needs::trace, 0, 39},
    {WindowCommand::panLeft, Menu::view, "actionMoveLeft", TEXT("Move Le&ft"), "", "A", Needs::trace, 0, 38},
    {WindowCommand::panRight, Menu::view, "actionMoveRight", TEXT("Move Ri&ght"), "", "D", Needs::trace, 0,
     40},
    {WindowCommand::fitAll, Menu::view, "actionFit", TEXT("&Whole Run"), "", "0", Needs::trace},
    {WindowCommand::zoomToSelection, Menu::view, "actionZoomSelection", TEXT("Zoom to &Selection"), "", "F",
     Needs::trace},
    {WindowCommand::showPending, Menu::view, "actionDepthChart", TEXT("&Pending Tasks"), "", "", Needs::own,
     kSection | kTicked},
    {WindowCommand::showMemory, Menu::view, "actionMemoryChart", TEXT("&Memory"), "", "", Needs::own,
     kTicked},
    {WindowCommand::showModel, Menu::view, "actionModel", TEXT("Mod&el"), "", "", Needs::own, kTicked},
    {WindowCommand::prediction, Menu::view, "actionPrediction", TEXT("Show &Prediction"), "", "",
     Needs::nothing, kSection | kTicked},
    {WindowCommand::criticalPath, Menu::view, "actionCriticalPath", TEXT("&Critical Path"), "", "",
     Needs::nothing, kTicked},
    {WindowCommand::present, Menu::view, "actionPresent", TEXT("P&resent"), "F11", "", Needs::own, kSection},
    {WindowCommand::presentFromStart, Menu::view, "actionBegin", TEXT("Present from the &First Slide"), "F5",
     "", Needs::lecture},
    {WindowCommand::speaker, Menu::view, "actionSpeaker", TEXT("Spea&ker View")},
    {WindowCommand::lecture, Menu::view, "actionLecture", TEXT("Slides of the Lect&ure"), "F6", "",
     Needs::nothing, kTicked},
    {WindowCommand::addView, Menu::view, "actionAddStop", TEXT("&Add View to the Lecture"), "Shift+F6", "",
     Needs::trace},
    {WindowCommand::larger, Menu::view, "actionLarger", TEXT("Lar&ger"), "Ctrl++; Ctrl+=", "", Needs::nothing,
     kSection},
    {WindowCommand::smaller, Menu::view, "actionSmaller", TEXT("S&maller"), "Ctrl+-"},
    {WindowCommand::normalSize, Menu::view, "actionNormalSize", TEXT("&Original Size"), "Ctrl+0"},
    {WindowCommand::light, Menu::view, "actionLight", TEXT("&Light"), "", "", Needs::nothing,
     kSection | kTicked},
    {WindowCommand::dark, Menu::view, "actionDark", TEXT("&Dark"), "", "", Needs::nothing, kTicked},

    {WindowCommand::ask, Menu::ask, "actionAsk", TEXT("&Next Question"), "", "Q", Needs::trace},
    {WindowCommand::draw, Menu::ask, "actionDraw", TEXT("&Draw What the Workers Do"), "", "", Needs::own},

    {WindowCommand::play, Menu::go, "actionPlay", TEXT("&Play or Pause"), "", "Space", Needs::trace, kSteady},
    {WindowCommand::nextEvent, Menu::go, "actionNextEvent", TEXT("Next &Event"), "", "Right", Needs::trace,
     kSection},
    {WindowCommand::previousEvent, Menu::go, "actionPreviousEvent", TEXT("Previous Event"), "", "Left",
     Needs::trace},
    {WindowCommand::nextStatement, Menu::go, "actionNextStatement", TEXT("Next &Statement"), "",
     "Shift+Right; PgDown", Needs::trace},
    {WindowCommand::previousStatement, Menu::go, "actionPreviousStatement", TEXT("Previous Statement"), "",
     "Shift+Left; PgUp", Needs::trace},
    {WindowCommand::nextTaskMoment, Menu::go, "actionNextTaskMoment", TEXT("Next &Task Start or End"), "",
     "Alt+Right", Needs::trace},
    {WindowCommand::previousTaskMoment, Menu::go, "actionPreviousTaskMoment",
     TEXT("Previous Task Start or End"), "", "Alt+Left", Needs::trace},
    {WindowCommand::nextWait, Menu::go, "actionNextWait", TEXT("Next &Wait"), "", "Ctrl+Right", Needs::trace},
    {WindowCommand::previousWait, Menu::go, "actionPreviousWait", TEXT("Previous Wait"), "", "Ctrl+Left",
     Needs::trace},
    {WindowCommand::goToStart, Menu::go, "actionGoToStart", TEXT("Sta&rt of the Run"), "", "Home",
     Needs::trace},
    {WindowCommand::goToEnd, Menu::go, "actionGoToEnd", TEXT("En&d of the Run"), "", "End", Needs::trace},
    {WindowCommand::nextTask, Menu::go, "actionNextTask", TEXT("Select Ne&xt Task"), "", ".", Needs::trace,
     kSection},
    {WindowCommand::previousTask, Menu::go, "actionPreviousTask", TEXT("Select Previous Task"), "", ",",
     Needs::trace},
    {WindowCommand::followForward, Menu::go, "actionFollowForward", TEXT("&Follow Its Arrow"), "", "]",
     Needs::trace},
    {WindowCommand::followBack, Menu::go, "actionFollowBack", TEXT("Follow Its Arrow Back"), "", "[",
     Needs::trace},
    {WindowCommand::goToLine, Menu::go, "actionGoToLine", TEXT("Go to &Line…"), "Ctrl+G", "", Needs::trace,
     kSection},
    {WindowCommand::breakPoint, Menu::go, "actionBreakPoint", TEXT("&Breakpoint on the Line"), "", "B",
     Needs::trace, kSteady},
    {WindowCommand::nextBreakPoint, Menu::go, "actionNextBreakPoint", TEXT("&Next Breakpoint"), "F8", "",
     Needs::trace},
    {WindowCommand::previousBreakPoint, Menu::go, "actionPreviousBreakPoint", TEXT("Previous Breakpoint"),
     "Shift+F8", "", Needs::trace},
    {WindowCommand::clearBreakPoints, Menu::go, "actionClearBreakPoints", TEXT("&Clear Breakpoints")},

    {WindowCommand::run, Menu::run, "actionRun", TEXT("&Run"), "Ctrl+R; F5", "", Needs::own},
    {WindowCommand::stop, Menu::run, "actionStop", TEXT("&Stop"), "Shift+F5", "", Needs::own},
    {WindowCommand::nextRun, Menu::run, "actionNextRun", TEXT("Ne&xt Run"), "Ctrl+PgDown", "", Needs::runs,
     kSection},
    {WindowCommand::previousRun, Menu::run, "actionPreviousRun", TEXT("&Previous Run"), "Ctrl+PgUp", "",
     Needs::runs},
    {WindowCommand::renameRun, Menu::run, "actionRenameRun", TEXT("Re&name Run…"), "F2", "", Needs::run},
    {WindowCommand::keepRun, Menu::run, "actionKeepRun", TEXT("&Keep Run"), "", "K", Needs::preview},
    {WindowCommand::moveRunLeft, Menu::run, "actionMoveRunLeft", TEXT("Move Run &Left"), "Ctrl+Shift+PgUp",
     "", Needs::runs},
    {WindowCommand::moveRunRight, Menu::run, "actionMoveRunRight", TEXT("Move Run Ri&ght"),
     "Ctrl+Shift+PgDown", "", Needs::runs},
    {WindowCommand::closeRun, Menu::run, "actionCloseRun", TEXT("&Close Run"), "Ctrl+W", "", Needs::run},

    {WindowCommand::compare, Menu::compare, "actionCompare", TEXT("&Compare Runs"), "", "C", Needs::runs,
     kSteady | kTicked},
    {WindowCommand::compareFile, Menu::compare, "actionCompareFile", TEXT("Compare with &File…"), "", "",
     Needs::trace},

    {WindowCommand::welcome, Menu::help, "actionWelcome", TEXT("&First Page")},
    {WindowCommand::manual, Menu::help, "actionManual", TEXT("&Manual")},
    {WindowCommand::calls, Menu::help, "actionCalls", TEXT("&Calls of Programs")},
    {WindowCommand::keys, Menu::help, "actionKeys", TEXT("&Keys"), "F1", "?", Needs::nothing, kSteady},
    {WindowCommand::about, Menu::help, "actionAbout", TEXT("&About Runahead"), "", "", Needs::nothing,
     kSection},

    {WindowCommand::findTasks, Menu::none, "actionFindTasks", TEXT("Find Tasks"), "", "/"},
    {WindowCommand::clear, Menu::none, "actionClear", TEXT("Close or Clear"), "", "Esc"},
#undef TEXT
};

/// A command's row is where its enumerator says.
constexpr const WindowCommandRow& row_of(WindowCommand what) {
  return kWindowCommands[static_cast<int>(what)];
}

constexpr bool in_order() {
  for (int i = 0; i < static_cast<int>(std::size(kWindowCommands)); ++i) {
    if (static_cast<int>(kWindowCommands[i].what) != i) return false;
  }
  return true;
}
static_assert(in_order());

}  // namespace runahead::gui
