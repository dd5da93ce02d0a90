// SPDX-License-Identifier: GPL-3.0-or-later
// The record, and the index of its lanes that grows with it.
#include "gui/view/recorded_trace.h"

#include <utility>

namespace runahead::gui {

void RecordedTrace::take(const Trace& trace, bool newRun, std::shared_ptr<const LaneIndex> index) {
  m_trace = trace;
  m_givenIndex = std::move(index);
  if (newRun || m_givenIndex) m_laneIndex.clear();
  if (!m_givenIndex) m_laneIndex.extend(m_trace);
}

}  // namespace runahead::gui
