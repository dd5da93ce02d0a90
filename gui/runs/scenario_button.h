// SPDX-License-Identifier: GPL-3.0-or-later
// ScenarioButton: the header's drop-down in a small window: the scenario's name over its group.
// Not here: the list that it opens (scenarios/).
#pragma once

#include <QAbstractButton>

namespace runahead::gui {

class ScenarioButton : public QAbstractButton {
  Q_OBJECT
 public:
  explicit ScenarioButton(QWidget* parent = nullptr);
  void setScenario(const QString& id, const QString& group);
  QSize sizeHint() const override { return {266, 40}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_group;
};

}  // namespace runahead::gui
