// SPDX-License-Identifier: GPL-3.0-or-later
// RunSettings: what the user has chosen for the next run. Every control edits it and follows its changes.
// Not here: the controls (header_bar.h).
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <map>
#include <string>
#include <vector>

#include "core/scenario/session.h"

namespace runahead::gui {

class RunSettings : public QObject {
  Q_OBJECT
 public:
  explicit RunSettings(QObject* parent = nullptr);

  /// The scenario's defaults; null: nothing can be run.
  void setScenario(const Scenario* scenario);
  /// As a recorded run had them, where the scenario offers them.
  void setFrom(const Scenario* scenario, const TraceInfo& info);
  const Scenario* scenario() const { return m_scenario; }

  const QString& mode() const { return m_mode; }
  void setMode(const QString& mode);
  /// A value of the waits axis, "every:K" included.
  const QString& waits() const { return m_waits; }
  void setWaits(const QString& waits);
  /// Whether waits can be taken in every K-th pass: the program has a loop that may wait.
  bool offersEvery() const;

  /// Ids of clock(). By hand is the virtual clock, with the user as the chooser.
  static constexpr QLatin1String kLive{"live"}, kVirtual{"virtual"}, kByHand{"hand"};
  /// Those that the scenario offers.
  QStringList clocks() const;
  const QString& clock() const { return m_clock; }
  void setClock(const QString& clock);

  /// What a user may ask mode stream to run on.
  static const QStringList& devices();
  const QString& device() const { return m_device; }
  void setDevice(const QString& device);

  /// Whether products may round their factors, in runs that can do so.
  bool tf32() const { return m_tf32; }
  void setTf32(bool on);
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

  /// The preset that the values agree with, if any: "standard", "book", "step", or "".
  QString preset() const;
  void setPreset(const QString& preset);

  RunRequest request() const;
  /// Failure: one line that says what is wrong with the request, the first number beyond its limits first.
  Result<RunConfig> checked() const;
  /// "n 1000, size 512, 1 worker, TF32"
  QString summary() const;

 signals:
  void changed();

 private:
  void load(const Scenario* scenario);
  std::int64_t presetValue(const Parameter& parameter, const QString& preset) const;

  const Scenario* m_scenario = nullptr;
  QString m_mode;
  QString m_waits;
  QString m_clock;
  QString m_device;
  bool m_tf32 = false;
  std::vector<Parameter> m_parameters;
  std::size_t m_own = 0;
  std::vector<Parameter> m_costs;
  std::map<std::string, std::int64_t> m_values;
};

}  // namespace runahead::gui
