// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of programs in the window have in common.
#pragma once

#include <QFile>
#include <QPlainTextEdit>

#include "gui/listing/code_view.h"
#include "gui/window/notice_strip.h"
#include "tests/gui/window_driver.h"

namespace runahead::test {

inline constexpr const char* kSums =
    "import torch\n"
    "x = torch.ones(4, 4)\n"
    "for i in range(3):\n"
    "    x = x + 1\n"
    "    print(i, x.sum().item())\n";

inline void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(bytes);
}

inline QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline gui::CodeView* code(const gui::MainWindow& window) {
  return part<gui::CodeView>(window, "code");
}

inline QString notice(const gui::MainWindow& window) {
  return part<gui::NoticeStrip>(window, "notice")->text();
}

inline QString output(const gui::MainWindow& window) {
  return part<QPlainTextEdit>(window, "output")->toPlainText();
}

}  // namespace runahead::test
