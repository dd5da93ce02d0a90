// SPDX-License-Identifier: GPL-3.0-or-later
// Stops into a session, and back: there runs have numbers of the file, here those of the list.
#include <QDataStream>
#include <QIODevice>
#include <algorithm>

#include "gui/lecture/lecture.h"
#include "gui/workbench/workbench.h"

namespace runahead::gui {

QByteArray Lecture::mark() const {
  QByteArray mark;
  QDataStream out(&mark, QIODevice::WriteOnly);
  for (const Stop& stop : m_stops) {
    const SessionStop& look = stop.look;
    out << stop.run << QList<int>(stop.compared.begin(), stop.compared.end());
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
    for (const SessionMoment& halt : look.halts) out << halt.seq << qint64{halt.time_ns};
  }
  return mark;
}

void Lecture::save(SessionToKeep& kept) const {
  const auto number = [&kept](int id) {
    const auto key = std::ranges::find(kept.keys, id, &RunKey::first);
    return key == kept.keys.end() ? kNone : static_cast<std::uint32_t>(key - kept.keys.begin());
  };
  // What a stop hides is the stop's; a session that is opened is at none.
  if (m_after && m_bench->view()->afterCursor() == m_after->stops)
    kept.session.state->after_cursor = static_cast<SessionAfterCursor>(m_after->own);
  for (const Stop& stop : m_stops) {
    SessionStop& entry = kept.session.state->stops.emplace_back(stop.look);
    entry.run = number(stop.run);
    for (const int id : stop.compared) {
      if (const std::uint32_t run = number(id); run != kNone) entry.compared.push_back(run);
    }
  }
}

void Lecture::restore(const SessionFile& file, std::span<const int> ids) {
  clear();
  if (!file.state) return;
  for (const SessionStop& entry : file.state->stops) {
    Stop& stop = m_stops.emplace_back();
    stop.look = entry;
    stop.look.run = kNone;
    stop.look.compared.clear();
    if (entry.run != kNone) stop.run = ids[entry.run];
    for (const std::uint32_t run : entry.compared) stop.compared.push_back(ids[run]);
  }
  emit changed();
  emit moved();
}

void Lecture::clear() {
  m_changes.clear();
  leaveAfter();
  m_stops.clear();
  m_at = {};
  emit changed();
  emit moved();
}

}  // namespace runahead::gui
