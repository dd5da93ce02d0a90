// SPDX-License-Identifier: GPL-3.0-or-later
// Two views of two runs kept in step: same length of time, shifted by how far one begins after the other.
// Not here: drawing (timeline/).
#include "gui/runs/beside_pane.h"

#include <QComboBox>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/analysis/summary.h"
#include "gui/theme/format.h"
#include "gui/timeline/timeline_view.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/segmented_control.h"

namespace runahead::gui {
namespace {

const QString kStart = QStringLiteral("start"), kLoop = QStringLiteral("initialised");

}  // namespace

BesidePane::BesidePane(ViewState* first, RunList* runs, QWidget* parent)
    : QWidget(parent), m_first(first), m_runs(runs), m_view(new ViewState(this)) {
  setObjectName(QStringLiteral("besidePane"));
  m_view->setAnimationMs(0);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_head = new PaneHead(tr("Beside"));
  m_head->remark()->setObjectName(QStringLiteral("besideRun"));
  m_choice = new QComboBox;
  m_choice->setObjectName(QStringLiteral("besideChoice"));
  m_choice->setAccessibleName(tr("The run that stands beside"));
  m_choice->setFixedHeight(26);
  m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_head->addTool(m_choice);
  m_align = new SegmentedControl;
  m_align->setObjectName(QStringLiteral("besideAlign"));
  m_align->setAccessibleName(tr("What stands above what"));
  m_align->setControlHeight(24);
  m_align->setItems({kLoop, kStart}, {tr("after initialisation"), tr("from the start")});
  m_head->addTool(m_align);
  column->addWidget(m_head);
  m_timeline = new TimelineView(m_view);
  m_timeline->setObjectName(QStringLiteral("besideTimeline"));
  m_timeline->setAccessibleName(tr("Timeline of the other run"));
  column->addWidget(m_timeline, 1);
  hide();

  connect(m_timeline, &TimelineView::heightHintChanged, this, [this] {
    updateGeometry();
    emit heightHintChanged();
  });
  connect(m_choice, &QComboBox::activated, this,
          [this](int index) { m_runs->setOther(m_choice->itemData(index).toInt()); });
  connect(m_align, &SegmentedControl::chosen, this, &BesidePane::align);
  connect(runs, &RunList::changed, this, [this] {
    follow();
    if (m_shown != 0) nameRuns();
  });
  connect(runs, &RunList::grown, this, &BesidePane::follow);
  connect(first, &ViewState::traceChanged, this, &BesidePane::follow);
  connect(first, &ViewState::visibleChanged, this, [this] {
    once([this] {
      m_view->setVisible(m_first->visibleFromNs() + m_shiftNs, m_first->visibleToNs() + m_shiftNs);
    });
  });
  connect(m_view, &ViewState::visibleChanged, this, [this] {
    once([this] {
      m_first->setVisible(m_view->visibleFromNs() - m_shiftNs, m_view->visibleToNs() - m_shiftNs);
    });
  });
  connect(first, &ViewState::cursorChanged, this, [this] {
    once([this] {
      m_view->setCursorTime(std::llround(static_cast<double>(m_first->cursorNs()) + m_shiftNs));
    });
  });
  connect(m_view, &ViewState::cursorChanged, this, [this] {
    once([this] {
      m_first->setCursorTime(std::llround(static_cast<double>(m_view->cursorNs()) - m_shiftNs));
    });
  });
  connect(first, &ViewState::afterCursorChanged, this,
          [this] { m_view->setAfterCursor(m_first->afterCursor()); });
}

template <class Change>
void BesidePane::once(Change change) {
  if (m_linking || m_shown == 0) return;
  m_linking = true;
  change();
  m_linking = false;
}

void BesidePane::follow() {
  const RunList::Run* run = m_runs->beside() ? m_runs->other() : nullptr;
  const bool came = run && m_shown == 0, went = !run && m_shown != 0;
  if (went) {
    m_shown = 0;
    m_first->setExtent(0, 0);
    m_view->setTrace(Trace(), false);
  }
  if (run) {
    m_linking = true;
    if (run->id != m_shown || run->trace.size() != m_view->trace().size() ||
        run->trace.finished() != m_view->trace().finished()) {
      m_view->setTrace(run->trace, run->id == m_shown);
    }
    m_linking = false;
    m_shown = run->id;
    m_view->setAfterCursor(m_first->afterCursor());
    align();
  }
  setVisible(run != nullptr);
  if (came || went) emit heightHintChanged();
}

void BesidePane::nameRuns() {
  const RunList::Run& other = *m_runs->other();
  const QString total = other.finished ? formatTime(other.totalNs) : tr("running");
  const bool choice = m_runs->runs().size() > 2;
  m_head->remark()->setText(choice ? total : tr("%1 · %2").arg(other.label, total));
  m_choice->setVisible(choice);
  m_choice->clear();
  for (const RunList::Run& run : m_runs->runs()) {
    if (&run != m_runs->shown()) m_choice->addItem(run.label, run.id);
  }
  m_choice->setCurrentIndex(m_choice->findData(other.id));
}

void BesidePane::align() {
  if (m_shown == 0) return;
  const std::int64_t own = initialisation_end_ns(m_view->trace());
  const std::int64_t firsts = initialisation_end_ns(m_first->trace());
  m_align->setVisible(own != firsts);
  m_shiftNs = m_align->current() == kLoop ? static_cast<double>(own - firsts) : 0;
  m_linking = true;
  const double from = std::min(0.0, -m_shiftNs);
  const double to = ViewState::kMargin * std::max(static_cast<double>(m_first->trace().end_ns()),
                                                  static_cast<double>(m_view->trace().end_ns()) - m_shiftNs);
  m_first->setExtent(from, to);
  m_view->setExtent(from + m_shiftNs, to + m_shiftNs);
  m_linking = false;
  once([this] {
    m_view->setVisible(m_first->visibleFromNs() + m_shiftNs, m_first->visibleToNs() + m_shiftNs);
    m_view->setCursorTime(std::llround(static_cast<double>(m_first->cursorNs()) + m_shiftNs));
  });
}

}  // namespace runahead::gui
