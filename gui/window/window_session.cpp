// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with sessions: gathering everything that it shows, putting it back, saving it, and
// continuing what was left. Not here: when copies are kept (session/session_keeper.h), and runs themselves
// (window_actions.cpp).
#include <QDataStream>
#include <QFileDialog>
#include <QFileInfo>
#include <QStorageInfo>
#include <algorithm>
#include <map>

#include "core/analysis/summary.h"
#include "gui/bridge/file_jobs.h"
#include "gui/header/header_bar.h"
#include "gui/header/run_settings.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/run_list.h"
#include "gui/runs/run_reader.h"
#include "gui/session/left_card.h"
#include "gui/session/note_strip.h"
#include "gui/session/session_flags.h"
#include "gui/session/session_keeper.h"
#include "gui/session/session_request.h"
#include "gui/state/state_pane.h"
#include "gui/theme/format.h"
#include "gui/welcome/welcome_page.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/progress_line.h"
#include "gui/window/work_page.h"

namespace runahead::gui {
namespace {

/// Above it, a file's size is said before it is written.
constexpr std::uint64_t kLargeBytes = 1'000'000'000;
/// A run that goes on and takes more is not written again and again.
constexpr std::size_t kMostUnfinishedBytes = 50'000'000;

RunResult resultOf(const SessionRun& run) {
  return {.status = run.status, .value = {}, .errors = run.errors};
}

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
  m_keeper =
      new SessionKeeper({[this](bool all) { return session(all); }, [this] { return sessionMark(); }}, this);
  connect(m_keeper, &SessionKeeper::stored, m_runs, &RunList::setStored);
  auto* reader = new RunReader(m_runs, this);
  connect(reader, &RunReader::failed, this, [this](int id, const QString& reason) {
    const RunList::Run* run = m_runs->find(id);
    if (!run) return;
    if (!m_runs->shown() && m_runs->deskOf(id).scenario == m_runs->desk().scenario) showNoRun();
    showError(tr("“%1” cannot be read: %2").arg(run->label, reason), tr("It stays in the list."));
  });
  connect(m_files, &FileJobs::progressed, this, &MainWindow::showProgress);
  connect(m_files, &FileJobs::cancelled, this, &MainWindow::fileCancelled);
  for (const auto signal : {&ViewState::marksChanged, &ViewState::breakPointsChanged}) {
    connect(m_view, signal, m_keeper, &SessionKeeper::look);
  }
  connect(m_settings, &RunSettings::changed, m_keeper, &SessionKeeper::look);
  connect(m_runs, &RunList::changed, m_keeper, &SessionKeeper::look);
  connect(m_keeper, &SessionKeeper::changed, this, &MainWindow::updateTitle);
  connect(m_keeper, &SessionKeeper::leftBehind, this, &MainWindow::offerLeft);
  connect(m_keeper, &SessionKeeper::failed, this, [this](const QString& reason) {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("No copy of this session is kept: %1").arg(reason),
                         tr("Save the session yourself, where there is room: File, Save Session As."));
  });
  connect(m_welcome->left(), &LeftCard::continued, this, &MainWindow::continueSession);
  connect(m_welcome->left(), &LeftCard::forgotten, this, &MainWindow::forgetSession);
  beginSession({}, {});
  offerLeft();
}

SessionToKeep MainWindow::session(bool all) const {
  SessionToKeep kept;
  SessionState state;
  for (const RunList::Desk* desk : m_runs->desks()) {
    const bool open = desk == &m_runs->desk();
    const RunList::Look look = open && m_working ? this->look() : desk->look;
    if (desk->runs.empty() && !look.next) continue;
    if (desk->runs.empty() && !open && look.breakPoints.empty() && look.next == desk->given) continue;
    if (open) state.desk = static_cast<std::uint32_t>(state.desks.size());
    SessionDesk& entry = state.desks.emplace_back();
    entry.scenario = desk->scenario;
    entry.next = look.next;
    entry.break_points.assign(look.breakPoints.begin(), look.breakPoints.end());
    entry.comparing = desk->comparing;
    entry.aligned = desk->alignment;
    if (entry.aligned == Alignment::mark) entry.mark = desk->alignedMark;
    const int shown = desk->wanted != 0 ? desk->wanted : desk->shown;
    for (const RunList::Run& run : desk->runs) {
      if (!run.finished && !all && run.trace.memory_bytes() > kMostUnfinishedBytes) continue;
      if (!run.here && !run.stored) continue;  // cannot be
      const auto index = static_cast<std::uint32_t>(kept.session.runs.size());
      entry.runs.push_back(index);
      if (run.id == shown) entry.shown = index;
      if (run.chosen && desk->ticked) entry.compared.push_back(index);
      kept.keys.emplace_back(run.id, run.version);
      kept.session.runs.push_back(!run.here    ? SessionTrace(run.stored)
                                  : run.stored ? SessionTrace(run.trace, run.stored)
                                               : SessionTrace(run.trace));
      SessionRun& more = state.runs.emplace_back();
      more.status = run.finished ? run.result.status : RunResult::Status::stopped;
      more.errors = run.result.errors;
      more.flags = flagsToFile(run.flags);
      more.name = run.name.toStdString();
      more.by_hand = run.byHand;
      more.total_ns = run.totalNs;
      if (run.id != shown) continue;
      more.visible_ns = look.visibleNs;
      more.cursor = look.cursor;
      more.selected = look.selected;
      more.selected_ns = look.selectedNs;
    }
    if (entry.shown == kNone && !entry.runs.empty()) entry.shown = entry.runs.front();
  }
  state.after_cursor = static_cast<SessionAfterCursor>(m_view->afterCursor());
  state.framework = m_listing->chosenFramework().toStdString();
  kept.session.state = std::move(state);
  return kept;
}

