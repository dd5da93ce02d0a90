// SPDX-License-Identifier: GPL-3.0-or-later
// The composition of a page from top to bottom: title and question, ruler and timelines, charts, legend,
// listing, graphs, table, caption and footer. Not here: files (figure_file.cpp).
#include "gui/export/figure_page.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/export/wrapped_text.h"
#include "gui/text/run_text.h"
#include "gui/text/words.h"
#include "gui/timeline/painter.h"
#include "gui/timeline/run_lines.h"
#include "gui/timeline/sweep_picture.h"
#include "gui/widgets/part_names.h"

namespace runahead::gui {

namespace {

constexpr double kWideMargin = 48, kNarrowMargin = 24;
constexpr double kTitle = 42, kTitleLine = 36, kQuestion = 28, kQuestionLine = 21, kAfterTitle = 12;
constexpr double kRuler = 34;
constexpr double kHeading = 26, kLetter = 18;
constexpr double kLeastPlot = 52, kReadablePlot = 100, kUsualPlot = 130, kMostPlot = 280, kSweepPlot = 160;
constexpr double kMostTimeline = 560;
constexpr double kFooter = 34, kFooterLine = 18, kCaptionLine = 22;
constexpr double kPanelGap = 10, kMostGap = 28;
constexpr double kSideGap = 20, kSideFrom = 1000;  // a listing stands beside the timeline from this width on
constexpr double kLeastLane = 21;                  // with its gap
constexpr double kMostLanes = 16;                  // more of them share the room that so many would have
constexpr double kBelowLanes = 10, kTighter = 6;   // of a run that is above and below another's
constexpr double kSaidSize = 18, kSaidLine = 23, kSaidLines = 2;  // of a step: room for what is usual
constexpr double kNoteRow = 24;
constexpr double kOpenWait = 120;  // of a worksheet: how much of a wait is drawn whose end is not given
/// Heads of rows begin at the page's margin.
constexpr double kHeadInset = 14;
/// What is left of the column of heads for words.
constexpr double kHeadWords = kLabelColumnPx - 24;

double lines(qsizetype count, double first, double more) {
  return count == 0 ? 0 : first + static_cast<double>(count - 1) * more;
}

double words(QPainter& painter, double x, double y, const QFont& font, const QColor& colour,
             const QString& text) {
  paintText(painter, QPointF(x, y), font, colour, text);
  return QFontMetricsF(font).horizontalAdvance(text);
}

void words(QPainter& painter, double x, double y, const QFont& font, const QColor& colour,
           const QStringList& texts, double line) {
  for (qsizetype i = 0; i < texts.size(); ++i) {
    words(painter, x, y + static_cast<double>(i) * line, font, colour, texts[i]);
  }
}

QString shortHeading(const RunHeading& heading) {
  return heading.remark.isEmpty() ? heading.label : heading.label + QStringLiteral(", ") + heading.remark;
}

void raise(TimelineLayout& layout, double px) {
  for (RowPx* row : {&layout.statements, &layout.enqueues, &layout.queue, &layout.lanes}) row->top -= px;
  for (LaneRow& row : layout.rows) row.row.top -= px;
}

}  // namespace

FigurePage::FigurePage(const FigureContent& content, FigureRows rows, const FigureParts& parts,
                       double width_px)
    : m_content(content),
      m_options(content.options),
      m_theme(Theme::of(content.options.theme)),
      m_rows(rows),
      m_parts(parts),
      m_width(width_px),
      m_margin(!parts.words     ? kHeadInset
               : width_px < 900 ? kNarrowMargin
                                : kWideMargin) {
  const double text = textWidth();
  const auto& runs = content.runs;
  if (m_parts.words) wrapWords();
  if (m_parts.listing && !content.lines.empty()) {
    const QSizeF size = listingSize(content.lines);
    m_listing = size.height();
    if (m_width >= kSideFrom && onAxis()) m_side = std::min(size.width(), 380.0) + kSideGap;
  }
  if (m_parts.graph) {
    for (const FigureRun& run : runs) {
      m_graphs.push_back(figureGraph(run.trace, run.trace.size(), text));
    }
  }
  if (m_parts.charts) {
    m_charted = static_cast<std::size_t>(
        std::ranges::count_if(runs, [](const FigureRun& run) { return !run.sweep; }));
  }
  if (m_parts.timeline) {
    std::vector<FigureLegend::Run> shown;
    for (const FigureRun& run : runs) shown.push_back({run.whole, run.laneIndex});
    const bool gutter = m_rows == FigureRows::usual || m_rows == FigureRows::low;
    m_legend = FigureLegend(shown, {gutter, gutter, !m_options.worksheet || m_options.solution}, m_theme,
                            left() + kLabelColumnPx, m_width - m_margin - m_side);
  }
  double begin = 0, end = 1000;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto shift = static_cast<double>(content.shifts_ns[i]);
    begin = std::min(begin, shift);
    end = std::max(end, static_cast<double>(runs[i].whole.end_ns()) + shift);
  }
  end = begin + (m_options.worksheet ? sheetEnd(end - begin) : (end - begin) * 1.02);
  if (const auto& range = m_options.range_ns; range && range->length_ns() > 0) {
    begin = static_cast<double>(range->from_ns);
    end = static_cast<double>(range->to_ns);
  }
  m_axis = paneAxis(contentWidth(), begin, end);
}

