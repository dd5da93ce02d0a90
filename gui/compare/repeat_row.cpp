// SPDX-License-Identifier: GPL-3.0-or-later
// Words, button and bar follow the repeater.
#include "gui/compare/repeat_row.h"

#include <QPainter>

#include "gui/compare/repeater.h"
#include "gui/theme/theme.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {
namespace {

constexpr int kSidePx = 14;
constexpr int kBarPx = 3;

}  // namespace

RepeatRow::RepeatRow(Repeater* repeater, QWidget* parent) : QWidget(parent), m_repeater(repeater) {
  setObjectName(QStringLiteral("repeatRow"));
  m_words = named(new TextLabel(uiFont(13), &Theme::text2), "repeatWords");
  m_words->setWrapped();
  m_button = new Button(Button::Kind::outline, {}, tr("Repeat in turn"));
  m_button->setObjectName(QStringLiteral("repeat"));
  m_button->setControlHeight(26);
  auto* row = rowIn(this, {kSidePx, 0, kSidePx, 10}, 10);
  row->addWidget(m_words, 1);
  row->addWidget(m_button, 0, Qt::AlignTop);
  connect(repeater, &Repeater::changed, this, &RepeatRow::follow);
  connect(m_button, &QAbstractButton::clicked, this, [this] {
    m_repeater->state() == Repeater::State::making ? m_repeater->stop() : m_repeater->start();
  });
  follow();
}

void RepeatRow::follow() {
  const Repeater::State state = m_repeater->state();
  const bool making = state == Repeater::State::making;
  m_words->setText(m_repeater->words());
  m_words->updateGeometry();
  m_button->say(making ? tr("Stop") : tr("Repeat in turn"));
  m_button->setToolTip(making ? tr("Rounds that are complete count, if there are three of them")
                              : tr("Three to nine rounds, for twenty seconds at most"));
  m_button->setVisible(making || state == Repeater::State::offered);
  setVisible(!m_repeater->words().isEmpty());
  update();
}

void RepeatRow::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.paper);
  if (m_repeater->state() != Repeater::State::making) return;
  const QRectF bar(kSidePx, height() - kBarPx - 2, width() - 2 * kSidePx, kBarPx);
  painter.fillRect(bar, theme.grid);
  painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * m_repeater->progress(), kBarPx)),
                   theme.running);
}

}  // namespace runahead::gui
