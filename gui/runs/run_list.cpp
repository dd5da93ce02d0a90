// SPDX-License-Identifier: GPL-3.0-or-later
// Adding, choosing, closing and putting away runs.
// Not here: their names (core/analysis/comparison.h), reading them (run_reader.cpp).
#include "gui/runs/run_list.h"

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
  m_open = &deskFor({});
}

void RunList::setMostBytes(std::size_t bytes) {
  m_mostBytes = bytes;
  if (putAway()) emit changed();
}

// Desks
// -----------------------------------------------------------------------------------------------------------

RunList::Desk& RunList::deskFor(const std::string& scenario) {
  for (const auto& desk : m_desks) {
    if (desk->scenario == scenario) return *desk;
  }
  return *m_desks.emplace_back(std::make_unique<Desk>(Desk{.scenario = scenario}));
}

void RunList::renameDesk(const std::string& before, const std::string& after) {
  deskFor(before).scenario = after;
  for (Closed& closed : m_closed) {
    if (closed.desk == before) closed.desk = after;
  }
  emit changed();
}

std::unique_ptr<RunList::Desk> RunList::takeDesk(const std::string& scenario) {
  const auto found =
      std::ranges::find_if(m_desks, [&](const auto& desk) { return desk->scenario == scenario; });
  if (found == m_desks.end()) return nullptr;
  std::unique_ptr<Desk> taken = std::move(*found);
  m_desks.erase(found);
  if (m_open == taken.get()) m_open = &deskFor({});
  emit toReadChanged();
  emit changed();
  return taken;
}

void RunList::putDesk(std::unique_ptr<Desk> desk) {
  m_desks.push_back(std::move(desk));
  emit changed();
}

void RunList::openDesk(const std::string& scenario) {
  Desk& here = *(m_open = &deskFor(scenario));
  if (const Run* run = find(here.shown); run && !run->here) {
    if (here.wanted == 0) here.wanted = here.shown;
    here.shown = 0;
  }
  if (here.wanted != 0) {
    showNow(here, here.wanted);
  } else if (Run* run = change(here.shown)) {
    run->used = ++m_uses;
  }
  settle(here);
  emit shownChanged();
  emit toReadChanged();
  emit changed();
}

std::vector<const RunList::Desk*> RunList::desks() const {
  std::vector<const Desk*> all;
  for (const auto& desk : m_desks) all.push_back(desk.get());
  return all;
}

const RunList::Desk* RunList::findDesk(const std::string& scenario) const {
  for (const auto& desk : m_desks) {
    if (desk->scenario == scenario) return desk.get();
  }
  return nullptr;
}

RunList::Desk* RunList::deskWith(int id) {
  for (const auto& desk : m_desks) {
    if (std::ranges::find(desk->runs, id, &Run::id) != desk->runs.end()) return desk.get();
  }
  return nullptr;
}

const RunList::Desk& RunList::deskOf(int id) const {
  const Desk* desk = const_cast<RunList*>(this)->deskWith(id);
  return desk ? *desk : this->desk();
}

void RunList::setLook(const std::string& scenario, Look look) {
  deskFor(scenario).look = std::move(look);
}

void RunList::setMore(const std::string& scenario, const std::string& more) {
  deskFor(scenario).more = more;
}

void RunList::setGiven(const std::string& scenario, RunRequest given) {
  deskFor(scenario).given = std::move(given);
}

bool RunList::anyRuns() const {
  return std::ranges::any_of(m_desks, [](const auto& desk) { return !desk->runs.empty(); });
}

RunList::Run* RunList::change(int id) {
  Desk* const desk = deskWith(id);
  return desk ? &*std::ranges::find(desk->runs, id, &Run::id) : nullptr;
}

const RunList::Run* RunList::find(int id) const {
  return const_cast<RunList*>(this)->change(id);
}

// Runs come and grow
// -----------------------------------------------------------------------------------------------------------

RunList::Run& RunList::append(Desk& desk, Run run) {
  if (run.here) {
    run.info = run.trace.info();
    run.events = run.trace.size();
  }
  return desk.runs.emplace_back(std::move(run));
}

