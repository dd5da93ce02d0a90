// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a file that was read, and what is asked and said before and after one is written.
#include "gui/window/session_files.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>
#include <QStorageInfo>
#include <algorithm>
#include <utility>
#include <vector>

#include "gui/cli/shipped_lecture.h"
#include "gui/jobs/file_jobs.h"
#include "gui/lecture/lecture.h"
#include "gui/runs/run_list.h"
#include "gui/session/file_seen.h"
#include "gui/session/note_strip.h"
#include "gui/session/session_keeper.h"
#include "gui/session/workbench.h"
#include "gui/text/format.h"
#include "gui/widgets/settings.h"
#include "gui/window/closing.h"
#include "gui/window/left_sessions.h"
#include "gui/window/notice_strip.h"
#include "gui/window/program_files.h"
#include "gui/window/window_session.h"

namespace runahead::gui {
namespace {

/// Above it, a file's size is said before it is written.
constexpr std::uint64_t kLargeBytes = 1'000'000'000;
constexpr int kRecentFiles = 8;

/// Of what was kept and could not be read.
QString staysOnFirstPage() {
  return SessionFiles::tr(
      "The recovery copy stays on the first page until you forget it there. This session does not "
      "change it.");
}

}  // namespace

SessionFiles::SessionFiles(const Parts& parts, QWidget* window)
    : QObject(window),
      m_its(parts),
      m_window(window),
      m_makingLecture([this](const std::shared_ptr<const Result<SessionFile>>& made) {
        if (!*made)
          return m_its.notice->showError(QString::fromStdString(made->error()), tr("Nothing was changed."));
        replace({}, **made, LaneIndexes((*made)->runs.size()));
        m_its.lecture->goTo({0, 0});
      }),
      m_recent(settings().value(QStringLiteral("recent")).toStringList()) {
  connect(m_its.jobs, &FileJobs::opened, this, &SessionFiles::takeRead);
  connect(m_its.jobs, &FileJobs::failed, this, &SessionFiles::tellFailed);
  connect(m_its.jobs, &FileJobs::written, this, &SessionFiles::tellWritten);
  connect(m_its.jobs, &FileJobs::cancelled, this, [this](const QString& path) {
    m_its.closing->stay();
    m_its.notice->showNotice(
        NoticeStrip::Kind::done, tr("Cancelled: %1 was not written.").arg(path),
        QFileInfo::exists(path) ? tr("The file that was there is unchanged.") : QString());
  });
  connect(m_its.session->keeper(), &SessionKeeper::leftBehind, m_its.left, &LeftSessions::offer);
  connect(m_its.left, &LeftSessions::continueRequested, this, &SessionFiles::continueLeft);
  connect(m_its.left, &LeftSessions::runsRead, this, &SessionFiles::continueAlone);
  connect(m_its.programs, &ProgramFiles::touched, this, &SessionFiles::addRecent);
  m_its.left->offer();
}

bool SessionFiles::busy() const {
  return m_its.jobs->busy() || m_makingLecture.busy() || m_its.programs->reading() || m_its.left->reading();
}

void SessionFiles::beginNew() {
  if (m_its.session->asksBeforeLeaving(tr("Stop It and Begin"), [this] { beginNew(); })) return;
  m_its.session->leave();
  emit emptied();
  m_its.session->begin({}, {});
  m_its.left->offer();
}

void SessionFiles::open(const QString& path) {
  if (namesProgram(path.toStdString())) return m_its.programs->open(path);
  if (m_its.session->asksBeforeLeaving(tr("Stop It and Open"), [this, path] { open(path); })) return;
  read(path, false);
}

void SessionFiles::compareWith(const QString& path) {
  if (m_its.bench->runsHere() || m_its.bench->drivesOn()) {
    m_its.notice->showError(tr("A file cannot be added while a run is in progress."),
                            tr("Stop the run first."));
    return;
  }
  read(path, !m_its.bench->runs()->runs().empty());
}

void SessionFiles::read(const QString& path, bool adds) {
  const QString file = QFileInfo(path).absoluteFilePath();
  // What was to be continued is not read any more.
  if (!m_its.left->file().isEmpty() && !m_its.left->continues(file)) m_its.left->letGo();
  m_adds = adds;
  m_seen = seenOf(file);
  m_its.notice->hide();
  m_its.jobs->read(file);
}

void SessionFiles::take(const QString& path, const SessionFile& file) {
  m_adds = !m_its.bench->runs()->runs().empty();
  m_seen = seenOf(QFileInfo(path).absoluteFilePath());
  takeRead(QFileInfo(path).absoluteFilePath(), file, LaneIndexes(file.runs.size()));
}

void SessionFiles::openLecture(const QString& name) {
  if (m_its.session->asksBeforeLeaving(tr("Stop It and Open"), [this, name] { openLecture(name); })) return;
  m_its.notice->hide();
  m_makingLecture.start([name = name.toStdString()](const std::atomic<bool>&) { return makeLecture(name); });
}

void SessionFiles::continueLeft(const QString& place) {
  if (m_its.session->asksBeforeLeaving(tr("Stop It and Continue"), [this, place] { continueLeft(place); }))
    return;
  if (m_its.left->claim(place)) return open(m_its.left->file());
  m_its.notice->showNotice(NoticeStrip::Kind::remark, tr("This session is open in another window."), {});
}

void SessionFiles::takeRead(const QString& path, const SessionFile& file, const LaneIndexes& indexes) {
  const bool joins = m_adds && !m_its.bench->runs()->runs().empty() && !m_its.bench->runsHere();
  joins ? join(path, file, indexes) : replace(path, file, indexes);
}

void SessionFiles::join(const QString& path, const SessionFile& file, const LaneIndexes& indexes) {
  if (file.runs.empty()) {
    m_its.notice->showError(tr("“%1” holds no run to compare with.").arg(path), tr("Nothing was changed."));
    return;
  }
  RunList* const runs = m_its.bench->runs();
  std::vector<RunId> ids;  // those that take part already stay
  for (const RunList::Run& run : runs->runs()) {
    if (run.chosen) ids.push_back(run.id);
  }
  for (std::size_t i = 0; i < file.runs.size(); ++i) {
    ids.push_back(m_its.bench->add(file.runs[i], file.state ? file.state->runs[i] : RunEntry{}, indexes[i]));
  }
  runs->setTicked(true);
  for (const RunId id : ids) runs->setChosen(id, true);
  addRecent(path);
  emit joined();
}

void SessionFiles::replace(const QString& path, SessionFile file, const LaneIndexes& indexes) {
  m_its.session->leave();
  const bool continued = m_its.left->continues(path);
  if (file.state && !continued) {
    // Where programs lie is the word of the file's author: only what this program kept is
    // believed.
    for (Workspace& workspace : file.state->workspaces) {
      if (workspace.program) workspace.program->folder.clear();
    }
  }
  m_its.session->putBack(file, indexes, QFileInfo(path).fileName());
  if (continued) {
    // What cannot be read now may be later, here or by a user who knows how: nothing is written over it.
    const bool whole = file.state && file.missing.empty();
    const std::shared_ptr<RecoveryStore> place = m_its.left->take();
    m_its.session->keeper()->resume(QString::fromStdString(file.state ? file.state->file : std::string()),
                                    place->seen(), whole ? place : nullptr);
  } else {
    m_its.session->begin(QFileInfo(path).fileName(), file.state ? path : QString(), m_seen);
    if (!path.isEmpty()) addRecent(path);
  }
  if (file.missing.empty()) return;
  const QString first = QString::fromStdString(file.missing.front());
  m_its.notice->showError(
      file.missing.size() == 1
          ? tr("One run could not be read: %1").arg(first)
          : tr("%1 runs could not be read, among them %2").arg(file.missing.size()).arg(first),
      continued ? staysOnFirstPage() : QString());
}

void SessionFiles::continueAlone(const QString& reason, const SessionFile& session) {
  const auto count = static_cast<int>(session.runs.size());
  if (count == 0) {
    m_its.left->letGo();
    return m_its.notice->showError(reason, tr("Nothing was changed."));
  }
  replace(m_its.left->file(), session, {});
  m_its.notice->showError(tr("The notes and names of the runs cannot be read: %1").arg(reason),
                          (count == 1 ? tr("Its run is here, without notes and names.")
                                      : tr("Its %1 runs are here, without notes and names.").arg(count)) +
                              QLatin1Char(' ') + staysOnFirstPage());
}

void SessionFiles::ask(bool compares) {
  auto* dialog = new QFileDialog(
      m_window, compares ? tr("Compare with a recording") : tr("Open a session, a recording or a program"),
      {},
      compares ? tr("Sessions and recordings (*.runahead *.json)")
               : tr("Sessions, recordings and programs (*.runahead *.json *.py *.ipynb)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this,
          compares ? &SessionFiles::compareWith : &SessionFiles::open);
  dialog->open();
}

void SessionFiles::save(std::function<void()> then) {
  const QString& file = m_its.session->keeper()->file();
  m_then = std::move(then);
  file.isEmpty() ? askForFile() : saveTo(file, false);
}

void SessionFiles::saveAs() {
  m_then = {};
  askForFile();
}

void SessionFiles::askForFile() {
  if (!m_its.bench->open()) return;
  const QString& file = m_its.session->keeper()->file();
  const QString name = file.isEmpty()
                           ? QFileInfo(m_its.session->name()).completeBaseName() + QStringLiteral(".runahead")
                           : file;
  auto* dialog = new QFileDialog(m_window, tr("Save the session"), name, tr("Session (*.runahead)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("runahead"));
  // Which has asked before it names a file that is there.
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { saveTo(path, true); });
  dialog->open();
}

void SessionFiles::saveTo(const QString& path, bool replaces) {
  m_its.note->finish();
  if (m_its.jobs->writes()) {
    m_its.notice->showNotice(NoticeStrip::Kind::remark, tr("Another file is still being written."),
                             tr("Save again when it is there."));
    return;
  }
  SessionKeeper* const keeper = m_its.session->keeper();
  const QString file = QFileInfo(path).absoluteFilePath();
  FileJobs::Write write = keeper->saving(file, replaces);
  const std::uint64_t bytes = keeper->savingBytes();
  const QString size = formatBytes(static_cast<std::int64_t>(bytes));
  const QStorageInfo disk(QFileInfo(file).absolutePath());
  if (disk.isValid() && static_cast<std::uint64_t>(std::max<qint64>(disk.bytesAvailable(), 0)) < bytes) {
    m_its.notice->showError(tr("“%1” would take about %2; there are %3 free.")
                                .arg(file, size, formatBytes(disk.bytesAvailable())),
                            tr("Nothing was written. Choose another disk: File, Save Session As."));
    return;
  }
  // Once for a file, and again when there is much more of it.
  if (bytes > kLargeBytes && bytes > m_saidBytes + m_saidBytes / 4) {
    m_its.notice->showNotice(NoticeStrip::Kind::remark, tr("“%1” will take about %2.").arg(file, size),
                             tr("Closing runs that are not needed makes it smaller."),
                             {tr("Save"), [this, file, replaces, bytes] {
                                m_saidBytes = bytes;
                                saveTo(file, replaces);
                              }});
    return;
  }
  m_its.jobs->write(file, std::move(write), true);
}

void SessionFiles::tellWritten(const QString& path) {
  const bool saved = m_its.session->keeper()->saved(path);
  if (saved) addRecent(path);
  m_its.programs->written(path);
  m_its.notice->showNotice(NoticeStrip::Kind::done, tr("Written: %1").arg(path), {});
  if (m_its.closing->waits()) return m_its.closing->closeWhenWritten();
  if (!saved) return;
  if (const auto then = std::exchange(m_then, nullptr)) then();
}

void SessionFiles::tellFailed(const QString& path, const QString& reason) {
  if (m_its.left->continues(path)) return m_its.left->readRunsAlone(reason);
  m_its.programs->notWritten();
  m_its.closing->stay();
  m_then = nullptr;
  m_its.notice->showError(reason, tr("Nothing was changed."));
}

void SessionFiles::addRecent(const QString& path) {
  m_recent.removeAll(path);
  m_recent.prepend(path);
  m_recent = m_recent.mid(0, kRecentFiles);
  settings().setValue(QStringLiteral("recent"), m_recent);
  emit recentChanged(m_recent);
}

}  // namespace runahead::gui
