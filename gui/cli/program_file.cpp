// SPDX-License-Identifier: GPL-3.0-or-later
// Reading programs.
#include "gui/cli/program_file.h"

#include <QFile>
#include <QFileInfo>
#include <cstdio>

namespace runahead::gui {
namespace {

/// More is no program that somebody wrote.
constexpr qint64 kMost_bytes = 4'000'000;

}  // namespace

bool namesProgram(const std::string& word) {
  return word == "-" || word.ends_with(".py");
}

Result<ProgramText> readProgram(const std::string& path) {
  const bool standard = path == "-";
  const QString name = QString::fromStdString(path);
  QFile file(name);
  const bool opened = standard ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly);
  if (!opened) return Failure{path + ": " + file.errorString().toStdString()};
  const QByteArray text = file.read(kMost_bytes + 1);
  if (text.size() > kMost_bytes) return Failure{path + ": a program of more than 4 MB"};
  if (!text.isValidUtf8()) return Failure{path + ": it is not text in UTF-8"};
  const QFileInfo info(name);
  return ProgramText{standard ? "program.py" : info.fileName().toStdString(),
                     standard ? std::string() : info.absolutePath().toStdString(), text.toStdString()};
}

}  // namespace runahead::gui
