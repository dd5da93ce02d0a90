// SPDX-License-Identifier: GPL-3.0-or-later
// A question that a page asks: its options as HTML, and, in the page's data alone, what is said of each.
// Not here: which questions there are (core/analysis/question.h).
#pragma once

#include <QByteArray>
#include <QJsonObject>

#include "core/analysis/question.h"
#include "gui/export/page_states.h"

namespace runahead::gui {

/// Without the question itself. Where something is to be drawn: what, and how long it takes.
QByteArray questionForm(const Question& question, const Trace& trace);
/// asked, shown: steps. right: the option's number; -1: not said. verdicts: of each option. answer:
/// for who gives up. runs: once it
/// is shown, the run goes on to there.
QJsonObject questionData(const Question& question, const Trace& trace, std::uint32_t run,
                         const PageStates& states);

}  // namespace runahead::gui
