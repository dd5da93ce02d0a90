// SPDX-License-Identifier: GPL-3.0-or-later
// Clamping and animating the range.
#include "gui/view/visible_range.h"

#include <algorithm>

namespace runahead::gui {

namespace {

/// Deeper zoom shows nothing: times are whole nanoseconds.
constexpr double kShortestNs = 20;
/// An empty run still has an axis.
constexpr double kEmptyNs = 1000;
/// While what comes is hidden: the shortest axis, and its least room beyond what is known.
constexpr double kHiddenNs = 50'000;
constexpr double kHiddenRoom = 1.1;

}  // namespace

VisibleRange::VisibleRange(const ShownTrace* shown, Cursor* cursor, QObject* parent)
    : QObject(parent), m_shown(shown), m_cursor(cursor) {
  m_animation.setStartValue(0.0);
  m_animation.setEndValue(1.0);
  m_animation.setEasingCurve(QEasingCurve::OutCubic);
  connect(&m_animation, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
    const double part = value.toDouble();
    apply(m_startFromNs + (m_askedFromNs - m_startFromNs) * part,
          m_startToNs + (m_askedToNs - m_startToNs) * part);
  });
  // What is to be seen may have become longer meanwhile.
  connect(&m_animation, &QVariantAnimation::finished, this, &VisibleRange::settle);
  // After `shown` has followed: it is connected before.
  connect(cursor, &Cursor::limitChanged, this, [this](bool anew) { anew && !moving() ? settle() : refit(); });
  connect(cursor, &Cursor::stepped, this, [this] { reveal(static_cast<double>(m_cursor->ns())); });
}

void VisibleRange::reset() {
  m_animation.stop();
  m_fitting = true;
}

void VisibleRange::refit() {
  if (m_fitting && !moving()) fitNow();
}

double VisibleRange::ownLimitNs() const {
  // An axis that grows in steps does not slide along under every event.
  if (m_shown->isCut())
    return roundAbove(std::max(kHiddenNs, static_cast<double>(m_cursor->knownNs()) * kHiddenRoom),
                      kRoundSteps);
  return std::max(static_cast<double>(m_shown->trace().end_ns()) * kMargin, kEmptyNs);
}

double VisibleRange::limitNs() const {
  return std::max(ownLimitNs(), m_extentToNs);
}

void VisibleRange::setExtent(double fromNs, double toNs) {
  m_extentFromNs = fromNs;
  m_extentToNs = toNs;
  if (!moving()) settle();
  m_cursor->setExtent(static_cast<std::int64_t>(fromNs), static_cast<std::int64_t>(toNs));
}

void VisibleRange::settle() {
  m_fitting ? fitNow() : apply(m_askedFromNs, m_askedToNs);
}

void VisibleRange::apply(double fromNs, double toNs) {
  const double limit = limitNs();
  const double length = std::clamp(toNs - fromNs, kShortestNs, limit - m_extentFromNs);
  if (toNs - fromNs < kShortestNs) fromNs = (fromNs + toNs - length) / 2;
  fromNs = std::clamp(fromNs, m_extentFromNs, limit - length);
  toNs = fromNs + length;
  if (fromNs == m_fromNs && toNs == m_toNs) return;
  m_fromNs = fromNs;
  m_toNs = toNs;
  emit changed();
}

void VisibleRange::fitNow() {
  apply(m_extentFromNs, limitNs());
}

void VisibleRange::set(double fromNs, double toNs) {
  m_animation.stop();
  m_fitting = false;
  m_askedFromNs = fromNs;
  m_askedToNs = toNs;
  apply(fromNs, toNs);
}

void VisibleRange::zoomTo(double fromNs, double toNs) {
  animateTo(fromNs, toNs, m_animationMs);
}

void VisibleRange::animateTo(double fromNs, double toNs, int ms) {
  if (ms == 0) return set(fromNs, toNs);
  m_animation.stop();
  m_fitting = false;
  m_askedFromNs = fromNs;
  m_askedToNs = toNs;
  m_startFromNs = m_fromNs;
  m_startToNs = m_toNs;
  m_animation.setDuration(ms);
  m_animation.start();
}

void VisibleRange::zoomAt(double ns, double factor) {
  const double from = aimedFromNs(), to = aimedToNs();
  const double limit = limitNs();
  const double length = std::clamp((to - from) / factor, kShortestNs, limit - m_extentFromNs);
  // The fraction of the range left of `ns` stays the same, and it does so all along the animation.
  const double part = (ns - from) / (to - from);
  const double target_from = std::clamp(ns - part * length, m_extentFromNs, limit - length);
  zoomTo(target_from, target_from + length);
  // All of it, also of what it is compared with afterwards.
  m_fitting = length >= limit - m_extentFromNs;
}

void VisibleRange::panBy(double ns) {
  ns = std::clamp(ns, m_extentFromNs - m_fromNs, std::max(limitNs() - m_toNs, m_extentFromNs - m_fromNs));
  set(m_fromNs + ns, m_toNs + ns);
}

void VisibleRange::fitAll() {
  zoomTo(m_extentFromNs, limitNs());
  m_fitting = true;
}

bool VisibleRange::inSight(double ns) const {
  const double from = aimedFromNs(), to = aimedToNs();
  const double margin = (to - from) * 0.04;
  return ns >= from + (from > m_extentFromNs ? margin : 0) && ns <= to - (to < limitNs() ? margin : 0);
}

void VisibleRange::reveal(double ns) {
  if (inSight(ns)) return;
  const double length = aimedToNs() - aimedFromNs();
  // A little to the left of the middle: what follows matters more than what was.
  const double from = std::clamp(ns - length * 0.4, m_extentFromNs, limitNs() - length);
  animateTo(from, from + length, m_animationMs * 3 / 4);
}

}  // namespace runahead::gui
