// SPDX-License-Identifier: GPL-3.0-or-later
// The composition of a figure. Laid out 1200 units wide and scaled, so that its smallest text is 16 px on a
// slide. Not here: files (figure_file.cpp), the panels (timeline/painter.h, charts/plot.h).
#include "gui/figure/figure.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "gui/charts/plot.h"
#include "gui/charts/sweep_picture.h"
#include "gui/theme/format.h"
#include "gui/timeline/painter.h"

namespace runahead::gui {

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("Figure", text);
}

constexpr double kWidth = 1200;
constexpr double kMargin = 48;
constexpr double kTitle = 42, kQuestion = 28, kAfterTitle = 12;
constexpr double kRuler = 34;
constexpr double kHeading = 30;
constexpr double kChartHead = 30;
constexpr double kLeastPlot = 60, kSweepPlot = 100;
constexpr double kPlotGap = 12;
constexpr double kLegend = 36, kFooter = 34;
constexpr double kPanelGap = 10;

struct Panel {
  const Trace& trace;
  std::vector<std::uint8_t> marks;
  LaneIndex laneIndex;
  double timeline;             // height without the ruler
  std::optional<Sweep> sweep;  // drawn in the place of the charts over time
};

std::vector<Panel> panelsOf(std::span<const Trace> traces) {
  std::vector<Panel> panels;
  for (const Trace& trace : traces) {
    std::vector<std::uint8_t> marks = markRows(trace);
    // More lanes than fit on a page share the room that sixteen of them would have.
    const double height = std::min(compactTimelineHeight(trace, markRowCount(marks)) - kRuler, 480.0);
    panels.push_back({trace, std::move(marks), LaneIndex(trace), height, sweepOf(trace)});
  }
  return panels;
}

double charts(double plot) {
  return 2 * (kChartHead + plot + kPlotGap);
}

double headHeight(const FigureOptions& options) {
  return kMargin + kTitle + (options.question.isEmpty() ? 0 : kQuestion) + kAfterTitle;
}

double neededHeight(const std::vector<Panel>& panels, const FigureOptions& options) {
  double height = headHeight(options) + kRuler + kLegend + kFooter + kMargin / 2;
  for (const Panel& panel : panels) {
    height += panel.timeline + charts(panel.sweep ? kSweepPlot : kLeastPlot) + kPanelGap +
              (panels.size() > 1 ? kHeading : 0);
  }
  return height;
}

class Page {
 public:
  Page(QPainter& painter, const std::vector<Panel>& panels, const FigureOptions& options, QSizeF size)
      : m_painter(painter),
        m_panels(panels),
        m_options(options),
        m_theme(Theme::of(options.theme)),
        m_size(size) {
    double end = 1000;
    for (const Panel& panel : panels) end = std::max(end, static_cast<double>(panel.trace.end_ns()));
    m_axis = paneAxis(contentWidth(), 0, end * 1.02);
    m_whole = CounterRange{};
    for (const Panel& panel : panels) m_whole.include(panel.trace.counter_range(0, panel.trace.size()));
  }

