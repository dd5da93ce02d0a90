// SPDX-License-Identifier: GPL-3.0-or-later
// Numbering, measuring and painting notes. Not here: where they come from (session/, cli/exports.cpp).
#include "gui/export/figure_notes.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <string>

#include "gui/export/wrapped_text.h"
#include "gui/text/format.h"

namespace runahead::gui {
namespace {

constexpr double kNoteAround = 12, kNoteLine = 20, kNumber = 30, kNoteGap = 18, kBetween = 4;

QFont textFont() {
  return uiFont(14);
}
QFont placeFont() {
  return monoFont(13);
}

double textLeft(const std::vector<FigureNote>& notes) {
  const QFontMetricsF metrics(placeFont());
  double width = 0;
  for (const FigureNote& note : notes) width = std::max(width, metrics.horizontalAdvance(note.place));
  return kNumber + width + kNoteGap;
}

QStringList linesOf(const FigureNote& note, double width_px) {
  return wrapped(note.text, textFont(), std::max(120.0, width_px));
}

}  // namespace

std::vector<Bookmark> numberedBookmarks(std::vector<Bookmark> bookmarks, const Trace& trace, std::size_t run,
                                        std::vector<FigureNote>& notes) {
  std::ranges::stable_sort(bookmarks, Bookmark::earlier);
  for (Bookmark& bookmark : bookmarks) {
    const QString text = QString::fromStdString(bookmark.text).trimmed();
    bookmark.text.clear();
    if (text.isEmpty()) continue;
    const int number = static_cast<int>(notes.size()) + 1;
    QString place = formatTime(bookmark.moment.time_ns);
    if (bookmark.task < trace.task_count()) place += QStringLiteral(" · ") + taskLabel(trace, bookmark.task);
    notes.push_back({number, run, bookmark.moment.seq, bookmark.moment.time_ns, place, text});
    bookmark.text = std::to_string(number);
  }
  return bookmarks;
}

double notesHeight(const std::vector<FigureNote>& notes, double width_px) {
  if (notes.empty()) return 0;
  const double left = textLeft(notes);
  double height = kNoteAround;
  for (const FigureNote& note : notes) {
    height += static_cast<double>(linesOf(note, width_px - left).size()) * kNoteLine + kBetween;
  }
  return height;
}

void paintNotes(QPainter& painter, QPointF topLeft, double width_px, const std::vector<FigureNote>& notes,
                const std::vector<bool>& seen, const Theme& theme) {
  const double left = textLeft(notes);
  double base = topLeft.y() + kNoteAround + 14;
  const auto word = [&](double x, const QFont& font, const QColor& colour, const QString& text) {
    paintText(painter, QPointF(topLeft.x() + x, base), font, colour, text);
  };
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const FigureNote& note = notes[i];
    const QStringList lines = linesOf(note, width_px - left);
    if (!seen[i]) {
      base += static_cast<double>(lines.size()) * kNoteLine + kBetween;
      continue;
    }
    const QString number = QString::number(note.number);
    const QFont bold = uiFont(12, QFont::Medium);
    const double plate = QFontMetricsF(bold).horizontalAdvance(number) + 15;
    painter.fillRect(QRectF(topLeft.x(), base - 14, plate, 19), theme.cursor);
    painter.fillRect(QRectF(topLeft.x() + 1, base - 13, plate - 2, 17), theme.paper);
    word(7, bold, theme.text, number);
    word(kNumber, placeFont(), theme.text2, note.place);
    for (const QString& line : lines) {
      word(left, textFont(), theme.text, line);
      base += kNoteLine;
    }
    base += kBetween;
  }
}

}  // namespace runahead::gui
