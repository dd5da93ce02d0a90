// SPDX-License-Identifier: GPL-3.0-or-later
// ChoiceField: one of a few values of the next run; all of them in sight, or a drop-down where they do not
// fit. Not here: what the values mean (setting_fields.h), when there is room for which
// (header_bar.cpp).
#pragma once

#include <QComboBox>
#include <QWidget>

#include "gui/widgets/segmented_control.h"

namespace runahead::gui {

class ChoiceField : public QWidget {
  Q_OBJECT
 public:
  /// `name` is the object name of the control in sight, with "List" behind it that of the drop-down.
  ChoiceField(const QString& name, const QString& accessibleName, QWidget* parent = nullptr);

  /// Compact: one value at a time where there are more than always fit.
  void setCompact(bool compact);
  /// The width that the field has, or would have.
  int widthFor(bool compact) const;

  /// `listed`: longer texts for the drop-down, if there are any. Nothing where they are there.
  void setItems(const QStringList& ids, const QStringList& texts, const QStringList& listed = {});
  /// Without a signal.
  void setCurrent(const QString& id);

 signals:
  void chosen(const QString& id);

 private:
  bool listed(bool compact) const;
  void arrange();

  SegmentedControl* m_segments;
  QComboBox* m_list;
  QStringList m_ids;
  bool m_compact = false;
};

}  // namespace runahead::gui
