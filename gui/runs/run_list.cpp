// SPDX-License-Identifier: GPL-3.0-or-later
// Adding, choosing and forgetting runs.
// Not here: their names (core/analysis/comparison.h).
#include "gui/runs/run_list.h"

#include <algorithm>

#include "core/analysis/summary.h"

namespace runahead::gui {

RunList::RunList(QObject* parent, std::size_t most_bytes)
    : QObject(parent),
      m_indexing([this](std::shared_ptr<const Indexes> indexes) {
        for (const auto& [id, index] : *indexes) {
          for (Run& run : m_runs) {
            if (run.id == id) run.index = index;
          }
        }
      }),
      m_mostBytes(most_bytes) {}

const RunList::Run* RunList::find(int id) const {
  const auto found =
      std::find_if(m_runs.begin(), m_runs.end(), [id](const Run& run) { return run.id == id; });
  return found == m_runs.end() ? nullptr : &*found;
}

void RunList::append(const Trace& trace) {
  const auto chosen = std::count_if(m_runs.begin(), m_runs.end(), [](const Run& run) { return run.chosen; });
  m_runs.push_back(
      {.id = m_next++, .trace = trace, .label = {}, .chosen = static_cast<std::size_t>(chosen) < kCompared});
}

int RunList::add(const Trace& trace, const RunResult& result, std::shared_ptr<const LaneIndex> index) {
  append(trace);
  Run& run = m_runs.back();
  run.finished = true;
  run.result = result;
  run.totalNs = total_ns(trace);
  run.index = std::move(index);
  const int id = run.id;
  settle();
  emit changed();
  return id;
}

void RunList::begin(const Trace& trace, bool byHand) {
  append(trace);
  m_runs.back().byHand = byHand;
  m_other = m_shown;
  m_shown = m_runs.back().id;
  settle();
  emit changed();
}

void RunList::update(const Trace& trace) {
  if (!m_runs.empty()) update(m_runs.back().id, trace);
}

void RunList::update(int id, const Trace& trace) {
  const auto run = std::find_if(m_runs.begin(), m_runs.end(), [id](const Run& one) { return one.id == id; });
  if (run == m_runs.end()) return;
  run->trace = trace;
  emit grown();
}

void RunList::finish(const RunResult& result) {
  if (!m_runs.empty()) finish(m_runs.back().id, result);
}

void RunList::finish(int id, const RunResult& result) {
  const auto found =
      std::find_if(m_runs.begin(), m_runs.end(), [id](const Run& one) { return one.id == id; });
  if (found == m_runs.end() || found->finished) return;
  Run& run = *found;
  run.finished = true;
  run.result = result;
  run.result.value.reset();
  run.totalNs = total_ns(run.trace);
  settle();
  emit changed();
}

void RunList::renew(int id, const Trace& trace) {
  const auto run = std::find_if(m_runs.begin(), m_runs.end(), [id](const Run& one) { return one.id == id; });
  if (run == m_runs.end()) return;
  run->trace = trace;
  run->finished = false;
  run->index = nullptr;
  finish(id, RunResult{});
}

void RunList::replaceCurrent(const Trace& trace) {
  if (m_runs.empty()) return;
  const bool was_shown = newestShown();
  m_runs.back() = {.id = m_next++, .trace = trace, .label = {}, .chosen = m_runs.back().chosen};
  if (was_shown) m_shown = m_runs.back().id;
  settle();
  if (was_shown) emit shownChanged();
  emit changed();
}

void RunList::clear() {
  if (m_runs.empty()) return;
  m_runs.clear();
  m_shown = m_other = 0;
  m_comparing = false;
  m_alignment = Alignment::begin;
  m_alignedMark.clear();
  emit changed();
}

void RunList::show(int id) {
  if (id == m_shown || !find(id)) return;
  m_other = m_shown;
  m_shown = id;
  settle();
  emit shownChanged();
  emit changed();
}

void RunList::setComparing(bool comparing) {
  if (comparing == m_comparing) return;
  m_comparing = comparing;
  emit changed();
}

std::vector<const RunList::Run*> RunList::compared() const {
  std::vector<const Run*> runs;
  for (const Run& run : m_runs) {
    if (run.chosen || run.id == m_shown) runs.push_back(&run);
  }
  return runs;
}

void RunList::setChosen(int id, bool chosen) {
  const auto run = std::find_if(m_runs.begin(), m_runs.end(), [id](const Run& one) { return one.id == id; });
  if (run == m_runs.end() || run->chosen == chosen) return;
  run->chosen = chosen;
  emit changed();
}

void RunList::setAlignment(Alignment alignment, const std::string& mark) {
  if (alignment == m_alignment && mark == m_alignedMark) return;
  m_alignment = alignment;
  m_alignedMark = mark;
  emit changed();
}

void RunList::makeIndexes() {
  std::vector<std::pair<int, Trace>> lacking;
  for (const Run& run : m_runs) {
    if (run.finished && !run.index) lacking.emplace_back(run.id, run.trace);
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

void RunList::settle() {
  makeIndexes();
  const auto tooMuch = [this] {
    std::size_t bytes = 0;
    for (const Run& run : m_runs) bytes += run.trace.finished() ? run.trace.memory_bytes() : 0;
    return m_runs.size() > kMost || (m_runs.size() > 2 && bytes > m_mostBytes);
  };
  while (tooMuch()) {
    // Of more than two runs one is neither on show nor the newest; those that are compared go last.
    const auto needed = [this](const Run& run) {
      return run.id == m_shown ? 3 : run.id == m_other ? 2 : run.chosen && m_comparing ? 1 : 0;
    };
    m_runs.erase(std::min_element(m_runs.begin(), m_runs.end() - 1,
                                  [&](const Run& one, const Run& two) { return needed(one) < needed(two); }));
  }
  std::vector<TraceInfo> infos;
  for (const Run& run : m_runs) infos.push_back(run.trace.info());
  const std::vector<std::string> labels = run_labels(infos);
  for (std::size_t i = 0; i < m_runs.size(); ++i) m_runs[i].label = QString::fromStdString(labels[i]);
  if (m_other != m_shown && find(m_other)) return;
  m_other = 0;
  for (const Run& run : m_runs) {
    if (run.id != m_shown) m_other = run.id;
  }
}

}  // namespace runahead::gui
