// SPDX-License-Identifier: GPL-3.0-or-later
// Words and numbers of the loop's model.
// Not here: the formulas (core/analysis/loop_model.h).
#include "gui/panes/loop_facts.h"

#include <cmath>
#include <utility>

#include "gui/text/format.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

/// Of times that the user chose: round ones are written so. "10", "2.5", "1.05", "12,500".
QString factor(double value) {
  if (std::abs(value - 1) < 0.005) return QString::number(value, 'g', 6);
  const double tenths = value * 10;
  const bool round = value >= 1 && value < 99.5 && tenths == std::round(tenths);
  return round ? QString::number(value) : formatRatio(value);
}

/// Of the present case: the frontend is the bottleneck, or the workers are.
QString caseFormula(const LoopModel& model) {
  if (model.frontend_is_bottleneck()) return tr("n t1 + t2 + t3");
  const auto times = [](std::int64_t count, const char* what) {
    return count == 1 ? QString::fromLatin1(what)
                      : formatCount(static_cast<std::uint64_t>(count)) + QLatin1Char(' ') +
                            QString::fromLatin1(what);
  };
  return QStringLiteral("%1 + %2 + t3").arg(times(model.in_last_round(), "t1"), times(model.rounds(), "t2"));
}

LoopRow row(LoopLine line, const QString& name, const QString& formula, std::int64_t predicted_ns,
            std::optional<std::int64_t> simulated_ns) {
  LoopRow row{line, name, formula, formula, formatTime(predicted_ns), QStringLiteral("…"), {}};
  if (!simulated_ns) return row;
  const std::int64_t off_ns = predicted_ns - *simulated_ns;
  row.simulated = formatTime(*simulated_ns);
  row.off = off_ns > 0 ? QLatin1Char('+') + formatTime(off_ns) : formatTime(off_ns);
  return row;
}

/// Two halves of a sentence, the first of which may stand alone.
std::pair<QString, QString> bookText(const LoopModel& model) {
  const QString condition = conditionText(model);
  const std::int64_t off_ns = model.book_ns() - model.running_ahead_ns();
  if (!model.book_holds()) {
    return {tr("%1: the book’s formula does not hold.").arg(condition),
            tr("The predicted end lies before the last task was issued: no prediction.")};
  }
  if (off_ns == 0) {
    return {tr("%1: the book’s formula holds.").arg(condition),
            tr("The worker always finds the next task in the queue.")};
  }
  if (model.workers == 1) {
    return {tr("%1, but t1 > t2: the book’s formula is %2 short,").arg(condition, formatTime(-off_ns)),
            tr("less than one t2.")};
  }
  return {tr("%1: the book’s formula is %2 off:").arg(condition, formatTime(std::abs(off_ns))),
          tr("workers begin one after the other, and tasks are not divided.")};
}

}  // namespace

QString shareText(const LoopModel& model) {
  return model.workers == 1 ? QStringLiteral("t2") : QStringLiteral("t2 / %1").arg(model.workers);
}

QString conditionText(const LoopModel& model) {
  const bool equal = model.n * model.t2 % model.workers == 0 && model.book_ns() == model.issuing_ns();
  const char sign = model.book_holds() ? '>' : equal ? '=' : '<';
  return QStringLiteral("n %1 %2 (n − 1) t1").arg(shareText(model)).arg(QLatin1Char(sign));
}

LoopFacts loopFacts(const LoopModel& model, const LoopTimes& times) {
  LoopFacts facts;
  facts.rows = {row(LoopLine::each, tr("each"), tr("n (t1 + t2 + t3)"), model.waiting_ns(), times.each),
                row(LoopLine::none, tr("none"),
                    model.workers == 1 ? tr("t1 + t2 + (n − 1) max(t1, t2) + t3") : caseFormula(model),
                    model.running_ahead_ns(), times.none),
                row(LoopLine::book, tr("book"), tr("t1 + n %1 + t3").arg(shareText(model)), model.book_ns(),
                    times.none)};
  facts.rows[1].shortFormula = caseFormula(model);
  const double share = static_cast<double>(model.t2) / model.workers;
  const auto t1 = static_cast<double>(model.t1);
  const bool many = model.workers > 1;
  if (t1 == share) {
    facts.bottleneck = many ? tr("Neither the workers nor the frontend wait:")
                            : tr("Neither the worker nor the frontend waits:");
    facts.because = tr("t1 = %1.").arg(shareText(model));
  } else if (model.frontend_is_bottleneck()) {
    facts.bottleneck = tr("The frontend is the bottleneck:");
    facts.because =
        (many ? tr("the workers wait for it, t1 = %1 × %2.") : tr("the worker waits for it, t1 = %1 × %2."))
            .arg(factor(t1 / share), shareText(model));
  } else {
    facts.bottleneck = many ? tr("The workers are the bottleneck:") : tr("The worker is the bottleneck:");
    facts.because = tr("%1 = %2 × t1.").arg(shareText(model), factor(share / t1));
  }
  const auto ratio = [](std::int64_t each, std::int64_t none) {
    return formatRatio(static_cast<double>(each) / static_cast<double>(none));
  };
  facts.ratio = ratio(model.waiting_ns(), model.running_ahead_ns());
  facts.simulatedRatio = times.each && times.none ? ratio(*times.each, *times.none) : QStringLiteral("…");
  const auto [first, second] = bookText(model);
  facts.shortBook = first.chopped(1);
  facts.book = first + QLatin1Char(' ') + second;
  return facts;
}

}  // namespace runahead::gui
