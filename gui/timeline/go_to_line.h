// SPDX-License-Identifier: GPL-3.0-or-later
// GoToLine: a small field over the bottom bar; Enter takes the cursor to the next begin of a line,
// Shift+Enter to the previous one. Not here: breakpoints.
#pragma once

#include "gui/view/view_state.h"
#include "gui/widgets/field_strip.h"

namespace runahead::gui {

class GoToLine : public FieldStrip {
  Q_OBJECT
 public:
  GoToLine(ViewState* view, QWidget* parent);
  /// With its lower left corner there, in the parent's pixels.
  void open(QPoint corner);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool takesEnter(bool back) override;
  void close() override;
  void go(int direction);

  ViewState* m_view;
  TextLabel* m_remark;
};

}  // namespace runahead::gui
