// SPDX-License-Identifier: GPL-3.0-or-later
// The clocks that a scenario offers, kept in step with RunSettings.
// Not here: the controls (choice_field.cpp).
#include "gui/header/clock_field.h"

namespace runahead::gui {

ClockField::ClockField(RunSettings* settings, QWidget* parent)
    : ChoiceField(QStringLiteral("clock"), tr("Clock"), parent), m_settings(settings) {
  connect(this, &ChoiceField::chosen, settings, &RunSettings::setClock);
  connect(settings, &RunSettings::changed, this, &ClockField::follow);
  setToolTip(
      tr("live: threads, and times as they come\n"
         "virtual: a simulation with the times of a described machine, the same every time\n"
         "by hand: the same, and you decide what happens next\n"
         "What work costs there (t1, t2, t3) is set among the parameters."));
  follow();
}

void ClockField::follow() {
  if (const QStringList offered = m_settings->clocks(); offered != m_offered) {
    m_offered = offered;
    QStringList names;
    for (const QString& id : offered) {
      names << (id == RunSettings::kByHand    ? tr("by hand")
                : id == RunSettings::kVirtual ? tr("virtual")
                                              : tr("live"));
    }
    setItems(offered, names);
  }
  setCurrent(m_settings->clock());
}

}  // namespace runahead::gui