void FigurePage::wrapWords() {
  const double text = textWidth();
  const auto& runs = m_content.runs;
  m_title = wrapped(!m_options.title.isEmpty() ? m_options.title
                    : runs.empty()             ? QString()
                                   : QString::fromStdString(runs.front().trace.info().source.scenario),
                    uiFont(30, QFont::Bold), text, 3);
  if (!m_options.question.isEmpty() && m_rows != FigureRows::tight)
    m_question = wrapped(m_options.question, uiFont(16), text, 4);
  if (!m_content.notice.isEmpty()) m_notice = wrapped(m_content.notice, uiFont(16, QFont::DemiBold), text, 3);
  if (m_options.step) m_said = wrapped(m_content.said, uiFont(18), text, 4);
  if (!m_options.caption.isEmpty()) m_caption = wrapped(m_options.caption, uiFont(16), text, 12);
  // A name and its value stay together.
  const QString space(QChar::Nbsp), equals = QStringLiteral(" = ");
  m_footer = wrapped(QString(m_content.footer).replace(equals, space + u'=' + space), uiFont(13), text, 6);
  m_footer.replaceInStrings(space, QStringLiteral(" "));
}

double FigurePage::left() const {
  return m_margin - kHeadInset;
}

TimeAxis FigurePage::axis() const {
  TimeAxis axis = m_axis;
  axis.leftPx += left();
  return axis;
}

double FigurePage::contentWidth() const {
  return textWidth() - m_side + kRightMarginPx;
}

TimeAxis FigurePage::axisOf(std::size_t run) const {
  TimeAxis axis = m_axis;
  axis.fromNs -= static_cast<double>(m_content.shifts_ns[run]);
  axis.toNs -= static_cast<double>(m_content.shifts_ns[run]);
  return axis;
}

double FigurePage::rowsHeight(const FigureRun& run, FigureRows rows) const {
  const int marks = regionRowCount(run.marks);
  const double lanes = std::min<double>(run.whole.lane_count(), kMostLanes);
  if (rows == FigureRows::compared || rows == FigureRows::tight) {
    const TimelineLayout layout = layoutCompared(run.whole, false);
    return std::min(layout.lanes.bottom(), layout.lanes.top + lanes * kLeastLane) + kBelowLanes -
           (rows == FigureRows::tight ? 2 * kTighter : 0);
  }
  const double usual = std::min(compactTimelineHeight(run.whole, marks) - kRuler, 480.0);
  return rows == FigureRows::usual ? usual : std::min(usual, 110 + 28 * marks + lanes * kLeastLane);
}

