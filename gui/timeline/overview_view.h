// SPDX-License-Identifier: GPL-3.0-or-later
// OverviewView: the whole run in a strip, with the visible range as a window that can be dragged and resized.
#pragma once

#include <QPixmap>
#include <QWidget>

#include "gui/axis/time_axis.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

class OverviewView : public QWidget {
  Q_OBJECT
 public:
  explicit OverviewView(ViewState* view, QWidget* parent = nullptr);
  QSize sizeHint() const override { return {620, 44}; }
  QSize minimumSizeHint() const override { return {160, 36}; }

  /// Where the window lies now, in this widget's pixels.
  QRectF windowRect() const;

 protected:
  void paintEvent(QPaintEvent*) override;
  void changeEvent(QEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;
  void mouseDoubleClickEvent(QMouseEvent*) override;
  void wheelEvent(QWheelEvent*) override;

 private:
  enum class Drag { none, window, left, right };
  TimeAxis axis() const;
  Drag partAt(double x) const;
  void renderRun();

  ViewState* m_view;
  QPixmap m_run;  // the run itself changes less often than cursor and window
  bool m_runDirty = true;
  Drag m_drag = Drag::none;
  double m_grabNs = 0;
};

}  // namespace runahead::gui
