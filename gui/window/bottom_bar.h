// SPDX-License-Identifier: GPL-3.0-or-later
// BottomBar: the time at the cursor, its place among the events, what is drawn after it, and the whole run in
// a strip. Not here: the strip (timeline/overview_view.h).
#pragma once

#include <QWidget>

#include "gui/view/view_state.h"

namespace runahead::gui {

class BottomBar : public QWidget {
  Q_OBJECT
 public:
  explicit BottomBar(ViewState* view, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  class Readout;
  QWidget* afterCursor();

  ViewState* m_view;
  Readout* m_readout;
};

}  // namespace runahead::gui
