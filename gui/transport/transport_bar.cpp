// SPDX-License-Identifier: GPL-3.0-or-later
// Which buttons there are, and their two sizes.
// Not here: painting (step_button.cpp), where a step goes (axis/steps.cpp).
#include "gui/transport/transport_bar.h"

#include <functional>

#include "gui/transport/step_button.h"
#include "gui/widgets/button.h"
#include "gui/widgets/keys.h"
#include "gui/widgets/layout.h"

namespace runahead::gui {
namespace {

constexpr int kPlay_px = 104;
constexpr int kHeight_px = 40;

}  // namespace

struct TransportBar::Move {
  QString name;  ///< of the widget; the icon's too, in another spelling
  QString icon;
  QString what;
  WindowKey key;
  std::function<void()> go;
  bool needsRoom = false;
};

TransportBar::TransportBar(ViewState* view, Player* player, QWidget* parent)
    : QWidget(parent), m_view(view), m_player(player) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  m_row = rowIn(this, {}, 0);
  const auto step = [view](StepKind kind, int direction) {
    return [view, kind, direction] { view->step(kind, direction); };
  };
  add(m_row, {QStringLiteral("goToStart"), QStringLiteral("to-start"), tr("To the start of the run"),
              WindowKey::goToStart, [view] { view->goToStart(); }});
  add(m_row, {QStringLiteral("previousWait"), QStringLiteral("wait-back"),
              tr("Back to where a wait begins or ends"), WindowKey::previousWait, step(StepKind::wait, -1)});
  add(m_row, {QStringLiteral("previousTaskMoment"), QStringLiteral("task-back"),
              tr("Back to where a task starts or ends"), WindowKey::previousTaskMoment,
              step(StepKind::task, -1), true});
  add(m_row, {QStringLiteral("previousStatement"), QStringLiteral("statement-back"), tr("One statement back"),
              WindowKey::previousStatement, step(StepKind::statement, -1)});
  add(m_row, {QStringLiteral("previousEvent"), QStringLiteral("event-back"), tr("One event back"),
              WindowKey::previousEvent, step(StepKind::event, -1)});
  m_row->addSpacing(14);
  m_play = named(new Button(Button::Kind::ink, QStringLiteral("play"), tr("Play")), "play");
  m_play->setControlHeight(kHeight_px);
  connect(m_play, &QAbstractButton::clicked, player, &Player::toggle);
  m_row->addWidget(m_play);
  m_row->addSpacing(14);
  add(m_row, {QStringLiteral("nextEvent"), QStringLiteral("event-forward"), tr("One event forward"),
              WindowKey::nextEvent, step(StepKind::event, 1)});
  add(m_row, {QStringLiteral("nextStatement"), QStringLiteral("statement-forward"),
              tr("One statement forward"), WindowKey::nextStatement, step(StepKind::statement, 1)});
  add(m_row,
      {QStringLiteral("nextTaskMoment"), QStringLiteral("task-forward"),
       tr("On to where a task starts or ends"), WindowKey::nextTaskMoment, step(StepKind::task, 1), true});
  add(m_row, {QStringLiteral("nextWait"), QStringLiteral("wait-forward"),
              tr("On to where a wait begins or ends"), WindowKey::nextWait, step(StepKind::wait, 1)});
  add(m_row, {QStringLiteral("goToEnd"), QStringLiteral("to-end"), tr("To the end of the run"),
              WindowKey::goToEnd, [view] { view->goToEnd(); }});
  connect(view, &ViewState::traceChanged, this, &TransportBar::follow);
  connect(player, &Player::playingChanged, this, &TransportBar::follow);
  arrange(false, true, false);
  follow();
}

void TransportBar::add(QHBoxLayout* row, const Move& move) {
  auto* button = new StepButton(
      move.icon, move.what,
      keyText(move.key).replace(QLatin1String("Shift"), QStringLiteral("⇧")).replace(u'+', u' '));
  button->setObjectName(move.name);
  connect(button, &QAbstractButton::clicked, this, move.go);
  row->addWidget(button);
  m_steps.push_back(button);
  if (move.needsRoom) m_taskSteps.push_back(button);
}

void TransportBar::arrange(bool isSmall, bool captioned, bool roomy) {
  for (StepButton* button : m_steps) button->setArrangement(isSmall ? 34 : 44, captioned);
  for (StepButton* button : m_taskSteps) button->setVisible(roomy);
  m_play->setTextShown(!isSmall);
  m_play->setFixedWidth(isSmall ? kHeight_px + 4 : kPlay_px);
  follow();
}

void TransportBar::follow() {
  const bool any = m_view->hasRun();
  for (StepButton* button : m_steps) button->setEnabled(any);
  const bool playing = m_player->playing();
  m_play->setEnabled(any);
  m_play->setIconName(playing ? QStringLiteral("pause") : QStringLiteral("play"));
  m_play->setText(playing ? tr("Pause") : tr("Play"));
  m_play->setAccessibleName(m_play->text());
  m_play->setToolTip(playing ? tr("Pause (Space)") : tr("Play from the cursor (Space)"));
}

}  // namespace runahead::gui
