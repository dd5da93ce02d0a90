// SPDX-License-Identifier: GPL-3.0-or-later
// The palettes (one colour per meaning), the two font families, the style of the chrome, and the state
// glyphs. Not here: sizes of panes, and what is drawn with the colours (timeline/, charts/).
#pragma once

#include <QByteArray>
#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPen>
#include <QRectF>

#include "core/session/theme_kind.h"

class QApplication;

namespace runahead::gui {

/// Chrome has no hue: every hue here means something that happens in a run.
struct Theme {
  ThemeKind kind;
  QColor statementFill, statementText;
  QColor enqueue, enqueueText;
  QColor waitEdge, waitStripe, waitGround;
  QColor blocked;
  QColor ready, readyText;
  QColor running, runningText;
  QColor done, doneText;
  QColor eliminated;
  QColor error, errorText;
  QColor copyFill, copyText, copyEdge;
  QColor live, liveFill, pool, resident;
  QColor cursor, cursorText;
  QColor text, text2, text3;
  QColor paper, panel, window;
  QColor hairline, edge, grid;
  QColor selectedRow;

  static const Theme& of(ThemeKind kind);
  bool isDark() const { return kind == ThemeKind::dark; }
};

/// Sets palette, style sheet and base font of the application; widgets repaint on the PaletteChange event.
void applyTheme(QApplication& application, ThemeKind kind);
/// resources/styles/NAME.qss, in which @COLOUR stands for a colour and @kind for light or dark.
QString styleSheet(const QString& name, const Theme& theme);
/// What applyTheme() set last; light before the first call.
const Theme& currentTheme();

/// Inter, else DejaVu Sans. Sizes in px at 100 %; nothing in the program is smaller than 12.
QFont uiFont(int size_px, QFont::Weight weight = QFont::Normal);
/// JetBrains Mono, else DejaVu Sans Mono: code and every changing number.
QFont monoFont(int size_px, QFont::Weight weight = QFont::Normal);

/// In a box, aligned by `flags` as QPainter says, or with the baseline's left end at a point. Font and pen
/// stay.
void paintText(QPainter& painter, const QRectF& box, int flags, const QFont& font, const QColor& colour,
               const QString& text);
void paintText(QPainter& painter, QPointF at, const QFont& font, const QColor& colour, const QString& text);

/// From `x` on, however long, in the middle of the height of `line`; its width.
double paintWord(QPainter& painter, double x, const QRectF& line, const QFont& font, const QColor& colour,
                 const QString& text);

/// Dashes with ends that are cut off; lengths of dash and gap in px.
QPen dashedPen(const QColor& colour, double width, const QList<qreal>& pattern_px);

/// The one, and `part` of the way to the other.
QColor mixed(const QColor& from, const QColor& to, double part);

/// With these corners, or round. Pen and brush stay.
void paintBox(QPainter& painter, const QRectF& box, const QPen& pen, const QBrush& brush, double radius = 0);

void paintDisc(QPainter& painter, QPointF centre, double radius, const QPen& pen, const QBrush& brush);

/// Around what has the focus, `inset_px` inside of `box`.
void paintFocus(QPainter& painter, const QRectF& box, double inset_px, double radius = 3);

/// Has the painter's state as it was when it goes.
class Kept {
 public:
  explicit Kept(QPainter& painter) : m_painter(painter) { painter.save(); }
  ~Kept() { m_painter.restore(); }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;

 private:
  QPainter& m_painter;
};
/// Smooth edges as long as it lives.
class Smooth {
 public:
  explicit Smooth(QPainter& painter)
      : m_painter(painter), m_before(painter.testRenderHint(QPainter::Antialiasing)) {
    painter.setRenderHint(QPainter::Antialiasing);
  }
  ~Smooth() { m_painter.setRenderHint(QPainter::Antialiasing, m_before); }
  Smooth(const Smooth&) = delete;
  Smooth& operator=(const Smooth&) = delete;

 private:
  QPainter& m_painter;
  bool m_before;
};
/// Of a widget, with smooth edges.
class SmoothPainter : public QPainter {
 public:
  explicit SmoothPainter(QPaintDevice* device) : QPainter(device) { setRenderHint(Antialiasing); }
};

/// What a task, or a line of the listing, is doing. The glyphs differ in shape first, in colour second.
enum class TaskState {
  blocked,     ///< dashed ring
  ready,       ///< filled ring
  running,     ///< disc with triangle
  done,        ///< check
  failed,      ///< crossed square
  skipped,     ///< slashed ring
  deferred,    ///< dashed square: in a graph, not yet enqueued
  eliminated,  ///< slashed ring: nothing needed it
  waiting,     ///< hatched square (a line of the listing)
  issued,      ///< blue square with an arrow (a line of the listing)
};
/// Fits the glyph into `box`, which is 16 px wide as a rule.
void paintStateGlyph(QPainter& painter, const QRectF& box, TaskState state, const Theme& theme);

/// The 45° hatch of waits and the dots of blocked tasks, as crisp as the painter's device. For an SVG they
/// are colours that stand for the patterns until withSvgPatterns() puts these in: Qt 6.4 cannot write
/// patterns.
QBrush waitBrush(const Theme& theme, const QPainter& painter);
QBrush blockedBrush(const Theme& theme, const QPainter& painter);
enum class Pattern { none, wait, blocked };
/// What such a colour stands for.
Pattern patternOf(const QColor& colour);
/// Their definitions, "wait" and "blocked", in these colours.
QByteArray svgPatterns(const QByteArray& waitGround, const QByteArray& waitStripe, const QByteArray& paper,
                       const QByteArray& blocked);
QByteArray withSvgPatterns(QByteArray svg, const Theme& theme);

}  // namespace runahead::gui
