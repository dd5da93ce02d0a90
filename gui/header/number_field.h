// SPDX-License-Identifier: GPL-3.0-or-later
// NumberField: a whole number with limits. It takes what is typed, also beyond them: then it says so, by an
// outline and its tool tip, and who makes runs refuses it. Nothing is changed that somebody typed.
#pragma once

#include <QDoubleSpinBox>

#include "core/scenario/scenario.h"
#include "gui/header/run_settings.h"

namespace runahead::gui {

/// A double spin box without decimals, because the integer one stops at 2^31.
class NumberField : public QDoubleSpinBox {
  Q_OBJECT
 public:
  explicit NumberField(const Parameter& parameter, QWidget* parent = nullptr);
  /// One parameter of the next run, bound by its name. `unset`: what an empty field says, and then it is
  /// RunSettings::kUnset; empty: a number must be there.
  NumberField(const Parameter& parameter, RunSettings* settings, const QString& unset = {},
              QWidget* parent = nullptr);
  /// As wide as what is written in it.
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }
  void stepBy(int steps) override;

 protected:
  QString textFromValue(double value) const override;
  double valueFromText(const QString& text) const override;
  QValidator::State validate(QString& text, int& position) const override;
  void paintEvent(QPaintEvent* event) override;

 private:
  bool unset() const { return m_canBeUnset && value() == minimum(); }
  bool fits() const { return unset() || (value() >= m_least && value() <= m_most); }
  void tell();

  double m_least;
  double m_most;
  QString m_help;
  int m_digits;
  bool m_canBeUnset = false;
};

}  // namespace runahead::gui
