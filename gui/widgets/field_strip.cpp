// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and keys of FieldStrip.
#include "gui/widgets/field_strip.h"

#include <QKeyEvent>

namespace runahead::gui {

FieldStrip::FieldStrip(const char* name, QWidget* parent, const char* fieldName, const QString& spoken,
                       const QString& placeholder)
    : Panel(&Theme::panel, parent, Edge::bottom),
      m_row(rowIn(this, {14, 0, 10, 0}, 10)),
      m_field(named(new QLineEdit, fieldName, spoken)) {
  named(this, name);
  setFixedHeight(46);
  m_field->setPlaceholderText(placeholder);
  m_field->setFixedHeight(30);
  m_field->installEventFilter(this);
  hide();
}

TextLabel* FieldStrip::addWords(const char* name, const QString& text) {
  return into(m_row, named(TextLabel::whole(uiFont(13), &Theme::text2, text), name));
}

Button* FieldStrip::addTool(const QString& icon, const QString& what, const char* name) {
  return into(m_row, named(new Button(Button::Kind::flat, icon, what), name));
}

void FieldStrip::open() {
  show();
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
}

bool FieldStrip::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_field || event->type() != QEvent::KeyPress) return Panel::eventFilter(watched, event);
  const auto& key = *static_cast<QKeyEvent*>(event);
  if (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter)
    return takesEnter(key.modifiers() & Qt::ShiftModifier);
  if (key.key() != Qt::Key_Escape) return takesKey(key);
  close();
  return true;
}

}  // namespace runahead::gui
