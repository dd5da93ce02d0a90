// SPDX-License-Identifier: GPL-3.0-or-later
// Which theme the program shows now.
#include "gui/window/window_theme.h"

#include <QActionGroup>
#include <QApplication>
#include <QSettings>
#include <utility>

#include "gui/lecture/lecture.h"
#include "gui/lecture/presentation.h"
#include "gui/widgets/commands.h"
#include "gui/widgets/settings.h"

namespace runahead::gui {
namespace {

constexpr QLatin1String kThemeKey("theme");
constexpr QLatin1String kDark("dark");

ThemeKind themeOf(const QString& name) {
  return name == kDark ? ThemeKind::dark : ThemeKind::light;
}

}  // namespace

WindowTheme::WindowTheme(Commands* commands, Lecture* lecture, Presentation* presentation, QWidget* window)
    : QObject(window),
      m_commands(commands),
      m_lecture(lecture),
      m_presentation(presentation),
      m_window(window),
      m_kind(themeOf(settings().value(kThemeKey).toString())) {
  applyTheme(*qApp, m_kind);
  m_window->setStyleSheet(gui::styleSheet(QStringLiteral("window"), currentTheme()));
  auto* themes = new QActionGroup(this);
  for (const auto& [what, kind] :
       {std::pair{WindowCommand::light, ThemeKind::light}, std::pair{WindowCommand::dark, ThemeKind::dark}}) {
    themes->addAction(m_commands->action(what));
    m_commands->action(what)->setChecked(m_kind == kind);
    m_commands->on(what, this, [this, kind = kind] { set(kind); });
  }
  for (const auto signal : {&Lecture::changed, &Lecture::moved})
    connect(m_lecture, signal, this, &WindowTheme::follow);
  for (const auto signal : {&Presentation::began, &Presentation::ended})
    connect(m_presentation, signal, this, &WindowTheme::follow);
}

QString WindowTheme::name() const {
  return m_kind == ThemeKind::dark ? QString(kDark) : QStringLiteral("light");
}

void WindowTheme::choose(const QString& name) {
  set(themeOf(name));
}

void WindowTheme::set(ThemeKind kind) {
  m_kind = kind;
  m_commands->action(kind == ThemeKind::dark ? WindowCommand::dark : WindowCommand::light)->setChecked(true);
  follow();
  emit chosen(name());
  settings().setValue(kThemeKey, name());
}

void WindowTheme::follow() {
  const ThemeKind kind = m_presentation->goesOn() ? m_lecture->theme(m_kind) : m_kind;
  if (kind == currentTheme().kind) return;
  applyTheme(*qApp, kind);
  m_window->setStyleSheet(gui::styleSheet(QStringLiteral("window"), currentTheme()));
}

}  // namespace runahead::gui
