// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs take part, and a line about how far it is for a user who watches a terminal.
// Not here: making a run stop (interrupts.cpp).
#include "gui/cli/rounds.h"

#include <unistd.h>

#include <cstdio>
#include <string>

#include "core/analysis/repeats.h"

namespace runahead::gui {

void makeRounds(std::span<const FirstRound> first, std::vector<Outcome>& outcomes, Interrupts& interrupts,
                std::size_t rounds) {
  std::vector<RepeatedRun> all;
  std::vector<std::size_t> live;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const TraceInfo& info = outcomes[i].trace.info();
    all.push_back(
        {&info, "run " + std::to_string(i + 1), first[i].result.status, !first[i].result.errors.empty()});
    if (info.clock == Clock::live) live.push_back(i);
  }
  const Status worth = worth_repeating(all);
  if (!worth || rounds == 1) {
    for (const std::size_t i : live) outcomes[i].once = worth ? "--rounds 1" : worth.error();
    return;
  }
  std::vector<Repeats::Made> made;
  std::vector<RunConfig> configs;
  std::vector<std::string> names;
  for (const std::size_t i : live) {
    made.push_back({outcomes[i].trace, first[i].tookNs});
    configs.push_back(first[i].config);
    names.push_back(all[i].name);
  }
  Repeats repeats(std::move(made), {.rounds = rounds});
  const bool watched = ::isatty(STDERR_FILENO) == 1;
  make_rounds(
      repeats, configs, names,
      [&](RunExecution& session) {
        interrupts.runToEnd(session);
        return !interrupts.interrupted();
      },
      [&] {
        if (watched)
          std::fprintf(stderr, "\rrunahead: round %zu of %zu ", repeats.rounds() + 1, repeats.planned());
      });
  if (watched) std::fprintf(stderr, "\r\033[K");
  for (std::size_t i = 0; i < live.size(); ++i) {
    Outcome& outcome = outcomes[live[i]];
    if (!repeats.enough()) {
      outcome.once = to_text(repeats.why());
      continue;
    }
    Outcome kept = outcomeOf(repeats.record(i));
    kept.value = std::move(outcome.value);
    kept.errors = std::move(outcome.errors);
    kept.output = std::move(outcome.output);
    kept.errorOutput = std::move(outcome.errorOutput);
    outcome = std::move(kept);
  }
}

}  // namespace runahead::gui
