// SPDX-License-Identifier: GPL-3.0-or-later
// RunSettings: what the user has chosen for the next run. Every control edits it and follows its changes.
// Not here: the controls (header_bar.h).
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/scenario/run_execution.h"

namespace runahead::gui {

class RunSettings : public QObject {
  Q_OBJECT
 public:
  explicit RunSettings(QObject* parent = nullptr);

  /// The scenario's defaults; null: nothing can be run.
  void setScenario(const Scenario* scenario);
  /// That of a run or a session; the scenario's own are those that are left out.
  void setRequest(const RunRequest& request);
  const Scenario* scenario() const { return m_scenario; }

  Mode mode() const { return m_request.mode; }
  void setMode(Mode mode) { set(&RunRequest::mode, mode); }
  const Waits& waits() const { return m_request.waits; }
  void setWaits(const Waits& waits) { set(&RunRequest::waits, waits); }
  /// Whether waits can be taken in every K-th iteration: the program has a loop that may wait.
  bool offersEvery() const;

  /// Those that the scenario offers.
  std::vector<Clock> clocks() const;
  Clock clock() const { return m_request.clock; }
  void setClock(Clock clock) { set(&RunRequest::clock, clock); }

  /// What mode stream is to run on; none: auto.
  std::optional<DeviceKind> device() const { return m_request.device; }
  void setDevice(std::optional<DeviceKind> device) { set(&RunRequest::device, device); }

  /// Whether products may round their factors, in runs that can do so.
  bool tf32() const { return m_request.tf32; }
  void setTf32(bool on) { set(&RunRequest::tf32, on); }
  /// Why products of the next run cannot be TF32, one line; empty: they can.
  QString whyNoTf32() const;

  /// The scenario's parameters, then workers, seed and the bounds that every scenario accepts; each once,
  /// where it comes first.
  const std::vector<Parameter>& parameters() const { return m_parameters; }
  std::size_t ownParameters() const { return m_own; }
  /// What can be set of the machine that the virtual clock describes: t1_ns, t2_ns, t3_ns, but those that are
  /// the scenario's own; kUnset: what the machine has.
  const std::vector<Parameter>& costs() const { return m_costs; }
  static constexpr std::int64_t kUnset = -1'000'000'000'000'000;  ///< no number that can be typed
  /// As it was typed, also beyond the limits; checked() says so.
  std::int64_t value(const std::string& name) const;
  void setValue(const std::string& name, std::int64_t value);

  /// The preset that the values agree with, if any.
  std::optional<Preset> preset() const;
  void setPreset(Preset preset);

  /// What the next run will be asked with: without what would mean nothing in it.
  RunRequest request() const;
  /// Failure: one line that says what is wrong with the request, the first number beyond its limits first.
  Result<RunConfig> checked() const;
  /// "n 1000, size 512, 1 worker, TF32"
  QString summary() const;

 signals:
  void changed();

 private:
  void load(const Scenario* scenario, const RunRequest& request);
  template <class Value>
  void set(Value RunRequest::*member, const Value& value) {
    if (std::exchange(m_request.*member, value) != value) emit changed();
  }

  const Scenario* m_scenario = nullptr;
  RunRequest m_request;  ///< `set` has all parameters, and of the costs those that were set
  std::vector<Parameter> m_parameters;
  std::size_t m_own = 0;
  std::vector<Parameter> m_costs;
};

}  // namespace runahead::gui
