// SPDX-License-Identifier: GPL-3.0-or-later
// The queue's rows. A long queue is listed by operation unless the user wants it in order.
// Not here: painting of rows (widgets/row_list.cpp).
#include "gui/panes/queue_panel.h"

#include <QFontMetricsF>
#include <algorithm>

#include "core/scenario/scenario.h"
#include "gui/panes/state_facts.h"
#include "gui/text/format.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/segmented_control.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {
namespace {

constexpr std::uint32_t kManyTasks = 40;

Row uncounted(std::uint64_t count) {
  return {.cells = {{QueuePanel::tr("and %1 more").arg(formatCount(count)), RowCell::Look::muted}}};
}

}  // namespace

/// "○ 5 ready  ◌ 0 blocked  ▶ 1 running", and of a run that defers tasks "▫ 12 recorded"; without the words
/// where they do not fit, those of the queue first. The first two are the queue: what waits to run.
class QueuePanel::Counts : public QWidget {
 public:
  Counts() {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFixedHeight(28);
  }
  void setCounters(const Counters& counters, bool words, bool defers) {
    m_items = {{TaskState::ready, counters.ready, QueuePanel::tr("ready"), words},
               {TaskState::blocked, counters.blocked, QueuePanel::tr("blocked"), words},
               {TaskState::running, counters.running, QueuePanel::tr("running"), words}};
    if (defers) m_items.push_back({TaskState::deferred, counters.deferred, QueuePanel::tr("recorded"), true});
    QStringList texts;
    for (const Item& item : m_items) texts << QStringLiteral("%1 %2").arg(item.count).arg(item.word);
    setAccessibleName(texts.join(QStringLiteral(", ")));
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    SmoothPainter painter(this);
    const QFont wordFont = uiFont(13), countFont = monoFont(13, QFont::Bold);
    const QFontMetricsF wordMetrics(wordFont), countMetrics(countFont);
    std::vector<Item> items = m_items;
    const auto needed = [&] {
      double sum = 0;
      for (const Item& item : items) {
        sum += kApartPx + kGlyphPx + countMetrics.horizontalAdvance(formatCount(item.count));
        if (item.shown) sum += kWordPx + wordMetrics.horizontalAdvance(item.word);
      }
      return sum;
    };
    if (needed() > width()) {
      for (Item& item : items) item.shown = item.state == TaskState::deferred;
    }
    if (needed() > width()) items.back().shown = false;
    const double baseline = height() / 2.0 + 4.5;
    double x = width();
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
      const QString count = formatCount(item->count);
      if (item->shown) {
        x -= wordMetrics.horizontalAdvance(item->word);
        paintText(painter, QPointF(x, baseline), wordFont, theme.text2, item->word);
        x -= kWordPx;
      }
      x -= countMetrics.horizontalAdvance(count);
      paintText(painter, QPointF(x, baseline), countFont, theme.text, count);
      x -= kGlyphPx;
      paintStateGlyph(painter, QRectF(x, height() / 2.0 - 7.5, 15, 15), item->state, theme);
      x -= kApartPx;
    }
  }

 private:
  static constexpr double kApartPx = 11, kGlyphPx = 21, kWordPx = 6;
  struct Item {
    TaskState state;
    std::uint32_t count;
    QString word;
    bool shown;  ///< the word
  };
  std::vector<Item> m_items;
};

QueuePanel::QueuePanel(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("queuePanel"));
  auto* column = columnIn(this, {0, 6, 0, 4}, 2);
  auto* title = rowIn(nullptr, {14, 0, 14, 0});
  m_title = into(title, named(TextLabel::whole(uiFont(14, QFont::Bold), &Theme::text), "queueTitle"));
  m_counts = into(title, named(new Counts, "queueCounts"), 1);
  column->addLayout(title);
  auto* switchRow = rowIn(nullptr, {14, 0, 14, 4});
  m_order = into(switchRow, named(new SegmentedControl, "queueOrder", tr("How the queue is listed")));
  m_order->setControlHeight(26);
  m_order->setItems({QStringLiteral("task"), QStringLiteral("order")}, {tr("by task"), tr("in order")});
  switchRow->addStretch(1);
  column->addLayout(switchRow);
  m_list = into(column, named(new RowList(tr("Running tasks, and the queue at the cursor")), "queueList"), 1);
  connect(m_order, &SegmentedControl::chosen, this, &QueuePanel::refresh);
  connect(m_list, &RowList::taskChosen, view->selection(), &Selection::selectTask);
  m_order->hide();
  refresh();
}

void QueuePanel::setDense(bool dense) {
  m_dense = dense;
  m_list->setRowHeight(dense ? 27 : 30);
  refresh();
}

void QueuePanel::refresh() {
  const Counters counters = m_view->shown()->trace().counters_at(m_view->cursor()->seq());
  const std::uint32_t depth = counters.depth();
  m_title->setText(tr("Queue %1").arg(formatCount(counters.blocked + counters.ready)));
  const Mode mode = m_view->shown()->trace().info().mode;
  const bool defers = mode == Mode::lazy || mode == Mode::function || counters.deferred > 0;
  m_counts->setCounters(counters, !m_dense && depth < 1000 && width() > 320, defers);
  const bool many = depth > kManyTasks;
  if (many != m_order->isVisibleTo(this)) m_order->setVisible(many);
  const bool byName = many && m_order->current() == QLatin1String("task");
  if (byName) {
    m_list->setColumns({{QString(), 0}, {QString(), 86}, {QString(), -64, true}});
    m_list->setRows(rowsByName(depth));
  } else {
    m_list->setColumns(
        m_dense
            ? std::vector<RowColumn>{{QString(), 5}, {QString(), 92}, {QString(), -92, true}}
            : std::vector<RowColumn>{{tr("task"), 5}, {tr("reads → writes"), 112}, {tr("age"), -92, true}});
    m_list->setRows(rowsInOrder(depth));
  }
}

std::vector<Row> QueuePanel::rowsInOrder(std::uint32_t depth) const {
  const Trace& trace = m_view->shown()->trace();
  std::vector<Row> rows;
  for (const QueueEntry& entry : queueAt(trace, m_view->cursor()->seq(), m_view->cursor()->ns(), kRows)) {
    rows.push_back({.cells = {{taskLabel(trace, entry.task), RowCell::Look::mono, entry.state},
                              {usesLabel(trace, entry.task)},
                              {formatTime(entry.age_ns)}},
                    .task = entry.task,
                    .highlighted = entry.task == m_view->selection()->task()});
  }
  if (depth > rows.size()) rows.push_back(uncounted(depth - rows.size()));
  return rows;
}

std::vector<Row> QueuePanel::rowsByName(std::uint32_t depth) const {
  const auto groups = queueByName(m_view->shown()->trace(), m_view->cursor()->seq(), kCounted);
  std::uint32_t largest = 0;
  std::uint64_t counted = 0;
  for (const QueueGroup& group : groups) {
    largest = std::max(largest, group.total());
    counted += group.total();
  }
  std::vector<Row> rows;
  for (const QueueGroup& group : groups) {
    if (rows.size() == kRows) break;
    const RowCell bar{
        .text = tr("%1 running, %2 ready, %3 blocked").arg(group.running).arg(group.ready).arg(group.blocked),
        .bar = RowCell::Bar{group.running, group.ready, group.blocked, largest}};
    rows.push_back({.cells = {{group.name}, bar, {formatCount(group.total()), RowCell::Look::strong}}});
  }
  if (depth > counted) rows.push_back(uncounted(depth - counted));
  return rows;
}

}  // namespace runahead::gui
