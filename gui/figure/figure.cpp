// SPDX-License-Identifier: GPL-3.0-or-later
// The composition of a figure. Laid out as wide as it is asked for, but at most 1200 units, and scaled, so
// that its smallest text is 16 px on a slide and 9 pt on paper. Not here: files (figure_file.cpp), the parts
// (timeline/painter.h, charts/plot.h, figure_parts.h).
#include "gui/figure/figure.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "gui/charts/plot.h"
#include "gui/charts/sweep_picture.h"
#include "gui/figure/figure_parts.h"
#include "gui/theme/format.h"
#include "gui/timeline/painter.h"

namespace runahead::gui {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("Figure", text);
}

constexpr double kWidth = 1200, kLeastWidth = 640;
constexpr double kWideMargin = 48, kNarrowMargin = 24;
constexpr double kTitle = 42, kTitleLine = 36, kQuestion = 28, kQuestionLine = 21, kAfterTitle = 12;
constexpr double kRuler = 34;
constexpr double kHeading = 30, kHeadingLine = 18;
constexpr double kChartHead = 30;
constexpr double kLeastPlot = 60, kSweepPlot = 100;
constexpr double kPlotGap = 12;
constexpr double kLegend = 36, kLegendLine = 22, kFooter = 34, kFooterLine = 18, kCaptionLine = 22;
constexpr double kPanelGap = 10;
constexpr double kSideGap = 20, kSideFrom = 1000;  // a listing stands beside the timeline from this width on
constexpr double kLeastLane = 21;                  // with its gap

struct Panel {
  const Trace& trace;
  std::vector<std::uint8_t> marks;
  LaneIndex laneIndex;
  double timeline;             // height without the ruler
  double least;                // the lowest that its rows are told apart in
  std::optional<Sweep> sweep;  // drawn in the place of the charts over time
};

std::vector<Panel> panelsOf(std::span<const Trace> traces) {
  std::vector<Panel> panels;
  for (const Trace& trace : traces) {
    std::vector<std::uint8_t> marks = markRows(trace);
    // More lanes than fit on a page share the room that sixteen of them would have.
    const double height = std::min(compactTimelineHeight(trace, markRowCount(marks)) - kRuler, 480.0);
    const double rows = std::min<double>(trace.lane_count(), 16);
    const double least = std::min(height, 110 + 28 * markRowCount(marks) + rows * kLeastLane);
    panels.push_back({trace, std::move(marks), LaneIndex(trace), height, least, sweepOf(trace)});
  }
  return panels;
}

double charts(double plot) {
  return 2 * (kChartHead + plot + kPlotGap);
}

double lines(qsizetype count, double first, double more) {
  return count == 0 ? 0 : first + static_cast<double>(count - 1) * more;
}

/// What a page of some width holds beside the panels' timelines and charts, broken into lines.
struct Measures {
  Measures(const std::vector<Panel>& panels, const FigureOptions& options, const FigureTable& table_,
           double width_)
      : width(width_), margin(width_ < 900 ? kNarrowMargin : kWideMargin), table(table_) {
    const double text = width - 2 * margin;
    title = wrapped(!options.title.isEmpty() ? options.title
                    : panels.empty()         ? QString()
                                             : QString::fromStdString(panels.front().trace.info().scenario),
                    uiFont(30, QFont::Bold), text, 3);
    if (!options.question.isEmpty()) question = wrapped(options.question, uiFont(16), text, 4);
    if (!options.caption.isEmpty()) caption = wrapped(options.caption, uiFont(16), text, 12);
    QString foot = tr("Runahead");
    if (panels.size() == 1) foot += QStringLiteral(" · ") + runLine(panels.front().trace);
    if (panels.size() > 1) {
      foot += QStringLiteral(" · ") + tr("%1 runs of %2 on one time scale")
                                          .arg(panels.size())
                                          .arg(QString::fromStdString(panels.front().trace.info().scenario));
    }
    footer = wrapped(foot, uiFont(13), text, 6);
    if (options.parts.listing && !options.listing.isEmpty()) {
      const QSizeF size = listingSize(options.listing);
      listing = size.height();
      if (width >= kSideFrom && (options.parts.timeline || options.parts.charts)) {
        side = std::min(size.width(), 380.0) + kSideGap;
      }
    }
    for (const Panel& panel : panels) {
      if (panels.size() > 1) {
        headings.push_back(wrapped(runLine(panel.trace), uiFont(14, QFont::DemiBold), text - 30, 4));
      }
      if (options.parts.graph) {
        graphs.push_back(figureGraph(panel.trace, options.cursor.value_or(panel.trace.size()), text));
      }
    }
  }

