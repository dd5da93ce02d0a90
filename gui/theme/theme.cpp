// SPDX-License-Identifier: GPL-3.0-or-later
// The palettes' values, the fonts, the chrome's palette and style sheet.
// Not here: the glyphs of states (state_glyph.cpp), the patterns (patterns.cpp).
#include "gui/theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QPalette>
#include <QStyleFactory>

namespace runahead::gui {

namespace {

Theme makeLight() {
  Theme t;
  t.kind = ThemeKind::light;
  t.statementFill = 0xD6E5F6, t.statementText = 0x16202C;
  t.enqueue = 0x1D5FA8, t.enqueueText = 0xFFFFFF;
  t.waitEdge = 0x7A4A00, t.waitStripe = 0xDD9A22, t.waitGround = 0xFFF1D2;
  t.blocked = 0x5B6876;
  t.ready = 0x93D2C6, t.readyText = 0x08453D;
  t.running = 0x0B7A6B, t.runningText = 0xFFFFFF;
  t.done = 0xDEE3E9, t.doneText = 0x3E4A57;
  t.eliminated = 0x687482;
  t.error = 0xB3251C, t.errorText = 0xFFFFFF;
  t.copyFill = 0xF6CFE2, t.copyText = 0x4A0A2E, t.copyEdge = 0x9E1B66;
  t.live = 0x7430B8, t.liveFill = 0xE9DDF6, t.pool = 0x8F62C2, t.resident = 0x46535F;
  t.cursor = 0x16202C, t.cursorText = 0xFFFFFF;
  t.text = 0x16202C, t.text2 = 0x46535F, t.text3 = 0x5F6C7A;
  t.paper = 0xFFFFFF, t.panel = 0xF7F8FA, t.window = 0xEEF1F5;
  t.hairline = 0xD3DAE3, t.edge = 0xBAC4D0, t.grid = 0xE8ECF1;
  t.selectedRow = 0xDFE5EC;
  return t;
}

Theme makeDark() {
  Theme t;
  t.kind = ThemeKind::dark;
  t.statementFill = 0x23405F, t.statementText = 0xEDF1F5;
  t.enqueue = 0x6CB0F5, t.enqueueText = 0x08203A;
  t.waitEdge = 0xF5C063, t.waitStripe = 0xB98322, t.waitGround = 0x332A18;
  t.blocked = 0xA3AFBC;
  t.ready = 0x1F6E62, t.readyText = 0xD3F7F0;
  t.running = 0x35BFA8, t.runningText = 0x04221D;
  t.done = 0x3B4551, t.doneText = 0xC6D0DA;
  t.eliminated = 0x8794A2;
  t.error = 0xFF7D6E, t.errorText = 0x2A0805;
  t.copyFill = 0x57293F, t.copyText = 0xFFE3F1, t.copyEdge = 0xF48FC4;
  t.live = 0xBE9BFF, t.liveFill = 0x362C4D, t.pool = 0xA288D8, t.resident = 0xB9C4CF;
  t.cursor = 0xF5F8FB, t.cursorText = 0x12161C;
  t.text = 0xEDF1F5, t.text2 = 0xB9C4CF, t.text3 = 0x93A0AE;
  t.paper = 0x1C222B, t.panel = 0x171C23, t.window = 0x12161C;
  t.hairline = 0x343E4B, t.edge = 0x4A5665, t.grid = 0x29313C;
  t.selectedRow = 0x303B48;
  return t;
}

Theme makePrint() {
  Theme t;
  t.kind = ThemeKind::print;
  t.statementFill = 0xD3E1F2, t.statementText = Qt::black;
  t.enqueue = 0x174A86, t.enqueueText = 0xFFFFFF;
  t.waitEdge = 0x6B4000, t.waitStripe = 0xC98A1B, t.waitGround = 0xFFFFFF;
  t.blocked = 0x3F4B57;
  t.ready = 0xA6DCD1, t.readyText = 0x053A33;
  t.running = 0x075E53, t.runningText = 0xFFFFFF;
  t.done = 0xE1E5EA, t.doneText = 0x2E3740;
  t.eliminated = 0x505B66;
  t.error = 0x9B1C14, t.errorText = 0xFFFFFF;
  t.copyFill = 0xF6D5E5, t.copyText = 0x3D0625, t.copyEdge = 0x861555;
  t.live = 0x5E239C, t.liveFill = 0xE9DDF6, t.pool = 0x7C4FB0, t.resident = 0x2E3740;
  t.cursor = Qt::black, t.cursorText = 0xFFFFFF;
  t.text = Qt::black, t.text2 = 0x2E3740, t.text3 = 0x505B66;
  t.paper = 0xFFFFFF, t.panel = 0xFFFFFF, t.window = 0xFFFFFF;
  t.hairline = 0x9AA3AD, t.edge = 0x6B7580, t.grid = 0xE3E6EA;
  t.selectedRow = 0xE6E9ED;
  return t;
}

Theme makeMono() {
  Theme t = makePrint();
  t.kind = ThemeKind::mono;
  t.statementFill = 0xF2F2F2, t.statementText = Qt::black;
  t.enqueue = Qt::black, t.enqueueText = 0xFFFFFF;
  t.waitEdge = Qt::black, t.waitStripe = 0x8C8C8C, t.waitGround = 0xFFFFFF;
  t.blocked = 0x404040;
  t.ready = 0xD0D0D0, t.readyText = Qt::black;
  t.running = 0x5C5C5C, t.runningText = 0xFFFFFF;
  t.done = 0xE4E4E4, t.doneText = 0x303030;
  t.eliminated = 0x595959;
  t.error = 0x262626, t.errorText = 0xFFFFFF;
  t.copyFill = 0xE8E8E8, t.copyText = Qt::black, t.copyEdge = Qt::black;
  t.live = Qt::black, t.liveFill = 0xE2E2E2, t.pool = 0x6A6A6A, t.resident = 0x303030;
  t.text2 = 0x2E2E2E, t.text3 = 0x595959;
  t.hairline = 0xA0A0A0, t.edge = 0x747474, t.grid = 0xE4E4E4;
  t.selectedRow = 0xE8E8E8;
  return t;
}

ThemeKind g_current = ThemeKind::light;

QFont font(const QStringList& families, int size_px, QFont::Weight weight) {
  QFont result;
  result.setFamilies(families);
  result.setPixelSize(size_px);
  result.setWeight(weight);
  // What a desktop prefers would move letters by fractions of a pixel, and pictures are to be the same
  // everywhere.
  result.setHintingPreference(QFont::PreferNoHinting);
  return result;
}

QPalette chromePalette(const Theme& t) {
  QPalette palette;
  palette.setColor(QPalette::Window, t.window);
  palette.setColor(QPalette::WindowText, t.text);
  palette.setColor(QPalette::Base, t.paper);
  palette.setColor(QPalette::AlternateBase, t.panel);
  palette.setColor(QPalette::Text, t.text);
  palette.setColor(QPalette::PlaceholderText, t.text3);
  palette.setColor(QPalette::Button, t.paper);
  palette.setColor(QPalette::ButtonText, t.text);
  palette.setColor(QPalette::BrightText, t.errorText);
  palette.setColor(QPalette::Highlight, t.cursor);
  palette.setColor(QPalette::HighlightedText, t.cursorText);
  palette.setColor(QPalette::Link, t.text);
  palette.setColor(QPalette::LinkVisited, t.text2);
  palette.setColor(QPalette::ToolTipBase, t.paper);
  palette.setColor(QPalette::ToolTipText, t.text);
  palette.setColor(QPalette::Light, t.paper);
  palette.setColor(QPalette::Midlight, t.grid);
  palette.setColor(QPalette::Mid, t.hairline);
  palette.setColor(QPalette::Dark, t.edge);
  palette.setColor(QPalette::Shadow, t.edge);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, t.text3);
  }
  palette.setColor(QPalette::Disabled, QPalette::Highlight, t.selectedRow);
  palette.setColor(QPalette::Disabled, QPalette::HighlightedText, t.text3);
  return palette;
}

