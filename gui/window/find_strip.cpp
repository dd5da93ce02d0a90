// SPDX-License-Identifier: GPL-3.0-or-later
// Layout and keys of FindStrip: Enter and Shift+Enter step, Esc closes.
// Not here: drawing of matches (timeline/).
#include "gui/window/find_strip.h"

#include <QKeyEvent>
#include <algorithm>

#include "gui/text/format.h"

namespace runahead::gui {

FindStrip::FindStrip(Search* search, const Selection* selection, QWidget* parent)
    : FieldStrip("findStrip", parent, "findField", tr("Find tasks by name"), tr("Task, for example add 11")),
      m_search(search),
      m_selection(selection) {
  row()->setSpacing(8);
  field()->setMaximumWidth(320);
  row()->addWidget(field(), 1);
  auto* previous = addTool(QStringLiteral("chevron-up"), tr("Previous match (Shift+Enter)"), "findPrevious");
  auto* next = addTool(QStringLiteral("chevron-down"), tr("Next match (Enter)"), "findNext");
  m_count = addWords("findCount");
  row()->addStretch(1);
  auto* shut = addTool(QStringLiteral("close"), tr("Close the search (Esc)"), "findClose");
  connect(field(), &QLineEdit::textChanged, search, &Search::setText);
  connect(previous, &QAbstractButton::clicked, search, &Search::previousMatch);
  connect(next, &QAbstractButton::clicked, search, &Search::nextMatch);
  connect(shut, &QAbstractButton::clicked, this, &FindStrip::close);
  connect(search, &Search::changed, this, &FindStrip::showCount);
  connect(selection, &Selection::changed, this, &FindStrip::showCount);
}

void FindStrip::open() {
  FieldStrip::open();
  m_search->setText(field()->text());
  showCount();
}

void FindStrip::close() {
  hide();
  m_search->setText(QString());
}

void FindStrip::showCount() {
  if (m_search->text().isEmpty()) {
    m_count->setText(QString());
    return;
  }
  const std::span<const TaskId> matches = m_search->matches();
  const auto at = std::ranges::lower_bound(matches, m_selection->task());
  if (at != matches.end() && *at == m_selection->task()) {
    m_count->setText(tr("%1 of %2")
                         .arg(formatCount(static_cast<std::uint64_t>(at - matches.begin()) + 1),
                              formatCount(matches.size())));
  } else {
    m_count->setText(matches.empty()       ? tr("no task")
                     : matches.size() == 1 ? tr("1 task")
                                           : tr("%1 tasks").arg(formatCount(matches.size())));
  }
}

bool FindStrip::takesEnter(bool back) {
  back ? m_search->previousMatch() : m_search->nextMatch();
  return true;
}

}  // namespace runahead::gui
