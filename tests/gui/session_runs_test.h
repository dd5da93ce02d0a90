// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that stay: of every scenario, beyond what fits into memory, closed and brought back, named and moved.
// Not here: the list alone (window_margin_test.h), files and what is kept unasked (session_test.h).
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <memory>

#include "gui/window/main_window.h"

class SessionRunsTest : public QObject {
  Q_OBJECT

 private slots:
  void init();
  void cleanup();

  void theNinthRunKeepsTheFirst();
  void aClosedRunComesBack();
  void namesAndOrderSurvive();
  void whatDoesNotFitIsOnDisk();
  void aSessionIsThereBeforeItsRuns();
  void everyScenarioIsAsItWasLeft();
  void anotherScenarioDuringARun();

 private:
  void runLoop();
  QString path(const char* name) const { return m_directory->filePath(QString::fromUtf8(name)); }
  void saveAs(const QString& path);

  std::unique_ptr<QTemporaryDir> m_directory;
  std::unique_ptr<runahead::gui::MainWindow> m_window;
};
