// SPDX-License-Identifier: GPL-3.0-or-later
// What runs have in common, and what sets each apart.
// Not here: labels of compared runs (core/analysis/comparison.h).
#include "gui/text/run_text.h"

#include <QRegularExpression>

#include "core/analysis/labels.h"
#include "core/analysis/summary.h"
#include "core/trace/rounds.h"
#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {

namespace {

const QString kDot = QStringLiteral(" · ");
const QString kEmulated = QStringLiteral("emulated");

/// "increment-loop", "async", "no synchronization", "real time", "1 worker", "n = 1000".
QStringList runParts(const TraceInfo& info) {
  QStringList parts{QString::fromStdString(info.source.scenario), QLatin1String(to_string(info.mode))};
  parts << toText(waits_label(info)) << toText(clock_label(info));
  parts << tr("%n worker(s)", static_cast<int>(info.workers))
               .replace(QStringLiteral("(s)"), info.workers == 1 ? QString() : QStringLiteral("s"));
  for (const auto& [name, value] : info.set) {
    const auto [said, amount] = parameter_words(name, value);
    parts << QStringLiteral("%1 = %2").arg(QString::fromStdString(said), toText(amount));
  }
  if (!info.costs.empty()) parts << tr("costs from %1").arg(QString::fromStdString(info.costs));
  if (info.tf32) parts << tr("TF32 products");
  if (info.torch == TorchKind::real) parts << tr("the system's PyTorch and NumPy");
  parts << deviceLine(info);
  parts.removeAll(QString());
  return parts;
}

/// Mode and waits stand close to the scenario.
QString joined(const QStringList& parts, qsizetype close) {
  QStringList words = parts.mid(close);
  words.prepend(parts.mid(0, close).join(QStringLiteral(", ")));
  words.removeAll(QString());
  return words.join(kDot);
}

QString alignmentText(Alignment alignment) {
  if (alignment == Alignment::begin) return tr("aligned where their initialisations end");
  return alignment == Alignment::end ? tr("aligned at their ends") : tr("aligned at a region");
}

/// What makes times of the run less sure.
QStringList timeErrors(const Trace& trace) {
  QStringList errors;
  if (const std::int64_t ns = trace.device_time_error_ns(); ns > 0)
    errors << tr("device times ± %1").arg(formatTime(ns));
  if (trace.waited_for_processors())
    errors << tr("waited %1 for processors").arg(formatTime(trace.processor_wait_ns()));
  return errors;
}

}  // namespace

QString runLetter(int index) {
  constexpr int kLetters = 26;
  const QString letter(QChar(u'A' + index % kLetters));
  return index < kLetters ? letter : letter + QString::number(index / kLetters + 1);
}

QString deviceLine(const TraceInfo& info) {
  if (info.device_name.empty()) return {};
  const QString name = tr("on %1").arg(QString::fromStdString(info.device_name));
  return info.device_libraries.empty()
             ? name
             : tr("%1: %2").arg(name, QString::fromStdString(info.device_libraries));
}

QString runLine(const TraceInfo& info) {
  return joined(runParts(info), 3);
}

QString runLine(const Trace& trace) {
  return (QStringList(runLine(trace.info())) + timeErrors(trace)).join(kDot);
}

QString bytesOn(const Trace& trace, MemoryId memory, std::int64_t bytes) {
  if (trace.memories().size() < 2) return formatBytes(bytes);
  return tr("%1 on %2").arg(formatBytes(bytes), toText(memory_label(trace, memory)));
}

std::vector<RunHeading> runHeadings(std::span<const Trace> traces, const QStringList& names) {
  std::vector<TraceInfo> infos;
  for (const Trace& trace : traces) infos.push_back(trace.info());
  const std::vector<Message> labels = run_labels(infos);
  const std::vector<AxisDifference> differences = axis_differences(infos);
  static const QRegularExpression kBetweenWords(QStringLiteral("[ ,·]+"));
  std::vector<RunHeading> headings;
  for (std::size_t run = 0; run < traces.size(); ++run) {
    RunHeading heading;
    heading.label = names.value(static_cast<qsizetype>(run));
    if (heading.label.isEmpty()) heading.label = toText(labels[run]);
    const QStringList said = heading.label.split(kBetweenWords);
    QStringList more;
    for (const AxisDifference& axis : differences) {
      const QString value = toText(axis.values[run]);
      const bool inLabel = said.contains(value) || (value.contains(u' ') && heading.label.contains(value));
      if (value.isEmpty() || inLabel) continue;
      if (axis.axis != "device" || (value != u"cpu" && value != kEmulated)) more << value;
    }
    // The names of low lanes have no room for it.
    if (traces[run].info().runs_on() == DeviceKind::emulated && !said.contains(kEmulated)) more << kEmulated;
    if (const std::uint64_t left_out = traces[run].left_out_tasks()) {
      more << tr("%1 tasks not recorded").arg(formatCount(left_out));
    }
    more << timeErrors(traces[run]);
    if (const Rounds* rounds = traces[run].info().rounds.get()) {
      more << tr("median of %1 rounds").arg(rounds->count());
    }
    heading.remark = more.join(kDot);
    if (traces[run].finished()) heading.total = formatTime(reported_total_ns(traces[run]));
    headings.push_back(std::move(heading));
  }
  return headings;
}

QString figureFooter(std::span<const Trace> traces, Alignment alignment, bool aligned) {
  QStringList parts{tr("Runahead")};
  if (traces.empty()) return parts.front();
  if (traces.size() == 1) return parts.front() + kDot + runLine(traces.front());
  QString runs = tr("%1 runs on one time scale").arg(traces.size());
  if (aligned) {
    runs +=
        QStringLiteral(", ") + tr("%1; times are those of %2").arg(alignmentText(alignment), runLetter(0));
  }
  QStringList common = runParts(traces.front().info());
  for (const Trace& trace : traces.subspan(1)) {
    const QStringList own = runParts(trace.info());
    common.removeIf([&own](const QString& part) { return !own.contains(part); });
  }
  parts << runs << common;
  std::vector<RunTotal> totals;
  for (const Trace& trace : traces) totals.push_back({&trace.info(), reported_total_ns(trace)});
  const ComparedRow row = compare_totals(totals);
  for (std::size_t run = 1; run < traces.size(); ++run) {
    if (row.evidence(run) != Evidence::once) continue;
    parts << tr("one run each: repeat them before comparing");
    break;
  }
  return parts.join(kDot);
}

}  // namespace runahead::gui
