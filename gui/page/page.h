// SPDX-License-Identifier: GPL-3.0-or-later
// A run, or several under one another, as one HTML file that steps through it.
// Not here: pictures that stand still (figure/figure.h).
#pragma once

#include <QByteArray>
#include <QString>
#include <span>

#include "core/base/error.h"
#include "gui/exports/figure_options.h"

namespace runahead::gui {

/// Of the options it takes what a page has: title, question, caption, listing, alignment, asides. Needs a
/// QApplication, as figures do.
QByteArray pageOf(std::span<const Trace> traces, const FigureOptions& options);
/// Complete or not there at all; the message names the file.
Status writePage(const QString& path, std::span<const Trace> traces, const FigureOptions& options);

}  // namespace runahead::gui
