// SPDX-License-Identifier: GPL-3.0-or-later
// From (trace, cursor) to texts.
#include "gui/export/page_states.h"

#include <algorithm>
#include <utility>

#include "core/analysis/narration.h"
#include "core/analysis/summary.h"
#include "core/trace/ending.h"
#include "gui/export/figure_content.h"
#include "gui/listing/line_words.h"
#include "gui/panes/state_facts.h"
#include "gui/text/format.h"
#include "gui/text/run_text.h"
#include "gui/text/words.h"
#include "gui/timeline/chart_content.h"

namespace runahead::gui {
namespace {

const QString kTab = QStringLiteral("\t");

/// Where a run's keys stand; its lines come last.
enum Place { kQueue, kCounts, kTaskList, kLive, kPool, kResident, kFirstVariable };
constexpr int kFirstLine = kFirstVariable + static_cast<int>(PageStates::kVariables);

QString number(TaskState state) {
  return QString::number(static_cast<int>(state));
}

QString namedAt(const Trace& trace, Seq cursor, const auto& name) {
  if (cursor == 0) return {};
  const Event event = trace.event(cursor - 1);
  switch (event.kind) {
    case EventKind::statement_begin:
    case EventKind::statement_end:
      return name('s', event.id);
    case EventKind::wait_begin:
    case EventKind::wait_end:
      return name('w', event.id);
    case EventKind::enqueue:
    case EventKind::ready:
    case EventKind::start:
    case EventKind::end:
    case EventKind::defer:
    case EventKind::eliminate:
      return name('t', event.id);
    default:
      return {};
  }
}

/// Whether such an event can change a row of a variable. They take longest to find.
bool concernsVariables(EventKind kind) {
  switch (kind) {
    case EventKind::enqueue:
    case EventKind::ready:
    case EventKind::start:
    case EventKind::end:
    case EventKind::allocate:
    case EventKind::release:
    case EventKind::defer:
    case EventKind::eliminate:
      return true;
    default:
      return false;
  }
}

/// Of the longest program.
int longestProgram(const FigureOptions& options) {
  qsizetype most = options.listing.size();
  for (const QStringList& lines : options.listings) most = std::max(most, lines.size());
  return static_cast<int>(most);
}

}  // namespace

QString partName(char kind, std::uint32_t id, std::size_t run) {
  const QString name = QLatin1Char(kind) + QString::number(id);
  return run == 0 ? name : runLetter(static_cast<int>(run)) + QLatin1Char('.') + name;
}

PageStates::PageStates(std::span<const Trace> traces, const FigureOptions& options)
    : m_traces(traces),
      m_shifts_ns(figureShifts(traces, options)),
      m_runs(traces.size()),
      m_lines(longestProgram(options)),
      m_keys{QStringLiteral("said"), QStringLiteral("error"), QStringLiteral("where"),
             QStringLiteral("named")} {
  for (std::size_t run = 0; run < traces.size(); ++run) {
    const QString own = QString::number(run) + QLatin1Char('.');
    m_runs[run].keys = static_cast<int>(m_keys.size());
    m_runs[run].lines.resize(static_cast<std::size_t>(m_lines));
    for (const char* name : {"queue", "counts", "tasks", "live", "pool", "resident"})
      m_keys << own + QLatin1String(name);
    for (std::size_t i = 0; i < kVariables; ++i) m_keys << own + QStringLiteral("variable.%1").arg(i);
    for (int line = 1; line <= m_lines; ++line) m_keys << own + QStringLiteral("line.%1").arg(line);
  }
  m_texts.resize(static_cast<std::size_t>(m_keys.size()));
  FigureStep before{std::vector<Seq>(traces.size(), 0), 0, 0};
  before.ns = *std::ranges::min_element(m_shifts_ns);
  m_steps.push_back(before);
  const std::vector<FigureStep> steps = figureSteps(traces, options, StepKind::event, kMostSteps);
  m_leavesOut = steps.size() > kMostSteps;
  m_steps.insert(m_steps.end(), steps.begin(), m_leavesOut ? steps.end() - 1 : steps.end());
  if (!m_leavesOut) return;
  FigureStep end = m_steps.back();
  for (std::size_t run = 0; run < traces.size(); ++run) {
    end.cursors[run] = traces[run].size();
    const std::int64_t ns = traces[run].end_ns() + m_shifts_ns[run];
    if (ns > end.ns) end = {end.cursors, ns, run};
  }
  m_steps.push_back(std::move(end));
}

std::size_t PageStates::stepOf(std::uint32_t run, Seq cursor) const {
  const auto found = std::ranges::partition_point(
      m_steps, [&](const FigureStep& step) { return step.cursors[run] < cursor; });
  return static_cast<std::size_t>(found - m_steps.begin());
}

bool PageStates::reaches(std::uint32_t run, Seq cursor) const {
  const std::size_t step = stepOf(run, cursor);
  return step < m_steps.size() && m_steps[step].cursors[run] == cursor;
}

bool PageStates::isStop(std::size_t index) const {
  if (index == 0 || index + 1 == m_steps.size()) return true;
  const FigureStep& step = m_steps[index];
  const Seq cursor = step.cursors[step.run];
  return cursor > 0 && m_traces[step.run].event(cursor - 1).kind == EventKind::statement_begin;
}

/// How compared runs ended, each.
QString PageStates::ends() const {
  QStringList all;
  for (std::size_t run = 0; run < m_traces.size(); ++run) {
    const QString letter = runLetter(static_cast<int>(run));
    const std::int64_t total = reported_total_ns(m_traces[run]);
    all << (ended(m_traces[run]) == RunEnd::completed && total > 0
                ? tr("%1: The run is over; its total time is %2.").arg(letter, formatTime(total))
                : tr("%1: %2").arg(letter, toText(narrate(m_traces[run], m_traces[run].size()))));
  }
  return all.join(QLatin1Char(' '));
}

void PageStates::put(int key, const QString& text) {
  QString& known = m_texts[static_cast<std::size_t>(key)];
  if (known == text) return;
  known = text;
  m_changes.push_back({key, text});
}

QString PageStates::said(std::size_t index) const {
  const bool several = m_traces.size() > 1;
  if (several && index > 0 && index + 1 == m_steps.size()) return ends();
  const FigureStep& step = m_steps[index];
  const QString said = toText(narrate(m_traces[step.run], step.cursors[step.run]));
  return several && index > 0 ? tr("%1: %2").arg(runLetter(static_cast<int>(step.run)), said) : said;
}

std::vector<PageChange> PageStates::next() {
  const std::size_t index = m_next++;
  const FigureStep& step = m_steps[index];
  const Trace& trace = m_traces[step.run];
  const Seq cursor = step.cursors[step.run];
  const bool several = m_traces.size() > 1;
  put(kSaid, said(index));
  put(kError, tellsError(trace, cursor) ? QStringLiteral("1") : QString());
  const QString place = several ? tr("step %1 of %2").arg(formatCount(index), formatCount(m_steps.size() - 1))
                                : tr("event %1 of %2").arg(formatCount(cursor), formatCount(trace.size()));
  put(kWhere, tr("%1, %2").arg(place, formatTime(step.ns)));
  put(kNamed,
      namedAt(trace, cursor, [&](char kind, std::uint32_t id) { return partName(kind, id, step.run); }));
  for (std::size_t run = 0; run < m_traces.size(); ++run) {
    if (m_runs[run].cursor != step.cursors[run]) find(run, step.cursors[run]);
  }
  return std::exchange(m_changes, {});
}

void PageStates::find(std::size_t run, Seq cursor) {
  const Trace& trace = m_traces[run];
  Run& own = m_runs[run];
  const bool next = own.cursor && *own.cursor + 1 == cursor;
  const bool same = next && !concernsVariables(trace.event(cursor - 1).kind);
  own.cursor = cursor;
  while (!own.fold.moveTo(trace, cursor)) continue;
  for (int line = 1; line <= m_lines; ++line) {
    const LineStatus status = own.fold.at(trace, line);
    LineStatus& known = own.lines[static_cast<std::size_t>(line - 1)];
    if (status == known) continue;
    known = status;
    const bool reached = status.state != LineState::untouched;
    put(key(run, kFirstLine + line - 1),
        reached ? QStringList{number(glyphOf(status.state)), formatCount(status.iterations),
                              lineWords(trace, status).simplified(),
                              status.current ? QStringLiteral("1") : QString()}
                      .join(kTab)
                : QString());
  }
  const Counters counters = trace.counters_at(cursor);
  findQueue(run, cursor, counters);
  if (!same) findVariables(run, cursor);
  QStringList inUse;
  for (const MemoryId memory : trace.memories())
    inUse << bytesOn(trace, memory, counters.memories[memory].live);
  put(key(run, kLive), inUse.join(QStringLiteral(", ")));
  if (trace.counter_range(0, trace.size()).max.pool_bytes > 0)
    put(key(run, kPool), formatBytes(counters.pool_bytes));
  if (hasResident(trace)) put(key(run, kResident), formatGrowth(counters.resident_bytes));
}

void PageStates::findQueue(std::size_t run, Seq cursor, const Counters& counters) {
  put(key(run, kQueue), tr("Queue %1").arg(formatCount(counters.blocked + counters.ready)));
  QStringList counts{tr("%1 ready").arg(formatCount(counters.ready)),
                     tr("%1 blocked").arg(formatCount(counters.blocked)),
                     tr("%1 running").arg(formatCount(counters.running))};
  if (counters.deferred > 0) counts << tr("%1 recorded").arg(formatCount(counters.deferred));
  put(key(run, kCounts), counts.join(QStringLiteral(", ")));
  QStringList tasks;
  for (const QueueEntry& entry : queueAt(m_traces[run], cursor, 0, kTasks)) {
    tasks << QString::number(entry.task) + QLatin1Char('.') + number(entry.state);
    m_runs[run].queued.insert(entry.task);
  }
  if (const auto more = counters.depth() - static_cast<std::uint32_t>(tasks.size()); more > 0)
    tasks << QLatin1Char('+') + formatCount(more);
  put(key(run, kTaskList), tasks.join(QLatin1Char(' ')));
}

void PageStates::findVariables(std::size_t run, Seq cursor) {
  const Trace& trace = m_traces[run];
  const std::vector<VariableEntry> variables = variablesAt(trace, cursor, kVariables);
  for (std::size_t i = 0; i < kVariables; ++i) {
    QString row;
    if (i < variables.size()) {
      const VariableEntry& entry = variables[i];
      const bool freed = trace.variable(entry.variable).release < cursor;
      row =
          QStringList{variableLabel(trace, entry.variable).simplified(),
                      entry.writer == kNone ? tr("none") : taskLabel(trace, entry.writer).simplified(),
                      entry.writerState ? number(*entry.writerState) : QString(), formatCount(entry.readers),
                      entry.bytes ? formatBytes(*entry.bytes)
                      : freed     ? tr("freed")
                                  : tr("not allocated")}
              .join(kTab);
    }
    put(key(run, kFirstVariable + static_cast<int>(i)), row);
  }
}

}  // namespace runahead::gui
