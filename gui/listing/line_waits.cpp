// SPDX-License-Identifier: GPL-3.0-or-later
// The next run's waits beside those of the run on show, line by line, in words.
#include "gui/listing/line_waits.h"

#include <algorithm>

#include "core/scenario/request.h"
#include "gui/text/words.h"

namespace runahead::gui {
namespace {

constexpr std::uint32_t kMostStatements = 100'000;  ///< that are looked at

bool contains(const std::vector<int>& lines, int line) {
  return std::ranges::find(lines, line) != lines.end();
}

QString explanation(LineWait::Kind kind, int line, std::int64_t every) {
  switch (kind) {
    case LineWait::Kind::none:
      return tr("Line %1 cannot carry a wait").arg(line);
    case LineWait::Kind::absent:
      return tr("Click to wait at line %1").arg(line);
    case LineWait::Kind::taken:
      return every > 1 ? tr("Waits here every %1 iterations: click to remove the wait").arg(every)
                       : tr("Waits here: click to remove the wait");
    case LineWait::Kind::added:
      return tr("The next run waits here, the run on show did not");
    case LineWait::Kind::removed:
      return tr("The run on show waited here, the next will not: click to put the wait back");
    case LineWait::Kind::always:
      return tr("Line %1 waits until its value is there, whatever is chosen").arg(line);
  }
  return {};
}

}  // namespace

std::vector<LineWait> lineWaits(const Scenario& scenario, Mode mode, const Waits& next,
                                const TraceInfo* shown, int lines, const SeenWaits& seen) {
  std::vector<LineWait> result(static_cast<std::size_t>(std::max(0, lines)));
  const std::vector<int> taken = lines_of(next, scenario);
  std::vector<int> before = taken;
  if (shown && shown->source.scenario == scenario.id) before = lines_of(shown->waits, scenario);
  const bool traced = mode == Mode::function;
  using Kind = LineWait::Kind;
  for (int line = 1; line <= lines; ++line) {
    LineWait& wait = result[static_cast<std::size_t>(line - 1)];
    const auto known = std::ranges::find(scenario.wait_lines, line, &WaitLine::line);
    std::int64_t every = 1;
    if (known != scenario.wait_lines.end()) {
      const bool now = contains(taken, line), then = contains(before, line);
      wait.kind = known->place == WaitPlace::final ? Kind::always
                  : now                            ? (then ? Kind::taken : Kind::added)
                                                   : (then ? Kind::removed : Kind::absent);
      if (known->place == WaitPlace::in_loop) every = next.every();
    }
    wait.explanation = explanation(wait.kind, line, every);
    const bool waits = wait.kind == Kind::taken || wait.kind == Kind::always;
    const bool counts = shown && shown->mode == mode;
    if (counts && waits && seen.none.contains(line)) {
      wait.kind = Kind::none;
      wait.explanation = tr("Line %1 had nothing to wait for in the run on show").arg(line);
    }
    if (counts && known == scenario.wait_lines.end() && seen.some.contains(line)) {
      wait.kind = Kind::always;
      wait.explanation = tr("Line %1 waited in the run on show, in a call that it makes").arg(line);
    }
    if (traced && contains(scenario.function_lines, line)) {
      wait.explanation =
          tr("Line %1 is inside a traced function, where nothing has a value to wait for").arg(line);
      // A list from another mode may still have the line: then the one thing to do is to take it away.
      if (!contains(taken, line)) wait.kind = Kind::none;
    }
  }
  for (const LinePart& part : left_out(next, scenario)) {
    if (part.line <= lines) result[static_cast<std::size_t>(part.line - 1)].struck.push_back(part);
  }
  return result;
}

std::vector<LineWait> lineWaits(const TraceInfo& info, int lines) {
  const Scenario* scenario = scenario_of(info.source);
  return scenario ? lineWaits(*scenario, info.mode, info.waits, &info, lines) : std::vector<LineWait>();
}

SeenWaits seenWaits(const Trace& trace) {
  SeenWaits seen;
  if (!trace.finished() || std::max(trace.statement_count(), trace.wait_count()) > kMostStatements)
    return seen;
  for (StatementId id = 0; id < trace.statement_count(); ++id) seen.none.insert(trace.statement(id).line);
  for (WaitId id = 0; id < trace.wait_count(); ++id) {
    const Wait wait = trace.wait(id);
    if (wait.statement == kNone) continue;
    const int line = trace.statement(wait.statement).line;
    seen.none.erase(line);
    const bool ofCall = wait.reason != WaitReason::queue_full && wait.reason != WaitReason::memory_full &&
                        wait.reason != WaitReason::call;
    if (ofCall && wait.ended_by != kNone) seen.some.insert(line);
  }
  return seen;
}

Waits toggledWait(const Scenario& scenario, const Waits& waits, int line) {
  std::vector<int> lines = lines_of(waits, scenario);
  if (std::erase(lines, line) == 0) lines.push_back(line);
  return waits_of_lines(scenario, std::move(lines));
}

}  // namespace runahead::gui
