// SPDX-License-Identifier: GPL-3.0-or-later
// ScenarioDelegate: how rows of the scenario list look: groups with a count, scenarios, the chosen one with
// its question. Not here: which rows there are (scenario_panel.h).
#pragma once

#include <QStyledItemDelegate>

namespace runahead::gui {

class ScenarioDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  /// kCount: of a group its scenarios, of a scenario its runs.
  enum Role { kId = Qt::UserRole, kQuestion, kGroup, kCount, kChosen, kRunning };
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace runahead::gui
