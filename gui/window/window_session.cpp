// SPDX-License-Identifier: GPL-3.0-or-later
// Gathering everything that a window shows, and putting it back.
#include "gui/window/window_session.h"

#include <QFileInfo>
#include <utility>

#include "gui/jobs/run_bridge.h"
#include "gui/lecture/lecture.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/manual_run.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_settings.h"
#include "gui/session/note_strip.h"
#include "gui/session/session_keeper.h"
#include "gui/session/workbench.h"
#include "gui/window/notice_strip.h"
#include "gui/window/window_scale.h"

namespace runahead::gui {

WindowSession::WindowSession(Workbench* bench, RunSettings* settings, Lecture* lecture, ListingPane* listing,
                             NoteStrip* note, NoticeStrip* notice, QObject* parent)
    : QObject(parent),
      m_bench(bench),
      m_lecture(lecture),
      m_listing(listing),
      m_note(note),
      m_notice(notice) {
  m_keeper = new SessionKeeper({[this] { return now(); },
                                [this] {
                                  const bool there = m_bench->runs()->anyRuns() ||
                                                     !m_bench->programs().empty() ||
                                                     !m_keeper->file().isEmpty();
                                  if (!there) return Revisions();
                                  Revisions all = m_bench->revisions();
                                  const Revisions slides = m_lecture->revisions();
                                  all.insert(all.end(), slides.begin(), slides.end());
                                  return all;
                                },
                                [this] {
                                  m_bench->setSaved();
                                  m_lecture->setSaved();
                                },
                                [bench] { return bench->bridge()->running(); }},
                               this);
  connect(bench->bridge(), &RunBridge::finished, m_keeper, &SessionKeeper::keep);
  connect(m_keeper, &SessionKeeper::stored, bench->runs(), &RunList::setStored);
  Annotations* const annotations = bench->view()->annotations();
  connect(annotations, &Annotations::bookmarksChanged, m_keeper, &SessionKeeper::look);
  connect(annotations, &Annotations::breakPointsChanged, m_keeper, &SessionKeeper::look);
  connect(settings, &RunSettings::changed, m_keeper, &SessionKeeper::look);
  connect(bench->runs(), &RunList::changed, m_keeper, &SessionKeeper::look);
  connect(lecture, &Lecture::changed, m_keeper, &SessionKeeper::look);
  connect(bench, &Workbench::programsChanged, m_keeper, &SessionKeeper::look);
  connect(bench->driver(), &ManualRun::moved, m_keeper, &SessionKeeper::look);
  connect(m_keeper, &SessionKeeper::changed, this, &WindowSession::titleChanged);
  connect(m_keeper, &SessionKeeper::failed, this, [this](const QString& reason) {
    m_notice->showNotice(NoticeStrip::Kind::remark,
                         tr("No recovery copy of this session can be written: %1").arg(reason),
                         tr("Save the session yourself, where there is room: File, Save Session As."));
  });
  begin({}, {});
}

void WindowSession::setName(const QString& name) {
  m_name = name;
  emit titleChanged();
}

QString WindowSession::title() const {
  QString name = m_keeper->file().isEmpty() ? m_name : QFileInfo(m_keeper->file()).fileName();
  name.replace(QLatin1String("[*]"), QLatin1String("[*][*]"));
  return name.isEmpty() ? tr("Runahead[*]") : tr("%1[*] — Runahead").arg(name);
}

void WindowSession::begin(const QString& name, const QString& file, const QByteArray& seen) {
  m_name = name;
  m_keeper->begin(file, seen);
}

bool WindowSession::asksBeforeLeaving(const QString& button, std::function<void()> then) {
  if (!m_bench->bridge()->running()) return false;
  m_notice->showNotice(NoticeStrip::Kind::remark,
                       tr("%1 is still running.").arg(QString::fromStdString(m_bench->runningWorkspace())),
                       tr("It would be stopped. Its record so far stays in this session."),
                       {button, [this, then = std::move(then)] {
                          m_bench->abandon();
                          then();
                        }});
  return true;
}

void WindowSession::leave() {
  m_note->finish();
  m_keeper->leave();
  m_lecture->clear();
  m_bench->clear();
}

SessionToRecover WindowSession::now() const {
  SessionToRecover now = m_bench->session();
  now.session.state->framework = m_listing->chosenFramework().toStdString();
  m_lecture->save(now);
  return now;
}

void WindowSession::putBack(const SessionFile& file, const LaneIndexes& indexes, const QString& name) {
  if (file.state) m_listing->setChosenFramework(QString::fromStdString(file.state->framework));
  m_lecture->restore(file, m_bench->restore(file, indexes));
  m_name = QString::fromStdString(m_bench->runs()->workspace().scenario);
  emit restored(name);
}

void WindowSession::handOver(HandedSession& handed) {
  handed.content = now();
  handed.name = m_name;
  handed.file = m_keeper->file();
  handed.seen = m_keeper->seen();
  handed.modified = m_keeper->modified();
  if (m_lecture->onTheWay()) {
    handed.slide = m_lecture->at().slide;
    handed.step = m_lecture->at().step;
  }
  handed.place = m_keeper->handOver();
}

void WindowSession::takeOver(const HandedSession& handed) {
  putBack(handed.content.session, LaneIndexes(handed.content.session.runs.size()), handed.name);
  m_name = handed.name;
  m_keeper->takeOver(handed.file, handed.seen, handed.modified, handed.place);
  if (handed.slide >= 0) m_lecture->goTo({handed.slide, handed.step});
}

}  // namespace runahead::gui
