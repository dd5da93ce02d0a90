// SPDX-License-Identifier: GPL-3.0-or-later
// The job that compares, and the pane around its table.
// Not here: rows and ratios (difference_table.cpp).
#include "gui/runs/difference_pane.h"

#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QWidget>
#include <algorithm>

#include "gui/runs/difference_table.h"
#include "gui/runs/headline.h"
#include "gui/runs/repeater.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/text_label.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr int kBarPx = 3;

/// What the comparison of live runs stands on, and the button that has them repeated, or stops
/// that.
class RepeatRow : public QWidget {
 public:
  explicit RepeatRow(Repeater* repeater, QWidget* parent = nullptr) : QWidget(parent), m_repeater(repeater) {
    setObjectName(QStringLiteral("repeatRow"));
    auto* row = rowIn(this, {kSidePx, 0, kSidePx, 10}, 10);
    m_words = into(row, named(TextLabel::wrapped(uiFont(13), &Theme::text2), "repeatWords"), 1);
    m_button =
        named(new Button(Button::Kind::outline, {}, DifferencePane::tr("Repeat alternately")), "repeat");
    m_button->setControlHeight(26);
    row->addWidget(m_button, 0, Qt::AlignTop);
    connect(repeater, &Repeater::changed, this, &RepeatRow::follow);
    connect(m_button, &QAbstractButton::clicked, this, [this] {
      m_repeater->state() == Repeater::State::making ? m_repeater->stop() : m_repeater->start();
    });
    follow();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.paper);
    if (m_repeater->state() != Repeater::State::making) return;
    const QRectF bar(kSidePx, height() - kBarPx - 2, width() - 2 * kSidePx, kBarPx);
    painter.fillRect(bar, theme.grid);
    painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * m_repeater->progress(), kBarPx)),
                     theme.running);
  }

 private:
  void follow() {
    const Repeater::State state = m_repeater->state();
    const bool making = state == Repeater::State::making;
    m_words->setText(m_repeater->words());
    m_words->updateGeometry();
    m_button->say(making ? DifferencePane::tr("Stop") : DifferencePane::tr("Repeat alternately"));
    m_button->setToolTip(
        making ? DifferencePane::tr("Rounds that are complete count, if there are three of them")
               : DifferencePane::tr("Three to nine rounds, for twenty seconds at most"));
    m_button->setVisible(making || state == Repeater::State::offered);
    setVisible(!m_repeater->words().isEmpty());
    update();
  }

  Repeater* m_repeater;
  TextLabel* m_words;
  Button* m_button;
};

}  // namespace

DifferencePane::DifferencePane(RunList* runs, QWidget* parent)
    : Panel(&Theme::paper, parent), m_runs(runs), m_job([this](std::shared_ptr<const Comparison> comparison) {
        m_comparison = *comparison;
        for (std::size_t i = 0; i < m_parts.size() && i < m_comparison.labels.size(); ++i) {
          if (!m_parts[i].name.empty()) m_comparison.labels[i] = verbatim(m_parts[i].name);
        }
        showTable();
      }) {
  setObjectName(QStringLiteral("differencePane"));
  auto* column = columnIn(this, {}, 0);
  auto* head = into(column, new PaneHead(tr("Difference in numbers")));
  head->setFirst(true);
  head->value()->setText(tr("ratios to A"));
  m_headline = into(column, named(TextLabel::wrapped(uiFont(14, QFont::Medium), &Theme::text), "headline"));
  m_headline->setContentsMargins(14, 10, 14, 10);
  m_repeater = new Repeater(runs, this);
  column->addWidget(new RepeatRow(m_repeater));
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  m_table = new DifferenceTable;
  scroll->setWidget(m_table);
  connect(scroll->horizontalScrollBar(), &QScrollBar::rangeChanged, head, [head](int, int most) {
    head->value()->setText(most > 0 ? tr("ratios to A · more at the right →") : tr("ratios to A"));
  });
  connect(scroll->verticalScrollBar(), &QScrollBar::valueChanged, m_table, &DifferenceTable::setScrolled);
  column->addWidget(scroll, 1);
  connect(runs, &RunList::changed, this, &DifferencePane::follow);
  connect(runs, &RunList::tellingChanged, this, &DifferencePane::showTable);
}

void DifferencePane::follow() {
  std::vector<Trace> traces;
  std::vector<Part> parts;
  if (m_runs->comparing()) {
    for (const RunList::Run* run : m_runs->compared()) {
      traces.push_back(run->trace);
      parts.push_back(
          {run->id, run->trace.size(), run->trace.finished(), run->trace.info().rounds, run->name});
    }
  }
  if (parts == m_parts) {
    if (!busy()) showTable();
    return;
  }
  m_parts = std::move(parts);
  m_job.forget();
  if (traces.empty()) return;
  m_job.start([traces = std::move(traces)](const std::atomic<bool>&) { return compare(traces); });
}

void DifferencePane::showTable() {
  const bool tells = m_runs->tellsEnds();
  m_headline->setText(tells ? headline(m_comparison)
                            : tr("Future events are hidden, and so are the numbers."));
  m_headline->updateGeometry();
  m_table->setVisible(tells);
  const auto runs = m_runs->compared();
  const auto shown = std::ranges::find(runs, m_runs->shown());
  m_table->setComparison(m_comparison, static_cast<int>(shown - runs.begin()));
}

}  // namespace runahead::gui
