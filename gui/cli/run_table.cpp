// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of text, as wide as their widest cell.
// Not here: JSON (run_json.cpp).
#include "gui/cli/run_table.h"

#include <QStringList>

#include "core/analysis/labels.h"
#include "core/analysis/races.h"
#include "gui/text/compared_text.h"
#include "gui/text/format.h"
#include "gui/text/run_text.h"

namespace runahead::gui {
namespace {

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

/// Rows of cells; the first row names the columns. Columns from `firstNumber` on are aligned to the right.
QString table(const std::vector<QStringList>& rows, qsizetype firstNumber) {
  std::vector<qsizetype> widths(static_cast<std::size_t>(rows.front().size()));
  for (const QStringList& row : rows) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      widths[i] = std::max(widths[i], row[static_cast<qsizetype>(i)].size());
    }
  }
  QString result;
  for (const QStringList& row : rows) {
    QString line;
    for (qsizetype i = 0; i < row.size(); ++i) {
      const qsizetype width = widths[static_cast<std::size_t>(i)];
      line += i >= firstNumber ? row[i].rightJustified(width) : row[i].leftJustified(width);
      line += QStringLiteral("  ");
    }
    result += line.trimmed() + QLatin1Char('\n');
  }
  return result;
}

QString valueText(const Value& value) {
  if (value.data.size() > kMostShownElements) {
    QStringList shape;
    for (const std::int64_t size : value.shape) shape << QString::number(size);
    return QStringLiteral("an array of shape (%1)").arg(shape.join(QStringLiteral(", ")));
  }
  QStringList elements;
  for (const float element : value.data) elements << QString::number(static_cast<double>(element), 'g', 7);
  return elements.join(QLatin1Char(' '));
}

QString parametersText(const TraceInfo& info) {
  QStringList list;
  for (const auto& [name, value] : info.set) list << text(name) + QLatin1Char('=') + QString::number(value);
  if (info.tf32) list << QStringLiteral("TF32");
  if (info.torch == TorchKind::real) list << QStringLiteral("torch=real");
  if (!info.costs.empty()) list << QStringLiteral("costs=") + text(info.costs);
  return list.join(QLatin1Char(' '));
}

QString meanText(const Estimate& estimate) {
  return estimate.count == 0 ? QString() : formatTime(estimate.mean_ns);
}

QString details(const Outcome& outcome, const ComparedRow& totals, std::size_t run) {
  QString result;
  const auto name = [](std::size_t index) { return QStringLiteral("run %1").arg(index + 1); };
  if (const QString rounds = roundsText(totals, run); !rounds.isEmpty())
    result += QStringLiteral("  %1\n").arg(rounds);
  if (run > 0 && totals.evidence(run) != Evidence::exact && totals.values[0] && totals.values[run])
    result += QStringLiteral("  %1\n").arg(totalsVerdict(totals, run, 0, name(run), name(0)).sentence);
  if (!outcome.once.empty()) result += QStringLiteral("  made once: %1\n").arg(text(outcome.once));
  if (const auto& memories = outcome.summary.memories; memories.size() > 1) {
    for (const RunSummary::MemoryPeak& peak : memories)
      result += QStringLiteral("  on %1 at most %2 in use, %3 reserved\n")
                    .arg(toText(memory_label(outcome.trace, peak.memory)), formatBytes(peak.live_bytes),
                         formatBytes(peak.pool_bytes));
  }
  for (const auto& mark : outcome.summary.marks) {
    result += QStringLiteral("  region %1: %2\n").arg(text(mark.name), formatTime(mark.ns));
  }
  for (const auto& tracing : outcome.summary.tracings) {
    result += QStringLiteral("  tracing %1: %2, %3 nodes, %4 kept, %5 pruned\n")
                  .arg(text(tracing.function), formatTime(tracing.ns), formatCount(tracing.nodes),
                       formatCount(tracing.kept), formatCount(tracing.pruned));
  }
  if (const auto eliminated = outcome.summary.eliminated; eliminated > 0) {
    result +=
        QStringLiteral("  %1 tasks were eliminated: nothing needed them\n").arg(formatCount(eliminated));
  }
  if (const QString device = deviceLine(outcome.trace.info()); !device.isEmpty()) {
    result += QStringLiteral("  %1\n").arg(device);
  }
  if (const std::int64_t ns = outcome.trace.device_time_error_ns(); ns > 0) {
    result += QStringLiteral("  device times ± %1\n").arg(formatTime(ns));
  }
  if (const auto lost = outcome.trace.tasks_without_record(); lost > 0) {
    result += QStringLiteral("  %1 tasks without the device's record: they may have begun later than shown\n")
                  .arg(formatCount(lost));
  }
  if (outcome.trace.waited_for_processors()) {
    result += QStringLiteral("  its threads waited %1 for a processor: other work shows in these times\n")
                  .arg(formatTime(outcome.trace.processor_wait_ns()));
  }
  if (outcome.value) result += QStringLiteral("  value: %1\n").arg(valueText(*outcome.value));
  if (const auto left = outcome.trace.left_out_tasks(); left > 0) {
    result += QStringLiteral("  %1 tasks were executed but not recorded\n").arg(formatCount(left));
  }
  for (const Race& race : races_of(outcome.trace))
    result += QStringLiteral("  race: %1\n").arg(toText(race.sentence));
  for (const std::string& error : outcome.errors) result += QStringLiteral("  error: %1\n").arg(text(error));
  return result;
}

}  // namespace

