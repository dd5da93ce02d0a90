// SPDX-License-Identifier: GPL-3.0-or-later
// Weights, tones, letters, and the lines of compared runs.
// Not here: the run on show, which the plot draws (plot.cpp).
#include "gui/timeline/run_lines.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "gui/text/run_text.h"
#include "gui/widgets/fill_rects.h"
#include "gui/widgets/part_names.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr double kLetterPx = 16;
/// A letter closer to another line than this says of neither whose it is.
constexpr double kApartPx = 10;

struct Stroke {
  double width;
  double tone;  ///< 1: the colour; less: towards paper; more: towards ink
};
/// Wide ones are pale and lie below: where two runs do the same, both are seen.
constexpr std::array<Stroke, 8> kStrokes = {
    {{4.2, 0.62}, {1.8, 1.3}, {3, 0.8}, {1, 1.6}, {5.4, 0.5}, {2.3, 1}, {3.6, 0.7}, {1.4, 1.45}}};

const Stroke& strokeOf(int index) {
  return kStrokes[static_cast<std::size_t>(index) % kStrokes.size()];
}

QColor toneOf(const Stroke& stroke, const QColor& colour, const Theme& theme) {
  return stroke.tone <= 1 ? mixed(theme.paper, colour, stroke.tone)
                          : mixed(colour, theme.text, stroke.tone - 1);
}

/// What a line is made of, as boxes of whole pixels: Qt strokes a line that is up and down in every pixel far
/// too slowly.
struct Boxes {
  std::vector<QRectF> line;
  std::vector<QRectF> band;
};

Boxes boxesOf(const RunCurve& curve, const Stroke& stroke, const QRectF& plot, double top, double device,
              bool pixels) {
  Boxes boxes;
  const auto snapped = [&](double px) { return pixels ? std::round(px / device) * device : px; };
  const double width = pixels ? std::max(device, snapped(stroke.width)) : stroke.width;
  const auto upper = [&](double value) {
    return snapped(plot.bottom() - value / top * plot.height() - width / 2);
  };
  const auto column = [&](double x) { return plot.left() + std::floor(x / device + 1e-6) * device; };
  const auto& columns = curve.columns;
  const double end = plot.left() + curve.endPx;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const ChartSeries::Column& now = columns[i];
    const double left = column(now.x);
    const double next = i + 1 < columns.size() ? column(columns[i + 1].x) : std::max(end, left + device);
    const double high = upper(now.most), low = upper(now.least), level = upper(now.after);
    const double band = now.bandTo > 0 ? std::min(column(now.bandTo), next) - left : 0;
    if (band > 0) {
      boxes.line.emplace_back(left, high, band, width);
      boxes.line.emplace_back(left, low, band, width);
      boxes.band.emplace_back(left, high, band, low - high + width);
    } else if (low > high) {
      // As wide as the line, but with a pixel between it and the next one.
      const double before = i > 0 ? left - column(columns[i - 1].x) : plot.width();
      const double after = i + 1 < columns.size() ? next - left : plot.width();
      const double room = std::max(device, std::min({width, before - device, after - device}));
      boxes.line.emplace_back(snapped(left + device / 2 - room / 2), high, room, low - high + width);
    }
    const double from = band > 0 ? left + band : low > high ? left + device : left;
    if (next > from) boxes.line.emplace_back(from, level, next - from, width);
  }
  return boxes;
}

/// What the line covers at x, from least to most.
std::pair<double, double> valuesAt(const RunCurve& curve, double x) {
  const auto next = std::ranges::upper_bound(curve.columns, x, {}, &ChartSeries::Column::x);
  if (next == curve.columns.begin()) return {0, 0};
  const ChartSeries::Column& column = *(next - 1);
  if (x - column.x < 1 || x < column.bandTo) return {column.least, column.most};
  return {column.after, column.after};
}

}  // namespace

QPen runPen(int index, const QColor& colour, const Theme& theme) {
  const Stroke& stroke = strokeOf(index);
  return {toneOf(stroke, colour, theme), stroke.width, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin};
}