  void paint() {
    m_painter.fillRect(QRectF(0, 0, m_size.width() + 2, m_size.height() + 2), m_theme.paper);
    double y = title();
    const double bottom = m_size.height() - kLegend - kFooter - kMargin / 2;
    const double headings = m_panels.size() > 1 ? kHeading * static_cast<double>(m_panels.size()) : 0;
    const double gaps = kPanelGap * static_cast<double>(m_panels.size());
    double timelines = 0;
    for (const Panel& panel : m_panels) timelines += panel.timeline;
    const double room = bottom - y - kRuler - headings - gaps;
    const double share = room / static_cast<double>(std::max<std::size_t>(1, m_panels.size()));
    // Given a small page, the charts go before the timelines shrink; but a sweep's picture is what its run is
    // for.
    const bool sweeps = std::any_of(m_panels.begin(), m_panels.end(),
                                    [](const Panel& panel) { return panel.sweep.has_value(); });
    const double free_room =
        (room - timelines) / static_cast<double>(std::max<std::size_t>(1, m_panels.size()));
    const bool fits = free_room >= charts(kLeastPlot * 0.7);
    const bool with_charts = fits || sweeps;
    const double charts_room = fits ? free_room : with_charts ? charts(kLeastPlot) : 0;
    bool first = true;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
      if (m_panels.size() > 1) heading(i, y);
      if (m_panels.size() > 1) y += kHeading;
      const double height = fits ? m_panels[i].timeline
                                 : std::min(std::max(kLeastPlot, share - charts_room), m_panels[i].timeline);
      timeline(m_panels[i], y, height, first);
      y += height + (first ? kRuler : 0);
      first = false;
      if (with_charts && m_panels[i].sweep) {
        m_painter.save();
        m_painter.translate(kMargin - kHeadInset, y);
        paintSweep(m_painter, *m_panels[i].sweep, QRectF(0, 0, contentWidth(), charts_room), m_theme);
        m_painter.restore();
        y += charts_room;
      } else if (with_charts) {
        const double plot = charts_room / 2 - kChartHead - kPlotGap;
        chart(m_panels[i].trace, y, plot, false);
        chart(m_panels[i].trace, y + kChartHead + plot + kPlotGap, plot, true);
        y += charts(plot);
      }
      y += kPanelGap;
    }
    legend(bottom + 4);
    footer();
  }

 private:
  double contentWidth() const { return m_size.width() - 2 * kMargin + kRightMarginPx; }

  double words(double x, double y, const QFont& font, const QColor& colour, const QString& text,
               double most = 1e6) {
    const QFontMetricsF metrics(font);
    const QString shown = metrics.elidedText(text, Qt::ElideRight, most);
    m_painter.setFont(font);
    m_painter.setPen(colour);
    m_painter.drawText(QPointF(x, y), shown);
    return metrics.horizontalAdvance(shown);
  }

  double title() {
    const QString title = !m_options.title.isEmpty() ? m_options.title
                          : m_panels.empty()         ? QString()
                                             : QString::fromStdString(m_panels.front().trace.info().scenario);
    const double most = m_size.width() - 2 * kMargin;
    words(kMargin, kMargin + 24, uiFont(30, QFont::Bold), m_theme.text, title, most);
    if (!m_options.question.isEmpty()) {
      words(kMargin, kMargin + kTitle + 12, uiFont(16), m_theme.text2, m_options.question, most);
    }
    return headHeight(m_options);
  }

  void heading(std::size_t i, double y) {
    double x = kMargin;
    x += words(x, y + 21, uiFont(16, QFont::Bold), m_theme.text,
               QString(QChar(u'a' + static_cast<char16_t>(i % 26)))) +
         12;
    words(x, y + 21, uiFont(14, QFont::DemiBold), m_theme.text, runLine(m_panels[i].trace.info()),
          m_size.width() - kMargin - x);
  }

  void timeline(const Panel& panel, double y, double height, bool ruler) {
    const TimelineLayout layout =
        layoutTimeline(height + kRuler, panel.trace, markRowCount(panel.marks), true);
    TimelineScene scene{.trace = panel.trace,
                        .theme = m_theme,
                        .layout = layout,
                        .axis = m_axis,
                        .widthPx = contentWidth(),
                        .heightPx = height + kRuler,
                        .markRows = panel.marks,
                        .laneIndex = panel.laneIndex};
    scene.listing = m_options.listing;
    scene.ruler = ruler;
    scene.cursorShown = false;
    m_painter.save();
    m_painter.translate(kMargin - kHeadInset, ruler ? y : y - kRuler);
    paintTimeline(m_painter, scene);
    m_painter.restore();
  }

  void chart(const Trace& trace, double y, double plot_height, bool memory) {
    m_painter.save();
    m_painter.translate(kMargin - kHeadInset, y);
    const CounterColumns columns = reduceCounters(trace, m_axis);
    const ChartHead head = memory ? memoryHead(trace, Counters{}, m_whole) : depthHead(Counters{});
    paintChartHead(m_painter, head, QRectF(0, 0, contentWidth(), kChartHead), kLabelColumnPx, m_theme, false);
    Plot plot_chart;
    const QRectF plot(m_axis.leftPx, kChartHead, m_axis.widthPx, plot_height);
    plot_chart.setContent(memory ? memoryContent(trace, columns, m_whole) : depthContent(columns, m_whole),
                          m_theme, plot.size(), blockedBrush(m_theme, m_painter));
    plot_chart.paint(m_painter, plot, gridOf(m_axis), m_theme);
    m_painter.restore();
  }

  void legend(double y) {
    const double middle = y + 18;
    double x = kMargin - kHeadInset + kLabelColumnPx;
    const auto entry = [&](const QColor& fill, const QPen& edge, const QString& text,
                           const QBrush& pattern = {}) {
      const QRectF box(x + 0.5, middle - 6.5, 19, 13);
      m_painter.setRenderHint(QPainter::Antialiasing);
      m_painter.setPen(edge);
      m_painter.setBrush(pattern.style() == Qt::NoBrush ? QBrush(fill) : pattern);
      m_painter.drawRoundedRect(box, 2, 2);
      x += 27;
      x += words(x, middle + 4.5, uiFont(13), m_theme.text, text) + 22;
    };
    const auto slash = [&](double left) {
      m_painter.setPen(QPen(m_theme.eliminated, 1.2));
      m_painter.drawLine(QPointF(left + 6, middle + 4), QPointF(left + 14, middle - 4));
    };
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
    entry(m_theme.statementFill, m_theme.enqueue, tr("statement, by line"));
    if (recorded) {
      QPen dashes(m_theme.enqueue, 1, Qt::CustomDashLine, Qt::FlatCap);
      dashes.setDashPattern({3.2, 2.4});
      entry(m_theme.paper, dashes, tr("recorded"));
    }
    if (eliminated) {
      slash(x);
      entry(Qt::transparent, m_theme.eliminated, tr("eliminated"));
    }
    entry(m_theme.enqueue, m_theme.enqueue, tr("enqueue"));
    entry({}, m_theme.waitEdge, tr("wait"), waitBrush(m_theme, m_painter));
    entry(m_theme.running, m_theme.running, tr("running"));
    if (copies) entry(m_theme.copyFill, m_theme.copyEdge, tr("copy ›"));
    if (errors) entry(m_theme.error, m_theme.error, tr("failed ✕"));
    m_painter.setPen(QPen(m_theme.blocked, 1.2));
    m_painter.drawLine(QPointF(x, middle - 5), QPointF(x + 20, middle + 5));
    x += 27;
    x += words(x, middle + 4.5, uiFont(13), m_theme.text, tr("in the queue")) + 18;
    QPen dashes(m_theme.blocked, 1.2, Qt::CustomDashLine, Qt::FlatCap);
    dashes.setDashPattern({3, 2.5});
    m_painter.setPen(dashes);
    m_painter.drawLine(QPointF(x, middle - 5), QPointF(x + 20, middle + 5));
    x += 27;
    words(x, middle + 4.5, uiFont(13), m_theme.text, tr("blocked"));
  }

  void footer() {
    const double y = m_size.height() - kMargin / 2 - kFooter;
    m_painter.fillRect(QRectF(kMargin, y, m_size.width() - 2 * kMargin, 1), m_theme.hairline);
    QString text = tr("Runahead");
    if (m_panels.size() == 1) text += QStringLiteral(" · ") + runLine(m_panels.front().trace.info());
    if (m_panels.size() > 1) {
      text +=
          QStringLiteral(" · ") + tr("%1 runs of %2 on one time scale")
                                      .arg(m_panels.size())
                                      .arg(QString::fromStdString(m_panels.front().trace.info().scenario));
    }
    words(kMargin, y + 24, uiFont(13), m_theme.text3, text, m_size.width() - 2 * kMargin);
  }

  /// Heads of rows begin at the page's margin.
  static constexpr double kHeadInset = 14;

  QPainter& m_painter;
  const std::vector<Panel>& m_panels;
  const FigureOptions& m_options;
  const Theme& m_theme;
  QSizeF m_size;
  TimeAxis m_axis;
  CounterRange m_whole;
};

}  // namespace

QSizeF figureSize(std::span<const Trace> traces, const FigureOptions& options) {
  if (!options.size.isEmpty()) return options.size;
  constexpr double kDefaultWidth = 1600, kDefaultHeight = 900;
  const double needed = neededHeight(panelsOf(traces), options) * kDefaultWidth / kWidth;
  return {kDefaultWidth, std::ceil(std::max(kDefaultHeight, needed))};
}

void paintFigure(QPainter& painter, std::span<const Trace> traces, const FigureOptions& options) {
  const QSizeF size = figureSize(traces, options);
  const double scale = size.width() / kWidth;
  const std::vector<Panel> panels = panelsOf(traces);
  painter.save();
  painter.scale(scale, scale);
  Page(painter, panels, options, size / scale).paint();
  painter.restore();
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

}  // namespace runahead::gui
