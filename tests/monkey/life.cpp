// SPDX-License-Identifier: GPL-3.0-or-later
// Windows follow one another as the program lets them (app/graphics.cpp), in one QApplication.
#include "tests/monkey/life.h"

#include <QApplication>
#include <QDir>
#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "gui/jobs/background.h"
#include "gui/jobs/run_bridge.h"
#include "gui/runs/manual_run.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/session/session_keeper.h"
#include "gui/widgets/settings.h"
#include "gui/window/rescaling.h"
#include "gui/window/window_scale.h"
#include "gui/window/window_session.h"
#include "tests/monkey/invariants.h"

namespace runahead::monkey {
namespace {

using namespace runahead::gui;

constexpr int kLetGoMs = 300;
constexpr int kRunMs = 1000;
constexpr int kRestMs = 300;
constexpr int kSettlesMs = 500;
constexpr int kPulseMs = 10;
constexpr std::size_t kMostBytes = 20'000'000;  ///< so that records are put away, too
constexpr std::int64_t kTimesStep = 20;

QString folder(const QTemporaryDir& directory, const char* name) {
  const QString path = directory.filePath(QString::fromLatin1(name));
  QDir().mkpath(path);
  return path;
}

}  // namespace

Life::Life(Watch& watch, bool troubled)
    : m_watch(watch), m_troubled(troubled), m_person(folder(m_directory, "files")) {
  settings().clear();
  setWindowScale(100);
  qputenv("XDG_DATA_HOME", folder(m_directory, "data").toUtf8());
  QDir::setCurrent(folder(m_directory, "files"));
  // A menu or a drag has a loop of its own, and ends when the user lets go.
  m_letGo.setInterval(kLetGoMs);
  QObject::connect(&m_letGo, &QTimer::timeout, [this] {
    if (m_acting.isValid() && m_acting.elapsed() > kLetGoMs) Person::letGo();
  });
  m_letGo.start();
  open();
}

Life::~Life() {
  m_letGo.stop();
  m_trouble.reset();
  while (QApplication::activePopupWidget() || QApplication::activeModalWidget()) Person::letGo();
  m_window->close();
  m_window.reset();
  joinBackground();
  QCoreApplication::processEvents();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  QDir::setCurrent(QDir::rootPath());
}

void Life::open() {
  m_window = std::make_unique<MainWindow>();
  m_window->workbench()->runs()->setMostBytes(kMostBytes);
  m_window->resize(1600, 1000);
  m_window->show();
  m_window->activateWindow();
  QCoreApplication::processEvents();
  m_running.invalidate();
}

void Life::openAgain() {
  std::optional<HandedSession> handed = m_window->rescaling()->takeHanded();
  if (m_window->isVisible() && !handed) return;
  m_watch.pause();
  m_window.reset();
  joinBackground();
  setWindowScale(storedScale());
  open();
  if (handed) m_window->rescaling()->takeOver(*handed);
  m_watch.begin(QStringLiteral("the next window"));
}

bool Life::resting() const {
  return !m_window->workbench()->bridge()->running() && !m_window->workbench()->driver()->busy() &&
         m_window->session()->keeper()->resting();
}

void Life::look() {
  // As the user sees it before they go on; what animations and timers bring later meets the next action.
  QCoreApplication::processEvents();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  m_watch.look();
}

void Life::rest(int mostMs, bool orUntilOver) {
  QElapsedTimer time;
  time.start();
  QTimer pulse;
  pulse.start(kPulseMs);
  do {
    QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    m_watch.look();
  } while (m_window->isVisible() && time.elapsed() < mostMs && !(orUntilOver && resting()));
}

void Life::keepShort() {
  RunSettings* const settings = m_window->runSettings();
  for (std::size_t i = 0; i < settings->ownParameters(); ++i) {
    const Parameter& parameter = settings->parameters()[i];
    const std::int64_t most = std::max<std::int64_t>(1, parameter.step) * kTimesStep;
    if (settings->value(parameter.name) > most) settings->setValue(parameter.name, parameter.step);
  }
  if (settings->value("workers") > 8) settings->setValue("workers", 2);
  if (!m_window->workbench()->bridge()->running()) return m_running.invalidate();
  if (!m_running.isValid()) m_running.start();
  if (m_running.elapsed() > kRunMs) m_window->workbench()->bridge()->stop();
}

QStringList Life::act(std::uint64_t seed, std::uint64_t number, bool tells) {
  Draws draws(seed, number);
  const Action action = m_person.choose(*m_window, draws);
  QString words = QStringLiteral("%1 %2").arg(number).arg(action.words);
  m_trouble.reset();
  if (m_troubled) words += m_trouble.emplace(seed, number, m_directory.path()).words();
  if (tells) {
    std::printf("%s\n", words.toUtf8().constData());
    std::fflush(stdout);
  }
  m_watch.begin(words);
  for (int i = 0; i < action.times && m_window->isVisible(); ++i) {
    m_acting.start();
    action.act();
    m_acting.invalidate();
    look();
  }
  if (draws.percent(15)) rest(kRestMs);
  openAgain();
  look();
  m_watch.pause();
  QStringList broken = brokenInvariants(*m_window);
  if (!broken.isEmpty()) {
    // Views that move gradually, and what comes from beside the window, may still be on the way.
    m_watch.begin(QStringLiteral("the end of ") + words);
    rest(kSettlesMs, false);
    openAgain();
    m_watch.pause();
    broken = brokenInvariants(*m_window);
  }
  m_watch.begin(QStringLiteral("after %1").arg(words));
  keepShort();
  look();
  m_watch.pause();
  return broken;
}

}  // namespace runahead::monkey
