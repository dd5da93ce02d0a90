// SPDX-License-Identifier: GPL-3.0-or-later
// NumberField: a whole number with limits. It takes what is typed, also beyond them: then it says so, by an
// outline and its tool tip, and who makes runs refuses it. Nothing is changed that the user typed.
#pragma once

#include <QDoubleSpinBox>

#include "core/scenario/scenario.h"
#include "gui/runs/run_settings.h"

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
  /// The same field for another parameter. Qt forgets style sheets' rules of a box that is deleted, but never
  /// those of the line within it.
  void setParameter(const Parameter& parameter);
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
  void follow();
  void tell();

  RunSettings* m_settings = nullptr;  ///< of the next run; null: bound to nothing
  std::string m_key;
  double m_least = 0;
  double m_most = 0;
  QString m_help;
  int m_digits = 0;
  bool m_canBeUnset = false;
};

}  // namespace runahead::gui