int RunList::add(Run run) {
  run.id = m_next++;
  run.used = ++m_uses;
  const int id = append(open(), std::move(run)).id;
  settle(open());
  emit changed();
  return id;
}

int RunList::begin(const Trace& trace, bool byHand, const std::optional<std::string>& scenario) {
  Desk& desk = scenario ? deskFor(*scenario) : open();
  const int id = append(desk, {.id = m_next++, .trace = trace, .byHand = byHand, .used = ++m_uses}).id;
  desk.wanted = 0;
  desk.other = desk.shown;
  desk.shown = id;
  if (&desk != &open()) {  // how another run was looked at there
    Look look;
    look.next = std::move(desk.look.next);
    look.breakPoints = std::move(desk.look.breakPoints);
    desk.look = std::move(look);
  }
  settle(desk);
  emit changed();
  return id;
}

void RunList::update(int id, const Trace& trace) {
  Run* run = change(id);
  if (!run) return;
  const bool goesOn = run->finished && trace.size() > run->trace.size();  // driven on by hand
  setRecord(*run, trace);
  if (goesOn) {
    run->finished = false;
    run->byHand = true;
    run->index = nullptr;
    settle(*deskWith(id));
    emit changed();
  }
  if (deskWith(id) == &open()) emit grown();
}

void RunList::setRecord(Run& run, const Trace& trace) {
  run.trace = trace;
  run.info = trace.info();
  run.events = trace.size();
  run.here = true;
  run.stored = nullptr;
  ++run.version;
}

void RunList::finish(int id, const RunResult& result) {
  Run* run = change(id);
  if (!run || run->finished) return;
  run->finished = true;
  run->result = result;
  run->result.value.reset();
  run->totalNs = reported_total_ns(run->trace);
  ++run->version;
  settle(*deskWith(id));
  emit changed();
}

void RunList::renew(int id, const Trace& trace) {
  Run* run = change(id);
  if (!run) return;
  setRecord(*run, trace);
  run->finished = false;
  run->index = nullptr;
  finish(id, RunResult{});
}

void RunList::repeated(int id, const Trace& trace) {
  Run* run = change(id);
  if (!run || !run->finished) return;
  setRecord(*run, trace);
  run->index = nullptr;
  run->totalNs = reported_total_ns(trace);
  settle(*deskWith(id));
  emit changed();
}

void RunList::setOutput(int id, const Output& output) {
  if (Run* run = change(id)) run->output = output;
}

void RunList::setRequest(int id, RunRequest request) {
  if (Run* run = change(id)) run->request = std::move(request);
}

void RunList::setPassing(int id, bool passing) {
  Run* run = change(id);
  if (run && std::exchange(run->passing, passing) != passing) emit changed();
}

void RunList::clear() {
  const bool had = anyRuns();
  m_desks.clear();
  m_open = &deskFor({});
  m_closed.clear();
  emit toReadChanged();
  if (had) emit changed();
}

// What somebody does with them
// -----------------------------------------------------------------------------------------------------------

void RunList::setName(int id, const QString& typed) {
  const QString name = QString::fromStdString(without_directions(typed.toStdString()));
  Run* run = change(id);
  if (!run || run->name == name) return;
  run->name = name;
  settle(*deskWith(id));
  emit changed();
}

void RunList::setFlags(int id, const std::vector<Flag>& flags) {
  if (Run* run = change(id)) run->flags = flags;
}

void RunList::move(int id, std::size_t place) {
  Desk* desk = deskWith(id);
  if (!desk) return;
  auto& runs = desk->runs;
  const auto run = std::ranges::find(runs, id, &Run::id);
  const auto to = runs.begin() + static_cast<std::ptrdiff_t>(std::min(place, runs.size() - 1));
  if (run == to) return;
  run < to ? std::rotate(run, run + 1, to + 1) : std::rotate(to, run, run + 1);
  settle(*desk);
  emit changed();
}

