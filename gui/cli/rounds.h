// SPDX-License-Identifier: GPL-3.0-or-later
// The live runs of a comparison, made again in turn, on the command line.
// Not here: how many rounds and which records are kept (core/analysis/repeats.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gui/cli/interrupts.h"
#include "gui/cli/outcome.h"

namespace runahead::gui {

/// What a run was asked for with, and what became of it in the first round.
struct FirstRound {
  RunConfig config;
  RunResult result;
  std::int64_t tookNs;
};

/// `rounds`: at most; 1 for none. Puts the record of the median round in the place of each live run's, or
/// says why there are no rounds.
void makeRounds(std::span<const FirstRound> first, std::vector<Outcome>& outcomes, Interrupts& interrupts,
                std::size_t rounds);

}  // namespace runahead::gui
