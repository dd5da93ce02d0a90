// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and keys of NoteStrip: Enter or a click elsewhere keeps the text, Esc drops what was typed, Delete
// takes the note away while all of its text is selected, as it is at first.
#include "gui/session/note_strip.h"

#include <QKeyEvent>

#include "gui/text/format.h"
#include "gui/widgets/layout.h"

namespace runahead::gui {

NoteStrip::NoteStrip(const ShownTrace* shown, Annotations* annotations, QWidget* parent)
    : FieldStrip("noteStrip", parent, "noteField", tr("Text of the note"), tr("What is to be seen here?")),
      m_shown(shown),
      m_annotations(annotations) {
  m_place = addWords("notePlace");
  row()->addWidget(field(), 1);
  m_remove = into(row(), named(new Button(Button::Kind::outline, {}, tr("Delete note")), "noteDelete"));
  auto* shut = addTool(QStringLiteral("close"), tr("Leave the note as it was (Esc)"), "noteClose");
  connect(field(), &QLineEdit::editingFinished, this, &NoteStrip::finish);
  connect(m_remove, &QAbstractButton::clicked, this, &NoteStrip::remove);
  connect(shut, &QAbstractButton::clicked, this, &NoteStrip::close);
}

void NoteStrip::open(const Bookmark& bookmark) {
  finish();
  m_bookmark = bookmark;
  m_place->setText(bookmark.task == kNone ? tr("Note at %1").arg(formatTime(bookmark.moment.time_ns))
                                          : tr("Note on %1").arg(taskLabel(m_shown->trace(), bookmark.task)));
  field()->setText(QString::fromStdString(bookmark.text));
  m_remove->setVisible(!bookmark.text.empty());
  FieldStrip::open();
}

void NoteStrip::finish() {
  if (isHidden()) return;
  Bookmark note = m_bookmark;
  note.text = field()->text().trimmed().toStdString();
  close();
  // A bookmark without a text stays one when none is given to it.
  if (note.text != m_bookmark.text) m_annotations->setNote(note);
}

void NoteStrip::remove() {
  const Bookmark bookmark = m_bookmark;
  close();
  m_annotations->removeBookmark(bookmark);
}

void NoteStrip::close() {
  const bool focused = field()->hasFocus();
  hide();
  if (focused) emit left();
}

bool NoteStrip::takesKey(const QKeyEvent& key) {
  if (key.key() != Qt::Key_Delete || field()->selectedText() != field()->text() || m_bookmark.text.empty())
    return false;
  remove();
  return true;
}

}  // namespace runahead::gui
