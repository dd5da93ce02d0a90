// SPDX-License-Identifier: GPL-3.0-or-later
// Text that Qt would take for HTML where it stands by itself, in tool tips above all: names of and in files
// are text, whatever they look like.
#pragma once

#include <QTextDocument>

namespace runahead::gui {

inline QString asText(const QString& text) {
  return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal) : text;
}

}  // namespace runahead::gui
