// SPDX-License-Identifier: GPL-3.0-or-later
// Fits and paths in words.
// Not here: names of tasks and forms of numbers (text/format.h).
#include "gui/panes/fit_facts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>

#include "core/analysis/labels.h"
#include "gui/axis/frontend_index.h"
#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {

namespace {

QString counted(std::uint32_t count, const char* one, const char* many) {
  return count == 1 ? tr(one) : tr(many).arg(formatCount(count));
}

QString percent(double share) {
  return QString::number(share * 100, 'f', share < 0.0995 ? 1 : 0) + QStringLiteral(" %");
}

FitTime timeOf(const char* symbol, const QString& name, const Estimate& estimate) {
  FitTime time{QLatin1String(symbol), name, QStringLiteral("–"), {}, tr("not measured"), estimate};
  if (estimate.count == 0) return time;
  time.value = formatTime(estimate.mean_ns);
  time.note = counted(estimate.count, "measured once", "the mean of %1");
  if (estimate.lower_ns != estimate.upper_ns) {
    time.spread = formatTime(estimate.lower_ns) + QStringLiteral(" – ") + formatTime(estimate.upper_ns);
    time.note += tr(", the middle half %1, the median %2").arg(time.spread, formatTime(estimate.median_ns));
  }
  return time;
}

/// What a part of a loop takes, up to its wait and without t3; `n` are its iterations, as they are written.
QString partFormula(const LoopModel& part, const QString& n) {
  const bool counted = n.front().isDigit();
  if (part.n == 1) return part.wake_latency > 0 ? QStringLiteral("t1 + p + t2") : QStringLiteral("t1 + t2");
  if (part.workers > 1) {
    if (part.wake_latency > 0) return tr("%1 tasks, one by one, on %2 workers").arg(n).arg(part.workers);
    if (part.frontend_is_bottleneck()) return QStringLiteral("%1·t1 + t2").arg(n);
    return QStringLiteral("%1·t1 + %2·t2").arg(part.in_last_round()).arg(part.rounds());
  }
  if (part.wake_latency == 0) {
    return QStringLiteral("t1 + t2 + %1·max(t1, t2)")
        .arg(counted ? QString::number(part.n - 1) : QStringLiteral("(%1−1)").arg(n));
  }
  if (part.t2 >= part.t1) return QStringLiteral("t1 + p + %1·t2").arg(n);
  if (part.wake_latency < part.t1 - part.t2) return QStringLiteral("%1·t1 + p + t2").arg(n);
  const std::int64_t last = part.picked_up_last();
  return QStringLiteral("%1·t1 + p + %2·t2")
      .arg(counted ? QString::number(part.n - last + 1) : QStringLiteral("(%1−%2)").arg(n).arg(last - 1))
      .arg(last);
}

constexpr std::size_t kMostParts = 3;

QString formulaOf(const Fit::Loop& loop) {
  using End = Fit::Loop::End;
  const LoopModel& model = loop.model;
  if (loop.waits == LoopWaits::in_call) return QStringLiteral("N·(t1 + t2)");
  if (loop.parts.size() > kMostParts) {
    return tr("the sum over all waits of %1, for up to %2 tasks each")
        .arg(model.wake_latency > 0 ? QStringLiteral("t1, p, t2, t3")
                                    : QStringLiteral("t1 + t2 + (n−1)·max(t1, t2) + t3"))
        .arg(std::ranges::max(loop.parts, {}, &Fit::Loop::Part::iterations).iterations);
  }
  QStringList terms;
  for (std::size_t i = 0; i < loop.parts.size(); ++i) {
    const auto [iterations, times] = loop.parts[i];
    const bool whole = iterations * times == model.n;
    LoopModel part = model;
    part.n = iterations;
    const QString n = whole && times == 1 ? QStringLiteral("N") : QString::number(iterations);
    const auto term = [&, alone = iterations == 1](std::int64_t count, End end) {
      if (count == 0) return;
      if (end == End::last_issue) {
        terms << n + QStringLiteral("·t1");
        return;
      }
      const QString one = partFormula(part, n) + (end == End::wait ? QStringLiteral(" + t3") : QString());
      const bool each = alone && count == model.n;
      terms << (count == 1 ? one
                           : QStringLiteral("%1·(%2)").arg(
                                 each ? QStringLiteral("N") : QString::number(count), one));
    };
    const bool last = i + 1 == loop.parts.size() && loop.end != End::wait;
    term(times - (last ? 1 : 0), End::wait);
    if (last) term(1, loop.end);
  }
  return terms.join(QStringLiteral(" + "));
}

void addPredictions(const Fit& fit, FitFacts& facts) {
  const std::int64_t measured_ns = fit.scope.length_ns();
  const auto add = [&](const QString& name, const QString& formula, std::int64_t predicted_ns) {
    facts.predictions.push_back(
        {name, formula, formatTime(predicted_ns), formatTime(measured_ns), offBy(predicted_ns, measured_ns)});
  };
  if (fit.kind == Fit::Kind::replay) {
    add(tr("replay of each task"), {}, fit.predicted_ns);
  } else if (fit.loop) {
    add(tr("model"), formulaOf(*fit.loop), fit.predicted_ns);
    if (fit.has_book_formula()) {
      add(tr("book"),
          fit.loop->model.workers == 1 ? QStringLiteral("t1 + N·t2 + t3")
                                       : QStringLiteral("t1 + N·t2/W + t3"),
          fit.loop->model.book_ns());
    }
  }
}

/// What another way of waiting would take, by the same t1, t2 and t3.
QString otherWay(const Fit::Loop& loop, std::int64_t predicted_ns) {
  const bool alone = loop.waits == LoopWaits::none;
  const std::int64_t other_ns = alone ? loop.model.waiting_ns() : loop.model.running_ahead_ns();
  const double ratio = static_cast<double>(std::max(other_ns, predicted_ns)) /
                       static_cast<double>(std::max<std::int64_t>(1, std::min(other_ns, predicted_ns)));
  return (alone ? tr("By the model, waiting in every iteration would take %1, %2 times as long.")
                : tr("By the model, one wait at the end would take %1, and this %2 times as long."))
      .arg(formatTime(other_ns), formatRatio(ratio));
}

/// Every task that ran, ran inside its call.
bool onlyInCalls(const Trace& trace) {
  bool any = false;
  for (LaneId lane = 0; lane < trace.lane_count(); ++lane) {
    if (trace.lane_task_count(lane) == 0) continue;
    if (trace.lane(lane).kind != LaneKind::caller) return false;
    any = true;
  }
  return any;
}

void addBottleneck(const Trace& trace, const Fit& fit, FitFacts& facts) {
  const bool device = hasLane(trace, LaneKind::stream);
  if (fit.kind == Fit::Kind::nothing || fit.t2.count == 0) return;
  const bool each = fit.loop && fit.loop->waits == LoopWaits::each;
  const bool in_call = onlyInCalls(trace);
  const double ratio = fit.bottleneck_ratio();
  const QString backend =
      fit.busiest ? tr("%1, the busiest lane of the device").arg(toText(lane_label(trace, *fit.busiest)))
      : device    ? tr("the device")
      : fit.workers == 1 ? tr("the worker")
                         : tr("the work of %1 workers").arg(fit.workers);
  const QString by =
      ratio == 0 ? QString()
      : in_call
          ? tr("The work inside the calls takes %1, the program around them %2.")
                .arg(formatTime(fit.workers_ns), formatTime(fit.frontend_ns))
          : (fit.frontend_is_bottleneck()
                 ? tr("The frontend is busy %1 times as long as %2: %3 and %4.")
                       .arg(formatRatio(ratio), backend, formatTime(fit.frontend_ns),
                            formatTime(fit.workers_ns))
                 : tr("%1 is busy %2 times as long as the frontend: %3 and %4.")
                       .arg(fit.busiest ? backend + QLatin1Char(',')
                                        : backend.left(1).toUpper() + backend.mid(1),
                            formatRatio(ratio), formatTime(fit.workers_ns), formatTime(fit.frontend_ns)));
  if (each) {
    facts.headline = tr("They take turns: every iteration waits.");
  } else if (in_call) {
    facts.headline = tr("Nothing overlaps: calls return when their work is done.");
  } else if (fit.frontend_ns == fit.workers_ns) {
    facts.headline = tr("Neither side is the bottleneck.");
  } else if (fit.frontend_is_bottleneck()) {
    facts.headline = tr("The frontend is the bottleneck.");
  } else {
    facts.headline = device             ? tr("The device is the bottleneck.")
                     : fit.workers == 1 ? tr("The worker is the bottleneck.")
                                        : tr("The workers are the bottleneck.");
  }
  QStringList sentences;
  if (!by.isEmpty()) sentences << by;
  if (fit.loop && fit.loop->model.n > 1) sentences << otherWay(*fit.loop, fit.predicted_ns);
  if (fit.wake_latency.mean_ns > 0) {
    sentences << (device ? tr("An idle device starts a task %1 after it could, on average: p, included in "
                              "the prediction.")
                         : tr("Waking an idle worker takes %1 on average: p, included in the prediction."))
                     .arg(formatTime(fit.wake_latency.mean_ns));
  }
  const std::int64_t left_ns = fit.scope.length_ns() - fit.predicted_ns;
  if (std::abs(left_ns) > fit.scope.length_ns() / 50) {
    sentences << (left_ns > 0
                      ? tr("%1 of the measurement is unexplained: times that are not counted, and waits for "
                           "the processor.")
                      : tr("The prediction is %1 too long: the longest times were not on the critical path."))
                     .arg(formatTime(std::abs(left_ns)));
  }
  facts.comparison = sentences.join(QLatin1Char(' '));
}

void addLeftOut(const Fit& fit, FitFacts& facts) {
  const LeftOut& left = fit.left_out;
  QStringList& list = facts.leftOut;
  const auto add = [&](std::uint32_t count, const char* one, const char* many) {
    if (count > 0) list << counted(count, one, many);
  };
  QStringList outliers;
  for (const auto& [count, name] :
       {std::pair(fit.t1.outliers, "t1"), std::pair(fit.wake_latency.outliers, "p"),
        std::pair(fit.t2.outliers, "t2"), std::pair(fit.t3.outliers, "t3")}) {
    if (count > 0) outliers << QStringLiteral("%1 × %2").arg(formatCount(count), QLatin1String(name));
  }
  if (!outliers.isEmpty()) {
    list
        << tr("outliers (%1, over ten times the upper quartile)").arg(outliers.join(QStringLiteral(" and ")));
  }
  add(left.traced, "one task recorded while a function was traced (no t1)",
      "%1 tasks recorded while a function was traced (no t1)");
  add(left.failed, "one failed task", "%1 failed tasks");
  add(left.skipped, "one skipped task", "%1 skipped tasks");
  add(left.eliminated, "one eliminated task", "%1 eliminated tasks");
  add(left.unfinished, "one task that had not ended", "%1 tasks that had not ended");
  add(left.waits_for_nothing, "one wait that found nothing to wait for",
      "%1 waits that found nothing to wait for");
  add(left.waits_for_room, "one wait for room", "%1 waits for room");
  add(left.waits_unfinished, "one wait that had not ended", "%1 waits that had not ended");
}

QString pieceCause(const Trace& trace, const PathPiece& piece) {
  if (piece.cause == PathCause::frontend) return tr("as soon as it was issued");
  if (piece.cause == PathCause::worker) return tr("its worker ran %1").arg(taskLabel(trace, piece.after));
  if (piece.cause == PathCause::none) return {};
  const QString after = taskLabel(trace, piece.after);
  return piece.variable == kNone ? tr("needed %1").arg(after)
                                 : tr("needed %1 of %2").arg(variableLabel(trace, piece.variable), after);
}

QString pieceName(const Trace& trace, const PathPiece& piece) {
  if (piece.task != kNone) return taskLabel(trace, piece.task);
  if (piece.wait != kNone) return toText(reason_label(trace, trace.wait(piece.wait).reason));
  if (piece.statement != kNone) return tr("line %1").arg(trace.statement(piece.statement).line);
  return {};
}

}  // namespace

