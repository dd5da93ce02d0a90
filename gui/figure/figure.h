// SPDX-License-Identifier: GPL-3.0-or-later
// A figure: runs on paper, with title, question, timeline, queue depth, memory, legend and the line of
// parameters. Painted by the same code as the screen. Not here: data formats (core/io).
#pragma once

#include <QSizeF>
#include <QString>
#include <QStringList>
#include <span>

#include "core/base/error.h"
#include "core/trace/trace.h"
#include "gui/theme/theme.h"

class QPainter;

namespace runahead::gui {

struct FigureOptions {
  QString title{};     ///< empty: the scenario's name
  QString question{};  ///< the line below it; empty: none
  ThemeKind theme = ThemeKind::print;
  QStringList listing{};  ///< of the program, line 1 first; empty: statements carry their numbers only
  QSizeF size{};          ///< empty: 1600 x 900, higher where several traces need it
};

/// The size that the options ask for.
QSizeF figureSize(std::span<const Trace> traces, const FigureOptions& options);

/// Several traces are stacked on one time scale, lettered a, b, ... Needs a QApplication (any platform).
/// Origin at the figure's top left; it covers figureSize().
void paintFigure(QPainter& painter, std::span<const Trace> traces, const FigureOptions& options);

/// By the ending of `path`: .png, .svg or .pdf. Complete or not there at all; the message names the file.
Status writeFigure(const QString& path, std::span<const Trace> traces, const FigureOptions& options);
/// The endings that writeFigure() knows, with their dots.
bool isFigurePath(const QString& path);

/// "increment-loop, async, waits none · live clock · 1 worker · n = 1000".
QString runLine(const TraceInfo& info);

}  // namespace runahead::gui
