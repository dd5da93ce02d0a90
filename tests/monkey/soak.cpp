// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios are chosen, run on every clock, stepped through, compared and closed; what was closed for good is
// forgotten with the session, as a user forgets it, now and then.
#include "tests/monkey/soak.h"

#include <time.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>
#include <cstdio>
#include <optional>

#include "gui/jobs/run_bridge.h"
#include "gui/runs/manual_run.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/window/run_control.h"
#include "gui/window/session_files.h"
#include "tests/monkey/holdings.h"
#include "tests/monkey/life.h"

namespace runahead::monkey {
namespace {

using namespace runahead::gui;

constexpr std::size_t kMostRuns = 4;
constexpr int kRunsOfSession = 60;
constexpr int kRestSeconds = 20;
/// Of the processor, while nothing goes on.
constexpr double kMostIdle = 0.02;

double usedSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// One run, on any clock, looked at from begin to end.
void runOnce(Life& life, Draws& draws) {
  MainWindow& window = life.window();
  window.chooseScenario(QString::fromStdString(draws.of(scenarios()).id));
  RunSettings* const settings = window.runSettings();
  settings->setPreset(Preset::step);
  const std::vector<Clock> clocks = settings->clocks();
  settings->setClock(draws.of(clocks));
  settings->setMode(draws.of(settings->scenario()->modes));
  window.runControl()->run();
  life.rest(10'000);
  if (window.workbench()->driver()->manual()) {
    window.workbench()->driver()->runTo(RunTo::end);
    life.rest(10'000);
  }
  window.runControl()->stop();
  ViewState* const view = window.viewState();
  const Seq stride = std::max<Seq>(1, window.record()->trace().size() / 20);
  for (Seq cursor = 0; cursor <= window.record()->trace().size(); cursor += stride) {
    view->cursor()->stepTo(cursor);
    life.rest(0);
  }
  window.runControl()->setComparing(draws.percent(50));
  life.rest(0);
  while (window.workbench()->runs()->runs().size() > kMostRuns)
    window.runControl()->close(window.workbench()->runs()->runs().front().id);
}

void restFor(int seconds) {
  QEventLoop loop;
  QTimer::singleShot(seconds * 1000, &loop, &QEventLoop::quit);
  loop.exec();
}

}  // namespace

int soak(Watch& watch, std::uint64_t seed, double minutes) {
  Life life(watch);
  Draws draws(seed, 0);
  QElapsedTimer time, told;
  time.start();
  told.start();
  std::optional<Holdings> first;
  QString growth;
  int runs = 0;
  const auto sample = [&] {
    const Holdings now = Holdings::now();
    std::printf("%5.1f min, %d runs: %s\n", static_cast<double>(time.elapsed()) / 60000, runs,
                now.text().toUtf8().constData());
    std::fflush(stdout);
    return now;
  };
  while (static_cast<double>(time.elapsed()) < minutes * 60000) {
    watch.begin(QStringLiteral("run %1").arg(runs));
    runOnce(life, draws);
    watch.pause();
    if (++runs % kRunsOfSession != 0) continue;
    // All of it is told at the same place, so that samples are comparable.
    life.window().sessionFiles()->beginNew();
    life.rest(10'000);
    if (first && told.elapsed() < 60'000) continue;
    told.restart();
    const Holdings now = sample();
    // The first tenth fills caches.
    if (static_cast<double>(time.elapsed()) < minutes * 6000 || !first) first = now;
    growth = now.growthSince(*first);
  }
  life.window().sessionFiles()->beginNew();
  restFor(kRestSeconds);  // what was begun ends
  sample();
  const double before = usedSeconds();
  restFor(kRestSeconds);
  const double idle = (usedSeconds() - before) / kRestSeconds;
  std::printf("%d runs; grown: %s; at rest %.3f %% of a processor\n%s\n", runs,
              growth.isEmpty() ? "nothing" : growth.toUtf8().constData(), 100 * idle,
              watch.summary().toUtf8().constData());
  return growth.isEmpty() && idle < kMostIdle ? 0 : 1;
}

}  // namespace runahead::monkey
