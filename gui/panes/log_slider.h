// SPDX-License-Identifier: GPL-3.0-or-later
// LogSlider: a slider over round whole numbers, a step of about a tenth each: 1, 2, ... 10, 11, 12, 13, 15
// ... Not here: what a value means, and names beside it (loop_model_pane.cpp).
#pragma once

#include <QSlider>
#include <cstdint>
#include <vector>

namespace runahead::gui {

/// What a slider may stand at, in order: round numbers from `least` to `most`, 24 in a decade (fewer below
/// 10), powers of ten among them. `least` 0 comes before 1.
std::vector<std::int64_t> roundValues(std::int64_t least, std::int64_t most);
/// All whole numbers from `least` to `most`.
std::vector<std::int64_t> wholeValues(std::int64_t least, std::int64_t most);

class LogSlider : public QSlider {
  Q_OBJECT
 public:
  explicit LogSlider(std::vector<std::int64_t> values, QWidget* parent = nullptr);

  /// Stands at the nearest position, without a signal.
  void showNumber(std::int64_t number);
  const std::vector<std::int64_t>& values() const { return m_values; }
  /// The handle's middle, where the slider stands at `position`.
  QPoint handleAt(int position) const;
  QSize sizeHint() const override { return {160, 15}; }
  QSize minimumSizeHint() const override { return {80, 15}; }

 signals:
  /// The user moved it.
  void numberChosen(std::int64_t number);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  void moveTo(double x);

  std::vector<std::int64_t> m_values;
};

}  // namespace runahead::gui
