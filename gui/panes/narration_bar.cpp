// SPDX-License-Identifier: GPL-3.0-or-later
// Following the cursor, fitting the sentence, painting it.
#include "gui/panes/narration_bar.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include "core/analysis/narration.h"
#include "gui/axis/time_axis.h"
#include "gui/panes/state_facts.h"
#include "gui/text/format.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/plain_text.h"

namespace runahead::gui {
namespace {

constexpr double kPaddingPx = 14;
constexpr double kGlyphPx = 16;
constexpr double kGapPx = 8;
constexpr int kFontPx = 20;
constexpr int kTwoLinesFontPx = 16;
constexpr int kLowFontPx = 17;
constexpr double kTwoLinesPx = 22;  ///< from line to line

}  // namespace

NarrationBar::NarrationBar(const ShownTrace* shown, const Cursor* cursor, QWidget* parent)
    : QWidget(parent), m_shown(shown), m_cursor(cursor) {
  setObjectName(QStringLiteral("narration"));
  setFixedHeight(kHeightPx);
  connect(cursor, &Cursor::changed, this, &NarrationBar::refresh);
  connect(cursor, &Cursor::toldChanged, this, &NarrationBar::refresh);
  connect(shown, &ShownTrace::changed, this, &NarrationBar::refresh);
  connect(cursor, &Cursor::futureVisibilityChanged, this, &NarrationBar::refresh);
  refresh();
}

void NarrationBar::setLow(bool low) {
  if (low == m_low) return;
  m_low = low;
  setFixedHeight(low ? kLowHeightPx : kHeightPx);
  update();
}

void NarrationBar::refresh() {
  const Trace& trace = m_shown->trace();
  const Seq cursor = std::min(m_cursor->told(), trace.size());
  m_text = toText(narrate(trace, cursor));
  m_error = tellsError(trace, cursor);
  m_position = tr("event %1").arg(formatCount(m_cursor->seq()));  // as the transport counts
  m_count = m_shown->tellsEnd() ? tr("of %1").arg(formatCount(trace.size())) : QString();
  setAccessibleName(m_text);
  update();
}

NarrationBar::Lines NarrationBar::layOut(const QString& text, double width, bool low) {
  for (const int px : {kFontPx, kLowFontPx}) {
    if (low && px != kLowFontPx) continue;
    const QFont font = uiFont(px);
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(text) <= width) return {font, {text}, false};
    if (low) return {font, {metrics.elidedText(text, Qt::ElideRight, width)}, true};
  }
  const QFont smaller = uiFont(kTwoLinesFontPx);
  QTextLayout layout(text, smaller);
  layout.beginLayout();
  QTextLine line = layout.createLine();
  line.setLineWidth(width);
  layout.endLayout();
  const QString first = text.left(line.textLength()).trimmed();
  const QString rest = text.mid(line.textLength()).trimmed();
  const QString second = QFontMetricsF(smaller).elidedText(rest, Qt::ElideRight, width);
  return {smaller, {first, second}, second != rest};
}

QRectF NarrationBar::textRect() const {
  const double left = kLabelColumnPx + kGapPx;
  return {left, 0, qMax(0.0, width() - left - kPaddingPx), height() - 1.0};
}

void NarrationBar::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.paper);
  painter.fillRect(0, height() - 1, width(), 1, theme.hairline);

  const double middle = (height() - 1) / 2.0;
  const QRectF head(kPaddingPx, 0, kLabelColumnPx - kPaddingPx, height() - 1);
  const QRectF upper(head.left(), middle - 18, head.width(), 18);
  paintText(painter, m_count.isEmpty() ? head : upper, Qt::AlignLeft | Qt::AlignVCenter,
            uiFont(13, QFont::Medium), theme.text2, m_position);
  paintText(painter, upper.translated(0, 18), Qt::AlignLeft | Qt::AlignVCenter, uiFont(13), theme.text2,
            m_count);

  QRectF place = textRect();
  if (m_error) {
    paintStateGlyph(painter, QRectF(place.left(), middle - kGlyphPx / 2, kGlyphPx, kGlyphPx),
                    TaskState::failed, theme);
    place.setLeft(place.left() + kGlyphPx + kGapPx);
  }
  const Lines set = layOut(m_text, place.width(), m_low);
  const auto count = static_cast<double>(set.lines.size());
  double top = middle - count * kTwoLinesPx / 2;
  for (const QString& line : set.lines) {
    paintText(painter, QRectF(place.left(), top, place.width(), kTwoLinesPx),
              Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip, set.font,
              m_error ? theme.error : theme.text, line);
    top += kTwoLinesPx;
  }
}

bool NarrationBar::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const double glyph = m_error ? kGlyphPx + kGapPx : 0;
    const bool cut = layOut(m_text, textRect().width() - glyph, m_low).cut;
    return showTip(*event, cut ? asText(m_text) : QString(), this);
  }
  return QWidget::event(event);
}

}  // namespace runahead::gui
