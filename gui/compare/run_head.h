// SPDX-License-Identifier: GPL-3.0-or-later
// RunHead: the line above a compared run's timeline: its letter, how the charts draw it, what sets it apart,
// how long it took. Clicking it puts the run on show.
#pragma once

#include <QAbstractButton>

#include "gui/runs/run_list.h"

namespace runahead::gui {

class RunHead : public QAbstractButton {
  Q_OBJECT
 public:
  RunHead(int letter, bool shown, QWidget* parent = nullptr);
  /// `tells`: whether its outcome may be told.
  void setRun(const RunList::Run& run, bool tells);
  QSize sizeHint() const override { return {400, height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  int m_letter;
  bool m_shown;
  QString m_remark;
};

}  // namespace runahead::gui
