// SPDX-License-Identifier: GPL-3.0-or-later
// A figure as a file: painted into memory first, so that a full disk is the only thing that can go wrong on
// it. Not here: the picture (figure.cpp).
#include <QBuffer>
#include <QByteArray>
#include <QFileInfo>
#include <QImage>
#include <QMarginsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "core/base/atomic_file.h"
#include "gui/figure/figure.h"

namespace runahead::gui {

namespace {

constexpr int kResolution = 96;  // px per inch: what makes text as wide as it was measured

QByteArray paintPng(std::span<const Trace> traces, const FigureOptions& options, QSizeF size) {
  QImage image(size.toSize(), QImage::Format_RGB32);
  if (image.isNull()) return {};
  QPainter painter(&image);
  painter.setRenderHint(QPainter::TextAntialiasing);
  paintFigure(painter, traces, options);
  painter.end();
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  return image.save(&buffer, "PNG") ? bytes : QByteArray();
}

QByteArray paintSvg(std::span<const Trace> traces, const FigureOptions& options, QSizeF size) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(kResolution);
  generator.setSize(size.toSize());
  generator.setViewBox(QRectF(QPointF(), size));
  generator.setTitle(options.title);
  QPainter painter(&generator);
  paintFigure(painter, traces, options);
  painter.end();
  return withSvgPatterns(bytes, Theme::of(options.theme));
}

QByteArray paintPdf(std::span<const Trace> traces, const FigureOptions& options, QSizeF size) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setResolution(kResolution);
  writer.setPageSize(
      QPageSize(size * 72.0 / kResolution, QPageSize::Point, QString(), QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF());
  writer.setTitle(options.title);
  QPainter painter(&writer);
  paintFigure(painter, traces, options);
  painter.end();
  return bytes;
}

}  // namespace

bool isFigurePath(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  return ending == QLatin1String("png") || ending == QLatin1String("svg") || ending == QLatin1String("pdf");
}

Status writeFigure(const QString& path, std::span<const Trace> traces, const FigureOptions& options) {
  const QString ending = QFileInfo(path).suffix().toLower();
  const std::string name = path.toStdString();
  if (!isFigurePath(path)) return Failure{"cannot write " + name + ": a figure ends in .png, .svg or .pdf"};
  AtomicFile file(name);
  if (file.failed()) return file.commit();
  const QSizeF size = figureSize(traces, options);
  const QByteArray bytes = ending == QLatin1String("png")   ? paintPng(traces, options, size)
                           : ending == QLatin1String("svg") ? paintSvg(traces, options, size)
                                                            : paintPdf(traces, options, size);
  if (bytes.isEmpty()) return Failure{"cannot write " + name + ": the picture does not fit into memory"};
  file.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  return file.commit();
}

}  // namespace runahead::gui
