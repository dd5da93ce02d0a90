// SPDX-License-Identifier: GPL-3.0-or-later
// Adding, choosing, closing and putting away runs.
// Not here: their names (core/analysis/comparison.h), reading them (run_reader.cpp).
#include "gui/runs/run_list.h"
#include "gui/text/format.h"

#include <algorithm>

#include "core/analysis/summary.h"
#include "core/base/quote.h"

namespace runahead::gui {

RunList::RunList(QObject* parent)
    : QObject(parent), m_indexing([this](std::shared_ptr<const Indexes> indexes) {
        for (const auto& [id, index] : *indexes) {
          if (Run* run = change(id); run && run->here) run->index = index;
        }
      }) {
  m_open = &workspaceFor({});
}

void RunList::setMostBytes(std::size_t bytes) {
  m_mostBytes = bytes;
  if (putAway()) emit changed();
}

// Workspaces
// -----------------------------------------------------------------------------------------------------------

RunList::Workspace& RunList::workspaceFor(const std::string& scenario) {
  for (const auto& workspace : m_desks) {
    if (workspace->scenario == scenario) return *workspace;
  }
  Workspace& added = *m_desks.emplace_back(std::make_unique<Workspace>());
  added.scenario = scenario;
  added.lines.change({scenario, {}});
  return added;
}

void RunList::renameWorkspace(const std::string& before, const std::string& after) {
  Workspace& renamed = workspaceFor(before);
  renamed.scenario = after;
  renamed.lines.change({after, renamed.break_points});
  for (Closed& closed : m_closed) {
    if (closed.workspace == before) closed.workspace = after;
  }
  emit changed();
}

std::unique_ptr<RunList::Workspace> RunList::takeWorkspace(const std::string& scenario) {
  const auto found =
      std::ranges::find_if(m_desks, [&](const auto& workspace) { return workspace->scenario == scenario; });
  if (found == m_desks.end()) return nullptr;
  std::unique_ptr<Workspace> taken = std::move(*found);
  m_desks.erase(found);
  if (m_open == taken.get()) m_open = &workspaceFor({});
  emit toReadChanged();
  emit changed();
  return taken;
}

void RunList::putWorkspace(std::unique_ptr<Workspace> workspace) {
  m_desks.push_back(std::move(workspace));
  emit changed();
}

void RunList::openWorkspace(const std::string& scenario) {
  Workspace& here = *(m_open = &workspaceFor(scenario));
  if (const Run* run = find(here.shown); run && !run->here) {
    if (here.wanted == kNone) here.wanted = here.shown;
    here.shown = kNone;
  }
  if (here.wanted != kNone) {
    showNow(here, here.wanted);
  } else if (Run* run = change(here.shown)) {
    run->used = ++m_uses;
  }
  settle(here);
  emit shownChanged();
  emit toReadChanged();
  emit changed();
}

std::vector<const RunList::Workspace*> RunList::workspaces() const {
  std::vector<const Workspace*> all;
  for (const auto& workspace : m_desks) all.push_back(workspace.get());
  return all;
}

const RunList::Workspace* RunList::findWorkspace(const std::string& scenario) const {
  for (const auto& workspace : m_desks) {
    if (workspace->scenario == scenario) return workspace.get();
  }
  return nullptr;
}

RunList::Workspace* RunList::workspaceWith(RunId id) {
  for (const auto& workspace : m_desks) {
    if (std::ranges::find(workspace->runs, id, &Run::id) != workspace->runs.end()) return workspace.get();
  }
  return nullptr;
}

const RunList::Workspace& RunList::workspaceOf(RunId id) const {
  const Workspace* workspace = const_cast<RunList*>(this)->workspaceWith(id);
  return workspace ? *workspace : this->workspace();
}

void RunList::setGiven(const std::string& scenario, RunRequest given) {
  workspaceFor(scenario).given = std::move(given);
}

void RunList::setSaved() {
  for (const auto& workspace : m_desks) {
    workspace->settings.save();
    workspace->lines.save();
    for (Run& run : workspace->runs) run.notes.save();
  }
}

bool RunList::anyRuns() const {
  return std::ranges::any_of(m_desks, [](const auto& workspace) { return !workspace->runs.empty(); });
}

RunList::Run* RunList::change(RunId id) {
  Workspace* const workspace = workspaceWith(id);
  return workspace ? &*std::ranges::find(workspace->runs, id, &Run::id) : nullptr;
}

const RunList::Run* RunList::find(RunId id) const {
  return const_cast<RunList*>(this)->change(id);
}

// Runs come and grow
// -----------------------------------------------------------------------------------------------------------

RunList::Run& RunList::append(Workspace& workspace, Run run) {
  if (run.here) {
    run.info = run.trace.info();
    run.events = run.trace.size();
  }
  return workspace.runs.emplace_back(std::move(run));
}

RunId RunList::add(Run run) {
  run.id = m_next++;
  run.used = ++m_uses;
  const RunId id = append(open(), std::move(run)).id;
  settle(open());
  emit changed();
  return id;
}

RunId RunList::begin(const Trace& trace, bool manual, const std::optional<std::string>& scenario) {
  Workspace& workspace = scenario ? workspaceFor(*scenario) : open();
  Run run{{.manual = manual, .total_ns = 0}, m_next++, trace};
  run.used = ++m_uses;
  const RunId id = append(workspace, std::move(run)).id;
  workspace.wanted = kNone;
  workspace.other = workspace.shown;
  workspace.shown = id;
  settle(workspace);
  emit changed();
  return id;
}

void RunList::update(RunId id, const Trace& trace) {
  Run* run = change(id);
  if (!run) return;
  const bool goesOn = run->finished && trace.size() > run->trace.size();  // continued manually
  setRecord(*run, trace);
  if (goesOn) {
    run->finished = false;
    run->manual = true;
    run->index = nullptr;
    settle(*workspaceWith(id));
    emit changed();
  }
  if (workspaceWith(id) == &open()) emit grown();
}

void RunList::setRecord(Run& run, const Trace& trace) {
  run.trace = trace;
  run.info = trace.info();
  run.events = trace.size();
  run.here = true;
  run.stored = nullptr;
  ++run.version;
}

void RunList::finish(RunId id, const RunResult& result) {
  Run* run = change(id);
  if (!run || run->finished) return;
  run->finished = true;
  run->status = result.status;
  run->errors = result.errors;
  run->total_ns = reported_total_ns(run->trace);
  ++run->version;
  settle(*workspaceWith(id));
  emit changed();
}

void RunList::renew(RunId id, const Trace& trace) {
  Run* run = change(id);
  if (!run) return;
  setRecord(*run, trace);
  run->finished = false;
  run->index = nullptr;
  finish(id, RunResult{});
}

void RunList::repeated(RunId id, const Trace& trace) {
  Run* run = change(id);
  if (!run || !run->finished) return;
  setRecord(*run, trace);
  run->index = nullptr;
  run->total_ns = reported_total_ns(trace);
  settle(*workspaceWith(id));
  emit changed();
}

void RunList::setOutput(RunId id, const Output& output) {
  if (Run* run = change(id)) run->output = output;
}

void RunList::setRequest(RunId id, RunRequest request) {
  if (Run* run = change(id)) run->request = std::move(request);
}

void RunList::setPreview(RunId id, bool preview) {
  Run* run = change(id);
  if (run && std::exchange(run->preview, preview) != preview) emit changed();
}

void RunList::clear() {
  const bool had = anyRuns();
  m_desks.clear();
  m_open = &workspaceFor({});
  m_closed.clear();
  emit toReadChanged();
  if (had) emit changed();
}

// What the user does with them
// -----------------------------------------------------------------------------------------------------------

void RunList::setName(RunId id, const QString& typed) {
  const std::string name = without_directions(typed.toStdString());
  Run* run = change(id);
  if (!run || run->name == name) return;
  run->name = name;
  run->notes.change({run->name, run->bookmarks});
  settle(*workspaceWith(id));
  emit changed();
}

void RunList::setFlags(RunId id, const std::vector<Bookmark>& bookmarks) {
  Run* run = change(id);
  if (!run) return;
  run->bookmarks = bookmarks;
  run->notes.change({run->name, run->bookmarks});
}

void RunList::setView(RunId id, const ViewSettings& view) {
  if (Run* run = change(id)) run->view = view;
}

void RunList::move(RunId id, std::size_t place) {
  Workspace* workspace = workspaceWith(id);
  if (!workspace) return;
  auto& runs = workspace->runs;
  const auto run = std::ranges::find(runs, id, &Run::id);
  const auto to = runs.begin() + static_cast<std::ptrdiff_t>(std::min(place, runs.size() - 1));
  if (run == to) return;
  run < to ? std::rotate(run, run + 1, to + 1) : std::rotate(to, run, run + 1);
  settle(*workspace);
  emit changed();
}

void RunList::close(RunId id) {
  Workspace* workspace = workspaceWith(id);
  if (!workspace) return;
  const auto run = std::ranges::find(workspace->runs, id, &Run::id);
  const auto place = static_cast<std::size_t>(run - workspace->runs.begin());
  run->reading.reset();
  m_closed.push_back({workspace->scenario, place, std::move(*run)});
  workspace->runs.erase(run);
  const bool shown = workspace->shown == id;
  if (workspace->wanted == id) workspace->wanted = kNone;
  if (shown) {
    workspace->shown = kNone;
    const RunId other = workspaceWith(workspace->other) == workspace ? workspace->other : kNone;
    const RunId next = workspace->wanted != kNone ? workspace->wanted
                       : other != kNone           ? other
                       : workspace->runs.empty()
                           ? kNone
                           : workspace->runs[std::min(place, workspace->runs.size() - 1)].id;
    if (next != kNone) showNow(*workspace, next);
  }
  settle(*workspace);
  if (shown && workspace == &open()) emit shownChanged();
  emit toReadChanged();
  emit changed();
}

std::optional<std::string> RunList::closedFrom() const {
  return m_closed.empty() ? std::nullopt : std::optional(m_closed.back().workspace);
}

RunId RunList::reopen() {
  if (m_closed.empty()) return kNone;
  Closed closed = std::move(m_closed.back());
  m_closed.pop_back();
  Workspace& workspace = workspaceFor(closed.workspace);
  const RunId id = closed.run.id;
  const auto place = static_cast<std::ptrdiff_t>(std::min(closed.place, workspace.runs.size()));
  workspace.runs.insert(workspace.runs.begin() + place, std::move(closed.run));
  settle(workspace);
  if (&workspace == &open()) show(id);
  emit changed();
  return id;
}

// Of the open workspace
// -----------------------------------------------------------------------------------------------------------

void RunList::showNow(Workspace& workspace, RunId id) {
  Run& run = *change(id);
  run.used = ++m_uses;
  if (!run.here) {
    workspace.wanted = id;
    if (workspace.shown == id) workspace.shown = kNone;
    return;
  }
  workspace.wanted = kNone;
  if (workspace.shown == id) return;
  workspace.other = workspace.shown;
  workspace.shown = id;
}

void RunList::show(RunId id) {
  Workspace& workspace = open();
  if (workspaceWith(id) != &workspace || (id == workspace.shown && workspace.wanted == kNone) ||
      id == workspace.wanted)
    return;
  const RunId before = workspace.shown;
  showNow(workspace, id);
  settle(workspace);
  if (workspace.shown != before) emit shownChanged();
  emit toReadChanged();
  emit changed();
}

void RunList::setComparing(bool comparing) {
  if (comparing == workspace().comparing) return;
  open().comparing = comparing;
  emit toReadChanged();
  emit changed();
}

std::vector<const RunList::Run*> RunList::compared() const {
  std::vector<const Run*> runs;
  for (const Run& run : workspace().runs) {
    if (run.here && (run.chosen || run.id == workspace().shown)) runs.push_back(&run);
  }
  return runs;
}

void RunList::setChosen(RunId id, bool chosen) {
  Run* run = change(id);
  if (!run || run->chosen == chosen) return;
  run->chosen = chosen;
  run->used = ++m_uses;
  workspaceWith(id)->ticked = true;
  emit toReadChanged();
  emit changed();
}

void RunList::setTellsEnds(bool tells) {
  if (std::exchange(m_tellsEnds, tells) != tells) emit tellingChanged();
}

void RunList::setTicked(bool ticked) {
  open().ticked = ticked;
  settle(open());
}

void RunList::chooseNewest(Workspace& workspace) {
  const RunId shown = workspace.wanted != kNone ? workspace.wanted : workspace.shown;
  std::vector<RunId> newest;
  for (const Run& run : workspace.runs) {
    if (run.id != shown) newest.push_back(run.id);
  }
  std::sort(newest.rbegin(), newest.rend());
  newest.resize(std::min(newest.size(), kCompared - 1));
  for (Run& run : workspace.runs) {
    run.chosen = run.id == shown || std::ranges::find(newest, run.id) != newest.end();
  }
}

void RunList::setSettings(const WorkspaceSettings& settings) {
  static_cast<WorkspaceSettings&>(open()) = settings;
  open().program.reset();
  setNext(settings.next, settings.break_points);
  emit toReadChanged();
  emit changed();
}

void RunList::setNext(const std::optional<RunRequest>& next, const std::set<int>& breakPoints) {
  Workspace& here = open();
  here.next = next;
  here.break_points = breakPoints;
  here.lines.change({here.scenario, breakPoints});
  RunRequest set = next.value_or(RunRequest());
  set.source = {};  // its text is the program's
  here.settings.change(std::move(set));
}

void RunList::setAlignment(Alignment alignment, const std::string& mark) {
  if (alignment == workspace().aligned && mark == workspace().mark) return;
  open().aligned = alignment;
  open().mark = mark;
  emit changed();
}

// Records on the disk
// -----------------------------------------------------------------------------------------------------------

void RunList::setStored(RunId id, std::uint64_t version, std::shared_ptr<const StoredRun> stored) {
  Run* run = change(id);
  for (Closed& closed : m_closed) {
    if (closed.run.id == id) run = &closed.run;
  }
  if (!run || run->version != version) return;
  run->stored = std::move(stored);
  if (putAway()) emit changed();
}

bool RunList::needed(const Workspace& workspace, const Run& run) const {
  if (&workspace != &this->workspace()) return false;
  return run.id == workspace.shown || run.id == workspace.wanted || (comparing() && run.chosen);
}

std::vector<RunId> RunList::toRead() const {
  std::vector<RunId> ids;
  const auto lacks = [](const Run* run) { return run && !run->here && run->stored && run->lost.isEmpty(); };
  if (lacks(wanted())) ids.push_back(workspace().wanted);
  for (const Run& run : workspace().runs) {
    if (run.id != workspace().wanted && needed(workspace(), run) && lacks(&run)) ids.push_back(run.id);
  }
  return ids;
}

void RunList::setReading(RunId id, std::optional<int> percent) {
  Run* run = change(id);
  if (run && std::exchange(run->reading, percent) != percent) emit readingChanged(id);
}

void RunList::take(RunId id, const Trace& trace, std::shared_ptr<const LaneIndex> index) {
  Run* run = change(id);
  if (!run || run->here) return;
  run->trace = trace;
  run->index = std::move(index);
  run->events = trace.size();
  run->total_ns = reported_total_ns(trace);
  run->here = true;
  run->reading.reset();
  run->used = ++m_uses;
  Workspace& workspace = *workspaceWith(id);
  const bool shows = workspace.wanted == id;
  if (shows) showNow(workspace, id);
  settle(workspace);
  if (shows && &workspace == &open()) emit shownChanged();
  emit toReadChanged();
  emit changed();
}

void RunList::setLost(RunId id, const QString& why) {
  Run* run = change(id);
  if (!run) return;
  run->lost = why;
  run->reading.reset();
  Workspace& workspace = *workspaceWith(id);
  if (workspace.wanted == id) workspace.wanted = kNone;
  emit toReadChanged();
  emit changed();
}

bool RunList::putAway() {
  std::vector<std::pair<const Workspace*, Run*>> all;
  std::size_t bytes = 0;
  const auto count = [&](const Workspace* workspace, Run& run) {
    if (!run.here || !run.finished) return;
    bytes += run.trace.memory_bytes();
    all.emplace_back(workspace, &run);
  };
  for (const auto& workspace : m_desks) {
    for (Run& run : workspace->runs) count(workspace.get(), run);
  }
  for (Closed& closed : m_closed) count(nullptr, closed.run);
  std::ranges::sort(all,
                    [](const auto& one, const auto& two) { return one.second->used < two.second->used; });
  bool any = false;
  for (const auto& [workspace, run] : all) {
    if (bytes <= m_mostBytes) break;
    if (!run->stored || (workspace && needed(*workspace, *run))) continue;
    bytes -= run->trace.memory_bytes();
    run->trace = Trace();
    run->index = nullptr;
    run->here = false;
    any = true;
  }
  return any;
}

void RunList::makeIndexes() {
  std::vector<std::pair<RunId, Trace>> lacking;
  for (const auto& workspace : m_desks) {
    for (const Run& run : workspace->runs) {
      if (run.finished && run.here && !run.index) lacking.emplace_back(run.id, run.trace);
    }
  }
  m_indexing.forget();  // what is being made may be of a record that was renewed
  if (lacking.empty()) return;
  m_indexing.start([lacking = std::move(lacking)](const std::atomic<bool>& stop) {
    Indexes made;
    for (const auto& [id, trace] : lacking) {
      if (stop) throw Stopped();
      made.emplace_back(id, std::make_shared<const LaneIndex>(trace));
    }
    return made;
  });
}

void RunList::settle(Workspace& workspace) {
  if (!workspace.ticked) chooseNewest(workspace);
  makeIndexes();
  putAway();
  std::vector<TraceInfo> infos;
  for (const Run& run : workspace.runs) infos.push_back(run.info);
  const std::vector<Message> labels = run_labels(infos);
  for (std::size_t i = 0; i < workspace.runs.size(); ++i) {
    Run& run = workspace.runs[i];
    run.label = run.name.empty() ? toText(labels[i]) : QString::fromStdString(run.name);
  }
  if (workspace.other != workspace.shown &&
      std::ranges::find(workspace.runs, workspace.other, &Run::id) != workspace.runs.end())
    return;
  workspace.other = kNone;
  for (const Run& run : workspace.runs) {
    if (run.id != workspace.shown) workspace.other = run.id;
  }
}

}  // namespace runahead::gui
