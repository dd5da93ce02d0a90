// SPDX-License-Identifier: GPL-3.0-or-later
// WelcomeSide: opening files, the most used keys, what this computer has, and the theme.
// Not here: reading files; all keys (window/keys_overlay.h).
#pragma once

#include <QStringList>

class QVBoxLayout;

#include "gui/widgets/pane_head.h"

namespace runahead::gui {

class SegmentedControl;

class WelcomeSide : public Panel {
  Q_OBJECT
 public:
  explicit WelcomeSide(QWidget* parent = nullptr);
  void setRecentFiles(const QStringList& files);
  /// "light" or "dark", for the switch.
  void setThemeName(const QString& name);

 signals:
  void openRequested();
  void fileChosen(const QString& path);
  void themeChosen(const QString& name);

 private:
  QVBoxLayout* m_recent;
  SegmentedControl* m_theme;
};

}  // namespace runahead::gui
