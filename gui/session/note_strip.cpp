// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and keys of NoteStrip: Enter or a click elsewhere keeps the text, Esc drops what was typed, Delete
// takes the note away while all of its text is selected, as it is at first.
// Not here: any check of the text; everything that can be typed is one.
#include "gui/session/note_strip.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <utility>

#include "gui/theme/format.h"
#include "gui/timeline/bars.h"
#include "gui/widgets/button.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {

NoteStrip::NoteStrip(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("noteStrip"));
  setFixedHeight(46);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(14, 0, 10, 0);
  row->setSpacing(10);
  m_place = new TextLabel(uiFont(13), &Theme::text2);
  m_place->setObjectName(QStringLiteral("notePlace"));
  m_place->setElideMode(Qt::ElideNone);
  row->addWidget(m_place);
  m_field = new QLineEdit;
  m_field->setObjectName(QStringLiteral("noteField"));
  m_field->setAccessibleName(tr("Text of the note"));
  m_field->setPlaceholderText(tr("What is to be seen here?"));
  m_field->setFixedHeight(30);
  m_field->installEventFilter(this);
  row->addWidget(m_field, 1);
  const auto tool = [&](Button::Kind kind, const QString& icon, const QString& text, const char* name) {
    auto* button = new Button(kind, icon, text);
    button->setObjectName(QString::fromLatin1(name));
    button->setFocusPolicy(Qt::TabFocus);  // a click must not end the typing before it is looked at
    row->addWidget(button);
    return button;
  };
  auto* remove = tool(Button::Kind::outline, {}, tr("Delete note"), "noteDelete");
  m_remove = remove;
  auto* shut =
      tool(Button::Kind::flat, QStringLiteral("close"), tr("Leave the note as it was (Esc)"), "noteClose");
  shut->setTextShown(false);
  connect(m_field, &QLineEdit::editingFinished, this, &NoteStrip::finish);
  connect(remove, &QAbstractButton::clicked, this, &NoteStrip::remove);
  connect(shut, &QAbstractButton::clicked, this, &NoteStrip::close);
  hide();
}

void NoteStrip::open(const Flag& flag) {
  finish();
  m_flag = flag;
  m_place->setText(flag.task == kNone ? tr("Note at %1").arg(formatTime(flag.ns))
                                      : tr("Note on %1").arg(taskLabel(m_view->trace(), flag.task)));
  m_field->setText(flag.text);
  m_remove->setVisible(!flag.text.isEmpty());
  show();
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
}

void NoteStrip::finish() {
  if (isHidden()) return;
  Flag note = m_flag;
  note.text = m_field->text().trimmed();
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
  const bool focused = m_field->hasFocus();
  hide();
  if (focused) emit left();
}

void NoteStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), currentTheme().panel);
  painter.fillRect(0, height() - 1, width(), 1, currentTheme().hairline);
}

bool NoteStrip::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_field && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape) {
      close();
      return true;
    }
    const bool whole = m_field->selectedText() == m_field->text();
    if (key->key() == Qt::Key_Delete && whole && !m_flag.text.isEmpty()) {
      remove();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace runahead::gui
