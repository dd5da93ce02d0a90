// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of figures share: a folder for them, what they are asked for, and the words of an SVG.
#pragma once

#include <QFile>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "gui/export/figure.h"

namespace runahead::test {

inline QByteArray read(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QStringList texts(const QByteArray& svg) {
  QStringList found;
  QXmlStreamReader xml(svg);
  while (!xml.atEnd()) {
    if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text")) {
      found << xml.readElementText().trimmed();
    }
  }
  return xml.hasError() ? QStringList{xml.errorString()} : found;
}

/// Files of one test object; they go with it.
class FigureFiles {
 protected:
  QString path(const char* name) const { return m_directory.filePath(QString::fromLatin1(name)); }
  gui::FigureOptions m_options{.title = "A title", .question = "Why?", .listing = {"", "", "x = dot(a, b)"}};
  QTemporaryDir m_directory;
};

}  // namespace runahead::test
