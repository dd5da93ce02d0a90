// SPDX-License-Identifier: GPL-3.0-or-later
// Steps and screens; then how the window closes, and the next one takes its place.
#include "gui/window/window_scale.h"

#include <QScreen>
#include <QStackedWidget>
#include <algorithm>
#include <array>
#include <utility>

#include "gui/jobs/file_jobs.h"
#include "gui/lecture/lecture.h"
#include "gui/runs/run_list.h"
#include "gui/session/note_strip.h"
#include "gui/session/session_keeper.h"
#include "gui/widgets/settings.h"
#include "gui/window/main_menu.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/work_page.h"

namespace runahead::gui {
namespace {

constexpr std::array kScales = {75, 90, 100, 110, 125, 150, 175, 200, 250, 300, 400};
/// Less than this, in what the window takes for pixels, cannot be worked in.
constexpr QSize kLeast(800, 440);
constexpr QLatin1String kScaleKey("scale");

bool fits(int percent, QSize room) {
  return percent <= 100 ||
         (room.width() * 100 >= kLeast.width() * percent && room.height() * 100 >= kLeast.height() * percent);
}

}  // namespace

int windowScale() {
  const int stored = settings().value(kScaleKey, 100).toInt();
  return std::ranges::find(kScales, stored) != kScales.end() ? stored : 100;
}

void setWindowScale(int percent) {
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
  if (asksBeforeLeaving(tr("Stop It and Change the Size"), [=, this] { setScale(percent, agreed); })) return;
  if (m_files->busy()) {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("A file is being read or written."),
                         tr("Change the size when that is done."));
    return;
  }
  const bool closed = m_runs->closedCount() > 0 || !m_bench->closedProgram().isEmpty();
  if (!agreed && (closed || m_lecture->changes()->canUndo())) {
    m_notice->showNotice(NoticeStrip::Kind::remark,
                         closed ? tr("What was closed cannot be brought back at another size.")
                                : tr("Changes of the lecture cannot be undone at another size."),
                         {}, {tr("Change the Size"), [=, this] { setScale(percent, true); }});
    return;
  }
  m_workPage->note()->finish();
  m_handed.emplace();
  m_handed->scale = windowScale();
  if (!isMaximized() && !isFullScreen())
    m_handed->geometry = geometry().translated(-screen()->geometry().topLeft());
  setWindowScale(percent);
  if (m_bench->open() || m_runs->anyRuns()) {
    m_handed->content = sessionNow(true);
    m_handed->name = m_sessionName;
    m_handed->file = m_keeper->file();
    m_handed->modified = m_keeper->modified();
    m_handed->shown = m_pages->currentWidget() == m_work;
    m_handed->place = m_keeper->handOver();
  }
  close();
}

void MainWindow::takeOver(HandedSession handed) {
  if (!handed.geometry.isNull()) {
    // Where it was, and as large.
    const double factor = static_cast<double>(handed.scale) / windowScale();
    const QRect room = screen()->availableGeometry();
    const QSize size = (handed.geometry.size() * factor).expandedTo(minimumSize()).boundedTo(room.size());
    const QPoint place = screen()->geometry().topLeft() + handed.geometry.topLeft() * factor;
    setGeometry({QPoint(std::clamp(place.x(), room.left(), room.right() + 1 - size.width()),
                        std::clamp(place.y(), room.top(), room.bottom() + 1 - size.height())),
                 size});
  }
  if (!handed.content.session.state) return;
  putBack(handed.content.session, LaneIndexes(handed.content.session.runs.size()), handed.name);
  m_sessionName = handed.name;
  m_keeper->takeOver(handed.file, handed.modified, std::move(handed.place));
  if (!handed.shown) showWelcome();
}

}  // namespace runahead::gui
