// SPDX-License-Identifier: GPL-3.0-or-later
// Person: draws what a user does next in front of the window: with hands, or on purpose. Not here: looking
// at what comes of it (invariants.h), opening and closing the window (life.h).
#pragma once

#include <QPoint>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <functional>

#include "gui/window/main_window.h"
#include "tests/monkey/draws.h"

namespace runahead::monkey {

struct Action {
  QString words;
  std::function<void()> act;
  /// So often, with a look at the window after each.
  int times = 1;
};

/// In the window that has the keys.
void press(gui::MainWindow& window, int key, Qt::KeyboardModifiers modifiers = {});

class Person {
 public:
  /// Files are written there and read from there.
  explicit Person(QString directory) : m_directory(std::move(directory)) {}

  /// What is done next in a window, by draws that are the action's own.
  Action choose(gui::MainWindow& window, Draws& draws);
  /// Lets go of what an action, or what it has begun, still holds: a mouse button, a menu, a dialog.
  static void letGo();

 private:
  /// A place in a window on the screen, and what is there.
  struct Place {
    QWidget* window;
    QWidget* widget;
    QPoint at;  ///< in the window
    QString words;
  };
  Place place() const;
  QWidget* topWindow() const;
  QString pathFor(bool writes) const;

  // Hands
  Action click() const;
  Action drag() const;
  Action turnWheel() const;
  Action point() const;
  Action pressKey() const;
  Action typeText() const;
  Action resize() const;

  // Intentions
  Action chooseMenu() const;
  Action chooseScenario() const;
  Action set() const;
  Action run() const;
  Action drive() const;
  Action step() const;
  Action compare() const;
  Action closeRun() const;
  Action writeProgram() const;
  Action ask() const;
  Action lecture() const;
  Action save() const;
  Action open() const;
  Action damage() const;
  Action drop() const;
  Action continueLeft() const;
  Action leave() const;
  Action answerDialog(QWidget& dialog) const;

  const QString m_directory;
  gui::MainWindow* m_window = nullptr;  ///< of the action that is drawn
  Draws* m_draws = nullptr;
};

}  // namespace runahead::monkey
