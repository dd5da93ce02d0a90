// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of sessions share: a second start of the program.
// Not here: expectations.
#pragma once

#include "gui/runs/run_list.h"
#include "tests/gui/window_driver.h"

namespace runahead::test {

/// As a second start of the program, on the same settings and data.
inline std::unique_ptr<gui::MainWindow> secondWindow() {
  auto window = std::make_unique<gui::MainWindow>();
  window->viewState()->setAnimationMs(0);
  window->resize(1600, 1000);
  window->show();
  window->activateWindow();
  if (!QTest::qWaitForWindowActive(window.get())) qFatal("the window did not become active");
  return window;
}

inline const gui::RunList::Run& run(const gui::MainWindow& window, std::size_t place) {
  return window.runs()->runs().at(place);
}

}  // namespace runahead::test