double FigurePage::fullRowsHeight(const FigureRun& run) const {
  if (m_rows == FigureRows::low) return rowsHeight(run, FigureRows::usual);
  if (m_rows != FigureRows::usual) return rowsHeight(run, m_rows);
  const double full = fullTimelineHeight(run.whole, regionRowCount(run.marks)) - kRuler;
  return std::max(rowsHeight(run, m_rows), std::min(full, 480.0));
}

double FigurePage::mostRowsHeight(const FigureRun& run) const {
  if (m_rows != FigureRows::usual) return fullRowsHeight(run);
  const double most = mostTimelineHeight(run.whole, regionRowCount(run.marks)) - kRuler;
  return std::max(fullRowsHeight(run), std::min(most, kMostTimeline));
}

double FigurePage::headHeight() const {
  if (!m_parts.words) return 0;
  return m_margin + lines(m_title.size(), kTitle, kTitleLine) +
         lines(m_question.size(), kQuestion, kQuestionLine) +
         lines(m_notice.size(), kQuestion, kQuestionLine) + saidHeight() + kAfterTitle;
}

double FigurePage::footHeight() const {
  if (!m_parts.words) return 0;
  return lines(m_footer.size(), kFooter, kFooterLine) +
         (m_caption.isEmpty() ? 0 : lines(m_caption.size(), kCaptionLine, kCaptionLine) + 8) + m_margin / 2;
}

double FigurePage::headingHeight() const {
  return m_content.headings.empty() || m_rows == FigureRows::tight || !m_parts.timeline ? 0 : kHeading;
}

double FigurePage::gap() const {
  return m_rows == FigureRows::tight ? kPanelGap - kTighter : kPanelGap;
}

double FigurePage::rulerHeight() const {
  return onAxis() ? kRuler : 0;
}

double FigurePage::graphHeading() const {
  return m_graphs.size() > 1 ? kPanelGap + kHeading : 0;
}

double FigurePage::sweepHeight(double plot_px) const {
  return m_parts.charts ? figureChartsHeight(1, contentWidth(), plot_px) : 0;
}

double FigurePage::noteRow(const FigureRun& run) const {
  return m_content.runs.size() > 1 && m_parts.timeline && !run.bookmarks.empty() ? kNoteRow : 0;
}

double FigurePage::saidHeight() const {
  return m_said.isEmpty() ? 0 : kSaidSize + std::max<double>(kSaidLines, m_said.size()) * kSaidLine;
}

double FigurePage::mainHeight() const {
  double main = rulerHeight();
  for (const FigureRun& run : m_content.runs) {
    main += (m_parts.timeline ? headingHeight() + noteRow(run) + rowsHeight(run, m_rows) : 0);
    if (run.sweep) main += sweepHeight(kLeastPlot);
    if (onAxis()) main += gap();
  }
  return main + figureChartsHeight(m_charted, contentWidth(), kLeastPlot) + m_legend.height();
}

double FigurePage::neededHeight() const {
  const double main = std::max(mainHeight(), m_side > 0 ? rulerHeight() + m_listing + kPanelGap : 0);
  double height = headHeight() + main + footHeight();
  if (m_parts.words) height += notesHeight(m_content.notes, textWidth());
  if (m_content.sheet) height += m_content.sheet->height(textWidth());
  if (m_parts.table) height += tableHeight(m_content.table, textWidth());
  if (m_side == 0 && m_listing > 0) height += m_listing + kPanelGap;
  for (const FigureGraph& graph : m_graphs) height += graph.height() + graphHeading();
  return height;
}

bool FigurePage::holdsHeadings() const {
  const QFontMetricsF name(uiFont(14, QFont::DemiBold)), label(uiFont(12));
  return std::ranges::all_of(m_content.headings, [&](const RunHeading& heading) {
    return label.horizontalAdvance(shortHeading(heading)) <= kHeadWords &&
           name.horizontalAdvance(QStringLiteral("W  ") + heading.total) <= kHeadWords;
  });
}

