// SPDX-License-Identifier: GPL-3.0-or-later
// A figure: runs on paper, with title, question, the parts that were asked for, caption, legend and the line
// of parameters. Painted by the same code as the screen. Not here: data formats (core/io).
#pragma once

#include <QImage>
#include <QString>
#include <span>

#include "core/base/error.h"
#include "gui/export/figure_page.h"

namespace runahead::gui {

/// Several traces are stacked on one time scale, lettered A, B, ... Needs a QApplication (any platform), as
/// all that follows; traces and options must outlive it.
class Figure {
 public:
  Figure(std::span<const Trace> traces, const FigureOptions& options);
  /// What the options ask for.
  QSizeF size() const { return m_size; }
  /// Origin at the figure's top left.
  void paint(QPainter& painter) const;
  /// Null where there is not enough memory.
  QImage image(double scale) const;

 private:
  FigurePage page(double width) const { return {m_content, m_rows, m_parts, width}; }
  /// Whether the page can be laid out so wide; then it is.
  bool fits(double width);
  void fit(double asked);

  FigureContent m_content;
  FigureParts m_parts;
  FigureRows m_rows = FigureRows::usual;
  QSizeF m_size;
  double m_width = 0;
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
