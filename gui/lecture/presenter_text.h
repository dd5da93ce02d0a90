// SPDX-License-Identifier: GPL-3.0-or-later
// How large the words of a presentation are: of a sentence in its place, of a program in a column.
// Not here: where they stand (presenter.cpp).
#pragma once

#include <QFont>
#include <QSizeF>
#include <QStringList>
#include <cstddef>
#include <vector>

namespace runahead::gui {

/// Sizes in px on 1280 x 720; larger screens have them in proportion, smaller ones as they are. They are
/// those of the screen, so where all of a window is larger, so many `ratio` to one of its px, they are not.
inline constexpr int kLeastPresented_px = 24;
inline constexpr int kSentence_px = 46;
inline constexpr int kProgram_px = 42;
double presentedScale(QSizeF screen, double ratio);

struct PresentedSentence {
  QFont font;
  QStringList lines;
};
/// In the largest type in which it fits; in the least one its end is cut.
PresentedSentence presentedSentence(const QString& text, QSizeF place, double scale);

/// A line of the program, or what of it did not fit into the rows before.
struct PresentedRow {
  int line;  ///< from 1
  QString text;
  bool first;
  qsizetype from = 0;  ///< where the text behind its indent begins in the line
};
struct PresentedProgram {
  QFont font;
  double width_px = 0;  ///< of the column, with `beside_px` for numbers
  double row_px = 0;    ///< from row to row
  std::vector<PresentedRow> rows;
};
/// The largest type in which few lines are too long for the widest column; these are broken.
PresentedProgram presentedProgram(const QStringList& lines, double least_px, double most_px, double beside_px,
                                  double scale);

/// Which of the rows stand where `room` have place, as the first of them: that of the current line in the
/// middle as far as there are rows around it.
std::size_t firstPresentedRow(const PresentedProgram& program, int currentLine, std::size_t room);

}  // namespace runahead::gui