void RunList::close(int id) {
  Desk* desk = deskWith(id);
  if (!desk) return;
  const auto run = std::ranges::find(desk->runs, id, &Run::id);
  const auto place = static_cast<std::size_t>(run - desk->runs.begin());
  run->reading.reset();
  m_closed.push_back({desk->scenario, place, std::move(*run)});
  desk->runs.erase(run);
  const bool shown = desk->shown == id;
  if (desk->wanted == id) desk->wanted = 0;
  if (shown) {
    desk->shown = 0;
    const int other = deskWith(desk->other) == desk ? desk->other : 0;
    const int next = desk->wanted != 0    ? desk->wanted
                     : other != 0         ? other
                     : desk->runs.empty() ? 0
                                          : desk->runs[std::min(place, desk->runs.size() - 1)].id;
    if (next != 0) showNow(*desk, next);
  }
  settle(*desk);
  if (shown && desk == &open()) emit shownChanged();
  emit toReadChanged();
  emit changed();
}

std::optional<std::string> RunList::closedFrom() const {
  return m_closed.empty() ? std::nullopt : std::optional(m_closed.back().desk);
}

int RunList::reopen() {
  if (m_closed.empty()) return 0;
  Closed closed = std::move(m_closed.back());
  m_closed.pop_back();
  Desk& desk = deskFor(closed.desk);
  const int id = closed.run.id;
  const auto place = static_cast<std::ptrdiff_t>(std::min(closed.place, desk.runs.size()));
  desk.runs.insert(desk.runs.begin() + place, std::move(closed.run));
  settle(desk);
  if (&desk == &open()) show(id);
  emit changed();
  return id;
}

// Of the open desk
// -----------------------------------------------------------------------------------------------------------

void RunList::showNow(Desk& desk, int id) {
  Run& run = *change(id);
  run.used = ++m_uses;
  if (!run.here) {
    desk.wanted = id;
    if (desk.shown == id) desk.shown = 0;
    return;
  }
  desk.wanted = 0;
  if (desk.shown == id) return;
  desk.other = desk.shown;
  desk.shown = id;
}

void RunList::show(int id) {
  Desk& desk = open();
  if (deskWith(id) != &desk || (id == desk.shown && desk.wanted == 0) || id == desk.wanted) return;
  const int before = desk.shown;
  showNow(desk, id);
  settle(desk);
  if (desk.shown != before) emit shownChanged();
  emit toReadChanged();
  emit changed();
}

void RunList::setComparing(bool comparing) {
  if (comparing == desk().comparing) return;
  open().comparing = comparing;
  emit toReadChanged();
  emit changed();
}

std::vector<const RunList::Run*> RunList::compared() const {
  std::vector<const Run*> runs;
  for (const Run& run : desk().runs) {
    if (run.here && (run.chosen || run.id == desk().shown)) runs.push_back(&run);
  }
  return runs;
}

