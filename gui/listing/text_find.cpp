// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and keys: Enter goes on, with Shift back; in the second field it replaces.
#include "gui/listing/text_find.h"

#include <QKeyEvent>
#include <functional>

#include "gui/listing/code_view.h"
#include "gui/listing/text_search.h"
#include "gui/text/format.h"
#include "gui/widgets/commands.h"
#include "gui/widgets/field_strip.h"

namespace runahead::gui {

class TextFind::Strip : public FieldStrip {
 public:
  Strip(const char* name, const char* fieldName, const QString& spoken, const QString& placeholder,
        std::function<void(bool back)> enter, std::function<void()> leave)
      : FieldStrip(name, nullptr, fieldName, spoken, placeholder),
        m_enter(std::move(enter)),
        m_leave(std::move(leave)) {
    row()->setSpacing(4);
    field()->setMinimumWidth(64);
    row()->addWidget(field(), 1);
  }
  using FieldStrip::addTool;
  using FieldStrip::addWords;
  using FieldStrip::field;
  using FieldStrip::row;
  void close() override { m_leave(); }

 private:
  bool takesEnter(bool back) override {
    m_enter(back);
    return true;
  }
  std::function<void(bool)> m_enter;
  std::function<void()> m_leave;
};

TextFind::TextFind(CodeView* code) : m_code(code), m_search(new TextSearch(code)) {
  auto* column = columnIn(this, {}, 0);
  const auto leave = [this] { close(); };
  m_find = into(column, new Strip(
                            "textFind", "textFindField", tr("Find in the text"), tr("Find"),
                            [this](bool back) { back ? previous() : next(); }, leave));
  m_count = m_find->addWords("textFindCount");
  const auto option = [this](const char* icon, const QString& what, const char* name) {
    Button* button = m_find->addTool(QLatin1String(icon), what, name);
    button->setCheckable(true);
    connect(button, &QAbstractButton::toggled, this, &TextFind::look);
    return button;
  };
  m_case = option("match-case", tr("Match case"), "textFindCase");
  m_word = option("whole-word", tr("Whole words"), "textFindWord");
  connect(m_find->addTool(QStringLiteral("chevron-up"),
                          tr("Previous match (%1)").arg(keyText(WindowCommand::findPrevious)),
                          "textFindPrevious"),
          &QAbstractButton::clicked, this, &TextFind::previous);
  connect(m_find->addTool(QStringLiteral("chevron-down"),
                          tr("Next match (%1)").arg(keyText(WindowCommand::findNext)), "textFindNext"),
          &QAbstractButton::clicked, this, &TextFind::next);
  connect(m_find->addTool(QStringLiteral("close"), tr("Close the search (Esc)"), "textFindClose"),
          &QAbstractButton::clicked, this, &TextFind::close);
  const auto replace = [this] { m_search->replace(m_replace->field()->text()); };
  m_replace = into(column, new Strip(
                               "textReplace", "textReplaceField", tr("Replace it with"), tr("Replace with"),
                               [this, replace](bool back) { back ? previous() : replace(); }, leave));
  const auto button = [this](const QString& text, const char* name) {
    return into(m_replace->row(), named(new Button(Button::Kind::outline, {}, text), name));
  };
  connect(button(tr("Replace"), "textReplaceOne"), &QAbstractButton::clicked, this, replace);
  connect(button(tr("All"), "textReplaceAll"), &QAbstractButton::clicked, this, [this] {
    const std::size_t replaced = m_search->replaceAll(m_replace->field()->text());
    m_count->setText(tr("%1 replaced").arg(formatCount(replaced)));
  });
  connect(m_find->field(), &QLineEdit::textChanged, this, &TextFind::look);
  connect(m_search, &TextSearch::changed, this, &TextFind::showCount);
  hide();
}

void TextFind::open(bool replaces) {
  const QString selected = m_code->selectedText();
  m_search->begin();
  show();
  m_replace->setVisible(replaces && m_code->editing());
  if (!selected.isEmpty() && !selected.contains(QLatin1Char('\n'))) m_find->field()->setText(selected);
  m_find->open();
  look();
}

void TextFind::close() {
  hide();
  m_search->look({});
  m_code->setFocus(Qt::OtherFocusReason);
}

void TextFind::next() {
  m_search->next();
}

void TextFind::previous() {
  m_search->previous();
}

void TextFind::follow() {
  if (!m_code->editing()) m_replace->hide();
  m_search->follow();
}

void TextFind::look() {
  m_search->look({m_find->field()->text(), m_case->isChecked(), m_word->isChecked()});
}

void TextFind::showCount() {
  const std::size_t count = m_search->count(), current = m_search->current();
  m_count->setText(m_find->field()->text().isEmpty() ? QString()
                   : count == 0                      ? tr("none")
                   : current == 0                    ? formatCount(count)
                                  : tr("%1 of %2").arg(formatCount(current), formatCount(count)));
}

}  // namespace runahead::gui
