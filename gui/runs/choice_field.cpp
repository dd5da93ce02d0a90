// SPDX-License-Identifier: GPL-3.0-or-later
// The two controls of ChoiceField, kept in step with each other.
#include "gui/runs/choice_field.h"

#include "gui/widgets/choice_box.h"
#include "gui/widgets/layout.h"

namespace runahead::gui {
namespace {

/// So many fit into the narrowest window.
constexpr int kAlwaysInSight = 2;

}  // namespace

ChoiceField::ChoiceField(const QString& name, const QString& accessibleName, QWidget* parent)
    : QWidget(parent), m_segments(new SegmentedControl), m_list(new ChoiceBox) {
  auto* row = rowIn(this, {}, 0);
  m_segments->setObjectName(name);
  m_segments->setAccessibleName(accessibleName);
  m_list->setObjectName(name + QStringLiteral("List"));
  m_list->setAccessibleName(accessibleName);
  m_list->setFocusPolicy(Qt::TabFocus);
  m_list->setFixedHeight(30);
  m_list->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_list->hide();
  row->addWidget(m_segments);
  row->addWidget(m_list);
  connect(m_segments, &SegmentedControl::chosen, this, &ChoiceField::chosen);
  connect(m_list, &QComboBox::activated, this,
          [this](int index) { emit chosen(m_list->itemData(index).toString()); });
}

bool ChoiceField::listed(bool compact) const {
  return compact && m_list->count() > kAlwaysInSight;
}

int ChoiceField::widthFor(bool compact) const {
  return listed(compact) ? m_list->sizeHint().width() : m_segments->sizeHint().width();
}

void ChoiceField::setCompact(bool compact) {
  if (compact == m_compact) return;
  m_compact = compact;
  arrange();
}

void ChoiceField::setItems(const QStringList& ids, const QStringList& texts, const QStringList& listed) {
  if (m_ids == ids) return;
  m_ids = ids;
  m_segments->setItems(ids, texts);
  m_list->clear();
  for (qsizetype i = 0; i < ids.size(); ++i) m_list->addItem(listed.isEmpty() ? texts[i] : listed[i], ids[i]);
  arrange();
}

void ChoiceField::setCurrent(const QString& id) {
  m_segments->setCurrent(id);
  m_list->setCurrentIndex(m_list->findData(id));
}

void ChoiceField::arrange() {
  m_segments->setVisible(!listed(m_compact));
  m_list->setVisible(listed(m_compact));
}

}  // namespace runahead::gui
