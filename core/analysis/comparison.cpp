// SPDX-License-Identifier: GPL-3.0-or-later
// Rows from summaries, labels from the heads of traces.
// Not here: the numbers themselves (summary.cpp).
#include "core/analysis/comparison.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/analysis/labels.h"
#include "core/analysis/scope.h"
#include "core/analysis/summary.h"
#include "core/base/format.h"
#include "core/base/say.h"
#include "core/trace/ending.h"
#include "core/trace/rounds.h"

namespace runahead {
namespace {

using Number = std::optional<std::int64_t>;

// What rows begin with.
constexpr std::string_view kWaiting = "waiting", kWaitingIn = "waiting: ", kRegion = "region ";

/// Of a row of waits.
Message reason_of(const std::string& what) {
  const std::string reason = what.substr(kWaitingIn.size());
  if (reason == to_string(WaitReason::queue_full)) return say<"reason.queue">();
  if (reason == to_string(WaitReason::memory_full)) return say<"reason.memory">();
  return verbatim(reason);
}

// Labels.

struct AxisValue {
  std::string value;
  Message phrase;
};

/// The axes of a run, those that say most first.
std::vector<std::pair<std::string, AxisValue>> axes_of(const TraceInfo& info) {
  std::vector<std::pair<std::string, AxisValue>> axes = {
      {"waits", {info.waits.text(), waits_label(info)}},
      {"mode", {to_string(info.mode), verbatim(to_string(info.mode))}},
      {"clock", {to_text(clock_label(info)), clock_label(info)}},
      {"device", {to_string(info.runs_on()), verbatim(to_string(info.runs_on()))}},
      {"GPU", {info.device_name, verbatim(info.device_name)}},
      {"precision",
       info.tf32 ? AxisValue{"TF32", say<"label.tf32">()} : AxisValue{"float32", say<"label.float32">()}},
      {"workers",
       {std::to_string(info.workers),
        say<"label.workers">(arg<"count">(Count{static_cast<std::uint64_t>(info.workers)}))}},
      {"seed", {std::to_string(info.seed), say<"label.seed">(arg<"seed">(std::to_string(info.seed)))}},
      {"scenario", {info.source.scenario, verbatim(info.source.scenario)}},
  };
  for (const auto& [name, value] : info.set) {
    const auto [said, amount] = parameter_words(name, value);
    axes.push_back(
        {said, {to_text(amount), say<"label.parameter">(arg<"name">(said), arg<"amount">(amount))}});
  }
  if (!info.costs.empty())
    axes.push_back({"costs", {info.costs, say<"label.costs">(arg<"name">(info.costs))}});
  return axes;
}

struct Difference {
  std::string axis;
  std::vector<AxisValue> values;
};

/// Texts of a program that the user writes, numbered in the order of their runs.
Difference texts_of(std::span<const TraceInfo> runs) {
  Difference texts{kTextAxis, {}};
  std::map<std::string_view, std::vector<std::string_view>> known;  // by the program's name
  for (const TraceInfo& run : runs) {
    std::vector<std::string_view>& own = known[run.source.scenario];
    const auto at = std::find(own.begin(), own.end(), run.program());
    const std::string number = std::to_string(at - own.begin() + 1);
    if (at == own.end()) own.push_back(run.program());
    texts.values.push_back({number, say<"label.text">(arg<"number">(number))});
  }
  return texts;
}

/// Every axis of any run whose values are not all the same, in the order in which runs name them.
std::vector<Difference> differences_of(std::span<const TraceInfo> runs) {
  std::vector<Difference> all = {texts_of(runs)};
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (auto& own : axes_of(runs[run])) {
      auto entry = std::find_if(all.begin(), all.end(),
                                [&](const Difference& other) { return other.axis == own.first; });
      if (entry == all.end()) {
        all.push_back({own.first, std::vector<AxisValue>(runs.size())});
        entry = all.end() - 1;
      }
      entry->values[run] = std::move(own.second);
    }
  }
  std::erase_if(all, [](const Difference& axis) {
    return std::all_of(axis.values.begin(), axis.values.end(),
                       [&](const AxisValue& value) { return value.value == axis.values.front().value; });
  });
  return all;
}

/// How many of the runs these axes tell apart.
std::size_t told_apart(const std::vector<const Difference*>& axes, std::size_t runs) {
  std::set<std::vector<std::string>> kinds;
  for (std::size_t run = 0; run < runs; ++run) {
    std::vector<std::string> values;
    for (const Difference* axis : axes) values.push_back(axis->values[run].value);
    kinds.insert(std::move(values));
  }
  return kinds.size();
}

/// Of all the axes the fewest that tell apart as many runs; the first of equals. Beyond three, one after the
/// other that tells most.
std::vector<const Difference*> fewest(const std::vector<Difference>& all, std::size_t runs) {
  std::vector<const Difference*> every;
  for (const Difference& axis : all) every.push_back(&axis);
  const std::size_t most = told_apart(every, runs);
  if (most <= 1) return {};
  const std::size_t count = every.size();
  for (std::size_t a = 0; a < count; ++a) {
    if (told_apart({every[a]}, runs) == most) return {every[a]};
  }
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      if (told_apart({every[a], every[b]}, runs) == most) return {every[a], every[b]};
    }
  }
  std::vector<bool> chosen(count);
  std::vector<const Difference*> axes;
  while (told_apart(axes, runs) < most) {
    std::size_t best = count;
    std::size_t best_kinds = 0;
    for (std::size_t a = 0; a < count; ++a) {
      if (chosen[a]) continue;
      axes.push_back(every[a]);
      const std::size_t kinds = told_apart(axes, runs);
      axes.pop_back();
      if (kinds > best_kinds) {
        best = a;
        best_kinds = kinds;
      }
    }
    chosen[best] = true;
    axes.push_back(every[best]);
  }
  std::sort(axes.begin(), axes.end());
  return axes;
}

