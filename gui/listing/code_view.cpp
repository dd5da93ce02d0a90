// SPDX-License-Identifier: GPL-3.0-or-later
// Set-up of the editor component as a listing, its colours, and its margin.
// Not here: which line is in which state.
#include "gui/listing/code_view.h"

#include <Qsci/qscilexerpython.h>

#include <QEvent>
#include <QPainter>
#include <cmath>

#include "gui/theme/theme.h"

namespace runahead::gui {
namespace {

constexpr int kMarginPx = 100;
constexpr int kLexerStyles = 17;

/// The editor component knows sizes in points only.
QFont inPoints(QFont font, const QWidget& widget) {
  font.setPointSizeF(font.pixelSize() * 72.0 / widget.logicalDpiY());
  return font;
}

/// "1.5k", "12k", "3.4M": four characters at most.
QString shortCount(double count) {
  const bool millions = count >= 1e6;
  const double scaled = count / (millions ? 1e6 : 1e3);
  const QString digits =
      scaled < 10 ? QString::number(std::floor(scaled * 10) / 10) : QString::number(std::floor(scaled));
  return digits + (millions ? QLatin1Char('M') : QLatin1Char('k'));
}

TaskState glyphOf(LineState state) {
  switch (state) {
    case LineState::waiting:
      return TaskState::waiting;
    case LineState::done:
      return TaskState::done;
    case LineState::recorded:
      return TaskState::recorded;
    case LineState::eliminated:
      return TaskState::eliminated;
    case LineState::untouched:
    case LineState::issued:
      break;
  }
  return TaskState::issued;
}

}  // namespace

CodeView::CodeView(QWidget* parent) : QsciScintilla(parent), m_lexer(new QsciLexerPython(this)) {
  setObjectName(QStringLiteral("code"));
  setAccessibleName(tr("Listing"));
  setFrameShape(QFrame::NoFrame);
  setReadOnly(true);
  setUtf8(true);
  setLexer(m_lexer);
  setCaretWidth(0);
  setCaretLineVisible(false);
  setFocusPolicy(Qt::ClickFocus);
  setContextMenuPolicy(Qt::NoContextMenu);
  setFolding(QsciScintilla::NoFoldStyle);
  setBraceMatching(QsciScintilla::NoBraceMatch);
  setScrollWidth(1);
  setScrollWidthTracking(true);
  setTabWidth(4);
  SendScintilla(SCI_SETENDATLASTLINE, 1UL);
  SendScintilla(SCI_SETMARGINLEFT, 0UL, 0L);
  for (int margin = 1; margin < 5; ++margin) setMarginWidth(margin, 0);
  setMarginType(0, QsciScintilla::SymbolMargin);
  setMarginMarkerMask(0, 0);
  setMarginWidth(0, kMarginPx);
  m_currentMarker = markerDefine(QsciScintilla::Background);
  m_waitingMarker = markerDefine(QsciScintilla::Background);
  viewport()->setCursor(Qt::ArrowCursor);
  setDense(false);
  applyColours();
}

void CodeView::setCode(const QString& text) {
  setReadOnly(false);
  markerDeleteAll();
  m_shownLine = -1;
  setScrollWidth(1);
  setText(text);
  setReadOnly(true);
  m_statuses.clear();
  viewport()->update();
}

void CodeView::setStatuses(std::vector<LineStatus> statuses) {
  m_statuses = std::move(statuses);
  int line = -1;
  for (std::size_t i = 0; i < m_statuses.size(); ++i) {
    if (m_statuses[i].current || m_statuses[i].state == LineState::waiting) line = static_cast<int>(i);
  }
  markerDeleteAll();
  if (line >= 0) {
    const bool waits = m_statuses[static_cast<std::size_t>(line)].state == LineState::waiting;
    markerAdd(line, waits ? m_waitingMarker : m_currentMarker);
    if (line != m_shownLine) ensureLineVisible(line);
  }
  m_shownLine = line;
  viewport()->update();
}

void CodeView::setDense(bool dense) {
  m_dense = dense;
  setExtraAscent(dense ? 3 : 5);
  setExtraDescent(dense ? 4 : 5);
  applyColours();
}

void CodeView::applyColours() {
  const Theme& theme = currentTheme();
  constexpr int size = 14;
  m_lexer->setDefaultColor(theme.text);
  m_lexer->setDefaultPaper(theme.paper);
  m_lexer->setDefaultFont(inPoints(monoFont(size), *this));
  for (int style = 0; style < kLexerStyles; ++style) {
    const bool keyword = style == QsciLexerPython::Keyword;
    const bool comment = style == QsciLexerPython::Comment || style == QsciLexerPython::CommentBlock;
    const bool string =
        style == QsciLexerPython::SingleQuotedString || style == QsciLexerPython::DoubleQuotedString;
    m_lexer->setColor(comment ? theme.text3 : string ? theme.text2 : theme.text, style);
    m_lexer->setPaper(theme.paper, style);
    m_lexer->setFont(inPoints(monoFont(size, keyword ? QFont::Bold : QFont::Normal), *this), style);
  }
  setPaper(theme.paper);
  setMarginsBackgroundColor(theme.paper);
  setMarginBackgroundColor(0, theme.paper);
  setMarkerBackgroundColor(theme.selectedRow, m_currentMarker);
  setMarkerBackgroundColor(theme.waitGround, m_waitingMarker);
  setSelectionBackgroundColor(theme.selectedRow);
  setSelectionForegroundColor(theme.text);
}

void CodeView::paintEvent(QPaintEvent* event) {
  QsciScintilla::paintEvent(event);
  QPainter painter(viewport());
  painter.setRenderHint(QPainter::Antialiasing);
  const int height = static_cast<int>(SendScintilla(SCI_TEXTHEIGHT, 0UL));
  const int first = firstVisibleLine();
  for (int line = first; line < lines(); ++line) {
    const QRect row(0, (line - first) * height, kMarginPx, height);
    if (row.top() > viewport()->height()) break;
    paintMargin(painter, line, row);
  }
}

void CodeView::paintMargin(QPainter& painter, int line, const QRect& row) const {
  const Theme& theme = currentTheme();
  const auto index = static_cast<std::size_t>(line);
  const LineStatus status = index < m_statuses.size() ? m_statuses[index] : LineStatus{};
  const bool waiting = status.state == LineState::waiting;
  const bool marked = line == m_shownLine;
  if (marked) {
    painter.fillRect(row, waiting ? theme.waitGround : theme.selectedRow);
    painter.fillRect(row.left(), row.top(), 4, row.height(), waiting ? theme.waitEdge : theme.cursor);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.cursor);
    painter.drawEllipse(QPointF(13, row.center().y() + 0.5), 4.5, 4.5);
  }
  painter.setFont(monoFont(m_dense ? 12 : 13, marked ? QFont::Bold : QFont::Normal));
  painter.setPen(marked ? theme.text : theme.text3);
  painter.drawText(QRect(row.left() + 16, row.top(), 30, row.height()), Qt::AlignRight | Qt::AlignVCenter,
                   QString::number(line + 1));
  if (status.state == LineState::untouched) return;
  paintStateGlyph(painter, QRectF(53, row.center().y() - 7, 15, 15), glyphOf(status.state), theme);
  if (status.passes < 2) return;
  const QString count =
      status.passes < 1000 ? QStringLiteral("%1×").arg(status.passes) : shortCount(status.passes);
  painter.setFont(monoFont(12));
  painter.setPen(theme.text2);
  painter.drawText(QRect(70, row.top(), kMarginPx - 70, row.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   count);
}

void CodeView::changeEvent(QEvent* event) {
  QsciScintilla::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyColours();
}

}  // namespace runahead::gui
