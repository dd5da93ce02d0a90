// SPDX-License-Identifier: GPL-3.0-or-later
// BottomBar: the transport, the time at the cursor and its place among the events, the speed of playing, what
// is drawn after the cursor, and the whole run in a strip.
// Not here: the transport's buttons (transport/), the strip (timeline/overview_view.h), keys
// (view_commands.cpp).
#pragma once

#include "gui/view/view_state.h"
#include "gui/widgets/commands.h"
#include "gui/widgets/pane_head.h"

namespace runahead::gui {

class Button;
class GoToLine;
class Player;
class SegmentedControl;
class SpeedBox;
class TransportBar;

class BottomBar : public Panel {
  Q_OBJECT
 public:
  BottomBar(ViewState* view, Player* player, const Commands* commands, QWidget* parent = nullptr);

  /// A field for the number of a line, above the bar.
  void openGoToLine();
  /// For a narrow window, and for a low one.
  void arrange(bool narrow, bool low);
  Player* player() const { return m_player; }
  /// The ruler is another run's, and says so much more: one moment is said as one time.
  void setRulerAhead(qint64 ns);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  class Readout;
  QWidget* futureVisibilityField();
  void followFutureVisibility();

  ViewState* m_view;
  Player* m_player;
  TransportBar* m_transport;
  Readout* m_readout;
  SpeedBox* m_speed;
  QWidget* m_afterField;
  SegmentedControl* m_after;
  Button* m_afterButton;  ///< instead of m_afterField where there is no room
  GoToLine* m_goToLine = nullptr;
  bool m_narrow = false;
  bool m_low = false;
};

}  // namespace runahead::gui