/// Only what the palette cannot say; widgets with a look of their own paint themselves.
QString chromeStyleSheet(const Theme& t) {
  QString sheet = QStringLiteral(R"(
QToolTip { background: @paper; color: @text; border: 1px solid @edge; padding: 6px 8px; }
QMenuBar { background: @window; border-bottom: 1px solid @hairline; padding: 2px 14px; }
QMenuBar::item { padding: 5px 9px; border-radius: 5px; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @selectedRow; }
QMenu { background: @paper; border: 1px solid @edge; padding: 4px; }
QMenu::item { padding: 6px 28px 6px 24px; border-radius: 4px; }
QMenu::item:selected { background: @selectedRow; color: @text; }
QMenu::item:disabled { color: @text3; }
QMenu::separator { height: 1px; background: @hairline; margin: 4px 6px; }
QSplitter::handle { background: @hairline; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @edge; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)");
  const std::pair<const char*, QColor> colours[] = {
      {"@paper", t.paper},
      {"@text3", t.text3},
      {"@text", t.text},
      {"@window", t.window},
      {"@edge", t.edge},
      {"@hairline", t.hairline},
      {"@selectedRow", t.selectedRow},
  };
  for (const auto& [name, colour] : colours) sheet.replace(QLatin1String(name), colour.name());
  return sheet;
}

}  // namespace

