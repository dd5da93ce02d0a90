// SPDX-License-Identifier: GPL-3.0-or-later
// The palettes there are, by name. Not here: their colours (gui/widgets/theme.h).
#pragma once

#include <cstdint>

namespace runahead {

enum class ThemeKind : std::uint8_t {
  light,
  dark,
  print,
  mono,  ///< for printers without colours: greys, apart in lightness and pattern
};

}  // namespace runahead
