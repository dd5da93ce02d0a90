// SPDX-License-Identifier: GPL-3.0-or-later
// ListingPane: the scenario's program in a framework's call names, and at the cursor: where the frontend is,
// which lines have issued or deferred work, wait, are done, or did nothing that was needed; the waits of the
// next run, and breakpoints. Listings are resources, named <id>.<framework>.py. Not here: the fold
// (line_fold.h), the waits' meaning (line_waits.h), the text view (code_view.h).
#pragma once

#include <QWidget>

#include "gui/listing/line_fold.h"
#include "gui/listing/line_waits.h"
#include "gui/view/view_state.h"
#include "gui/widgets/later.h"

namespace runahead::gui {

class CodeView;
class PaneHead;
class SegmentedControl;
class TextLabel;

class ListingPane : public QWidget {
  Q_OBJECT
 public:
  explicit ListingPane(ViewState* view, QWidget* parent = nullptr);

  /// "" shows a sentence instead of a listing.
  void setScenario(const QString& id);
  /// The next trace is of another run.
  void beginRun();
  /// Of the next run; the listing follows the mode of the run on show, or this one while there is none.
  void setNextMode(const QString& mode);
  /// Whose names somebody chose, whatever the mode; "" to follow the mode.
  void setChosenFramework(const QString& framework);
  QString chosenFramework() const { return m_chosen; }
  /// Waits of the next run beside those of the run on show; one for each line.
  void setWaits(std::vector<LineWait> waits);
  int lines() const;
  /// In which no line of the program is cut, in any of its frameworks' names.
  int wantedWidth() const;
  void setDense(bool dense);
  /// Whether at() of every line is that of the cursor; false while a long way is still being folded.
  bool upToDate() const { return m_upToDate; }

 signals:
  void chosenFrameworkChanged(const QString& framework);
  /// The user wants a wait at the line, or the one that is there away.
  void waitToggled(int line);

 private:
  class Legend;
  void load();
  void followMode();
  QString textOfRun() const;
  void refresh();
  void openMenu(int line, QPoint global);

  ViewState* m_view;
  PaneHead* m_head;
  SegmentedControl* m_frameworks;
  CodeView* m_code;
  Legend* m_legend;
  TextLabel* m_otherWay;  ///< said where names and mode are not of one framework
  TextLabel* m_empty;
  QString m_scenario;
  QString m_written;  ///< of a program that is no scenario
  QString m_nextMode;
  QString m_mode;    ///< that the listing follows
  QString m_chosen;  ///< see setChosenFramework()
  LineFold m_fold;
  Later m_refresh{0, this, &ListingPane::refresh};
  bool m_upToDate = true;
  qsizetype m_longest = 0;  ///< characters of a line
  bool m_dense = false;
};

}  // namespace runahead::gui