QByteArray MainWindow::sessionMark() const {
  if (!m_runs->anyRuns() && m_keeper->file().isEmpty()) return {};
  QByteArray mark;
  QDataStream out(&mark, QIODevice::WriteOnly);
  for (const RunList::Desk* desk : m_runs->desks()) {
    const RunList::Look look = m_working && desk == &m_runs->desk() ? this->look() : desk->look;
    // Looking around is no change; a scenario that was looked at only is not there.
    if (desk->runs.empty() && look.breakPoints.empty() && look.next == desk->given) continue;
    out << desk->scenario.c_str();
    for (const RunList::Run& run : desk->runs) {
      out << run.id << run.finished << run.events << quint64{run.version} << run.name;
      for (const Flag& flag : run.flags) out << qint64{flag.ns} << flag.cursor << flag.task << flag.text;
    }
    for (const int line : look.breakPoints) out << line;
    if (!look.next) continue;
    const SessionRequest& next = *look.next;
    for (const std::string* word : {&next.mode, &next.waits, &next.clock, &next.device}) out << word->c_str();
    out << next.workers << quint64{next.seed};
    for (const auto& [name, value] : next.set) out << name.c_str() << qint64{value};
  }
  return mark;
}

int MainWindow::addRun(const SessionTrace& one, const SessionRun& more,
                       std::shared_ptr<const LaneIndex> index) {
  const RunHead head = one.head();
  RunList::Run run;
  run.here = one.trace.has_value();
  if (run.here) run.trace = *one.trace;
  run.info = head.info;
  run.events = head.events;
  run.stored = one.stored;
  run.index = std::move(index);
  run.name = QString::fromStdString(more.name);
  run.byHand = more.by_hand;
  run.finished = true;
  run.result = resultOf(more);
  run.totalNs = run.here ? reported_total_ns(run.trace) : more.total_ns.value_or(0);
  run.flags = flagsFromFile(more.flags);
  return m_runs->add(std::move(run));
}

void MainWindow::openSession(const QString& path, const SessionFile& file, const LaneIndexes& indexes) {
  leaveSession();
  SessionState state = file.state.value_or(SessionState{});
  if (!file.state) {
    state.runs.resize(file.runs.size());
    SessionDesk& desk = state.desks.emplace_back();
    desk.scenario = file.runs.front().head().info.scenario;
    for (std::uint32_t i = 0; i < file.runs.size(); ++i) desk.runs.push_back(i);
    desk.shown = 0;
  }
  m_opening = true;
  for (const SessionDesk& desk : state.desks) {
    m_runs->openDesk(desk.scenario);
    std::map<std::uint32_t, int> ids;
    for (const std::uint32_t run : desk.runs) {
      ids[run] = addRun(file.runs[run], state.runs[run], run < indexes.size() ? indexes[run] : nullptr);
    }
    if (!desk.compared.empty()) {
      for (const auto& [run, id] : ids) {
        m_runs->setChosen(id,
                          std::find(desk.compared.begin(), desk.compared.end(), run) != desk.compared.end());
      }
      m_runs->setTicked(true);
    }
    m_runs->setAlignment(desk.aligned, desk.mark);
    m_runs->setComparing(desk.comparing);
    RunList::Look look;
    look.next = desk.next;
    look.breakPoints = {desk.break_points.begin(), desk.break_points.end()};
    if (const auto shown = ids.find(desk.shown); shown != ids.end()) {
      const SessionRun& run = state.runs[desk.shown];
      look.visibleNs = run.visible_ns;
      look.cursor = run.cursor;
      look.selected = run.selected;
      look.selectedNs = run.selected_ns;
      m_runs->show(shown->second);
    }
    m_runs->setLook(desk.scenario, std::move(look));
  }
  if (!state.desks.empty())
    m_runs->openDesk(state.desks[std::min<std::size_t>(state.desk, state.desks.size() - 1)].scenario);
  m_opening = false;
  if (file.state) {  // a recording says nothing of how it is to be looked at
    m_listing->setChosenFramework(QString::fromStdString(state.framework));
    m_view->setAfterCursor(static_cast<AfterCursor>(state.after_cursor));
  }
  m_sessionName = QString::fromStdString(m_runs->desk().scenario);
  showDesk();
  if (!m_settings->scenario() && m_runs->current())
    showScenarioOf(m_runs->current()->info, QFileInfo(path).fileName());
  showWork();
  sessionOpened(path, file);
  updateActions();
  if (file.missing.empty()) return;
  QStringList lines;
  for (const std::string& one : file.missing) lines << QString::fromStdString(one);
  m_notice->showNotice(NoticeStrip::Kind::error,
                       lines.size() == 1 ? tr("One run could not be found again.")
                                         : tr("%1 runs could not be found again.").arg(lines.size()),
                       lines.mid(0, 3).join(QLatin1Char('\n')));
}

