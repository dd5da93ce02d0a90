// SPDX-License-Identifier: GPL-3.0-or-later
// The binding of Tf32Box to RunSettings.
// Not here: rounding (kernels/cuda).
#include "gui/header/tf32_box.h"

namespace runahead::gui {

Tf32Box::Tf32Box(RunSettings* settings, QWidget* parent) : QCheckBox(tr("TF32 products"), parent) {
  setObjectName(QStringLiteral("tf32"));
  setMinimumHeight(30);
  connect(this, &QCheckBox::clicked, settings, &RunSettings::setTf32);
  const auto follow = [this, settings] {
    const QString why = settings->whyNoTf32();
    setEnabled(why.isEmpty());
    setChecked(settings->tf32() && why.isEmpty());
    setToolTip(why.isEmpty() ? tr("Tensor cores multiply factors of ten bits, several times as fast") : why);
  };
  connect(settings, &RunSettings::changed, this, follow);
  follow();
}

}  // namespace runahead::gui