  double head() const {
    return margin + lines(title.size(), kTitle, kTitleLine) +
           lines(question.size(), kQuestion, kQuestionLine) + kAfterTitle;
  }
  double foot() const {
    return lines(footer.size(), kFooter, kFooterLine) +
           (caption.isEmpty() ? 0 : lines(caption.size(), kCaptionLine, kCaptionLine) + 8) + margin / 2;
  }
  double heading(std::size_t i) const {
    return headings.empty() ? 0 : lines(headings[i].size(), kHeading, kHeadingLine);
  }
  /// Below timeline and charts.
  double below(std::size_t i) const {
    return (side > 0 || listing == 0 ? 0 : listing + kPanelGap) + (graphs.empty() ? 0 : graphs[i].height());
  }

  double width;
  double margin;
  const FigureTable& table;
  QStringList title, question, caption, footer;
  std::vector<QStringList> headings;
  double listing = 0;
  double side = 0;
  std::vector<FigureGraph> graphs;
};

class Page {
 public:
  Page(QPainter* painter, const std::vector<Panel>& panels, const FigureOptions& options,
       const Measures& measures, std::span<const std::int64_t> shifts)
      : m_painter(painter),
        m_panels(panels),
        m_options(options),
        m_measures(measures),
        m_theme(Theme::of(options.theme)),
        m_shifts(shifts) {
    double begin = 0, end = 1000;
    for (std::size_t i = 0; i < panels.size(); ++i) {
      const auto shift = static_cast<double>(shifts[i]);
      begin = std::min(begin, shift);
      end = std::max(end, static_cast<double>(panels[i].trace.end_ns()) + shift);
      m_shifted |= shifts[i] != 0;
    }
    m_axis = paneAxis(contentWidth(), begin, begin + (end - begin) * 1.02);
    m_whole = CounterRange{};
    for (const Panel& panel : panels) m_whole.include(panel.trace.counter_range(0, panel.trace.size()));
    m_legend = layoutLegend();
  }

