// SPDX-License-Identifier: GPL-3.0-or-later
// NumberField: one integer parameter of the next run, bound to RunSettings by its name.
// Not here: captions and units beside it.
#pragma once

#include <QDoubleSpinBox>

#include "core/scenario/scenario.h"
#include "gui/header/run_settings.h"

namespace runahead::gui {

/// A double spin box without decimals, because the integer one stops at 2^31.
class NumberField : public QDoubleSpinBox {
  Q_OBJECT
 public:
  /// `unset`: what the field says of a value below the least that is allowed; empty: there is no such value.
  NumberField(const Parameter& parameter, RunSettings* settings, const QString& unset = {},
              QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  QString textFromValue(double value) const override;

 private:
  int m_digits = 0;
};

}  // namespace runahead::gui
