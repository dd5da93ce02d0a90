// SPDX-License-Identifier: GPL-3.0-or-later
// Escaping.
#include "gui/export/page_text.h"

#include <QJsonDocument>

namespace runahead::gui {

QByteArray escaped(QString text) {
  text.removeIf([](QChar c) {
    return (c < u' ' && c != u'\n' && c != u'\t') || c == QChar(0x7f) || c == QChar(0xfffe) ||
           c == QChar(0xffff);
  });
  return text.toHtmlEscaped().toUtf8();
}

QByteArray element(const QByteArray& name, const QString& text, const QByteArray& attributes) {
  return '<' + name + (attributes.isEmpty() ? QByteArray() : ' ' + attributes) + '>' + escaped(text) + "</" +
         name + ">\n";
}

QByteArray attributes(std::initializer_list<std::pair<const char*, QString>> pairs) {
  QByteArray text;
  for (const auto& [name, value] : pairs)
    text += (text.isEmpty() ? QByteArray() : QByteArray(" ")) + name + "=\"" + escaped(value) + '"';
  return text;
}

QByteArray dataElement(const QJsonObject& data, const QByteArray& attributes) {
  constexpr int kSizeBytes = 4;  // that Qt puts before what zlib writes
  const QByteArray json = QJsonDocument(data).toJson(QJsonDocument::Compact);
  return "<script type=\"text/deflate\"" + (attributes.isEmpty() ? QByteArray() : ' ' + attributes) + '>' +
         qCompress(json).mid(kSizeBytes).toBase64() + "</script>\n";
}

}  // namespace runahead::gui
