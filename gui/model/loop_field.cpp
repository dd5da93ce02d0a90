// SPDX-License-Identifier: GPL-3.0-or-later
// Binding and painting of LoopField.
// Not here: the slider itself (log_slider.cpp).
#include "gui/model/loop_field.h"

#include <QPainter>
#include <algorithm>

#include "gui/header/run_settings.h"
#include "gui/model/log_slider.h"
#include "gui/text/format.h"
#include "gui/theme/theme.h"

namespace runahead::gui {
namespace {

constexpr int kText_px = 17, kSlider_px = 15;
constexpr double kBar_px = 6;

}  // namespace

LoopField::LoopField(const What& what, RunSettings* settings, QWidget* parent)
    : QWidget(parent), m_what(what), m_settings(settings), m_slider(new LogSlider(what.values, this)) {
  m_slider->setObjectName(QStringLiteral("slider_") + QString::fromStdString(what.parameter));
  m_slider->setAccessibleName(what.meaning.isEmpty() ? what.name
                                                     : what.name + QStringLiteral(", ") + what.meaning);
  connect(m_slider, &LogSlider::numberChosen, settings,
          [settings, key = what.parameter](std::int64_t number) { settings->setValue(key, number); });
  connect(settings, &RunSettings::changed, this, &LoopField::follow);
  follow();
}

void LoopField::follow() {
  const std::int64_t value = m_settings->value(m_what.parameter);
  if (value == m_value) return;
  m_value = value;
  m_slider->showNumber(value);
  m_slider->setAccessibleDescription(valueText());
  update();
}

void LoopField::setScale(std::int64_t longest_ns) {
  if (longest_ns == m_longest_ns || m_what.bar == Bar::none) return;
  m_longest_ns = longest_ns;
  update();
}

QString LoopField::valueText() const {
  return m_what.bar == Bar::none ? formatCount(static_cast<std::uint64_t>(m_value)) : formatTime(m_value);
}

void LoopField::resizeEvent(QResizeEvent*) {
  m_slider->setGeometry(0, kText_px, width(), kSlider_px);
}

void LoopField::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  const QRectF line(0, 0, width(), kText_px);
  const QFont name = monoFont(14, QFont::Bold);
  paintText(painter, line, Qt::AlignLeft | Qt::AlignVCenter, name, theme.text, m_what.name);
  const double after = QFontMetricsF(name).horizontalAdvance(m_what.name) + 8;
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, valueText());
  paintText(painter, line.adjusted(after, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, uiFont(13), theme.text2,
            m_what.meaning);
  if (m_what.bar == Bar::none || m_value == 0) return;
  const double part = static_cast<double>(m_value) / static_cast<double>(m_longest_ns);
  paintBar(painter, QRectF(0, kText_px + kSlider_px, std::max(2.0, part * width()), kBar_px));
}

void LoopField::paintBar(QPainter& painter, const QRectF& rect) const {
  const Theme& theme = currentTheme();
  switch (m_what.bar) {
    case Bar::none:
      return;
    case Bar::enqueue:
      return painter.fillRect(rect, theme.enqueue);
    case Bar::execute:
      return painter.fillRect(rect, theme.running);
    case Bar::handBack:
      paintBox(painter, rect.adjusted(0.5, 0.5, -0.5, -0.5), QPen(theme.waitEdge, 1),
               waitBrush(theme, painter));
  }
}

}  // namespace runahead::gui
