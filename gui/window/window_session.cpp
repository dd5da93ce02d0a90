// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with sessions: gathering everything that it shows, putting it back, saving it, and
// continuing what was left. Not here: when copies are kept (session/session_keeper.h), and runs themselves
// (window_actions.cpp).
#include <QFileDialog>
#include <QFileInfo>
#include <QStorageInfo>
#include <algorithm>

#include "gui/exports/endings.h"
#include "gui/header/header_bar.h"
#include "gui/header/run_settings.h"
#include "gui/jobs/background.h"
#include "gui/jobs/file_jobs.h"
#include "gui/jobs/run_bridge.h"
#include "gui/lecture/lecture.h"
#include "gui/listing/listing_pane.h"
#include "gui/manual_run/manual_run.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_reader.h"
#include "gui/session/note_strip.h"
#include "gui/session/recovery_card.h"
#include "gui/session/session_keeper.h"
#include "gui/text/format.h"
#include "gui/welcome/report_card.h"
#include "gui/welcome/welcome_page.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/progress_line.h"
#include "gui/window/work_page.h"

namespace runahead::gui {
namespace {

/// Above it, a file's size is said before it is written.
constexpr std::uint64_t kLargeBytes = 1'000'000'000;

QString amount(qulonglong done, qulonglong total) {
  const QString all = formatBytes(static_cast<std::int64_t>(total));
  const QString unit = all.section(QLatin1Char(' '), 1);
  const QString part = formatBytes(static_cast<std::int64_t>(done));
  // "1.2 of 2.7 GB" where the unit is the same.
  return part.endsWith(QLatin1Char(' ') + unit)
             ? MainWindow::tr("%1 of %2").arg(part.section(QLatin1Char(' '), 0, 0), all)
             : MainWindow::tr("%1 of %2").arg(part, all);
}

}  // namespace

void MainWindow::connectSession() {
  m_keeper = new SessionKeeper({[this] { return sessionNow(); },
                                [this] {
                                  const bool there = m_runs->anyRuns() || !m_bench->programs().empty() ||
                                                     !m_keeper->file().isEmpty();
                                  return there ? m_bench->mark() + m_lecture->mark() : QByteArray();
                                },
                                [this] { return bridge()->running(); }},
                               this);
  connect(bridge(), &RunBridge::finished, m_keeper, &SessionKeeper::keep);
  connect(m_keeper, &SessionKeeper::stored, m_runs, &RunList::setStored);
  auto* reader = new RunReader(m_runs, this);
  connect(reader, &RunReader::failed, this, [this](int id, const QString& reason) {
    const RunList::Run* run = m_runs->find(id);
    if (!run) return;
    if (!m_runs->shown() && m_runs->workspaceOf(id).scenario == m_runs->workspace().scenario) showNoRun();
    showError(tr("“%1” cannot be read: %2").arg(run->label, reason), tr("It stays in the list."));
  });
  connect(m_files, &FileJobs::progressed, this, &MainWindow::showProgress);
  connect(m_files, &FileJobs::cancelled, this, &MainWindow::fileCancelled);
  for (const auto signal : {&ViewState::bookmarksChanged, &ViewState::breakPointsChanged}) {
    connect(m_view, signal, m_keeper, &SessionKeeper::look);
  }
  connect(m_settings, &RunSettings::changed, m_keeper, &SessionKeeper::look);
  connect(m_runs, &RunList::changed, m_keeper, &SessionKeeper::look);
  connect(m_lecture, &Lecture::changed, m_keeper, &SessionKeeper::look);
  connect(m_bench, &Workbench::programsChanged, m_keeper, &SessionKeeper::look);
  connect(driver(), &ManualRun::moved, m_keeper, &SessionKeeper::look);
  connect(m_keeper, &SessionKeeper::changed, this, &MainWindow::updateTitle);
  connect(m_keeper, &SessionKeeper::leftBehind, this, &MainWindow::offerLeft);
  connect(m_keeper, &SessionKeeper::failed, this, [this](const QString& reason) {
    m_notice->showNotice(NoticeStrip::Kind::remark,
                         tr("No recovery copy of this session can be written: %1").arg(reason),
                         tr("Save the session yourself, where there is room: File, Save Session As."));
  });
  connect(m_welcome->left(), &RecoveryCard::continued, this, &MainWindow::continueSession);
  connect(m_welcome->left(), &RecoveryCard::forgotten, this, &MainWindow::forgetSession);
  beginSession({}, {});
  offerLeft();
}

SessionToRecover MainWindow::sessionNow() {
  SessionToRecover now = m_bench->session();
  now.session.state->framework = m_listing->chosenFramework().toStdString();
  m_lecture->save(now);
  return now;
}

void MainWindow::openSession(const QString& path, SessionFile file, const LaneIndexes& indexes) {
  leaveSession();
  if (file.state && !(m_continued && m_continued->file() == path)) {
    // Where programs lie is the word of whoever has written the file: only what this program kept is
    // believed.
    for (SessionWorkspace& workspace : file.state->workspaces) {
      if (workspace.program) workspace.program->folder.clear();
    }
  }
  putBack(file, indexes, QFileInfo(path).fileName());
  const bool continued = m_continued && m_continued->file() == path;
  sessionOpened(path, file);
  if (file.missing.empty()) return;
  const QString first = QString::fromStdString(file.missing.front());
  showError(file.missing.size() == 1
                ? tr("One run could not be read: %1").arg(first)
                : tr("%1 runs could not be read, among them %2").arg(file.missing.size()).arg(first),
            continued ? staysOnFirstPage() : QString());
}

/// Of what was kept and could not be read.
QString MainWindow::staysOnFirstPage() const {
  return tr(
      "The recovery copy stays on the first page until you forget it there. This session does not "
      "change it.");
}

void MainWindow::putBack(const SessionFile& file, const LaneIndexes& indexes, const QString& name) {
  if (file.state) m_listing->setChosenFramework(QString::fromStdString(file.state->framework));
  m_lecture->restore(file, m_bench->restore(file, indexes));
  if (!m_lecture->slides().empty()) setLectureShown(true);
  m_sessionName = QString::fromStdString(m_runs->workspace().scenario);
  if (!m_settings->scenario()) m_header->setTitle(m_sessionName.isEmpty() ? name : m_sessionName, name);
  showWork();
}

void MainWindow::sessionOpened(const QString& path, const SessionFile& file) {
  if (m_continued && m_continued->file() == path) {
    // What cannot be read now may be later, here or by somebody who knows how: nothing is written over it.
    const bool whole = file.state && file.missing.empty();
    const std::shared_ptr<RecoveryStore> place = std::exchange(m_continued, nullptr);
    m_keeper->resume(QString::fromStdString(file.state ? file.state->file : std::string()), place->seen(),
                     whole ? place : nullptr);
  } else {
    beginSession(QFileInfo(path).fileName(), file.state ? path : QString(), m_seen);
    if (!path.isEmpty()) addRecent(path);
  }
}

void MainWindow::beginSession(const QString& name, const QString& file, const QByteArray& seen) {
  m_sessionName = name;
  m_keeper->begin(file, seen);
}

void MainWindow::updateTitle() {
  QString name = m_keeper->file().isEmpty() ? m_sessionName : QFileInfo(m_keeper->file()).fileName();
  name.replace(QLatin1String("[*]"), QLatin1String("[*][*]"));
  setWindowTitle(name.isEmpty() ? tr("Runahead[*]") : tr("%1[*] — Runahead").arg(name));
  setWindowModified(m_keeper->modified());
}

void MainWindow::saveSession() {
  m_handsOut = false;
  if (m_keeper->file().isEmpty()) {
    askForSession();
  } else {
    saveTo(m_keeper->file(), false);
  }
}

void MainWindow::saveTo(const QString& path, bool replaces) {
  m_workPage->note()->finish();
  if (m_files->writes()) {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("Another file is still being written."),
                         tr("Save again when it is there."));
    return;
  }
  const QString file = QFileInfo(path).absoluteFilePath();
  FileJobs::Write write = m_keeper->saving(file, replaces);
  const std::uint64_t bytes = m_keeper->savingBytes();
  const QString size = formatBytes(static_cast<std::int64_t>(bytes));
  const QStorageInfo disk(QFileInfo(file).absolutePath());
  if (disk.isValid() && static_cast<std::uint64_t>(std::max<qint64>(disk.bytesAvailable(), 0)) < bytes) {
    showError(tr("“%1” would take about %2; there are %3 free.")
                  .arg(file, size, formatBytes(disk.bytesAvailable())),
              tr("Nothing was written. Choose another disk: File, Save Session As."));
    return;
  }
  // Once for a file, and again when there is much more of it.
  if (bytes > kLargeBytes && bytes > m_saidBytes + m_saidBytes / 4) {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("“%1” will take about %2.").arg(file, size),
                         tr("Closing runs that are not needed makes it smaller."),
                         {tr("Save"), [this, file, replaces, bytes] {
                            m_saidBytes = bytes;
                            saveTo(file, replaces);
                          }});
    return;
  }
  m_files->write(file, std::move(write), true);
}

