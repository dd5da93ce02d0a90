// SPDX-License-Identifier: GPL-3.0-or-later
// The binding of DeviceBox to RunSettings.
// Not here: devices (core/device).
#include "gui/header/device_box.h"

#include <QStandardItemModel>

#include "core/scenario/devices.h"

namespace runahead::gui {

DeviceBox::DeviceBox(RunSettings* settings, QWidget* parent) : QComboBox(parent) {
  setObjectName(QStringLiteral("device"));
  setAccessibleName(tr("Device of mode stream"));
  setFixedHeight(30);
  addItems(RunSettings::devices());
  // Made when somebody looks, not before: the first question to a driver takes its time.
  const int cuda = findText(QStringLiteral("cuda"));
  const QString why = settings->clock() == RunSettings::kLive
                          ? QString::fromStdString(why_no_cuda())
                          : tr("The clock virtual simulates a device; use emulated.");
  setItemData(cuda, why, Qt::ToolTipRole);
  static_cast<QStandardItemModel*>(model())->item(cuda)->setEnabled(why.isEmpty());
  connect(this, &QComboBox::textActivated, settings, &RunSettings::setDevice);
  const auto follow = [this, settings] { setCurrentText(settings->device()); };
  connect(settings, &RunSettings::changed, this, follow);
  follow();
}

}  // namespace runahead::gui