QString offBy(std::int64_t predicted_ns, std::int64_t measured_ns) {
  if (predicted_ns == measured_ns) return QStringLiteral("0 %");
  if (predicted_ns == 0) return {};
  const double off = static_cast<double>(measured_ns) / static_cast<double>(predicted_ns) - 1;
  const QString number = QString::number(std::abs(off) * 100, 'f', std::abs(off) < 0.0995 ? 1 : 0);
  return (off < 0 ? QStringLiteral("−") : QStringLiteral("+")) + number + QStringLiteral(" %");
}

FitFacts fitFacts(const Trace& trace, const Fit& fit) {
  FitFacts facts;
  const QString from =
      fit.scope.mark == kNone
          ? tr("the run")
          : tr("‘%1’").arg(QString::fromStdString(trace.name(trace.region(fit.scope.mark).name)));
  facts.about = tr("fitted from %1, %2").arg(from, counted(fit.tasks, "one task", "%1 tasks"));
  facts.times = {timeOf("t1", tr("enqueue cost"), fit.t1)};
  // Part of the second stage; workers that never sleep have none.
  if (fit.wake_latency.upper_ns > 0)
    facts.times.push_back(timeOf("p", tr("wake-up latency"), fit.wake_latency));
  facts.times.push_back(timeOf("t2", tr("execution time"), fit.t2));
  facts.times.push_back(timeOf("t3", tr("return latency"), fit.t3));
  addPredictions(fit, facts);
  addBottleneck(trace, fit, facts);
  addLeftOut(fit, facts);
  return facts;
}

