// SPDX-License-Identifier: GPL-3.0-or-later
// Notes on a figure: numbers on the ruler, and their texts, whole, below the picture.
// Not here: how numbers are painted there (timeline/bookmarks.h).
#pragma once

#include <QPointF>
#include <QString>
#include <vector>

#include "core/session/annotation.h"
#include "core/trace/trace.h"
#include "gui/widgets/theme.h"

class QPainter;

namespace runahead::gui {

struct FigureNote {
  int number;
  std::size_t run;
  Seq cursor;
  std::int64_t ns;
  QString place;  ///< "12.3 µs", "12.3 µs · add 3", of several runs "B 12.3 µs"
  QString text;
};

/// The bookmarks in the order of time, with a number for each text, and the notes that the numbers stand for
/// added to `notes`.
std::vector<Bookmark> numberedBookmarks(std::vector<Bookmark> bookmarks, const Trace& trace, std::size_t run,
                                        std::vector<FigureNote>& notes);

double notesHeight(const std::vector<FigureNote>& notes, double width_px);
/// `seen`: whether a note is painted; the room for the others is left free.
void paintNotes(QPainter& painter, QPointF topLeft, double width_px, const std::vector<FigureNote>& notes,
                const std::vector<bool>& seen, const Theme& theme);

}  // namespace runahead::gui
