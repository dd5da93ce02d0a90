// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of TaskPanel; moments after the cursor are faded, the one at the cursor is highlighted.
// Not here: how a moment is put in words (state_facts.cpp).
#include "gui/panes/task_panel.h"

#include "gui/text/format.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {

TaskPanel::TaskPanel(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("taskPanel"));
  auto* column = columnIn(this, {0, 6, 0, 6}, 2);
  auto* hintRow = rowIn(nullptr, {14, 4, 14, 4});
  column->addLayout(hintRow);
  m_hint = TextLabel::wrapped(
      uiFont(13), &Theme::text2,
      tr("Click a task in the timeline or in the queue, or press . for the next one."), 19);
  hintRow->addWidget(m_hint, 1, Qt::AlignTop);
  auto* usesRow = rowIn(nullptr, {19, 2, 14, 2});
  column->addLayout(usesRow);
  m_uses = into(usesRow, new TextLabel(monoFont(13), &Theme::text2));
  m_list = into(column, named(new RowList(tr("Moments of the selected task")), "momentsList"), 1);
  setDense(false);
  connect(view->cursor(), &Cursor::futureVisibilityChanged, this, &TaskPanel::refresh);
  connect(view->selection(), &Selection::changed, this, [this] {
    if (m_view->selection()->task() == kNone) m_passes.clear();  // a new run begins without a selection
  });
  refresh();
}

void TaskPanel::setDense(bool dense) {
  m_dense = dense;
  m_list->setColumns({{QString(), 5}, {QString(), dense ? 70 : 78}, {QString(), dense ? 146 : 164}});
}

void TaskPanel::refresh() {
  const Trace& trace = m_view->shown()->trace();
  const TaskId task = m_view->selection()->task();
  const bool selected = task < trace.task_count();
  m_hint->setVisible(!selected);
  m_uses->setVisible(selected);
  m_list->setVisible(selected);
  emit titleChanged(selected ? taskLabel(trace, task) : QString());
  if (!selected) return;
  m_uses->setText(usesLabel(trace, task, 8));
  std::vector<Row> rows;
  const Seq cursor = m_view->cursor()->seq();
  const bool failed = trace.task(task).end != kNever && trace.task(task).outcome == Outcome::failed;
  for (const Moment& moment : momentsOf(trace, task, m_passes)) {
    rows.push_back(
        {.cells = {{moment.name, RowCell::Look::plain}, {moment.time}, {moment.remark, RowCell::Look::muted}},
         .highlighted = moment.seq != kNever && moment.seq + 1 == cursor,
         .faded = moment.seq >= cursor});
    if (failed && moment.seq == trace.task(task).end) rows.back().cells.back().glyph = TaskState::failed;
  }
  // A task that was deferred first has a fifth moment, in the same room.
  const int height = m_dense ? 27 : rows.size() > 4 ? 25 : 30;
  if (height != m_list->rowHeight()) m_list->setRowHeight(height);
  m_list->setRows(std::move(rows));
}

}  // namespace runahead::gui