void MainWindow::showProgress(const QString& path, bool writes, qulonglong done, qulonglong total) {
  const QString name = QFileInfo(path).fileName();
  QString text = writes ? tr("Writing %1").arg(name) : tr("Reading %1").arg(name);
  // Of a page, these are steps.
  if (total > 0 && isPagePath(path.toStdString()))
    text += tr(": %1 %").arg(100 * done / total);
  else if (total > 0)
    text += QStringLiteral(": ") + amount(std::min(done, total), total);
  m_progress->setProgress(text, total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0);
  m_progress->setCancellable(m_files->cancellable());
}

void MainWindow::fileCancelled(const QString& path) {
  m_closing = false;
  m_notice->showNotice(NoticeStrip::Kind::done, tr("Cancelled: %1 was not written.").arg(path),
                       QFileInfo::exists(path) ? tr("The file that was there is unchanged.") : QString());
}

void MainWindow::askForSession() {
  m_handsOut = false;
  if (!m_bench->open()) return;
  const QString name = m_keeper->file().isEmpty()
                           ? QFileInfo(m_sessionName).completeBaseName() + QStringLiteral(".runahead")
                           : m_keeper->file();
  auto* dialog = new QFileDialog(this, tr("Save the session"), name, tr("Session (*.runahead)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("runahead"));
  // Which has asked before it names a file that is there.
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) { saveTo(file, true); });
  dialog->open();
}

