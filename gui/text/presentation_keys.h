// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a presentation: what they do is lecture/presenter.cpp, the manual lists them. Built without Qt,
// as the window's table of commands is (window_commands.h).
#pragma once

#include "gui/text/key_lines.h"

namespace runahead::gui {

enum class PresentationCommand {
  end,
  darken,
  spotlight,
  nextSlide,
  previousSlide,
  nextStep,
  previousStep,
  backToSlide,
  nextEvent,
  previousEvent,
  goToStart,
  goToEnd,
  ask,
  draw,
  programAlone,
  pending,
  memory,
  larger,
  smaller,
  normalSize,
  zoomIn,
  zoomOut,
  fitAll,
};

struct PresentationKey {
  PresentationCommand what;
  const char* keys;     ///< "Esc; F5": as QKeySequence reads a list
  const char* text;     ///< in the manual; of rows with the same one, one line
  bool steady = false;  ///< held down, it happens once
};

/// Of those that fit, the one that names most of what is held is meant: a sign may need Shift to be typed.
inline constexpr PresentationKey kPresentationKeys[] = {
    {PresentationCommand::nextStep, "PgDown; Space",
     "next step of the slide, or next statement: a clicker’s keys"},
    {PresentationCommand::previousStep, "PgUp; Backspace", "the previous one"},
    {PresentationCommand::nextSlide, "Shift+PgDown; Shift+Space", "next, previous slide"},
    {PresentationCommand::previousSlide, "Shift+PgUp; Shift+Backspace", "next, previous slide"},
    {PresentationCommand::backToSlide, "Return; Enter", "back to the slide", true},
    {PresentationCommand::previousEvent, "Left", "one event back, forward"},
    {PresentationCommand::nextEvent, "Right", "one event back, forward"},
    {PresentationCommand::goToStart, "Home", "start, end of the run"},
    {PresentationCommand::goToEnd, "End", "start, end of the run"},
    {PresentationCommand::darken, "B; .", "darken the screen", true},
    {PresentationCommand::spotlight, "S", "held: light at the pointer only", true},
    {PresentationCommand::ask, "Q", "ask the class a question", true},
    {PresentationCommand::draw, "D", "let the class draw the rest", true},
    {PresentationCommand::programAlone, "L", "the program alone", true},
    {PresentationCommand::pending, "P", "pending tasks, memory", true},
    {PresentationCommand::memory, "M", "pending tasks, memory", true},
    {PresentationCommand::zoomIn, "+; =", "zoom in, out, to the whole run"},
    {PresentationCommand::zoomOut, "-", "zoom in, out, to the whole run"},
    {PresentationCommand::fitAll, "0", "zoom in, out, to the whole run"},
    {PresentationCommand::larger, "Ctrl++; Ctrl+=", "everything larger, smaller, as it was"},
    {PresentationCommand::smaller, "Ctrl+-", "everything larger, smaller, as it was"},
    {PresentationCommand::normalSize, "Ctrl+0", "everything larger, smaller, as it was"},
    {PresentationCommand::end, "Esc; F11; F5", "end"},
};

}  // namespace runahead::gui
