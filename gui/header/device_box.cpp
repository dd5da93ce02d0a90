// SPDX-License-Identifier: GPL-3.0-or-later
// The binding of DeviceBox to RunSettings.
// Not here: devices (core/device).
#include "gui/header/device_box.h"

#include "core/scenario/devices.h"

namespace runahead::gui {

DeviceBox::DeviceBox(RunSettings* settings, QWidget* parent) : QComboBox(parent) {
  setObjectName(QStringLiteral("device"));
  setAccessibleName(tr("Device of mode stream"));
  setFixedHeight(30);
  addItems(RunSettings::devices());
  connect(this, &QComboBox::textActivated, settings, &RunSettings::setDevice);
  const auto follow = [this, settings] { setCurrentText(settings->device()); };
  connect(settings, &RunSettings::changed, this, follow);
  follow();
}

void DeviceBox::showPopup() {
  // Asked when somebody looks: the first question to a driver takes its time.
  const int index = findText(QStringLiteral("cuda"));
  const QString reason = QString::fromStdString(why_no_cuda());
  setItemData(index, reason, Qt::ToolTipRole);
  setItemData(index,
              reason.isEmpty() ? QVariant() : QVariant(palette().brush(QPalette::Disabled, QPalette::Text)),
              Qt::ForegroundRole);
  QComboBox::showPopup();
}

}  // namespace runahead::gui