// Rows.

template <class Get>
void add_row(std::vector<ComparedRow>& rows, std::string what, ComparedUnit unit,
             const std::vector<RunSummary>& runs, Get get) {
  ComparedRow row{.what = std::move(what), .unit = unit, .values = {}};
  bool exists = false;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    row.values.push_back(get(runs[run], run));
    exists |= row.values.back().has_value();
  }
  if (exists) rows.push_back(std::move(row));
}

Number unless_zero(std::int64_t value) {
  return value == 0 ? Number() : Number(value);
}

/// A row for each memory of each run, where one of them has several: what lies in two is not one number.
void add_memories(std::vector<ComparedRow>& rows, std::span<const Trace> runs,
                  const std::vector<RunSummary>& summaries, bool reserved) {
  const auto bytes = reserved ? &RunSummary::MemoryPeak::pool_bytes : &RunSummary::MemoryPeak::live_bytes;
  std::vector<std::string> named;
  std::vector<std::map<std::string, std::int64_t>> peaks(runs.size());
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (const RunSummary::MemoryPeak& peak : summaries[run].memories) {
      const auto where = arg<"where">(memory_label(runs[run], peak.memory));
      const std::string name =
          to_text(reserved ? say<"row.peak_reserved_on">(where) : say<"row.peak_in_use_on">(where));
      if (std::ranges::find(named, name) == named.end()) named.push_back(name);
      peaks[run][name] = peak.*bytes;
    }
  }
  for (const std::string& name : named) {
    add_row(rows, name, ComparedUnit::bytes, summaries, [&](const RunSummary&, std::size_t run) {
      const auto found = peaks[run].find(name);
      return found == peaks[run].end() ? Number() : unless_zero(found->second);
    });
  }
}

/// Names in the order of their first appearance; a name that comes again within a run is numbered.
std::vector<std::pair<std::string, std::int64_t>> named_regions(const RunSummary& run) {
  std::map<std::string, int> seen;
  std::vector<std::pair<std::string, std::int64_t>> marks;
  for (const RunSummary::RegionSummary& mark : run.marks) {
    const int count = ++seen[mark.name];
    marks.emplace_back(count == 1 ? mark.name : mark.name + " #" + std::to_string(count), mark.ns);
  }
  return marks;
}

