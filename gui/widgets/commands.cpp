// SPDX-License-Identifier: GPL-3.0-or-later
// Actions from rows of the table, and keys as text.
#include "gui/widgets/commands.h"

#include "gui/text/words.h"

namespace runahead::gui {
namespace {

QList<QKeySequence> listed(const char* keys) {
  if (*keys == '\0') return {};  // of an empty text Qt makes one empty sequence
  return QKeySequence::listFromString(QLatin1String(keys), QKeySequence::PortableText);
}

}  // namespace

Commands::Commands(QObject* parent) : QObject(parent) {
  for (const WindowCommandRow& row : kWindowCommands) {
    auto* action = new QAction(gui::tr(row.text), this);
    action->setObjectName(QLatin1String(row.name));
    action->setCheckable((row.flags & kTicked) != 0);
    action->setShortcuts(listed(row.keys));
    // A menu names the key of one hand, which it does not watch itself.
    if (*row.hand != '\0' && row.menu != Menu::none)
      action->setText(action->text() + u'\t' + keyText(row.what));
    m_actions.push_back(action);
  }
}

void Commands::setAvailable(Needs needs, bool available) {
  for (const WindowCommandRow& row : kWindowCommands) {
    if (row.needs == needs) setEnabled(row.what, available);
  }
}

QList<QKeySequence> shortcutsOf(WindowCommand what) {
  return listed(row_of(what).keys);
}

QList<QKeySequence> handKeysOf(WindowCommand what) {
  return listed(row_of(what).hand);
}

QString keyText(WindowCommand what) {
  const QList<QKeySequence> keys = handKeysOf(what) + shortcutsOf(what);
  return keys.value(0)
      .toString(QKeySequence::PortableText)
      .replace(QLatin1String("Left"), QStringLiteral("←"))
      .replace(QLatin1String("Right"), QStringLiteral("→"))
      .replace(QLatin1String("Del"), QLatin1String("Delete"));
}

QString keyMeaning(const KeyLine& line) {
  return tr(line.what);
}

QStringList keyCaps(const KeyLine& line) {
  QString keys = QString::fromStdString(shown_keys(line));
  if (!keys.startsWith(u',')) keys.replace(QLatin1String(", "), QLatin1String("  "));
  return keys.replace(u'+', u' ').split(u' ');
}

}  // namespace runahead::gui