void MainWindow::sessionOpened(const QString& path, const SessionFile& file) {
  if (m_continued && m_continued->file() == path) {
    m_keeper->resume(QString::fromStdString(file.state ? file.state->file : std::string()),
                     std::exchange(m_continued, nullptr));
  } else {
    beginSession(QFileInfo(path).fileName(), file.state ? path : QString());
    addRecent(path);
  }
  m_continued = nullptr;
}

void MainWindow::beginSession(const QString& name, const QString& file) {
  m_sessionName = name;
  m_keeper->begin(file);
}

void MainWindow::updateTitle() {
  QString name = m_keeper->file().isEmpty() ? m_sessionName : QFileInfo(m_keeper->file()).fileName();
  name.replace(QLatin1String("[*]"), QLatin1String("[*][*]"));
  setWindowTitle(name.isEmpty() ? tr("Runahead[*]") : tr("%1[*] — Runahead").arg(name));
  setWindowModified(m_keeper->modified());
}

void MainWindow::saveSession() {
  if (m_keeper->file().isEmpty()) {
    askForSession();
  } else {
    saveTo(m_keeper->file());
  }
}

void MainWindow::saveTo(const QString& path) {
  m_workPage->note()->finish();
  if (m_files->writes()) {
    m_notice->showNotice(NoticeStrip::Kind::remark, tr("Another file is still being written."),
                         tr("Save again when it is there."));
    return;
  }
  const QString file = QFileInfo(path).absoluteFilePath();
  FileJobs::Write write = m_keeper->saving(file);
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
                         {tr("Save"), [this, file, bytes] {
                            m_saidBytes = bytes;
                            saveTo(file);
                          }});
    return;
  }
  m_files->write(file, std::move(write), true);
}

void MainWindow::showProgress(const QString& path, bool writes, qulonglong done, qulonglong total) {
  const QString name = QFileInfo(path).fileName();
  QString text = writes ? tr("Writing %1").arg(name) : tr("Reading %1").arg(name);
  if (total > 0) text += QStringLiteral(": ") + amount(std::min(done, total), total);
  m_progress->setProgress(text, total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0);
  m_progress->setCancellable(m_files->cancellable());
}

void MainWindow::fileCancelled(const QString& path) {
  m_closing = false;
  m_notice->showNotice(NoticeStrip::Kind::done, tr("Cancelled: %1 was not written.").arg(path),
                       QFileInfo::exists(path) ? tr("The file that was there is as it was.") : QString());
}

void MainWindow::askForSession() {
  if (!m_working) return;
  const QString name = m_keeper->file().isEmpty()
                           ? QFileInfo(m_sessionName).completeBaseName() + QStringLiteral(".runahead")
                           : m_keeper->file();
  auto* dialog = new QFileDialog(this, tr("Save the session"), name, tr("Session (*.runahead)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("runahead"));
  connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::saveTo);
  dialog->open();
}

void MainWindow::offerLeft() {
  if (!m_working) m_welcome->left()->setSessions(KeptSession::left());
}

void MainWindow::continueSession(const QString& place) {
  if (asksBeforeLeaving(tr("Stop It and Continue"), [this, place] { continueSession(place); })) return;
  m_continued = KeptSession::claim(place);
  if (m_continued) {
    openTrace(m_continued->file());
    return;
  }
  offerLeft();
  m_notice->showNotice(NoticeStrip::Kind::remark, tr("This session is open in another window."), {});
}

void MainWindow::forgetSession(const QString& place) {
  reallyForget();
  m_forgotten = KeptSession::claim(place);  // as long as it is held, nobody is offered it
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
  if (m_forgotten) m_forgotten->remove(m_forgotten->takeTurn());
  m_forgotten = nullptr;
}

}  // namespace runahead::gui
