// SPDX-License-Identifier: GPL-3.0-or-later
// TaskPanel: the four or five moments of the selected task and what lay between them.
// Not here: following arrows (view/selection.h).
#pragma once

#include <QWidget>

#include "gui/panes/state_facts.h"
#include "gui/view/view_state.h"
#include "gui/widgets/row_list.h"

namespace runahead::gui {

class TextLabel;

class TaskPanel : public QWidget {
  Q_OBJECT
 public:
  explicit TaskPanel(ViewState* view, QWidget* parent = nullptr);
  void refresh();
  void setDense(bool dense);

 signals:
  /// "add 11", or "" when nothing is selected.
  void titleChanged(const QString& title);

 private:
  ViewState* m_view;
  RowList* m_list;
  TextLabel* m_uses;
  TextLabel* m_hint;
  IterationCounter m_passes;
  bool m_dense = false;
};

}  // namespace runahead::gui
