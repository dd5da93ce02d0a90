// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs, as the commands ask for them.
#include "gui/window/help_dialogs.h"

#include <QApplication>
#include <QDialog>

#include "gui/widgets/commands.h"
#include "gui/widgets/layout.h"
#include "gui/widgets/text_label.h"
#include "gui/window/calls_dialog.h"
#include "gui/window/manual_dialog.h"
#include "gui/window/notice_strip.h"
#include "gui/window/this_computer.h"

namespace runahead::gui {

HelpDialogs::HelpDialogs(Commands* commands, NoticeStrip* notice, QWidget* window)
    : QObject(window),
      m_window(window),
      m_readingCalls(
          [window, notice](const std::shared_ptr<const Result<std::vector<PackageCalls>>>& calls) {
            if (*calls) {
              auto* dialog = new CallsDialog(**calls, window);
              dialog->setAttribute(Qt::WA_DeleteOnClose);
              dialog->show();
            } else {
              notice->showError(QString::fromStdString(calls->error()), {});
            }
          },
          Ends::perhaps) {
  commands->on(WindowCommand::manual, this, &HelpDialogs::showManual);
  commands->on(WindowCommand::about, this, &HelpDialogs::showAbout);
  commands->on(WindowCommand::calls, this,
               [this] { m_readingCalls.start([](const std::atomic<bool>&) { return python_calls(); }); });
}

void HelpDialogs::showManual() {
  auto* dialog = new ManualDialog(m_window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->show();
}

void HelpDialogs::showAbout() {
  auto* dialog = new QDialog(m_window);
  dialog->setObjectName(QStringLiteral("about"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("About Runahead"));
  auto* column = columnIn(dialog, {32, 28, 32, 28}, 6);
  const auto line = [&](const QFont& font, TextLabel::Colour colour, const QString& text) {
    column->addWidget(TextLabel::whole(font, colour, text));
  };
  line(uiFont(22, QFont::Bold), &Theme::text, tr("Runahead %1").arg(QApplication::applicationVersion()));
  line(uiFont(14), &Theme::text2, tr("What is really done when a line returns?"));
  line(monoFont(13), &Theme::text2, tr("Qt %1").arg(QString::fromLatin1(qVersion())));
  for (const QString& text : describeComputer() + describeGpu()) line(monoFont(13), &Theme::text2, text);
  line(uiFont(13), &Theme::text2,
       tr("GNU General Public License, version 3 or later; without any warranty."));
  dialog->show();
}

}  // namespace runahead::gui