  /// With `full`, at the timelines' usual height and with charts; else as low as it gets.
  double neededHeight(bool full) const {
    double height = m_measures.head() + legendHeight() + tableHeight(m_measures.table) + m_measures.foot();
    if (m_options.parts.timeline || hasCharts()) height += kRuler * rulers();
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
      const Panel& panel = m_panels[i];
      double main = m_options.parts.timeline ? (full ? panel.timeline : panel.least) : 0;
      if (hasCharts() && (full || panel.sweep || !m_options.parts.timeline)) {
        main += charts(panel.sweep && full ? kSweepPlot : kLeastPlot);
      }
      if (m_measures.side > 0) main = std::max(main, m_measures.listing);
      height += main + kPanelGap + m_measures.heading(i) + m_measures.below(i);
    }
    return height;
  }

  void paint(double page_height) {
    m_height = page_height;
    m_painter->fillRect(QRectF(0, 0, m_measures.width + 2, m_height + 2), m_theme.paper);
    double y = title();
    const double bottom = m_height - legendHeight() - tableHeight(m_measures.table) - m_measures.foot();
    const auto count = static_cast<double>(std::max<std::size_t>(1, m_panels.size()));
    double headings = 0, belows = 0, timelines = 0;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
      headings += m_measures.heading(i);
      belows += m_measures.below(i);
      timelines += m_options.parts.timeline ? m_panels[i].timeline : 0;
    }
    const double gaps = kPanelGap * static_cast<double>(m_panels.size());
    const bool on_axis = m_options.parts.timeline || hasCharts();
    const double room = bottom - y - (on_axis ? kRuler * rulers() : 0) - headings - gaps - belows;
    const double share = room / count;
    // Given a small page, the charts go before the timelines shrink; but a sweep's picture is what its run is
    // for.
    const bool sweeps = std::any_of(m_panels.begin(), m_panels.end(),
                                    [](const Panel& panel) { return panel.sweep.has_value(); });
    const double free_room = (room - timelines) / count;
    const bool fits = free_room >= (hasCharts() ? charts(kLeastPlot * 0.7) : 0);
    const bool with_charts = hasCharts() && (fits || sweeps || !m_options.parts.timeline);
    const double charts_room = !with_charts ? 0 : fits ? std::min(free_room, 1200.0) : charts(kLeastPlot);
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
      const Panel& panel = m_panels[i];
      if (m_panels.size() > 1) heading(i, y);
      y += m_measures.heading(i);
      const double top = y;
      const bool ruler = i == 0 || m_shifted;
      TimeAxis axis = m_axis;
      axis.fromNs -= static_cast<double>(m_shifts[i]);
      axis.toNs -= static_cast<double>(m_shifts[i]);
      if (m_options.parts.timeline) {
        const double height = free_room >= charts_room
                                  ? panel.timeline
                                  : std::min(std::max(panel.least, share - charts_room), panel.timeline);
        timeline(panel, axis, y, height, ruler);
        y += height + (ruler ? kRuler : 0);
      } else if (hasCharts() && ruler) {
        bareRuler(axis, y);
        y += kRuler;
      }
      if (with_charts && panel.sweep) {
        m_painter->save();
        m_painter->translate(left(), y);
        paintSweep(*m_painter, *panel.sweep, QRectF(0, 0, contentWidth(), charts_room), m_theme);
        m_painter->restore();
        y += charts_room;
      } else if (with_charts) {
        const double plot = charts_room / 2 - kChartHead - kPlotGap;
        chart(panel.trace, axis, y, plot, false);
        chart(panel.trace, axis, y + kChartHead + plot + kPlotGap, plot, true);
        y += charts(plot);
      }
      if (m_measures.listing > 0) y = listing(panel.trace, top, y);
      if (m_options.parts.graph) {
        paintFigureGraph(*m_painter, {m_measures.margin, y}, m_measures.graphs[i], m_theme);
        y += m_measures.graphs[i].height();
      }
      y += kPanelGap;
    }
    legend(bottom + 4);
    paintTable(*m_painter, QRectF(m_measures.margin, bottom + legendHeight(), textWidth(), 0),
               m_measures.table, m_theme);
    footer();
  }

 private:
  bool hasCharts() const { return m_options.parts.charts && !m_options.worksheet; }
  double rulers() const { return m_shifted ? static_cast<double>(m_panels.size()) : 1; }
  double textWidth() const { return m_measures.width - 2 * m_measures.margin; }
  double left() const { return m_measures.margin - kHeadInset; }
  double contentWidth() const { return textWidth() - m_measures.side + kRightMarginPx; }

  double words(double x, double y, const QFont& font, const QColor& colour, const QString& text) {
    m_painter->setFont(font);
    m_painter->setPen(colour);
    m_painter->drawText(QPointF(x, y), text);
    return QFontMetricsF(font).horizontalAdvance(text);
  }

  void words(double x, double y, const QFont& font, const QColor& colour, const QStringList& texts,
             double line) {
    for (qsizetype i = 0; i < texts.size(); ++i) {
      words(x, y + static_cast<double>(i) * line, font, colour, texts[i]);
    }
  }

  double title() {
    const double margin = m_measures.margin;
    words(margin, margin + 24, uiFont(30, QFont::Bold), m_theme.text, m_measures.title, kTitleLine);
    words(margin, margin + lines(m_measures.title.size(), kTitle, kTitleLine) + 12, uiFont(16), m_theme.text2,
          m_measures.question, kQuestionLine);
    return m_measures.head();
  }

  void heading(std::size_t i, double y) {
    double x = m_measures.margin;
    x += words(x, y + 21, uiFont(16, QFont::Bold), m_theme.text,
               QString(QChar(u'a' + static_cast<char16_t>(i % 26)))) +
         12;
    words(x, y + 21, uiFont(14, QFont::DemiBold), m_theme.text, m_measures.headings[i], kHeadingLine);
  }

  void timeline(const Panel& panel, const TimeAxis& axis, double y, double height, bool ruler) {
    const TimelineLayout layout =
        layoutTimeline(height + kRuler, panel.trace, markRowCount(panel.marks), true);
    TimelineScene scene{.trace = panel.trace,
                        .theme = m_theme,
                        .layout = layout,
                        .axis = axis,
                        .widthPx = contentWidth(),
                        .heightPx = height + kRuler,
                        .markRows = panel.marks,
                        .laneIndex = panel.laneIndex};
    scene.listing = m_options.listing;
    scene.ruler = ruler;
    scene.lanesBlank = m_options.worksheet;
    scene.cursorShown = m_options.cursor.has_value();
    if (scene.cursorShown) {
      scene.cursor = *m_options.cursor;
      scene.cursorNs = scene.cursor == 0 ? 0 : panel.trace.time_ns(scene.cursor - 1);
      scene.after = AfterCursor::dim;
    }
    m_painter->save();
    m_painter->translate(left(), ruler ? y : y - kRuler);
    paintTimeline(*m_painter, scene);
    m_painter->restore();
  }

  /// Of charts without a timeline above them.
  void bareRuler(const TimeAxis& axis, double y) {
    const QFontMetricsF metrics(uiFont(12));
    words(m_measures.margin, y + 20, uiFont(13), m_theme.text2,
          m_panels.front().trace.info().clock == "virtual" ? tr("Virtual time") : tr("time"));
    for (const Tick& tick : ticks(axis)) {
      const double width = metrics.horizontalAdvance(tick.label);
      const double x = std::min(axis.x(tick.ns) - width / 2, contentWidth() - width - 2);
      words(left() + x, y + 20, uiFont(12), m_theme.text2, tick.label);
    }
    m_painter->fillRect(QRectF(m_measures.margin, y + kRuler - 1, textWidth() - m_measures.side, 1),
                        m_theme.hairline);
  }

  void chart(const Trace& trace, const TimeAxis& axis, double y, double plot_height, bool memory) {
    m_painter->save();
    m_painter->translate(left(), y);
    const CounterColumns columns = reduceCounters(trace, axis);
    const ChartHead head = memory ? memoryHead(trace, Counters{}, m_whole) : depthHead(Counters{});
    paintChartHead(*m_painter, head, QRectF(0, 0, contentWidth(), kChartHead), kLabelColumnPx, m_theme,
                   false);
    Plot plot_chart;
    const QRectF plot(axis.leftPx, kChartHead, axis.widthPx, plot_height);
    plot_chart.setContent(memory ? memoryContent(trace, columns, m_whole) : depthContent(columns, m_whole),
                          m_theme, plot.size(), blockedBrush(m_theme, *m_painter));
    plot_chart.paint(*m_painter, plot, gridOf(axis), m_theme);
    m_painter->restore();
  }

  /// Beside what lies between top and y, or from y on; where the next part begins.
  double listing(const Trace& trace, double top, double y) {
    const std::set<int> waited = waitedLines(trace);
    if (m_measures.side > 0) {
      const double x = m_measures.width - m_measures.margin - m_measures.side + kSideGap;
      paintListing(*m_painter, QRectF(x, top, m_measures.side - kSideGap, m_measures.listing),
                   m_options.listing, waited, m_theme);
      return std::max(y, top + m_measures.listing);
    }
    const double width = std::min(textWidth(), listingSize(m_options.listing).width());
    paintListing(*m_painter, QRectF(m_measures.margin, y, width, m_measures.listing), m_options.listing,
                 waited, m_theme);
    return y + m_measures.listing + kPanelGap;
  }

  struct LegendEntry {
    enum class Sample { box, slashed, thread };
    QString text;
    QColor fill;
    QPen edge;
    bool waits = false;
    Sample sample = Sample::box;
    double gap = 22;
    double x = 0;
    int row = 0;
  };

  std::vector<LegendEntry> layoutLegend() const {
    std::vector<LegendEntry> entries;
    if (!m_options.parts.timeline) return entries;
    using Sample = LegendEntry::Sample;
    const Theme& t = m_theme;
    bool errors = false, recorded = false, eliminated = false, copies = false;
    for (const Panel& panel : m_panels) {
      const FrontendIndex& frontend = panel.laneIndex.frontend();
      const auto recordings = static_cast<std::uint32_t>(frontend.recordings().size());
      errors |= panel.trace.error_count() > 0;
      recorded |= frontend.records();
      eliminated |= frontend.eliminated(0, recordings, panel.trace.size()) > 0;
      for (LaneId lane = 0; lane < panel.trace.lane_count(); ++lane) {
        copies |= panel.trace.lane(lane).kind == LaneKind::copy;
      }
    }
    entries.push_back({tr("statement, by line"), t.statementFill, t.enqueue});
    if (recorded) {
      QPen dashes(t.enqueue, 1, Qt::CustomDashLine, Qt::FlatCap);
      dashes.setDashPattern({3.2, 2.4});
      entries.push_back({tr("recorded"), t.paper, dashes});
    }
    if (eliminated) {
      entries.push_back({tr("eliminated"), Qt::transparent, t.eliminated, false, Sample::slashed});
    }
    entries.push_back({tr("enqueue"), t.enqueue, t.enqueue});
    entries.push_back({tr("wait"), {}, t.waitEdge, true});
    if (!m_options.worksheet) {
      entries.push_back({tr("running"), t.running, t.running});
      if (copies) entries.push_back({tr("copy ›"), t.copyFill, t.copyEdge});
      if (errors) entries.push_back({tr("failed ✕"), t.error, t.error});
      entries.push_back({tr("in the queue"), {}, QPen(t.blocked, 1.2), false, Sample::thread, 18});
      QPen dashes(t.blocked, 1.2, Qt::CustomDashLine, Qt::FlatCap);
      dashes.setDashPattern({3, 2.5});
      entries.push_back({tr("blocked"), {}, dashes, false, Sample::thread});
    }
    const QFontMetricsF metrics(uiFont(13));
    const double begin = left() + kLabelColumnPx, end = m_measures.width - m_measures.margin;
    double x = begin;
    int row = 0;
    for (LegendEntry& entry : entries) {
      const double width = 27 + metrics.horizontalAdvance(entry.text);
      if (x > begin && x + width > end) x = begin, ++row;
      entry.x = x;
      entry.row = row;
      x += width + entry.gap;
    }
    return entries;
  }

  double legendHeight() const {
    const double task = m_options.worksheet && m_options.parts.timeline ? kLegendLine : 0;
    return m_legend.empty() ? 0 : lines(m_legend.back().row + 1, kLegend, kLegendLine) + task;
  }

  void legend(double y) {
    if (m_options.worksheet && !m_legend.empty()) {
      words(left() + kLabelColumnPx, y + 16, uiFont(16, QFont::DemiBold), m_theme.text,
            tr("Draw when each task runs."));
      y += kLegendLine;
    }
    for (const LegendEntry& entry : m_legend) {
      const double middle = y + 18 + entry.row * kLegendLine;
      const double x = entry.x;
      if (entry.sample == LegendEntry::Sample::thread) {
        m_painter->setPen(entry.edge);
        m_painter->drawLine(QPointF(x, middle - 5), QPointF(x + 20, middle + 5));
      } else {
        if (entry.sample == LegendEntry::Sample::slashed) {
          m_painter->setPen(QPen(m_theme.eliminated, 1.2));
          m_painter->drawLine(QPointF(x + 6, middle + 4), QPointF(x + 14, middle - 4));
        }
        const QRectF box(x + 0.5, middle - 6.5, 19, 13);
        m_painter->setRenderHint(QPainter::Antialiasing);
        m_painter->setPen(entry.edge);
        m_painter->setBrush(entry.waits ? waitBrush(m_theme, *m_painter) : QBrush(entry.fill));
        m_painter->drawRoundedRect(box, 2, 2);
      }
      words(x + 27, middle + 4.5, uiFont(13), m_theme.text, entry.text);
    }
  }

  void footer() {
    const double margin = m_measures.margin;
    double y = m_height - m_measures.foot();
    m_painter->fillRect(QRectF(margin, y, textWidth(), 1), m_theme.hairline);
    if (!m_measures.caption.isEmpty()) {
      words(margin, y + 24, uiFont(16), m_theme.text, m_measures.caption, kCaptionLine);
      y += lines(m_measures.caption.size(), kCaptionLine, kCaptionLine) + 8;
    }
    words(margin, y + 24, uiFont(13), m_theme.text3, m_measures.footer, kFooterLine);
  }

  /// Heads of rows begin at the page's margin.
  static constexpr double kHeadInset = 14;

  QPainter* m_painter;  // null: only measures
  const std::vector<Panel>& m_panels;
  const FigureOptions& m_options;
  const Measures& m_measures;
  const Theme& m_theme;
  std::span<const std::int64_t> m_shifts;
  bool m_shifted = false;
  double m_height = 0;
  TimeAxis m_axis;
  CounterRange m_whole;
  std::vector<LegendEntry> m_legend;
};

