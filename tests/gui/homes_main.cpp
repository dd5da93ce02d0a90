// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of homes; or, with the kind of a bad home and its folder, the test of that one there.
#include <unistd.h>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <iostream>

#include "gui/jobs/background.h"
#include "tests/gui/bad_home.h"
#include "tests/gui/homes_test.h"

int main(int count, char** words) {
  using namespace runahead::test;
  const bool bad = count == 4 && std::string(words[1]) == "bad-home";
  if (bad) {
    const std::string reason = make_bad_home(words[2], words[3]);
    if (!reason.empty()) {
      std::cout << reason;
      return kNotPermitted;
    }
    qputenv("XDG_DATA_HOME", words[3]);
  }
  // On a disk, flushing it takes all the time.
  if (qEnvironmentVariableIsEmpty("TMPDIR") && ::access("/dev/shm", W_OK) == 0) qputenv("TMPDIR", "/dev/shm");
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(count, words);
  const QTemporaryDir directory;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  int failed = 0;
  if (bad) {
    BadHome home;
    failed = QTest::qExec(&home, {QStringLiteral("homes"), QString::fromUtf8(words[2])});
  } else {
    HomesTest test;
    failed = QTest::qExec(&test, count, words);
  }
  runahead::gui::joinBackground();
  return failed;
}
