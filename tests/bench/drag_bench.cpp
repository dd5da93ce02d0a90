// SPDX-License-Identifier: GPL-3.0-or-later
// What one step of a slider of the loop's model costs: the change, both simulations, and every repaint that
// follows, in the whole window at 1920x1080, at n = 1000. The target is 16 ms. Not a test: it prints times.
// `drag_bench 2000` takes other loops.
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "gui/panes/log_slider.h"
#include "gui/runs/run_settings.h"
#include "gui/window/main_window.h"

namespace {

using namespace runahead;
using namespace runahead::gui;

constexpr int kSteps = 200;

/// Of this thread alone: the machine may have other work.
double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double wall_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// Until every timer of no delay has run out and every pane is painted.
void settle() {
  for (int turn = 0; turn < 4; ++turn) {
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
  }
}

void print(const char* what, std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  std::printf("    %-6s %7.2f %7.2f %7.2f\n", what, ms[ms.size() / 2], ms[ms.size() * 95 / 100], ms.back());
}

/// There and back again, across the bend.
void drag(MainWindow& window, const char* name) {
  auto* slider = window.findChild<LogSlider*>(QLatin1String("slider_") + QLatin1String(name));
  const int least = slider->maximum() / 8, most = slider->maximum() * 7 / 8;
  std::vector<double> cpu, wall;
  int position = slider->value(), direction = 1, shown = 0;
  for (int step = 0; step < kSteps; ++step) {
    if (position + direction > most || position + direction < least) direction = -direction;
    position += direction;
    const double cpu_before = cpu_ms(), wall_before = wall_ms();
    slider->setSliderPosition(position);
    settle();
    cpu.push_back(cpu_ms() - cpu_before);
    wall.push_back(wall_ms() - wall_before);
    const std::int64_t* const set = window.viewState()->shown()->trace().info().set.find(name);
    shown += set && *set == window.runSettings()->value(name) ? 1 : 0;
  }
  std::printf("  %s, %d of %d simulated at once\n", name, shown, kSteps);
  print("cpu", std::move(cpu));
  print("wall", std::move(wall));
  std::fflush(stdout);
  slider->setSliderPosition(slider->maximum() / 2);
  settle();
}

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const QTemporaryDir directory;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  MainWindow window;
  window.viewState()->visible()->setAnimationMs(0);
  window.resize(1920, 1080);
  window.show();
  window.chooseScenario(QStringLiteral("loop-model"));
  settle();
  window.runSettings()->setValue("n", argc > 1 ? std::stoll(argv[1]) : 1000);
  std::printf("ms: median, 95 %%, most\n");
  for (const Waits& waits : {Waits::each(), Waits::none()}) {
    window.runSettings()->setWaits(waits);
    settle();
    std::printf("waits %s\n", waits.text().c_str());
    for (const char* name : {"t1_ns", "t2_ns", "t3_ns"}) drag(window, name);
  }
  return 0;
}