void add_waits(std::vector<ComparedRow>& rows, const std::vector<RunSummary>& runs) {
  std::vector<std::array<std::int64_t, kWaitReasons>> ns(runs.size());
  std::array<bool, kWaitReasons> occurs = {};
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (const RunSummary::WaitTime& wait : runs[run].waits) {
      ns[run][static_cast<std::size_t>(wait.reason)] += wait.ns;
      occurs[static_cast<std::size_t>(wait.reason)] = true;
    }
  }
  add_row(rows, std::string(kWaiting), ComparedUnit::time, runs, [&](const RunSummary&, std::size_t run) {
    std::int64_t sum_ns = 0;
    for (const std::int64_t reason_ns : ns[run]) sum_ns += reason_ns;
    return Number(sum_ns);
  });
  for (std::size_t reason = 0; reason < occurs.size(); ++reason) {
    if (!occurs[reason]) continue;
    add_row(rows, std::string(kWaitingIn) + to_string(static_cast<WaitReason>(reason)), ComparedUnit::time,
            runs, [&](const RunSummary&, std::size_t run) { return Number(ns[run][reason]); });
  }
}

void add_marks(std::vector<ComparedRow>& rows, const std::vector<RunSummary>& runs) {
  std::vector<std::string> names;
  std::vector<std::map<std::string, std::int64_t>> of_run;
  for (const RunSummary& run : runs) {
    of_run.emplace_back();
    for (const auto& [name, ns] : named_regions(run)) {
      of_run.back()[name] = ns;
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  for (const std::string& name : names) {
    add_row(rows, std::string(kRegion) + name, ComparedUnit::time, runs,
            [&](const RunSummary&, std::size_t run) {
              const auto mark = of_run[run].find(name);
              return mark == of_run[run].end() ? Number() : Number(mark->second);
            });
  }
}

/// Of runs in rounds the median takes the place of the record's value.
template <class InfoOf>
void stand(ComparedRow& row, std::size_t runs, InfoOf info_of) {
  for (std::size_t run = 0; run < runs; ++run) {
    const TraceInfo& info = info_of(run);
    Standing standing{.exact = info.clock != Clock::live, .set = 0, .rounds = {}};
    const std::vector<std::int64_t>* rounds = info.rounds ? info.rounds->find(row.what) : nullptr;
    if (rounds && !standing.exact && row.values[run]) {
      standing.set = info.rounds->set;
      standing.rounds = *rounds;
      row.values[run] = spread_of(*rounds).median;
    }
    row.standings.push_back(std::move(standing));
  }
}

Seq begin_of(const Trace& trace, const std::string& mark) {
  for (RegionId id = 0; id < trace.region_count(); ++id) {
    const Region row = trace.region(id);
    if (row.kind == RegionKind::benchmark && trace.name(row.name) == mark) return row.begin;
  }
  return kNever;
}

}  // namespace

Evidence ComparedRow::evidence(std::size_t run, std::size_t to) const {
  if (run == to || unit != ComparedUnit::time || standings.empty()) return Evidence::exact;
  const Standing& one = standings[run];
  const Standing& other = standings[to];
  if (one.exact && other.exact) return Evidence::exact;
  const auto enough = [](const Standing& made) { return made.exact || made.rounds.size() >= kLeastRounds; };
  const bool in_turn =
      one.exact || other.exact || (one.set == other.set && one.rounds.size() == other.rounds.size());
  return enough(one) && enough(other) && in_turn ? Evidence::rounds : Evidence::once;
}

std::optional<RatioInterval> ComparedRow::interval(std::size_t run, std::size_t to) const {
  if (evidence(run, to) != Evidence::rounds || !values[run] || !values[to]) return std::nullopt;
  const std::size_t rounds = std::max(standings[run].rounds.size(), standings[to].rounds.size());
  const auto in_rounds = [&](std::size_t which) {
    const Standing& standing = standings[which];
    return standing.exact ? std::vector<std::int64_t>(rounds, *values[which]) : standing.rounds;
  };
  return ratio_interval(in_rounds(to), in_rounds(run));
}

bool ComparedRow::undecided(std::size_t run, std::size_t to) const {
  if (evidence(run, to) == Evidence::exact) return false;
  const auto found = interval(run, to);
  return !found || found->holds_one();
}

std::optional<double> ComparedRow::ratio(std::size_t run, std::size_t to) const {
  if (!values[to] || !values[run] || *values[to] == 0) return std::nullopt;
  if (const auto found = interval(run, to)) return found->ratio;
  return static_cast<double>(*values[run]) / static_cast<double>(*values[to]);
}

Message ComparedRow::ratio_text(std::size_t run) const {
  const auto as_much = ratio(run);
  if (!as_much || *as_much <= 0 || undecided(run)) return {};
  // Waiting is nothing that is done fast.
  const bool faster = unit == ComparedUnit::time && *as_much < 1 && !what.starts_with(kWaiting);
  const double times = faster ? 1 / *as_much : *as_much;
  if (format_ratio(times) == "1.00") return {};
  const auto told = arg<"ratio">(Ratio{times});
  if (unit == ComparedUnit::bytes) return say<"ratio.as_much">(told);
  if (unit == ComparedUnit::count) return say<"ratio.as_many">(told);
  return faster ? say<"ratio.as_fast">(told) : say<"ratio.as_long">(told);
}

Message ComparedRow::label() const {
  if (what.starts_with(kWaitingIn)) return say<"row.waiting_in">(arg<"reason">(reason_of(what)));
  if (what.starts_with(kRegion)) return say<"row.region">(arg<"name">(what.substr(kRegion.size())));
  const std::pair<const char*, Message (*)()> labels[] = {
      {"total", say<"row.total">},
      {"frontend finished at", say<"row.frontend_finished">},
      {"most pending", say<"row.most_pending">},
      {"peak in use", say<"row.peak_in_use">},
      {"peak input", say<"row.peak_input">},
      {"peak reserved", say<"row.peak_reserved">},
      {"resident growth", say<"row.resident_growth">},
      {"tasks", say<"row.tasks">},
      {"eliminated", say<"row.eliminated">},
      {"failed", say<"row.failed">},
      {"skipped", say<"row.skipped">},
      {"waiting", say<"row.waiting">}};
  for (const auto& [name, label] : labels) {
    if (what == name) return label();
  }
  return verbatim(what);
}

const ComparedRow* Comparison::row(std::string_view what) const {
  for (const ComparedRow& row : rows) {
    if (row.what == what) return &row;
  }
  return nullptr;
}

ComparedRow compare_totals(std::span<const RunTotal> runs) {
  ComparedRow row{.what = "total", .unit = ComparedUnit::time, .values = {}};
  for (const RunTotal& run : runs) row.values.push_back(run.total_ns);
  stand(row, runs.size(), [&](std::size_t run) -> const TraceInfo& { return *runs[run].info; });
  return row;
}

std::vector<AxisDifference> axis_differences(std::span<const TraceInfo> runs) {
  std::vector<AxisDifference> result;
  for (const Difference& difference : differences_of(runs)) {
    AxisDifference& axis = result.emplace_back();
    axis.axis = difference.axis;
    for (const AxisValue& value : difference.values) axis.values.push_back(value.phrase);
  }
  return result;
}

Message AxisDifference::label() const {
  for (const char* known :
       {"text", "waits", "mode", "clock", "device", "precision", "workers", "seed", "scenario", "costs"}) {
    if (axis == known) return say<"axis">(arg<"axis">(Which{known}));
  }
  return axis == "GPU" ? say<"axis">(arg<"axis">(Which{"gpu"})) : verbatim(axis);
}

std::vector<Message> run_labels(std::span<const TraceInfo> runs) {
  const std::vector<Difference> differences = differences_of(runs);
  const std::vector<const Difference*> axes = fewest(differences, runs.size());
  const Message tf32 = say<"label.tf32">();
  const auto joined = [](Message label, Message next) {
    if (label.empty() || next.empty()) return label.empty() ? next : label;
    return say<"label.and">(arg<"label">(std::move(label)), arg<"next">(std::move(next)));
  };
  std::vector<Message> labels;
  std::set<std::string> given;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    Message label;
    for (const Difference* axis : axes) label = joined(std::move(label), axis->values[run].phrase);
    if (label.empty()) label = waits_label(runs[run]);
    if (label.empty()) label = say<"label.run">();
    // Less exact than every other run, so it is said of each, even where it tells none apart.
    if (runs[run].tf32 && to_text(label).find(to_text(tf32)) == std::string::npos)
      label = joined(std::move(label), tf32);
    Message numbered = label;
    for (std::int64_t number = 2; !given.insert(to_text(numbered)).second; ++number)
      numbered = say<"label.numbered">(arg<"label">(label), arg<"number">(Digits{number}));
    labels.push_back(std::move(numbered));
  }
  return labels;
}

