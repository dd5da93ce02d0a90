// SPDX-License-Identifier: GPL-3.0-or-later
// Steps and screens; then how the window closes, and the next one takes its place.
#include "gui/window/window_scale.h"

#include <QGuiApplication>
#include <QScreen>
#include <QStackedWidget>
#include <algorithm>
#include <array>
#include <utility>

#include "gui/jobs/background.h"
#include "gui/lecture/lecture.h"
#include "gui/presenting/presentation.h"
#include "gui/presenting/screens.h"
#include "gui/runs/run_list.h"
#include "gui/session/note_strip.h"
#include "gui/widgets/settings.h"
#include "gui/widgets/window_room.h"
#include "gui/window/left_sessions.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/session_files.h"
#include "gui/window/window_session.h"
#include "gui/window/work_page.h"

namespace runahead::gui {
namespace {

constexpr std::array kScales = {75, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400};
/// Less than this, in what the window takes for pixels, cannot be worked in.
constexpr QSize kLeast(800, 440);
constexpr QLatin1String kScaleKey("scale");
int g_scale = 100;

bool fits(int percent, QSize room) {
  return percent <= 100 ||
         (room.width() * 100 >= kLeast.width() * percent && room.height() * 100 >= kLeast.height() * percent);
}

}  // namespace

int windowScale() {
  return g_scale;
}

void setWindowScale(int percent) {
  g_scale = percent;
}

int storedScale() {
  const int stored = settings().value(kScaleKey, 100).toInt();
  return std::ranges::find(kScales, stored) != kScales.end() ? stored : 100;
}

void storeScale(int percent) {
  settings().setValue(kScaleKey, percent);
}

int scaleWithin(int percent, QSize room) {
  while (!fits(percent, room)) percent = *std::prev(std::ranges::lower_bound(kScales, percent));
  return percent;
}

std::optional<int> scaleBeside(int percent, int by, QSize room) {
  const auto at = std::ranges::find(kScales, percent);
  if (at == kScales.end() || (by < 0 ? at == kScales.begin() : at + 1 == kScales.end())) return std::nullopt;
  const int beside = by < 0 ? *(at - 1) : *(at + 1);
  return fits(beside, room) ? std::optional(beside) : std::nullopt;
}

const QScreen* screenNamed(const QString& name) {
  const QList<QScreen*> all = QGuiApplication::screens();
  const auto found = std::ranges::find(all, name, &QScreen::name);
  return found == all.end() ? QGuiApplication::primaryScreen() : *found;
}

void MainWindow::scaleBy(int steps) {
  const int now = windowScale();
  const QSize room = screen()->availableGeometry().size() * now / 100;
  const std::optional<int> next = steps == 0 ? std::optional(100) : scaleBeside(now, steps, room);
  if (next == now) return;
  if (next) return setScale(*next);
  m_notice->showNotice(NoticeStrip::Kind::remark,
                       steps > 0 ? tr("%1 % is the largest that this screen has room for.").arg(now)
                                 : tr("%1 % is the smallest.").arg(now),
                       {});
}

void MainWindow::setScale(int percent, bool agreed) {
  if (m_session->asksBeforeLeaving(tr("Stop It and Change the Size"),
                                   [=, this] { setScale(percent, agreed); }))
    return;
  const auto later = [this](const QString& why,
                            const QString& hint = tr("Change the size when that is over.")) {
    m_notice->showNotice(NoticeStrip::Kind::remark, why, hint);
  };
  if (m_sessionFiles->busy()) return later(tr("A file is being read or written."));
  if (m_handOut->goesOn()) return later(tr("The lecture is being handed out."));
  // Nothing would be seen until it has ended.
  if (!backgroundEnds()) return later(tr("A stopped run is still finishing its last task."));
  if (m_presentation->goesOn())
    return later(tr("The size of the window stays while something is presented."),
                 tr("Ctrl and plus in the presentation make that larger."));
  const bool closed = m_runs->closedCount() > 0 || !m_bench->closedProgram().isEmpty();
  if (!agreed && (closed || m_lecture->changes()->canUndo())) {
    m_notice->showNotice(NoticeStrip::Kind::remark,
                         closed ? tr("What was closed cannot be brought back at another size.")
                                : tr("Changes of the lecture cannot be undone at another size."),
                         {}, {tr("Change the Size"), [=, this] { setScale(percent, true); }});
    return;
  }
  m_workPage->note()->finish();
  storeScale(percent);
  m_handed.emplace();
  m_handed->scale = windowScale();
  m_handed->screen = screen()->name();
  m_handed->geometry = normalGeometry().translated(-screen()->geometry().topLeft());
  m_handed->state = windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen);
  // Who forgot a session can still change their mind.
  m_leftSessions->undoForget();
  if (m_bench->open() || m_runs->anyRuns()) {
    m_handed->shown = m_pages->currentWidget() == m_work;
    m_session->handOver(*m_handed);
  }
  close();
}

void MainWindow::takeOver(HandedSession handed) {
  if (const QScreen* there = screenNamed(handed.screen); there && !handed.geometry.isNull()) {
    // Where it was, and as large.
    const double factor = static_cast<double>(handed.scale) / windowScale();
    const QRect room = windowRoom(*there);
    setMinimumSize(minimumSize().boundedTo(room.size()));
    setGeometry(within(room, (handed.geometry.size() * factor).expandedTo(minimumSize()),
                       there->geometry().topLeft() + handed.geometry.topLeft() * factor));
  }
  setWindowState(handed.state);
  if (!handed.content.session.state) return;
  m_session->takeOver(handed);
  if (!handed.shown) showWelcome();
}

}  // namespace runahead::gui
