// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of a line is struck out, since a run leaves it out with its wait: the one answer for the window,
// the presentation, figures and pages. Not here: which waits a run leaves out (left_out() in
// core/scenario/scenario.h).
#pragma once

#include <QString>
#include <span>
#include <vector>

#include "core/scenario/scenario.h"

namespace runahead::gui {

/// From one letter of a text to before another.
struct TextSpan {
  qsizetype begin, end;
  bool operator==(const TextSpan&) const = default;
};

/// In their order, of a line from 1; `leftOut`: of the listing. A whole line is struck without its indent.
std::vector<TextSpan> struckSpans(const QString& text, int line, std::span<const LinePart> leftOut);

/// Whether nothing else is to be read in the line.
bool strikesAll(const QString& text, std::span<const TextSpan> struck);

struct TextPiece {
  QString text;
  bool struck;
};
/// The text, which begins at letter `from` of the line.
std::vector<TextPiece> piecesOf(const QString& text, std::span<const TextSpan> struck, qsizetype from = 0);

}  // namespace runahead::gui
