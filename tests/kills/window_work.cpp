// SPDX-License-Identifier: GPL-3.0-or-later
// The real window, on the offscreen platform: it runs something and takes a
// note of it, and ends when both are kept; it is not told to keep them.
#include <QApplication>
#include <QSettings>
#include <QTest>

#include "core/io/session_file.h"
#include "gui/jobs/run_bridge.h"
#include "gui/runs/run_settings.h"
#include "gui/session/recovery_store.h"
#include "gui/session/session_keeper.h"
#include "gui/window/main_window.h"
#include "gui/window/run_control.h"
#include "gui/window/window_session.h"
#include "tests/kills/work.h"
#include "tests/support/patience.h"

namespace runahead::kills {
namespace {

constexpr const char* kNote = "seen";

bool keeps_a_note(const Home& home) {
  using namespace gui;
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("XDG_RUNTIME_DIR", QByteArray::fromStdString(home.folder()));
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope,
                     QString::fromStdString(home.folder() + "/settings"));
  int count = 1;
  char name[] = "runahead";
  char* words[] = {name, nullptr};
  const QApplication application(count, words);
  MainWindow window;
  window.show();
  window.chooseScenario(QStringLiteral("increment-loop"));
  window.runSettings()->setClock(Clock::virtual_time);
  window.runSettings()->setPreset(Preset::step);
  window.runControl()->run();
  if (!QTest::qWaitFor([&] { return !window.workbench()->bridge()->running(); }, kPatienceMs)) return false;
  window.viewState()->annotations()->setNote({.text = kNote});
  bool kept = false;
  QObject::connect(window.session()->keeper(), &SessionKeeper::leftBehind, [&] {
    for (const std::string& place : home.places()) {
      const Result<SessionFile> there = read_session(place + "/session.runahead");
      kept = there && !there->state->runs.at(0).bookmarks.empty();
    }
  });
  return QTest::qWaitFor([&] { return kept; }, kPatienceMs);
}

}  // namespace

Work work_of_the_window() {
  return {"a window keeps a note", [](const Home&) {}, &keeps_a_note,
          [](const Home&, bool through) -> std::string {
            const auto left = gui::RecoveryStore::left();
            if (left.size() != 1) return through || !left.empty() ? "it is not offered once" : "";
            const Result<SessionFile> kept = read_session(left[0].place.toStdString() + "/session.runahead");
            if (!kept) return kept.error();
            if (kept->runs.size() != 1) return "it has other runs";
            const auto& bookmarks = kept->state->runs[0].bookmarks;
            if (bookmarks.empty()) return through ? "its note is missing" : "";
            return bookmarks[0].text == kNote ? "" : "its note is another";
          }};
}

}  // namespace runahead::kills
