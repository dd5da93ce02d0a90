// SPDX-License-Identifier: GPL-3.0-or-later
// Words to options. Not here: what a figure does with them.
#include "gui/text/figure_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "gui/text/compared_listing.h"
#include "gui/text/framework.h"

namespace runahead::gui {

namespace {

constexpr double kMmPerInch = 25.4, kPxPerInch = 96;
constexpr double kMostSide_px = 32'767;  // of a painter's coordinates
constexpr double kMostPixels = 256e6;    // a gigabyte
constexpr double kLeastSide_px = 100;

template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

}  // namespace

Status setFigureSize(FigureOptions& options, const std::string& word) {
  const double mm = kPxPerInch / kMmPerInch;
  struct Named {
    const char* name;
    QSizeF size;
    bool paper;
  };
  for (const Named& named : {Named{"16:9", {1600, 900}, false}, Named{"4:3", {1600, 1200}, false},
                             Named{"a4", {210 * mm, 297 * mm}, true},
                             // The width of its text; as high as needed.
                             Named{"a4-column", {170 * mm, 0}, true}}) {
    if (word != named.name) continue;
    options.size = named.size;
    options.paper = named.paper;
    return success();
  }
  std::string_view text = word;
  const bool paper = text.ends_with("mm");
  if (paper) text.remove_suffix(2);
  const std::size_t cross = text.find('x');
  double width = 0, height = 0;
  if (cross == std::string_view::npos || !parse(text.substr(0, cross), width) ||
      !parse(text.substr(cross + 1), height) || !std::isfinite(width) || !std::isfinite(height)) {
    return Failure{"--size " + word + ": 16:9, 4:3, a4, a4-column, 1600x900 or 170x120mm is expected"};
  }
  QSizeF size(width, height);
  if (paper) size *= mm;
  if (size.width() < kLeastSide_px || size.height() < kLeastSide_px) {
    return Failure{"--size " + word + ": smaller than " + (paper ? "27 mm" : "100 px") + " on a side"};
  }
  if (size.width() > kMostSide_px || size.height() > kMostSide_px) {
    return Failure{"--size " + word + ": larger than " + (paper ? "8669 mm" : "32767 px") + " on a side"};
  }
  options.size = paper ? size : QSizeF(size.toSize());
  options.paper = paper;
  return success();
}

Status setFigureDpi(FigureOptions& options, const std::string& word) {
  int dpi = 0;
  if (!parse(word, dpi) || dpi < kLeastDpi || dpi > kMostDpi)
    return Failure{"--dpi " + word + ": a whole number from 30 to 2400 is expected"};
  options.dpi = dpi;
  return success();
}

Status setFigureParts(FigureOptions& options, const std::string& words) {
  FigureParts parts{false, false, false, false, false};
  for (std::size_t from = 0; from <= words.size();) {
    const std::size_t comma = std::min(words.find(',', from), words.size());
    const std::string word = words.substr(from, comma - from);
    from = comma + 1;
    bool* const part = word == "timeline"  ? &parts.timeline
                       : word == "charts"  ? &parts.charts
                       : word == "listing" ? &parts.listing
                       : word == "graph"   ? &parts.graph
                       : word == "table"   ? &parts.table
                                           : nullptr;
    if (!part) {
      return Failure{"--parts " + words + ": \"" + word +
                     "\" is none of timeline, charts, listing, graph, table"};
    }
    *part = true;
  }
  options.parts = parts;
  return success();
}

Status setFigureTheme(FigureOptions& options, const std::string& word) {
  static constexpr std::pair<const char*, ThemeKind> kThemes[] = {{"light", ThemeKind::light},
                                                                  {"dark", ThemeKind::dark},
                                                                  {"print", ThemeKind::print},
                                                                  {"mono", ThemeKind::mono}};
  for (const auto& [name, kind] : kThemes) {
    if (word != name) continue;
    options.theme = kind;
    return success();
  }
  return Failure{"--theme " + word + ": there are light, dark, print and mono"};
}

Status setFigureAlignment(FigureOptions& options, const std::string& word) {
  constexpr std::string_view kMark = "mark:";
  if (word == "start") {
    options.alignment = Alignment::begin;
  } else if (word == "end") {
    options.alignment = Alignment::end;
  } else if (word.starts_with(kMark) && word.size() > kMark.size()) {
    options.alignment = Alignment::mark;
    options.mark = word.substr(kMark.size());
  } else {
    return Failure{"--align " + word + ": start, end or mark:NAME is expected"};
  }
  return success();
}

Status checkFigure(const FigureOptions& options) {
  const double scale = options.paper ? options.dpi / kPxPerInch : 1;
  const double width = options.size.width() * scale, height = options.size.height() * scale;
  if (width > kMostSide_px || height > kMostSide_px || width * height > kMostPixels) {
    return Failure{
        "--size: a picture of " + std::to_string(std::llround(width)) + " x " +
        std::to_string(std::llround(height)) + " pixels is too large; " +
        (options.paper ? "fewer --dpi are needed" : "fewer runs, or a smaller --size, are needed")};
  }
  return success();
}

const QStringList& listingOf(const FigureOptions& options, std::size_t run) {
  return run < options.listings.size() ? options.listings[run] : options.listing;
}

FigureOptions saidOf(FigureOptions options, std::span<const Trace> traces) {
  QStringList scenarios;
  for (const Trace& trace : traces) {
    const QString id = QString::fromStdString(trace.info().source.scenario);
    if (!scenarios.contains(id)) scenarios << id;
  }
  if (scenarios.size() < 2) {
    const QStringList first =
        traces.empty() ? QStringList() : programLines(traces.front().info(), options.framework);
    if (!first.isEmpty()) options.listing = first;
    options.listings = listingsOf(traces, options.framework);
    return options;
  }
  options.title = scenarios.join(QStringLiteral(" · "));
  options.question.clear();
  options.listing.clear();
  options.listings.clear();
  return options;
}

}  // namespace runahead::gui
