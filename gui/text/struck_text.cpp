// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of UTF-8 become letters, and letters pieces.
#include "gui/text/struck_text.h"

#include <algorithm>

namespace runahead::gui {
namespace {

qsizetype indentOf(const QString& text) {
  return std::ranges::find_if(text, [](QChar letter) { return !letter.isSpace(); }) - text.begin();
}

}  // namespace

std::vector<TextSpan> struckSpans(const QString& text, int line, std::span<const LinePart> leftOut) {
  std::vector<TextSpan> spans;
  const qsizetype indent = indentOf(text);
  for (const LinePart& part : leftOut) {
    if (part.line != line) continue;
    TextSpan span{indent, indent + QStringView(text).trimmed().size()};
    if (part.end != LinePart::kWholeLine) {
      const QByteArray bytes = text.toUtf8();
      span.begin = QString::fromUtf8(bytes.left(part.begin)).size();
      span.end = QString::fromUtf8(bytes.left(part.end)).size();
    }
    if (span.begin < span.end) spans.push_back(span);
  }
  return spans;
}

bool strikesAll(const QString& text, std::span<const TextSpan> struck) {
  return std::ranges::all_of(piecesOf(text, struck), [](const TextPiece& piece) {
    return piece.struck || piece.text.trimmed().isEmpty();
  });
}

std::vector<TextPiece> piecesOf(const QString& text, std::span<const TextSpan> struck, qsizetype from) {
  std::vector<TextPiece> pieces;
  qsizetype done = 0;
  const auto add = [&](qsizetype to, bool out) {
    if (to > done) pieces.push_back({text.mid(done, to - done), out});
    done = std::max(done, to);
  };
  for (const TextSpan& span : struck) {
    add(std::min(span.begin - from, text.size()), false);
    add(std::min(span.end - from, text.size()), true);
  }
  add(text.size(), false);
  return pieces;
}

}  // namespace runahead::gui
