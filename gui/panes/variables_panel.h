// SPDX-License-Identifier: GPL-3.0-or-later
// VariablesPanel: what the tasks depend on, at the cursor: who writes it last, who still reads it, what it
// holds. Not here: which they are (state_facts.h).
#pragma once

#include <QWidget>

#include "gui/view/view_state.h"
#include "gui/widgets/row_list.h"

namespace runahead::gui {

class VariablesPanel : public QWidget {
  Q_OBJECT
 public:
  static constexpr std::size_t kRows = 100;
  explicit VariablesPanel(ViewState* view, QWidget* parent = nullptr);
  void refresh();
  void setDense(bool dense);

 private:
  ViewState* m_view;
  RowList* m_list;
  bool m_dense = false;
};

}  // namespace runahead::gui
