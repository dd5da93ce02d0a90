// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and keys of NoteStrip: Enter or a click elsewhere keeps the text, Esc drops what was typed, Delete
// takes the note away while all of its text is selected, as it is at first.
#include "gui/session/note_strip.h"

#include <QKeyEvent>

#include "gui/text/format.h"
#include "gui/widgets/layout.h"

namespace runahead::gui {

NoteStrip::NoteStrip(ViewState* view, QWidget* parent)
    : FieldStrip("noteStrip", parent, "noteField", tr("Text of the note"), tr("What is to be seen here?")),
      m_view(view) {
  m_place = addWords("notePlace");
  row()->addWidget(field(), 1);
  m_remove = into(row(), named(new Button(Button::Kind::outline, {}, tr("Delete note")), "noteDelete"));
  auto* shut = addTool(QStringLiteral("close"), tr("Leave the note as it was (Esc)"), "noteClose");
  connect(field(), &QLineEdit::editingFinished, this, &NoteStrip::finish);
  connect(m_remove, &QAbstractButton::clicked, this, &NoteStrip::remove);
  connect(shut, &QAbstractButton::clicked, this, &NoteStrip::close);
}

void NoteStrip::open(const Flag& flag) {
  finish();
  m_flag = flag;
  m_place->setText(flag.task == kNone ? tr("Note at %1").arg(formatTime(flag.ns))
                                      : tr("Note on %1").arg(taskLabel(m_view->trace(), flag.task)));
  field()->setText(flag.text);
  m_remove->setVisible(!flag.text.isEmpty());
  FieldStrip::open();
}

void NoteStrip::finish() {
  if (isHidden()) return;
  Flag note = m_flag;
  note.text = field()->text().trimmed();
  close();
  // A flag without a text stays one when none is given to it.
  if (note.text != m_flag.text) m_view->setNote(note);
}

void NoteStrip::remove() {
  const Flag flag = m_flag;
  close();
  m_view->removeFlag(flag);
}

void NoteStrip::close() {
  const bool focused = field()->hasFocus();
  hide();
  if (focused) emit left();
}

bool NoteStrip::takesKey(const QKeyEvent& key) {
  if (key.key() != Qt::Key_Delete || field()->selectedText() != field()->text() || m_flag.text.isEmpty())
    return false;
  remove();
  return true;
}

}  // namespace runahead::gui
