// SPDX-License-Identifier: GPL-3.0-or-later
// The program: the command line, and the window for it.
// Not here: anything else.
#include <QApplication>
#include <QStringList>
#include <span>
#include <string>
#include <vector>

#include "gui/cli/command_line.h"
#include "gui/cli/graphics.h"
#include "gui/window/main_window.h"

int main(int count, char** words) {
  using namespace runahead::gui;
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  return runCommandLine(arguments, [](std::span<const std::string> files) {
    MainWindow window;
    window.show();
    QStringList paths;
    for (const std::string& file : files) paths << QString::fromStdString(file);
    if (!paths.isEmpty()) window.openTraces(paths);
    return QApplication::exec();
  });
}
