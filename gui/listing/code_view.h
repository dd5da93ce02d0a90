// SPDX-License-Identifier: GPL-3.0-or-later
// CodeView: the listing's text in an editor component, which shows it or lets it be edited, with a margin
// painted by hand: the line number, where one sets breakpoints; the wait at the line, where one puts and
// takes it; what became of the line, how often it was passed, and where the frontend is. Not here: finding
// that out (line_fold.h, line_waits.h) and finding the text (listing_pane.h).
#pragma once

#include <Qsci/qsciscintilla.h>

#include <Qsci/qscidocument.h>

#include <QStringList>
#include <map>
#include <set>
#include <vector>

#include "gui/listing/line_fold.h"
#include "gui/listing/line_waits.h"

class QsciLexerPython;

namespace runahead::gui {

class OfferedCalls;

class CodeView : public QsciScintilla {
  Q_OBJECT
 public:
  explicit CodeView(QWidget* parent = nullptr);

  /// What lays out a line takes seconds for one that is much longer.
  static constexpr qsizetype kMostLine = 20'000;
  /// The first line that is longer, from 1; 0: there is none.
  static int tooLong(const QString& text);
  /// Of lines that are too long, the beginning.
  static QString shownText(const QString& text);
  /// A text to be read, as shownText().
  void setCode(const QString& text);
  /// A text to be edited, without such lines, the program's: its edits can be undone as long as the program
  /// lives.
  void edit(const QObject* program, const QString& text);
  bool editing() const { return m_editing; }
  struct Change {
    int from, to;  ///< bytes, within a line
    QByteArray with;
  };
  /// In one step of undo; in their order, and none in another. Of a text that is only read, nothing.
  void change(const std::vector<Change>& changes);
  /// Under what a search has found.
  int defineMatchIndicator();
  /// The lines that keep an edited text from running, and why.
  void setProblem(const std::set<int>& lines, const QString& why);
  /// What is offered while the user types: "d2l.try_gpu(i=0)".
  void setCompletions(const QStringList& calls);
  /// statuses[i] is that of line i + 1; words[i] says it.
  void setStatuses(std::vector<LineStatus> statuses, QStringList words);
  const std::vector<LineStatus>& statuses() const { return m_statuses; }
  /// waits[i] is that of line i + 1.
  void setWaits(std::vector<LineWait> waits);
  const std::vector<LineWait>& waits() const { return m_waits; }
  void setBreakPoints(const std::set<int>& lines);
  /// Where in the viewport a click sets a breakpoint, or puts a wait, and where the state stands: for tests.
  QRect breakPointRect(int line) const;
  QRect waitRect(int line) const;
  QRect stateRect(int line) const;
  /// What is said of the margin at a point in the viewport.
  QString marginTip(QPoint point) const;
  /// Fewer pixels between the lines.
  void setDense(bool dense);
  /// In which lines of so many characters are not cut, also beside the bar of a long program.
  int widthFor(qsizetype characters) const;

 signals:
  /// The user has changed the text that is edited.
  void edited(const QString& text);
  /// By that, what was at and below the line is now so many lines further down.
  void linesMoved(int line, int by);
  void waitClicked(int line);
  void breakPointClicked(int line);
  /// On its text.
  void lineClicked(int line);
  /// A menu for the line is asked for, by mouse or key.
  void menuRequested(int line, QPoint global);

 protected:
  QByteArray fromMimeData(const QMimeData* source, bool& rectangular) const override;
  bool viewportEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  /// The part of the margin that a click is for.
  enum class Zone { none, breakPoint, wait };
  struct Hit {
    int line = 0;  ///< 0: below the last one
    Zone zone = Zone::none;
    bool operator==(const Hit&) const = default;
  };
  void replaceText(const QString& text);
  void setEditing(bool editing);
  void showAgain(const QsciDocument& document);
  void ownDocument();
  Hit hitTest(QPoint point) const;
  void setHovered(Hit hit);
  QRect rowRect(int line) const;
  const LineWait& waitOf(int line) const;
  void applyColours();
  void paintMargin(QPainter& painter, int line, const QRect& row) const;
  void paintWait(QPainter& painter, int line, const QRectF& box) const;

  QsciLexerPython* m_lexer;
  OfferedCalls* m_offered;
  QsciDocument m_shown;                             ///< of what is only read
  std::map<const QObject*, QsciDocument> m_edited;  ///< by program
  const QObject* m_program = nullptr;               ///< whose text is edited; null: none is
  bool m_editing = false;
  bool m_setting = false;  ///< the text changes, and the user has not edited it
  int m_matchIndicator = -1;
  std::set<int> m_problemLines;
  QString m_problem;
  std::vector<LineStatus> m_statuses;
  QStringList m_words;
  std::vector<LineWait> m_waits;
  std::set<int> m_breakPoints;
  Hit m_hovered;
  int m_currentMarker;
  int m_waitingMarker;
  int m_failedMarker;
  int m_struckIndicator;
  int m_problemIndicator;
  int m_shownLine = -1;  ///< the line that bears a marker
  int m_errorLine = -1;  ///< the first with an error
  bool m_dense = false;
  bool m_focusShown = false;
};

}  // namespace runahead::gui