std::string scenariosAsText() {
  QString result;
  qsizetype longest = 0;
  for (const Scenario& scenario : scenarios()) longest = std::max(longest, text(scenario.id).size());
  const QString indent(longest + 4, QLatin1Char(' '));
  char group = 0;
  for (const Scenario& scenario : scenarios()) {
    if (scenario.group != group) {
      group = scenario.group;
      result += QStringLiteral("%1%2. %3\n")
                    .arg(QLatin1String(result.isEmpty() ? "" : "\n"), QLatin1String(&group, 1),
                         QLatin1String(group_title(group)));
    }
    QStringList modes, waits, parameters;
    for (const Mode mode : scenario.modes) modes << QLatin1String(to_string(mode));
    for (const std::string& wait : scenario.waits) waits << text(wait);
    for (const Parameter& parameter : scenario.parameters) {
      parameters << QStringLiteral("%1=%2").arg(text(parameter.name)).arg(parameter.default_value);
    }
    result += QStringLiteral("  ") + text(scenario.id).leftJustified(longest + 2) + text(scenario.question) +
              QLatin1Char('\n') + indent + QStringLiteral("modes ") + modes.join(QLatin1Char(' ')) +
              QStringLiteral("; waits ") + waits.join(QLatin1Char(' ')) + QLatin1Char('\n');
    if (!parameters.isEmpty()) result += indent + parameters.join(QLatin1Char(' ')) + QLatin1Char('\n');
  }
  return (result + QStringLiteral("\nThe first mode and waits are the default. More of one: runahead run "
                                  "SCENARIO --help\n"))
      .toStdString();
}

std::string outcomesAsText(std::span<const Outcome> outcomes) {
  std::vector<QStringList> rows{{"run", "scenario", "mode", "waits", "clock", "parameters", "workers",
                                 "total", "frontend", "tasks", "pending", "in use", "reserved", "t1", "p",
                                 "t2", "t3", "measured", "predicted"}};
  for (const Outcome& outcome : outcomes) {
    const TraceInfo& info = outcome.trace.info();
    const RunSummary& summary = outcome.summary;
    const Fit& model = outcome.model;
    const bool predicts = model.kind != Fit::Kind::nothing;
    rows.push_back(
        {QString::number(rows.size()), text(info.source.scenario), QLatin1String(to_string(info.mode)),
         text(info.waits.text()), QLatin1String(to_string(info.clock)), parametersText(info),
         QString::number(info.workers), formatTime(summary.total_ns), formatTime(summary.frontend_done_ns),
         formatCount(summary.tasks), formatCount(summary.max_depth), formatBytes(summary.peak_live_bytes),
         formatBytes(summary.peak_pool_bytes), meanText(model.t1), meanText(model.wake_latency),
         meanText(model.t2), meanText(model.t3), predicts ? formatTime(model.scope.length_ns()) : QString(),
         predicts ? formatTime(model.predicted_ns) : QString()});
  }
  QString result = table(rows, 6);
  const ComparedRow totals = totalsOf(outcomes);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const QString more = details(outcomes[i], totals, i);
    if (!more.isEmpty()) result += QStringLiteral("run %1\n").arg(i + 1) + more;
  }
  return result.toStdString();
}

}  // namespace runahead::gui