const Theme& Theme::of(ThemeKind kind) {
  static const Theme light = makeLight(), dark = makeDark(), print = makePrint(), mono = makeMono();
  if (kind == ThemeKind::dark) return dark;
  if (kind == ThemeKind::print) return print;
  if (kind == ThemeKind::mono) return mono;
  return light;
}

const Theme& currentTheme() {
  return Theme::of(g_current);
}

void applyTheme(QApplication& application, ThemeKind kind) {
  g_current = kind;
  const Theme& theme = Theme::of(kind);
  application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  application.setFont(uiFont(14));
  application.setStyleSheet(chromeStyleSheet(theme));
  application.setPalette(chromePalette(theme));
}

QFont uiFont(int size_px, QFont::Weight weight) {
  static const QStringList families{QStringLiteral("Inter"), QStringLiteral("DejaVu Sans"),
                                    QStringLiteral("WenQuanYi Micro Hei"), QStringLiteral("sans-serif")};
  return font(families, size_px, weight);
}

QFont monoFont(int size_px, QFont::Weight weight) {
  static const QStringList families{QStringLiteral("JetBrains Mono"), QStringLiteral("DejaVu Sans Mono"),
                                    QStringLiteral("WenQuanYi Micro Hei"), QStringLiteral("monospace")};
  QFont result = font(families, size_px, weight);
  result.setStyleHint(QFont::Monospace);
  // Code is read letter by letter: no ligature turns "->" or "!=" into something else.
  result.setKerning(false);
  return result;
}

void paintText(QPainter& painter, const QRectF& box, int flags, const QFont& font, const QColor& colour,
               const QString& text) {
  painter.setFont(font);
  painter.setPen(colour);
  painter.drawText(box, flags, text);
}

void paintText(QPainter& painter, QPointF at, const QFont& font, const QColor& colour, const QString& text) {
  painter.setFont(font);
  painter.setPen(colour);
  painter.drawText(at, text);
}

void paintBox(QPainter& painter, const QRectF& box, const QPen& pen, const QBrush& brush, double radius) {
  painter.setPen(pen);
  painter.setBrush(brush);
  painter.drawRoundedRect(box, radius, radius);
}

}  // namespace runahead::gui
