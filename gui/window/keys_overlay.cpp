// SPDX-License-Identifier: GPL-3.0-or-later
// The list of keys and its painting in two columns.
// Not here: the dispatching of keys.
#include "gui/window/keys_overlay.h"

#include <QPainter>
#include <algorithm>
#include <vector>

#include "gui/theme/theme.h"
#include "gui/widgets/button.h"

namespace runahead::gui {
namespace {

struct Entry {
  QStringList keys;
  QString what;
};

constexpr int kRowPx = 32;
constexpr int kColumnPx = 404;
constexpr int kPadPx = 24;
constexpr int kKeysPx = 168;

std::vector<Entry> entries() {
  const auto key = [](const char* text) { return QString::fromUtf8(text); };
  return {
      {{KeysOverlay::tr("Ctrl"), key("R")}, KeysOverlay::tr("run (also F5)")},
      {{KeysOverlay::tr("Shift"), key("F5")}, KeysOverlay::tr("stop the run")},
      {{key("W"), key("S")}, KeysOverlay::tr("zoom in, out")},
      {{key("A"), key("D")}, KeysOverlay::tr("move left, right")},
      {{key("F")}, KeysOverlay::tr("zoom to the selection")},
      {{key("0")}, KeysOverlay::tr("the whole run")},
      {{KeysOverlay::tr("Space")}, KeysOverlay::tr("play, pause")},
      {{key("←"), key("→")}, KeysOverlay::tr("one event back, forward")},
      {{key("⇧"), key("←"), key("→")}, KeysOverlay::tr("one statement (also Page keys)")},
      {{KeysOverlay::tr("Alt"), key("←"), key("→")}, KeysOverlay::tr("to a task’s start or end")},
      {{KeysOverlay::tr("Ctrl"), key("←"), key("→")}, KeysOverlay::tr("to where a wait begins or ends")},
      {{KeysOverlay::tr("Home"), KeysOverlay::tr("End")}, KeysOverlay::tr("start, end of the run")},
      {{KeysOverlay::tr("Ctrl"), key("G")}, KeysOverlay::tr("go to a line")},
      {{key("B")}, KeysOverlay::tr("break-point on the line")},
      {{key("⇧"), key("F8")}, KeysOverlay::tr("previous break-point; next: F8")},
      {{key(","), key(".")}, KeysOverlay::tr("previous, next task")},
      {{key("["), key("]")}, KeysOverlay::tr("follow the task’s arrow")},
      {{key("M")}, KeysOverlay::tr("drop or take a flag")},
      {{key("N")}, KeysOverlay::tr("write a note here (by hand: Shift N)")},
      {{KeysOverlay::tr("Delete")}, KeysOverlay::tr("remove the flag or note here")},
      {{key("I")}, KeysOverlay::tr("by hand: issue the next statement")},
      {{key("T"), key("E")}, KeysOverlay::tr("by hand: start a task, end one")},
      {{key("N"), key("P"), key("G")}, KeysOverlay::tr("run to a wait, break-point, end")},
      {{key("C")}, KeysOverlay::tr("compare runs, or one alone")},
      {{KeysOverlay::tr("Ctrl"), key("W")}, KeysOverlay::tr("close the run (Ctrl Z: bring it back)")},
      {{key("F2"), key("K")}, KeysOverlay::tr("name the run, keep it")},
      {{KeysOverlay::tr("Ctrl"), key("PgUp"), key("PgDn")},
       KeysOverlay::tr("previous, next run (⇧: move it)")},
      {{key("/")}, KeysOverlay::tr("find tasks (also Ctrl F)")},
      {{KeysOverlay::tr("Esc")}, KeysOverlay::tr("close a message, clear what is chosen")},
      {{key("?")}, KeysOverlay::tr("show or hide these keys (also F1)")},
      {{KeysOverlay::tr("click")}, KeysOverlay::tr("put the cursor, select a task")},
      {{KeysOverlay::tr("margin")}, KeysOverlay::tr("click: break-point; right of it: wait")},
      {{KeysOverlay::tr("drag")}, KeysOverlay::tr("select a range of time")},
      {{KeysOverlay::tr("wheel")}, KeysOverlay::tr("scroll the lanes")},
      {{KeysOverlay::tr("Shift"), KeysOverlay::tr("wheel")}, KeysOverlay::tr("move left, right")},
      {{KeysOverlay::tr("Ctrl"), KeysOverlay::tr("wheel")}, KeysOverlay::tr("zoom at the pointer")},
      {{KeysOverlay::tr("Shift"), KeysOverlay::tr("drag")}, KeysOverlay::tr("move left, right")},
      {{KeysOverlay::tr("Ctrl"), key("O")}, KeysOverlay::tr("open a session or a recording")},
      {{KeysOverlay::tr("Ctrl"), key("S")}, KeysOverlay::tr("save the session (Shift: as another)")},
      {{KeysOverlay::tr("Ctrl"), key("E")}, KeysOverlay::tr("export (Ctrl Shift C: copy picture)")},
  };
}

}  // namespace

KeysOverlay::KeysOverlay(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("keysOverlay"));
  setAccessibleName(tr("Keys"));
  hide();
}

QSize KeysOverlay::sizeHint() const {
  const int rows = (static_cast<int>(entries().size()) + 1) / 2;
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
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.text3, 1));
  painter.setBrush(theme.paper);
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  painter.setPen(theme.text);
  painter.setFont(uiFont(16, QFont::Bold));
  painter.drawText(QRectF(kPadPx, kPadPx - 6, width(), 24), Qt::AlignVCenter, tr("Keys and gestures"));
  const std::vector<Entry> all = entries();
  const std::size_t rows = (all.size() + 1) / 2;
  // A low window has all of them, closer together.
  const int row = std::min(kRowPx, (height() - kPadPx - 38) / static_cast<int>(rows));
  for (std::size_t i = 0; i < all.size(); ++i) {
    double x = kPadPx + (i / rows) * kColumnPx;
    const double left = x;
    const double y = kPadPx + 30 + static_cast<double>(i % rows) * row;
    for (const QString& key : all[i].keys) {
      const int cap = keyCapWidth(key);
      paintKeyCap(painter, QRectF(x, y, cap, row), key);
      x += cap + 5;
    }
    painter.setPen(theme.text);
    painter.setFont(uiFont(14));
    painter.drawText(QRectF(left + kKeysPx - 20, y, kColumnPx - kKeysPx + 20, row), Qt::AlignVCenter,
                     all[i].what);
  }
}

void KeysOverlay::mousePressEvent(QMouseEvent*) {
  hide();
}

}  // namespace runahead::gui
