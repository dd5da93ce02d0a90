// SPDX-License-Identifier: GPL-3.0-or-later
// A piece is there as soon as its statement has ended.
#include "gui/listing/output_pane.h"

#include <QElapsedTimer>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <algorithm>

#include "gui/axis/time_axis.h"
#include "gui/text/format.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr int kTurnMs = 3;
constexpr std::size_t kSliceBytes = 8192;
constexpr int kSliceLines = 256;
constexpr int kMostColumns = 500;  ///< longer lines would take long to be laid out

}  // namespace

OutputPane::OutputPane(const ShownTrace* shown, const Cursor* cursor, QWidget* parent)
    : QWidget(parent), m_shown(shown), m_cursor(cursor) {
  setObjectName(QStringLiteral("outputPane"));
  auto* column = columnIn(this, {}, 0);
  m_head = into(column, new PaneHead(tr("Output")));
  m_text = into(column, named(new QPlainTextEdit, "output", tr("Output of the program")), 1);
  m_text->setReadOnly(true);
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->setFont(monoFont(13));
  m_text->document()->setDocumentMargin(8);
  m_text->setUndoRedoEnabled(false);
  m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_text->setMinimumHeight(64);
  connect(cursor, &Cursor::changed, this, &OutputPane::follow);
  connect(shown, &ShownTrace::changed, this, &OutputPane::follow);
}

void OutputPane::setOutput(const Output& output) {
  if (!output.continues(m_output)) m_stale = !m_slices.empty();
  m_output = output;
  setVisible(!m_output.empty());
  follow();
}

void OutputPane::follow() {
  const Trace& trace = m_shown->trace();
  const Seq cursor = m_cursor->seq();
  const auto printed = [&](std::uint32_t piece) {
    const StatementId statement = m_output.statement(piece);
    const Seq end = statement < trace.statement_count() ? trace.statement(statement).end : kNever;
    return end == kNever ? trace.finished() && cursor >= trace.size() : end < cursor;
  };
  const std::size_t shown = bisect(static_cast<std::uint32_t>(m_output.size()), printed);
  m_head->value()->setText(shown == m_output.size() || !trace.finished()
                               ? QString()
                               : tr("%1 of %2").arg(formatCount(shown), formatCount(m_output.size())));
  m_wanted = m_output.begin(shown);
  advance();
}

void OutputPane::advance() {
  QScrollBar* const bar = m_text->verticalScrollBar();
  const bool follows = bar->value() == bar->maximum();
  const auto there = [this] { return !m_stale && m_end.bytes == m_wanted; };
  QElapsedTimer took;
  took.start();
  while (!there() && took.elapsed() < kTurnMs) {
    m_stale || m_end.bytes > m_wanted ? removeSlice() : addSlice();
    if (m_slices.empty()) m_stale = false;
  }
  if (follows) bar->setValue(bar->maximum());
  there() ? m_advance.stop() : m_advance.start();
}

void OutputPane::addSlice() {
  m_slices.push_back(m_end);
  std::string bytes = m_output.text(m_end.bytes, std::min(m_end.bytes + kSliceBytes, m_wanted));
  std::size_t length = 0;
  for (int lines = 0; length < bytes.size() && lines < kSliceLines; ++length) lines += bytes[length] == '\n';
  if (m_end.bytes + length < m_wanted) {  // not within a character
    std::size_t last = length - 1;
    while (last > 0 && (bytes[last] & 0xC0) == 0x80) --last;
    if (last > 0) length = last;
  }
  bytes.resize(length);
  // The end of the last line is held back, or the pane would end with an empty one.
  QString text = m_end.endsLine ? QStringLiteral("\n") : QString();
  for (const QChar one : QString::fromStdString(bytes)) {
    if (one == QLatin1Char('\n')) {
      m_end.column = 0;
    } else if (++m_end.column > kMostColumns && !one.isLowSurrogate()) {
      text += QLatin1Char('\n');
      m_end.column = 1;
    }
    text += one;
  }
  m_end.bytes += length;
  m_end.endsLine = text.endsWith(QLatin1Char('\n'));
  if (m_end.endsLine) text.chop(1);
  QTextCursor end(m_text->document());
  end.movePosition(QTextCursor::End);
  end.insertText(text);
  m_end.position = end.position();
}

void OutputPane::removeSlice() {
  m_end = m_slices.back();
  m_slices.pop_back();
  QTextCursor rest(m_text->document());
  rest.setPosition(m_end.position);
  rest.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
  rest.removeSelectedText();
}

}  // namespace runahead::gui
