// SPDX-License-Identifier: GPL-3.0-or-later
// Values of the next run, as they were chosen or typed; one changed() for each change.
// Not here: texts beside the controls (header_bar.cpp, parameter_popup.cpp).
#include "gui/runs/run_settings.h"
#include "gui/text/format.h"

#include <QStringList>
#include <algorithm>

#include "core/analysis/labels.h"
#include "core/scenario/devices.h"
#include "gui/text/refusal_text.h"

namespace runahead::gui {
namespace {

/// What a field can hold.
constexpr std::int64_t kMostTyped = 999'999'999'999'999;
constexpr const char* kWorkers = "workers";
constexpr const char* kSeed = "seed";

}  // namespace

RunSettings::RunSettings(QObject* parent) : QObject(parent) {}

void RunSettings::setScenario(const Scenario* scenario) {
  load(scenario, scenario ? default_request(*scenario) : RunRequest());
}

void RunSettings::setRequest(const RunRequest& request) {
  load(scenario_of(request.source), request);
}

void RunSettings::load(const Scenario* scenario, const RunRequest& request) {
  m_scenario = scenario;
  m_request = request;
  m_request.preset = Preset::standard;
  m_request.set = {};
  m_parameters.clear();
  m_costs.clear();
  m_own = 0;
  if (m_scenario) {
    m_parameters = m_scenario->parameters;
    m_own = m_parameters.size();
    m_parameters.push_back(
        {kWorkers, "", 1, kMaxWorkers, 1, 1, 1, tr("threads that execute tasks").toStdString()});
    m_parameters.push_back({kSeed, "", 0, std::int64_t{1} << 31, 0, 0, 0,
                            tr("the same seed gives the same random numbers").toStdString()});
    for (const Parameter& common : common_parameters()) {
      const bool hasDevices = std::ranges::find(m_scenario->modes, Mode::stream) != m_scenario->modes.end();
      if (find_parameter(*m_scenario, common.name) == &common && (hasDevices || common.name != "devices"))
        m_parameters.push_back(common);
    }
    for (const Parameter& cost : virtual_parameters()) {
      if (is_cost(*m_scenario, cost.name)) m_costs.push_back(cost);
    }
    for (const auto* parameters : {&m_parameters, &m_costs}) {
      for (const Parameter& one : *parameters) {
        if (one.name == kWorkers || one.name == kSeed) continue;
        if (const std::int64_t* const given = request.set.find(one.name)) {
          m_request.set[one.name] = std::clamp(*given, -kMostTyped, kMostTyped);
        } else if (parameters == &m_parameters) {
          m_request.set[one.name] = preset_value(one, request.preset);
        }
      }
    }
  }
  emit changed();
}

std::vector<Clock> RunSettings::clocks() const {
  if (!m_scenario) return {};
  if (m_scenario->virtual_only) return {Clock::virtual_time, Clock::manual};
  return {Clock::live, Clock::virtual_time, Clock::manual};
}

QString RunSettings::whyNoTf32() const {
  if (!m_scenario || mode() != Mode::stream) return tr("Only mode stream uses a CUDA device.");
  if (clock() != Clock::live) return tr("Only in real time does a run use a CUDA device.");
  const std::optional<DeviceKind> asked = device() ? device() : m_scenario->device;
  if (asked && asked != DeviceKind::cuda) {
    return tr("This run uses the device %1; choose cuda.").arg(QLatin1String(to_string(*asked)));
  }
  return QString::fromStdString(why_no_cuda());
}

bool RunSettings::offersEvery() const {
  if (!m_scenario) return false;
  const auto& waits = m_scenario->waits;
  return std::ranges::any_of(
      waits, [](const std::string& value) { return value == "each" || value.starts_with("every:"); });
}

std::int64_t RunSettings::value(const std::string& name) const {
  if (name == kWorkers) return m_request.workers;
  if (name == kSeed) return static_cast<std::int64_t>(m_request.seed);
  if (const std::int64_t* const set = m_request.set.find(name)) return *set;
  return m_scenario && is_cost(*m_scenario, name) ? kUnset : 0;
}

void RunSettings::setValue(const std::string& name, std::int64_t value) {
  if (!m_scenario || this->value(name) == value) return;
  if (name == kWorkers) {
    m_request.workers = value;
  } else if (name == kSeed) {
    m_request.seed = static_cast<std::uint64_t>(value);
  } else if (value == kUnset) {
    m_request.set.erase(name);
  } else if (find_parameter(*m_scenario, name)) {
    m_request.set[name] = value;
  } else {
    return;
  }
  emit changed();
}

std::optional<Preset> RunSettings::preset() const {
  for (const Preset preset : {Preset::standard, Preset::book, Preset::step}) {
    const bool agrees = std::all_of(
        m_parameters.begin(), m_parameters.begin() + static_cast<std::ptrdiff_t>(m_own),
        [&](const Parameter& parameter) { return value(parameter.name) == preset_value(parameter, preset); });
    if (agrees) return preset;
  }
  return {};
}

void RunSettings::setPreset(Preset preset) {
  for (std::size_t i = 0; i < m_own; ++i) {
    m_request.set[m_parameters[i].name] = preset_value(m_parameters[i], preset);
  }
  emit changed();
}

RunRequest RunSettings::request() const {
  RunRequest request = m_request;
  if (mode() != Mode::stream) request.device.reset();
  if (!m_scenario || !m_scenario->systems_library || mode() == Mode::function || mode() == Mode::lazy)
    request.torch.reset();
  request.tf32 = tf32() && whyNoTf32().isEmpty();
  request.workers = std::clamp<std::int64_t>(request.workers, 0, kMaxWorkers + 1);
  if (clock() == Clock::live) {
    for (const Parameter& cost : m_costs) request.set.erase(cost.name);
  }
  return request;
}

Result<RunConfig> RunSettings::checked() const {
  for (const auto* parameters : {&m_parameters, &m_costs}) {
    if (parameters == &m_costs && clock() == Clock::live) continue;
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
  CheckedRun config = check(request());
  if (!config) return Failure{refusalText(config.failure(), FrontEnd::window)};
  return *std::move(config);
}

QString RunSettings::summary() const {
  QStringList parts;
  const auto add = [&](const std::string& name) {
    const auto [said, amount] = parameter_words(name, value(name));
    parts << QStringLiteral("%1 %2").arg(QString::fromStdString(said), toText(amount));
  };
  for (std::size_t i = 0; i < m_own; ++i) add(m_parameters[i].name);
  const std::int64_t workers = value(kWorkers);
  parts << (workers == 1 ? tr("1 worker") : tr("%1 workers").arg(workers));
  if (tf32() && whyNoTf32().isEmpty()) parts << tr("TF32");
  for (const Parameter& cost : m_costs) {
    if (clock() == Clock::live || value(cost.name) == kUnset) continue;
    add(cost.name);
  }
  return parts.join(QStringLiteral(", "));
}

}  // namespace runahead::gui
