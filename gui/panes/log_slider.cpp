// SPDX-License-Identifier: GPL-3.0-or-later
// The values of LogSlider, its look, and the mouse: the handle jumps to where one presses.
#include "gui/panes/log_slider.h"

#include <QMouseEvent>
#include <algorithm>
#include <iterator>
#include <utility>

#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

/// Of a decade, each about a tenth more than the one before.
constexpr int kTenths[] = {10, 11, 12, 13, 15, 16, 18, 20, 22, 25, 27, 30,
                           33, 36, 40, 45, 50, 55, 60, 65, 70, 75, 80, 90};
constexpr int kPerDecade = std::size(kTenths);
constexpr double kHandle_px = 14, kGroove_px = 4;

}  // namespace

std::vector<std::int64_t> roundValues(std::int64_t least, std::int64_t most) {
  std::vector<std::int64_t> values;
  if (least == 0) values.push_back(0);
  for (std::int64_t ten = 1;; ten *= 10) {
    for (const int tenths : kTenths) {
      if (ten == 1 && tenths % 10 != 0) continue;
      const std::int64_t value = ten == 1 ? tenths / 10 : tenths * (ten / 10);
      if (value > most) return values;
      if (value >= least) values.push_back(value);
    }
  }
}

std::vector<std::int64_t> wholeValues(std::int64_t least, std::int64_t most) {
  std::vector<std::int64_t> values;
  for (std::int64_t value = least; value <= most; ++value) values.push_back(value);
  return values;
}

LogSlider::LogSlider(std::vector<std::int64_t> values, QWidget* parent)
    : QSlider(Qt::Horizontal, parent), m_values(std::move(values)) {
  setRange(0, static_cast<int>(m_values.size()) - 1);
  setSingleStep(1);
  setPageStep(m_values.size() > kPerDecade ? kPerDecade : 4);
  setFocusPolicy(Qt::StrongFocus);
  connect(this, &QSlider::valueChanged, this,
          [this](int position) { emit numberChosen(m_values[static_cast<std::size_t>(position)]); });
}

void LogSlider::showNumber(std::int64_t number) {
  const auto above = std::ranges::lower_bound(m_values, number);
  auto place = above == m_values.end() ? m_values.end() - 1 : above;
  if (place != m_values.begin() && number - *(place - 1) < *place - number) --place;
  const QSignalBlocker blocker(this);
  setValue(static_cast<int>(place - m_values.begin()));
}

QPoint LogSlider::handleAt(int position) const {
  const double part = maximum() > 0 ? static_cast<double>(position) / maximum() : 0;
  return {qRound(kHandle_px / 2 + part * (width() - kHandle_px)), height() / 2};
}

void LogSlider::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  const QPointF handle = handleAt(sliderPosition());
  const double top = height() / 2.0 - kGroove_px / 2;
  paintBox(painter, QRectF(0, top, width(), kGroove_px), Qt::NoPen, theme.edge, 2);
  paintBox(painter, QRectF(0, top, handle.x(), kGroove_px), Qt::NoPen, theme.text2, 2);
  paintDisc(painter, handle, kHandle_px / 2 - (hasFocus() ? 1.5 : 0.8),
            QPen(theme.cursor, hasFocus() ? 3 : 1.6), isSliderDown() ? theme.cursor : theme.paper);
}

void LogSlider::moveTo(double x) {
  const double part = (x - kHandle_px / 2) / std::max(1.0, width() - kHandle_px);
  setSliderPosition(qRound(std::clamp(part, 0.0, 1.0) * maximum()));
}

void LogSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  setSliderDown(true);
  moveTo(event->position().x());
  update();
}

void LogSlider::mouseMoveEvent(QMouseEvent* event) {
  if (isSliderDown()) moveTo(event->position().x());
}

void LogSlider::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  setSliderDown(false);
  update();
}

}  // namespace runahead::gui
