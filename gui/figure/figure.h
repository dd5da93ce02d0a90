// SPDX-License-Identifier: GPL-3.0-or-later
// A figure: runs on paper, with title, question, the parts that were asked for, caption, legend and the line
// of parameters. Painted by the same code as the screen. Not here: data formats (core/io).
#pragma once

#include <QImage>
#include <QString>
#include <memory>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/trace/trace.h"
#include "gui/axis/steps.h"
#include "gui/exports/figure_options.h"

class QPainter;

namespace runahead::gui {

/// The stops of all runs by their time, at most `most` + 1.
std::vector<FigureStep> figureSteps(std::span<const Trace> traces, const FigureOptions& options,
                                    StepKind kind, std::size_t most);

/// Several traces are stacked on one time scale, lettered A, B, ... Needs a QApplication (any platform), as
/// all that follows; traces and options must outlive it.
class Figure {
 public:
  Figure(std::span<const Trace> traces, const FigureOptions& options);
  ~Figure();
  /// What the options ask for.
  QSizeF size() const;
  /// Origin at the figure's top left.
  void paint(QPainter& painter) const;
  /// Null where there is not enough memory.
  QImage image(double scale) const;

 private:
  class Composition;
  std::unique_ptr<const Composition> m_composition;
};

/// By the ending of `path`: .png, .svg or .pdf. Complete or not there at all; the message names the file.
Status writeFigure(const QString& path, std::span<const Trace> traces, const FigureOptions& options);
/// Every step of a kind, as NAME-001.EXT and so on.
Status writeFigureSteps(const QString& path, std::span<const Trace> traces, FigureOptions options,
                        StepKind kind);
/// Of a worksheet also what belongs into it, as NAME-solution.EXT on the same scale.
Status writeFigureWithSolution(const QString& path, std::span<const Trace> traces,
                               const FigureOptions& options);
/// "directory/NAME-suffix.EXT".
QString besidePath(const QString& path, const QString& suffix);

}  // namespace runahead::gui
