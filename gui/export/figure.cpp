// SPDX-License-Identifier: GPL-3.0-or-later
// How wide a figure is laid out and how much of its runs it shows, so that all of it fits its page with text
// that can be read. Not here: the page (figure_page.cpp), files (figure_file.cpp).
#include "gui/export/figure.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace runahead::gui {

namespace {

constexpr double kDefaultWidth = 1600, kDefaultHeight = 900;
/// The smallest text is 12 units: 16 px on a slide of 1600 px, 9 pt on paper.
constexpr double kMostWidth = 1200, kLeastWidth = 640;
/// Rather than leaving a part away, a page is laid out so much wider: then it is 11 px, and 7.5 pt.
constexpr double kSmaller = 12 / 11.0, kSmallerOnPaper = 1.2, kWidest = 1600;
constexpr double kMorePlots = 160;  // where the height is free
constexpr double kStep = 1.04, kLittle = 1.09;
constexpr int kMostTries = 120;

/// What is tried to find room, in this order.
std::vector<FigureRows> rowsOf(const FigureContent& content, const FigureParts& parts) {
  if (!parts.timeline) return {FigureRows::usual};
  if (content.runs.size() < 2) return {FigureRows::usual, FigureRows::low};
  return {FigureRows::usual, FigureRows::low, FigureRows::compared, FigureRows::tight};
}

/// Parts that a page without room for them goes without, one after the other; never without all of them.
std::vector<FigureParts> partsOf(const FigureContent& content) {
  FigureParts parts = content.options.parts;
  if (content.options.worksheet) {
    parts.charts = parts.graph = parts.table = false;
    parts.timeline = parts.listing = true;  // a task without its program cannot be solved
  }
  const bool sweeps = std::ranges::any_of(content.runs, &std::optional<Sweep>::has_value, &FigureRun::sweep);
  std::vector<FigureParts> all{parts};
  const auto count = [](const FigureParts& p) {
    return p.timeline + p.charts + p.listing + p.graph + p.table;
  };
  const auto leave = [&](bool FigureParts::*part) {
    if (!(parts.*part) || count(parts) < 2) return;
    parts.*part = false;
    all.push_back(parts);
  };
  // A sweep's picture is what its run is for; but not several of them.
  if (!sweeps || content.runs.size() > 1) leave(&FigureParts::charts);
  leave(&FigureParts::graph);
  if (!content.options.worksheet) leave(&FigureParts::listing);
  leave(&FigureParts::table);
  return all;
}

}  // namespace

Figure::Figure(std::span<const Trace> traces, const FigureOptions& options)
    : m_content(traces, options), m_size(options.size) {
  const double asked = options.size.width() > 0 ? options.size.width() : kDefaultWidth;
  m_width = std::clamp(asked, kLeastWidth, kMostWidth);
  m_parts = partsOf(m_content).front();
  if (options.size.height() > 0) {
    fit(asked);
    return;
  }
  const double scale = asked / m_width;
  double height = page(m_width).neededHeight() * scale;
  if (m_parts.charts && (options.size.width() > 0 || height > kDefaultHeight)) height += kMorePlots * scale;
  m_size = {asked, std::ceil(options.size.width() > 0 ? height : std::max(kDefaultHeight, height))};
}

void Figure::paint(QPainter& painter) const {
  const double scale = m_size.width() / m_width;
  const Kept kept(painter);
  painter.scale(scale, scale);
  page(m_width).paint(painter, m_size.height() / scale);
}

bool Figure::fits(double width) {
  const FigurePage tried = page(width);
  if (tried.neededHeight() > width * m_size.height() / m_size.width()) return false;
  if (m_rows == FigureRows::tight && !tried.holdsHeadings()) return false;
  m_width = width;
  return true;
}

void Figure::fit(double asked) {
  const double usual = m_width;
  const double widest =
      std::max(usual, std::min(asked * (m_content.options.paper ? kSmallerOnPaper : kSmaller), kWidest));
  for (const FigureParts& parts : partsOf(m_content)) {
    m_parts = parts;
    const std::vector<FigureRows> all = rowsOf(m_content, parts);
    // A little smaller is better than with less detail, much smaller is not.
    for (const FigureRows rows : all) {
      m_rows = rows;
      for (double width = usual; width <= std::min(widest, usual * kLittle); width *= kStep) {
        if (fits(width)) return;
      }
    }
    for (double width = usual * kLittle; width <= widest; width *= kStep) {
      for (const FigureRows rows : all) {
        m_rows = rows;
        if (fits(width)) return;
      }
    }
  }
  // Too low for any of it: everything gets smaller. Where they are whole only there, headings stay above
  // their runs.
  m_rows = rowsOf(m_content, m_parts).back();
  if (m_rows == FigureRows::tight && !page(widest).holdsHeadings()) m_rows = FigureRows::compared;
  double width = widest;
  for (int i = 0; i < kMostTries && !fits(width); ++i) m_width = width *= kStep;
}

QImage Figure::image(double scale) const {
  QImage image((size() * scale).toSize().expandedTo({1, 1}), QImage::Format_RGB32);
  if (image.isNull()) return image;
  image.fill(Theme::of(m_content.options.theme).paper);
  QPainter painter(&image);
  painter.scale(scale, scale);
  painter.setRenderHint(QPainter::TextAntialiasing);
  paint(painter);
  return image;
}

}  // namespace runahead::gui
