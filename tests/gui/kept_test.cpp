// SPDX-License-Identifier: GPL-3.0-or-later
// The window with real runs of the preset `step`.
#include "tests/gui/kept_test.h"

#include <QAction>

#include "gui/header/run_settings.h"
#include "tests/gui/session_driver.h"
#include "tests/support/temporary_directory.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;
using runahead::testing_support::read_file;

/// Nor by who continues what was left of the window that saved first.
void KeptTest::whatAnotherWindowSavedIsNotReplaced() {
  m_window->chooseScenario(QStringLiteral("increment-loop"));
  m_window->runSettings()->setPreset(Preset::step);
  runLoop();
  const QString file = path("shared.runahead");
  saveAs(file);
  auto second = secondWindow();
  second->openTrace(file);
  QTRY_VERIFY(second->runs()->shown());
  const auto save = [](const MainWindow& window) { part<QAction>(window, "actionSave")->trigger(); };
  const auto says = [](const MainWindow& window) {
    return part(window, "notice")->accessibleName().contains(QStringLiteral("another window or program"));
  };
  // One after the other, each may save again.
  for (int i = 0; i < 2; ++i) {
    second->viewState()->setNote({.ns = i, .cursor = 0, .text = QStringLiteral("of the second, %1").arg(i)});
    QTRY_VERIFY(second->isWindowModified());
    save(*second);
    QTRY_VERIFY(!second->isWindowModified());
  }
  const std::string saved = read_file(file.toStdString());
  m_window->viewState()->setNote({.ns = 0, .cursor = 0, .text = QStringLiteral("of the first")});
  QTRY_VERIFY(m_window->isWindowModified());
  save(*m_window);
  QTRY_VERIFY(says(*m_window));
  QVERIFY(m_window->isWindowModified());
  m_window->close();
  joinBackground();
  QVERIFY(read_file(file.toStdString()) == saved);
  auto third = secondWindow();
  click(*third, "leftContinue");
  QTRY_COMPARE(third->viewState()->marks().size(), std::size_t{1});
  save(*third);
  QTRY_VERIFY(says(*third));
  QVERIFY(read_file(file.toStdString()) == saved);
  // Save As has asked.
  third->exportTo(file);
  QTRY_VERIFY(!third->isWindowModified());
  QVERIFY(read_file(file.toStdString()) != saved);
  third->viewState()->toggleMark();
  QTRY_VERIFY(third->isWindowModified());
  save(*third);
  QTRY_VERIFY(!third->isWindowModified());
}
