// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of sessions share: a window with a folder for its files, and a second start of the program.
#pragma once

#include <QTemporaryDir>

#include "gui/jobs/background.h"
#include "gui/jobs/run_bridge.h"
#include "gui/lecture/presenter.h"
#include "gui/runs/run_list.h"
#include "gui/session/session_keeper.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "gui/window/window_session.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

namespace runahead::test {

/// Qt shares its memory with a program until that has started, at which clang 14's ThreadSanitizer fails.
#ifdef __SANITIZE_THREAD__
inline constexpr bool kQtStartsNoProgram = true;
#else
inline constexpr bool kQtStartsNoProgram = false;
#endif
#define SKIP_WHERE_QT_STARTS_NO_PROGRAM() \
  if (kQtStartsNoProgram) QSKIP("this ThreadSanitizer lets Qt start no program")

/// As a second start of the program, on the same settings and data.
inline std::unique_ptr<gui::MainWindow> secondWindow() {
  auto window = std::make_unique<gui::MainWindow>();
  window->viewState()->visible()->setAnimationMs(0);
  window->resize(1600, 1000);
  window->show();
  gui::joinBackground();  // what was left has been looked for
  QCoreApplication::processEvents();
  window->activateWindow();
  if (!QTest::qWaitForWindowActive(window.get())) qFatal("the window did not become active");
  return window;
}

/// The window of one test and a folder for what it saves.
class SessionWindow {
 protected:
  void open() {
    m_directory = std::make_unique<QTemporaryDir>();
    m_window = openWindow();
  }
  void close() {
    m_window.reset();
    gui::joinBackground();
  }
  void runLoop() {
    m_window->runControl()->run();
    QVERIFY(m_window->workbench()->bridge()->running());
    QTRY_VERIFY(!m_window->workbench()->bridge()->running());
  }
  QString path(const char* name) const { return m_directory->filePath(QString::fromUtf8(name)); }
  void saveAs(const QString& path) {
    m_window->sessionFiles()->saveTo(path, true);
    QTRY_COMPARE(m_window->session()->keeper()->file(), path);
  }

  std::unique_ptr<QTemporaryDir> m_directory;
  std::unique_ptr<gui::MainWindow> m_window;
};

inline gui::Presenter& startPresenting(gui::MainWindow& window) {
  window.activateWindow();  // the end of the one before may come late
  if (!QTest::qWaitForWindowActive(&window)) qFatal("the window did not become active");
  QTest::keyClick(&window, Qt::Key_F11);
  auto* presenter = window.findChild<gui::Presenter*>();
  if (!presenter || !QTest::qWaitForWindowExposed(presenter)) qFatal("nothing is presented");
  return *presenter;
}

inline const gui::RunList::Run& run(const gui::MainWindow& window, std::size_t place) {
  return window.workbench()->runs()->runs().at(place);
}

}  // namespace runahead::test
