// SPDX-License-Identifier: GPL-3.0-or-later
// Text of others on its way to a terminal. JSON says the same with codes.
#pragma once

#include <string>
#include <string_view>

#include "core/base/quote.h"

namespace runahead::gui {

/// Text like any other; lines and columns stay.
inline std::string forTerminals(std::string_view text) {
  std::string shown;
  for (;;) {
    const std::size_t tab = text.find('\t');
    shown += without_controls(text.substr(0, tab), true);
    if (tab == std::string_view::npos) return shown;
    shown += '\t';
    text.remove_prefix(tab + 1);
  }
}

}  // namespace runahead::gui
