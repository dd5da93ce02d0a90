// SPDX-License-Identifier: GPL-3.0-or-later
// Which buttons there are, and their two sizes.
// Not here: where a step goes (axis/steps.cpp).
#include "gui/timeline/transport_bar.h"

#include <QAbstractButton>

#include "gui/widgets/button.h"
#include "gui/widgets/icons.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr int kPlay_px = 104;
constexpr int kHeight_px = 40;
constexpr int kIcon_px = 20;

}  // namespace

/// An icon with the key that does the same written under it. Held down, it repeats.
/// Not for anything but the transport: other buttons are widgets/button.h.
class StepButton : public QAbstractButton {
 public:
  StepButton(const QString& icon, const QString& what, const QString& key, QWidget* parent = nullptr)
      : QAbstractButton(parent), m_icon(icon), m_key(key) {
    setAccessibleName(what);
    setToolTip(TransportBar::tr("%1 (%2)").arg(what, key));
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    setAutoRepeat(true);
    setAutoRepeatInterval(33);
  }
  void setArrangement(int width_px, bool captioned) {
    m_width_px = width_px;
    m_captioned = captioned;
    updateGeometry();
    update();
  }

  QSize sizeHint() const override { return {m_width_px, 44}; }
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = currentTheme();
    SmoothPainter painter(this);
    const QRectF frame = QRectF(rect()).adjusted(1, 0.5, -1, -0.5);
    if (isEnabled() && (isDown() || underMouse())) {
      paintBox(painter, frame, Qt::NoPen, isDown() ? theme.edge : theme.selectedRow, 5);
    }
    const double top = m_captioned ? 4 : (height() - kIcon_px) / 2.0;
    paintIcon(painter, QRectF((width() - kIcon_px) / 2.0, top, kIcon_px, kIcon_px), m_icon,
              isEnabled() ? theme.text : theme.text3);
    if (m_captioned) {
      paintText(painter, QRectF(-4, top + kIcon_px, width() + 8, height() - top - kIcon_px), Qt::AlignCenter,
                uiFont(12), isEnabled() ? theme.text2 : theme.text3, m_key);
    }
    if (hasFocus()) paintFocus(painter, frame, 0.8, 4);
  }

 private:
  QString m_icon;
  QString m_key;
  int m_width_px = 44;
  bool m_captioned = true;
};

TransportBar::TransportBar(ViewState* view, Player* player, const Commands* commands, QWidget* parent)
    : QWidget(parent), m_view(view), m_player(player), m_commands(commands) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  m_row = rowIn(this, {}, 0);
  add("goToStart", "to-start", tr("To the start of the run"), WindowCommand::goToStart);
  add("previousWait", "wait-back", tr("Back to where a wait begins or ends"), WindowCommand::previousWait);
  add("previousTaskMoment", "task-back", tr("Back to where a task starts or ends"),
      WindowCommand::previousTaskMoment);
  add("previousStatement", "statement-back", tr("One statement back"), WindowCommand::previousStatement);
  add("previousEvent", "event-back", tr("One event back"), WindowCommand::previousEvent);
  m_row->addSpacing(14);
  m_play = into(m_row, named(new Button(Button::Kind::ink, QStringLiteral("play"), tr("Play")), "play"));
  m_play->setControlHeight(kHeight_px);
  connect(m_play, &QAbstractButton::clicked, m_commands->action(WindowCommand::play), &QAction::trigger);
  m_row->addSpacing(14);
  add("nextEvent", "event-forward", tr("One event forward"), WindowCommand::nextEvent);
  add("nextStatement", "statement-forward", tr("One statement forward"), WindowCommand::nextStatement);
  add("nextTaskMoment", "task-forward", tr("On to where a task starts or ends"),
      WindowCommand::nextTaskMoment);
  add("nextWait", "wait-forward", tr("On to where a wait begins or ends"), WindowCommand::nextWait);
  add("goToEnd", "to-end", tr("To the end of the run"), WindowCommand::goToEnd);
  connect(view->shown(), &ShownTrace::changed, this, &TransportBar::follow);
  connect(player, &Player::playingChanged, this, &TransportBar::follow);
  arrange(false, true, false);
  follow();
}

void TransportBar::add(const char* name, const char* icon, const QString& text, WindowCommand what) {
  const QString cap = keyText(what).replace(QLatin1String("Shift"), QStringLiteral("⇧")).replace(u'+', u' ');
  auto* button = into(m_row, named(new StepButton(QLatin1String(icon), text, cap), name));
  connect(button, &QAbstractButton::clicked, m_commands->action(what), &QAction::trigger);
  m_steps.push_back(button);
  const bool rare = what == WindowCommand::previousTaskMoment || what == WindowCommand::nextTaskMoment;
  if (rare) m_taskSteps.push_back(button);
}

void TransportBar::arrange(bool isSmall, bool captioned, bool roomy) {
  for (StepButton* button : m_steps) button->setArrangement(isSmall ? 34 : 44, captioned);
  for (StepButton* button : m_taskSteps) button->setVisible(roomy);
  m_play->setTextShown(!isSmall);
  m_play->setFixedWidth(isSmall ? kHeight_px + 4 : kPlay_px);
  follow();
}

void TransportBar::follow() {
  const bool any = m_view->shown()->hasRun();
  for (StepButton* button : m_steps) button->setEnabled(any);
  const bool playing = m_player->playing();
  m_play->setEnabled(any);
  m_play->setIconName(playing ? QStringLiteral("pause") : QStringLiteral("play"));
  m_play->say(playing ? tr("Pause") : tr("Play"));
  m_play->setToolTip(playing ? tr("Pause (Space)") : tr("Play from the cursor (Space)"));
}

}  // namespace runahead::gui
