// SPDX-License-Identifier: GPL-3.0-or-later
// The README's pictures of the window: it is worked by mouse and keys as the README says, under the virtual
// clock, and photographed. Not a test: who changes the window looks at them.
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <cstdio>

#include "gui/jobs/background.h"
#include "gui/jobs/run_bridge.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/presentation.h"
#include "gui/runs/manual_run.h"
#include "gui/runs/run_settings.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "tests/gui/window_driver.h"
#include "tests/support/patience.h"

using namespace runahead;
using namespace runahead::gui;
using namespace runahead::test;

namespace {

class Photographer {
 public:
  explicit Photographer(QString directory) : m_directory(std::move(directory)) {}

  void open(const char* scenario, QSize size, ThemeKind theme = ThemeKind::light) {
    m_window = openWindow();
    m_window->resize(size);
    part<QAction>(*m_window, theme == ThemeKind::dark ? "actionDark" : "actionLight")->trigger();
    m_window->chooseScenario(QString::fromLatin1(scenario));
    settings().setClock(Clock::virtual_time);
    settings().setPreset(Preset::step);
  }
  RunSettings& settings() { return *m_window->runSettings(); }
  ViewState& view() { return *m_window->viewState(); }

  void run() {
    m_window->runControl()->run();
    await([&] { return !m_window->workbench()->bridge()->running() && view().shown()->trace().finished(); });
  }
  void drive(const char* keys) {
    click(*m_window, "run");
    settle();
    for (const char* key = keys; *key; ++key) {
      QTest::keyClick(m_window.get(), *key);
      settle();
    }
  }

  void compare() { QTest::keyClick(m_window.get(), Qt::Key_C); }

  void photograph(const char* name) {
    QTest::mouseMove(m_window.get(), QPoint(1, 1));
    photograph(*m_window, name);
    m_window.reset();
  }

  /// A stop of a lecture that comes with the program, as the class sees it.
  void photographStop(const char* lecture, int stop, const char* name) {
    m_window = openWindow();
    m_window->sessionFiles()->openLecture(QString::fromLatin1(lecture));
    await([&] { return !m_window->lecture()->slides().empty(); });
    m_window->lecture()->goTo({stop, 0});
    m_window->presentation()->present();
    auto* presenter = m_window->findChild<Presenter*>();
    presenter->showNormal();
    presenter->resize(1280, 720);
    photograph(*presenter, name);
    m_window.reset();
  }

 private:
  void photograph(QWidget& widget, const char* name) {
    // Charts and graph are computed beside the window.
    QPixmap before;
    await([&] {
      QTest::qWait(200);
      const QPixmap now = widget.grab();
      const bool same = now.toImage() == before.toImage();
      before = now;
      return same;
    });
    const QString path = m_directory + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png");
    if (!before.save(path)) qFatal("cannot write %s", qPrintable(path));
  }
  void settle() {
    await(
        [&] { return !m_window->workbench()->driver()->busy() && m_window->workbench()->driver()->here(); });
  }
  template <class Condition>
  void await(Condition condition) {
    if (!QTest::qWaitFor(condition, kPatienceMs)) qFatal("the window did not come to rest");
  }

  QString m_directory;
  std::unique_ptr<MainWindow> m_window;
};

void takeAll(Photographer& photographer) {
  photographer.open("increment-loop", {1920, 1080});
  photographer.settings().setWaits(Waits::none());
  photographer.run();
  // A task in the middle, as it starts.
  constexpr TaskId kTask = 12;
  photographer.view().selection()->selectTask(kTask);
  photographer.view().cursor()->set(photographer.view().shown()->trace().task(kTask).start + 1);
  photographer.photograph("window");

  photographer.open("increment-loop", {1920, 1080});
  photographer.run();
  photographer.settings().setWaits(Waits::none());
  photographer.run();
  photographer.compare();
  photographer.photograph("compare");

  photographer.open("loop-model", {1920, 1080});
  photographer.settings().setWaits(Waits::none());
  photographer.photograph("loop-model");

  photographer.open("barriers", {1280, 720}, ThemeKind::dark);
  photographer.settings().setValue("workers", 2);
  photographer.settings().setClock(Clock::manual);
  photographer.drive("NEIITTI");
  photographer.photograph("driving");

  photographer.photographStop("loop", 7, "presentation");
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::fputs("window_pictures DIRECTORY\n", stderr);
    return 2;
  }
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(count, words);
  const QTemporaryDir directory;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  Photographer photographer(QString::fromLocal8Bit(words[1]));
  takeAll(photographer);
  joinBackground();
  return 0;
}
