// SPDX-License-Identifier: GPL-3.0-or-later
// A text broken into lines that fit. Not here: where they stand (figure_page.cpp).
#pragma once

#include <QFont>
#include <QString>
#include <QStringList>

namespace runahead::gui {

/// Broken where the script allows it, and anywhere if need be; at most `most` lines, the last one elided.
QStringList wrapped(const QString& text, const QFont& font, double width_px, int most = 100);

}  // namespace runahead::gui
