// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a recording is played: the factors that can be chosen, and their words.
// Not here: playing (player.h).
#pragma once

#include <QString>
#include <cstdint>
#include <span>

namespace runahead::gui {

/// Recorded time per time that passes, ascending: 1/100,000 to 100 in steps of 1, 2, 5.
std::span<const double> speeds();
/// The one at which a run of this length takes about ten seconds.
double fittingSpeed(std::int64_t run_ns);
/// "100 µs per second".
QString speedText(double speed);
/// "÷ 10,000", "× 5".
QString ratioText(double speed);

}  // namespace runahead::gui
