// SPDX-License-Identifier: GPL-3.0-or-later
// WindowTheme: the theme that the user has chosen, in the menu, on the first page and in the settings; in
// front of a class that of the slide. Not here: colours (widgets/theme.h).
#pragma once

#include <QObject>
#include <QString>

#include "gui/widgets/theme.h"

class QWidget;

namespace runahead::gui {

class Commands;
class Lecture;
class Presentation;

class WindowTheme : public QObject {
  Q_OBJECT
 public:
  /// Applies the one that is remembered. All of them outlive it.
  WindowTheme(Commands* commands, Lecture* lecture, Presentation* presentation, QWidget* window);

  ThemeKind kind() const { return m_kind; }
  QString name() const;
  void choose(const QString& name);

 signals:
  void chosen(const QString& name);

 private:
  void set(ThemeKind kind);
  void follow();

  Commands* m_commands;
  Lecture* m_lecture;
  Presentation* m_presentation;
  QWidget* m_window;
  ThemeKind m_kind;
};

}  // namespace runahead::gui
