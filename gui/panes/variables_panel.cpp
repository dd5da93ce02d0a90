// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of VariablesPanel. A row stands for the task that writes the variable last.
// Not here: painting of rows (widgets/row_list.cpp).
#include "gui/panes/variables_panel.h"

#include "gui/panes/state_facts.h"
#include "gui/text/format.h"
#include "gui/widgets/layout.h"

namespace runahead::gui {

VariablesPanel::VariablesPanel(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("variablesPanel"));
  auto* column = columnIn(this, {0, 4, 0, 4});
  m_list = into(column, named(new RowList(tr("Variables at the cursor")), "variablesList"));
  connect(m_list, &RowList::taskChosen, view->selection(), &Selection::selectTask);
  setDense(false);
}

void VariablesPanel::setDense(bool dense) {
  m_dense = dense;
  m_list->setRowHeight(dense ? 27 : 30);
  if (dense) {
    m_list->setColumns({{QString(), 0}, {QString(), 50}, {QString(), -104, true}});
  } else {
    m_list->setColumns(
        {{tr("name"), 0}, {tr("last writer"), 56}, {tr("readers"), 174}, {tr("memory"), -108, true}});
  }
  refresh();
}

void VariablesPanel::refresh() {
  const Trace& trace = m_view->shown()->trace();
  std::vector<Row> rows;
  for (const VariableEntry& entry : variablesAt(trace, m_view->cursor()->seq(), kRows)) {
    const RowCell writer = entry.writer == kNone
                               ? RowCell{tr("none"), RowCell::Look::muted}
                               : RowCell{.text = taskLabel(trace, entry.writer), .glyph = entry.writerState};
    const bool freed = trace.variable(entry.variable).release < m_view->cursor()->seq();
    const RowCell memory = entry.bytes
                               ? RowCell{formatBytes(*entry.bytes)}
                               : RowCell{freed ? tr("freed") : tr("not allocated"), RowCell::Look::muted};
    const RowCell name{variableLabel(trace, entry.variable), RowCell::Look::strong};
    rows.push_back({.cells = {name, writer, {formatCount(entry.readers)}, memory}, .task = entry.writer});
    if (m_dense) rows.back().cells.erase(rows.back().cells.begin() + 2);
  }
  m_list->setRows(std::move(rows));
}

}  // namespace runahead::gui
