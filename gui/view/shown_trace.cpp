// SPDX-License-Identifier: GPL-3.0-or-later
// Cutting the record at a cursor that hides what comes, and what is kept beside the trace for the panes.
#include "gui/view/shown_trace.h"

namespace runahead::gui {

ShownTrace::ShownTrace(const RecordedTrace* record, const Cursor* cursor, QObject* parent)
    : QObject(parent), m_record(record), m_cursor(cursor) {
  connect(cursor, &Cursor::limitChanged, this, [this] {
    cut();
    emit changed();
  });
}

void ShownTrace::take(bool newRun) {
  const Trace& all = m_record->trace();
  if (newRun || all.memory() != m_rangedMemory) {
    m_rangedMemory = all.memory();
    m_wholeRange = CounterRange{};
    m_rangedTo = 0;
  }
  m_wholeRange.include(all.counter_range(m_rangedTo, all.size()));
  m_rangedTo = all.size();
  cut();
}

void ShownTrace::cut() {
  const Trace& all = m_record->trace();
  m_columnPx = 0;
  m_cutRange.reset();
  m_cut.reset();
  if (m_cursor->hidesFuture() && m_cursor->seq() < all.size()) m_cut = all.until(m_cursor->seq());
}

bool ShownTrace::tellsEnd() const {
  return !m_cursor->hidesFuture() || (!isCut() && hasRun() && trace().finished());
}

const CounterRange& ShownTrace::wholeRange() const {
  if (!m_cut) return m_wholeRange;
  if (!m_cutRange) m_cutRange = m_cut->counter_range(0, m_cut->size());
  return *m_cutRange;
}

const CounterColumns& ShownTrace::counterColumns(const TimeAxis& axis, double column_px) const {
  if (m_columnPx != column_px || !(m_columnsAxis == axis)) {
    m_columns = reduceCounters(trace(), axis, column_px, endNs());
    m_columnsAxis = axis;
    m_columnPx = column_px;
  }
  return m_columns;
}

void ShownTrace::setListing(const QStringList& lines) {
  if (lines == m_listing) return;
  m_listing = lines;
  emit changed();
}

}  // namespace runahead::gui
