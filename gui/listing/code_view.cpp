// SPDX-License-Identifier: GPL-3.0-or-later
// Set-up of the editor component as a listing, its colours, and its margin with what one clicks there.
#include "gui/listing/code_view.h"

#include <Qsci/qscicommandset.h>
#include <Qsci/qscilexerpython.h>

#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/listing/line_words.h"
#include "gui/listing/offered_calls.h"
#include "gui/text/struck_text.h"
#include "gui/widgets/commands.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/plain_text.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

// From left to right: the cursor's dot, the number in the breakpoint's disc, the wait; then what happened:
// the state and the iterations.
constexpr int kMarginPx = 100;
constexpr int kDotPx = 8, kNumberPx = 22, kWaitPx = 41, kStatePx = 58, kPassesPx = 68;
constexpr int kFontPx = 14;
constexpr double kDiscPx = 9.5;
/// Left of this a click is for the breakpoint, right of it for the wait.
constexpr int kBreakPointsPx = 32;
constexpr int kLexerStyles = QsciLexerPython::TripleDoubleQuotedFString + 1;  // f-strings are the last

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

/// Under the text of a line with an error: no more of the colour than leaves it readable.
QColor errorGround(const Theme& theme) {
  return mixed(theme.paper, theme.error, 0.14);
}

}  // namespace

CodeView::CodeView(QWidget* parent) : QsciScintilla(parent), m_lexer(new QsciLexerPython(this)) {
  named(this, "code", tr("Listing"));
  setFrameShape(QFrame::NoFrame);
  setCaretLineVisible(false);
  setAutoIndent(true);
  setBackspaceUnindents(true);
  setFocusPolicy(Qt::StrongFocus);
  setFolding(QsciScintilla::NoFoldStyle);
  SendScintilla(SCI_SETENDATLASTLINE, 1UL);
  SendScintilla(SCI_SETMARGINLEFT, 0UL, 0L);
  for (int margin = 1; margin < 5; ++margin) setMarginWidth(margin, 0);
  setMarginType(0, QsciScintilla::SymbolMargin);
  setMarginMarkerMask(0, 0);
  setMarginWidth(0, kMarginPx);
  m_currentMarker = markerDefine(QsciScintilla::Background);
  m_waitingMarker = markerDefine(QsciScintilla::Background);
  m_failedMarker = markerDefine(QsciScintilla::Background);
  m_struckIndicator = indicatorDefine(QsciScintilla::StrikeIndicator);
  setIndicatorDrawUnder(false, m_struckIndicator);
  m_offered = new OfferedCalls(m_lexer);
  setAutoCompletionSource(QsciScintilla::AcsAPIs);
  setAutoCompletionThreshold(2);
  setAutoCompletionCaseSensitivity(true);
  setCallTipsStyle(QsciScintilla::CallTipsNoContext);
  m_problemIndicator = indicatorDefine(QsciScintilla::SquiggleIndicator);
  connect(this, &QsciScintilla::SCN_MODIFIED, this,
          [this](int position, int type, const char*, int, int added, int, int, int, int, int) {
            if (!m_editing || m_setting) return;
            if (added != 0) {
              // A line end that is typed at the end of a line leaves that line where it is.
              int line = 0, column = 0;
              lineIndexFromPosition(position, &line, &column);
              emit linesMoved(line + 1 + (column > 0 ? 1 : 0), added);
            }
            const bool changes = type & (SC_MOD_INSERTTEXT | SC_MOD_DELETETEXT);
            const bool more = type & SC_MULTISTEPUNDOREDO && !(type & SC_LASTSTEPINUNDOREDO);
            if (changes && !more) emit edited(text());
          });
  if (QsciCommand* const taken =
          standardCommands()->boundTo(shortcutsOf(WindowCommand::comment).front()[0].toCombined()))
    taken->setKey(0);
  viewport()->setMouseTracking(true);
  ownDocument();
  setDense(false);
  m_shown = document();
  setEditing(false);
}

void CodeView::setEditing(bool editing) {
  m_editing = editing;
  setReadOnly(!editing);
  setCaretWidth(editing ? 2 : 0);
  setBraceMatching(editing ? QsciScintilla::SloppyBraceMatch : QsciScintilla::NoBraceMatch);
  setAccessibleName(editing ? tr("Program") : tr("Listing"));
  viewport()->setCursor(editing ? Qt::IBeamCursor : Qt::ArrowCursor);
}

