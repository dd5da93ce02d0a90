// SPDX-License-Identifier: GPL-3.0-or-later
// One row for each parameter: name, field, unit and what it is.
// Not here: clamping and presets (run_settings.cpp).
#include "gui/header/parameter_popup.h"

#include <QGridLayout>
#include <QGuiApplication>
#include <QPainter>
#include <QScreen>

#include "core/scenario/devices.h"
#include "gui/header/device_box.h"
#include "gui/header/number_field.h"
#include "gui/header/preset_box.h"
#include "gui/header/tf32_box.h"
#include "gui/theme/format.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {
namespace {

/// What the device "auto" is for the next run; and, where it could be CUDA and is not, why not.
QString deviceRemark(const RunSettings& settings) {
  const QString device = QString::fromStdString(settings.scenario()->device);
  const bool any = device == QLatin1String("auto");
  if (settings.clock() != RunSettings::kLive) {
    return any ? ParameterPopup::tr("auto: emulated, as this clock simulates a device")
               : ParameterPopup::tr("auto: %1 in this scenario").arg(device);
  }
  const Result<CudaDevice> cuda = describe_cuda();
  const QString name = cuda ? QString::fromStdString(cuda->name) : QString();
  if (any && cuda) return ParameterPopup::tr("auto: cuda, %1").arg(name);
  return (any ? ParameterPopup::tr("auto: emulated")
              : ParameterPopup::tr("auto: %1 in this scenario").arg(device)) +
         QLatin1Char('\n') +
         (cuda ? ParameterPopup::tr("cuda: %1").arg(name) : QString::fromStdString(cuda.error()));
}

}  // namespace

ParameterPopup::ParameterPopup(RunSettings* settings, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_settings(settings) {
  setObjectName(QStringLiteral("parameterPopup"));
  setAccessibleName(tr("Parameters of the next run"));
  connect(settings, &RunSettings::changed, this, &ParameterPopup::updateForecast);
}

void ParameterPopup::openUnder(QWidget* anchor) {
  fill();
  adjustSize();
  QPoint at = anchor->mapToGlobal(QPoint(0, anchor->height() + 4));
  if (const QScreen* screen = anchor->screen()) {
    const QRect room = screen->availableGeometry();
    at.setX(qBound(room.left(), at.x(), qMax(room.left(), room.right() - width())));
  }
  move(at);
  show();
}

void ParameterPopup::fill() {
  qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
  delete layout();
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(16, 14, 16, 14);
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(8);
  int row = 0;
  const auto caption = [&](const QString& text) {
    auto* label = new TextLabel(monoFont(13), &Theme::text, text);
    label->setElideMode(Qt::ElideNone);
    grid->addWidget(label, row, 0);
  };
  if (m_settings->ownParameters() > 0) {
    caption(tr("preset"));
    grid->addWidget(new PresetBox(m_settings), row++, 1);
  }
  const auto remark = [&](const QString& text) {
    auto* label = new TextLabel(uiFont(13), &Theme::text2, text);
    label->setElideMode(Qt::ElideNone);
    grid->addWidget(label, row, 2);
  };
  if (m_settings->mode() == QLatin1String(to_string(Mode::stream))) {
    caption(tr("device"));
    grid->addWidget(new DeviceBox(m_settings), row, 1);
    auto* what = new TextLabel(uiFont(13), &Theme::text2, deviceRemark(*m_settings));
    what->setObjectName(QStringLiteral("deviceRemark"));
    what->setWrapped(true);
    what->setLineHeight(19);
    grid->addWidget(what, row++, 2, Qt::AlignVCenter);
    caption(tr("precision"));
    grid->addWidget(new Tf32Box(m_settings), row, 1);
    remark(tr("on a CUDA device: factors are rounded to ten bits"));
    ++row;
  }
  const auto number = [&](const Parameter& parameter, const QString& unset) {
    caption(QString::fromStdString(parameter.name));
    grid->addWidget(new NumberField(parameter, m_settings, unset), row, 1);
    const QString unit = QString::fromStdString(parameter.unit);
    QString help = QString::fromStdString(parameter.help);
    if (!help.contains(unit)) help = tr("%1: %2").arg(unit, help);
    remark(help);
    ++row;
  };
  for (const Parameter& parameter : m_settings->parameters()) number(parameter, {});
  if (m_settings->clock() != RunSettings::kLive) {
    for (const Parameter& cost : m_settings->costs()) number(cost, tr("from the machine"));
  }
  m_forecast = new TextLabel(uiFont(13), &Theme::text);
  m_forecast->setObjectName(QStringLiteral("forecast"));
  m_forecast->setWrapped(true);
  m_forecast->setLineHeight(19);
  m_forecast->setHiddenWhenEmpty();
  grid->addWidget(m_forecast, row, 0, 1, 3);
  updateForecast();
}

void ParameterPopup::updateForecast() {
  if (!m_forecast || !m_settings->scenario()) return;
  const Result<RunConfig> config = check(m_settings->request());
  const std::int64_t bytes = config ? predicted_peak_bytes(*config) : 0;
  m_forecast->setText(!config ? tr("This run will not start: %1").arg(QString::fromStdString(config.error()))
                      : bytes > 0 ? tr("The run will hold about %1.").arg(formatRoughBytes(bytes))
                                  : QString());
  if (isVisible()) adjustSize();
}

void ParameterPopup::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(currentTheme().edge);
  painter.setBrush(currentTheme().paper);
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace runahead::gui
