// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of the middle. The timeline gets the height that it needs, the charts share the rest; where there is
// room for one, memory folds, but in scenarios about memory.
#include "gui/window/work_page.h"

#include <QSplitter>
#include <QStackedWidget>
#include <algorithm>
#include <utility>

#include "core/scenario/scenario.h"
#include "gui/panes/fit_pane.h"
#include "gui/panes/loop_model_pane.h"
#include "gui/panes/loop_runs.h"
#include "gui/panes/narration_bar.h"
#include "gui/runs/compare_pane.h"
#include "gui/runs/manual_strip.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_tabs.h"
#include "gui/session/note_strip.h"
#include "gui/timeline/chart_pane.h"
#include "gui/timeline/statistics_strip.h"
#include "gui/timeline/sweep_pane.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/button.h"
#include "gui/widgets/commands.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/segmented_control.h"
#include "gui/widgets/text_label.h"
#include "gui/window/find_strip.h"

namespace runahead::gui {
namespace {

constexpr int kChartPx = 120;  ///< below this a chart says nothing
constexpr int kRoomyChartPx = 180;
constexpr int kLanesPx = 460;     ///< what many lanes may take from the charts
constexpr int kFewLanesPx = 330;  ///< and what they take from the last of them
constexpr char kMemoryGroup = 'D';
constexpr int kChartsHeadPx = 34;
constexpr int kSweepPx = 250;  ///< two plots with their heads

}  // namespace

WorkPage::WorkPage(ViewState* view, RunList* runs, ManualRun* driver, LoopRuns* loop, FitResults* results,
                   FitPane* fit, QWidget* parent)
    : Panel(&Theme::paper, parent),
      m_view(view),
      m_runs(runs),
      m_driver(driver),
      m_loop(loop),
      m_results(results),
      m_fit(fit) {
  setObjectName(QStringLiteral("workPage"));
  auto* column = columnIn(this, {}, 0);
  m_tabs = into(column, new RunTabs(runs));
  m_find = into(column, new FindStrip(view->search(), view->selection()));
  m_note = into(column, new NoteStrip(view->shown(), view->annotations()));
  m_stack = into(column, new QStackedWidget, 1);

  m_empty = new QWidget;
  auto* empty = new QVBoxLayout(m_empty);
  empty->setSpacing(16);
  empty->addStretch(2);
  m_sentence = into(empty, named(new TextLabel(uiFont(16), &Theme::text2), "emptySentence"));
  m_sentence->setAlignment(Qt::AlignHCenter | Qt::AlignVCenter);
  m_emptyRun = named(new Button(Button::Kind::ink, QStringLiteral("play"), tr("Run")), "emptyRun");
  m_emptyRun->setKeyHint(keyText(WindowCommand::run).replace(u'+', u' '));
  m_emptyRun->setControlHeight(40);
  connect(m_emptyRun, &QAbstractButton::clicked, this, &WorkPage::runRequested);
  empty->addWidget(m_emptyRun, 0, Qt::AlignHCenter);
  empty->addStretch(3);
  m_stack->addWidget(m_empty);
}

void WorkPage::showEmpty(const QString& sentence, bool offersRun) {
  m_sentence->setText(sentence);
  m_emptyRun->setVisible(offersRun);
  m_find->close();
  m_stack->setCurrentWidget(m_empty);
}

void WorkPage::setRunText(const QString& text) {
  m_emptyRun->say(text);
}

void WorkPage::showRun() {
  if (!m_splitter) create();
  if (m_stack->currentWidget() == m_splitter->parentWidget()) return;
  m_stack->setCurrentWidget(m_splitter->parentWidget());
  share();
}

bool WorkPage::tellsEnds() const {
  return m_view->shown()->tellsEnd() && (!m_compare || m_compare->tellsEnds());
}

bool WorkPage::showsRun() const {
  return m_splitter && m_stack->currentWidget() == m_splitter->parentWidget();
}

void WorkPage::setLow(bool low) {
  m_low = low;
  if (!m_narration) return;
  m_narration->setLow(low);
  m_manual->setLow(low);
  share();
}

void WorkPage::setNarrow(bool narrow) {
  if (std::exchange(m_narrow, narrow) == narrow) return;
  placeFit();
  share();
}

void WorkPage::placeFit() {
  if (m_narrow || !m_splitter) return;
  m_fit->setInTab(false);
  auto* column = static_cast<QVBoxLayout*>(m_splitter->parentWidget()->layout());
  column->insertWidget(column->indexOf(m_splitter) + 1, m_fit);
}

void WorkPage::setManual(bool manual) {
  if (std::exchange(m_drives, manual) == manual || !m_manual) return;
  m_manual->setVisible(manual);
  share();
}

void WorkPage::setWanted(Pane pane, bool wanted) {
  m_wanted[static_cast<std::size_t>(pane)] = wanted;
  if (wanted && pane != Pane::model) m_first = pane;
  share();
}

bool WorkPage::wanted(Pane pane) const {
  return m_wanted[static_cast<std::size_t>(pane)];
}

void WorkPage::setAsked(std::optional<Pane> chart) {
  if (m_asked == chart || !m_splitter) return;
  if (!m_asked) {
    m_sizes = m_splitter->sizes();
    m_chartSizes = m_overTime->sizes();
  }
  m_asked = chart;
  share();
  if (chart || !m_arranged) return;
  m_splitter->setSizes(m_sizes);
  m_overTime->setSizes(m_chartSizes);
}

WorkPage::Pane WorkPage::first() const {
  const Scenario* scenario = find_scenario(m_view->shown()->trace().info().source.scenario);
  return m_first.value_or(scenario && scenario->group == kMemoryGroup ? Pane::memory : Pane::depth);
}

void WorkPage::create() {
  auto* page = new QWidget;
  auto* column = columnIn(page, {}, 0);
  m_narration = into(column, new NarrationBar(m_view->shown(), m_view->cursor()));
  m_narration->setLow(m_low);
  m_manual = into(column, new ManualStrip(m_driver, m_view));
  m_manual->setLow(m_low);
  m_manual->setVisible(m_drives);
  m_splitter = splitter(Qt::Vertical, "centreSplitter");
  m_timeline = into(m_splitter, named(new TimelineView(m_view), "timeline", tr("Timeline")));
  m_timeline->setFocusPolicy(Qt::StrongFocus);
  connect(m_timeline, &TimelineView::noteClicked, m_note, &NoteStrip::open);
  m_compare = into(m_splitter, new ComparePane(m_view, m_runs));
  connect(m_note, &NoteStrip::left, m_splitter, [this] { lanes()->setFocus(); });
  m_splitter->addWidget(createCharts());
  connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_arranged = true; });
  connect(m_timeline, &TimelineView::heightHintChanged, this, &WorkPage::share);
  connect(m_compare, &ComparePane::heightHintChanged, this, &WorkPage::share);
  connect(m_compare, &ComparePane::partsChanged, this, &WorkPage::followCompared);
  connect(m_compare, &ComparePane::rulerMoved, this, &WorkPage::rulerMoved);
  connect(m_view->shown(), &ShownTrace::changed, this, &WorkPage::lookForSweep);
  const auto tell = [this] { m_loopPane->setTold(m_view->shown()->tellsEnd()); };
  connect(m_view->shown(), &ShownTrace::changed, this, tell);
  connect(m_view->cursor(), &Cursor::futureVisibilityChanged, this, tell);
  column->addWidget(m_splitter, 1);
  connect(m_fit, &FitPane::openRequested, this, [this](bool open) {
    m_fitOpen = open;
    share();
  });
  connect(m_results, &FitResults::shownChanged, this, &WorkPage::showOverlay);
  column->addWidget(named(new StatisticsStrip(m_view->shown(), m_view->selection()), "statistics"));
  m_stack->addWidget(page);
  placeFit();
  lookForSweep();
}

