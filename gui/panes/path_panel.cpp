// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of PathPanel; a click on one that is about a task goes to where that task starts.
// Not here: the words (fit_facts.cpp).
#include "gui/panes/path_panel.h"

#include "gui/panes/fit_facts.h"
#include "gui/text/format.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {

PathPanel::PathPanel(ViewState* view, const FitResults* results, QWidget* parent)
    : QWidget(parent), m_view(view), m_results(results) {
  setObjectName(QStringLiteral("pathPanel"));
  auto* column = columnIn(this, {0, 6, 0, 0}, 2);
  m_words = named(new TextLabel(uiFont(13), &Theme::text), "pathWords");
  m_kinds = named(new TextLabel(uiFont(12), &Theme::text2), "pathKinds");
  for (TextLabel* label : {m_words, m_kinds}) {
    auto* row = rowIn(nullptr, {14, 0, 14, 0});
    row->addWidget(label);
    column->addLayout(row);
  }
  m_list = into(column, named(new RowList(tr("Pieces of the path, from its end back")), "pathList"), 1);
  m_list->setRowHeight(24);
  connect(m_list, &RowList::taskChosen, this, [this](TaskId task) {
    const Trace& trace = m_view->shown()->trace();
    if (task >= trace.task_count() || trace.task(task).start == kNever) return;
    m_view->cursor()->stepTo(trace.task(task).start + 1);
  });
  setDense(false);
}

void PathPanel::setDense(bool dense) {
  const int what = dense ? 132 : 140;
  m_list->setColumns({{QString(), 5}, {QString(), what}, {QString(), -112, true}, {QString(), -46, true}});
}

void PathPanel::refresh() {
  const Trace& trace = m_view->shown()->trace();
  const WaitId wait = m_view->selection()->wait();
  const CriticalPath* path = m_results->path();
  std::vector<Row> rows;
  QString words, kinds;
  if (!m_results->tellsPath()) {
    words = tr("It ends after the cursor, where events are hidden.");
  } else if (wait != kNone) {
    words = whoEnded(trace, wait);
  } else if (path) {
    words = tr("%1 from the end back to the start").arg(formatTime(path->to_ns - path->from_ns));
  } else if (m_results->waitsForEnd()) {
    words = tr("The run has not ended.");
  }
  if (path && m_results->tellsPath()) {
    kinds = pathKinds(*path);
    for (const PathRow& piece : pathRows(trace, *path, kRows)) {
      const bool begun = piece.from_ns < m_view->cursor()->ns();
      rows.push_back({.cells = {{piece.kind, RowCell::Look::plain},
                                {piece.what},
                                {piece.time},
                                {piece.share, RowCell::Look::muted}},
                      .task = piece.task,
                      .highlighted = begun && m_view->cursor()->ns() <= piece.to_ns,
                      .faded = !begun});
    }
    if (path->pieces.size() > kRows) {
      kinds = tr("The last %1 of %2 pieces. ").arg(kRows).arg(formatCount(path->pieces.size())) + kinds;
    }
  }
  m_words->setText(words);
  m_kinds->setText(kinds);
  m_list->setRows(std::move(rows));
}

}  // namespace runahead::gui