int CodeView::tooLong(const QString& text) {
  qsizetype from = 0;
  for (int line = 1; from <= text.size(); ++line) {
    qsizetype end = text.indexOf(QLatin1Char('\n'), from);
    if (end < 0) end = text.size();
    if (end - from > kMostLine) return line;
    from = end + 1;
  }
  return 0;
}

QString CodeView::shownText(const QString& text) {
  if (tooLong(text) == 0) return text;
  QStringList lines = text.split(QLatin1Char('\n'));
  for (QString& line : lines) {
    if (line.size() > kMostLine) line = line.left(kMostLine / 10) + QStringLiteral(" …");
  }
  return lines.join(QLatin1Char('\n'));
}

QByteArray CodeView::fromMimeData(const QMimeData* source, bool& rectangular) const {
  const int line = tooLong(source->text());
  if (line == 0) return QsciScintilla::fromMimeData(source, rectangular);
  QToolTip::showText(mapToGlobal(rect().center()),
                     tr("Not pasted: its line %1 has more than %2 characters.").arg(line).arg(kMostLine));
  return {};
}

void CodeView::setCode(const QString& text) {
  if (m_editing) {
    setProblem({}, {});
    showAgain(m_shown);
    ownDocument();
    m_program = nullptr;
  }
  setEditing(false);
  replaceText(shownText(text));
}

void CodeView::edit(const QObject* program, const QString& text) {
  const auto [known, fresh] = m_edited.try_emplace(program);
  if (fresh) {
    connect(program, &QObject::destroyed, this, [this, program] {
      if (m_program == program) setCode({});
      m_edited.erase(program);
    });
  }
  if (std::exchange(m_program, program) != program) {
    fresh ? setDocument(known->second) : showAgain(known->second);
    ownDocument();
  }
  setEditing(true);
  if (fresh || this->text() != text) {
    replaceText(text);
    if (fresh) SendScintilla(SCI_EMPTYUNDOBUFFER);
  }
  m_statuses.clear();
  m_words.clear();
  markerDeleteAll();
  m_shownLine = -1;
}

void CodeView::showAgain(const QsciDocument& document) {
  setDocument(document);
  // The component held it once more while it did not show it, and does not let go by itself.
  SendScintilla(SCI_RELEASEDOCUMENT, 0UL, SendScintillaPtrResult(SCI_GETDOCPOINTER));
}

void CodeView::ownDocument() {
  // What the component keeps with a document, and not with itself.
  setLexer(m_lexer);
  setUtf8(true);
  setTabWidth(4);
  setIndentationsUseTabs(false);
  setEolMode(QsciScintilla::EolUnix);
  applyColours();
}

void CodeView::setProblem(const std::set<int>& numbers, const QString& why) {
  for (const int line : m_problemLines)
    if (line <= lines())
      clearIndicatorRange(line - 1, 0, line - 1, static_cast<int>(text(line - 1).size()), m_problemIndicator);
  m_problemLines.clear();
  m_problem = why;
  for (const int number : numbers) {
    const int line = std::min(number, lines());
    m_problemLines.insert(line);
    const int end = static_cast<int>(text(line - 1).trimmed().size()) + indentation(line - 1);
    fillIndicatorRange(line - 1, indentation(line - 1), line - 1, end, m_problemIndicator);
  }
  viewport()->update();
}

void CodeView::setCompletions(const QStringList& calls) {
  m_offered->setCalls(calls);
}

void CodeView::replaceText(const QString& text) {
  m_setting = true;
  setReadOnly(false);
  markerDeleteAll();
  m_shownLine = -1;
  setText(text);
  // The component would find out line by line as it paints, and move the rows with a bar that comes later.
  long widest = 1;
  for (const QString& line : text.split(QLatin1Char('\n')))
    widest = std::max(widest, SendScintilla(SCI_TEXTWIDTH, static_cast<unsigned long>(STYLE_DEFAULT),
                                            line.toUtf8().constData()));
  setScrollWidth(static_cast<int>(widest));
  setReadOnly(!m_editing);
  m_setting = false;
  m_statuses.clear();
  m_words.clear();
  setWaits(std::move(m_waits));
}