void paintRunLetter(QPainter& painter, const QRectF& box, int index, bool shown, const Theme& theme) {
  const Kept kept(painter);
  painter.setRenderHint(QPainter::Antialiasing);
  paintBox(painter, box.adjusted(0.7, 0.7, -0.7, -0.7), QPen(theme.cursor, 1.4),
           shown ? theme.cursor : theme.paper, 3);
  paintText(painter, box, Qt::AlignCenter | Qt::TextDontClip, monoFont(12, QFont::Bold),
            shown ? theme.cursorText : theme.text, runLetter(index));
}

std::vector<QRectF> letterPlaces(const QRectF& plot, double top, const std::vector<RunLine>& lines) {
  const auto y = [&](double value) { return plot.bottom() - value / top * plot.height(); };
  const auto box = [&](double left, double middle) {
    return QRectF(
        std::clamp(left, plot.left() + 2, std::max(plot.left() + 2, plot.right() - kLetterPx - 2)),
        std::clamp(middle - kLetterPx / 2, plot.top(), std::max(plot.top(), plot.bottom() - kLetterPx - 1)),
        kLetterPx, kLetterPx);
  };
  std::vector<QRectF> taken;
  const auto meets = [&](const QRectF& one) {
    return std::ranges::any_of(
        taken, [&](const QRectF& other) { return other.adjusted(-1, -1, 1, 1).intersects(one); });
  };
  /// How far the line is from the closest other one at x.
  const auto distance = [&](std::size_t own, double x) {
    const auto [least, most] = valuesAt(lines[own].curve, x);
    double closest = plot.height();
    for (std::size_t other = 0; other < lines.size(); ++other) {
      if (other == own || lines[other].curve.columns.empty() || x > lines[other].curve.endPx) continue;
      const auto [low, high] = valuesAt(lines[other].curve, x);
      closest = std::min(closest, std::max(0.0, y(std::min(most, high)) - y(std::max(least, low))));
    }
    return closest;
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const RunCurve& curve = lines[i].curve;
    if (curve.columns.empty()) {
      taken.emplace_back();
      continue;
    }
    QRectF place = box(plot.left() + curve.endPx + 3, y(curve.columns.back().after));
    if (meets(place)) {
      double best = kApartPx;
      QRectF apart = place;
      for (double x = 0; x <= curve.endPx; x += 3) {
        const double away = distance(i, x);
        if (away <= best) continue;
        const QRectF there = box(plot.left() + x - kLetterPx / 2, y(valuesAt(curve, x).second));
        if (meets(there)) continue;
        best = away;
        apart = there;
      }
      place = apart;
    }
    // Beside one another where they do the same.
    const double step = kLetterPx + 3;
    while (meets(place) && place.right() + step < plot.right()) place.translate(step, 0);
    while (meets(place) && place.left() - step > plot.left()) place.translate(-step, 0);
    taken.push_back(place);
  }
  return taken;
}

void paintRunLines(QPainter& painter, const QRectF& plot, double top, const std::vector<RunLine>& lines,
                   const QColor& colour, const Theme& theme) {
  const Kept kept(painter);
  const Named passing(PartNames::of(painter), {PartKind::passing});
  painter.setClipRect(plot.adjusted(0, -2, 0, 2), Qt::IntersectClip);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const double device = devicePixel(painter);
  const bool pixels = fillsPixels(painter);
  std::vector<std::size_t> order(lines.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](std::size_t one, std::size_t two) {
    return strokeOf(lines[one].letter).width > strokeOf(lines[two].letter).width;
  });
  std::vector<Boxes> boxes(lines.size());
  for (const std::size_t i : order) {
    if (lines[i].filled) continue;
    const Stroke& stroke = strokeOf(lines[i].letter);
    boxes[i] = boxesOf(lines[i].curve, stroke, plot, top, device, pixels);
    // No band hides a line.
    fillRects(painter, boxes[i].band, mixed(theme.paper, toneOf(stroke, colour, theme), kBandTone));
  }
  for (const std::size_t i : order) {
    fillRects(painter, boxes[i].line, toneOf(strokeOf(lines[i].letter), colour, theme));
  }
  const std::vector<QRectF> places = letterPlaces(plot, top, lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (places[i].isValid()) paintRunLetter(painter, places[i], lines[i].letter, lines[i].filled, theme);
  }
}

}  // namespace runahead::gui
