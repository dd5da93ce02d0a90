// SPDX-License-Identifier: GPL-3.0-or-later
// QueuePanel: the tasks that are enqueued and not ended at the cursor: counts, and each of them or each
// operation. Not here: which they are (state_facts.h).
#pragma once

#include <QWidget>

#include "gui/view/view_state.h"
#include "gui/widgets/row_list.h"

namespace runahead::gui {

class SegmentedControl;
class TextLabel;

class QueuePanel : public QWidget {
  Q_OBJECT
 public:
  static constexpr std::size_t kRows = 200;       ///< tasks that are listed one by one
  static constexpr std::size_t kCounted = 20000;  ///< tasks that are counted by operation

  explicit QueuePanel(ViewState* view, QWidget* parent = nullptr);
  void refresh();
  void setDense(bool dense);

 private:
  class Counts;
  std::vector<Row> rowsInOrder(std::uint32_t depth) const;
  std::vector<Row> rowsByName(std::uint32_t depth) const;

  ViewState* m_view;
  TextLabel* m_title;
  Counts* m_counts;
  SegmentedControl* m_order;
  RowList* m_list;
  bool m_dense = false;
};

}  // namespace runahead::gui
