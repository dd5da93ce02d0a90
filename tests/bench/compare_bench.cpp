// SPDX-License-Identifier: GPL-3.0-or-later
// What a frame of four compared runs costs the window's thread: scrolling, zooming and moving the cursor,
// with every repaint that follows, in the whole window at 1920x1080. The target is 16 ms. Not a test: it
// prints times. `compare_bench 100000` takes smaller runs.
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "gui/jobs/background.h"
#include "gui/runs/run_list.h"
#include "gui/window/main_window.h"
#include "gui/window/run_control.h"
#include "gui/window/work_page.h"
#include "tests/gui/recorded_traces.h"
#include "tests/gui/synthetic_trace.h"

namespace {

using namespace runahead;
using namespace runahead::gui;

constexpr int kFrames = 200;

/// Of this thread alone: the machine may have other work.
double now_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Until every timer of no delay has run out and every pane is painted.
void settle() {
  for (int turn = 0; turn < 4; ++turn) {
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
  }
}

void frames(const std::string& what, const std::function<void(int)>& move) {
  std::vector<double> ms;
  for (int i = 0; i < kFrames; ++i) {
    const double before = now_ms();
    move(i);
    settle();
    ms.push_back(now_ms() - before);
  }
  std::sort(ms.begin(), ms.end());
  std::printf("  %-22s %7.2f %7.2f %7.2f\n", what.c_str(), ms[ms.size() / 2], ms[ms.size() * 95 / 100],
              ms.back());
  std::fflush(stdout);
}

void measure(MainWindow& window, const char* name, const std::vector<Trace>& traces) {
  RunList* runs = window.workbench()->runs();
  runs->clear();
  for (const Trace& trace : traces) runs->add({.trace = trace});
  double before = now_ms();
  runs->show(runs->runs().front().id);
  settle();
  const double shown = now_ms() - before;
  for (int turn = 0; turn < 2; ++turn) {  // a user compares once the window has come to rest
    joinBackground();
    settle();
  }
  before = now_ms();
  window.runControl()->setComparing(true);
  settle();
  std::printf("%s: shown after %.1f ms, compared after %.1f ms\n  %-22s %7s %7s %7s\n", name, shown,
              now_ms() - before, "ms", "median", "95 %", "most");
  joinBackground();
  settle();
  ViewState* view = window.viewState();
  view->visible()->fitAll();
  const double all = view->visible()->toNs() - view->visible()->fromNs();
  for (const int part : {1, 3, 10, 100, 1000, 10000}) {
    const double length = all / part;
    frames("scroll, 1/" + std::to_string(part), [&](int i) {
      const double from = (all - length) * 0.4 + length * 0.004 * (part == 1 ? 0 : i);
      view->visible()->set(from, from + length * (part == 1 ? 0.99 - 0.0001 * i : 1));
    });
  }
  frames("zoom", [&](int i) {
    if (i % 50 == 0) view->visible()->set(0, all);
    view->visible()->zoomAt(all / 2, 1.15);
  });
  view->visible()->set(0, all / 2);
  frames("cursor", [&](int i) { view->cursor()->setTime(static_cast<std::int64_t>(all / 2 * i / kFrames)); });
  window.runControl()->setComparing(false);
  settle();
}

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const QTemporaryDir directory;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  const int tasks = argc > 1 ? std::stoi(argv[1]) : 250'000;
  const auto count = static_cast<std::uint32_t>(tasks);
  MainWindow window;
  window.viewState()->visible()->setAnimationMs(0);
  window.resize(1920, 1080);
  window.show();
  window.chooseScenario(QStringLiteral("increment-loop"));
  const Trace deep = test::incrementLoopTrace(tasks), waits = test::incrementLoopTrace(tasks, true);
  measure(window, "one worker", {deep, waits, deep, waits});
  measure(window, "of each kind", {deep, waits, test::lazyLoopTrace(tasks), test::largeTrace(count, 4)});
  const Trace large = test::largeTrace(count, 8);
  measure(window, "eight workers", {large, large, large, large});
  return 0;
}
