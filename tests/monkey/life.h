// SPDX-License-Identifier: GPL-3.0-or-later
// Life: a window from its opening to its end, with settings, data and files of its own, and what is done in
// it.
#pragma once

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>
#include <memory>
#include <optional>

#include "gui/window/main_window.h"
#include "tests/monkey/person.h"
#include "tests/monkey/trouble.h"
#include "tests/monkey/watch.h"

namespace runahead::monkey {

class Life {
 public:
  static constexpr int kActions = 250;

  /// `troubled`: calls on its files fail now and then.
  explicit Life(Watch& watch, bool troubled = false);
  /// Closes the window and waits for everything that it has begun.
  ~Life();

  gui::MainWindow& window() { return *m_window; }
  /// The action of that number, and what comes of it; what does not hold then.
  QStringList act(std::uint64_t seed, std::uint64_t number, bool tells);
  /// So long, or until nothing goes on any more.
  void rest(int mostMs, bool orUntilOver = true);

 private:
  void open();
  void look();
  bool resting() const;
  /// A user who has closed the window or wants it in another size gets the next one.
  void openAgain();
  /// What would take long: numbers far from the preset step, runs that go on.
  void keepShort();

  Watch& m_watch;
  const bool m_troubled;
  QTemporaryDir m_directory;
  std::optional<Trouble> m_trouble;
  Person m_person;
  std::unique_ptr<gui::MainWindow> m_window;
  QTimer m_letGo;
  QElapsedTimer m_acting, m_running;
};

}  // namespace runahead::monkey
