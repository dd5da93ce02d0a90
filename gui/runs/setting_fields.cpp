// SPDX-License-Identifier: GPL-3.0-or-later
// The binding of each control to RunSettings.
#include "gui/runs/setting_fields.h"

#include <QCheckBox>
#include <QStandardItemModel>
#include <algorithm>

#include "core/scenario/devices.h"
#include "gui/runs/run_settings.h"
#include "gui/text/framework.h"
#include "gui/text/words.h"
#include "gui/widgets/choice_box.h"
#include "gui/widgets/layout.h"

namespace runahead::gui {
namespace {

/// Now, and whenever a setting changes.
template <class Widget, class Follow>
Widget* following(RunSettings* settings, Widget* widget, Follow follow) {
  QObject::connect(settings, &RunSettings::changed, widget, follow);
  follow();
  return widget;
}

QComboBox* box(const char* name, const QString& spoken) {
  auto* box = named(new ChoiceBox, name, spoken);
  box->setFixedHeight(30);
  return box;
}

}  // namespace

ChoiceField* clockField(RunSettings* settings) {
  auto* field = new ChoiceField(QStringLiteral("clock"), tr("Clock"));
  field->setToolTip(
      tr("real time: threads, and the times that work takes here\n"
         "simulated: a simulation with the costs of a described machine, the same every time\n"
         "manual: a simulation in which you decide what happens next (manual scheduling)\n"
         "The costs t1, t2, t3 of a simulation are among the parameters."));
  QObject::connect(field, &ChoiceField::chosen, settings, [settings](const QString& id) {
    for (const Clock clock : settings->clocks()) {
      if (id == QLatin1String(to_string(clock))) return settings->setClock(clock);
    }
  });
  return following(settings, field, [field, settings] {
    QStringList ids, names;
    for (const Clock clock : settings->clocks()) {
      ids << QLatin1String(to_string(clock));
      names << (clock == Clock::manual         ? tr("manual")
                : clock == Clock::virtual_time ? tr("simulated")
                                               : tr("real time"));
    }
    field->setItems(ids, names);
    field->setCurrent(QLatin1String(to_string(settings->clock())));
  });
}

ChoiceField* modeField(RunSettings* settings) {
  auto* field = new ChoiceField(QStringLiteral("mode"), tr("Mode"));
  QObject::connect(field, &ChoiceField::chosen, settings, [settings](const QString& id) {
    for (const Mode mode : settings->scenario()->modes) {
      if (id == QLatin1String(to_string(mode))) return settings->setMode(mode);
    }
  });
  return following(settings, field, [field, settings] {
    QStringList ids, names;
    if (const Scenario* scenario = settings->scenario()) {
      std::vector<Mode> inOrder = scenario->modes;  // the same order everywhere, wherever the default stands
      std::ranges::sort(inOrder);
      for (const Mode mode : inOrder) {
        ids << QString::fromUtf8(to_string(mode));
        names << modeName(mode);
      }
    }
    field->setItems(ids, ids, names);
    field->setToolTip(names.join(QLatin1Char('\n')));
    field->setCurrent(QLatin1String(to_string(settings->mode())));
  });
}

QComboBox* deviceBox(RunSettings* settings) {
  auto* devices = box("device", tr("Device of mode stream"));
  static constexpr DeviceKind kKinds[] = {DeviceKind::emulated, DeviceKind::cpu, DeviceKind::cuda};
  devices->addItem(QStringLiteral("auto"));
  for (const DeviceKind kind : kKinds) devices->addItem(QLatin1String(to_string(kind)));
  // Made when the user looks, not before: the first question to a driver takes its time.
  const int cuda = devices->findText(QStringLiteral("cuda"));
  const QString why = settings->clock() == Clock::live
                          ? QString::fromStdString(why_no_cuda())
                          : tr("The simulated clock has no real device: use emulated.");
  devices->setItemData(cuda, why, Qt::ToolTipRole);
  static_cast<QStandardItemModel*>(devices->model())->item(cuda)->setEnabled(why.isEmpty());
  QObject::connect(devices, &QComboBox::activated, settings, [settings](int index) {
    settings->setDevice(index == 0 ? std::nullopt : std::optional(kKinds[index - 1]));
  });
  return following(settings, devices, [=] {
    const std::optional<DeviceKind> device = settings->device();
    devices->setCurrentText(QLatin1String(device ? to_string(*device) : "auto"));
  });
}

QComboBox* presetBox(RunSettings* settings) {
  auto* presets = box("preset", tr("Preset"));
  presets->setFocusPolicy(Qt::TabFocus);  // after a choice by mouse the arrow keys step
  presets->setPlaceholderText(tr("own"));
  presets->setMinimumWidth(presets->fontMetrics().horizontalAdvance(tr("standard")) + 48);
  const auto add = [&](const QString& text, Preset preset, const QString& tip) {
    presets->addItem(text, static_cast<int>(preset));
    presets->setItemData(presets->count() - 1, tip, Qt::ToolTipRole);
  };
  add(tr("standard"), Preset::standard, tr("Finishes in seconds on this kind of computer"));
  add(tr("book"), Preset::book, tr("The sizes that the book uses"));
  add(tr("small"), Preset::step, tr("A small example: every task can be followed"));
  QObject::connect(presets, &QComboBox::activated, settings, [=](int index) {
    settings->setPreset(static_cast<Preset>(presets->itemData(index).toInt()));
  });
  return following(settings, presets, [=] {
    const std::optional<Preset> preset = settings->preset();
    presets->setCurrentIndex(preset ? presets->findData(static_cast<int>(*preset)) : -1);
  });
}

QCheckBox* tf32Box(RunSettings* settings) {
  auto* tf32 = named(new QCheckBox(tr("TF32 products")), "tf32");
  tf32->setMinimumHeight(30);
  QObject::connect(tf32, &QCheckBox::clicked, settings, &RunSettings::setTf32);
  return following(settings, tf32, [=] {
    const QString why = settings->whyNoTf32();
    tf32->setEnabled(why.isEmpty());
    tf32->setChecked(settings->tf32() && why.isEmpty());
    tf32->setToolTip(why.isEmpty() ? tr("Tensor cores multiply factors of ten bits, several times as fast")
                                   : why);
  });
}

}  // namespace runahead::gui
