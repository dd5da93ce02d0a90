// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the combo box from the scenario and keeps it and K in step with RunSettings.
#include "gui/runs/waits_field.h"
#include <QStringList>

#include "gui/runs/number_field.h"
#include "gui/widgets/choice_box.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/plain_text.h"

namespace runahead::gui {
namespace {

const QString kEvery = QStringLiteral("every:");

constexpr int kNamedLines = 3;

QString describe(const Waits& waits, const Scenario& scenario) {
  if (waits == Waits()) return WaitsField::tr("as in the program");
  if (waits == Waits::none()) return WaitsField::tr("no waits");
  if (waits == Waits::each()) return WaitsField::tr("every iteration");
  const std::vector<int> lines = lines_of(waits, scenario);
  if (lines.empty()) return WaitsField::tr("final waits only");
  if (lines.size() == 1) return WaitsField::tr("line %1").arg(lines.front());
  if (lines.size() > kNamedLines) return WaitsField::tr("%1 lines").arg(lines.size());
  QStringList numbers;
  for (const int line : lines) numbers << QString::number(line);
  return WaitsField::tr("lines %1").arg(numbers.join(QStringLiteral(", ")));
}

}  // namespace

WaitsField::WaitsField(RunSettings* settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_combo(new ChoiceBox) {
  auto* row = rowIn(this, {}, 4);
  named(m_combo, "waits", tr("Waits"));
  m_combo->setFocusPolicy(Qt::TabFocus);
  m_combo->setFixedHeight(30);
  m_combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_every = new NumberField({.name = "every",
                             .unit = "",
                             .min = 1,
                             .max = 999'999'999'999'999,
                             .default_value = 1000,
                             .book = 0,
                             .step = 0,
                             .help = tr("Iterations between two waits").toStdString()});
  named(m_every, "waitsEvery", tr("Iterations between two waits"));
  m_every->setValue(1);
  row->addWidget(m_combo);
  row->addWidget(m_every);
  connect(m_combo, &QComboBox::activated, this, &WaitsField::choose);
  connect(m_every, &QDoubleSpinBox::valueChanged, this, [this] { choose(m_combo->findData(kEvery)); });
  connect(settings, &RunSettings::changed, this, &WaitsField::follow);
  follow();
}

void WaitsField::follow() {
  const Scenario* scenario = m_settings->scenario();
  const Waits& waits = m_settings->waits();
  const QString text = scenario ? QString::fromStdString(waits.text()) : QString();
  const bool every = text.startsWith(kEvery);
  const QString key = every ? kEvery : text;
  if (scenario != m_scenario || m_combo->findData(key) < 0) {
    m_scenario = scenario;
    m_combo->clear();
    m_values.clear();
    for (const std::string& value : scenario ? scenario->waits : std::vector<std::string>{}) {
      const std::optional<Waits> offered = Waits::parse(value);
      if (offered && !value.starts_with(kEvery.toStdString())) add(*offered);
    }
    if (m_settings->offersEvery()) m_combo->addItem(tr("every"), kEvery);
    if (!key.isEmpty() && m_combo->findData(key) < 0) add(waits);
  }
  m_combo->setCurrentIndex(m_combo->findData(key));
  m_combo->setToolTip(asText(tr("When the program waits: %1").arg(m_combo->currentText())));
  m_every->setVisible(every);
  if (every) m_every->setValue(static_cast<double>(waits.every()));
}

void WaitsField::takeTyped() {
  m_every->interpretText();
}

void WaitsField::add(const Waits& waits) {
  const QString key = QString::fromStdString(waits.text());
  m_combo->addItem(describe(waits, *m_scenario), key);
  m_values.insert(key, waits);
}

void WaitsField::choose(int index) {
  const QString key = m_combo->itemData(index).toString();
  m_settings->setWaits(key == kEvery ? Waits::every(static_cast<std::int64_t>(m_every->value()))
                                     : m_values.value(key));
}

}  // namespace runahead::gui
