// SPDX-License-Identifier: GPL-3.0-or-later
// The program: the command line, and the window for it.
// Not here: anything else.
#include <QApplication>
#include <string>
#include <vector>

#include "gui/cli/command_line.h"
#include "gui/cli/graphics.h"
#include "gui/window/main_window.h"

int main(int count, char** words) {
  using namespace runahead::gui;
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  return runCommandLine(arguments, [](std::vector<OpenedFile> files) {
    MainWindow window;
    window.show();
    for (const OpenedFile& file : files) window.takeFile(QString::fromStdString(file.path), file.session);
    files.clear();  // the window decides how long runs are kept
    return QApplication::exec();
  });
}
