// SPDX-License-Identifier: GPL-3.0-or-later
// PathPanel: who ended the selected wait, or what the run's length was spent on: the pieces of the path as a
// list, from its end back. Not here: the line on the timeline (timeline/overlay.h).
#pragma once

#include <QWidget>

#include "gui/panes/fit_results.h"
#include "gui/widgets/row_list.h"

namespace runahead::gui {

class TextLabel;

class PathPanel : public QWidget {
  Q_OBJECT
 public:
  static constexpr std::size_t kRows = 200;

  PathPanel(ViewState* view, const FitResults* results, QWidget* parent = nullptr);
  void refresh();
  void setDense(bool dense);

 private:
  ViewState* m_view;
  const FitResults* m_results;
  TextLabel* m_words;
  TextLabel* m_kinds;
  RowList* m_list;
};

}  // namespace runahead::gui
