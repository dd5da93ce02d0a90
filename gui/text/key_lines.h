// SPDX-License-Identifier: GPL-3.0-or-later
// The keys and gestures as a reader sees them: in the overlay, on the first page and in the manual. Data
// alone, since what writes the manual is built without Qt.
#pragma once

#ifndef QT_TRANSLATE_NOOP
#define QT_TRANSLATE_NOOP(context, text) text
#endif

namespace runahead::gui {

/// A line of what can be pressed, and done with the pointer.
struct KeyLine {
  const char* keys;    ///< "Shift+← →, PgUp PgDn"
  const char* what;    ///< in English (widgets/keys.h: keyMeaning)
  bool first = false;  ///< on the first page too
};

inline constexpr KeyLine kKeyLines[] = {
    {"Ctrl+R, F5", QT_TRANSLATE_NOOP("Runahead", "run"), true},
    {"Shift+F5", QT_TRANSLATE_NOOP("Runahead", "stop the run")},
    {"W S", QT_TRANSLATE_NOOP("Runahead", "zoom in, out"), true},
    {"A D", QT_TRANSLATE_NOOP("Runahead", "move left, right"), true},
    {"F", QT_TRANSLATE_NOOP("Runahead", "zoom to the selection")},
    {"0", QT_TRANSLATE_NOOP("Runahead", "the whole run")},
    {"Space", QT_TRANSLATE_NOOP("Runahead", "play, pause")},
    {"← →", QT_TRANSLATE_NOOP("Runahead", "one event back, forward")},
    {"Shift+← →", QT_TRANSLATE_NOOP("Runahead", "one statement (also Page keys)")},
    {"Alt+← →", QT_TRANSLATE_NOOP("Runahead", "to a task’s start or end")},
    {"Ctrl+← →", QT_TRANSLATE_NOOP("Runahead", "to where a wait begins or ends")},
    {"Home End", QT_TRANSLATE_NOOP("Runahead", "start, end of the run")},
    {"Ctrl+G", QT_TRANSLATE_NOOP("Runahead", "go to a line")},
    {"B", QT_TRANSLATE_NOOP("Runahead", "breakpoint on the line")},
    {"F8, Shift+F8", QT_TRANSLATE_NOOP("Runahead", "next, previous breakpoint")},
    {", .", QT_TRANSLATE_NOOP("Runahead", "previous, next task"), true},
    {"[ ]", QT_TRANSLATE_NOOP("Runahead", "follow the task’s arrow"), true},
    {"M", QT_TRANSLATE_NOOP("Runahead", "set or remove a bookmark")},
    {"N", QT_TRANSLATE_NOOP("Runahead", "write a note here (manual: Shift N)")},
    {"Delete", QT_TRANSLATE_NOOP("Runahead", "remove the bookmark or note here")},
    {"I", QT_TRANSLATE_NOOP("Runahead", "manual: issue the next statement")},
    {"T E", QT_TRANSLATE_NOOP("Runahead", "manual: start a task, end one")},
    {"N P G", QT_TRANSLATE_NOOP("Runahead", "manual: to a wait, breakpoint, end")},
    {"C", QT_TRANSLATE_NOOP("Runahead", "compare runs, or one alone")},
    {"Ctrl+W", QT_TRANSLATE_NOOP("Runahead", "close the run (Shift: the program)")},
    {"Ctrl+Z", QT_TRANSLATE_NOOP("Runahead", "bring back what was closed")},
    {"F2 K", QT_TRANSLATE_NOOP("Runahead", "name the run, keep it")},
    {"Ctrl+PgUp PgDn", QT_TRANSLATE_NOOP("Runahead", "previous, next run (Shift: move it)")},
    {"/, Ctrl+F", QT_TRANSLATE_NOOP("Runahead", "find tasks (in a text: words)")},
    {"F3, Shift+F3", QT_TRANSLATE_NOOP("Runahead", "next, previous match")},
    {"Ctrl+H /", QT_TRANSLATE_NOOP("Runahead", "in a program: replace, comment lines")},
    {"Esc", QT_TRANSLATE_NOOP("Runahead", "close a message, clear what is chosen")},
    {"?, F1", QT_TRANSLATE_NOOP("Runahead", "all keys"), true},
    {"click", QT_TRANSLATE_NOOP("Runahead", "put the cursor, select a task")},
    {"margin", QT_TRANSLATE_NOOP("Runahead", "click: breakpoint; right of it: wait")},
    {"drag", QT_TRANSLATE_NOOP("Runahead", "select a range of time")},
    {"wheel", QT_TRANSLATE_NOOP("Runahead", "scroll the lanes")},
    {"Shift+wheel", QT_TRANSLATE_NOOP("Runahead", "move left, right")},
    {"Ctrl+wheel", QT_TRANSLATE_NOOP("Runahead", "zoom at the pointer")},
    {"Shift+drag", QT_TRANSLATE_NOOP("Runahead", "move left, right")},
    {"F11", QT_TRANSLATE_NOOP("Runahead", "present (F5: a lecture from its start)")},
    {"Q", QT_TRANSLATE_NOOP("Runahead", "ask the class a question (Esc ends it)")},
    {"1 2 3 4", QT_TRANSLATE_NOOP("Runahead", "hands for an answer (Shift: fewer)")},
    {"Enter", QT_TRANSLATE_NOOP("Runahead", "show the answer to the question")},
    {"F6, Shift+F6", QT_TRANSLATE_NOOP("Runahead", "slides of the lecture; add this view")},
    {"Ctrl+N, Ctrl+O", QT_TRANSLATE_NOOP("Runahead", "new program (Shift: session); open")},
    {"Ctrl+S", QT_TRANSLATE_NOOP("Runahead", "save the program, or the session")},
    {"Ctrl+E", QT_TRANSLATE_NOOP("Runahead", "export (Ctrl Shift C: copy picture)")},
    {"Ctrl+plus minus", QT_TRANSLATE_NOOP("Runahead", "zoom the interface (0: normal size)")},
    {"Ctrl+Q", QT_TRANSLATE_NOOP("Runahead", "quit")},
};

}  // namespace runahead::gui