std::vector<std::int64_t> shiftsOf(std::span<const Trace> traces, const FigureOptions& options) {
  if (traces.size() < 2) return std::vector<std::int64_t>(traces.size(), 0);
  const std::vector<std::string> marks = shared_marks(traces);
  const bool known = std::count(marks.begin(), marks.end(), options.mark) > 0;
  return shifts_ns(traces,
                   options.alignment == Alignment::mark && !known ? Alignment::begin : options.alignment,
                   options.mark);
}

/// Everything that is measured once for a figure, at the width where it fits its page.
class Composition {
 public:
  Composition(std::span<const Trace> traces, const FigureOptions& options)
      : m_panels(panelsOf(traces)), m_options(options), m_shifts(shiftsOf(traces, options)) {
    if (options.parts.table && !options.worksheet) m_table = figureTable(traces);
    const double asked = options.size.width() > 0 ? options.size.width() : kDefaultWidth;
    double width = std::clamp(asked, kLeastWidth, kWidth);
    if (options.size.height() > 0) {
      // A page that is too low for what it holds is laid out larger, and everything on it gets smaller.
      const double ratio = options.size.height() / options.size.width();
      for (int i = 0; i < kMostTries && height(width, false) > width * ratio; ++i) width *= 1.04;
      m_size = options.size;
    } else {
      const double needed = height(width, true) * asked / width;
      m_size = {asked, std::ceil(options.size.width() > 0 ? needed : std::max(kDefaultHeight, needed))};
    }
    m_width = width;
  }

