// SPDX-License-Identifier: GPL-3.0-or-later
// Painting in two columns.
#include "gui/window/keys_overlay.h"

#include <QMouseEvent>
#include <algorithm>
#include <span>

#include "gui/widgets/button.h"
#include "gui/widgets/commands.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr int kRowPx = 32;
constexpr int kColumnPx = 404;
constexpr int kPadPx = 24;
constexpr int kKeysPx = 168;

}  // namespace

KeysOverlay::KeysOverlay(QWidget* parent) : QWidget(parent) {
  named(this, "keysOverlay", tr("Keys"));
  hide();
}

QSize KeysOverlay::sizeHint() const {
  const int rows = (static_cast<int>(std::size(kKeyLines)) + 1) / 2;
  return {2 * kColumnPx + 2 * kPadPx, rows * kRowPx + 2 * kPadPx + 34};
}

void KeysOverlay::toggle() {
  if (isVisible()) {
    hide();
    return;
  }
  const QSize size = sizeHint().boundedTo(parentWidget()->size());
  setGeometry((parentWidget()->width() - size.width()) / 2, (parentWidget()->height() - size.height()) / 2,
              size.width(), size.height());
  show();
  raise();
}

void KeysOverlay::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  paintBox(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), QPen(theme.text3, 1), theme.paper);
  paintText(painter, QRectF(kPadPx, kPadPx - 6, width(), 24), Qt::AlignVCenter, uiFont(16, QFont::Bold),
            theme.text, tr("Keys and gestures"));
  const std::span<const KeyLine> all = kKeyLines;
  const std::size_t rows = (all.size() + 1) / 2;
  // A low window has all of them, closer together.
  const int row = std::min(kRowPx, (height() - kPadPx - 38) / static_cast<int>(rows));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double x = kPadPx + static_cast<double>(i / rows) * kColumnPx;
    const double y = kPadPx + 30 + static_cast<double>(i % rows) * row;
    paintKeyCaps(painter, {x, y}, row, keyCaps(all[i]));
    paintText(painter, QRectF(x + kKeysPx - 20, y, kColumnPx - kKeysPx + 20, row), Qt::AlignVCenter,
              uiFont(14), theme.text, keyMeaning(all[i]));
  }
}

void KeysOverlay::mousePressEvent(QMouseEvent*) {
  hide();
}

}  // namespace runahead::gui
