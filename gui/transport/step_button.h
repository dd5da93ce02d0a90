// SPDX-License-Identifier: GPL-3.0-or-later
// StepButton: an icon with the key that does the same written under it. Held down, it repeats.
// Not for anything but the transport: other buttons are widgets/button.h.
#pragma once

#include <QAbstractButton>

namespace runahead::gui {

class StepButton : public QAbstractButton {
  Q_OBJECT
 public:
  StepButton(const QString& icon, const QString& what, const QString& key, QWidget* parent = nullptr);
  void setArrangement(int width_px, bool captioned);

  QSize sizeHint() const override { return {m_width_px, 44}; }
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QString m_icon;
  QString m_key;
  int m_width_px = 44;
  bool m_captioned = true;
};

}  // namespace runahead::gui
