// SPDX-License-Identifier: GPL-3.0-or-later
// The two controls of ModeField, kept in step with RunSettings.
// Not here: when there is room for which (header_bar.cpp).
#include "gui/header/mode_field.h"

#include <QHBoxLayout>
#include <algorithm>

namespace runahead::gui {
namespace {

/// So many fit into the narrowest window.
constexpr int kAlwaysInSight = 3;

}  // namespace

ModeField::ModeField(RunSettings* settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_segments(new SegmentedControl), m_list(new QComboBox) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  m_segments->setObjectName(QStringLiteral("mode"));
  m_segments->setAccessibleName(tr("Mode"));
  m_list->setObjectName(QStringLiteral("modeList"));
  m_list->setAccessibleName(tr("Mode"));
  m_list->setFixedHeight(30);
  m_list->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_list->hide();
  row->addWidget(m_segments);
  row->addWidget(m_list);
  connect(m_segments, &SegmentedControl::chosen, settings, &RunSettings::setMode);
  connect(m_list, &QComboBox::activated, settings,
          [this](int index) { m_settings->setMode(m_list->itemData(index).toString()); });
  connect(settings, &RunSettings::changed, this, &ModeField::follow);
  follow();
}

void ModeField::setFramework(const QString& framework) {
  if (framework == m_framework) return;
  m_framework = framework;
  rebuild();
  follow();
}

bool ModeField::listed(bool compact) const {
  return compact && m_list->count() > kAlwaysInSight;
}

int ModeField::widthFor(bool compact) const {
  return listed(compact) ? m_list->sizeHint().width() : m_segments->sizeHint().width();
}

void ModeField::setCompact(bool compact) {
  if (compact == m_compact) return;
  m_compact = compact;
  follow();
}

void ModeField::rebuild() {
  QStringList ids, names;
  if (m_scenario) {
    std::vector<Mode> inOrder = m_scenario->modes;  // the same order everywhere, wherever the default stands
    std::sort(inOrder.begin(), inOrder.end());
    for (const Mode mode : inOrder) {
      const bool eager = mode == Mode::sync && m_framework == QLatin1String("tensorflow");
      ids << QString::fromUtf8(to_string(mode));
      names << (eager ? QStringLiteral("eager") : ids.back());
    }
  }
  m_segments->setItems(ids, names);
  m_list->clear();
  for (qsizetype i = 0; i < ids.size(); ++i) m_list->addItem(names[i], ids[i]);
}

void ModeField::follow() {
  if (m_settings->scenario() != m_scenario) {
    m_scenario = m_settings->scenario();
    rebuild();
  }
  m_segments->setCurrent(m_settings->mode());
  m_list->setCurrentIndex(m_list->findData(m_settings->mode()));
  m_segments->setVisible(!listed(m_compact));
  m_list->setVisible(listed(m_compact));
}

}  // namespace runahead::gui
