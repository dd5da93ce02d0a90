// SPDX-License-Identifier: GPL-3.0-or-later
// Reading programs, and what becomes of a notebook's cells.
#include "gui/text/program_file.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cstdio>
#include <sstream>

#include "gui/text/notebook_cell.h"

namespace runahead::gui {
namespace {

/// More is no program that a user wrote.
constexpr qint64 kMostText_bytes = 4'000'000;
/// With its pictures.
constexpr qint64 kMostNotebook_bytes = 100'000'000;

constexpr QLatin1String kNotebook(".ipynb");

bool isNotebook(const QString& path) {
  return path.endsWith(kNotebook, Qt::CaseInsensitive);
}

/// A text, or a list of lines with their ends.
QString sourceOf(const QJsonValue& value) {
  if (value.isString()) return value.toString();
  QString source;
  for (const QJsonValue& line : value.toArray()) source += line.toString();
  return source;
}

/// Lines that end with a line feed, without a mark of the order of bytes before them.
QByteArray plain(QByteArray text) {
  if (text.startsWith("\xef\xbb\xbf")) text.remove(0, 3);
  return text.replace("\r\n", "\n").replace('\r', '\n');
}

}  // namespace

bool namesProgram(const std::string& word) {
  return word == "-" || word.ends_with(".py") || isNotebook(QString::fromStdString(word));
}

Result<ReadProgram> programOfNotebook(const QByteArray& json) {
  QJsonParseError error;
  const QJsonDocument document = QJsonDocument::fromJson(json, &error);
  if (error.error != QJsonParseError::NoError) {
    return Failure{"no notebook: byte " + std::to_string(error.offset) + ": " +
                   error.errorString().toStdString()};
  }
  const QJsonValue cells = document.object().value(QLatin1String("cells"));
  if (!cells.isArray()) return Failure{"no notebook of nbformat 4: it has no list of cells"};
  ReadProgram read;
  std::string& text = read.program.text;
  for (const QJsonValue& cell : cells.toArray()) {
    const QJsonObject one = cell.toObject();
    if (one.value(QLatin1String("cell_type")).toString() != QLatin1String("code")) continue;
    const std::vector<std::string> lines =
        pythonOfCell(sourceOf(one.value(QLatin1String("source"))).toStdString());
    if (lines.empty()) continue;
    text += text.empty() ? "# %%\n" : "\n# %%\n";
    for (const std::string& line : lines) text.append(line).push_back('\n');
  }
  if (text.empty()) return Failure{"a notebook without code"};
  read.left_out = static_cast<int>(leftOutOf(read.program).size());
  return read;
}

std::vector<std::string> leftOutOf(const ProgramText& program) {
  std::vector<std::string> found;
  std::istringstream lines(program.text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t\f"), line.size());
    const std::size_t mark = line.compare(begin, 6, "pass  ") == 0 ? begin + 6 : begin;
    if (line.compare(mark, kLeftOut.size(), kLeftOut) == 0)
      found.push_back(line.substr(mark + kLeftOut.size()));
  }
  return found;
}

Result<ReadProgram> readProgram(const std::string& path) {
  const bool standard = path == "-";
  const QString name = QString::fromStdString(path);
  const bool notebook = isNotebook(name);
  QFile file(name);
  const bool opened = standard ? file.open(stdin, QIODevice::ReadOnly) : file.open(QIODevice::ReadOnly);
  if (!opened) return Failure{path + ": " + file.errorString().toStdString()};
  const qint64 most = notebook ? kMostNotebook_bytes : kMostText_bytes;
  // It may be being written: a part of a program is another program.
  const qint64 expected = file.isSequential() ? 0 : qMin(file.size(), most + 1);
  const QByteArray text = file.read(most + 1);
  if (file.error() != QFileDevice::NoError) return Failure{path + ": " + file.errorString().toStdString()};
  if (text.size() < expected) return Failure{path + ": it became shorter while it was read"};
  if (text.size() > most) {
    return Failure{path + ": a program of more than " + std::to_string(most / 1'000'000) + " MB"};
  }
  if (!text.isValidUtf8()) return Failure{path + ": it is not text in UTF-8"};
  ReadProgram read;
  if (notebook) {
    Result<ReadProgram> cells = programOfNotebook(text);
    if (!cells) return Failure{path + ": " + cells.error()};
    read = std::move(*cells);
  } else {
    read.program.text = plain(text).toStdString();
  }
  const QFileInfo info(name);
  if (standard) {
    read.program.name = "program.py";
  } else {
    read.program.name =
        (notebook ? info.completeBaseName() + QStringLiteral(".py") : info.fileName()).toStdString();
    read.program.folder = info.absolutePath().toStdString();
  }
  return read;
}

}  // namespace runahead::gui
