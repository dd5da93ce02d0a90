// SPDX-License-Identifier: GPL-3.0-or-later
// A figure as a file: painted into memory first, so that a full disk is the only thing that can go wrong on
// it. Not here: the picture (figure.cpp).
#include <QBuffer>
#include <QByteArray>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <algorithm>
#include <utility>

#include "core/base/atomic_file.h"
#include "gui/export/figure.h"
#include "gui/export/pdf.h"
#include "gui/text/endings.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

namespace {

constexpr std::size_t kMostSteps = 999;
constexpr int kResolution = 96;  // px per inch: what makes text as wide as it was measured

QByteArray paintPng(const Figure& figure, const FigureOptions& options) {
  QImage image = figure.image(options.paper ? options.dpi / static_cast<double>(kResolution) : 1);
  const int dots_per_meter = qRound(options.dpi / 0.0254);
  image.setDotsPerMeterX(dots_per_meter);
  image.setDotsPerMeterY(dots_per_meter);
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  return image.save(&buffer, "PNG") ? bytes : QByteArray();
}

/// A name may hold what no XML file may.
QByteArray withoutControls(QByteArray svg) {
  svg.removeIf([](char c) { return c >= 0 && c < ' ' && c != '\n' && c != '\t' && c != '\r'; });
  svg.replace("\xEF\xBF\xBE", "\xEF\xBF\xBD").replace("\xEF\xBF\xBF", "\xEF\xBF\xBD");
  return svg;
}

QByteArray attribute(const QByteArray& element, const char* name) {
  const QByteArray begin = QByteArray(" ") + name + "=\"";
  const qsizetype from = element.indexOf(begin) + begin.size();
  return from < begin.size() ? QByteArray() : element.mid(from, element.indexOf('"', from) - from);
}

/// A reader with other fonts gets the next best, as wide as the text was measured: nothing moves or overlaps.
QByteArray withFallbackFonts(const QByteArray& svg) {
  QByteArray result;
  result.reserve(svg.size() + svg.size() / 8);
  qsizetype done = 0;
  for (qsizetype at = svg.indexOf("<text "); at >= 0; at = svg.indexOf("<text ", done)) {
    const qsizetype open = svg.indexOf('>', at), close = svg.indexOf("</text>", at);
    if (open < 0 || close < open) break;
    QByteArray element = svg.mid(at, open - at);
    const QByteArray family = attribute(element, "font-family");
    const bool mono = family == monoFont(1).families().constFirst().toUtf8();
    QFont font = mono ? monoFont(1) : uiFont(1);
    font.setPixelSize(std::max(1, attribute(element, "font-size").toInt()));
    font.setWeight(static_cast<QFont::Weight>(attribute(element, "font-weight").toInt()));
    QStringList families;
    for (const QString& one : font.families())
      families << (one.contains(u' ') ? QStringLiteral("'%1'").arg(one) : one);
    families.insert(families.size() - 1,
                    mono ? QStringLiteral("Consolas, Menlo, 'Noto Sans CJK SC'")
                         : QStringLiteral("'Segoe UI', 'Helvetica Neue', Arial, 'Noto Sans CJK SC'"));
    element.replace("font-family=\"" + family + '"',
                    "font-family=\"" + families.join(QStringLiteral(", ")).toUtf8() + '"');
    QString text = QString::fromUtf8(svg.mid(open + 1, close - open - 1));
    for (const auto& [escaped, letter] :
         {std::pair("&lt;", "<"), {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}})
      text.replace(QLatin1String(escaped), QLatin1String(letter));
    const double width = QFontMetricsF(font).horizontalAdvance(text);
    if (text.size() > 1 && width > 0)
      element +=
          " textLength=\"" + QByteArray::number(width, 'f', 2) + "\" lengthAdjust=\"spacingAndGlyphs\"";
    result += svg.mid(done, at - done) + element + svg.mid(open, close - open);
    done = close;
  }
  return result + svg.mid(done);
}

QByteArray paintSvg(const Figure& figure, const FigureOptions& options) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(kResolution);
  generator.setSize(figure.size().toSize());
  generator.setViewBox(QRectF(QPointF(), figure.size()));
  generator.setTitle(options.title);
  QPainter painter(&generator);
  figure.paint(painter);
  painter.end();
  // Qt 6.4 writes the title as it is.
  const QString title = QStringLiteral("<title>%1</title>");
  bytes.replace(title.arg(options.title).toUtf8(), title.arg(options.title.toHtmlEscaped()).toUtf8());
  return withSvgPatterns(withFallbackFonts(withoutControls(std::move(bytes))), Theme::of(options.theme));
}

QByteArray paintPdf(const Figure& figure, const FigureOptions& options) {
  return pdfPages(figure.size(), options.paper ? kResolution : options.dpi, options.title,
                  [&](QPainter& painter, QPdfWriter&) { figure.paint(painter); });
}

}  // namespace

Status writeFigure(const QString& path, std::span<const Trace> traces, const FigureOptions& options) {
  const QString ending = QFileInfo(path).suffix().toLower();
  const std::string name = path.toStdString();
  if (!isFigurePath(name)) return Failure{"cannot write " + name + ": a figure ends in .png, .svg or .pdf"};
  AtomicFile file(name);
  if (file.failed()) return file.commit();
  FigureOptions sized = options;
  const Figure figure(traces, options);
  sized.size = figure.size();
  if (const Status fits = checkFigure(sized); !fits)
    return Failure{"cannot write " + name + ": " + fits.error()};
  const QByteArray bytes = ending == QLatin1String("png")   ? paintPng(figure, options)
                           : ending == QLatin1String("svg") ? paintSvg(figure, options)
                                                            : paintPdf(figure, options);
  if (bytes.isEmpty()) return Failure{"cannot write " + name + ": the picture does not fit into memory"};
  file.write({bytes.constData(), static_cast<std::size_t>(bytes.size())});
  return file.commit();
}

QString besidePath(const QString& path, const QString& suffix) {
  const qsizetype dot = path.lastIndexOf(QLatin1Char('.'));
  return path.left(dot) + QLatin1Char('-') + suffix + path.mid(dot);
}

Status writeFigureSteps(const QString& path, std::span<const Trace> traces, FigureOptions options,
                        StepKind kind) {
  const std::vector<FigureStep> steps = figureSteps(traces, options, kind, kMostSteps);
  if (steps.size() > kMostSteps) return Failure{"--steps: there are more than 999; smaller runs have fewer"};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    options.step = steps[i];
    const QString number = QString::number(i + 1).rightJustified(3, QLatin1Char('0'));
    if (const Status status = writeFigure(besidePath(path, number), traces, options); !status) return status;
  }
  return success();
}

Status writeFigureWithSolution(const QString& path, std::span<const Trace> traces,
                               const FigureOptions& options) {
  if (options.worksheet) {
    FigureOptions solution = options;
    solution.solution = true;
    const Status status = writeFigure(besidePath(path, QStringLiteral("solution")), traces, solution);
    if (!status) return status;
  }
  return writeFigure(path, traces, options);
}

}  // namespace runahead::gui