void MainWindow::offerLeft() {
  if (m_bench->open()) return;
  m_offering.start([](const std::atomic<bool>&) { return Offer{RecoveryStore::left(), crashReports()}; });
}

void MainWindow::continueSession(const QString& place) {
  if (asksBeforeLeaving(tr("Stop It and Continue"), [this, place] { continueSession(place); })) return;
  letContinuedGo();  // it may be this one, asked for twice
  m_continued = RecoveryStore::claim(place);
  if (m_continued) {
    openTrace(m_continued->file());
    return;
  }
  offerLeft();
  m_notice->showNotice(NoticeStrip::Kind::remark, tr("This session is open in another window."), {});
}

void MainWindow::letContinuedGo() {
  m_readingRunsAlone.forget();
  if (std::exchange(m_continued, nullptr)) offerLeft();
}

void MainWindow::continueRunsAlone(const QString& reason) {
  m_readingRunsAlone.start([reason, file = m_continued->file()](const std::atomic<bool>&) {
    return RunsAlone{reason, RecoveryStore::runsAlone(file)};
  });
}

void MainWindow::continuedAlone(const RunsAlone& alone) {
  const auto count = static_cast<int>(alone.session.runs.size());
  if (count == 0) {
    letContinuedGo();
    return showError(alone.reason, tr("Nothing was changed."));
  }
  openSession(m_continued->file(), alone.session, {});
  showError(tr("The notes and names of the runs cannot be read: %1").arg(alone.reason),
            (count == 1 ? tr("Its run is here, without notes and names.")
                        : tr("Its %1 runs are here, without notes and names.").arg(count)) +
                QLatin1Char(' ') + staysOnFirstPage());
}

void MainWindow::forgetSession(const QString& place) {
  reallyForget();
  m_forgotten = RecoveryStore::claim(place);  // as long as it is held, nobody is offered it
  offerLeft();
  if (!m_forgotten) return;
  m_notice->showNotice(NoticeStrip::Kind::remark, tr("The session was forgotten."), {},
                       {tr("Undo"), [this] {
                          if (m_forgotten) m_forgotten->release(m_forgotten->takeTurn());
                          m_forgotten = nullptr;
                          offerLeft();
                        }});
}

void MainWindow::reallyForget() {
  if (!m_forgotten) return;
  runInBackground([place = std::exchange(m_forgotten, nullptr)] { place->remove(place->takeTurn()); });
}

}  // namespace runahead::gui
