// SPDX-License-Identifier: GPL-3.0-or-later
// A piece of ink that moves along the line, and a button at its end.
// Not here: the job.
#include "gui/window/progress_line.h"

#include <QPainter>
#include <cmath>

#include "gui/theme/theme.h"
#include "gui/widgets/button.h"

namespace runahead::gui {

ProgressLine::ProgressLine(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("progress"));
  setAccessibleName(tr("A file is being read or written"));
  m_cancel = new Button(Button::Kind::outline, {}, tr("Cancel"), this);
  m_cancel->setObjectName(QStringLiteral("progressCancel"));
  connect(m_cancel, &QAbstractButton::clicked, this, &ProgressLine::cancelled);
  m_delay.setSingleShot(true);
  m_delay.setInterval(kDelayMs);
  connect(&m_delay, &QTimer::timeout, this, [this] {
    m_phase = 0;
    m_step.start();
    show();
    raise();
  });
  m_step.setInterval(16);
  connect(&m_step, &QTimer::timeout, this, [this] {
    m_phase = std::fmod(m_phase + 0.008, 1.0);
    update(0, 0, width(), 3);
  });
  hide();
}

void ProgressLine::setBusy(bool busy) {
  if (busy) {
    m_delay.start();
    return;
  }
  m_delay.stop();
  m_step.stop();
  hide();
}

void ProgressLine::place(int y, int width) {
  setGeometry(0, y, width, 42);
  const QSize size = m_cancel->sizeHint();
  m_cancel->setGeometry(width - size.width() - 14, 8, size.width(), size.height());
  setMask(QRegion(0, 0, width, 3) + QRegion(m_cancel->geometry()));
}

void ProgressLine::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(0, 0, width(), 3, currentTheme().hairline);
  const double piece = width() * 0.25;
  painter.fillRect(QRectF(m_phase * (width() + piece) - piece, 0, piece, 3), currentTheme().cursor);
}

}  // namespace runahead::gui
