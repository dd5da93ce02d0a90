// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and keys of FindStrip: Enter and Shift+Enter step, Esc closes.
// Not here: drawing of matches (timeline/).
#include "gui/window/find_strip.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>

#include "gui/theme/format.h"
#include "gui/widgets/button.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {

FindStrip::FindStrip(ViewState* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("findStrip"));
  setFixedHeight(46);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(14, 0, 10, 0);
  row->setSpacing(8);
  m_field = new QLineEdit;
  m_field->setObjectName(QStringLiteral("findField"));
  m_field->setAccessibleName(tr("Find tasks by name"));
  m_field->setPlaceholderText(tr("Task, for example add 11"));
  m_field->setFixedHeight(30);
  m_field->setMaximumWidth(320);
  m_field->installEventFilter(this);
  row->addWidget(m_field, 1);
  const auto tool = [&](const QString& icon, const QString& name, const QString& object) {
    auto* button = new Button(Button::Kind::flat, icon, name);
    button->setObjectName(object);
    button->setTextShown(false);
    row->addWidget(button);
    return button;
  };
  auto* previous =
      tool(QStringLiteral("chevron-up"), tr("Previous match (Shift+Enter)"), QStringLiteral("findPrevious"));
  auto* next = tool(QStringLiteral("chevron-down"), tr("Next match (Enter)"), QStringLiteral("findNext"));
  m_count = new TextLabel(uiFont(13), &Theme::text2);
  m_count->setObjectName(QStringLiteral("findCount"));
  m_count->setElideMode(Qt::ElideNone);
  row->addWidget(m_count);
  row->addStretch(1);
  auto* shut = tool(QStringLiteral("close"), tr("Close the search (Esc)"), QStringLiteral("findClose"));
  connect(m_field, &QLineEdit::textChanged, view, &ViewState::setSearch);
  connect(previous, &QAbstractButton::clicked, view, &ViewState::previousMatch);
  connect(next, &QAbstractButton::clicked, view, &ViewState::nextMatch);
  connect(shut, &QAbstractButton::clicked, this, &FindStrip::close);
  connect(view, &ViewState::searchChanged, this, &FindStrip::showCount);
  connect(view, &ViewState::selectionChanged, this, &FindStrip::showCount);
  hide();
}

void FindStrip::open() {
  show();
  m_field->setFocus(Qt::ShortcutFocusReason);
  m_field->selectAll();
  m_view->setSearch(m_field->text());
  showCount();
}

void FindStrip::close() {
  hide();
  m_view->setSearch(QString());
}

void FindStrip::showCount() {
  if (m_view->search().isEmpty()) {
    m_count->setText(QString());
    return;
  }
  const std::vector<TaskId>& matches = m_view->searchMatches();
  const auto at = std::lower_bound(matches.begin(), matches.end(), m_view->selectedTask());
  if (at != matches.end() && *at == m_view->selectedTask()) {
    m_count->setText(tr("%1 of %2")
                         .arg(formatCount(static_cast<std::uint64_t>(at - matches.begin()) + 1),
                              formatCount(matches.size())));
  } else {
    m_count->setText(matches.empty()       ? tr("no task")
                     : matches.size() == 1 ? tr("1 task")
                                           : tr("%1 tasks").arg(formatCount(matches.size())));
  }
}

void FindStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), currentTheme().panel);
  painter.fillRect(0, height() - 1, width(), 1, currentTheme().hairline);
}

bool FindStrip::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_field && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape) {
      close();
      return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
      key->modifiers() & Qt::ShiftModifier ? m_view->previousMatch() : m_view->nextMatch();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace runahead::gui