FigurePage::Room FigurePage::share(double free_px) const {
  Room room;
  const auto count = static_cast<double>(m_content.runs.size());
  // A listing beside them may be what makes the page high.
  if (m_side > 0) free_px += std::max(0.0, rulerHeight() + m_listing + kPanelGap - mainHeight());
  if (count == 0 || free_px <= 0) return room;
  const auto take = [&free_px](double& each, double most_each, double parts) {
    const double more = parts > 0 ? std::clamp(free_px / parts, 0.0, std::max(0.0, most_each - each)) : 0;
    free_px -= more * parts;
    each += more;
  };
  double full = 0, most = 0;
  for (const FigureRun& run : m_content.runs) {
    full = std::max(full, fullRowsHeight(run) - rowsHeight(run, m_rows));
    most = std::max(most, mostRowsHeight(run) - rowsHeight(run, m_rows));
  }
  const double timelines = m_parts.timeline ? count : 0;
  const double sweeps = m_parts.charts ? count - static_cast<double>(m_charted) : 0;
  const double plots = 2 * (sweeps + (m_charted > 0 ? 1 : 0));
  take(room.charts, kReadablePlot - kLeastPlot, plots);
  // Up to their full size, rows have few sizes.
  if (free_px >= full * count) take(room.timelines, full, timelines);
  take(room.charts, (sweeps > 0 ? kSweepPlot : kUsualPlot) - kLeastPlot, plots);
  if (room.timelines >= full) take(room.timelines, most, timelines);
  take(room.charts, kMostPlot - kLeastPlot, plots);
  if (onAxis()) take(room.gap, kMostGap - gap(), count);
  return room;
}

void FigurePage::paint(QPainter& painter, double height_px) const {
  painter.fillRect(QRectF(0, 0, m_width + 2, height_px + 2), m_theme.paper);
  paintTitle(painter);
  const Room room = share(height_px - neededHeight());
  double y = headHeight();
  const double top = y + rulerHeight();
  if (onAxis() && (!m_parts.timeline || m_content.runs.size() != 1)) paintBareRuler(painter, y);
  y = top;
  const auto& runs = m_content.runs;
  std::vector<ChartedRun> charted;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (m_parts.timeline) {
      if (headingHeight() > 0) paintHeading(painter, i, y);
      y += headingHeight() + noteRow(runs[i]);
      const double height = std::min(rowsHeight(runs[i], m_rows) + room.timelines, mostRowsHeight(runs[i]));
      paintRun(painter, i, y, height);
      y += height;
    }
    if (m_parts.charts && runs[i].sweep) {
      const double height = sweepHeight(kLeastPlot + room.charts);
      painter.save();
      painter.translate(left(), y);
      paintSweep(painter, *runs[i].sweep, QRectF(0, 0, contentWidth(), height), m_theme,
                 runs[i].untilNs.value_or(std::numeric_limits<std::int64_t>::max()));
      painter.restore();
      y += height;
    } else {
      charted.push_back({runs[i].trace, runs[i].whole, axisOf(i), static_cast<int>(i), runs[i].untilNs});
    }
    if (onAxis()) y += gap() + room.gap;
  }
  if (m_charted > 0) {
    const double height = figureChartsHeight(m_charted, contentWidth(), kLeastPlot + room.charts);
    paintFigureCharts(painter, charted, QRectF(left(), y, contentWidth(), height), m_theme);
    y += height;
  }
  m_legend.paint(painter, y, m_theme);
  y += m_legend.height();
  if (m_listing > 0) {
    const double width = listingSize(m_content.lines).width();
    const QRectF box = m_side > 0
                           ? QRectF(m_width - m_margin - m_side + kSideGap, top, m_side - kSideGap, m_listing)
                           : QRectF(m_margin, y + kPanelGap, std::min(textWidth(), width), m_listing);
    paintListing(painter, box, m_content.lines, m_theme);
    y = m_side > 0 ? std::max(y, top + m_listing + kPanelGap) : y + m_listing + kPanelGap;
  }
  if (m_content.sheet) {
    m_content.sheet->paint(painter, {m_margin, y}, textWidth(), m_options.solution, m_theme);
    y += m_content.sheet->height(textWidth());
  }
  if (m_parts.words && !m_content.notes.empty()) {
    std::vector<bool> seen;
    for (const FigureNote& note : m_content.notes) {
      const FigureRun& run = runs[note.run];
      seen.push_back(!run.untilNs || (note.ns <= *run.untilNs && note.cursor <= run.trace.size()));
    }
    paintNotes(painter, {m_margin, y}, textWidth(), m_content.notes, seen, m_theme);
    y += notesHeight(m_content.notes, textWidth());
  }
  for (std::size_t i = 0; i < m_graphs.size(); ++i) {
    if (m_graphs.size() > 1) paintHeading(painter, i, y + kPanelGap);
    y += graphHeading();
    paintFigureGraph(painter, {m_margin, y}, m_graphs[i], m_theme);
    y += m_graphs[i].height();
  }
  if (m_parts.table) paintTable(painter, {m_margin, y}, textWidth(), m_content.table, m_theme);
  if (m_parts.words) paintFooter(painter, height_px);
}

