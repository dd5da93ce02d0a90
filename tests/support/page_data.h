// SPDX-License-Identifier: GPL-3.0-or-later
// What an interactive page holds for its script (gui/export/page_text.h).
#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace runahead::testing_support {

/// Of the first element with these attributes: `id="way"`, or none.
inline QJsonObject page_data(const QByteArray& page, const QByteArray& attributes = {}) {
  const QByteArray begin = "<script type=\"text/deflate\"" + attributes + '>';
  const qsizetype from = page.indexOf(begin) + begin.size();
  const QByteArray packed = QByteArray::fromBase64(page.mid(from, page.indexOf("</script>", from) - from));
  const QByteArray size("\0\x10\0\0", 4);  // a guess, which Qt expects before
  return QJsonDocument::fromJson(qUncompress(size + packed)).object();
}

}  // namespace runahead::testing_support
