// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the combo box from the scenario and keeps it and K in step with RunSettings.
// Not here: the words of the waits axis; core's Waits parses them.
#include "gui/header/waits_field.h"

#include <QHBoxLayout>

#include "gui/header/number_field.h"
#include "gui/theme/theme.h"

namespace runahead::gui {
namespace {

const QString kEvery = QStringLiteral("every:");

constexpr int kNamedLines = 3;

/// `lines`: where the value waits, but for the waits that always are.
QString describe(const QString& waits, const std::vector<int>& lines = {}) {
  if (waits == QLatin1String("program")) return WaitsField::tr("as printed");
  if (waits == QLatin1String("none")) return WaitsField::tr("no waits");
  if (waits == QLatin1String("each")) return WaitsField::tr("wait each pass");
  if (waits == kEvery) return WaitsField::tr("wait every");
  if (lines.empty()) return WaitsField::tr("final waits only");
  if (lines.size() == 1) return WaitsField::tr("line %1").arg(lines.front());
  if (lines.size() > kNamedLines) return WaitsField::tr("%1 lines").arg(lines.size());
  QStringList numbers;
  for (const int line : lines) numbers << QString::number(line);
  return WaitsField::tr("lines %1").arg(numbers.join(QStringLiteral(", ")));
}

}  // namespace

WaitsField::WaitsField(RunSettings* settings, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_combo(new QComboBox) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  m_combo->setObjectName(QStringLiteral("waits"));
  m_combo->setAccessibleName(tr("Waits"));
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
                             .help = tr("Passes between two waits").toStdString()});
  m_every->setObjectName(QStringLiteral("waitsEvery"));
  m_every->setAccessibleName(tr("Passes between two waits"));
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
  const QString waits = m_settings->waits();
  const bool every = waits.startsWith(kEvery);
  const QString key = every ? kEvery : waits;
  if (scenario != m_scenario || m_combo->findData(key) < 0) {
    m_scenario = scenario;
    m_combo->clear();
    for (const std::string& value : scenario ? scenario->waits : std::vector<std::string>{}) {
      const QString text = QString::fromStdString(value);
      if (!text.startsWith(kEvery)) m_combo->addItem(describe(text), text);
    }
    if (m_settings->offersEvery()) m_combo->addItem(describe(kEvery), kEvery);
    if (!key.isEmpty() && m_combo->findData(key) < 0) addList(key);
  }
  m_combo->setCurrentIndex(m_combo->findData(key));
  m_combo->setToolTip(tr("When the program waits: %1").arg(m_combo->currentText()));
  m_every->setVisible(every);
  if (every) m_every->setValue(waits.mid(kEvery.size()).toDouble());
}

void WaitsField::addList(const QString& waits) {
  const Result<Waits> value = Waits::parse(waits.toStdString(), *m_scenario);
  m_combo->addItem(describe(waits, value ? value->lines(*m_scenario) : std::vector<int>{}), waits);
}

void WaitsField::choose(int index) {
  const QString key = m_combo->itemData(index).toString();
  m_settings->setWaits(key == kEvery ? kEvery + QString::number(m_every->value(), 'f', 0) : key);
}

}  // namespace runahead::gui