void FigurePage::paintTitle(QPainter& painter) const {
  words(painter, m_margin, m_margin + 24, uiFont(30, QFont::Bold), m_theme.text, m_title, kTitleLine);
  words(painter, m_margin, m_margin + lines(m_title.size(), kTitle, kTitleLine) + 12, uiFont(16),
        m_theme.text2, m_question, kQuestionLine);
  double y = m_margin + lines(m_title.size(), kTitle, kTitleLine) +
             lines(m_question.size(), kQuestion, kQuestionLine) + 12;
  words(painter, m_margin, y, uiFont(16, QFont::DemiBold), m_theme.error, m_notice, kQuestionLine);
  y += lines(m_notice.size(), kQuestion, kQuestionLine) + kSaidSize - 4;
  words(painter, m_margin, y, uiFont(18), m_theme.text, m_said, kSaidLine);
}

void FigurePage::paintHeading(QPainter& painter, std::size_t run, double y) const {
  const RunHeading& heading = m_content.headings[run];
  paintRunLetter(painter, QRectF(m_margin, y + 4, kLetter, kLetter), static_cast<int>(run), false, m_theme);
  const double base = y + 18, gap = 12;
  const QFont label = uiFont(14, QFont::DemiBold), total = monoFont(13), remark = uiFont(13);
  const double end = m_width - m_margin - m_side;
  double x = m_margin + kLetter + 9;
  const double room =
      end - x - (heading.total.isEmpty() ? 0 : gap + QFontMetricsF(total).horizontalAdvance(heading.total));
  x += words(painter, x, base, label, m_theme.text,
             QFontMetricsF(label).elidedText(heading.label, Qt::ElideRight, room)) +
       gap;
  {
    PartNames* names = PartNames::of(painter);
    const Named own(names, {PartKind::run, static_cast<std::uint32_t>(run)});
    const Named known(names, {.from = m_content.runs[run].whole.size()});
    x += words(painter, x, base, total, m_theme.text2, heading.total) + gap;
  }
  if (!heading.remark.isEmpty() && end - x > 40) {
    words(painter, x, base, remark, m_theme.text3,
          QFontMetricsF(remark).elidedText(heading.remark, Qt::ElideRight, end - x));
  }
}

