// SPDX-License-Identifier: GPL-3.0-or-later
// CodeView: the listing's text in an editor component that only shows, with a margin painted by hand: the
// line number, what became of the line, how often it was passed, and where the frontend is. Not here: finding
// that out (line_fold.h) and finding the text (listing_pane.h).
#pragma once

#include <Qsci/qsciscintilla.h>

#include <vector>

#include "gui/listing/line_fold.h"

class QsciLexerPython;

namespace runahead::gui {

class CodeView : public QsciScintilla {
  Q_OBJECT
 public:
  explicit CodeView(QWidget* parent = nullptr);

  void setCode(const QString& text);
  /// statuses[i] is that of line i + 1.
  void setStatuses(std::vector<LineStatus> statuses);
  const std::vector<LineStatus>& statuses() const { return m_statuses; }
  /// Fewer pixels between the lines.
  void setDense(bool dense);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void applyColours();
  void paintMargin(QPainter& painter, int line, const QRect& row) const;

  QsciLexerPython* m_lexer;
  std::vector<LineStatus> m_statuses;
  int m_currentMarker;
  int m_waitingMarker;
  int m_shownLine = -1;  ///< the line that bears a marker
  bool m_dense = false;
};

}  // namespace runahead::gui
