// SPDX-License-Identifier: GPL-3.0-or-later
// ListingPane: the scenario's program in a framework's call names, and at the cursor: where the frontend is,
// which lines have issued or recorded work, wait, are done, or did nothing that was needed; the waits of the
// next run, and break-points. Listings are resources, named <id>.<framework>.py. Not here: the fold
// (line_fold.h), the waits' meaning (line_waits.h), the text view (code_view.h).
#pragma once

#include <QTimer>
#include <QWidget>

#include "gui/listing/line_fold.h"
#include "gui/listing/line_waits.h"
#include "gui/view/view_state.h"

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
  void setFramework(const QString& framework);
  /// Whose names are shown: the chosen one's, or another's where the scenario lacks them; "" without a
  /// listing.
  QString framework() const;
  /// Waits of the next run beside those of the run on show; one for each line.
  void setWaits(std::vector<LineWait> waits);
  int lines() const;
  void setDense(bool dense);
  /// Whether at() of every line is that of the cursor; false while a long way is still being folded.
  bool upToDate() const { return m_upToDate; }

 signals:
  void frameworkChanged(const QString& framework);
  /// The user wants a wait at the line, or the one that is there away.
  void waitToggled(int line);

 private:
  class Legend;
  void load();
  void refresh();
  void openMenu(int line, QPoint global);

  ViewState* m_view;
  PaneHead* m_head;
  SegmentedControl* m_frameworks;
  CodeView* m_code;
  Legend* m_legend;
  TextLabel* m_empty;
  QString m_scenario;
  QString m_framework = QStringLiteral("mxnet");
  LineFold m_fold;
  QTimer m_refresh;
  bool m_upToDate = true;
  bool m_dense = false;
};

/// The program of a scenario as a resource has it; empty when there is none.
QString listingText(const QString& scenario, const QString& framework);

}  // namespace runahead::gui
