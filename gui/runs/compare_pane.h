// SPDX-License-Identifier: GPL-3.0-or-later
// ComparePane: the timelines of the compared runs under one another, on one scale, with one cursor, aligned
// at the start, at a mark, or at the end. Zooming and pointing in any of them moves all. Not here: which runs
// those are (runs/run_list.h), their numbers (difference_pane.h).
#pragma once

#include <QWidget>
#include <map>
#include <utility>
#include <vector>

#include "gui/runs/run_list.h"
#include "gui/timeline/chart_pane.h"
#include "gui/view/view_state.h"

class QComboBox;
class QScrollArea;
class QScrollBar;
class QVBoxLayout;

namespace runahead::gui {

class PaneHead;
class RunHead;
class SegmentedControl;
class TimelineView;

class ComparePane : public QWidget {
  Q_OBJECT
 public:
  /// `first` is the view of the run on show.
  ComparePane(ViewState* first, RunList* runs, QWidget* parent = nullptr);

  /// One of the compared runs, in the order of their letters.
  struct Part {
    RunId id;
    ViewState* view;
    RunHead* head;
    TimelineView* timeline;
    double shiftNs = 0;  ///< to be added to its times, so that it is aligned with the first
  };
  const std::vector<Part>& parts() const { return m_parts; }
  /// As TimelineView has it; magnified, it stands in front of a class, and nothing in it is to be set.
  void setMagnification(double magnification);
  /// As TimelineView has it.
  void setLow(bool low);
  /// All of them are to be seen in that height: each gets as low as it must.
  void fitInto(int height);
  /// For the charts: the letter of the run on show, -1 while nothing is compared, and the other runs.
  int ownLetter() const;
  std::vector<Companion> companions() const;
  /// Whether the end of each of them may be told.
  bool tellsEnds() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 signals:
  /// Comparing has begun or ended, or other runs take part.
  void partsChanged();
  /// It wants another height.
  void heightHintChanged();
  /// The one ruler says so much more than the time of the run on show; 0 when nothing is compared any more.
  void rulerMoved(qint64 ns);

 private:
  void magnify(const Part& part) const;
  void follow();
  void rebuild(const std::vector<const RunList::Run*>& runs);
  void offerMarks();
  /// What the list says.
  void showAlignment();
  Alignment alignment() const;
  void align();
  /// Heads stay in sight as long as any of their run's lanes do.
  void placeHeads();
  std::vector<std::int64_t> shiftsOf(const std::vector<Trace>& traces) const;
  /// All others go where this one is.
  void lead(const ViewState* view);
  /// The axis of each covers all of them.
  void extend();
  ViewState* viewOf(RunId id);

  ViewState* m_first;
  RunList* m_runs;
  PaneHead* m_head;
  SegmentedControl* m_align;
  QComboBox* m_mark;
  QScrollArea* m_scroll;
  QScrollBar* m_bar;
  QWidget* m_stack;
  QVBoxLayout* m_column;
  std::vector<Part> m_parts;
  struct Own {
    RecordedTrace* record;
    ViewState* view;
  };
  std::map<RunId, Own> m_own;  ///< of the runs that are not on show
  RunId m_shown = kNone;
  std::pair<Alignment, QString> m_aligned;  ///< by the last align()
  double m_magnification = 1;
  bool m_low = false;
  bool m_tight = false;
  bool m_linking = false;
  bool m_again = false;  ///< align() was due while they were linked
};

}  // namespace runahead::gui
