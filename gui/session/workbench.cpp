// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces that are opened and left, and the run that is made, from its start to its end.
// Not here: manual runs (workbench_manual.cpp), sessions (workbench_session.cpp).
#include "gui/session/workbench.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/analysis/summary.h"
#include "gui/jobs/run_bridge.h"
#include "gui/runs/manual_run.h"
#include "gui/runs/run_settings.h"

namespace runahead::gui {
namespace {

TimeRange rounded(double from, double to) {
  const auto first = static_cast<std::int64_t>(std::llround(from));
  return {first, std::max<std::int64_t>(std::llround(to), first + 1)};
}

/// The settings that make this run; none: nothing here does.
std::optional<RunRequest> requestOf(const TraceInfo& info) {
  RunSettings made;
  made.setRequest(offered(info));
  return made.scenario() ? std::optional(made.request()) : std::nullopt;
}

bool asksTheSame(RunRequest one, RunRequest other) {
  // A record does not tell the folder.
  for (RunRequest* request : {&one, &other}) {
    if (request->source.program) request->source.program->folder.clear();
  }
  return one == other;
}

bool isSameRun(const TraceInfo& one, const TraceInfo& other) {
  const auto what = [](const TraceInfo& info) {
    return std::tie(info.source.scenario, info.mode, info.waits, info.workers, info.seed, info.set, info.tf32,
                    info.torch, info.costs, info.clock);
  };
  return what(one) == what(other);
}

}  // namespace

Workbench::Workbench(const RecordedTrace* record, ViewState* view, RunSettings* settings, QObject* parent)
    : QObject(parent),
      m_record(record),
      m_view(view),
      m_settings(settings),
      m_runs(new RunList(this)),
      m_bridge(new RunBridge(this)),
      m_driver(new ManualRun(this)) {
  connect(m_view->annotations(), &Annotations::bookmarksChanged, this, [this] {
    if (m_inView != kNone) m_runs->setFlags(m_inView, m_view->annotations()->bookmarks());
  });
  connect(m_view->annotations(), &Annotations::breakPointsChanged, this, &Workbench::keepNext);
  connect(m_settings, &RunSettings::changed, this, &Workbench::keepNext);
  connect(m_view->cursor(), &Cursor::changed, this, &Workbench::lookWhereManual);
  connect(m_runs, &RunList::shownChanged, this, &Workbench::showRun);
  connect(m_bridge, &RunBridge::snapshot, this, &Workbench::grow);
  connect(m_bridge, &RunBridge::finished, this, &Workbench::finish);
  connect(m_driver, &ManualRun::moved, this, &Workbench::showManual);
}

// Workspaces
// -----------------------------------------------------------------------------------------------------------

void Workbench::openWorkspace(const std::string& scenario) {
  keepLook();
  m_opening = true;
  m_runs->openWorkspace(scenario);
  m_opening = false;
  showWorkspace();
}

void Workbench::showAs(RunId id, const ViewSettings& look) {
  if (m_open && m_inView == id) {
    m_view->selection()->selectTask(kNone);
    m_view->selection()->setRange({});
    if (m_runs->wanted()) m_runs->show(id);
    if (!look.visible_ns) m_view->visible()->fitAll();
    return applyLook(look);
  }
  const std::string scenario = m_runs->workspaceOf(id).scenario;
  keepLook();
  m_opening = true;
  m_runs->openWorkspace(scenario);
  const std::optional<RunRequest> next = chosenNext();
  m_runs->setNext(next, m_runs->workspace().break_points);
  m_runs->show(id);
  m_runs->setView(id, look);
  m_opening = false;
  showWorkspace();
  if (!next) m_runs->setGiven(scenario, m_settings->request());
}

std::optional<RunRequest> Workbench::chosenNext() const {
  const RunList::Workspace& workspace = m_runs->workspace();
  const std::optional<RunRequest>& next = workspace.next;
  // Where the settings are simulated by themselves, others than the run's would make another run.
  const Scenario* const scenario = find_scenario(workspace.scenario);
  if (!next || (scenario && scenario->virtual_only)) return std::nullopt;
  if (const RunList::Run* const run = m_runs->current(); run && madeWith(*run, *next)) return std::nullopt;
  return next;
}

bool Workbench::madeWith(const RunList::Run& run, const RunRequest& settings) {
  for (const auto& came : {run.request, requestOf(run.info)}) {
    if (came && asksTheSame(*came, settings)) return true;
  }
  return false;
}

void Workbench::closeWorkspace() {
  keepLook();
  m_open = false;
  m_settings->setScenario(nullptr);
  clearView();
  emit changed();
}

void Workbench::clear() {
  emit leaving();
  abandon();
  stopManualRun();
  m_inView = m_lookFor = kNone;
  m_open = false;  // there is no look of it to be kept any more
  m_runs->clear();
  m_view->annotations()->clearBreakPoints();
  m_programs.clear();
  m_closedPrograms.clear();
  emit programsChanged();
}

ViewSettings Workbench::look() const {
  // Of a run that is not here yet.
  if (const RunList::Run* const coming = m_runs->find(m_lookFor)) return coming->view;
  ViewSettings look;
  if (m_inView == kNone || m_inView != m_runs->workspace().shown) return look;
  if (!m_view->visible()->fitting())
    look.visible_ns = rounded(m_view->visible()->fromNs(), m_view->visible()->toNs());
  if (!m_view->cursor()->followEnd()) look.cursor = {m_view->cursor()->seq(), m_view->cursor()->ns()};
  look.selected = m_view->selection()->task();
  look.selected_ns = m_view->selection()->range();
  return look;
}

void Workbench::keepNext() {
  if (!m_open || m_opening || m_showing) return;
  m_runs->setNext(m_settings->scenario() ? std::optional(m_settings->request()) : std::nullopt,
                  m_view->annotations()->breakPoints());
}

void Workbench::keepLook() {
  if (!m_open) return;
  emit leaving();
  if (const RunList::Run* const run = m_runs->current()) m_runs->setView(run->id, look());
  if (!m_settings->scenario()) return;
  if (!m_settings->scenario()->virtual_only) m_lastClock = m_settings->clock();
  if (m_settings->ownParameters() > 0) m_lastPreset = m_settings->preset();
}

void Workbench::showWorkspace() {
  m_showing = true;
  const RunList::Workspace& workspace = m_runs->workspace();
  const RunList::Run* const current = m_runs->current();
  if (!program() && current && !current->info.program().empty()) {
    addProgram(workspace.scenario, {workspace.scenario, {}, current->info.program()}, true);
  }
  const Scenario* scenario = program() ? program()->scenario() : find_scenario(workspace.scenario);
  m_lookFor = workspace.wanted;
  // The workspace is looked at as it was left once the run is here that it was left with.
  const RunList::Run* run = m_lookFor != kNone ? nullptr : m_runs->shown();
  if (m_runs->current()) {
    m_settings->setRequest(offered(m_runs->current()->info));
  } else {
    m_settings->setScenario(scenario);
  }
  emit scenarioChanged();
  if (workspace.next) {
    m_settings->setRequest(*workspace.next);
  } else if (!m_runs->current() && scenario) {
    // What one has chosen for all that is to come is not chosen anew for each.
    const std::vector<Clock> clocks = m_settings->clocks();
    const bool offered = m_lastClock && std::ranges::find(clocks, *m_lastClock) != clocks.end();
    if (offered) m_settings->setClock(*m_lastClock);
    if (m_settings->ownParameters() > 0 && m_lastPreset) m_settings->setPreset(*m_lastPreset);
  }
  followProgram();
  if (!workspace.given && !workspace.next && scenario)
    m_runs->setGiven(workspace.scenario, m_settings->request());
  m_view->annotations()->clearBreakPoints();
  for (const int line : workspace.break_points) m_view->annotations()->toggleBreakPoint(line);
  if (run) {
    const ViewSettings look = run->view;
    putIntoView();
    applyLook(look);
  } else {
    clearView();
  }
  m_made = run ? requestOf(run->info) : std::nullopt;
  m_open = true;
  m_showing = false;
  keepNext();
  lookWhereManual();
  emit changed();
  if (run && run->finished) emit ended(run->id);
}

// What is in view
// -----------------------------------------------------------------------------------------------------------

void Workbench::putIntoView() {
  emit leaving();
  const RunList::Run& run = *m_runs->shown();
  m_inView = m_lookFor = kNone;
  m_view->setTrace(run.trace, false, run.index);
  std::vector<Bookmark> bookmarks = run.bookmarks;
  for (Bookmark& bookmark : bookmarks) {  // those of a file may be out by some
    bookmark.moment.seq = std::min(bookmark.moment.seq, run.trace.size());
    if (bookmark.task != kNone && bookmark.task >= run.trace.task_count()) bookmark.task = kNone;
  }
  m_view->annotations()->setBookmarks(std::move(bookmarks));
  m_inView = run.id;
  emit viewChanged();
}

void Workbench::clearView() {
  emit leaving();
  m_inView = kNone;
  m_view->setTrace(Trace(), false);
  emit viewChanged();
}

void Workbench::applyLook(const ViewSettings& look) {
  const Trace& trace = m_record->trace();
  if (look.selected < trace.task_count()) m_view->selection()->selectTask(look.selected);
  if (look.selected_ns) m_view->selection()->setRange(look.selected_ns);
  // The cursor first: while what comes is hidden, it decides how far one may look.
  if (look.cursor) m_view->cursor()->restore(std::min(look.cursor->seq, trace.size()), look.cursor->time_ns);
  if (look.visible_ns) {
    m_view->visible()->set(static_cast<double>(look.visible_ns->from_ns),
                           static_cast<double>(look.visible_ns->to_ns));
  }
}

Workbench::Viewport Workbench::viewport() const {
  return {m_view->visible()->fitting() || m_inView == kNone,
          m_view->cursor()->followEnd() || m_inView == kNone, m_view->visible()->fromNs(),
          m_view->visible()->toNs(), m_view->cursor()->ns()};
}

void Workbench::restore(const Viewport& viewport) {
  if (!viewport.follows) m_view->cursor()->setTime(viewport.cursor_ns);
  if (!viewport.fits) m_view->visible()->set(viewport.from_ns, viewport.to_ns);
}

std::optional<bool> Workbench::madeAsSet() const {
  if (!m_made) return std::nullopt;
  const RunRequest next = m_settings->request();
  return asksTheSame(*m_made, next) &&
         !(program() && program()->scenario() && program()->text().text != next.source.program->text);
}

void Workbench::showRun() {
  if (m_opening) return;
  if (!m_runs->shown()) {
    clearView();
    m_made.reset();
    emit changed();
    return;
  }
  if (!m_open) return;  // it is found when its workspace is opened again
  const RunList::Run& run = *m_runs->shown();
  if (m_lookFor == run.id) {  // the workspace as it was left; its settings are there already
    const ViewSettings look = run.view;
    putIntoView();
    applyLook(look);
    m_made = requestOf(run.info);
  } else {
    // What one has zoomed into in one run is looked at in the other, at the same time after initialisation.
    const std::int64_t shift = initialisation_end_ns(run.trace) - initialisation_end_ns(m_record->trace());
    Viewport viewport = this->viewport();
    viewport.from_ns += static_cast<double>(shift);
    viewport.to_ns += static_cast<double>(shift);
    viewport.cursor_ns += shift;
    putIntoView();
    if (run.finished) restore(viewport);
    const Scenario* before = m_settings->scenario();
    m_settings->setRequest(offered(run.info));
    followProgram();
    if (!before || before != m_settings->scenario()) emit scenarioChanged();
    m_made = program() ? requestOf(run.info) : m_settings->request();
    emit movedOn();
  }
  lookWhereManual();
  emit changed();
  if (run.finished) emit ended(run.id);
}

void Workbench::showRepeated(RunId id) {
  if (!m_runs->shown() || m_runs->shown()->id != id || m_inView != id) return;
  const Viewport viewport = this->viewport();
  putIntoView();
  restore(viewport);
  emit changed();
}

void Workbench::showSimulated(const Trace& trace) {
  // Settings that came from a recording are those of what is on show.
  if (drivesOn() || isSameRun(m_view->shown()->trace().info(), trace.info())) return;
  // Or of what comes on show as soon as it is read.
  if (m_runs->wanted() && isSameRun(m_runs->wanted()->info, trace.info())) return;
  if (runsHere()) {
    if (madeAsSet() == true) return;  // the same comes, and was asked for
    abandon();                        // it gives way; what it has recorded stays
  }
  const RunList::Run* run = m_runs->find(m_simulated);
  const bool iterations = run && run->preview && &m_runs->workspaceOf(m_simulated) == &m_runs->workspace();
  const Viewport viewport = this->viewport();
  if (iterations) {
    m_runs->renew(m_simulated, trace);
  } else {
    m_simulated = m_runs->begin(trace);
    m_runs->setPreview(m_simulated, true);
    m_runs->finish(m_simulated, RunResult{});
  }
  if (m_runs->shown() && m_runs->shown()->id == m_simulated) {
    putIntoView();
    restore(viewport);  // what is being looked at stays in sight while a time is dragged
  } else {
    m_runs->show(m_simulated);
  }
  m_made = m_settings->request();
  emit changed();
}

// The run that is made
// -----------------------------------------------------------------------------------------------------------

bool Workbench::runsHere() const {
  return m_bridge->running() && m_open && m_runs->workspace().scenario == m_running.workspace;
}

bool Workbench::makes(RunId id) const {
  return m_bridge->running() && id == m_running.id;
}

void Workbench::start(const RunConfig& config) {
  if (m_driver->manual()) stopManualRun();
  if (config.clock == Clock::manual) {
    m_manual.clear();
    m_manualWorkspace = m_runs->workspace().scenario;
    m_driver->start(config);
  } else {
    m_running = {.workspace = m_runs->workspace().scenario, .request = config};
    m_bridge->start(config);
  }
  m_made = m_settings->request();
  emit changed();
}

void Workbench::stop() {
  if (m_driver->manual()) stopManualRun();
  m_bridge->stop();
}

void Workbench::abandon() {
  m_bridge->abandon();
  if (m_running.id != kNone) m_runs->finish(m_running.id);
  m_running.id = kNone;
  emit changed();
}

void Workbench::grow(const Trace& trace, const Output& output) {
  if (m_running.id != kNone) {
    m_runs->setOutput(m_running.id, output);
    m_runs->update(m_running.id, trace);
    if (m_inView == m_running.id) m_view->setTrace(trace, true);
    return;
  }
  m_running.id = m_runs->begin(trace, false, m_running.workspace);
  m_runs->setRequest(m_running.id, m_running.request);
  m_runs->setOutput(m_running.id, output);
  if (!m_open || m_runs->workspace().shown != m_running.id) return;
  putIntoView();
  emit changed();
}

void Workbench::finish(const RunResult& result) {
  m_runs->finish(m_running.id, result);
  emit changed();
  emit ended(m_running.id);
}

void Workbench::close(RunId id) {
  emit leaving();
  if (m_driver->manual() && std::ranges::find(m_manual, id) != m_manual.end()) stopManualRun();
  m_runs->close(id);
  emit changed();
}

}  // namespace runahead::gui
