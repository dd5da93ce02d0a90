// SPDX-License-Identifier: GPL-3.0-or-later
// What one step of the cursor costs the window's thread: the step, every pane's refresh and every repaint
// that follows it, in the whole window at 1920x1080, over runs of a million tasks. The target is 16 ms. Not a
// test: it prints times. `step_bench 100000` takes smaller runs.
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <random>
#include <string>

#include "gui/panes/state_pane.h"
#include "gui/window/bottom_bar.h"
#include "gui/window/main_window.h"
#include "gui/window/work_page.h"
#include "tests/gui/recorded_traces.h"
#include "tests/gui/synthetic_trace.h"

namespace {

using namespace runahead;
using namespace runahead::gui;

constexpr int kSteps = 200;

/// Of this thread alone: the machine may have other work.
double now_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double msOf(const std::function<void()>& work) {
  const double before = now_ms();
  work();
  return now_ms() - before;
}

/// Until every timer of no delay has run out and every pane is painted.
void settle() {
  for (int turn = 0; turn < 4; ++turn) {
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
  }
}

/// The listing's fold arrives in turns of the event loop, each bounded by itself.
void settleLong() {
  for (int turn = 0; turn < 200; ++turn) settle();
}

void print(const char* what, std::vector<double> ms) {
  std::sort(ms.begin(), ms.end());
  std::printf("  %-22s %7.2f %7.2f %7.2f\n", what, ms[ms.size() / 2], ms[ms.size() * 95 / 100], ms.back());
  std::fflush(stdout);
}

void measure(MainWindow& window, const char* name, const Trace& trace) {
  ViewState* view = window.viewState();
  view->setTrace(Trace(), false);
  view->setTrace(trace, false);
  window.findChild<WorkPage*>()->showRun();
  settleLong();
  std::printf("%s: %u tasks, %u events\n  %-22s %7s %7s %7s\n", name, trace.task_count(), trace.size(), "ms",
              "median", "95 %", "most");
  std::mt19937 random(7);
  const auto somewhere = [&] {
    view->cursor()->set(static_cast<Seq>(random() % trace.size()));
    settleLong();
  };
  const auto walk = [&](const char* what, const std::function<void()>& step) {
    std::vector<double> ms;
    for (int i = 0; i < kSteps; ++i) {
      if (i % 20 == 0) somewhere();
      ms.push_back(msOf([&] {
        step();
        settle();
      }));
    }
    print(what, std::move(ms));
  };
  const auto both = [&](const char* forth, const char* back, StepKind kind) {
    walk(forth, [&, kind] { view->cursor()->step(kind, 1); });
    walk(back, [&, kind] { view->cursor()->step(kind, -1); });
  };
  both("event forward", "event back", StepKind::event);
  both("statement forward", "statement back", StepKind::statement);
  both("task forward", "task back", StepKind::task);
  both("wait forward", "wait back", StepKind::wait);
  walk("to line, forward", [&] { view->cursor()->stepToLine({4}, 1); });
  walk("to line, back", [&] { view->cursor()->stepToLine({4}, -1); });
  walk("to a line never begun", [&] { view->cursor()->stepToLine({99, 98}, random() % 2 == 0 ? 1 : -1); });
  walk("event back, selected", [&] {
    view->selection()->selectTask(trace.task_count() - 2);
    view->cursor()->step(StepKind::event, -1);
  });
  walk("start and end",
       [&] { view->cursor()->seq() == 0 ? view->cursor()->goToEnd() : view->cursor()->goToStart(); });
  walk("anywhere", [&] { view->cursor()->set(static_cast<Seq>(random() % trace.size())); });
  const auto alone = [&](const char* what, const std::function<void()>& find) {
    std::vector<double> ms;
    for (int i = 0; i < kSteps; ++i) ms.push_back(msOf(find));
    print(what, std::move(ms));
  };
  volatile Seq found = 0;
  alone("next wait, found alone", [&] { found = stepFrom(trace, 0, StepKind::wait, 1); });
  alone("no line, found alone", [&] { found = stepToLine(trace, 0, {98, 99}, 1).value_or(0); });
  const auto end = static_cast<double>(trace.end_ns());
  view->visible()->set(end * 0.5, end * 0.5 + 300'000);
  walk("event forward, zoomed", [&] { view->cursor()->step(StepKind::event, 1); });
  walk("statement back, zoomed", [&] { view->cursor()->step(StepKind::statement, -1); });
  view->cursor()->setFutureVisibility(FutureVisibility::hide);
  walk("event forward, hidden", [&] { view->cursor()->step(StepKind::event, 1); });
  view->cursor()->setFutureVisibility(FutureVisibility::show);
}

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  const QTemporaryDir directory;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, directory.path());
  const int tasks = argc > 1 ? std::stoi(argv[1]) : 1'000'000;
  MainWindow window;
  window.viewState()->visible()->setAnimationMs(0);
  window.resize(1920, 1080);
  window.show();
  window.chooseScenario(QStringLiteral("increment-loop"));
  measure(window, "short queue, 8 workers", test::largeTrace(static_cast<std::uint32_t>(tasks), 8));
  measure(window, "deep queue, one wait", test::incrementLoopTrace(tasks));
  measure(window, "a wait per task", test::incrementLoopTrace(tasks, true));
  measure(window, "recorded first", test::lazyLoopTrace(tasks));
  return 0;
}
