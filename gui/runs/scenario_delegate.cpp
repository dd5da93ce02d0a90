// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of the scenario list's rows.
#include "gui/runs/scenario_delegate.h"

#include <QPainter>
#include <QTreeView>

#include "gui/widgets/icons.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

constexpr int kIndentPx = 50;

void paintGroup(QPainter& painter, const QRect& row, const QModelIndex& index, bool expanded) {
  const Theme& theme = currentTheme();
  paintIcon(painter, QRectF(row.left() + 11, row.center().y() - 8, 18, 18),
            expanded ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"), theme.text2);
  paintText(painter, row.adjusted(34, 0, 0, 0), Qt::AlignVCenter, monoFont(13), theme.text2,
            index.data(ScenarioDelegate::kGroup).toString());
  painter.drawText(row.adjusted(0, 0, -14, 0), Qt::AlignVCenter | Qt::AlignRight,
                   index.data(ScenarioDelegate::kCount).toString());
  paintText(painter, row.adjusted(56, 0, -34, 0), Qt::AlignVCenter, uiFont(14, QFont::Bold), theme.text,
            index.data().toString());
}

}  // namespace

void ScenarioDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const {
  const Theme& theme = currentTheme();
  const auto* view = qobject_cast<const QTreeView*>(option.widget);
  const QRect row(0, option.rect.top(), option.widget ? option.widget->width() : option.rect.width(),
                  option.rect.height());
  const Kept kept(*painter);
  painter->setRenderHint(QPainter::Antialiasing);
  const bool chosen = index.data(kChosen).toBool();
  if (chosen) {
    painter->fillRect(row, theme.selectedRow);
    painter->fillRect(row.left(), row.top(), 4, row.height(), theme.cursor);
  } else if (option.state & QStyle::State_MouseOver) {
    painter->fillRect(row, theme.panel);
  }
  if (index.data(kId).toString().isEmpty()) {
    paintGroup(*painter, row, index, view && view->isExpanded(index));
  } else {
    const QString runs = index.data(kCount).toString();
    const bool running = index.data(kRunning).toBool();
    QRect words = row.adjusted(kIndentPx, 0, -10, 0);
    const QRect first = chosen ? words.adjusted(0, 7, -4, 0) : words.adjusted(0, 0, -4, 0);
    const auto side = Qt::AlignRight | (chosen ? Qt::AlignTop : Qt::AlignVCenter);
    if (!runs.isEmpty()) {
      paintText(*painter, first, side, monoFont(13), theme.text2, runs);
    }
    if (running) {
      const int y = chosen ? first.top() : row.center().y() - 8;
      paintStateGlyph(*painter, QRectF(first.right() - (runs.isEmpty() ? 16 : 40), y, 16, 16),
                      TaskState::running, theme);
    }
    painter->setPen(theme.text);
    painter->setFont(monoFont(13, chosen ? QFont::Bold : QFont::Normal));
    if (!chosen) {
      painter->drawText(words, Qt::AlignVCenter, index.data(kId).toString());
    } else {
      painter->drawText(words.adjusted(0, 7, 0, 0), Qt::AlignTop, index.data(kId).toString());
      paintText(*painter, words.adjusted(0, 27, 0, -2), Qt::AlignTop | Qt::TextWordWrap, uiFont(13),
                theme.text2, index.data(kQuestion).toString());
    }
  }
  if (option.state & QStyle::State_HasFocus) paintFocus(*painter, row, 1.5);
}

QSize ScenarioDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  if (index.data(kId).toString().isEmpty()) return {200, 30};
  if (!index.data(kChosen).toBool() || index.data(kQuestion).toString().isEmpty()) return {200, 28};
  const int width = (option.widget ? option.widget->width() : 300) - kIndentPx - 10;
  const QRect words =
      QFontMetrics(uiFont(13))
          .boundingRect(QRect(0, 0, width, 200), Qt::TextWordWrap, index.data(kQuestion).toString());
  return {200, 36 + words.height()};
}

}  // namespace runahead::gui
