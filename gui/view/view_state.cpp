// SPDX-License-Identifier: GPL-3.0-or-later
// Who is made of whom, and in which order all take in another trace.
#include "gui/view/view_state.h"

#include <utility>

namespace runahead::gui {

ViewState::ViewState(RecordedTrace* record, QObject* parent)
    : QObject(parent),
      m_record(record),
      m_cursor(new Cursor(record, this)),
      m_shown(new ShownTrace(record, m_cursor, this)),
      m_visible(new VisibleRange(m_shown, m_cursor, this)),
      m_selection(new Selection(record, m_shown, m_cursor, m_visible, this)),
      m_annotations(new Annotations(m_cursor, this)),
      m_search(new Search(record, m_shown, m_selection, this)) {}

void ViewState::setTrace(const Trace& trace, bool keepView, std::shared_ptr<const LaneIndex> index) {
  const bool newRun = !keepView;
  m_record->take(trace, newRun, std::move(index));
  const bool moves = m_cursor->take(newRun);
  m_shown->take(newRun);
  m_search->take(newRun);
  if (newRun) {
    m_visible->reset();
    m_selection->reset();
  }
  // Only now do all parts fit the record: a receiver of any signal may read all of them.
  if (newRun) {
    emit m_selection->changed();
    m_annotations->setBookmarks({});
  }
  emit m_record->changed();
  emit m_shown->changed();
  m_visible->refit();
  if (moves) emit m_cursor->changed();
}

bool ViewState::clearOne() {
  if (m_selection->clearOne()) return true;
  if (m_search->text().isEmpty()) return false;
  m_search->setText(QString());
  return true;
}

}  // namespace runahead::gui
