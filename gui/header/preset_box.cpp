// SPDX-License-Identifier: GPL-3.0-or-later
// The binding of PresetBox to RunSettings; no entry is chosen while the values are the user's own.
// Not here: the numbers.
#include "gui/header/preset_box.h"

namespace runahead::gui {

PresetBox::PresetBox(RunSettings* settings, QWidget* parent) : QComboBox(parent) {
  setObjectName(QStringLiteral("preset"));
  setAccessibleName(tr("Preset"));
  setFocusPolicy(Qt::TabFocus);  // after a choice by mouse the arrow keys step
  setFixedHeight(30);
  setPlaceholderText(tr("own"));
  setMinimumWidth(fontMetrics().horizontalAdvance(tr("standard")) + 48);
  addItem(tr("standard"), QStringLiteral("standard"));
  addItem(tr("book"), QStringLiteral("book"));
  addItem(tr("step"), QStringLiteral("step"));
  setItemData(0, tr("Finishes in seconds on this kind of computer"), Qt::ToolTipRole);
  setItemData(1, tr("The sizes that the book uses"), Qt::ToolTipRole);
  setItemData(2, tr("Small enough to follow every task"), Qt::ToolTipRole);
  connect(this, &QComboBox::activated, settings,
          [this, settings](int index) { settings->setPreset(itemData(index).toString()); });
  const auto follow = [this, settings] { setCurrentIndex(findData(settings->preset())); };
  connect(settings, &RunSettings::changed, this, follow);
  follow();
}

}  // namespace runahead::gui
