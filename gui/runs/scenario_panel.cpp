// SPDX-License-Identifier: GPL-3.0-or-later
// Filling, filtering and choosing in the scenario list.
// Not here: painting of rows (scenario_delegate.cpp).
#include "gui/runs/scenario_panel.h"

#include <QKeyEvent>

#include "core/scenario/scenario.h"
#include "gui/runs/scenario_delegate.h"
#include "gui/widgets/button.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/plain_text.h"

namespace runahead::gui {

ScenarioPanel::ScenarioPanel(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("scenarioPanel"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = columnIn(this, {}, 0);

  auto* head = new PaneHead(tr("Scenarios"));
  head->setFirst(true);
  auto* find = named(new Button(Button::Kind::flat, QStringLiteral("search"), tr("Find a scenario")),
                     "scenarioSearchButton");
  auto* fresh =
      named(new Button(Button::Kind::flat, QStringLiteral("plus"), tr("New program")), "newProgram");
  fresh->setTextShown(false);
  head->addTool(fresh);
  connect(fresh, &QAbstractButton::clicked, this, &ScenarioPanel::newRequested);
  head->addTool(find);
  column->addWidget(head);

  m_search = into(column, named(new QLineEdit, "scenarioSearch", tr("Find a scenario")));
  m_search->setPlaceholderText(tr("Name or question"));
  m_search->setClearButtonEnabled(false);
  m_search->installEventFilter(this);
  m_search->setFixedHeight(30);
  m_search->hide();

  m_tree = named(new QTreeWidget, "scenarioTree", tr("Scenarios"));
  m_tree->setHeaderHidden(true);
  m_tree->setRootIsDecorated(false);
  m_tree->setIndentation(0);
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setMouseTracking(true);
  m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_tree->setSelectionMode(QAbstractItemView::NoSelection);
  m_tree->setExpandsOnDoubleClick(false);
  m_tree->setItemDelegate(new ScenarioDelegate(m_tree));
  column->addSpacing(6);
  column->addWidget(m_tree, 1);

  connect(find, &QAbstractButton::clicked, this,
          [this] { m_search->isVisible() ? closeSearch() : openSearch(); });
  connect(m_search, &QLineEdit::textChanged, this, &ScenarioPanel::filter);
  connect(m_search, &QLineEdit::returnPressed, this, [this] {
    if (QTreeWidgetItem* item = firstMatch()) choose(item);
  });
  connect(m_tree, &QTreeWidget::itemClicked, this, &ScenarioPanel::choose);
  m_tree->installEventFilter(this);
  fill();
}

void ScenarioPanel::fill() {
  std::map<char, QTreeWidgetItem*> groups;
  for (const Scenario& scenario : scenarios()) {
    QTreeWidgetItem*& group = groups[scenario.group];
    if (!group) {
      group = new QTreeWidgetItem(m_tree, {QString::fromUtf8(group_title(scenario.group))});
      group->setData(0, ScenarioDelegate::kGroup, QString(QLatin1Char(scenario.group)));
      group->setExpanded(true);
    }
    auto* item = new QTreeWidgetItem(group, {QString::fromStdString(scenario.id)});
    item->setData(0, ScenarioDelegate::kId, QString::fromStdString(scenario.id));
    item->setData(0, ScenarioDelegate::kQuestion, QString::fromStdString(scenario.question));
    item->setToolTip(0, QString::fromStdString(scenario.question));
    item->setData(0, Qt::AccessibleDescriptionRole, QString::fromStdString(scenario.question));
    group->setData(0, ScenarioDelegate::kCount, group->childCount());
  }
}

void ScenarioPanel::setChosen(const QString& id) {
  m_chosen = id;
  for (QTreeWidgetItemIterator it(m_tree); *it; ++it) {
    const bool chosen = !id.isEmpty() && (*it)->data(0, ScenarioDelegate::kId).toString() == id;
    (*it)->setData(0, ScenarioDelegate::kChosen, chosen);
    if (!chosen) continue;
    (*it)->parent()->setExpanded(true);
    m_tree->setCurrentItem(*it);
    m_tree->scrollToItem(*it);
  }
}

QTreeWidgetItem* ScenarioPanel::addOwn(QTreeWidgetItem*& group, const QString& title, const QString& id) {
  if (!group) {
    m_tree->insertTopLevelItem(0, group = new QTreeWidgetItem({title}));
    group->setExpanded(true);
  }
  auto* item = new QTreeWidgetItem(group, {id});
  item->setData(0, ScenarioDelegate::kId, id);
  item->setData(0, ScenarioDelegate::kChosen, id == m_chosen);
  group->setData(0, ScenarioDelegate::kCount, group->childCount());
  return item;
}

void ScenarioPanel::setRuns(const std::map<QString, int>& runs) {
  delete std::exchange(m_recordings, nullptr);
  for (const auto& [id, count] : runs) {
    if (count == 0 || id.isEmpty() || find_scenario(id.toStdString())) continue;
    addOwn(m_recordings, tr("Recordings"), id);
  }
  for (QTreeWidgetItemIterator it(m_tree); *it; ++it) {
    const QString id = (*it)->data(0, ScenarioDelegate::kId).toString();
    if (id.isEmpty()) continue;
    const auto found = runs.find(id);
    const int count = found == runs.end() ? 0 : found->second;
    const QString text = count == 0 ? QString() : QString::number(count);
    if ((*it)->data(0, ScenarioDelegate::kCount).toString() == text) continue;
    (*it)->setData(0, ScenarioDelegate::kCount, text);
    const QString question = (*it)->data(0, ScenarioDelegate::kQuestion).toString();
    (*it)->setToolTip(0, asText(count == 0 ? question : tr("%1\nRuns here: %2").arg(question).arg(count)));
  }
}

void ScenarioPanel::setPrograms(const std::vector<std::pair<QString, bool>>& programs) {
  if (std::exchange(m_listed, programs) == programs) return;
  delete std::exchange(m_programs, nullptr);
  for (const auto& [id, saved] : programs) {
    addOwn(m_programs, tr("Your programs"), id)
        ->setToolTip(0, asText(saved ? id : tr("%1: not saved as a file").arg(id)));
  }
}

void ScenarioPanel::setRunning(const QString& id) {
  for (QTreeWidgetItemIterator it(m_tree); *it; ++it) {
    const QString own = (*it)->data(0, ScenarioDelegate::kId).toString();
    const bool running = !own.isEmpty() && own == id;
    (*it)->setData(0, ScenarioDelegate::kRunning, running);
  }
}

void ScenarioPanel::openSearch() {
  m_search->show();
  m_search->setFocus(Qt::ShortcutFocusReason);
  m_search->selectAll();
}

void ScenarioPanel::closeSearch() {
  m_search->clear();
  m_search->hide();
  m_tree->setFocus(Qt::OtherFocusReason);
}

void ScenarioPanel::filter(const QString& text) {
  for (int g = 0; g < m_tree->topLevelItemCount(); ++g) {
    QTreeWidgetItem* group = m_tree->topLevelItem(g);
    int shown = 0;
    for (int i = 0; i < group->childCount(); ++i) {
      QTreeWidgetItem* item = group->child(i);
      const bool matches =
          item->text(0).contains(text, Qt::CaseInsensitive) ||
          item->data(0, ScenarioDelegate::kQuestion).toString().contains(text, Qt::CaseInsensitive);
      item->setHidden(!matches);
      shown += matches;
    }
    group->setHidden(shown == 0);
    group->setData(0, ScenarioDelegate::kCount, shown);
    if (!text.isEmpty()) group->setExpanded(true);
  }
}

QTreeWidgetItem* ScenarioPanel::firstMatch() const {
  for (QTreeWidgetItemIterator it(m_tree, QTreeWidgetItemIterator::NotHidden); *it; ++it) {
    if (!(*it)->data(0, ScenarioDelegate::kId).toString().isEmpty()) return *it;
  }
  return nullptr;
}

void ScenarioPanel::choose(QTreeWidgetItem* item) {
  const QString id = item->data(0, ScenarioDelegate::kId).toString();
  if (id.isEmpty()) {
    item->setExpanded(!item->isExpanded());
  } else {
    setChosen(id);
    emit scenarioChosen(id);
  }
}

void ScenarioPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_tree->doItemsLayout();  // the chosen row is as high as its question needs at this width
  if (m_tree->currentItem()) m_tree->scrollToItem(m_tree->currentItem());
}

bool ScenarioPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (watched == m_search && key == Qt::Key_Escape) {
      closeSearch();
      return true;
    }
    if (watched == m_search && key == Qt::Key_Down) {
      if (QTreeWidgetItem* item = firstMatch()) {
        m_tree->setCurrentItem(item);
        m_tree->setFocus(Qt::TabFocusReason);
      }
      return true;
    }
    if (watched == m_tree && (key == Qt::Key_Return || key == Qt::Key_Enter) && m_tree->currentItem()) {
      choose(m_tree->currentItem());
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace runahead::gui
