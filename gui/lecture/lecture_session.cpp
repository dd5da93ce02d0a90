// SPDX-License-Identifier: GPL-3.0-or-later
// Slides into a session, and back: there runs have numbers of the file, here those of the list.
#include <algorithm>

#include "gui/lecture/lecture.h"
#include "gui/session/workbench.h"

namespace runahead::gui {

void Lecture::save(SessionToRecover& kept) const {
  const auto number = [&kept](RunId id) {
    const auto key = std::ranges::find(kept.keys, id, &RunKey::first);
    return key == kept.keys.end() ? kNone : static_cast<RunId>(key - kept.keys.begin());
  };
  // What a slide hides is the slide's; a session that is opened is at none.
  if (m_after && m_bench->view()->cursor()->futureVisibility() == m_after->slides)
    kept.session.state->after_cursor = m_after->own;
  for (const Slide& slide : m_slides) renumber(kept.session.state->slides.emplace_back(slide), number);
}

void Lecture::restore(const SessionFile& file, std::span<const RunId> ids) {
  clear();
  if (!file.state) return;
  m_slides = file.state->slides;
  for (Slide& slide : m_slides) renumber(slide, [&ids](RunId run) { return ids[run]; });
  m_revision.change(m_slides);
  emit changed();
  emit moved();
}

void Lecture::clear() {
  m_changes.clear();
  leaveAfter();
  m_slides.clear();
  m_revision.change(m_slides);
  m_at = {};
  emit changed();
  emit moved();
}

}  // namespace runahead::gui
