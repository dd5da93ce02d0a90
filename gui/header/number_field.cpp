// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and the two-way binding of NumberField.
// Not here: what a value means.
#include "gui/header/number_field.h"

#include <QFontMetrics>
#include <algorithm>

#include "gui/theme/theme.h"

namespace runahead::gui {

NumberField::NumberField(const Parameter& parameter, RunSettings* settings, const QString& unset,
                         QWidget* parent)
    : QDoubleSpinBox(parent) {
  const QString name = QString::fromStdString(parameter.name);
  const QString help = QString::fromStdString(parameter.help);
  setObjectName(QStringLiteral("parameter_") + name);
  setAccessibleName(name);
  setAccessibleDescription(help);
  setToolTip(tr("%1: %2 to %3%4")
                 .arg(help.isEmpty() ? name : help)
                 .arg(parameter.min)
                 .arg(parameter.max)
                 .arg(parameter.unit.empty() ? QString()
                                             : QLatin1Char(' ') + QString::fromStdString(parameter.unit)));
  setFont(monoFont(14));
  setDecimals(0);
  setButtonSymbols(QAbstractSpinBox::NoButtons);
  setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  setKeyboardTracking(false);
  setFixedHeight(30);
  setRange(static_cast<double>(parameter.min - (unset.isEmpty() ? 0 : 1)),
           static_cast<double>(parameter.max));
  setSpecialValueText(unset);
  m_digits = std::clamp(
      static_cast<int>(QString::number(std::max(parameter.default_value, parameter.book)).size()) + 1, 3, 10);
  setValue(static_cast<double>(settings->value(parameter.name)));
  connect(this, &QDoubleSpinBox::valueChanged, settings, [settings, key = parameter.name](double value) {
    settings->setValue(key, static_cast<std::int64_t>(value));
  });
  connect(settings, &RunSettings::changed, this, [this, settings, key = parameter.name] {
    const QSignalBlocker blocker(this);
    setValue(static_cast<double>(settings->value(key)));
  });
}

QSize NumberField::sizeHint() const {
  const QFontMetrics metrics(monoFont(14));
  return {qMax(metrics.horizontalAdvance(QLatin1Char('0')) * m_digits,
               metrics.horizontalAdvance(specialValueText())) +
              24,
          30};
}

QString NumberField::textFromValue(double value) const {
  return QString::number(value, 'f', 0);
}

}  // namespace runahead::gui
