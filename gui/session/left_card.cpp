// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of LeftCard: a row for each session.
// Not here: any list longer than KeptSession::kMostLeft; older ones are not kept.
#include "gui/session/left_card.h"

#include <QDate>
#include <QPainter>
#include <QVBoxLayout>

#include "gui/widgets/button.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {
namespace {

constexpr int kBelowPx = 10;  ///< to the next card, as long as there is this one

QString timeOf(const QDateTime& when) {
  const QString time = when.toString(QStringLiteral("HH:mm"));
  if (when.date() == QDate::currentDate()) return LeftCard::tr("today, %1").arg(time);
  return QStringLiteral("%1, %2").arg(when.toString(QStringLiteral("yyyy-MM-dd")), time);
}

}  // namespace

LeftCard::LeftCard(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("leftCard"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(30, 16, 20, 16 + kBelowPx);
  column->setSpacing(6);
  column->addWidget(new TextLabel(uiFont(17, QFont::Bold), &Theme::text, tr("Continue where you left off")));
  m_rows = new QVBoxLayout;
  m_rows->setSpacing(4);
  column->addLayout(m_rows);
  hide();
}

void LeftCard::setSessions(const std::vector<KeptSession::Left>& left) {
  qDeleteAll(findChildren<QWidget*>(QStringLiteral("leftSession")));
  for (const KeptSession::Left& one : left) {
    auto* row = new QWidget;
    row->setObjectName(QStringLiteral("leftSession"));
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(12);
    auto* open = new Button(Button::Kind::outline, {}, one.name);
    open->setObjectName(QStringLiteral("leftContinue"));
    open->setAccessibleName(tr("Continue %1 of %2").arg(one.name, timeOf(one.when)));
    line->addWidget(open);
    auto* when = new TextLabel(uiFont(14), &Theme::text2, tr("%1, not saved").arg(timeOf(one.when)));
    when->setElideMode(Qt::ElideNone);
    line->addWidget(when);
    auto* forget = new Button(Button::Kind::flat, QStringLiteral("close"), tr("Forget this session"));
    forget->setObjectName(QStringLiteral("leftForget"));
    forget->setTextShown(false);
    line->addWidget(forget);
    line->addStretch(1);
    // Queued: the row with the button goes.
    connect(
        open, &QAbstractButton::clicked, this, [this, place = one.place] { emit continued(place); },
        Qt::QueuedConnection);
    connect(
        forget, &QAbstractButton::clicked, this, [this, place = one.place] { emit forgotten(place); },
        Qt::QueuedConnection);
    m_rows->addWidget(row);
  }
  setVisible(!left.empty());
}

void LeftCard::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.edge, 1));
  painter.setBrush(theme.paper);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5 - kBelowPx), 6, 6);
}

}  // namespace runahead::gui
