// SPDX-License-Identifier: GPL-3.0-or-later
// RecordedTrace: all recorded events of a run, hidden future events too. Only for classes that move the
// cursor, keep the run or write it: a view does not hand it out, so a pane cannot read it.
#pragma once

#include <QObject>
#include <memory>

#include "core/trace/trace.h"
#include "gui/axis/lane_index.h"

namespace runahead::gui {

class RecordedTrace : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  const Trace& trace() const { return m_trace; }
  const LaneIndex& laneIndex() const { return m_givenIndex ? *m_givenIndex : m_laneIndex; }

 signals:
  void changed();

 private:
  friend class ViewState;  // whose parts take it in with it
  void take(const Trace& trace, bool newRun, std::shared_ptr<const LaneIndex> index);

  Trace m_trace;
  LaneIndex m_laneIndex;  ///< unless one was given
  std::shared_ptr<const LaneIndex> m_givenIndex;
};

}  // namespace runahead::gui
