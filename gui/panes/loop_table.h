// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the loop's times, formula beside simulation, and the sentences about it. Plain functions,
// painted with any QPainter. Not here: the words (loop_facts.h).
#pragma once

#include <QPainter>
#include <QRectF>

#include "gui/panes/loop_facts.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

/// Tall: formulas under the rows' names, sentences below. Low: one line for each row and nothing else.
enum class TableForm { tall, low };
/// What the form needs at least; sentences use what is more.
inline constexpr int kTallTablePx = 240, kLowTablePx = 84;

void paintLoopTable(QPainter& painter, const LoopFacts& facts, const QRectF& rect, TableForm form,
                    const Theme& theme);

}  // namespace runahead::gui
