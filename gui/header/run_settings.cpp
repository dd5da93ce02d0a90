// SPDX-License-Identifier: GPL-3.0-or-later
// Values of the next run, as they were chosen or typed; one changed() for each change.
// Not here: texts beside the controls (header_bar.cpp, parameter_popup.cpp).
#include "gui/header/run_settings.h"

#include <algorithm>

#include "core/analysis/comparison.h"
#include "core/scenario/devices.h"

namespace runahead::gui {
namespace {

/// What a field can hold.
constexpr std::int64_t kMostTyped = 999'999'999'999'999;
constexpr const char* kWorkers = "workers";
constexpr const char* kSeed = "seed";
constexpr const char* kAuto = "auto";
constexpr const char* kCuda = "cuda";
const QString kStream = QString::fromUtf8(to_string(Mode::stream));
const QStringList kPresets{QStringLiteral("standard"), QStringLiteral("book"), QStringLiteral("step")};

}  // namespace

RunSettings::RunSettings(QObject* parent) : QObject(parent) {}

void RunSettings::load(const Scenario* scenario) {
  m_scenario = scenario;
  m_parameters.clear();
  m_costs.clear();
  m_values.clear();
  m_own = 0;
  m_mode.clear();
  m_waits.clear();
  m_clock.clear();
  m_device = devices().front();
  m_tf32 = false;
  if (!scenario) return;
  m_mode = QString::fromUtf8(to_string(scenario->modes.front()));
  m_waits = QString::fromStdString(scenario->waits.front());
  m_clock = clocks().front();
  m_parameters = scenario->parameters;
  m_own = m_parameters.size();
  m_parameters.push_back(
      {kWorkers, "", 1, kMaxWorkers, 1, 1, 1, tr("threads that execute tasks").toStdString()});
  m_parameters.push_back({kSeed, "", 0, std::int64_t{1} << 31, 0, 0, 0,
                          tr("the same seed gives the same random numbers").toStdString()});
  const auto own = [scenario](const Parameter& other) {
    return std::any_of(scenario->parameters.begin(), scenario->parameters.end(),
                       [&](const Parameter& parameter) { return parameter.name == other.name; });
  };
  for (const Parameter& common : common_parameters()) {
    if (!own(common)) m_parameters.push_back(common);
  }
  for (const Parameter& cost : virtual_parameters()) {
    if (!own(cost)) m_costs.push_back(cost);
  }
  for (const Parameter& parameter : m_parameters) m_values[parameter.name] = parameter.default_value;
  for (const Parameter& cost : m_costs) m_values[cost.name] = kUnset;
}

void RunSettings::setScenario(const Scenario* scenario) {
  load(scenario);
  emit changed();
}

void RunSettings::setFrom(const Scenario* scenario, const TraceInfo& info) {
  load(scenario);
  if (scenario) {
    for (const Mode mode : scenario->modes) {
      if (info.mode == to_string(mode)) m_mode = QString::fromStdString(info.mode);
    }
    if (Waits::parse(info.waits, *scenario).ok()) m_waits = QString::fromStdString(info.waits);
    if (clocks().contains(QString::fromStdString(info.clock))) m_clock = QString::fromStdString(info.clock);
    const QString device = QString::fromStdString(info.device);
    if (m_mode == kStream && devices().contains(device)) m_device = device;
    m_tf32 = has_tf32(info);
    const auto take = [this](const std::string& name, std::int64_t value) {
      for (const auto* parameters : {&m_parameters, &m_costs}) {
        for (const Parameter& parameter : *parameters) {
          if (parameter.name == name) m_values[name] = std::clamp(value, -kMostTyped, kMostTyped);
        }
      }
    };
    take(kWorkers, info.workers);
    take(kSeed, static_cast<std::int64_t>(info.seed));
    for (const auto& [name, text] : info.parameters) {
      bool isNumber = false;
      const qlonglong value = QString::fromStdString(text).toLongLong(&isNumber);
      if (isNumber) take(name, value);
    }
  }
  emit changed();
}

void RunSettings::setMode(const QString& mode) {
  if (mode == m_mode) return;
  m_mode = mode;
  emit changed();
}

void RunSettings::setWaits(const QString& waits) {
  if (waits == m_waits) return;
  m_waits = waits;
  emit changed();
}

QStringList RunSettings::clocks() const {
  if (!m_scenario) return {};
  QStringList offered{kVirtual, kByHand};
  if (!m_scenario->virtual_only) offered.prepend(kLive);
  return offered;
}

void RunSettings::setClock(const QString& clock) {
  if (clock == m_clock) return;
  m_clock = clock;
  emit changed();
}

const QStringList& RunSettings::devices() {
  static const QStringList devices{QLatin1String(kAuto), QStringLiteral("emulated"), QStringLiteral("cpu"),
                                   QLatin1String(kCuda)};
  return devices;
}

void RunSettings::setDevice(const QString& device) {
  if (device == m_device) return;
  m_device = device;
  emit changed();
}

void RunSettings::setTf32(bool on) {
  if (on == m_tf32) return;
  m_tf32 = on;
  emit changed();
}

QString RunSettings::whyNoTf32() const {
  if (!m_scenario || m_mode != kStream) return tr("Only mode stream runs on a CUDA device.");
  if (m_clock != kLive) return tr("Only under the clock live does a run take place on a CUDA device.");
  const QString device =
      m_device == QLatin1String(kAuto) ? QString::fromStdString(m_scenario->device) : m_device;
  if (device != QLatin1String(kAuto) && device != QLatin1String(kCuda)) {
    return tr("This run takes place on the device %1; choose cuda.").arg(device);
  }
  return QString::fromStdString(why_no_cuda());
}

bool RunSettings::offersEvery() const {
  if (!m_scenario) return false;
  const auto& waits = m_scenario->waits;
  return std::any_of(waits.begin(), waits.end(),
                     [](const std::string& value) { return value == "each" || value.starts_with("every:"); });
}

std::int64_t RunSettings::value(const std::string& name) const {
  const auto found = m_values.find(name);
  return found == m_values.end() ? 0 : found->second;
}

void RunSettings::setValue(const std::string& name, std::int64_t value) {
  const auto found = m_values.find(name);
  if (found == m_values.end() || found->second == value) return;
  found->second = value;
  emit changed();
}

std::int64_t RunSettings::presetValue(const Parameter& parameter, const QString& preset) const {
  if (preset == QLatin1String("book")) return parameter.book;
  if (preset == QLatin1String("step")) return parameter.step;
  return parameter.default_value;
}

QString RunSettings::preset() const {
  for (const QString& preset : kPresets) {
    const bool agrees = std::all_of(
        m_parameters.begin(), m_parameters.begin() + static_cast<std::ptrdiff_t>(m_own),
        [&](const Parameter& parameter) { return value(parameter.name) == presetValue(parameter, preset); });
    if (agrees) return preset;
  }
  return {};
}

void RunSettings::setPreset(const QString& preset) {
  for (std::size_t i = 0; i < m_own; ++i)
    m_values[m_parameters[i].name] = presetValue(m_parameters[i], preset);
  emit changed();
}

RunRequest RunSettings::request() const {
  RunRequest request;
  if (!m_scenario) return request;
  request.scenario = m_scenario->id;
  request.mode = m_mode.toStdString();
  request.waits = m_waits.toStdString();
  request.clock = (m_clock == kByHand ? QString(kVirtual) : m_clock).toStdString();
  if (m_mode == kStream) request.device = m_device.toStdString();
  request.tf32 = m_tf32 && whyNoTf32().isEmpty();
  request.workers = static_cast<int>(std::clamp<std::int64_t>(value(kWorkers), 0, kMaxWorkers + 1));
  request.seed = static_cast<std::uint64_t>(value(kSeed));
  for (const Parameter& parameter : m_parameters) {
    if (parameter.name != kWorkers && parameter.name != kSeed)
      request.set[parameter.name] = value(parameter.name);
  }
  if (m_clock != kLive) {
    for (const Parameter& cost : m_costs) {
      if (value(cost.name) != kUnset) request.set[cost.name] = value(cost.name);
    }
  }
  return request;
}

Result<RunConfig> RunSettings::checked() const {
  for (const auto* parameters : {&m_parameters, &m_costs}) {
    if (parameters == &m_costs && m_clock == kLive) continue;
    for (const Parameter& one : *parameters) {
      const std::int64_t number = value(one.name);
      if ((number >= one.min && number <= one.max) || (parameters == &m_costs && number == kUnset)) continue;
      const QString unit = QString::fromStdString(one.unit);
      return Failure{tr("%1 is %2, and can be %3 to %4%5.")
                         .arg(QString::fromStdString(one.name))
                         .arg(number)
                         .arg(one.min)
                         .arg(one.max)
                         .arg(unit.isEmpty() ? QString() : QLatin1Char(' ') + unit)
                         .toStdString()};
    }
  }
  return check(request());
}

QString RunSettings::summary() const {
  QStringList parts;
  for (std::size_t i = 0; i < m_own; ++i) {
    const std::string& name = m_parameters[i].name;
    parts << QStringLiteral("%1 %2").arg(QString::fromStdString(name)).arg(value(name));
  }
  const std::int64_t workers = value(kWorkers);
  parts << (workers == 1 ? tr("1 worker") : tr("%1 workers").arg(workers));
  if (m_tf32 && whyNoTf32().isEmpty()) parts << tr("TF32");
  for (const Parameter& cost : m_costs) {
    if (m_clock == kLive || value(cost.name) == kUnset) continue;
    parts << QStringLiteral("%1 %2").arg(QString::fromStdString(cost.name)).arg(value(cost.name));
  }
  return parts.join(QStringLiteral(", "));
}

}  // namespace runahead::gui