  QSizeF size() const { return m_size; }
  void paint(QPainter& painter) const {
    const double scale = m_size.width() / m_width;
    painter.save();
    painter.scale(scale, scale);
    const Measures measures(m_panels, m_options, m_table, m_width);
    Page(&painter, m_panels, m_options, measures, m_shifts).paint(m_size.height() / scale);
    painter.restore();
  }

 private:
  static constexpr double kDefaultWidth = 1600, kDefaultHeight = 900;
  static constexpr int kMostTries = 120;

  double height(double width, bool full) const {
    const Measures measures(m_panels, m_options, m_table, width);
    return Page(nullptr, m_panels, m_options, measures, m_shifts).neededHeight(full);
  }

  std::vector<Panel> m_panels;
  const FigureOptions& m_options;
  std::vector<std::int64_t> m_shifts;
  FigureTable m_table;
  QSizeF m_size;
  double m_width = 0;
};

}  // namespace

QSizeF figureSize(std::span<const Trace> traces, const FigureOptions& options) {
  return Composition(traces, options).size();
}

void paintFigure(QPainter& painter, std::span<const Trace> traces, const FigureOptions& options) {
  Composition(traces, options).paint(painter);
}

QString runLine(const TraceInfo& info) {
  QStringList what{QString::fromStdString(info.scenario), QString::fromStdString(info.mode)};
  if (!info.waits.empty()) what << tr("waits %1").arg(QString::fromStdString(info.waits));
  QStringList parts{what.join(QStringLiteral(", "))};
  parts << tr("%1 clock").arg(QString::fromStdString(info.clock));
  parts << QCoreApplication::translate("Figure", "%n worker(s)", nullptr, info.workers)
               .replace(QStringLiteral("(s)"), info.workers == 1 ? QString() : QStringLiteral("s"));
  for (const auto& [name, value] : info.parameters) {
    // A file of costs is no parameter of the program.
    parts << (name == "costs" ? tr("costs from %1").arg(QString::fromStdString(value))
                              : QStringLiteral("%1 = %2").arg(QString::fromStdString(name),
                                                              QString::fromStdString(value)));
  }
  return parts.join(QStringLiteral(" · "));
}

QString runLine(const Trace& trace) {
  const QString line = runLine(trace.info());
  const std::int64_t ns = trace.device_time_error_ns();
  return ns > 0 ? line + QStringLiteral(" · ") + tr("device times ± %1").arg(formatTime(ns)) : line;
}

}  // namespace runahead::gui
