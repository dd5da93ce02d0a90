// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps a window from being opened at another size, what it hands over, and where the next one goes.
#include "gui/window/rescaling.h"

#include <QScreen>

#include "gui/jobs/background.h"
#include "gui/lecture/hand_out.h"
#include "gui/lecture/lecture.h"
#include "gui/lecture/presentation.h"
#include "gui/lecture/screens.h"
#include "gui/runs/run_list.h"
#include "gui/session/note_strip.h"
#include "gui/session/workbench.h"
#include "gui/widgets/window_room.h"
#include "gui/window/left_sessions.h"
#include "gui/window/notice_strip.h"
#include "gui/window/session_files.h"
#include "gui/window/window_session.h"

namespace runahead::gui {

Rescaling::Rescaling(const Parts& parts, QWidget* window) : QObject(window), m_its(parts), m_window(window) {}

void Rescaling::scaleBy(int steps) {
  const int now = windowScale();
  const QSize room = m_window->screen()->availableGeometry().size() * now / 100;
  const std::optional<int> next = steps == 0 ? std::optional(100) : scaleBeside(now, steps, room);
  if (next == now) return;
  if (next) return setScale(*next);
  m_its.notice->showNotice(NoticeStrip::Kind::remark,
                           steps > 0 ? tr("%1 % is the largest that this screen has room for.").arg(now)
                                     : tr("%1 % is the smallest.").arg(now),
                           {});
}

void Rescaling::setScale(int percent, bool agreed) {
  if (m_its.session->asksBeforeLeaving(tr("Stop It and Change the Size"),
                                       [=, this] { setScale(percent, agreed); }))
    return;
  const auto later = [this](const QString& why,
                            const QString& hint = tr("Change the size when that is over.")) {
    m_its.notice->showNotice(NoticeStrip::Kind::remark, why, hint);
  };
  if (m_its.files->busy()) return later(tr("A file is being read or written."));
  if (m_its.handOut->goesOn()) return later(tr("The lecture is being handed out."));
  // Nothing would be seen until it has ended.
  if (!backgroundEnds()) return later(tr("A stopped run is still finishing its last task."));
  if (m_its.presentation->goesOn())
    return later(tr("The size of the window stays while something is presented."),
                 tr("Ctrl and plus in the presentation make that larger."));
  const bool closed = m_its.bench->runs()->closedCount() > 0 || !m_its.bench->closedProgram().isEmpty();
  if (!agreed && (closed || m_its.lecture->changes()->canUndo())) {
    m_its.notice->showNotice(NoticeStrip::Kind::remark,
                             closed ? tr("What was closed cannot be brought back at another size.")
                                    : tr("Changes of the lecture cannot be undone at another size."),
                             {}, {tr("Change the Size"), [=, this] { setScale(percent, true); }});
    return;
  }
  m_its.note->finish();
  storeScale(percent);
  m_handed.emplace();
  m_handed->scale = windowScale();
  m_handed->screen = m_window->screen()->name();
  m_handed->geometry = m_window->normalGeometry().translated(-m_window->screen()->geometry().topLeft());
  m_handed->state = m_window->windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen);
  // Who forgot a session can still change their mind.
  m_its.left->undoForget();
  if (m_its.bench->open() || m_its.bench->runs()->anyRuns()) {
    m_handed->shown = m_its.bench->open();
    m_its.session->handOver(*m_handed);
  }
  m_window->close();
}

void Rescaling::takeOver(const HandedSession& handed) {
  if (const QScreen* there = screenNamed(handed.screen); there && !handed.geometry.isNull()) {
    // Where it was, and as large.
    const double factor = static_cast<double>(handed.scale) / windowScale();
    const QRect room = windowRoom(*there);
    m_window->setMinimumSize(m_window->minimumSize().boundedTo(room.size()));
    m_window->setGeometry(within(room, (handed.geometry.size() * factor).expandedTo(m_window->minimumSize()),
                                 there->geometry().topLeft() + handed.geometry.topLeft() * factor));
  }
  m_window->setWindowState(handed.state);
  if (!handed.content.session.state) return;
  m_its.session->takeOver(handed);
  if (!handed.shown) emit firstPageWanted();
}

}  // namespace runahead::gui
