// SPDX-License-Identifier: GPL-3.0-or-later
// AskedPane: the question that is asked now: its options, the hands of each as bars; once it is shown, what
// is right, and why something else is not.
// Not here: what keys mean (asking.h), answers in the picture (answer_line.h, level_line.h).
#pragma once

#include <QWidget>

#include "gui/lecture/asking.h"

namespace runahead::gui {

class Button;
class DrawBoard;

class AskedPane : public QWidget {
  Q_OBJECT
 public:
  /// `presents`: in a presentation, where the question stands elsewhere and buttons are not looked for.
  AskedPane(Asking* asking, bool presents, QWidget* parent = nullptr);

  /// Of the sizes on a screen of 1280 x 720 px.
  void setScale(double scale);
  int wantedHeight() const;
  QSize sizeHint() const override { return {0, wantedHeight()}; }
  QSize minimumSizeHint() const override { return sizeHint(); }

  /// "Or click the task in the timeline."; then what was pointed at, and whether that was right.
  QString pointed() const;
  /// Of an option.
  QRectF rowRect(std::size_t option) const;

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void follow();
  void placeBoard();
  void paintRow(QPainter& painter, std::size_t option) const;
  void paintPointed(QPainter& painter) const;
  QRectF pointedRect() const;
  double headHeight() const;
  double px(double at720) const { return at720 * m_scale; }
  QFont font(double at720, QFont::Weight weight = QFont::Normal) const;

  Asking* m_asking;
  bool m_presents;
  double m_scale = 0.64;
  DrawBoard* m_board;
  Button* m_show = nullptr;
  Button* m_close = nullptr;
};

}  // namespace runahead::gui
