// SPDX-License-Identifier: GPL-3.0-or-later
// GalleryPage: the HTML around the gallery's pictures. One file, no script, nothing from elsewhere; for wide
// screens, narrow ones, dark ones and paper. Not here: what is run, and the pictures (gallery.cpp).
#pragma once

#include <QString>
#include <span>
#include <string>

#include "core/scenario/scenario.h"
#include "gui/cli/outcome.h"

namespace runahead::gui {

class GalleryPage {
 public:
  /// Scenarios in the order of scenarios(). `command` is what makes these runs again. The page expects the
  /// pictures ID.svg, ID-dark.svg and ID.png beside it, and ID.html, which steps.
  void add(const Scenario& scenario, const QString& command, std::span<const Outcome> outcomes);
  std::string text() const;

 private:
  void beginGroup(char group);

  QString m_contents;
  QString m_body;
  char m_group = 0;
  int m_number = 0;  ///< in its group
};

}  // namespace runahead::gui
