// SPDX-License-Identifier: GPL-3.0-or-later
// ViewState: what all panes share, each in an object of its own: what is shown of the trace, the one cursor,
// the one time axis, the one selection, annotations, search. Not a model of the run: everything about the run
// is asked from the trace. Lives on the window's thread.
#pragma once

#include "gui/view/annotations.h"
#include "gui/view/search.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

class ViewState : public QObject {
  Q_OBJECT
 public:
  /// Fills the record, which outlives it, and does not hand it out.
  explicit ViewState(RecordedTrace* record, QObject* parent = nullptr);

  ShownTrace* shown() const { return m_shown; }
  Cursor* cursor() const { return m_cursor; }
  VisibleRange* visible() const { return m_visible; }
  Selection* selection() const { return m_selection; }
  Annotations* annotations() const { return m_annotations; }
  Search* search() const { return m_search; }

  /// keepView: a later snapshot of the same run; range, cursor and selection stay (or follow the end).
  /// Otherwise a new run: everything is reset, the axis fits the run and the cursor follows it. `index`: of
  /// this very trace; null: it is made here, which takes some ms for a hundred thousand tasks.
  void setTrace(const Trace& trace, bool keepView, std::shared_ptr<const LaneIndex> index = nullptr);
  /// Esc: what is selected goes first, then the search. False when there was nothing left to clear.
  bool clearOne();

 private:
  RecordedTrace* m_record;
  Cursor* m_cursor;
  ShownTrace* m_shown;
  VisibleRange* m_visible;
  Selection* m_selection;
  Annotations* m_annotations;
  Search* m_search;
};

}  // namespace runahead::gui
