// SPDX-License-Identifier: GPL-3.0-or-later
// Adding, choosing and forgetting runs.
// Not here: their names (run_labels.cpp).
#include "gui/runs/run_list.h"

#include <algorithm>

#include "core/analysis/summary.h"
#include "gui/runs/run_labels.h"

namespace runahead::gui {

RunList::RunList(QObject* parent, std::size_t most_bytes) : QObject(parent), m_mostBytes(most_bytes) {}

const RunList::Run* RunList::find(int id) const {
  const auto found =
      std::find_if(m_runs.begin(), m_runs.end(), [id](const Run& run) { return run.id == id; });
  return found == m_runs.end() ? nullptr : &*found;
}

void RunList::begin(const Trace& trace) {
  m_runs.push_back({.id = m_next++, .trace = trace, .label = {}});
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
  finish(id, RunResult{});
}

void RunList::replaceCurrent(const Trace& trace) {
  if (m_runs.empty()) return;
  const bool was_shown = newestShown();
  m_runs.back() = {.id = m_next++, .trace = trace, .label = {}};
  if (was_shown) m_shown = m_runs.back().id;
  settle();
  if (was_shown) emit shownChanged();
  emit changed();
}

void RunList::clear() {
  if (m_runs.empty()) return;
  m_runs.clear();
  m_shown = m_other = 0;
  m_beside = false;
  emit changed();
}

void RunList::show(int id) {
  if (id == m_shown || !find(id)) return;
  m_other = m_shown;
  m_shown = id;
  emit shownChanged();
  emit changed();
}

void RunList::setOther(int id) {
  if (id == m_other || id == m_shown || !find(id)) return;
  m_other = id;
  emit changed();
}

void RunList::setBeside(bool beside) {
  if (beside == m_beside) return;
  m_beside = beside;
  emit changed();
}

void RunList::settle() {
  const auto tooMuch = [this] {
    std::size_t bytes = 0;
    for (const Run& run : m_runs) bytes += run.trace.memory_bytes();
    return m_runs.size() > kMost || (m_runs.size() > 2 && bytes > m_mostBytes);
  };
  while (tooMuch()) {
    // Of more than two runs one is neither on show nor the newest; the one beside goes last.
    const auto dispensable = [this](bool other_too) {
      return std::find_if(m_runs.begin(), m_runs.end() - 1, [&](const Run& run) {
        return run.id != m_shown && (other_too || run.id != m_other);
      });
    };
    const auto oldest = dispensable(false);
    m_runs.erase(oldest != m_runs.end() - 1 ? oldest : dispensable(true));
  }
  std::vector<TraceInfo> infos;
  for (const Run& run : m_runs) infos.push_back(run.trace.info());
  const QStringList labels = runLabels(infos);
  for (std::size_t i = 0; i < m_runs.size(); ++i) m_runs[i].label = labels[static_cast<qsizetype>(i)];
  if (m_other != m_shown && find(m_other)) return;
  m_other = 0;
  for (const Run& run : m_runs) {
    if (run.id != m_shown) m_other = run.id;
  }
}

}  // namespace runahead::gui
