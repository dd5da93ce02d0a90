// SPDX-License-Identifier: GPL-3.0-or-later
// ShownTrace: what panes may show of a run: all of it, or, while future events are hidden, the trace as it
// was at the cursor. Panes draw, count and speak from this alone, so nothing tells what comes.
#pragma once

#include <QStringList>

#include "gui/axis/counter_columns.h"
#include "gui/view/cursor.h"

namespace runahead::gui {

class ShownTrace : public QObject {
  Q_OBJECT
 public:
  ShownTrace(const RecordedTrace* record, const Cursor* cursor, QObject* parent = nullptr);

  const Trace& trace() const { return m_cut ? *m_cut : m_record->trace(); }
  bool hasRun() const { return m_record->trace().size() > 0; }
  /// More is recorded than trace() has.
  bool isCut() const { return m_cut.has_value(); }
  /// Whether what is known when the run has ended may be told: totals, the model, the book's numbers.
  bool tellsEnd() const;
  /// Where bars end whose end is not in trace().
  std::int64_t endNs() const { return m_cut ? m_cursor->ns() : trace().end_ns(); }
  /// Of the counters over all of trace(): what the charts' scales are made for.
  const CounterRange& wholeRange() const;
  /// The counters over an axis, kept until trace or axis change: both charts ask for the same.
  const CounterColumns& counterColumns(const TimeAxis& axis, double column_px) const;
  /// Of the whole run. Read it through the bars of trace() (axis/bars.h), which end with it.
  const LaneIndex& laneIndex() const { return m_record->laneIndex(); }
  /// The lines of the program that runs, for the labels of statements; line 1 first. Empty: numbers only.
  const QStringList& listing() const { return m_listing; }
  void setListing(const QStringList& lines);

 signals:
  /// With the record, and, while future events are hidden, with the cursor.
  void changed();

 private:
  friend class ViewState;
  void take(bool newRun);
  void cut();

  const RecordedTrace* m_record;
  const Cursor* m_cursor;
  std::optional<Trace> m_cut;  ///< trace(), where it is not all
  CounterRange m_wholeRange;
  MemoryId m_rangedMemory = kHostMemory;  ///< that it is about
  Seq m_rangedTo = 0;
  mutable std::optional<CounterRange> m_cutRange;
  mutable CounterColumns m_columns;
  mutable TimeAxis m_columnsAxis;
  mutable double m_columnPx = 0;  // 0: m_columns are out of date
  QStringList m_listing;
};

}  // namespace runahead::gui
