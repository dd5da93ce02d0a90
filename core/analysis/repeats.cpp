// SPDX-License-Identifier: GPL-3.0-or-later
// How many rounds, and which records can still become that of the median.
#include "core/analysis/repeats.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <random>

#include "core/analysis/comparison.h"
#include "core/analysis/summary.h"
#include "core/base/say.h"
#include "core/scenario/run_execution.h"

namespace runahead {
namespace {

std::uint64_t new_set() {
  std::random_device random;
  return (static_cast<std::uint64_t>(random()) << 32 | random()) & kLargestRoundSet;
}

std::int64_t steady_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Round numbers by the total, the shortest first.
template <class Rounds>
std::vector<std::size_t> by_total(const Rounds& rounds) {
  std::vector<std::size_t> order(rounds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rounds[a].total_ns < rounds[b].total_ns; });
  return order;
}

/// A metric that a run need not have, because nothing of the kind happened in it.
bool none_is_zero(const std::string& what) {
  return what.starts_with("waiting") || what == "eliminated" || what == "failed" || what == "skipped";
}

}  // namespace

std::vector<std::pair<std::string, std::int64_t>> metrics_of(const Trace& trace) {
  std::vector<std::pair<std::string, std::int64_t>> metrics;
  const Trace once = trace.with_rounds(nullptr);
  for (const ComparedRow& row : compare({&once, 1}).rows) {
    if (row.values.front()) metrics.emplace_back(row.what, *row.values.front());
  }
  return metrics;
}

Repeats::Round Repeats::round_of(Trace trace) {
  std::vector<std::pair<std::string, std::int64_t>> metrics = metrics_of(trace);
  const std::int64_t total = total_ns(trace);
  return {std::move(trace), total, std::move(metrics)};
}

Repeats::Repeats(std::vector<Made> first_round) : Repeats(std::move(first_round), Limits()) {}

Repeats::Repeats(std::vector<Made> first_round, Limits limits) : limits_(limits), set_(new_set()) {
  std::size_t bytes = 0;
  made_.resize(first_round.size());
  for (std::size_t run = 0; run < first_round.size(); ++run) {
    round_ns_ += first_round[run].took_ns;
    bytes += first_round[run].trace.memory_bytes();
    made_[run].push_back(round_of(std::move(first_round[run].trace)));
  }
  rounds_ = 1;
  planned_ = limits_.rounds;
  // Half of all rounds and the one that is being made are held at a time.
  const std::size_t held = limits_.bytes / std::max<std::size_t>(bytes, 1);
  planned_ = std::min(planned_, held < 2 ? 1 : 2 * held - 3);
  if (planned_ < kLeastRounds) {
    end(say<"rounds.too_large">(arg<"bytes">(Bytes{static_cast<std::int64_t>(bytes)})));
    return;
  }
  plan();
}

void Repeats::plan() {
  const std::int64_t left_ns = limits_.further_ns - further_ns_;
  const auto more =
      static_cast<std::size_t>(std::max<std::int64_t>(0, left_ns) / std::max<std::int64_t>(round_ns_, 1));
  planned_ = std::min(planned_, rounds_ + more);
  if (planned_ < kLeastRounds) {
    end(say<"rounds.too_long">(arg<"round">(Duration{round_ns_}),
                               arg<"further">(Duration{limits_.further_ns})));
  } else if (rounds_ >= planned_) {
    over_ = true;
  }
}

std::optional<std::size_t> Repeats::next() const {
  if (over_) return std::nullopt;
  return current_.size();
}

void Repeats::add(Made made) {
  if (over_) return;
  current_ns_ += made.took_ns;
  current_.push_back(round_of(std::move(made.trace)));
  if (current_.size() == made_.size()) complete();
}

void Repeats::complete() {
  for (std::size_t run = 0; run < made_.size(); ++run) made_[run].push_back(std::move(current_[run]));
  current_.clear();
  ++rounds_;
  further_ns_ += current_ns_;
  round_ns_ = std::max(round_ns_, std::exchange(current_ns_, 0));
  plan();
  thin_out();
}

void Repeats::thin_out() {
  // The median of all that are planned is the record at this place; `more` may yet come before it.
  const std::size_t place = (std::max(planned_, rounds_) - 1) / 2;
  const std::size_t more = std::max(planned_, rounds_) - rounds_;
  for (std::vector<Round>& rounds : made_) {
    const std::vector<std::size_t> order = by_total(rounds);
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      if (rank > place || rank + more < place) rounds[order[rank]].trace = Trace();
    }
  }
}

void Repeats::end(Message why) {
  if (over_) return;
  over_ = true;
  why_ = std::move(why);
  current_.clear();
}

std::size_t Repeats::median_round(std::size_t run) const {
  return by_total(made_[run])[(rounds_ - 1) / 2];
}

Trace Repeats::record(std::size_t run) const {
  const std::vector<Round>& rounds = made_[run];
  if (!enough()) return rounds.front().trace;
  const std::size_t kept = median_round(run);
  Rounds head{.set = set_, .kept = static_cast<std::uint32_t>(kept), .metrics = {}};
  // In the order of the first round that has them; the total comes first in all.
  for (const Round& round : rounds) {
    for (const auto& [what, value] : round.metrics) {
      if (head.find(what)) continue;
      RoundMetric metric{what, {}};
      for (const Round& other : rounds) {
        const auto same = std::find_if(other.metrics.begin(), other.metrics.end(),
                                       [&what = what](const auto& one) { return one.first == what; });
        if (same != other.metrics.end()) {
          metric.values.push_back(same->second);
        } else if (none_is_zero(what)) {
          metric.values.push_back(0);
        }
      }
      if (metric.values.size() == rounds.size()) head.metrics.push_back(std::move(metric));
    }
  }
  return rounds[kept].trace.with_rounds(std::make_shared<const Rounds>(std::move(head)));
}

bool Repeats::stopped() const {
  return why_ == say<"rounds.stopped">();
}

Status worth_repeating(std::span<const RepeatedRun> runs) {
  const bool live = std::any_of(runs.begin(), runs.end(),
                                [](const RepeatedRun& run) { return run.info->clock == Clock::live; });
  if (!live || runs.size() < 2) return Failure{""};
  for (const RepeatedRun& run : runs) {
    if (run.status == RunResult::Status::failed) return Failure{run.name + " failed"};
    if (run.status == RunResult::Status::stopped) return Failure{run.name + " was stopped"};
    if (run.erred) return Failure{run.name + " met an error"};
  }
  return success();
}

void make_rounds(Repeats& repeats, std::span<const RunConfig> configs, std::span<const std::string> names,
                 const std::function<bool(RunExecution&)>& run, const std::function<void()>& begun) {
  while (const auto next = repeats.next()) {
    begun();
    const std::int64_t from_ns = steady_ns();
    RunExecution session(configs[*next]);
    if (!run(session)) return repeats.end(say<"rounds.stopped">());
    const RunResult& result = session.result();
    if (result.status == RunResult::Status::stopped) return repeats.end(say<"rounds.stopped">());
    if (result.status == RunResult::Status::failed || !result.errors.empty()) {
      return repeats.end(say<"rounds.failed">(
          arg<"run">(names[*next]), arg<"round">(Digits{static_cast<std::int64_t>(repeats.rounds()) + 1}),
          arg<"error">(result.errors.empty() ? std::string() : result.errors.front())));
    }
    repeats.add({session.snapshot(), steady_ns() - from_ns});
  }
}

}  // namespace runahead
