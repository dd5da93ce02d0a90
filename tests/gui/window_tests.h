// SPDX-License-Identifier: GPL-3.0-or-later
// Runs several test classes on the window in one program, with settings of their own.
// Not here: driving the window (window_driver.h).
#pragma once

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "gui/bridge/background.h"

/// The exit status of main().
template <class... Tests>
int runWindowTests(int count, char** words) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(count, words);
  const QTemporaryDir directory;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  const auto run = [&](auto test) { return QTest::qExec(test.get(), count, words); };
  const int failed = (run(std::make_unique<Tests>()) + ...);
  runahead::gui::joinBackground();
  return failed;
}
