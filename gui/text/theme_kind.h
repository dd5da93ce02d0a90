// SPDX-License-Identifier: GPL-3.0-or-later
// The palettes there are, by name. Not here: their colours (theme/theme.h).
#pragma once

namespace runahead::gui {

enum class ThemeKind {
  light,
  dark,
  print,
  mono,  ///< for printers without colours: greys, apart in lightness and pattern
};

}  // namespace runahead::gui