std::vector<PathRow> pathRows(const Trace& trace, const CriticalPath& path, std::size_t limit) {
  std::vector<PathRow> rows;
  const auto length_ns = static_cast<double>(std::max<std::int64_t>(1, path.to_ns - path.from_ns));
  for (auto piece = path.pieces.rbegin(); piece != path.pieces.rend() && rows.size() < limit; ++piece) {
    const std::int64_t ns = piece->to_ns - piece->from_ns;
    rows.push_back({.kind = toText(path_label(piece->kind)),
                    .what = pieceName(trace, *piece),
                    .time = formatTime(ns),
                    .share = percent(static_cast<double>(ns) / length_ns),
                    .note = pieceCause(trace, *piece),
                    .task = piece->task,
                    .from_ns = piece->from_ns,
                    .to_ns = piece->to_ns});
  }
  return rows;
}

QString pathKinds(const CriticalPath& path) {
  std::vector<std::size_t> kinds(path.ns.size());
  std::iota(kinds.begin(), kinds.end(), 0U);
  std::ranges::stable_sort(kinds, std::greater(), [&](std::size_t kind) { return path.ns[kind]; });
  const auto length_ns = static_cast<double>(std::max<std::int64_t>(1, path.to_ns - path.from_ns));
  QStringList parts;
  for (const std::size_t kind : kinds) {
    if (path.ns[kind] == 0) continue;
    parts << QStringLiteral("%1 %2 (%3)")
                 .arg(toText(path_label(static_cast<PathKind>(kind))), formatTime(path.ns[kind]),
                      percent(static_cast<double>(path.ns[kind]) / length_ns));
  }
  return parts.join(QStringLiteral(", "));
}

QString whoEnded(const Trace& trace, WaitId id) {
  const Wait wait = trace.wait(id);
  QString name = toText(reason_label(trace, wait.reason));
  if (wait.statement != kNone) name += tr(" in line %1").arg(trace.statement(wait.statement).line);
  if (wait.end == kNever) return tr("%1 has not ended.").arg(name);
  if (wait.ended_by == kNone) return tr("%1 ended; the record names no task.").arg(name);
  const Task task = trace.task(wait.ended_by);
  if (task.end == kNever || task.end > wait.end)
    return tr("%1 was for %2.").arg(name, taskLabel(trace, task.id));
  if (task.end < wait.begin) return tr("%1 found %2 done.").arg(name, taskLabel(trace, task.id));
  return tr("%1 ended; %2 later %3 went on.")
      .arg(taskLabel(trace, task.id), formatTime(trace.time_ns(wait.end) - trace.time_ns(task.end)), name);
}

}  // namespace runahead::gui
