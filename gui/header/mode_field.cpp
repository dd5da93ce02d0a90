// SPDX-License-Identifier: GPL-3.0-or-later
// The names of a scenario's modes, kept in step with RunSettings.
// Not here: the controls (choice_field.cpp).
#include "gui/header/mode_field.h"

#include <algorithm>

#include "gui/listing/framework.h"

namespace runahead::gui {

ModeField::ModeField(RunSettings* settings, QWidget* parent)
    : ChoiceField(QStringLiteral("mode"), tr("Mode"), parent), m_settings(settings) {
  connect(this, &ChoiceField::chosen, settings, &RunSettings::setMode);
  connect(settings, &RunSettings::changed, this, &ModeField::follow);
  follow();
}

void ModeField::rebuild() {
  QStringList ids, names;
  if (m_scenario) {
    std::vector<Mode> inOrder = m_scenario->modes;  // the same order everywhere, wherever the default stands
    std::sort(inOrder.begin(), inOrder.end());
    for (const Mode mode : inOrder) {
      ids << QString::fromUtf8(to_string(mode));
      names << modeName(ids.back());
    }
  }
  setItems(ids, ids, names);
  setToolTip(names.join(QLatin1Char('\n')));
}

void ModeField::follow() {
  if (m_settings->scenario() != m_scenario) {
    m_scenario = m_settings->scenario();
    rebuild();
  }
  setCurrent(m_settings->mode());
}

}  // namespace runahead::gui
