// SPDX-License-Identifier: GPL-3.0-or-later
// ListingPane: the scenario's program in a framework's call names, and at the cursor: where the frontend is,
// which lines have issued or deferred work, wait, are done, or did nothing that was needed; the waits of the
// next run, and breakpoints. Listings are resources, named <id>.<framework>.py. A program that the user
// writes is edited here, and what it printed stands below. Not here: the fold (line_fold.h), the waits'
// meaning (line_waits.h), the text view (code_view.h), the program (written_program.h).
#pragma once

#include <QPointer>
#include <QWidget>

#include "core/scenario/run_execution.h"
#include "gui/listing/line_fold.h"
#include "gui/listing/line_waits.h"
#include "gui/listing/written_program.h"
#include "gui/view/view_state.h"
#include "gui/widgets/later.h"

namespace runahead::gui {

class Button;
class CodeView;
class OutputPane;
class PaneHead;
class SegmentedControl;
class TextFind;
class TextLabel;

class ListingPane : public QWidget {
  Q_OBJECT
 public:
  explicit ListingPane(ViewState* view, QWidget* parent = nullptr);

  /// "" shows a sentence instead of a listing.
  void setScenario(const QString& id);
  /// Whose text is edited in the place of a scenario's; null: none.
  void setProgram(WrittenProgram* program);
  /// Whether the lines are those of the next run, and not of one that another text was of.
  bool showsNext() const;
  /// Shows the text that is edited, with the cursor there.
  void focusEditor();
  /// Whether the user types here.
  bool typing() const;
  /// Whether there was something to be completed, which goes.
  bool cancelCompletion();
  /// Whether the keyboard's focus is in the text, or where one looks for something in it.
  bool hasTextFocus() const;
  TextFind* find() const { return m_find; }
  CodeView* code() const { return m_code; }
  /// What the program of the run on show printed.
  void setOutput(const Output& output);
  /// The next trace is of another run.
  void beginRun();
  /// Of the next run; the listing follows the mode of the run on show, or this one while there is none.
  void setNextMode(Mode mode);
  /// Whose names the user chose, whatever the mode; "" to follow the mode.
  void setChosenFramework(const QString& framework);
  QString chosenFramework() const { return m_chosen; }
  /// Whose names are shown; "" for a text that is no scenario's.
  QString framework() const;
  /// In which no line of the program is cut, in any of its frameworks' names.
  int wantedWidth() const;
  void setDense(bool dense);
  /// Whether at() of every line is that of the cursor; false while a long way is still being folded.
  bool upToDate() const { return m_upToDate; }

 signals:
  void chosenFrameworkChanged(const QString& framework);
  /// The user wants a wait at the line, or the one that is there away.
  void waitToggled(int line);
  /// An edit moved what was at and below the line so many lines down.
  void linesMoved(int line, int by);
  /// showsNext().
  void shownChanged();
  /// A copy of what is shown is to be edited.
  void copyRequested();

 private:
  class Legend;
  void followProgram();
  void showProblem();
  void load();
  void loadProgram();
  void followMode();
  QString textOfRun() const;
  /// Whether the run on show is one of the text as it is edited, or there is none.
  bool runIsOfText() const;
  void refresh();
  void openMenu(int line, QPoint global);

  ViewState* m_view;
  PaneHead* m_head;
  SegmentedControl* m_frameworks;
  CodeView* m_code;
  TextFind* m_find;
  Legend* m_legend;
  TextLabel* m_otherWay;  ///< said where names and mode are not of one framework
  TextLabel* m_empty;
  TextLabel* m_problem;  ///< why the text that is edited cannot be run
  Button* m_copy;
  OutputPane* m_output;
  QString m_scenario;
  QPointer<WrittenProgram> m_program;
  bool m_showsOwn = false;  ///< the text that is edited, although the run on show is of another
  QString m_written;        ///< that the run on show is of; of a program that is no scenario
  Mode m_nextMode = Mode::async;
  Mode m_mode = Mode::async;  ///< that the listing follows
  QString m_chosen;           ///< see setChosenFramework()
  LineFold m_fold;
  Later m_refresh{0, this, &ListingPane::refresh};
  bool m_upToDate = true;
  qsizetype m_longest = 0;  ///< characters of a line
  bool m_dense = false;
};

}  // namespace runahead::gui
