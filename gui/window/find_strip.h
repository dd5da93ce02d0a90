// SPDX-License-Identifier: GPL-3.0-or-later
// FindStrip: search for tasks by name, above the timeline.
// Not here: matching and stepping (view/view_state.h).
#pragma once

#include <QLineEdit>
#include <QWidget>

#include "gui/view/view_state.h"

namespace runahead::gui {

class TextLabel;

class FindStrip : public QWidget {
  Q_OBJECT
 public:
  explicit FindStrip(ViewState* view, QWidget* parent = nullptr);
  void open();
  void close();

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showCount();
  ViewState* m_view;
  QLineEdit* m_field;
  TextLabel* m_count;
};

}  // namespace runahead::gui
