// SPDX-License-Identifier: GPL-3.0-or-later
// The strip follows the list of runs; what one does in it changes that list only.
// Not here: what else follows from that choice.
#include "gui/runs/run_tabs.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>
#include <QTabBar>
#include <algorithm>
#include <map>

#include "gui/charts/run_lines.h"
#include "gui/figure/figure.h"
#include "gui/theme/format.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {
namespace {

constexpr int kHeightPx = 34;
constexpr int kTabPaddingPx = 13;
constexpr int kBoxPx = 18;

/// Ended well, and so did all that it was to do.
bool whole(const RunList::Run& run) {
  return run.finished && run.result.status == RunResult::Status::succeeded && run.result.errors.empty() &&
         run.totalNs > 0;
}

/// Runs that differ in sizes are no race; a bound on the queue or the memory is none of these, nor is how
/// exact products are.
std::map<std::string, std::string> work(const TraceInfo& info) {
  std::map<std::string, std::string> sizes(info.parameters.begin(), info.parameters.end());
  for (const Parameter& bound : common_parameters()) sizes.erase(bound.name);
  sizes.erase("tf32");
  return sizes;
}

QFont comparisonFont() {
  return uiFont(13);
}

}  // namespace

QString outcome(const RunList::Run& run, bool shown) {
  if (!run.finished) return run.byHand && !shown ? RunTabs::tr("left") : RunTabs::tr("running");
  if (run.result.status == RunResult::Status::failed) return RunTabs::tr("failed");
  if (run.result.status == RunResult::Status::stopped) return RunTabs::tr("stopped");
  return formatTime(run.totalNs);
}

/// The box of a tab: checked, it takes part and shows its letter.
class RunTabs::Box : public QAbstractButton {
 public:
  explicit Box(RunList* runs) {
    setCheckable(true);
    setFixedSize(kBoxPx, kBoxPx);
    setFocusPolicy(Qt::TabFocus);
    connect(this, &QAbstractButton::clicked, this, [this, runs](bool on) { runs->setChosen(m_id, on); });
  }
  void show(const RunList::Run& run, int letter, bool shown) {
    m_id = run.id;
    m_letter = letter;
    m_shown = shown;
    setObjectName(QStringLiteral("compareBox%1").arg(run.id));
    setChecked(letter >= 0);
    setEnabled(!shown);  // the run on show always takes part
    setAccessibleName(tr("Compare %1").arg(run.label));
    setToolTip(shown ? tr("The run on show always takes part.") : tr("Takes part in the comparison"));
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    if (m_letter >= 0) {
      paintRunLetter(painter, rect(), m_letter, m_shown, theme);
    } else {
      painter.setRenderHint(QPainter::Antialiasing);
      painter.setPen(QPen(theme.edge, 1.4));
      painter.setBrush(theme.paper);
      painter.drawRoundedRect(QRectF(rect()).adjusted(1.7, 1.7, -1.7, -1.7), 3, 3);
    }
    if (!hasFocus()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.cursor, 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
  }

 private:
  int m_id = 0;
  int m_letter = -1;
  bool m_shown = false;
};

/// Tabs as wide as their text in bold, so that choosing one moves nothing; a dashed line under the one that
/// is compared with.
class RunTabs::Tabs : public QTabBar {
 public:
  void setOther(int tab) {
    m_other = tab;
    update();
  }

 protected:
  QSize tabSizeHint(int tab) const override {
    QFont bold = font();
    bold.setBold(true);
    const int box = tabButton(tab, QTabBar::LeftSide) ? kBoxPx + 8 : 0;
    return {QFontMetrics(bold).horizontalAdvance(tabText(tab)) + 2 * kTabPaddingPx + box, kHeightPx - 1};
  }
  QSize minimumTabSizeHint(int tab) const override { return tabSizeHint(tab); }
  void paintEvent(QPaintEvent* event) override {
    QTabBar::paintEvent(event);
    if (m_other < 0 || m_other >= count()) return;
    QPainter painter(this);
    QPen dashes(currentTheme().text3, 2);
    dashes.setDashPattern({3, 2});
    dashes.setCapStyle(Qt::FlatCap);
    painter.setPen(dashes);
    const QRect tab = tabRect(m_other);
    painter.drawLine(tab.left(), tab.bottom(), tab.right(), tab.bottom());
  }

