// SPDX-License-Identifier: GPL-3.0-or-later
// Moving the cursor, and how far the run is known by it. Not here: mouse and keys (timeline/, window/).
#include "gui/view/cursor.h"

#include <algorithm>

namespace runahead::gui {

Cursor::Cursor(const RecordedTrace* record, QObject* parent) : QObject(parent), m_record(record) {}

bool Cursor::take(bool newRun) {
  const Trace& trace = m_record->trace();
  m_told.reset();
  // What comes is hidden for a prediction, so a new run begins with nothing in sight.
  if (newRun) m_followEnd = !hidesFuture();
  const bool moves = m_followEnd || newRun || m_seq > trace.size();
  if (moves) {
    const bool toStart = newRun && !m_followEnd;
    m_seq = toStart ? 0 : trace.size();
    m_ns = toStart ? 0 : trace.end_ns();
    if (newRun) m_knownNs = 0;
  }
  extendKnown();
  return moves;
}

void Cursor::extendKnown() {
  if (hidesFuture()) m_knownNs = std::max(m_knownNs, m_ns);
}

void Cursor::setKnown(std::int64_t ns) {
  m_knownNs = std::max(ns, m_ns);
}

void Cursor::setExtent(std::int64_t fromNs, std::int64_t toNs) {
  m_extentFromNs = fromNs;
  m_extentToNs = toNs;
  const std::int64_t ns = fitted(m_ns);
  if (ns != m_ns) place(m_record->trace().first_after(ns), ns);
}

std::int64_t Cursor::fitted(std::int64_t ns) const {
  return std::clamp(ns, m_extentFromNs, std::max(m_record->trace().end_ns(), m_extentToNs));
}

void Cursor::place(Seq seq, std::int64_t ns) {
  if (seq == m_seq && ns == m_ns) return;
  m_told.reset();
  m_seq = seq;
  m_ns = ns;
  extendKnown();
  if (hidesFuture()) emit limitChanged(false);
  emit changed();
}

void Cursor::set(Seq seq) {
  const Trace& trace = m_record->trace();
  m_followEnd = false;
  seq = std::min(seq, trace.size());
  place(seq, seq == 0 ? 0 : trace.time_ns(seq - 1));
}

void Cursor::setTime(std::int64_t ns) {
  m_followEnd = false;
  ns = fitted(ns);
  place(m_record->trace().first_after(ns), ns);
}

void Cursor::restore(Seq seq, std::int64_t ns) {
  m_followEnd = false;
  m_knownNs = ns;
  place(std::min(seq, m_record->trace().size()), ns);
}

void Cursor::setFollowEnd(bool follow) {
  m_followEnd = follow;
  if (follow) place(m_record->trace().size(), m_record->trace().end_ns());
}

void Cursor::setTold(Seq told) {
  m_told = std::min(told, m_record->trace().size());
  emit toldChanged();
}

Seq Cursor::stepOrigin(int direction) const {
  const Trace& trace = m_record->trace();
  const std::int64_t ns = m_seq == 0 ? 0 : trace.time_ns(m_seq - 1);
  return direction < 0 && m_seq < trace.size() && m_ns > ns ? m_seq + 1 : m_seq;
}

void Cursor::stepTo(Seq seq) {
  set(seq);
  emit stepped();
}

void Cursor::step(StepKind kind, int direction) {
  stepTo(stepFrom(m_record->trace(), stepOrigin(direction), kind, direction));
}

bool Cursor::stepToLine(const std::set<int>& lines, int direction) {
  const auto found = gui::stepToLine(m_record->trace(), stepOrigin(direction), lines, direction);
  if (found) stepTo(*found);
  return found.has_value();
}

void Cursor::goToStart() {
  m_knownNs = 0;  // hiding future events begins anew
  stepTo(0);
}

void Cursor::goToEnd() {
  setFollowEnd(true);
  emit stepped();
}

void Cursor::setFutureVisibility(FutureVisibility visibility) {
  if (visibility == m_futureVisibility) return;
  const bool hid = hidesFuture();
  m_futureVisibility = visibility;
  m_knownNs = 0;
  extendKnown();
  if (hid || hidesFuture()) emit limitChanged(true);
  emit futureVisibilityChanged();
}

}  // namespace runahead::gui
