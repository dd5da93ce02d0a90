// SPDX-License-Identifier: GPL-3.0-or-later
// A file of the program's own, out of resources/. Not here: files of the user's (program_file.h).
#pragma once

#include <QByteArray>
#include <QFile>

namespace runahead::gui {

/// Empty where there is none of this name.
inline QByteArray resource(const QString& path) {
  QFile file(QStringLiteral(":/") + path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace runahead::gui
