// SPDX-License-Identifier: GPL-3.0-or-later
// SweepPane: a sweep's picture in the place of the charts over time; a click on a point shows that part of
// the run. Not here: the picture (sweep_picture.h), whether there is a sweep (sweep.h).
#pragma once

#include <QWidget>

#include "gui/timeline/sweep.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

class SweepPane : public QWidget {
  Q_OBJECT
 public:
  explicit SweepPane(ViewState* view, QWidget* parent = nullptr);
  void setSweep(Sweep sweep);
  QSize minimumSizeHint() const override { return {400, 110}; }

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent*) override;

 private:
  ViewState* m_view;
  Sweep m_sweep;
};

}  // namespace runahead::gui
