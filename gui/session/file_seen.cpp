// SPDX-License-Identifier: GPL-3.0-or-later
// What the file system says of a file. Not its device, which may have another number after the next start.
#include "gui/session/file_seen.h"

#include <sys/stat.h>

#include <QFile>

namespace runahead::gui {

QByteArray seenOf(const QString& file) {
  struct stat there;
  if (::stat(QFile::encodeName(file).constData(), &there) != 0) return {};
  QByteArray seen;
  for (const auto number : {qint64(there.st_ino), qint64(there.st_size), qint64(there.st_mtim.tv_sec),
                            qint64(there.st_mtim.tv_nsec)})
    seen += QByteArray::number(number) + ' ';
  return seen;
}

}  // namespace runahead::gui
