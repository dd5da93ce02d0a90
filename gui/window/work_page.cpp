// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of the middle. The timeline gets the height that it needs, the charts share the rest; memory folds
// first. Not here: painting.
#include "gui/window/work_page.h"

#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/charts/depth_chart.h"
#include "gui/charts/memory_chart.h"
#include "gui/timeline/statistics_strip.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/button.h"
#include "gui/widgets/text_label.h"
#include "gui/window/find_strip.h"

namespace runahead::gui {
namespace {

constexpr int kChartPx = 120;  ///< below this a chart says nothing

}  // namespace

WorkPage::WorkPage(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("workPage"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_find = new FindStrip(view);
  column->addWidget(m_find);
  m_stack = new QStackedWidget;
  column->addWidget(m_stack, 1);

  m_empty = new QWidget;
  auto* empty = new QVBoxLayout(m_empty);
  empty->setSpacing(16);
  m_sentence = new TextLabel(uiFont(16), &Theme::text2);
  m_sentence->setObjectName(QStringLiteral("emptySentence"));
  m_sentence->setAlignment(Qt::AlignHCenter | Qt::AlignVCenter);
  auto* run = new Button(Button::Kind::ink, QStringLiteral("play"), tr("Run"));
  run->setObjectName(QStringLiteral("emptyRun"));
  run->setKeyHint(tr("Ctrl R"));
  run->setControlHeight(40);
  m_emptyRun = run;
  connect(run, &QAbstractButton::clicked, this, &WorkPage::runRequested);
  empty->addStretch(2);
  empty->addWidget(m_sentence);
  empty->addWidget(run, 0, Qt::AlignHCenter);
  empty->addStretch(3);
  m_stack->addWidget(m_empty);
}

void WorkPage::showEmpty(const QString& sentence, bool offersRun) {
  m_sentence->setText(sentence);
  m_emptyRun->setVisible(offersRun);
  m_find->close();
  m_stack->setCurrentWidget(m_empty);
}

void WorkPage::showRun() {
  if (!m_splitter) create();
  if (m_stack->currentWidget() == m_splitter->parentWidget()) return;
  m_stack->setCurrentWidget(m_splitter->parentWidget());
  share();
}

bool WorkPage::showsRun() const {
  return m_splitter && m_stack->currentWidget() == m_splitter->parentWidget();
}

void WorkPage::setChartWanted(bool depth, bool wanted) {
  (depth ? m_depthWanted : m_memoryWanted) = wanted;
  share();
}

void WorkPage::create() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_splitter = new QSplitter(Qt::Vertical);
  m_splitter->setObjectName(QStringLiteral("centreSplitter"));
  m_splitter->setHandleWidth(1);
  m_splitter->setChildrenCollapsible(false);
  m_timeline = new TimelineView(m_view);
  m_timeline->setObjectName(QStringLiteral("timeline"));
  m_timeline->setAccessibleName(tr("Timeline"));
  m_timeline->setFocusPolicy(Qt::StrongFocus);
  m_depth = new DepthChart(m_view);
  m_depth->setObjectName(QStringLiteral("depthChart"));
  m_depth->setAccessibleName(tr("Queue depth"));
  m_memory = new MemoryChart(m_view);
  m_memory->setObjectName(QStringLiteral("memoryChart"));
  m_memory->setAccessibleName(tr("Memory"));
  m_splitter->addWidget(m_timeline);
  m_splitter->addWidget(m_depth);
  m_splitter->addWidget(m_memory);
  connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_arranged = true; });
  connect(m_timeline, &TimelineView::heightHintChanged, this, &WorkPage::share);
  column->addWidget(m_splitter, 1);
  auto* statistics = new StatisticsStrip(m_view);
  statistics->setObjectName(QStringLiteral("statistics"));
  column->addWidget(statistics);
  m_stack->addWidget(page);
}

void WorkPage::share() {
  if (!m_splitter) return;
  const int height = m_stack->height();
  const int lanes = std::clamp(m_timeline->sizeHint().height(), m_timeline->minimumSizeHint().height(),
                               std::max(m_timeline->minimumSizeHint().height(), height));
  const int rest = height - std::min(lanes, height);
  const int wanted = (m_depthWanted ? 1 : 0) + (m_memoryWanted ? 1 : 0);
  const bool memory = m_memoryWanted && rest >= wanted * kChartPx;
  const bool depth = m_depthWanted && rest >= kChartPx;
  m_depth->setVisible(depth);
  m_memory->setVisible(memory);
  if (m_arranged) return;
  const int charts = (depth ? 1 : 0) + (memory ? 1 : 0);
  if (charts == 0) return;
  const int each = (height - lanes - charts) / charts;
  m_splitter->setSizes({lanes, depth ? each : 0, memory ? each : 0});
}

void WorkPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  share();
}

void WorkPage::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), currentTheme().paper);
}

}  // namespace runahead::gui
