// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing Qt's platform so that a missing display is found out instead of ending the process.
// Not here: themes and fonts by name (gui/theme).
#include "gui/cli/graphics.h"

#include <QFontInfo>
#include <cstdio>

namespace runahead::gui {
namespace {

/// Qt's remarks on its surroundings, which this program answers itself.
void filterMessage(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  const QByteArray category = context.category ? context.category : "";
  const bool surroundings = category.startsWith("qt.qpa.") ||
                            message.startsWith(QLatin1String("QStandardPaths:")) ||
                            message.startsWith(QLatin1String("QFontDatabase:"));
  if (surroundings && type != QtFatalMsg) return;
  std::fprintf(stderr, "runahead: %s\n", qPrintable(message));
}

}  // namespace

QApplication& Graphics::create() {
  static int count = 1;
  static char name[] = "runahead";
  static char* words[] = {name, nullptr};
  qInstallMessageHandler(filterMessage);
  m_application = std::make_unique<QApplication>(count, words);
  QApplication::setApplicationName(QStringLiteral("runahead"));
  QApplication::setApplicationDisplayName(QStringLiteral("Runahead"));
  QApplication::setApplicationVersion(QStringLiteral(RUNAHEAD_VERSION));
  // Without any font Qt still lists generic families, and draws boxes.
  if (QFontInfo(QApplication::font()).family().isEmpty()) {
    std::fputs("runahead: no fonts found, so no text can be drawn; install fonts-dejavu-core\n", stderr);
  }
  return *m_application;
}

QApplication& Graphics::forPictures() {
  if (m_application) return *m_application;
  qputenv("QT_QPA_PLATFORM", "offscreen");
  // Some need a display, and none has a say in a picture.
  qunsetenv("QT_QPA_PLATFORMTHEME");
  qunsetenv("QT_STYLE_OVERRIDE");
  return create();
}

QApplication* Graphics::forWindow() {
  if (!qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) return &create();
  const bool x11 = !qEnvironmentVariableIsEmpty("DISPLAY");
  const bool wayland = !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
  if (!x11 && !wayland) return nullptr;
  // Qt ends the process where no platform works, so the last one always does, and is then refused here.
  QByteArrayList platforms;
  if (x11) platforms << "xcb";
  if (wayland) platforms.insert(qgetenv("XDG_SESSION_TYPE") == "wayland" ? 0 : platforms.size(), "wayland");
  platforms << "offscreen";
  qputenv("QT_QPA_PLATFORM", platforms.join(';'));
  QApplication& application = create();
  return QGuiApplication::platformName() == QLatin1String("offscreen") ? nullptr : &application;
}

}  // namespace runahead::gui
