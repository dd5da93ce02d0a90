// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the parts one after the other; a part's failures make the program fail.
#include <QApplication>

#include "gui/widgets/theme.h"
#include "tests/gui/graph_tests.h"

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  runahead::gui::applyTheme(application, runahead::ThemeKind::light);
  int failures = 0;
  for (const auto part :
       {runahead::test::graphModelTest, runahead::test::graphLayoutTest, runahead::test::graphPaneTest}) {
    failures += part(argc, argv);
  }
  return failures == 0 ? 0 : 1;
}
