// SPDX-License-Identifier: GPL-3.0-or-later
// Runs several test classes on the window in one program, with settings of their own.
// Not here: manual the window (window_driver.h).
#pragma once

#include <QApplication>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "gui/jobs/background.h"

/// The exit status of main().
template <class... Tests>
int runWindowTests(int count, char** words) {
  const QTemporaryDir directory;
  const QByteArray platform = qgetenv("QT_QPA_PLATFORM");
  if (platform.isEmpty() || platform == "offscreen") {
    // The smallest screen that a class room has.
    QFile screen(directory.filePath(QStringLiteral("screen.json")));
    if (!screen.open(QIODevice::WriteOnly)) return 1;
    screen.write(R"({"screens": [{"name": "projector", "x": 0, "y": 0, "width": 1280, "height": 720,
                     "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]})");
    screen.close();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + screen.fileName().toUtf8());
  }
  QApplication application(count, words);
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  const auto run = [&](auto test) { return QTest::qExec(test.get(), count, words); };
  const int failed = (run(std::make_unique<Tests>()) + ...);
  runahead::gui::joinBackground();
  return failed;
}