void WorkPage::followCompared() {
  m_depth->setCompanions(m_compare->ownLetter(), m_compare->companions());
  m_memory->setCompanions(m_compare->ownLetter(), m_compare->companions());
  m_timeline->setVisible(m_compare->parts().empty());
  if (lanes() != m_timeline) connect(lanes(), &TimelineView::noteClicked, m_note, &NoteStrip::open);
  showOverlay();
  m_arranged = false;  // the dividers were moved for other panes
  share();
}

TimelineView* WorkPage::lanes() const {
  const int own = m_compare->ownLetter();
  return own < 0 ? m_timeline : m_compare->parts()[static_cast<std::size_t>(own)].timeline;
}

void WorkPage::showOverlay() {
  lanes()->setOverlay(m_results->shownPrediction(), m_results->shownPath());
}

QWidget* WorkPage::createCharts() {
  m_overTime = splitter(Qt::Vertical, "chartSplitter");
  m_depth = into(m_overTime, named(new ChartPane(m_view, kDepthChart), "depthChart", tr("Pending tasks")));
  m_memory = into(m_overTime, named(new ChartPane(m_view, kMemoryChart), "memoryChart", tr("Memory")));
  m_loopPane = into(m_overTime, new LoopModelPane(m_loop));
  m_loopPane->setVisible(m_loop->active());
  connect(m_loop, &LoopRuns::changed, this, [this] {
    if (m_loop->active() != m_loopPane->isVisibleTo(this)) share();
  });
  connect(m_overTime, &QSplitter::splitterMoved, this, [this] { m_arranged = true; });
  m_sweepPane = new SweepPane(m_view);

  m_charts = new QWidget;
  auto* column = columnIn(m_charts, {}, 0);
  auto* head = into(column, new PaneHead(tr("Charts")));
  m_chartsKind = named(new SegmentedControl, "chartsKind", tr("What the charts are drawn against"));
  m_chartsKind->setControlHeight(24);
  m_chartsKind->setItems({QStringLiteral("time"), QStringLiteral("sweep")},
                         {tr("over time"), tr("against K")});
  connect(m_chartsKind, &SegmentedControl::chosen, this, &WorkPage::share);
  head->addTool(m_chartsKind);
  m_chartsHead = head;
  m_chartsHead->hide();
  m_chartsStack = into(column, new QStackedWidget, 1);
  m_chartsStack->addWidget(m_overTime);
  m_chartsStack->addWidget(m_sweepPane);
  return m_charts;
}

