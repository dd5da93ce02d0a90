// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of core/base as QString, what only the window writes, and labels.
// Not here: the ruler, which keeps one unit for all its ticks (axis/time_axis.cpp).
#include "gui/text/format.h"
#include <QStringList>

#include "core/analysis/labels.h"
#include "gui/text/words.h"

namespace runahead::gui {

QString formatRoughBytes(std::int64_t bytes) {
  const auto value = static_cast<double>(bytes);
  if (value >= 9.5e9) return QString::number(value / 1e9, 'f', 0) + QStringLiteral(" GB");
  if (value >= 9.5e6) return QString::number(value / 1e6, 'f', 0) + QStringLiteral(" MB");
  return formatBytes(bytes);
}

QString formatGrowth(std::int64_t bytes) {
  return bytes < 0 ? formatBytes(bytes) : QStringLiteral("+") + formatBytes(bytes);
}

QString taskLabel(const Trace& trace, TaskId id) {
  return toText(task_label(trace, id));
}

QString variableLabel(const Trace& trace, VariableId id) {
  const std::string& name = trace.name(trace.variable(id).name);
  return name.empty() ? tr("array %1").arg(id) : QString::fromStdString(name);
}

QString versionLabel(const Trace& trace, VariableId id, std::uint32_t version) {
  return variableLabel(trace, id) + QStringLiteral("·") + QString::number(version);
}

QString usesLabel(const Trace& trace, TaskId id, std::uint32_t limit) {
  QStringList reads, writes;
  std::uint32_t left_out_reads = 0, left_out_writes = 0;
  const std::uint32_t count = trace.use_count(id);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Use use = trace.use(id, i);
    QStringList& list = use.write ? writes : reads;
    if (static_cast<std::uint32_t>(list.size()) >= limit) {
      ++(use.write ? left_out_writes : left_out_reads);
    } else {
      list << (use.write ? versionLabel(trace, use.variable, use.version)
                         : variableLabel(trace, use.variable));
    }
  }
  if (left_out_reads > 0) reads << QStringLiteral("+%1").arg(left_out_reads);
  if (left_out_writes > 0) writes << QStringLiteral("+%1").arg(left_out_writes);
  const QString arrow = QStringLiteral("→ ");
  if (reads.isEmpty()) return writes.isEmpty() ? QString() : arrow + writes.join(QStringLiteral(", "));
  return reads.join(QStringLiteral(", ")) + QLatin1Char(' ') + arrow + writes.join(QStringLiteral(", "));
}

}  // namespace runahead::gui