Comparison compare(std::span<const Trace> runs) {
  Comparison comparison;
  std::vector<TraceInfo> infos;
  std::vector<RunSummary> summaries;
  for (const Trace& run : runs) {
    infos.push_back(run.info());
    summaries.push_back(summarize(run));
  }
  comparison.labels = run_labels(infos);
  comparison.differences = axis_differences(infos);

  using Unit = ComparedUnit;
  std::vector<ComparedRow>& rows = comparison.rows;
  const auto add = [&](const char* what, Unit unit, auto get) { add_row(rows, what, unit, summaries, get); };
  // How far a run had come when it was stopped is no total.
  const auto whole = [](const Trace& run) { return run.finished() && ended(run) != RunEnd::stopped; };
  add("total", Unit::time,
      [&](const RunSummary& run, std::size_t i) { return whole(runs[i]) ? Number(run.total_ns) : Number(); });
  add("frontend finished at", Unit::time, [&](const RunSummary& run, std::size_t i) {
    return whole(runs[i]) && runs[i].statement_count() > 0 ? Number(run.frontend_done_ns) : Number();
  });
  add("most pending", Unit::count, [](const RunSummary& run, std::size_t) { return Number(run.max_depth); });
  const bool several = std::ranges::any_of(runs, [](const Trace& run) { return run.memories().size() > 1; });
  if (several) {
    add_memories(rows, runs, summaries, false);
  } else {
    add("peak in use", Unit::bytes,
        [](const RunSummary& run, std::size_t) { return unless_zero(run.peak_live_bytes); });
  }
  add("peak input", Unit::bytes,
      [](const RunSummary& run, std::size_t) { return unless_zero(run.peak_input_bytes); });
  if (several) {
    add_memories(rows, runs, summaries, true);
  } else {
    add("peak reserved", Unit::bytes,
        [](const RunSummary& run, std::size_t) { return unless_zero(run.peak_pool_bytes); });
  }
  add("resident growth", Unit::bytes,
      [](const RunSummary& run, std::size_t) { return run.resident_growth_bytes; });
  add("tasks", Unit::count, [](const RunSummary& run, std::size_t) { return Number(run.tasks); });
  const auto add_if_any = [&](const char* what, std::uint32_t RunSummary::*count) {
    const bool any = std::any_of(summaries.begin(), summaries.end(),
                                 [count](const RunSummary& run) { return run.*count > 0; });
    if (any)
      add(what, Unit::count, [count](const RunSummary& run, std::size_t) { return Number(run.*count); });
  };
  add_if_any("eliminated", &RunSummary::eliminated);
  add_if_any("failed", &RunSummary::failed);
  add_if_any("skipped", &RunSummary::skipped);
  add_waits(rows, summaries);
  add_marks(rows, summaries);
  for (ComparedRow& row : rows) {
    stand(row, runs.size(), [&](std::size_t run) -> const TraceInfo& { return infos[run]; });
  }
  return comparison;
}