void WorkPage::lookForSweep() {
  if (m_drawnFirst != first()) share();
  const Trace& trace = m_view->shown()->trace();
  std::optional<Sweep> sweep = trace.finished() ? sweepOf(trace) : std::nullopt;
  if (!sweep && !m_sweep) return;
  if (sweep.has_value() != m_sweep) {
    m_sweep = sweep.has_value();
    m_chartsKind->setCurrent(m_sweep ? QStringLiteral("sweep") : QStringLiteral("time"));
  }
  if (sweep) m_sweepPane->setSweep(std::move(*sweep));
  share();
}

void WorkPage::share() {
  if (!m_splitter) return;
  const int all = m_stack->height() - m_narration->height() - (m_drives ? m_manual->height() : 0);
  const bool model = m_loop->active() && !m_asked;
  const int fitHead = m_low || m_narrow || !wanted(Pane::model) || model || m_asked ? 0 : FitPane::kHeadPx;
  const int fitBody = FitPane::kOpenPx - FitPane::kHeadPx;
  const bool against = m_sweep && !m_asked && m_chartsKind->current() == QLatin1String("sweep");
  const int head = m_sweep ? kChartsHeadPx : 0;
  m_loopPane->setTold(m_view->shown()->tellsEnd());
  const bool depthWanted = m_asked ? m_asked == Pane::depth : wanted(Pane::depth);
  const bool memoryWanted = m_asked ? m_asked == Pane::memory : wanted(Pane::memory) && !model;
  const int wantedCharts = against ? 0 : (depthWanted ? 1 : 0) + (memoryWanted ? 1 : 0);
  // A sweep's picture is what its run is for, and so is the loop's model, beside its queue.
  const int pictures = against ? kSweepPx : model ? LoopModelPane::kWantedPx : 0;
  const bool compares = !m_compare->parts().empty();
  const QWidget* upper = compares ? static_cast<QWidget*>(m_compare) : m_timeline;
  const int full = upper->sizeHint().height();
  const int least = upper->minimumSizeHint().height();
  const int preferred = compares ? full : std::min(full, kLanesPx);
  // Lanes get lower before a chart goes; where they are beside a picture, or several runs' that scroll, as
  // low as they can.
  const int lowest = pictures > 0 || compares || m_asked
                         ? least
                         : std::clamp(m_timeline->compactHeight(), least, std::max(least, kFewLanesPx));
  const auto below = [&](int charts, int chartPx) {
    return head + pictures + charts * chartPx + 2 * m_splitter->handleWidth();
  };
  // The numbers of the model open by themselves where nothing else has to fold for them.
  const int others = preferred + below(wantedCharts, kChartPx);
  const bool open = fitHead > 0 && m_fitOpen.value_or(all - fitHead - fitBody >= others);
  if (!m_narrow) {
    m_fit->setVisible(fitHead > 0);
    m_fit->setOpen(open);
  }
  const int height = all - fitHead - (open ? fitBody : 0);
  int charts = wantedCharts;
  while (charts > (m_asked ? 1 : 0) && height - below(charts, kChartPx) < lowest) --charts;
  m_roomForOne = !against && height - below(1, kChartPx) >= lowest;
  const auto drawn = [&](Pane pane) { return charts == wantedCharts || (charts == 1 && first() == pane); };
  const bool depth = depthWanted && !against && drawn(Pane::depth);
  const bool memory = memoryWanted && !against && drawn(Pane::memory);
  m_drawnFirst = first();
  // What the charts can do without goes to lanes that do not fit; of what is free, lanes get half.
  const int free = height - below(charts, kRoomyChartPx);
  int lanes = std::max(preferred, std::min(full, height - below(charts, kChartPx)));
  if (!compares) lanes += std::max(0, free - lanes) / 2;
  // A level is dragged in the chart.
  if (m_asked) lanes = std::min(lanes, height - below(charts, kRoomyChartPx));
  lanes = std::clamp(lanes, least, std::max(least, height - below(charts, kChartPx)));
  const int rest = height - std::min(lanes, height) - head;
  m_depth->setVisible(depth);
  m_memory->setVisible(memory);
  m_loopPane->setVisible(model);
  m_chartsHead->setVisible(m_sweep);
  m_chartsStack->setCurrentWidget(against ? static_cast<QWidget*>(m_sweepPane) : m_overTime);
  m_charts->setVisible(m_sweep || depth || memory || model);
  const QString noRoom = tr("no room");
  const std::array<QString, 3> absence{against ? tr("drawn against K")
                                       : depth ? QString()
                                               : noRoom,
                                       against  ? tr("drawn against K")
                                       : model  ? tr("the model is in its place")
                                       : memory ? QString()
                                                : noRoom,
                                       m_narrow                 ? tr("among the tabs")
                                       : fitHead == 0 && !model ? noRoom
                                                                : QString()};
  if (std::exchange(m_absence, absence) != absence) emit absenceChanged();
  if (m_arranged && !m_asked) return;
  // A pixel that is lacking for the dividers would cost the lanes their full size.
  m_splitter->setSizes(
      {compares ? 0 : lanes, compares ? lanes : 0, height - lanes - 2 * m_splitter->handleWidth()});
  const int modelPx = model ? std::max(rest * 5 / 8, LoopModelPane::kWantedPx) : 0;
  m_overTime->setSizes({depth ? rest - modelPx : 0, memory ? rest : 0, modelPx});
}

void WorkPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  share();
}

}  // namespace runahead::gui
