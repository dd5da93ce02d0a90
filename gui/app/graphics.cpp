// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing Qt's platform so that a missing display is found out instead of ending the process.
// Not here: themes and fonts by name (gui/widgets).
#include "gui/app/graphics.h"

#include <QFontInfo>
#include <QIcon>
#include <QScreen>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <utility>

#include "core/base/quote.h"
#include "gui/app/end_signals.h"
#include "gui/crash/watchdog.h"
#include "gui/export/figure.h"
#include "gui/export/page.h"
#include "gui/jobs/background.h"
#include "gui/lecture/lecture_pages.h"
#include "gui/lecture/presentation.h"
#include "gui/widgets/settings.h"
#include "gui/widgets/theme.h"
#include "gui/window/main_window.h"
#include "gui/window/program_files.h"
#include "gui/window/rescaling.h"
#include "gui/window/session_files.h"
#include "gui/window/window_scale.h"

namespace runahead::gui {
namespace {

bool s_begins = false;  ///< Qt looks for its platform

/// Qt's remarks on its surroundings, which this program answers itself.
void filterMessage(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  const QByteArray category = context.category ? context.category : "";
  const bool surroundings = category.startsWith("qt.qpa.") ||
                            message.startsWith(QLatin1String("This plugin does not support")) ||
                            message.startsWith(QLatin1String("QStandardPaths:")) ||
                            message.startsWith(QLatin1String("QFontDatabase:"));
  // What is being torn down since memory gave out, which main() says.
  const bool unwinding = std::uncaught_exceptions() > 0;
  if ((surroundings || unwinding) && type != QtFatalMsg) return;
  const bool own = category.startsWith("runahead.");  // gui/text/log.h
  std::fprintf(stderr, "%s: %s\n", own ? category.constData() : "runahead",
               without_controls(message.toStdString(), true).c_str());
  // A user who names a platform that does not work here did not make the program crash.
  if (type == QtFatalMsg && s_begins) std::_Exit(1);
}

/// Qt ends the process where the display goes, as it does at the end of a desktop's session. Threads go on
/// meanwhile, so nothing that they use may be taken apart.
void endAtOnceInside(int status, void*) {
  if (qApp) std::_Exit(status);
}

}  // namespace

void QtGraphics::create() {
  static int count = 1;
  static char name[] = "runahead";
  static char* words[] = {name, nullptr};
  qInstallMessageHandler(filterMessage);
  s_begins = true;
  m_application = std::make_unique<QApplication>(count, words);
  s_begins = false;
  QApplication::setApplicationName(QStringLiteral("runahead"));
  QApplication::setApplicationDisplayName(QStringLiteral("Runahead"));
  QApplication::setApplicationVersion(QStringLiteral(RUNAHEAD_VERSION));
  // By its entry a desktop knows the window, and has its icon; others ask the window for it.
  QApplication::setDesktopFileName(QStringLiteral("runahead"));
  // Without any font Qt still lists generic families, and draws boxes.
  if (QFontInfo(QApplication::font()).family().isEmpty()) {
    std::fputs("runahead: no fonts found, so no text can be drawn; install fonts-dejavu-core\n", stderr);
  }
}

void QtGraphics::createAnywhere() {
  if (m_application) return;
  qputenv("QT_QPA_PLATFORM", "offscreen");
  // Some need a display, and none has a say in a picture.
  qunsetenv("QT_QPA_PLATFORMTHEME");
  qunsetenv("QT_STYLE_OVERRIDE");
  create();
}

Status QtGraphics::writeLecture(const std::string& directory, const std::string& title,
                                const SessionFile& session) {
  createAnywhere();
  applyTheme(*qApp, ThemeKind::light);
  return writeLecturePages(QString::fromStdString(directory), QString::fromStdString(title), session);
}

Status QtGraphics::writePictures(const std::string& path, std::span<const Trace> traces,
                                 const FigureOptions& options, std::optional<StepKind> steps) {
  createAnywhere();
  const QString file = QString::fromStdString(path);
  return steps ? writeFigureSteps(file, traces, options, *steps)
               : writeFigureWithSolution(file, traces, options);
}

Status QtGraphics::writePage(const std::string& path, std::span<const Trace> traces,
                             const FigureOptions& options) {
  createAnywhere();
  return gui::writePage(QString::fromStdString(path), traces, options);
}

bool QtGraphics::createOnDisplay() {
  static const bool given = !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
  if (given) {
    create();
    return true;
  }
  const bool x11 = !qEnvironmentVariableIsEmpty("DISPLAY");
  const bool wayland = !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
  if (!x11 && !wayland) return false;
  // Qt ends the process where no platform works, so the last one always does, and is then refused here.
  QByteArrayList platforms;
  if (x11) platforms << "xcb";
  if (wayland) platforms.insert(qgetenv("XDG_SESSION_TYPE") == "wayland" ? 0 : platforms.size(), "wayland");
  platforms << "offscreen";
  qputenv("QT_QPA_PLATFORM", platforms.join(';'));
  create();
  return QGuiApplication::platformName() != QLatin1String("offscreen");
}

bool QtGraphics::createAtScale(const QString& screen) {
  const auto create = [this](int percent) {
    m_application.reset();
    const QByteArray given = qgetenv("QT_SCALE_FACTOR");
    const double factor = given.toDouble() > 0 ? given.toDouble() : 1;
    qputenv("QT_SCALE_FACTOR", QByteArray::number(factor * percent / 100));
    const bool created = createOnDisplay();
    // What is started from here is none of it.
    given.isNull() ? qunsetenv("QT_SCALE_FACTOR") : qputenv("QT_SCALE_FACTOR", given);
    setWindowScale(percent);
    return created;
  };
  const int wanted = storedScale();
  if (!create(wanted)) return false;
  // A projector may have less room than the screen on which the size was chosen.
  const QSize room = screenNamed(screen)->availableGeometry().size() * wanted / 100;
  const int fitting = scaleWithin(wanted, room);
  return fitting == wanted || create(fitting);
}

std::vector<std::pair<std::string, std::string>> QtGraphics::describe() {
  const bool display = createOnDisplay();
  if (!display) createAnywhere();
  std::vector<std::pair<std::string, std::string>> lines;
  lines.emplace_back("platform",
                     (display ? "" : "no display; ") + QGuiApplication::platformName().toStdString());
  for (const QScreen* screen : QGuiApplication::screens()) {
    const QSize size = screen->geometry().size();
    lines.emplace_back("screen", QStringLiteral("%1 × %2, scaled by %3")
                                     .arg(size.width())
                                     .arg(size.height())
                                     .arg(screen->devicePixelRatio())
                                     .toStdString());
  }
  for (const QFont& font : {uiFont(14), monoFont(14)})
    lines.emplace_back("font", QFontInfo(font).family().toStdString());
  lines.emplace_back("settings", settings().fileName().toStdString());
  return lines;
}

std::optional<int> QtGraphics::runWindow(std::vector<OpenedFile> files, bool presents) {
  ::on_exit(endAtOnceInside, nullptr);
  int status = 0;
  std::optional<HandedSession> handed;
  do {
    if (!createAtScale(handed ? handed->screen : QString())) return std::nullopt;
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/desktop/runahead.svg")));
    std::optional<Watchdog> watchdog(std::in_place);
    QTimer beat;
    QObject::connect(&beat, &QTimer::timeout, [&watchdog] { watchdog->beat(); });
    beat.start(Watchdog::kTick / 2);
    MainWindow window;
    if (handed) window.rescaling()->takeOver(*std::exchange(handed, std::nullopt));
    const EndSignals ends(&window);
    window.show();
    for (const OpenedFile& file : files) {
      const QString path = QString::fromStdString(file.path);
      file.program ? window.programs()->take(path, *file.program)
                   : window.sessionFiles()->take(path, file.session);
    }
    if (presents) window.presentation()->present();
    files.clear();  // the window decides how long runs are kept
    presents = false;
    status = QApplication::exec();
    beat.stop();
    watchdog.reset();  // a window that ends need not answer
    handed = window.rescaling()->takeHanded();
    if (handed) joinBackground();  // painting needs the application that is about to end
  } while (handed);
  endWithoutWaiting(status);
  return status;
}

}  // namespace runahead::gui
