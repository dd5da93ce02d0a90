// SPDX-License-Identifier: GPL-3.0-or-later
// The job that compares, and the pane around its table.
// Not here: rows and ratios (difference_table.cpp).
#include "gui/compare/difference_pane.h"

#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>
#include <mutex>
#include <optional>

#include "gui/bridge/background.h"
#include "gui/compare/difference_table.h"
#include "gui/compare/headline.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {

struct DifferencePane::Outbox {
  std::mutex mutex;
  DifferencePane* receiver = nullptr;  ///< null once the job was forgotten
  std::optional<Comparison> comparison;
};

DifferencePane::DifferencePane(RunList* runs, QWidget* parent) : QWidget(parent), m_runs(runs) {
  setObjectName(QStringLiteral("differencePane"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* head = new PaneHead(tr("Difference in numbers"));
  head->setFirst(true);
  head->value()->setText(tr("ratios to A"));
  column->addWidget(head);
  m_headline = new TextLabel(uiFont(14, QFont::Medium), &Theme::text);
  m_headline->setObjectName(QStringLiteral("headline"));
  m_headline->setWrapped(true);
  auto* sentence = new QVBoxLayout;
  sentence->setContentsMargins(14, 10, 14, 10);
  sentence->addWidget(m_headline);
  column->addLayout(sentence);
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  m_table = new DifferenceTable;
  scroll->setWidget(m_table);
  column->addWidget(scroll, 1);
  connect(runs, &RunList::changed, this, &DifferencePane::follow);
}

DifferencePane::~DifferencePane() {
  cancel();
}

void DifferencePane::cancel() {
  if (!m_outbox) return;
  const std::lock_guard lock(m_outbox->mutex);
  m_outbox->receiver = nullptr;
}

void DifferencePane::follow() {
  std::vector<Trace> traces;
  std::vector<Part> parts;
  int shown = 0;
  if (m_runs->comparing()) {
    for (const RunList::Run* run : m_runs->compared()) {
      if (run == m_runs->shown()) shown = static_cast<int>(traces.size());
      traces.push_back(run->trace);
      parts.push_back({run->id, run->trace.size(), run->trace.finished()});
    }
  }
  if (parts == m_parts) {
    if (!busy()) m_table->setComparison(m_comparison, shown);
    return;
  }
  cancel();
  m_outbox.reset();
  m_parts = std::move(parts);
  if (traces.empty()) return;
  m_outbox = std::make_shared<Outbox>();
  m_outbox->receiver = this;
  runInBackground([outbox = m_outbox, traces = std::move(traces)] {
    Comparison comparison = compare(traces);
    const std::lock_guard lock(outbox->mutex);
    outbox->comparison = std::move(comparison);
    if (outbox->receiver)
      QMetaObject::invokeMethod(outbox->receiver, &DifferencePane::collect, Qt::QueuedConnection);
  });
}

void DifferencePane::collect() {
  if (!m_outbox) return;
  {
    const std::lock_guard lock(m_outbox->mutex);
    if (!m_outbox->comparison) return;  // the wake-up of a job that was replaced
    m_comparison = std::move(*m_outbox->comparison);
  }
  m_outbox.reset();
  int shown = 0;
  const auto runs = m_runs->compared();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i] == m_runs->shown()) shown = static_cast<int>(i);
  }
  m_headline->setText(headline(m_comparison));
  m_headline->updateGeometry();
  m_table->setComparison(m_comparison, shown);
}

void DifferencePane::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), currentTheme().paper);
}

}  // namespace runahead::gui
