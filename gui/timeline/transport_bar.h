// SPDX-License-Identifier: GPL-3.0-or-later
// TransportBar: the buttons that move the cursor, with Play between back and forward.
// Not here: keys (window/window_keys.h), the speed (speed_box.h), time and overview (window/bottom_bar.h).
#pragma once

#include <QWidget>
#include <vector>

#include "gui/timeline/player.h"
#include "gui/view/view_state.h"
#include "gui/widgets/commands.h"

class QHBoxLayout;

namespace runahead::gui {

class Button;
class StepButton;

class TransportBar : public QWidget {
  Q_OBJECT
 public:
  TransportBar(ViewState* view, Player* player, const Commands* commands, QWidget* parent = nullptr);
  /// Small: narrow buttons, Play without its word. Roomy: with the pair for starts and ends of tasks.
  void arrange(bool isSmall, bool captioned, bool roomy);

 private:
  void add(const char* name, const char* icon, const QString& text, WindowCommand what);
  void follow();

  ViewState* m_view;
  Player* m_player;
  const Commands* m_commands;
  QHBoxLayout* m_row;
  std::vector<StepButton*> m_steps;
  std::vector<StepButton*> m_taskSteps;  ///< those of m_steps that need room
  Button* m_play;
};

}  // namespace runahead::gui
