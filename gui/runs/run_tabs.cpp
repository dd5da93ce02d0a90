// SPDX-License-Identifier: GPL-3.0-or-later
// The strip follows the list of runs; what one does in it changes that list only.
// Not here: what else follows from that choice.
#include "gui/runs/run_tabs.h"

#include <QHBoxLayout>
#include <QPainter>

#include "gui/figure/figure.h"
#include "gui/theme/format.h"
#include "gui/widgets/segmented_control.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {
namespace {

constexpr int kHeightPx = 40;
/// Shorter texts than this say nothing of a comparison.
constexpr int kLeastComparisonPx = 120;
const QString kBeside = QStringLiteral("beside");

QString outcome(const RunList::Run& run) {
  if (!run.finished) return RunTabs::tr("running");
  if (run.result.status == RunResult::Status::failed) return RunTabs::tr("failed");
  if (run.result.status == RunResult::Status::stopped) return RunTabs::tr("stopped");
  return formatTime(run.totalNs);
}

}  // namespace

QString comparison(const RunList::Run& one, const RunList::Run& other) {
  for (const RunList::Run* run : {&one, &other}) {
    if (!run->finished || run->result.status != RunResult::Status::succeeded || run->totalNs <= 0) return {};
  }
  const bool slower = one.totalNs >= other.totalNs;
  const RunList::Run& slow = slower ? one : other;
  const RunList::Run& fast = slower ? other : one;
  const double ratio = static_cast<double>(slow.totalNs) / static_cast<double>(fast.totalNs);
  return RunTabs::tr("%1 %2, %3 %4: %5")
      .arg(slow.label, formatTime(slow.totalNs), fast.label, formatTime(fast.totalNs),
           ratio < 1.005 ? RunTabs::tr("equally fast")
                         : RunTabs::tr("%1 times as fast").arg(ratio, 0, 'f', ratio < 9.995 ? 2 : 0));
}

RunTabs::RunTabs(RunList* runs, QWidget* parent) : QWidget(parent), m_runs(runs) {
  setObjectName(QStringLiteral("runTabs"));
  setFixedHeight(kHeightPx);
  m_bar = new QTabBar;
  m_bar->setObjectName(QStringLiteral("runTabBar"));
  m_bar->setAccessibleName(tr("Runs"));
  m_bar->setDrawBase(false);
  m_bar->setExpanding(false);
  m_bar->setElideMode(Qt::ElideMiddle);
  m_bar->setUsesScrollButtons(true);
  m_bar->setFixedHeight(kHeightPx - 1);
  m_comparison = new TextLabel(uiFont(13), &Theme::text);
  m_comparison->setObjectName(QStringLiteral("runComparison"));
  m_comparison->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_comparison->setMinimumWidth(kLeastComparisonPx);
  m_other = new QComboBox;
  m_other->setObjectName(QStringLiteral("runOther"));
  m_other->setAccessibleName(tr("The run to compare with"));
  m_other->setToolTip(tr("The run to compare with"));
  m_other->setFixedHeight(26);
  m_other->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_beside = new SegmentedControl;
  m_beside->setObjectName(QStringLiteral("runBeside"));
  m_beside->setAccessibleName(tr("One run, or two on one time scale"));
  m_beside->setControlHeight(26);
  m_beside->setItems({QStringLiteral("alone"), kBeside}, {tr("alone"), tr("beside")});

  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(2, 0, 14, 1);
  row->setSpacing(10);
  row->addWidget(m_bar, 0, Qt::AlignBottom);
  row->addWidget(m_comparison, 1);
  row->addWidget(m_beside);
  row->addWidget(m_other);
  connect(m_bar, &QTabBar::currentChanged, this,
          [this](int tab) { m_runs->show(m_bar->tabData(tab).toInt()); });
  connect(m_beside, &SegmentedControl::chosen, this,
          [this](const QString& id) { m_runs->setBeside(id == kBeside); });
  connect(m_other, &QComboBox::activated, this,
          [this](int index) { m_runs->setOther(m_other->itemData(index).toInt()); });
  connect(runs, &RunList::changed, this, &RunTabs::follow);
  follow();
}

void RunTabs::follow() {
  const auto& runs = m_runs->runs();
  const RunList::Run* shown = m_runs->shown();
  const RunList::Run* other = m_runs->other();
  {
    const QSignalBlocker blocker(m_bar);
    const int count = static_cast<int>(runs.size());
    while (m_bar->count() > count) m_bar->removeTab(m_bar->count() - 1);
    while (m_bar->count() < count) m_bar->addTab(QString());
    m_other->clear();
    for (int i = 0; i < count; ++i) {
      const RunList::Run& run = runs[static_cast<std::size_t>(i)];
      m_bar->setTabText(i, QStringLiteral("%1  %2")
                               .arg(run.label, outcome(run))
                               .replace(QLatin1Char('&'), QStringLiteral("&&")));
      m_bar->setTabToolTip(i, runLine(run.trace.info()));
      m_bar->setTabData(i, run.id);
      if (shown == &run) {
        m_bar->setCurrentIndex(i);
      } else {
        m_other->addItem(run.label, run.id);
      }
    }
  }
  m_other->setCurrentIndex(other ? m_other->findData(other->id) : -1);
  m_other->setVisible(runs.size() > 2);
  m_beside->setCurrent(m_runs->beside() ? kBeside : QStringLiteral("alone"));
  m_comparison->setText(shown && other ? comparison(*shown, *other) : QString());
  setVisible(runs.size() > 1);
}

void RunTabs::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), currentTheme().panel);
  painter.fillRect(0, height() - 1, width(), 1, currentTheme().hairline);
}

}  // namespace runahead::gui