void CodeView::change(const std::vector<Change>& changes) {
  if (!m_editing || changes.empty()) return;
  m_setting = true;
  SendScintilla(SCI_BEGINUNDOACTION);
  for (auto one = changes.rbegin(); one != changes.rend(); ++one) {
    SendScintilla(SCI_SETTARGETRANGE, static_cast<unsigned long>(one->from), static_cast<long>(one->to));
    SendScintilla(SCI_REPLACETARGET, static_cast<unsigned long>(one->with.size()), one->with.constData());
  }
  SendScintilla(SCI_ENDUNDOACTION);
  m_setting = false;
  emit edited(text());
}

int CodeView::defineMatchIndicator() {
  m_matchIndicator = indicatorDefine(QsciScintilla::StraightBoxIndicator);
  setIndicatorDrawUnder(true, m_matchIndicator);
  applyColours();
  return m_matchIndicator;
}

void CodeView::setStatuses(std::vector<LineStatus> statuses, QStringList words) {
  m_statuses = std::move(statuses);
  m_words = std::move(words);
  int line = -1;
  for (std::size_t i = 0; i < m_statuses.size(); ++i) {
    if (m_statuses[i].current || m_statuses[i].state == LineState::waiting) line = static_cast<int>(i);
  }
  markerDeleteAll();
  QStringList errors;
  for (int i = 0; i < static_cast<int>(m_statuses.size()); ++i) {
    const LineState state = m_statuses[static_cast<std::size_t>(i)].state;
    if (isError(state) && i != line) markerAdd(i, m_failedMarker);
    if (isError(state) || state == LineState::skipped) {
      errors << tr("Line %1: %2").arg(i + 1).arg(m_words.value(i));
    }
  }
  setAccessibleDescription(errors.join(QLatin1Char(' ')));
  const auto failed =
      std::ranges::find_if(m_statuses, [](const LineStatus& status) { return isError(status.state); });
  const int error = failed == m_statuses.end() ? -1 : static_cast<int>(failed - m_statuses.begin());
  if (std::exchange(m_errorLine, error) != error && error >= 0 && line < 0) ensureLineVisible(error);
  if (line >= 0) {
    const bool waits = m_statuses[static_cast<std::size_t>(line)].state == LineState::waiting;
    markerAdd(line, waits ? m_waitingMarker : m_currentMarker);
    if (line != m_shownLine) ensureLineVisible(line);
  }
  m_shownLine = line;
  viewport()->update();
}

/// The line that the run stands at stays in sight, also where other panes take room, and comes into sight
/// where there was no room for a line.
void CodeView::resizeEvent(QResizeEvent* event) {
  const int line = m_shownLine >= 0 ? m_shownLine : m_errorLine;
  const int row = line - firstVisibleLine();
  const int height = textHeight(line), room = event->oldSize().height();
  const bool seen = line >= 0 && (room < height || (row >= 0 && (row + 1) * height <= room));
  QsciScintilla::resizeEvent(event);
  if (seen) ensureLineVisible(line);
}

void CodeView::setWaits(std::vector<LineWait> waits) {
  m_waits = std::move(waits);
  SendScintilla(SCI_SETINDICATORCURRENT, static_cast<unsigned long>(m_struckIndicator));
  SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, static_cast<long>(length()));
  for (int line = 0; line < lines(); ++line) {
    const std::vector<LinePart>& out = waitOf(line + 1).struck;
    if (out.empty()) continue;
    const QString shown = text(line);
    long at = SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(line));
    for (const TextPiece& piece : piecesOf(shown, struckSpans(shown, line + 1, out))) {
      const auto bytes = static_cast<long>(piece.text.toUtf8().size());
      if (piece.struck) SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(at), bytes);
      at += bytes;
    }
  }
  viewport()->update();
}

void CodeView::setBreakPoints(const std::set<int>& lines) {
  m_breakPoints = lines;
  viewport()->update();
}

void CodeView::setDense(bool dense) {
  m_dense = dense;
  setExtraAscent(dense ? 3 : 5);
  setExtraDescent(dense ? 4 : 5);
  applyColours();
}

