// SPDX-License-Identifier: GPL-3.0-or-later
// A user before the real program's window, in its own process: a plugin that Qt loads, which does one thing
// after the other, saves, and closes. Says on standard output whether all is saved, and what the window says
// of it if not. Not here: chance (tests/monkey), judging (judge.cpp).
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QElapsedTimer>
#include <QGenericPlugin>
#include <QMainWindow>
#include <QTimer>
#include <cstdio>
#include <string_view>

namespace runahead::faults {
namespace {

/// Entries of the menu by their names, and what is waited for.
constexpr const char* kRead = "read";
constexpr const char* kRan = "ran";
constexpr const char* kSaved = "saved";
constexpr const char* kQuit = "actionQuit";
constexpr const char* kDeeds[] = {kRead,
                                  "actionNextEvent",
                                  "actionNextStatement",
                                  "actionNextTask",
                                  "actionFollowForward",
                                  "actionZoomIn",
                                  "actionMoveRight",
                                  "actionFit",
                                  "actionFlag",
                                  "actionCriticalPath",
                                  "actionCompare",
                                  "actionCompare",
                                  "actionDark",
                                  "actionLight",
                                  "actionRun",
                                  kRan,
                                  "actionCloseRun",
                                  "actionUndoClose",
                                  "actionPrediction",
                                  "actionGoToEnd",
                                  "actionAddStop",
                                  "actionKeys",
                                  "actionPresent",
                                  "actionCopyPicture",
                                  "actionSpeaker",
                                  "actionCalls",
                                  "actionAbout",
                                  "actionNewProgram",
                                  "actionSave",
                                  kSaved,
                                  kQuit};
/// Then it goes on all the same: what failed is not always over.
constexpr qint64 kLongestMs = 3000;
constexpr int kBetweenMs = 1;

class Hands : public QObject {
 public:
  Hands() {
    // The event loop begins with the window there.
    m_timer.callOnTimeout(this, [this] { goOn(); });
    m_timer.start(kBetweenMs);
  }

 private:
  static QMainWindow* openWindow() {
    for (QWidget* one : QApplication::topLevelWidgets()) {
      if (auto* const found = qobject_cast<QMainWindow*>(one); found && found->isVisible()) return found;
    }
    return nullptr;
  }

  static bool enabled(const QWidget& window, const char* name) {
    const auto* const action = window.findChild<QAction*>(QLatin1String(name));
    return action && action->isEnabled();
  }

  /// What is waited for is there; or nothing is.
  static bool there(const QWidget& window, const std::string_view deed) {
    if (deed == kRead) return enabled(window, "actionExport");
    if (deed == kRan) return !enabled(window, "actionStop");
    return deed != kSaved || !window.isWindowModified();
  }

  /// What the strip under the header says.
  static QString notice(const QWidget& window) {
    for (const QWidget* strip : window.findChildren<QWidget*>()) {
      if (!strip->isVisible() || !strip->inherits("runahead::gui::NoticeStrip")) continue;
      for (const QWidget* words : strip->findChildren<QWidget*>()) {
        if (!words->accessibleName().isEmpty()) return words->accessibleName();
      }
    }
    return {};
  }

  /// Of dialogs that tell something.
  static bool closed() {
    for (QWidget* one : QApplication::topLevelWidgets()) {
      auto* const dialog = qobject_cast<QDialog*>(one);
      if (!dialog || !dialog->isVisible()) continue;
      dialog->close();
      return true;
    }
    return false;
  }

  void goOn() {
    QMainWindow* const window = openWindow();
    if (!window || closed()) return;
    const std::string_view deed = kDeeds[m_next];
    if (!m_since.isValid()) m_since.start();
    if (!there(*window, deed) && m_since.elapsed() < kLongestMs) return;
    m_since.invalidate();
    if (deed == kQuit) {
      m_timer.stop();  // a window that still writes closes then
      const QByteArray how = window->isWindowModified() ? "not saved: " + notice(*window).toUtf8() : "saved";
      std::printf("%s\n", how.constData());
      std::fflush(stdout);
    }
    ++m_next;
    auto* const action = window->findChild<QAction*>(QLatin1String(deed.data()));
    if (action && action->isEnabled()) action->trigger();
  }

  QTimer m_timer;
  QElapsedTimer m_since;
  std::size_t m_next = 0;
};

class HandsPlugin : public QGenericPlugin {
  Q_OBJECT
  Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "hands.json")
 public:
  QObject* create(const QString&, const QString&) override { return new Hands; }
};

}  // namespace
}  // namespace runahead::faults

#include "hands.moc"