 private:
  int m_other = -1;
};

QStringList comparisonForms(const RunList::Run& one, const RunList::Run& other) {
  if (!whole(one) || !whole(other) || work(one.trace.info()) != work(other.trace.info())) return {};
  const bool slower = one.totalNs >= other.totalNs;
  const RunList::Run& slow = slower ? one : other;
  const RunList::Run& fast = slower ? other : one;
  const double ratio = static_cast<double>(slow.totalNs) / static_cast<double>(fast.totalNs);
  const QString verdict = ratio < 1.005
                              ? RunTabs::tr("equally fast")
                              : RunTabs::tr("%1 times as long").arg(ratio, 0, 'f', ratio < 9.995 ? 2 : 0);
  const QString times[] = {formatTime(fast.totalNs), formatTime(slow.totalNs)};
  return {RunTabs::tr("%1 %2, %3 %4: %5").arg(fast.label, times[0], slow.label, times[1], verdict),
          RunTabs::tr("%1, %2: %3").arg(times[0], times[1], verdict), verdict};
}

RunTabs::RunTabs(RunList* runs, QWidget* parent) : QWidget(parent), m_runs(runs) {
  setObjectName(QStringLiteral("runTabs"));
  setFixedHeight(kHeightPx);
  m_tabs = new Tabs;
  m_tabs->setObjectName(QStringLiteral("runTabBar"));
  m_tabs->setAccessibleName(tr("Runs"));
  m_tabs->setDrawBase(false);
  m_tabs->setExpanding(false);
  m_tabs->setUsesScrollButtons(true);
  m_tabs->setFixedHeight(kHeightPx - 1);
  m_comparison = new TextLabel(comparisonFont(), &Theme::text);
  m_comparison->setObjectName(QStringLiteral("runComparison"));
  m_comparison->setAlignment(Qt::AlignRight | Qt::AlignVCenter);

  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(2, 0, 14, 1);
  row->setSpacing(10);
  row->addWidget(m_tabs, 0, Qt::AlignBottom);
  row->addWidget(m_comparison, 1);
  connect(m_tabs, &QTabBar::currentChanged, this,
          [this](int tab) { m_runs->show(m_tabs->tabData(tab).toInt()); });
  connect(runs, &RunList::changed, this, &RunTabs::follow);
  follow();
}

void RunTabs::follow() {
  const auto& runs = m_runs->runs();
  const RunList::Run* shown = m_runs->shown();
  const RunList::Run* other = m_runs->other();
  {
    const QSignalBlocker blocker(m_tabs);
    const int count = static_cast<int>(runs.size());
    while (m_tabs->count() > count) m_tabs->removeTab(m_tabs->count() - 1);
    while (m_tabs->count() < count) m_tabs->addTab(QString());
    m_tabs->setOther(-1);
    const bool boxes = m_runs->comparing();
    int letter = 0;
    for (int i = 0; i < count; ++i) {
      const RunList::Run& run = runs[static_cast<std::size_t>(i)];
      m_tabs->setTabText(i, QStringLiteral("%1  %2").arg(run.label, outcome(run, &run == shown)));
      m_tabs->setTabToolTip(i, runLine(run.trace));
      m_tabs->setTabData(i, run.id);
      if (&run == shown) m_tabs->setCurrentIndex(i);
      if (&run == other && !boxes) m_tabs->setOther(i);
      auto* box = static_cast<Box*>(m_tabs->tabButton(i, QTabBar::LeftSide));
      if (boxes && !box) m_tabs->setTabButton(i, QTabBar::LeftSide, box = new Box(m_runs));
      if (!boxes && box) {
        m_tabs->setTabButton(i, QTabBar::LeftSide, nullptr);
        box->deleteLater();
      } else if (box) {
        box->show(run, run.chosen || &run == shown ? letter++ : -1, &run == shown);
      }
    }
  }
  m_tabs->updateGeometry();
  m_forms = shown && other ? comparisonForms(*shown, *other) : QStringList();
  setVisible(runs.size() > 1);
  fit();
}

void RunTabs::fit() {
  const QFontMetrics metrics(comparisonFont());
  m_comparison->setMinimumWidth(m_forms.isEmpty() ? 0 : metrics.horizontalAdvance(m_forms.back()) + 2);
  layout()->activate();
  const auto form = std::find_if(m_forms.begin(), m_forms.end(), [&](const QString& text) {
    return metrics.horizontalAdvance(text) <= m_comparison->width();
  });
  m_comparison->setText(form == m_forms.end() ? m_forms.value(2) : *form);
  m_comparison->setToolTip(m_forms.value(0));
  m_comparison->setAccessibleName(m_forms.value(0));
}

void RunTabs::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fit();
}

void RunTabs::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), currentTheme().panel);
  painter.fillRect(0, height() - 1, width(), 1, currentTheme().hairline);
}

}  // namespace runahead::gui