int CodeView::widthFor(qsizetype characters) const {
  const QFontMetricsF metrics(monoFont(kFontPx));
  return kMarginPx +
         qCeil(metrics.horizontalAdvance(QLatin1Char('m')) * static_cast<double>(characters + 1)) +
         verticalScrollBar()->sizeHint().width();
}

void CodeView::applyColours() {
  const Theme& theme = currentTheme();
  m_lexer->setDefaultColor(theme.text);
  m_lexer->setDefaultPaper(theme.paper);
  m_lexer->setDefaultFont(inPoints(monoFont(kFontPx), *this));
  for (int style = 0; style < kLexerStyles; ++style) {
    const bool keyword = style == QsciLexerPython::Keyword;
    const bool comment = style == QsciLexerPython::Comment || style == QsciLexerPython::CommentBlock;
    const bool string =
        style == QsciLexerPython::SingleQuotedString || style == QsciLexerPython::DoubleQuotedString ||
        style == QsciLexerPython::SingleQuotedFString || style == QsciLexerPython::DoubleQuotedFString;
    m_lexer->setColor(comment ? theme.text3 : string ? theme.text2 : theme.text, style);
    m_lexer->setPaper(theme.paper, style);
    m_lexer->setFont(inPoints(monoFont(kFontPx, keyword ? QFont::Bold : QFont::Normal), *this), style);
  }
  setPaper(theme.paper);
  setMarginsBackgroundColor(theme.paper);
  setMarginBackgroundColor(0, theme.paper);
  setMarkerBackgroundColor(theme.selectedRow, m_currentMarker);
  setMarkerBackgroundColor(theme.waitGround, m_waitingMarker);
  setMarkerBackgroundColor(errorGround(theme), m_failedMarker);
  setIndicatorForegroundColor(theme.text2, m_struckIndicator);
  setIndicatorForegroundColor(theme.error, m_problemIndicator);
  if (m_matchIndicator >= 0) {
    setIndicatorForegroundColor(theme.text2, m_matchIndicator);
    SendScintilla(SCI_INDICSETALPHA, m_matchIndicator, 0L);
    SendScintilla(SCI_INDICSETOUTLINEALPHA, m_matchIndicator, 255L);
  }
  setCaretForegroundColor(theme.text);
  setMatchedBraceBackgroundColor(theme.selectedRow);
  setMatchedBraceForegroundColor(theme.text);
  setCallTipsBackgroundColor(theme.panel);
  setCallTipsForegroundColor(theme.text2);
  setCallTipsHighlightColor(theme.text);
  setUnmatchedBraceBackgroundColor(theme.paper);
  setUnmatchedBraceForegroundColor(theme.error);
  setSelectionBackgroundColor(theme.selectedRow);
  setSelectionForegroundColor(theme.text);
}

// Where one clicks.

QRect CodeView::rowRect(int line) const {
  const int height = static_cast<int>(SendScintilla(SCI_TEXTHEIGHT, 0UL));
  return {0, (line - 1 - firstVisibleLine()) * height, kMarginPx, height};
}

QRect CodeView::breakPointRect(int line) const {
  const QRect row = rowRect(line);
  return {row.left(), row.top(), kBreakPointsPx, row.height()};
}

QRect CodeView::waitRect(int line) const {
  return rowRect(line).adjusted(kBreakPointsPx, 0, 0, 0);
}

QRect CodeView::stateRect(int line) const {
  return rowRect(line).adjusted(kStatePx - 9, 0, 0, 0);
}

QString CodeView::marginTip(QPoint point) const {
  const Hit hit = hitTest(point);
  if (m_problemLines.contains(hit.line)) return m_problem;
  if (hit.zone == Zone::none) return {};
  if (hit.zone == Zone::wait) {
    const QString state = m_words.value(hit.line - 1);
    const QString wait = waitOf(hit.line).explanation;
    const bool first = stateRect(hit.line).contains(point);
    return QStringList(first ? QStringList{state, wait} : QStringList{wait, state})
        .filter(QRegularExpression(QStringLiteral(".")))
        .join(QLatin1Char('\n'));
  }
  return m_breakPoints.count(hit.line) > 0 ? tr("Breakpoint: click to take it away")
                                           : tr("Click for a breakpoint at line %1").arg(hit.line);
}

const LineWait& CodeView::waitOf(int line) const {
  static const LineWait none;
  const auto index = static_cast<std::size_t>(line - 1);
  return index < m_waits.size() ? m_waits[index] : none;
}

