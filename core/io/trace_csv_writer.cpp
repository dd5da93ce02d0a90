// SPDX-License-Identifier: GPL-3.0-or-later
// One row per task of one or several runs; the columns are described in FORMAT.md.
#include <string>
#include <string_view>

#include "core/base/atomic_file.h"
#include "core/io/trace_file.h"

namespace runahead {
namespace {

constexpr std::uint64_t kUsualRowBytes = 130;  ///< for an estimate

/// What a spreadsheet would take for a formula gets an apostrophe before it, which makes it text there.
void append_text(std::string& row, std::string_view text) {
  if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos) {
    append_text(row, "'" + std::string(text));
    return;
  }
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    row += text;
    return;
  }
  row += '"';
  for (const char character : text) {
    row += character;
    if (character == '"') row += '"';
  }
  row += '"';
}

void append_time(std::string& row, const Trace& trace, Seq seq) {
  row += ',';
  if (seq != kNever) row += std::to_string(trace.time_ns(seq));
}

/// "3:1 4:2": array and version, separated by blanks.
void append_uses(std::string& row, const Trace& trace, TaskId id, bool write) {
  row += ',';
  bool first = true;
  const std::uint32_t uses = trace.use_count(id);
  for (std::uint32_t index = 0; index < uses; ++index) {
    const Use use = trace.use(id, index);
    if (use.write != write) continue;
    if (!first) row += ' ';
    first = false;
    row += std::to_string(use.variable) + ':' + std::to_string(use.version);
  }
}

void append_task(std::string& row, const Trace& trace, TaskId id) {
  const Task task = trace.task(id);
  row += ',' + std::to_string(id) + ',';
  append_text(row, trace.name(task.name));
  row += ',';
  if (task.statement != kNone) row += std::to_string(trace.statement(task.statement).line);
  row += ',';
  if (task.statement != kNone) row += std::to_string(task.statement);
  row += ',';
  if (task.start != kNever) append_text(row, trace.lane(task.lane).name);
  row += ',';
  if (task.end != kNever) row += to_string(task.outcome);
  for (const Seq seq : {task.defer, task.enqueue, task.ready, task.start, task.end})
    append_time(row, trace, seq);
  append_uses(row, trace, id, false);
  append_uses(row, trace, id, true);
  row += '\n';
}

}  // namespace

Status write_trace_csv(std::span<const Trace> traces, const std::string& path, const Progress& progress) {
  std::uint64_t tasks = 0;
  for (const Trace& trace : traces) tasks += trace.task_count();
  AtomicFile file(path, progress, tasks * kUsualRowBytes);
  file.write(
      "run,scenario,mode,waits,workers,task,operation,line,statement,lane,outcome,"
      "deferred_ns,enqueue_ns,ready_ns,start_ns,end_ns,reads,writes\n");
  std::string row;
  for (std::size_t run = 0; run < traces.size() && !file.failed(); ++run) {
    const Trace& trace = traces[run];
    std::string head = std::to_string(run + 1) + ',';
    append_text(head, trace.info().source.scenario);
    head += ',';
    append_text(head, to_string(trace.info().mode));
    head += ',';
    append_text(head, trace.info().waits.text());
    head += ',' + std::to_string(trace.info().workers);
    for (TaskId id = 0; id < trace.task_count() && !file.failed(); ++id) {
      row = head;
      append_task(row, trace, id);
      file.write(row);
    }
  }
  return file.commit();
}

}  // namespace runahead
