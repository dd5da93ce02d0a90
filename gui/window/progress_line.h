// SPDX-License-Identifier: GPL-3.0-or-later
// ProgressLine: 3 px under the header while a file is read or written for longer than 200 ms, with Cancel.
// Not a percentage: how long a file takes is not known before it is read.
#pragma once

#include <QTimer>
#include <QWidget>

namespace runahead::gui {

class Button;

class ProgressLine : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kDelayMs = 200;
  explicit ProgressLine(QWidget* parent);
  /// Shows itself after kDelayMs, or hides at once.
  void setBusy(bool busy);
  /// Lies over the window's content, below `y`.
  void place(int y, int width);

 signals:
  void cancelled();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Button* m_cancel;
  QTimer m_delay;
  QTimer m_step;
  double m_phase = 0;
};

}  // namespace runahead::gui
