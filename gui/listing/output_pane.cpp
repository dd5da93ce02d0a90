// SPDX-License-Identifier: GPL-3.0-or-later
// A piece is there as soon as its statement has ended.
#include "gui/listing/output_pane.h"

#include <QPlainTextEdit>
#include <QScrollBar>
#include <algorithm>

#include "gui/text/format.h"
#include "gui/theme/theme.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"

namespace runahead::gui {

OutputPane::OutputPane(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
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
  connect(view, &ViewState::cursorChanged, this, &OutputPane::follow);
  connect(view, &ViewState::traceChanged, this, &OutputPane::follow);
}

void OutputPane::setOutput(const std::vector<OutputText>& output) {
  if (output == m_output) return;
  m_output = output;
  m_text->clear();
  m_shown = 0;
  m_endsLine = false;
  setVisible(!m_output.empty());
  follow();
}

void OutputPane::follow() {
  if (m_output.empty()) return;
  const Trace& trace = m_view->trace();
  const Seq cursor = m_view->cursor();
  const auto printed = [&](const OutputText& one) {
    const Seq end = one.statement < trace.statement_count() ? trace.statement(one.statement).end : kNever;
    return end == kNever ? trace.finished() && cursor >= trace.size() : end < cursor;
  };
  const auto shown = static_cast<std::size_t>(
      std::partition_point(m_output.begin(), m_output.end(), printed) - m_output.begin());
  m_head->value()->setText(shown == m_output.size() || !trace.finished()
                               ? QString()
                               : tr("%1 of %2").arg(formatCount(shown), formatCount(m_output.size())));
  if (shown == m_shown && !m_text->document()->isEmpty()) return;
  if (shown < m_shown) {
    m_text->clear();
    m_endsLine = false;
  }
  // The end of the last line is held back, or the pane would end with an empty one.
  QString text = m_endsLine ? QStringLiteral("\n") : QString();
  for (std::size_t i = shown < m_shown ? 0 : m_shown; i < shown; ++i)
    text += QString::fromStdString(m_output[i].text);
  m_shown = shown;
  m_endsLine = text.endsWith(QLatin1Char('\n'));
  if (m_endsLine) text.chop(1);
  QTextCursor end(m_text->document());
  end.movePosition(QTextCursor::End);
  end.insertText(text);
  m_text->verticalScrollBar()->setValue(m_text->verticalScrollBar()->maximum());
}

}  // namespace runahead::gui