CodeView::Hit CodeView::hitTest(QPoint point) const {
  const int height = static_cast<int>(SendScintilla(SCI_TEXTHEIGHT, 0UL));
  const int line = firstVisibleLine() + point.y() / height + 1;
  if (point.y() < 0 || line > lines() || length() == 0) return {};
  const Zone zone = point.x() < kBreakPointsPx ? Zone::breakPoint
                    : point.x() < kMarginPx    ? Zone::wait
                                               : Zone::none;
  return {line, zone};
}

void CodeView::setHovered(Hit hit) {
  if (hit == m_hovered) return;
  m_hovered = hit;
  const bool clickable =
      hit.zone == Zone::breakPoint || (hit.zone == Zone::wait && waitOf(hit.line).canToggle());
  viewport()->setCursor(clickable                             ? Qt::PointingHandCursor
                        : m_editing && hit.zone == Zone::none ? Qt::IBeamCursor
                                                              : Qt::ArrowCursor);
  viewport()->update();
}

bool CodeView::viewportEvent(QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseMove: {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      setHovered(hitTest(mouse->position().toPoint()));
      if (m_hovered.zone != Zone::none && mouse->buttons() == Qt::NoButton) return true;
      break;
    }
    case QEvent::Leave:
      setHovered({});
      break;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick: {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      const Hit hit = hitTest(mouse->position().toPoint());
      if (mouse->button() == Qt::LeftButton && hit.zone == Zone::none && hit.line != 0)
        emit lineClicked(hit.line);
      if (mouse->button() != Qt::LeftButton || hit.zone == Zone::none) break;
      if (hit.zone == Zone::breakPoint) {
        emit breakPointClicked(hit.line);
      } else if (waitOf(hit.line).canToggle()) {
        emit waitClicked(hit.line);
      } else {
        QToolTip::showText(mouse->globalPosition().toPoint(), asText(waitOf(hit.line).explanation),
                           viewport());
      }
      return true;
    }
    case QEvent::ToolTip:
      return showTip(*event, asText(marginTip(static_cast<QHelpEvent*>(event)->pos())), viewport());
    default:
      break;
  }
  return QsciScintilla::viewportEvent(event);
}

bool CodeView::event(QEvent* event) {
  // What one types is no shortcut of the window: a letter, and the keys that edit. (Other events come before
  // this is made.)
  if (event->type() == QEvent::ShortcutOverride && m_editing) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool types =
        (key->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier && key->key() < Qt::Key_Escape;
    if (types || key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      event->accept();
      return true;
    }
  }
  return QsciScintilla::event(event);
}

void CodeView::contextMenuEvent(QContextMenuEvent* event) {
  const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
  const Hit hit = byKey ? Hit{std::max(0, m_shownLine) + 1, Zone::none}
                        : hitTest(viewport()->mapFromGlobal(event->globalPos()));
  if (m_editing && hit.zone == Zone::none) return QsciScintilla::contextMenuEvent(event);
  event->accept();
  if (hit.line == 0 || length() == 0) return;
  emit menuRequested(hit.line,
                     byKey ? viewport()->mapToGlobal(waitRect(hit.line).bottomLeft()) : event->globalPos());
}

// What one sees.

void CodeView::paintEvent(QPaintEvent* event) {
  QsciScintilla::paintEvent(event);
  QPainter painter(viewport());
  painter.setRenderHint(QPainter::Antialiasing);
  for (int line = firstVisibleLine() + 1; length() > 0 && line <= lines(); ++line) {
    const QRect row = rowRect(line);
    if (row.top() > viewport()->height()) break;
    paintMargin(painter, line, row);
  }
  if (m_focusShown) paintFocus(painter, viewport()->rect(), 0.8, 0);
}

