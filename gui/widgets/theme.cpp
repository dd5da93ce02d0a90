// SPDX-License-Identifier: GPL-3.0-or-later
// The palettes' values, the fonts, the chrome's palette and style sheet.
// Not here: the glyphs of states (state_glyph.cpp), the patterns (patterns.cpp).
#include "gui/widgets/theme.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPalette>
#include <QStringList>
#include <QStyleFactory>
#include <cmath>
#include <utility>

#include "gui/text/resource.h"

namespace runahead::gui {

namespace {

/// A colour in the order of ThemeKind.
struct Shades {
  QColor Theme::*colour;
  QRgb in[4];
};
constexpr Shades kShades[] = {
    //                     light     dark      print     mono
    {&Theme::statementFill, {0xD6E5F6, 0x23405F, 0xD3E1F2, 0xF2F2F2}},
    {&Theme::statementText, {0x16202C, 0xEDF1F5, 0x000000, 0x000000}},
    {&Theme::enqueue, {0x1D5FA8, 0x6CB0F5, 0x174A86, 0x000000}},
    {&Theme::enqueueText, {0xFFFFFF, 0x08203A, 0xFFFFFF, 0xFFFFFF}},
    {&Theme::waitEdge, {0x7A4A00, 0xF5C063, 0x6B4000, 0x000000}},
    {&Theme::waitStripe, {0xDD9A22, 0xB98322, 0xC98A1B, 0x8C8C8C}},
    {&Theme::waitGround, {0xFFF1D2, 0x332A18, 0xFFFFFF, 0xFFFFFF}},
    {&Theme::blocked, {0x5B6876, 0xA3AFBC, 0x3F4B57, 0x404040}},
    {&Theme::ready, {0x93D2C6, 0x1F6E62, 0xA6DCD1, 0xD0D0D0}},
    {&Theme::readyText, {0x08453D, 0xD3F7F0, 0x053A33, 0x000000}},
    {&Theme::running, {0x0B7A6B, 0x35BFA8, 0x075E53, 0x5C5C5C}},
    {&Theme::runningText, {0xFFFFFF, 0x04221D, 0xFFFFFF, 0xFFFFFF}},
    {&Theme::done, {0xDEE3E9, 0x3B4551, 0xE1E5EA, 0xE4E4E4}},
    {&Theme::doneText, {0x3E4A57, 0xC6D0DA, 0x2E3740, 0x303030}},
    {&Theme::eliminated, {0x687482, 0x8794A2, 0x505B66, 0x595959}},
    {&Theme::error, {0xB3251C, 0xFF7D6E, 0x9B1C14, 0x262626}},
    {&Theme::errorText, {0xFFFFFF, 0x2A0805, 0xFFFFFF, 0xFFFFFF}},
    {&Theme::copyFill, {0xF6CFE2, 0x57293F, 0xF6D5E5, 0xE8E8E8}},
    {&Theme::copyText, {0x4A0A2E, 0xFFE3F1, 0x3D0625, 0x000000}},
    {&Theme::copyEdge, {0x9E1B66, 0xF48FC4, 0x861555, 0x000000}},
    {&Theme::live, {0x7430B8, 0xBE9BFF, 0x5E239C, 0x000000}},
    {&Theme::liveFill, {0xE9DDF6, 0x362C4D, 0xE9DDF6, 0xE2E2E2}},
    {&Theme::pool, {0x8F62C2, 0xA288D8, 0x7C4FB0, 0x6A6A6A}},
    {&Theme::resident, {0x46535F, 0xB9C4CF, 0x2E3740, 0x303030}},
    {&Theme::cursor, {0x16202C, 0xF5F8FB, 0x000000, 0x000000}},
    {&Theme::cursorText, {0xFFFFFF, 0x12161C, 0xFFFFFF, 0xFFFFFF}},
    {&Theme::text, {0x16202C, 0xEDF1F5, 0x000000, 0x000000}},
    {&Theme::text2, {0x46535F, 0xB9C4CF, 0x2E3740, 0x2E2E2E}},
    {&Theme::text3, {0x5F6C7A, 0x93A0AE, 0x505B66, 0x595959}},
    {&Theme::paper, {0xFFFFFF, 0x1C222B, 0xFFFFFF, 0xFFFFFF}},
    {&Theme::panel, {0xF7F8FA, 0x171C23, 0xFFFFFF, 0xFFFFFF}},
    {&Theme::window, {0xEEF1F5, 0x12161C, 0xFFFFFF, 0xFFFFFF}},
    {&Theme::hairline, {0xD3DAE3, 0x343E4B, 0x9AA3AD, 0xA0A0A0}},
    {&Theme::edge, {0xBAC4D0, 0x4A5665, 0x6B7580, 0x747474}},
    {&Theme::grid, {0xE8ECF1, 0x29313C, 0xE3E6EA, 0xE4E4E4}},
    {&Theme::selectedRow, {0xDFE5EC, 0x303B48, 0xE6E9ED, 0xE8E8E8}},
};

Theme made(ThemeKind kind) {
  Theme theme{};
  theme.kind = kind;
  for (const Shades& one : kShades) theme.*one.colour = QColor(one.in[static_cast<std::size_t>(kind)]);
  return theme;
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

}  // namespace

const Theme& Theme::of(ThemeKind kind) {
  static const Theme all[] = {made(ThemeKind::light), made(ThemeKind::dark), made(ThemeKind::print),
                              made(ThemeKind::mono)};
  return all[static_cast<std::size_t>(kind)];
}

const Theme& currentTheme() {
  return Theme::of(g_current);
}

QString styleSheet(const QString& name, const Theme& theme) {
  const std::pair<const char*, QColor> colours[] = {// the longer of two that begin alike stands first
                                                    {"@paper", theme.paper},
                                                    {"@panel", theme.panel},
                                                    {"@window", theme.window},
                                                    {"@text3", theme.text3},
                                                    {"@text2", theme.text2},
                                                    {"@text", theme.text},
                                                    {"@hairline", theme.hairline},
                                                    {"@edge", theme.edge},
                                                    {"@cursorText", theme.cursorText},
                                                    {"@cursor", theme.cursor},
                                                    {"@selectedRow", theme.selectedRow}};
  QString sheet = QString::fromUtf8(resource(QStringLiteral("styles/%1.qss").arg(name)));
  for (const auto& [word, colour] : colours) sheet.replace(QLatin1String(word), colour.name());
  return sheet.replace(QLatin1String("@kind"), QLatin1String(theme.isDark() ? "dark" : "light"));
}

void applyTheme(QApplication& application, ThemeKind kind) {
  g_current = kind;
  const Theme& theme = Theme::of(kind);
  // Once: each goes through all widgets, as the style sheet does.
  if (application.styleSheet().isEmpty()) {
    application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    application.setFont(uiFont(14));
  }
  application.setStyleSheet(styleSheet(QStringLiteral("application"), theme));
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

double paintWord(QPainter& painter, double x, const QRectF& line, const QFont& font, const QColor& colour,
                 const QString& text) {
  const double width = QFontMetricsF(font).horizontalAdvance(text);
  paintText(painter, QRectF(x, line.top(), width + 2, line.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, font, colour, text);
  return width;
}

QPen dashedPen(const QColor& colour, double width, const QList<qreal>& pattern_px) {
  QPen pen(colour, width, Qt::CustomDashLine, Qt::FlatCap);
  QList<qreal> pattern;
  for (const qreal px : pattern_px) pattern << px / width;
  pen.setDashPattern(pattern);
  return pen;
}

QColor mixed(const QColor& from, const QColor& to, double part) {
  const auto channel = [part](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * part)); };
  return {channel(from.red(), to.red()), channel(from.green(), to.green()), channel(from.blue(), to.blue())};
}

void paintBox(QPainter& painter, const QRectF& box, const QPen& pen, const QBrush& brush, double radius) {
  painter.setPen(pen);
  painter.setBrush(brush);
  painter.drawRoundedRect(box, radius, radius);
}

void paintDisc(QPainter& painter, QPointF centre, double radius, const QPen& pen, const QBrush& brush) {
  painter.setPen(pen);
  painter.setBrush(brush);
  painter.drawEllipse(centre, radius, radius);
}

void paintFocus(QPainter& painter, const QRectF& box, double inset_px, double radius) {
  const Smooth smooth(painter);
  paintBox(painter, box.adjusted(inset_px, inset_px, -inset_px, -inset_px), QPen(currentTheme().cursor, 1.6),
           Qt::NoBrush, radius);
}

}  // namespace runahead::gui
