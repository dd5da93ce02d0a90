// SPDX-License-Identifier: GPL-3.0-or-later
// FieldStrip: a line with a field in it, over or above a pane, never modal: search, a note, go to a line.
// Esc closes it. Not here: what is typed.
#pragma once

#include <QLineEdit>

#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"

namespace runahead::gui {

class FieldStrip : public Panel {
  Q_OBJECT
 public:
  /// Shown, with all that was typed selected.
  void open();
  virtual void close() { hide(); }

 protected:
  FieldStrip(const char* name, QWidget* parent, const char* fieldName, const QString& spoken,
             const QString& placeholder = {});
  QLineEdit* field() const { return m_field; }
  QHBoxLayout* row() const { return m_row; }
  TextLabel* addWords(const char* name, const QString& text = {});
  Button* addTool(const QString& icon, const QString& what, const char* name);
  /// Of the field: Enter, `back` with Shift, and all others but Esc. False: it is left to the field.
  virtual bool takesEnter(bool /*back*/) { return false; }
  virtual bool takesKey(const QKeyEvent&) { return false; }
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QHBoxLayout* m_row;
  QLineEdit* m_field;
};

}  // namespace runahead::gui
