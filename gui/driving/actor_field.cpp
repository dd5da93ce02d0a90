// SPDX-License-Identifier: GPL-3.0-or-later
// Places and fills the parts of ActorField. Its width is the strip's, whatever it says: nothing moves while
// one drives. Not here: the strip (driving_strip.cpp).
#include "gui/driving/actor_field.h"

#include <QMenu>

#include "gui/widgets/button.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {
namespace {

constexpr int kOthersPx = 26;
constexpr int kGapPx = 3;
constexpr qsizetype kMostInMenu = 24;

}  // namespace

void addChoices(QMenu* menu, const std::vector<Choice>& choices, const QStringList& texts,
                const std::function<void(const Choice&)>& choose) {
  const qsizetype shown = qMin(texts.size(), kMostInMenu);
  for (qsizetype i = 0; i < shown; ++i) {
    const Choice choice = choices[static_cast<std::size_t>(i)];
    QObject::connect(menu->addAction(texts[i]), &QAction::triggered, menu, [=] { choose(choice); });
  }
  if (shown < texts.size()) {
    menu->addAction(ActorField::tr("and %1 more").arg(texts.size() - shown))->setEnabled(false);
  }
}

ActorField::ActorField(QWidget* parent) : QWidget(parent) {
  m_name = new TextLabel(uiFont(12), &Theme::text2, {}, this);
  m_reason = new TextLabel(uiFont(13), &Theme::text2, {}, this);
  m_act = new Button(Button::Kind::outline, {}, {}, this);
  m_others = new Button(Button::Kind::outline, QStringLiteral("chevron-down"), {}, this);
  m_others->setAccessibleName(tr("Other tasks that are ready"));
  m_others->setToolTip(tr("Other tasks that are ready"));
  connect(m_act, &QAbstractButton::clicked, this, [this] {
    if (!m_choices.empty()) emit chosen(m_choices.front());
  });
  connect(m_others, &QAbstractButton::clicked, this, &ActorField::openChoices);
}

void ActorField::setActor(const Actor& actor, const Trace& trace, const QStringList& listing,
                          const QString& key) {
  m_choices = actor.choices;
  m_texts.clear();
  for (const Choice& choice : m_choices) m_texts << choiceText(trace, choice, listing);
  m_key = key;
  m_name->setText(actor.name);
  m_reason->setText(actor.reason);
  setAccessibleName(QStringLiteral("%1: %2").arg(actor.name, m_texts.value(0, actor.reason)));
  setKnown(true);
  place();
}

void ActorField::setKnown(bool known) {
  m_act->setEnabled(known);
  m_others->setEnabled(known);
}

void ActorField::setLow(bool low) {
  m_low = low;
  place();
}

void ActorField::place() {
  const int top = m_low ? 19 : 23, height = m_low ? 26 : 30;
  const bool acts = !m_choices.empty(), chooses = m_choices.size() > 1;
  m_name->setGeometry(0, m_low ? 3 : 5, width(), 15);
  m_reason->setGeometry(0, top, width(), height);
  m_reason->setVisible(!acts);
  const int room = width() - (chooses ? kOthersPx + kGapPx : 0);
  m_act->setVisible(acts);
  m_act->setGeometry(0, top, room, height);
  m_others->setVisible(chooses);
  m_others->setGeometry(room + kGapPx, top, kOthersPx, height);
  if (!acts) return;
  const QString& text = m_texts.front();
  const QFontMetrics metrics(uiFont(14, QFont::Medium));
  const int words = metrics.horizontalAdvance(text), borders = 2 * 10;
  const bool fits = words + borders + 8 + keyCapWidth(m_key) <= room;
  m_act->setKeyHint(fits ? m_key : QString());
  m_act->setText(metrics.elidedText(text, Qt::ElideRight, room - borders));
  m_act->setAccessibleName(text);
  m_act->setToolTip(m_key.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, m_key));
}

void ActorField::openChoices() {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  addChoices(menu, m_choices, m_texts, [this](const Choice& choice) { emit chosen(choice); });
  menu->popup(mapToGlobal(QPoint(0, height())));
}

void ActorField::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  place();
}

}  // namespace runahead::gui
