// SPDX-License-Identifier: GPL-3.0-or-later
// What MainWindow does with sessions: gathering everything that it shows, putting it back, saving it, and
// continuing what was left. Not here: when copies are kept (session/session_keeper.h), and runs themselves
// (window_actions.cpp).
#include <QDataStream>
#include <QFileDialog>
#include <QFileInfo>
#include <algorithm>
#include <cmath>

#include "gui/bridge/file_jobs.h"
#include "gui/header/header_bar.h"
#include "gui/header/run_settings.h"
#include "gui/listing/listing_pane.h"
#include "gui/runs/run_list.h"
#include "gui/session/left_card.h"
#include "gui/session/note_strip.h"
#include "gui/session/session_flags.h"
#include "gui/session/session_keeper.h"
#include "gui/welcome/welcome_page.h"
#include "gui/window/main_window.h"
#include "gui/window/notice_strip.h"
#include "gui/window/work_page.h"

namespace runahead::gui {
namespace {

SessionRange rounded(double from, double to) {
  const auto first = static_cast<std::int64_t>(std::llround(from));
  return {first, std::max<std::int64_t>(std::llround(to), first + 1)};
}

SessionRequest requestOf(const RunSettings& settings) {
  const RunRequest request = settings.request();
  return {.scenario = request.scenario,
          .mode = request.mode,
          .waits = request.waits,
          .clock = settings.clock().toStdString(),  // by hand, too
          .device = request.device,
          .tf32 = request.tf32,
          .workers = request.workers,
          .seed = request.seed,
          .set = {request.set.begin(), request.set.end()}};
}

/// As a run that was made with it would tell of itself.
TraceInfo infoOf(const SessionRequest& request) {
  TraceInfo info{.scenario = request.scenario,
                 .mode = request.mode,
                 .waits = request.waits,
                 .clock = request.clock,
                 .device = request.device,
                 .workers = request.workers,
                 .seed = request.seed};
  for (const auto& [name, value] : request.set) info.parameters.emplace_back(name, std::to_string(value));
  if (request.tf32) info.parameters.emplace_back("tf32", "1");
  return info;
}

}  // namespace

void MainWindow::connectSession() {
  m_keeper = new SessionKeeper({[this] { return session(); }, [this] { return sessionMark(); }}, this);
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

SessionFile MainWindow::session() const {
  SessionFile session;
  SessionState state;
  for (const RunList::Run& run : m_runs->runs()) {
    const auto index = static_cast<std::uint32_t>(session.traces.size());
    if (&run == m_runs->shown()) state.shown = index;
    if (run.chosen) state.compared.push_back(index);
    session.traces.push_back(run.trace);
    SessionRun& entry = state.runs.emplace_back();
    entry.status = run.finished ? run.result.status : RunResult::Status::stopped;
    entry.errors = run.result.errors;
    const auto flags = m_flags.find(run.id);
    if (run.id == m_inView) {
      entry.flags = flagsToFile(m_view->marks());
    } else if (flags != m_flags.end()) {
      entry.flags = flagsToFile(flags->second);
    }
  }
  if (m_settings->scenario()) state.next = requestOf(*m_settings);
  state.break_points.assign(m_view->breakPoints().begin(), m_view->breakPoints().end());
  state.comparing = m_runs->comparing();
  state.aligned = m_runs->alignment();
  if (state.aligned == Alignment::mark) state.mark = m_runs->alignedMark();
  if (m_runs->shown()) {
    if (!m_view->fitting()) state.visible_ns = rounded(m_view->visibleFromNs(), m_view->visibleToNs());
    if (!m_view->followEnd()) state.cursor = {m_view->cursor(), m_view->cursorNs()};
    state.selected = m_view->selectedTask();
    if (const auto& range = m_view->range()) state.selected_ns = {range->fromNs, range->toNs};
  }
  state.after_cursor = static_cast<SessionAfterCursor>(m_view->afterCursor());
  state.framework = m_listing->framework().toStdString();
  session.state = std::move(state);
  return session;
}

QByteArray MainWindow::sessionMark() const {
  if (m_runs->runs().empty() && m_keeper->file().isEmpty()) return {};
  QByteArray mark;
  QDataStream out(&mark, QIODevice::WriteOnly);
  const auto put = [&out](const std::vector<Flag>& flags) {
    for (const Flag& flag : flags) out << qint64{flag.ns} << flag.cursor << flag.task << flag.text;
  };
  for (const RunList::Run& run : m_runs->runs()) {
    out << run.id << run.finished << run.trace.size();
    const auto flags = m_flags.find(run.id);
    if (run.id == m_inView) {
      put(m_view->marks());
    } else if (flags != m_flags.end()) {
      put(flags->second);
    }
  }
  for (const int line : m_view->breakPoints()) out << line;
  if (m_settings->scenario()) {
    const SessionRequest next = requestOf(*m_settings);
    for (const std::string* word : {&next.mode, &next.waits, &next.clock, &next.device}) out << word->c_str();
    out << next.workers << quint64{next.seed};
    for (const auto& [name, value] : next.set) out << name.c_str() << qint64{value};
  }
  return mark;
}

void MainWindow::restoreState(const SessionState& state, const std::vector<int>& ids) {
  if (!state.framework.empty()) m_listing->setFramework(QString::fromStdString(state.framework));
  m_header->setFramework(m_listing->framework());
  for (std::size_t i = 0; i < ids.size() && !state.compared.empty(); ++i) {
    const bool chosen = std::find(state.compared.begin(), state.compared.end(), i) != state.compared.end();
    m_runs->setChosen(ids[i], chosen);
  }
  if (ids.empty()) {
    m_workPage->showEmpty(tr("Nothing has run yet."), m_settings->scenario() != nullptr);
  } else {
    m_runs->show(ids[state.shown] != 0 ? ids[state.shown] : m_runs->runs().front().id);
    m_runs->setAlignment(state.aligned, state.mark);
    m_runs->setComparing(state.comparing);
  }
  if (state.next) {
    const SessionRequest shown = requestOf(*m_settings);
    m_settings->setFrom(m_settings->scenario(), infoOf(*state.next));
    m_header->setRunShown(!ids.empty() && requestOf(*m_settings) == shown);
  }
  m_view->clearBreakPoints();
  for (const int line : state.break_points) m_view->toggleBreakPoint(line);
  m_view->setAfterCursor(static_cast<AfterCursor>(state.after_cursor));
  if (ids.empty() || m_runs->shown()->id != ids[state.shown]) return;
  m_view->selectTask(state.selected);
  if (state.selected_ns) m_view->setRange(TimeRange{state.selected_ns->first, state.selected_ns->second});
  if (state.visible_ns) {
    m_view->setVisible(static_cast<double>(state.visible_ns->first),
                       static_cast<double>(state.visible_ns->second));
  }
  if (state.cursor) m_view->restoreCursor(state.cursor->seq, state.cursor->time_ns);
}

void MainWindow::sessionOpened(const QString& path, const SessionFile& file) {
  const bool kept = m_continued && m_continued->file() == path;
  const QString scenario =
      QString::fromStdString(file.traces.empty() ? file.state->next.value_or(SessionRequest{}).scenario
                                                 : file.traces.front().info().scenario);
  if (kept) {
    m_sessionName = scenario;
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
  const QString file = QFileInfo(path).absoluteFilePath();
  m_files->write(file, m_keeper->saving(file));
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
  m_continued = KeptSession::claim(place);
  if (m_continued) {
    openTrace(m_continued->file());
    return;
  }
  offerLeft();
  m_notice->showNotice(NoticeStrip::Kind::remark, tr("This session is open in another window."), {});
}

void MainWindow::forgetSession(const QString& place) {
  if (const auto kept = KeptSession::claim(place)) kept->remove(kept->takeTurn());
  offerLeft();
}

}  // namespace runahead::gui
