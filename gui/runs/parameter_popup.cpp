// SPDX-License-Identifier: GPL-3.0-or-later
// One row for each parameter: name, field, unit and what it is.
// Not here: clamping and presets (run_settings.cpp).
#include "gui/runs/parameter_popup.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QPainter>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>

#include "core/scenario/devices.h"
#include "gui/runs/number_field.h"
#include "gui/runs/setting_fields.h"
#include "gui/text/format.h"
#include "gui/widgets/commands.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {
namespace {

/// What the device "auto" is for the next run; and, where it could be CUDA and is not, why not.
QString deviceRemark(const RunSettings& settings) {
  const std::optional<DeviceKind> own = settings.scenario()->device;
  const bool any = !own;
  const QString device = any ? QString() : QLatin1String(to_string(*own));
  if (settings.clock() != Clock::live) {
    return any ? ParameterPopup::tr("auto: emulated, because this clock is simulated")
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

/// Where the times of the next run come from, under a simulated clock.
QString costsRemark(const RunSettings& settings) {
  const RunRequest request = settings.request();
  const Machine machine = standard_machine();
  const CheckedRun config = check(request);
  const bool launches = config && config->runs_on != DeviceKind::cpu;
  return ParameterPopup::tr(
             "The costs of the simulation come from a described machine, unless they are set here: t1 is "
             "%1, t2 at least %2, t3 %3.")
      .arg(formatTime(launches ? machine.launch_ns : machine.frontend.issue_ns),
           formatTime(launches ? machine.device.task_ns : machine.cpu.task_ns),
           formatTime(machine.frontend.hand_back_ns));
}

}  // namespace

ParameterPopup::ParameterPopup(RunSettings* settings, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_settings(settings) {
  named(this, "parameterPopup", tr("Parameters of the next run"));
  connect(settings, &RunSettings::changed, this, &ParameterPopup::updateForecast);
  auto* column = columnIn(this, {1, 1, 1, 1});
  m_scroll = into(column, new QScrollArea);
  makeScroller(m_scroll);
  m_scroll->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
  for (const QKeySequence& keys : shortcutsOf(WindowCommand::run))
    connect(new QShortcut(keys, this), &QShortcut::activated, this, &ParameterPopup::requestRun);
  for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
    connect(new QShortcut(key, this), &QShortcut::activated, this, [this] {
      // There it only says that one has picked.
      if (!qobject_cast<QComboBox*>(focusWidget())) requestRun();
    });
  }
}

void ParameterPopup::takeTyped() {
  for (NumberField* number : m_numbers) number->interpretText();
}

void ParameterPopup::requestRun() {
  takeTyped();
  // What is wrong stays in sight, with the sentence below it.
  if (m_settings->checked()) hide();
  emit runRequested();
}

void ParameterPopup::openUnder(QWidget* anchor) {
  fill();
  m_at = anchor->mapToGlobal(QPoint(0, anchor->height() + 4));
  place();
  show();
}

void ParameterPopup::place() {
  const QRect room = (parentWidget() ? parentWidget() : this)->screen()->availableGeometry();
  QSize size = m_scroll->widget()->sizeHint();
  size.setHeight(m_scroll->widget()->heightForWidth(size.width()));
  QPoint at = m_at;
  if (size.height() + 2 > room.bottom() - at.y()) {
    size.setHeight(qMax(120, room.bottom() - at.y() - 4));
    size.rwidth() += m_scroll->verticalScrollBar()->sizeHint().width();
  }
  resize(size + QSize(2, 2));
  at.setX(qBound(room.left(), at.x(), qMax(room.left(), room.right() - width())));
  move(at);
}

void ParameterPopup::fill() {
  delete m_scroll->takeWidget();
  m_numbers.clear();
  auto* ground = new gui::Panel(&Theme::paper);
  auto* grid = new QGridLayout(ground);
  grid->setContentsMargins(16, 14, 16, 14);
  grid->setHorizontalSpacing(12);
  grid->setVerticalSpacing(8);
  int row = 0;
  const auto caption = [&](const QString& text) {
    grid->addWidget(TextLabel::whole(monoFont(13), &Theme::text, text), row, 0);
  };
  if (m_settings->ownParameters() > 0) {
    caption(tr("preset"));
    grid->addWidget(presetBox(m_settings), row++, 1);
  }
  const auto remark = [&](const QString& text) {
    grid->addWidget(TextLabel::whole(uiFont(13), &Theme::text2, text), row, 2);
  };
  if (m_settings->mode() == Mode::stream) {
    caption(tr("device"));
    grid->addWidget(deviceBox(m_settings), row, 1);
    auto* what = TextLabel::wrapped(uiFont(13), &Theme::text2, deviceRemark(*m_settings), 19);
    grid->addWidget(named(what, "deviceRemark"), row++, 2, Qt::AlignVCenter);
    caption(tr("precision"));
    grid->addWidget(tf32Box(m_settings), row, 1);
    remark(tr("on a CUDA device: factors are rounded to ten bits"));
    ++row;
  }
  const auto number = [&](const Parameter& parameter, const QString& unset) {
    caption(QString::fromStdString(parameter.name));
    m_numbers.push_back(into(grid, new NumberField(parameter, m_settings, unset), row, 1));
    const QString unit = QString::fromStdString(parameter.unit);
    QString help = QString::fromStdString(parameter.help);
    if (!help.contains(unit)) help = tr("%1: %2").arg(unit, help);
    remark(help);
    ++row;
  };
  for (const Parameter& parameter : m_settings->parameters()) number(parameter, {});
  if (m_settings->clock() != Clock::live && !m_settings->costs().empty()) {
    auto* origin = TextLabel::wrapped(uiFont(13), &Theme::text, costsRemark(*m_settings), 19);
    grid->addWidget(named(origin, "costsRemark"), row++, 0, 1, 3);
    for (const Parameter& cost : m_settings->costs()) number(cost, tr("from the machine"));
  }
  m_forecast =
      into(grid, named(TextLabel::wrapped(uiFont(13), &Theme::text, {}, 19), "forecast"), row, 0, 1, 3);
  m_forecast->setHiddenWhenEmpty();
  m_scroll->setWidget(ground);
  updateForecast();
}

void ParameterPopup::updateForecast() {
  if (!m_forecast || !m_settings->scenario()) return;
  const Result<RunConfig> config = m_settings->checked();
  const std::int64_t bytes = config ? predicted_peak_bytes(*config) : 0;
  m_forecast->setText(!config ? tr("This run will not start: %1").arg(QString::fromStdString(config.error()))
                      : bytes > 0 ? tr("The run will hold about %1.").arg(formatRoughBytes(bytes))
                                  : QString());
  if (isVisible()) place();
}

void ParameterPopup::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintBox(painter, rect().adjusted(0, 0, -1, -1), currentTheme().edge, currentTheme().paper);
}

}  // namespace runahead::gui