void CodeView::paintMargin(QPainter& painter, int line, const QRect& row) const {
  const Theme& theme = currentTheme();
  const auto index = static_cast<std::size_t>(line - 1);
  const LineStatus status = index < m_statuses.size() ? m_statuses[index] : LineStatus{};
  const bool waiting = status.state == LineState::waiting;
  const bool marked = line - 1 == m_shownLine;
  const bool stops = m_breakPoints.count(line) > 0;
  const double middle = row.center().y() + 0.5;
  const bool failed = isError(status.state) || m_problemLines.contains(line);
  if (failed && !marked) painter.fillRect(row, errorGround(theme));
  if (failed && !marked) painter.fillRect(row.left(), row.top(), 4, row.height(), theme.error);
  if (marked) {
    painter.fillRect(row, waiting ? theme.waitGround : theme.selectedRow);
    painter.fillRect(row.left(), row.top(), 4, row.height(),
                     failed    ? theme.error
                     : waiting ? theme.waitEdge
                               : theme.cursor);
    paintDisc(painter, QPointF(kDotPx, middle), 3.5, Qt::NoPen, theme.cursor);
  }
  if (stops || m_hovered == Hit{line, Zone::breakPoint}) {
    paintDisc(painter, QPointF(kNumberPx, middle), kDiscPx, stops ? QPen(Qt::NoPen) : QPen(theme.text3, 1.2),
              stops ? QBrush(theme.cursor) : QBrush(Qt::NoBrush));
  }
  const bool bold = marked || stops || failed;
  paintText(painter, QRectF(kNumberPx - 12, row.top(), 24, row.height()), Qt::AlignCenter,
            monoFont(m_dense || stops ? 12 : 13, bold ? QFont::Bold : QFont::Normal),
            stops    ? theme.cursorText
            : failed ? theme.error
            : marked ? theme.text
                     : theme.text3,
            QString::number(line));
  paintWait(painter, line, QRectF(kWaitPx - 7.5, middle - 7.5, 15, 15));
  if (status.state == LineState::untouched) return;
  paintStateGlyph(painter, QRectF(kStatePx - 7.5, middle - 7.5, 15, 15), glyphOf(status.state), theme);
  if (status.iterations < 2) return;
  const QString count =
      status.iterations < 1000 ? QStringLiteral("%1×").arg(status.iterations) : shortCount(status.iterations);
  paintText(painter, QRect(kPassesPx, row.top(), kMarginPx - kPassesPx, row.height()),
            Qt::AlignLeft | Qt::AlignVCenter, monoFont(12), theme.text2, count);
}

void CodeView::paintWait(QPainter& painter, int line, const QRectF& box) const {
  const Theme& theme = currentTheme();
  const LineWait::Kind kind = waitOf(line).kind;
  const bool pointed = m_hovered == Hit{line, Zone::wait};
  if (kind == LineWait::Kind::none || (kind == LineWait::Kind::absent && m_hovered.line != line)) return;
  const Kept kept(painter);
  if (kind == LineWait::Kind::taken || kind == LineWait::Kind::always) {
    if (kind == LineWait::Kind::always) painter.setOpacity(0.5);  // nothing to click
    paintStateGlyph(painter, box, TaskState::waiting, theme);
  } else {
    // Against the run on show: a plus for what comes, a minus for what goes; near the mouse, what could come.
    const bool offered = kind == LineWait::Kind::absent;
    const bool plus = kind == LineWait::Kind::added || (offered && pointed);
    if (offered) painter.setOpacity(pointed ? 0.75 : 0.5);
    const QRectF square = box.adjusted(2, 2, -2, -2);
    QPen edge(theme.waitEdge, 1.4);
    if (kind == LineWait::Kind::removed) edge.setDashPattern({1.8, 1.4});
    paintBox(painter, square, edge, plus ? theme.waitGround : theme.paper, 2);
    painter.setPen(QPen(theme.waitEdge, 1.6, Qt::SolidLine, Qt::RoundCap));
    const QPointF centre = square.center();
    if (!offered || pointed) painter.drawLine(centre - QPointF(2.6, 0), centre + QPointF(2.6, 0));
    if (plus) painter.drawLine(centre - QPointF(0, 2.6), centre + QPointF(0, 2.6));
  }
}

void CodeView::focusInEvent(QFocusEvent* event) {
  QsciScintilla::focusInEvent(event);
  // A click says by itself where it went.
  m_focusShown = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  viewport()->update();
}

void CodeView::focusOutEvent(QFocusEvent* event) {
  QsciScintilla::focusOutEvent(event);
  m_focusShown = false;
  viewport()->update();
}

void CodeView::changeEvent(QEvent* event) {
  QsciScintilla::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) applyColours();
}

}  // namespace runahead::gui
