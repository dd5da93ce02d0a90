// SPDX-License-Identifier: GPL-3.0-or-later
// One phrase for each axis of a run; a label joins those in which the runs differ.
// Not here: which runs there are.
#include "gui/runs/run_labels.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "core/scenario/scenario.h"

namespace runahead::gui {
namespace {

constexpr std::size_t kNamedLines = 3;

QString tr(const char* text) {
  return QCoreApplication::translate("RunLabels", text);
}

QString waitsPhrase(const TraceInfo& info) {
  const QString text = QString::fromStdString(info.waits);
  if (info.waits == "program") return tr("waits as printed");
  const Scenario* scenario = find_scenario(info.scenario);
  const bool list = !info.waits.empty() && text.front().isDigit();
  if (!scenario || !list) return info.waits.empty() ? QString() : tr("waits %1").arg(text);
  const Result<Waits> waits = Waits::parse(info.waits, *scenario);
  const std::vector<int> lines = waits ? waits->lines(*scenario) : std::vector<int>{};
  if (lines.empty()) return tr("final waits only");
  if (lines.size() == 1) return tr("line %1 waits").arg(lines.front());
  if (lines.size() > kNamedLines) return tr("%1 lines wait").arg(lines.size());
  QStringList numbers;
  for (const int line : lines) numbers << QString::number(line);
  return tr("lines %1 wait").arg(numbers.join(QStringLiteral(", ")));
}

/// Axis to phrase. Numbers begin with ~, so that they come last.
using Phrases = std::map<std::string, QString>;

Phrases phrasesOf(const TraceInfo& info) {
  Phrases phrases = {
      {"1 waits", waitsPhrase(info)},
      {"2 mode", QString::fromStdString(info.mode)},
      {"3 clock", QString::fromStdString(info.clock)},
      {"4 device", QString::fromStdString(info.device)},
      {"5 workers", info.workers == 1 ? tr("1 worker") : tr("%1 workers").arg(info.workers)},
      {"6 seed", tr("seed %1").arg(info.seed)},
  };
  for (const auto& [name, value] : info.parameters) {
    phrases["~" + name] =
        QStringLiteral("%1 %2").arg(QString::fromStdString(name), QString::fromStdString(value));
  }
  return phrases;
}

}  // namespace

QStringList runLabels(const std::vector<TraceInfo>& runs) {
  std::vector<Phrases> all;
  std::map<std::string, QStringList> phrases;  // per axis, of those runs that have it
  for (const TraceInfo& run : runs) {
    all.push_back(phrasesOf(run));
    for (const auto& [axis, phrase] : all.back()) phrases[axis] << phrase;
  }
  const auto differs = [&](const std::string& axis) {
    QStringList& each = phrases[axis];
    return each.count(each.front()) < static_cast<qsizetype>(runs.size());
  };
  QStringList labels;
  for (const Phrases& run : all) {
    QStringList parts;
    for (const auto& [axis, phrase] : run) {
      if (!phrase.isEmpty() && differs(axis)) parts << phrase;
    }
    if (parts.isEmpty()) parts << waitsPhrase(runs[static_cast<std::size_t>(labels.size())]);
    const QString label = parts.join(QStringLiteral(" · "));
    labels << label;
  }
  // Runs that differ in nothing are numbered.
  QStringList numbered;
  for (qsizetype i = 0; i < labels.size(); ++i) {
    const auto before = labels.mid(0, i).count(labels[i]);
    numbered << (before == 0 ? labels[i] : QStringLiteral("%1 #%2").arg(labels[i]).arg(before + 1));
  }
  return numbered;
}

}  // namespace runahead::gui
