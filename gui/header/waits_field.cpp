// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the combo box from the scenario and keeps it and K in step with RunSettings.
// Not here: the words of the waits axis; core's Waits parses them.
#include "gui/header/waits_field.h"

#include <QHBoxLayout>
#include <QSpinBox>

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
    : QWidget(parent), m_settings(settings), m_combo(new QComboBox), m_every(new QSpinBox) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  m_combo->setObjectName(QStringLiteral("waits"));
  m_combo->setAccessibleName(tr("Waits"));
  m_combo->setFocusPolicy(Qt::TabFocus);
  m_combo->setFixedHeight(30);
  m_combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_every->setObjectName(QStringLiteral("waitsEvery"));
  m_every->setAccessibleName(tr("Passes between two waits"));
  m_every->setFont(monoFont(14));
  m_every->setRange(1, 1000000);
  m_every->setButtonSymbols(QAbstractSpinBox::NoButtons);
  m_every->setKeyboardTracking(false);
  m_every->setFixedSize(58, 30);
  row->addWidget(m_combo);
  row->addWidget(m_every);
  connect(m_combo, &QComboBox::activated, this, &WaitsField::choose);
  connect(m_every, &QSpinBox::valueChanged, this,
          [this](int passes) { m_settings->setWaits(kEvery + QString::number(passes)); });
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
  if (every) {
    const QSignalBlocker blocker(m_every);
    m_every->setValue(waits.mid(kEvery.size()).toInt());
  }
}

void WaitsField::addList(const QString& waits) {
  const Result<Waits> value = Waits::parse(waits.toStdString(), *m_scenario);
  m_combo->addItem(describe(waits, value ? value->lines(*m_scenario) : std::vector<int>{}), waits);
}

void WaitsField::choose(int index) {
  const QString key = m_combo->itemData(index).toString();
  m_settings->setWaits(key == kEvery ? kEvery + QString::number(m_every->value()) : key);
}

}  // namespace runahead::gui
