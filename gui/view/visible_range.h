// SPDX-License-Identifier: GPL-3.0-or-later
// VisibleRange: the part of the one time axis that all panes show: zooming, panning, fitting, and following
// the cursor. Not here: pixels (axis/time_axis.h), the wheel (shared_axis.h).
#pragma once

#include <QVariantAnimation>

#include "gui/view/shown_trace.h"

namespace runahead::gui {

class VisibleRange : public QObject {
  Q_OBJECT
 public:
  VisibleRange(const ShownTrace* shown, Cursor* cursor, QObject* parent = nullptr);

  double fromNs() const { return m_fromNs; }
  double toNs() const { return m_toNs; }
  double lengthNs() const { return m_toNs - m_fromNs; }
  /// At once, clamped to the run (with a margin) and to at least a few ns. Ends the fitting.
  void set(double fromNs, double toNs);
  /// Like set(), over 160 ms; a further call starts from where the first one stands.
  void zoomTo(double fromNs, double toNs);
  /// factor > 1 shows more detail; the time at `ns` stays where it is.
  void zoomAt(double ns, double factor);
  void panBy(double ns);
  /// The whole run, and its growth while it goes on.
  void fitAll();
  /// Or on the way into sight, and not at the very border unless the run ends there.
  bool inSight(double ns) const;
  /// Pans, without zooming, until `ns` is in sight, over 120 ms.
  void reveal(double ns);
  /// Whether it keeps fitting the run while that grows.
  bool fitting() const { return m_fitting; }
  /// The axis covers this, besides the run, and the cursor's time may be anywhere in it: a run beside this
  /// one begins before or ends after it. (0, 0): the run alone. While fitting, this is fitted.
  void setExtent(double fromNs, double toNs);
  /// Where the axis of this run alone ends. While what comes is hidden: at a round time, farther than the
  /// cursor has come since, and nothing of the run decides how far.
  double ownLimitNs() const;
  /// Of an axis to the length of its run: free room, so that its last moment is not cut by the border.
  static constexpr double kMargin = 1.035;
  /// Of a zoom: 160 by default; 0 under reduced motion: every change is then immediate.
  void setAnimationMs(int ms) { m_animationMs = ms; }

 signals:
  void changed();

 private:
  friend class ViewState;
  /// Another run is fitted.
  void reset();
  /// What is fitted, unless it is on the way somewhere.
  void refit();
  void animateTo(double fromNs, double toNs, int ms);
  void apply(double fromNs, double toNs);
  void fitNow();
  /// As it was asked for, as far as the extent allows.
  void settle();
  bool moving() const { return m_animation.state() == QAbstractAnimation::Running; }
  /// What is visible, or will be when nothing moves any more.
  double aimedFromNs() const { return moving() ? m_askedFromNs : m_fromNs; }
  double aimedToNs() const { return moving() ? m_askedToNs : m_toNs; }
  double limitNs() const;

  const ShownTrace* m_shown;
  Cursor* m_cursor;
  double m_fromNs = 0;
  double m_toNs = 1000;
  /// What was asked for, or is on the way to: the extent may allow a part only, until it grows.
  double m_askedFromNs = 0, m_askedToNs = 0;
  double m_extentFromNs = 0, m_extentToNs = 0;
  bool m_fitting = true;
  int m_animationMs = 160;
  QVariantAnimation m_animation;
  double m_startFromNs = 0, m_startToNs = 0;
};

}  // namespace runahead::gui
