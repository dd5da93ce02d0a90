// SPDX-License-Identifier: GPL-3.0-or-later
// Slides into a session, and back: there runs have numbers of the file, here those of the list.
#include <QDataStream>
#include <QIODevice>
#include <algorithm>

#include "gui/lecture/lecture.h"
#include "gui/workbench/workbench.h"

namespace runahead::gui {

QByteArray Lecture::mark() const {
  QByteArray mark;
  QDataStream out(&mark, QIODevice::WriteOnly);
  for (const Slide& slide : m_slides) {
    const SessionSlide& look = slide.look;
    out << slide.run << QList<int>(slide.compared.begin(), slide.compared.end());
    out << static_cast<int>(look.aligned) << static_cast<int>(look.after_cursor) << look.selected;
    for (const std::string* text : {&look.name, &look.mark, &look.words, &look.notes})
      out << QByteArray::fromStdString(*text);
    out << look.charts.pending << look.charts.memory << static_cast<int>(look.theme);
    if (look.visible_ns) out << qint64{look.visible_ns->first} << qint64{look.visible_ns->second};
    if (const auto& asked = look.question) {
      out << static_cast<int>(asked->kind) << asked->right << QByteArray::fromStdString(asked->text)
          << QByteArray::fromStdString(asked->why);
      if (const auto& at = asked->answer)
        out << static_cast<int>(at->form) << qint64{at->value} << at->at.seq << qint64{at->at.time_ns};
      for (const std::string& option : asked->options) out << QByteArray::fromStdString(option);
    }
    for (const SessionMoment& step : look.steps) out << step.seq << qint64{step.time_ns};
  }
  return mark;
}

void Lecture::save(SessionToRecover& kept) const {
  const auto number = [&kept](int id) {
    const auto key = std::ranges::find(kept.keys, id, &RunKey::first);
    return key == kept.keys.end() ? kNone : static_cast<std::uint32_t>(key - kept.keys.begin());
  };
  // What a slide hides is the slide's; a session that is opened is at none.
  if (m_after && m_bench->view()->futureVisibility() == m_after->slides)
    kept.session.state->after_cursor = static_cast<SessionFutureVisibility>(m_after->own);
  for (const Slide& slide : m_slides) {
    SessionSlide& entry = kept.session.state->slides.emplace_back(slide.look);
    entry.run = number(slide.run);
    for (const int id : slide.compared) {
      if (const std::uint32_t run = number(id); run != kNone) entry.compared.push_back(run);
    }
  }
}

void Lecture::restore(const SessionFile& file, std::span<const int> ids) {
  clear();
  if (!file.state) return;
  for (const SessionSlide& entry : file.state->slides) {
    Slide& slide = m_slides.emplace_back();
    slide.look = entry;
    slide.look.run = kNone;
    slide.look.compared.clear();
    if (entry.run != kNone) slide.run = ids[entry.run];
    for (const std::uint32_t run : entry.compared) slide.compared.push_back(ids[run]);
  }
  emit changed();
  emit moved();
}

void Lecture::clear() {
  m_changes.clear();
  leaveAfter();
  m_slides.clear();
  m_at = {};
  emit changed();
  emit moved();
}

}  // namespace runahead::gui
