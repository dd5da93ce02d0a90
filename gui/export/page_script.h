// SPDX-License-Identifier: GPL-3.0-or-later
// The states of a page as its script reads them: what each step changes, in a table of keys and one of texts.
// Not here: what the states are (page_states.h).
#pragma once

#include <QByteArray>
#include <QSet>

#include "core/analysis/question.h"
#include "core/base/progress.h"
#include "gui/export/page_states.h"

namespace runahead::gui {

struct PageScript {
  /// `asked`: of the first run; their answers are in the data alone.
  PageScript(std::span<const Trace> traces, PageStates& states, std::span<const Question> asked,
             const Progress& progress);

  QByteArray data;     ///< an element
  QSet<QString> keys;  ///< those with a text in some step
  qsizetype longestSaid = 0;
};

}  // namespace runahead::gui
