// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of RecoveryCard: a row for each session.
// Not here: what continuing one takes (window/session_files.h).
#include "gui/session/recovery_card.h"

#include <QDate>
#include <QStringList>

#include "gui/text/format.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {
namespace {

constexpr int kBelowPx = 10;  ///< to the next card, as long as there is this one

QString timeOf(const QDateTime& when) {
  const QString time = when.toString(QStringLiteral("HH:mm"));
  if (when.date() == QDate::currentDate()) return RecoveryCard::tr("today, %1").arg(time);
  return QStringLiteral("%1, %2").arg(when.toString(QStringLiteral("yyyy-MM-dd")), time);
}

}  // namespace

RecoveryCard::RecoveryCard(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("leftCard"));
  auto* column = columnIn(this, {30, 16, 20, 16 + kBelowPx}, 6);
  auto* title =
      into(column, new TextLabel(uiFont(17, QFont::Bold), &Theme::text, tr("Continue where you left off")));
  title->setToolTip(tr("Recovery: automatic copies of unsaved work"));
  m_rows = columnIn(nullptr, {}, 4);
  column->addLayout(m_rows);
  m_older = named(new Button(Button::Kind::outline, {}, {}), "leftOlder", tr("All recovered sessions"));
  connect(m_older, &QAbstractButton::clicked, this, [this] {
    m_all = true;
    showRows();
  });
  column->addWidget(m_older, 0, Qt::AlignLeft);
  hide();
}

void RecoveryCard::setSessions(const std::vector<RecoveryStore::Left>& left) {
  if (left == m_left) return;  // who stands on a row with the keys stays there
  m_left = left;
  showRows();
}

void RecoveryCard::showRows() {
  qDeleteAll(findChildren<QWidget*>(QStringLiteral("leftSession")));
  qint64 older = 0;
  for (std::size_t i = 0; i < m_left.size(); ++i) {
    if (m_all || i < kListed) {
      addRow(m_left[i]);
    } else {
      older += m_left[i].bytes;
    }
  }
  m_older->setVisible(older > 0);
  if (older > 0) {
    const auto count = static_cast<int>(m_left.size() - kListed);
    m_older->say(count == 1 ? tr("One older session, %1").arg(formatBytes(older))
                            : tr("%1 older sessions, %2").arg(count).arg(formatBytes(older)));
  }
  setVisible(!m_left.empty());
}

void RecoveryCard::addRow(const RecoveryStore::Left& one) {
  auto* row = named(new QWidget, "leftSession");
  auto* line = rowIn(row, {}, 12);
  auto* open = into(line, new Button(Button::Kind::outline, {}, one.name));
  named(open, "leftContinue", tr("Continue %1 of %2").arg(one.name, timeOf(one.when)));
  QStringList words{tr("%1, not saved").arg(timeOf(one.when))};
  if (one.runs > 0) words << (one.runs == 1 ? tr("1 run") : tr("%1 runs").arg(one.runs));
  if (one.scenarios > 1) words << tr("%1 scenarios").arg(one.scenarios);
  words << formatBytes(one.bytes);
  line->addWidget(new TextLabel(uiFont(14), &Theme::text2, words.join(QStringLiteral(" · "))), 1);
  auto* forget =
      into(line, named(new Button(Button::Kind::flat, QStringLiteral("close"), tr("Forget this session")),
                       "leftForget"));
  // Queued: the row with the button goes.
  connect(
      open, &QAbstractButton::clicked, this, [this, place = one.place] { emit continued(place); },
      Qt::QueuedConnection);
  connect(
      forget, &QAbstractButton::clicked, this, [this, place = one.place] { emit forgotten(place); },
      Qt::QueuedConnection);
  m_rows->addWidget(row);
}

void RecoveryCard::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  paintBox(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5 - kBelowPx), QPen(theme.edge, 1),
           theme.paper, 6);
}

}  // namespace runahead::gui