std::vector<std::int64_t> shifts_ns(std::span<const Trace> runs, Alignment alignment,
                                    const std::string& mark) {
  std::vector<std::int64_t> places_ns;
  for (const Trace& run : runs) {
    std::int64_t place_ns = 0;
    if (alignment == Alignment::mark) {
      const Seq begin = begin_of(run, mark);
      place_ns = begin == kNever ? 0 : run.time_ns(begin);
    } else {
      const Scope scope = scope_of(run);
      place_ns = alignment == Alignment::begin ? scope.from_ns : scope.to_ns;
    }
    places_ns.push_back(place_ns);
  }
  std::vector<std::int64_t> shifts;
  for (const std::int64_t place_ns : places_ns) shifts.push_back(places_ns.front() - place_ns);
  return shifts;
}

std::vector<std::string> shared_regions(std::span<const Trace> runs) {
  std::vector<std::string> names;
  if (runs.empty()) return names;
  for (RegionId id = 0; id < runs.front().region_count(); ++id) {
    const Region row = runs.front().region(id);
    const std::string& name = runs.front().name(row.name);
    if (row.kind != RegionKind::benchmark || std::find(names.begin(), names.end(), name) != names.end())
      continue;
    const bool everywhere = std::all_of(runs.begin(), runs.end(),
                                        [&](const Trace& run) { return begin_of(run, name) != kNever; });
    if (everywhere) names.push_back(name);
  }
  return names;
}

}  // namespace runahead
