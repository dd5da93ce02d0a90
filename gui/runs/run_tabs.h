// SPDX-License-Identifier: GPL-3.0-or-later
// RunTabs: a strip with one tab for each run, and how long two of them took; while runs are compared, a box
// in each tab says whether it takes part, and as which letter. Tabs are dragged, named and closed. It is
// there once there are two runs, or something to say about the one. Not here: the runs (run_list.h), the
// comparison (compare/), what closing one takes.
#pragma once

#include <QStringList>
#include "gui/runs/run_list.h"
#include "gui/widgets/pane_head.h"

class QLineEdit;

namespace runahead::gui {

class Button;

class RunTabs : public Panel {
  Q_OBJECT
 public:
  explicit RunTabs(RunList* runs, QWidget* parent = nullptr);
  /// Its name can be typed into the tab.
  void rename(RunId id);

 signals:
  void closeRequested(RunId id);
  void keepRequested(RunId id);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  class Tabs;
  class Box;
  class Cross;
  void follow();
  /// The longest form of the comparison that fits.
  void fit();
  int tabOf(RunId id) const;
  void showText(int tab, const RunList::Run& run);
  void showMenu(RunId id, const QPoint& at);
  void listAll();
  void finishName(bool take);

  RunList* m_runs;
  Tabs* m_tabs;
  QLineEdit* m_name;
  RunId m_named = kNone;  ///< the run whose name is typed
  Button* m_all;
  TextLabel* m_comparison;
  QStringList m_forms;
};

/// "13.0 ms", or what kept it from having a total: "running", "failed", "stopped"; "left": scheduled manually
/// up to somewhere, and not on show any more. Then where its record is, if not here. "–" where the end is not
/// to be told.
QString outcome(const RunList::Run& run, bool shown, bool tells);

/// "waits each takes 1.30 times as long as waits none", the slower one first, and a shorter form of it; of
/// live runs that were made once that this is no result; empty unless both runs did the same work, to its
/// end.
QStringList comparisonForms(const RunList::Run& one, const RunList::Run& other);

}  // namespace runahead::gui
