// SPDX-License-Identifier: GPL-3.0-or-later
// NoteStrip: one line above the timeline in which a note is written, changed or taken away.
// Not here: how notes look (timeline/flags.h).
#pragma once

#include <QLineEdit>
#include <QWidget>

#include "gui/view/view_state.h"

namespace runahead::gui {

class TextLabel;

class NoteStrip : public QWidget {
  Q_OBJECT
 public:
  explicit NoteStrip(ViewState* view, QWidget* parent = nullptr);
  /// The note at `flag`'s place, or a new one.
  void open(const Flag& flag);
  /// What was typed counts. Nothing while it is closed.
  void finish();

 signals:
  /// It closed with the keyboard's focus in it.
  void left();

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void close();
  void remove();

  ViewState* m_view;
  TextLabel* m_place;
  QLineEdit* m_field;
  QWidget* m_remove;
  Flag m_flag;
};

}  // namespace runahead::gui
