// SPDX-License-Identifier: GPL-3.0-or-later
// What can be typed, steps within the limits, and the two-way binding of NumberField.
#include "gui/runs/number_field.h"

#include <QFontMetrics>
#include <QLineEdit>
#include <algorithm>
#include <cmath>

#include "gui/widgets/theme.h"

namespace runahead::gui {
namespace {

/// So many digits a double holds exactly, and no limit has.
constexpr int kMostDigits = 15;
constexpr double kMost = 1e15 - 1;

}  // namespace

NumberField::NumberField(const Parameter& parameter, QWidget* parent) : QDoubleSpinBox(parent) {
  setFont(monoFont(14));
  setDecimals(0);
  setButtonSymbols(QAbstractSpinBox::NoButtons);
  setKeyboardTracking(false);
  setFixedHeight(30);
  setRange(-kMost, kMost);
  connect(lineEdit(), &QLineEdit::textChanged, this, [this] { updateGeometry(); });
  connect(this, &QDoubleSpinBox::valueChanged, this, &NumberField::tell);
  setParameter(parameter);
}

NumberField::NumberField(const Parameter& parameter, RunSettings* settings, const QString& unset,
                         QWidget* parent)
    : NumberField(parameter, parent) {
  m_settings = settings;
  if (!unset.isEmpty()) {
    m_canBeUnset = true;
    setMinimum(static_cast<double>(RunSettings::kUnset));
    lineEdit()->setPlaceholderText(unset);
  }
  follow();
  tell();
  connect(this, &QDoubleSpinBox::valueChanged, settings,
          [this](double value) { m_settings->setValue(m_key, static_cast<std::int64_t>(value)); });
  connect(settings, &RunSettings::changed, this, &NumberField::follow);
}

void NumberField::setParameter(const Parameter& parameter) {
  m_key = parameter.name;
  m_least = static_cast<double>(parameter.min);
  m_most = static_cast<double>(parameter.max);
  m_digits = std::clamp(
      static_cast<int>(QString::number(std::max(parameter.default_value, parameter.book)).size()) + 1, 3, 10);
  const QString name = QString::fromStdString(parameter.name);
  const QString help = QString::fromStdString(parameter.help);
  setObjectName(QStringLiteral("parameter_") + name);
  setAccessibleName(name);
  m_help = tr("%1: %2 to %3%4")
               .arg(help.isEmpty() ? name : help)
               .arg(parameter.min)
               .arg(parameter.max)
               .arg(parameter.unit.empty() ? QString()
                                           : QLatin1Char(' ') + QString::fromStdString(parameter.unit));
  follow();
  tell();
}

void NumberField::follow() {
  if (m_settings) setValue(static_cast<double>(m_settings->value(m_key)));
}

QSize NumberField::sizeHint() const {
  const QFontMetrics metrics(monoFont(14));
  // Room for one more digit, so that nothing moves out of sight while it is typed.
  return {std::max({metrics.horizontalAdvance(QLatin1Char('0')) * m_digits,
                    metrics.horizontalAdvance(lineEdit()->text() + QLatin1Char('0')),
                    metrics.horizontalAdvance(lineEdit()->placeholderText())}) +
              24,
          30};
}

void NumberField::stepBy(int steps) {
  interpretText();
  double to = m_least;
  if (m_canBeUnset && steps < 0 && value() <= m_least) {
    to = minimum();
  } else if (!unset()) {
    // A tenth of the number's first place; down from 100 as from 99.
    const double size = std::max(1.0, std::abs(value()) - (steps < 0 ? 1 : 0));
    const double step = std::max(1.0, std::pow(10, std::floor(std::log10(size)) - 1));
    to = std::clamp(value() + steps * step, m_least, m_most);
  }
  setValue(to);
}

QString NumberField::textFromValue(double value) const {
  return m_canBeUnset && value == minimum() ? QString() : QString::number(value, 'f', 0);
}

double NumberField::valueFromText(const QString& text) const {
  return text.trimmed().isEmpty() ? minimum() : text.trimmed().toDouble();
}

QValidator::State NumberField::validate(QString& text, int&) const {
  const QString number = text.trimmed();
  if (number.isEmpty() && m_canBeUnset) return QValidator::Acceptable;
  if (number.isEmpty() || number == QLatin1String("-")) return QValidator::Intermediate;
  const QString digits = number.startsWith(QLatin1Char('-')) ? number.mid(1) : number;
  const bool whole =
      std::ranges::all_of(digits, [](QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); });
  return whole && digits.size() <= kMostDigits ? QValidator::Acceptable : QValidator::Invalid;
}

void NumberField::tell() {
  setToolTip(fits() ? m_help : tr("Not %1: %2").arg(text(), m_help));
  setAccessibleDescription(toolTip());
  updateGeometry();
  update();
}

void NumberField::paintEvent(QPaintEvent* event) {
  QDoubleSpinBox::paintEvent(event);
  if (fits()) return;
  SmoothPainter painter(this);
  painter.setPen(QPen(currentTheme().error, 2));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
}

}  // namespace runahead::gui