void RunList::setChosen(int id, bool chosen) {
  Run* run = change(id);
  if (!run || run->chosen == chosen) return;
  run->chosen = chosen;
  run->used = ++m_uses;
  deskWith(id)->ticked = true;
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

void RunList::chooseNewest(Desk& desk) {
  const int shown = desk.wanted != 0 ? desk.wanted : desk.shown;
  std::vector<int> newest;
  for (const Run& run : desk.runs) {
    if (run.id != shown) newest.push_back(run.id);
  }
  std::sort(newest.rbegin(), newest.rend());
  newest.resize(std::min(newest.size(), kCompared - 1));
  for (Run& run : desk.runs) {
    run.chosen = run.id == shown || std::ranges::find(newest, run.id) != newest.end();
  }
}

void RunList::setAlignment(Alignment alignment, const std::string& mark) {
  if (alignment == desk().alignment && mark == desk().alignedMark) return;
  open().alignment = alignment;
  open().alignedMark = mark;
  emit changed();
}

// Records on the disk
// -----------------------------------------------------------------------------------------------------------

void RunList::setStored(int id, std::uint64_t version, std::shared_ptr<const StoredRun> stored) {
  Run* run = change(id);
  for (Closed& closed : m_closed) {
    if (closed.run.id == id) run = &closed.run;
  }
  if (!run || run->version != version) return;
  run->stored = std::move(stored);
  if (putAway()) emit changed();
}

bool RunList::needed(const Desk& desk, const Run& run) const {
  if (&desk != &this->desk()) return false;
  return run.id == desk.shown || run.id == desk.wanted || (comparing() && run.chosen);
}

std::vector<int> RunList::toRead() const {
  std::vector<int> ids;
  const auto lacks = [](const Run* run) { return run && !run->here && run->stored && run->lost.isEmpty(); };
  if (lacks(wanted())) ids.push_back(desk().wanted);
  for (const Run& run : desk().runs) {
    if (run.id != desk().wanted && needed(desk(), run) && lacks(&run)) ids.push_back(run.id);
  }
  return ids;
}

void RunList::setReading(int id, std::optional<int> percent) {
  Run* run = change(id);
  if (run && std::exchange(run->reading, percent) != percent) emit readingChanged(id);
}

void RunList::take(int id, const Trace& trace, std::shared_ptr<const LaneIndex> index) {
  Run* run = change(id);
  if (!run || run->here) return;
  run->trace = trace;
  run->index = std::move(index);
  run->events = trace.size();
  run->totalNs = reported_total_ns(trace);
  run->here = true;
  run->reading.reset();
  run->used = ++m_uses;
  Desk& desk = *deskWith(id);
  const bool shows = desk.wanted == id;
  if (shows) showNow(desk, id);
  settle(desk);
  if (shows && &desk == &open()) emit shownChanged();
  emit toReadChanged();
  emit changed();
}

void RunList::setLost(int id, const QString& why) {
  Run* run = change(id);
  if (!run) return;
  run->lost = why;
  run->reading.reset();
  Desk& desk = *deskWith(id);
  if (desk.wanted == id) desk.wanted = 0;
  emit toReadChanged();
  emit changed();
}

bool RunList::putAway() {
  std::vector<std::pair<const Desk*, Run*>> all;
  std::size_t bytes = 0;
  const auto count = [&](const Desk* desk, Run& run) {
    if (!run.here || !run.finished) return;
    bytes += run.trace.memory_bytes();
    all.emplace_back(desk, &run);
  };
  for (const auto& desk : m_desks) {
    for (Run& run : desk->runs) count(desk.get(), run);
  }
  for (Closed& closed : m_closed) count(nullptr, closed.run);
  std::ranges::sort(all,
                    [](const auto& one, const auto& two) { return one.second->used < two.second->used; });
  bool any = false;
  for (const auto& [desk, run] : all) {
    if (bytes <= m_mostBytes) break;
    if (!run->stored || (desk && needed(*desk, *run))) continue;
    bytes -= run->trace.memory_bytes();
    run->trace = Trace();
    run->index = nullptr;
    run->here = false;
    any = true;
  }
  return any;
}

void RunList::makeIndexes() {
  std::vector<std::pair<int, Trace>> lacking;
  for (const auto& desk : m_desks) {
    for (const Run& run : desk->runs) {
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

void RunList::settle(Desk& desk) {
  if (!desk.ticked) chooseNewest(desk);
  makeIndexes();
  putAway();
  std::vector<TraceInfo> infos;
  for (const Run& run : desk.runs) infos.push_back(run.info);
  const std::vector<std::string> labels = run_labels(infos);
  for (std::size_t i = 0; i < desk.runs.size(); ++i) {
    Run& run = desk.runs[i];
    run.label = run.name.isEmpty() ? QString::fromStdString(labels[i]) : run.name;
  }
  if (desk.other != desk.shown && std::ranges::find(desk.runs, desk.other, &Run::id) != desk.runs.end())
    return;
  desk.other = 0;
  for (const Run& run : desk.runs) {
    if (run.id != desk.shown) desk.other = run.id;
  }
}

}  // namespace runahead::gui
