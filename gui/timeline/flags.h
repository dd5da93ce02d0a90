// SPDX-License-Identifier: GPL-3.0-or-later
// Where flags and notes stand on the ruler, for painting and for pointing at them.
// Not here: putting them there (view/view_state.h) and writing notes (session/).
#pragma once

#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "gui/axis/time_axis.h"
#include "gui/timeline/layout.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

struct FlagPlace {
  std::size_t index;  ///< among the flags
  double x;           ///< of its pole
  QRectF plate;       ///< with the note's text; without a text, or without room for it, the pennant
  QString text;       ///< in one line and as long as the plate; empty: a pennant
};

/// Those that are in sight, from left to right. A note has the room up to the next one. `cursorFlag`: covers
/// the ruler; a note whose pole is under it stands beside it. Empty: none.
std::vector<FlagPlace> flagPlaces(const std::vector<Flag>& flags, const TimeAxis& axis, const RowPx& ruler,
                                  double widthPx, const QRectF& cursorFlag);

/// The flag under the point, as an index among the flags.
std::optional<std::size_t> flagAt(const std::vector<FlagPlace>& places, QPointF point);

}  // namespace runahead::gui