void FigurePage::paintRun(QPainter& painter, std::size_t run, double y, double height) const {
  const FigureRun& panel = m_content.runs[run];
  const bool ruler = m_content.runs.size() == 1;
  const bool compared = m_rows == FigureRows::compared || m_rows == FigureRows::tight;
  const double above = compared ? 0 : kRuler;  // a ruler's room, under what is above this run
  TimelineLayout layout =
      compared ? layoutCompared(panel.whole, false)
               : layoutTimeline(height + above, panel.whole, regionRowCount(panel.marks), true);
  if (!ruler) layout.ruler = {layout.ruler.bottom(), 0};
  if (m_rows == FigureRows::tight) raise(layout, kTighter);
  if (compared) squeezeLanes(layout, height + (m_rows == FigureRows::tight ? kTighter : 0));
  TimelineScene scene{.trace = panel.trace,
                      .theme = m_theme,
                      .layout = layout,
                      .axis = axisOf(run),
                      .widthPx = contentWidth(),
                      .heightPx = height + above,
                      .regionRows = panel.marks,
                      .laneIndex = panel.laneIndex};
  scene.listing = listingOf(m_options, run);
  scene.ruler = ruler;
  scene.grid = m_axis;
  if (!panel.bookmarks.empty()) scene.bookmarks = &panel.bookmarks;
  scene.fine = m_options.worksheet;
  std::optional<Trace> given;
  if (panel.cut) {
    scene.lanesBlank = true;
    scene.given = &given.emplace(panel.whole.until(panel.cut->given));
    if (panel.cut->waits) {
      const auto begin_ns = static_cast<double>(panel.trace.end_ns());
      scene.openUntilNs = std::llround(begin_ns + kOpenWait / scene.axis.pxPerNs());
    }
  }
  scene.cursorShown = panel.untilNs.has_value();
  if (scene.cursorShown) {
    scene.cursor = panel.trace.size();
    scene.cursorNs = *panel.untilNs;
    scene.after = FutureVisibility::hide;
  }
  if (m_rows == FigureRows::tight && !m_content.headings.empty()) {
    const RunHeading& heading = m_content.headings[run];
    scene.name = runLetter(static_cast<int>(run)) + QStringLiteral("  ") + heading.total;
    scene.remark = shortHeading(heading);
  }
  const Kept kept(painter);
  const Named named(PartNames::of(painter), {PartKind::run, static_cast<std::uint32_t>(run)});
  painter.translate(left(), y - above);
  paintTimeline(painter, scene);
}

/// Of charts without a timeline, and above several timelines.
void FigurePage::paintBareRuler(QPainter& painter, double y) const {
  const QFontMetricsF metrics(uiFont(12));
  const bool simulated = !m_content.runs.empty() && m_content.runs.front().trace.info().clock != Clock::live;
  words(painter, m_margin, y + 20, uiFont(13), m_theme.text2, simulated ? tr("Simulated time") : tr("time"));
  const QRectF bookmark =
      m_options.step
          ? cursorBookmark(m_options.step->ns, m_axis, {0, kRuler}, contentWidth()).adjusted(-6, 0, 6, 0)
          : QRectF();
  for (const Tick& tick : ticks(m_axis)) {
    const double width = metrics.horizontalAdvance(tick.label);
    const double x = std::min(m_axis.x(tick.ns) - width / 2, contentWidth() - width - 2);
    if (QRectF(x, 0, width, kRuler).intersects(bookmark)) continue;
    words(painter, left() + x, y + 20, uiFont(12), m_theme.text2, tick.label);
  }
  painter.fillRect(QRectF(m_margin, y + kRuler - 1, textWidth() - m_side, 1), m_theme.hairline);
  if (!m_options.step) return;
  const Kept kept(painter);
  painter.translate(left(), y);
  paintCursorBookmark(painter, m_options.step->ns, m_axis, {0, kRuler}, contentWidth(), m_theme);
}

void FigurePage::paintFooter(QPainter& painter, double height_px) const {
  double y = height_px - footHeight();
  painter.fillRect(QRectF(m_margin, y, textWidth(), 1), m_theme.hairline);
  if (!m_caption.isEmpty()) {
    words(painter, m_margin, y + 24, uiFont(16), m_theme.text, m_caption, kCaptionLine);
    y += lines(m_caption.size(), kCaptionLine, kCaptionLine) + 8;
  }
  words(painter, m_margin, y + 24, uiFont(13), m_theme.text3, m_footer, kFooterLine);
}

}  // namespace runahead::gui
