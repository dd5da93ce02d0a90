// SPDX-License-Identifier: GPL-3.0-or-later
// GraphPane: the dependency graph around the cursor, or around the task that was selected last. Follows the
// view once per turn of the event loop. Not here: what is in the graph (graph_model.h), its picture
// (graph_painter.h), the head above it (panes/state_pane.h).
#pragma once

#include <QAbstractScrollArea>

#include "gui/panes/graph_layout.h"
#include "gui/panes/graph_model.h"
#include "gui/view/view_state.h"
#include "gui/widgets/later.h"

namespace runahead::gui {

class Button;

class GraphPane : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit GraphPane(ViewState* view, QWidget* parent = nullptr);

  void setDense(bool dense);
  const GraphModel& model() const { return m_model; }
  /// The node's box in the viewport.
  QRectF placeOf(std::uint32_t node) const;

  QSize sizeHint() const override { return {344, 190}; }
  QSize minimumSizeHint() const override { return {160, 96}; }

 signals:
  /// "alike tasks grouped", "48 of 3,000 tasks", "3 kept, 999 pruned", or "".
  void remarkChanged(const QString& remark);

 protected:
  bool viewportEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  enum class Follow { nothing, cursor, selection };
  void refreshLater(Follow follow);
  void refresh();
  void layOut();
  void arrangeStubs();
  void moveWindow(TaskId first);
  void reveal(TaskId task);
  QPointF origin() const;
  /// The node under a point of the viewport; kNone for none.
  std::uint32_t nodeAt(QPointF point) const;
  void select(const GraphNode& node);
  void goToStart(const GraphNode& node);
  void step(int direction);
  QString remark() const;

  ViewState* m_view;
  Button* m_earlier;
  Button* m_later;
  Later m_refresh{0, this, &GraphPane::refresh};
  Follow m_follow = Follow::cursor;
  TaskId m_first = 0;  ///< of the window
  TaskId m_revealed = kNone;
  GraphModel m_model;
  GraphLayout m_layout;
  bool m_dense = false;
  bool m_byKeyboard = false;  ///< the focus came with a key: it is shown
  bool m_pressed = false, m_dragged = false;
  QPointF m_pressedAt;
  QPoint m_scrolledAt;
};

}  // namespace runahead::gui
