// SPDX-License-Identifier: GPL-3.0-or-later
// The list, two columns in a fixed-width font, and the box: text and a chevron without a frame.
#include "gui/timeline/speed_box.h"

#include <QAbstractItemView>
#include <QFontMetrics>
#include <algorithm>

#include "gui/timeline/speed.h"
#include "gui/widgets/icons.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr int kBoxChevron_px = 16;
constexpr int kBoxGap_px = 6;
constexpr int kWords = 17;  ///< letters of "100 µs per second"
constexpr int kRatio = 11;
const int kFit = -1;

}  // namespace

SpeedBox::SpeedBox(Player* player, QWidget* parent) : QComboBox(parent), m_player(player) {
  named(this, "speed", tr("Speed of playing"));
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setMaxVisibleItems(static_cast<int>(speeds().size()) + 1);
  for (const double speed : speeds()) {
    addItem(speedText(speed).leftJustified(kWords) + ratioText(speed).rightJustified(kRatio));
  }
  addItem(tr("the run in about 10 s"), kFit);
  for (int i = 0; i + 1 < count(); ++i) setItemData(i, monoFont(13), Qt::FontRole);
  view()->setMinimumWidth(QFontMetrics(monoFont(13)).horizontalAdvance(QLatin1Char('0')) * (kWords + kRatio) +
                          32);
  connect(this, &QComboBox::activated, this, [this](int index) {
    itemData(index).isValid() ? m_player->fit()
                              : m_player->setSpeed(speeds()[static_cast<std::size_t>(index)]);
    follow();
  });
  connect(player, &Player::speedChanged, this, &SpeedBox::follow);
  follow();
}

void SpeedBox::setShort(bool isShort) {
  m_short = isShort;
  updateGeometry();
  update();
}

void SpeedBox::follow() {
  const auto all = speeds();
  setCurrentIndex(static_cast<int>(std::ranges::find(all, m_player->speed()) - all.begin()));
  const QString words = tr("Plays %1 (%2).").arg(speedText(m_player->speed()), ratioText(m_player->speed()));
  setToolTip(m_player->fits() ? words + tr("\nChosen so that the run takes about 10 s.") : words);
  setAccessibleDescription(words);
  update();
}

QSize SpeedBox::sizeHint() const {
  int width = 0;  // the widest: the box keeps its size whatever is chosen
  for (const double speed : speeds()) {
    const QString text = m_short ? ratioText(speed) : speedText(speed);
    width = std::max(width, QFontMetrics(monoFont(13)).horizontalAdvance(text));
  }
  return {width + kBoxGap_px + kBoxChevron_px, 24};
}

void SpeedBox::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  SmoothPainter painter(this);
  if (underMouse()) paintBox(painter, rect(), Qt::NoPen, theme.selectedRow, 4);
  const QString text = m_short ? ratioText(m_player->speed()) : speedText(m_player->speed());
  paintText(painter, rect(), Qt::AlignLeft | Qt::AlignVCenter, monoFont(13), theme.text, text);
  const double x = painter.fontMetrics().horizontalAdvance(text) + kBoxGap_px;
  paintIcon(painter, QRectF(x, (height() - kBoxChevron_px) / 2.0, kBoxChevron_px, kBoxChevron_px),
            QStringLiteral("chevron-down"), theme.text);
  if (hasFocus()) paintFocus(painter, rect(), 0.8, 4);
}

}  // namespace runahead::gui
