// SPDX-License-Identifier: GPL-3.0-or-later
// The critical path: from an end back to the begin, what each thing on the way waited for last. Its pieces
// follow one another without a gap, so their lengths add up to the time that they explain.
// Not here: what would be faster otherwise (fit.h), words for a cursor (waiting.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/analysis/scope.h"
#include "core/base/message.h"

namespace runahead {

enum class PathKind : std::uint8_t {
  issuing,    ///< the frontend's own time, up to an enqueue, a wait or the end
  execution,  ///< of a task
  worker,     ///< a task could have run, and its worker had not begun it yet
  hand_back,  ///< a wait goes on, though what it was for is done
  idle,       ///< a wait or a blocked task, and nothing in the record says for what
};
inline constexpr int kPathKinds = 5;
/// As files have it.
const char* to_string(PathKind kind);
/// What it is, for people.
Message path_label(PathKind kind);

/// What a task on the path waited for last.
enum class PathCause : std::uint8_t {
  none,        ///< of pieces that are no execution
  frontend,    ///< until it was enqueued
  dependency,  ///< until another task ended
  worker,      ///< until its worker had ended another task
};

struct PathPiece {
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;
  TaskId task = kNone;            ///< execution, worker, idle
  StatementId statement = kNone;  ///< issuing: of what the frontend came to
  WaitId wait = kNone;            ///< hand_back, idle
  TaskId after = kNone;           ///< execution: the other task of its cause
  VariableId variable = kNone;    ///< execution: by which the task depended on that one
  PathKind kind = PathKind::issuing;
  PathCause cause = PathCause::none;
};

struct CriticalPath {
  std::int64_t from_ns = 0;
  std::int64_t to_ns = 0;
  std::vector<PathPiece> pieces;                 ///< from from_ns to to_ns; none is empty
  std::array<std::int64_t, kPathKinds> ns = {};  ///< by PathKind, to_ns - from_ns in total
};

/// Of a mark, to where it ended; or of the run, from the end of the initialisation to the later of its last
/// task and its last statement. Takes a step per piece, however long the run was.
CriticalPath critical_path(const Trace& trace, RegionId mark = kNone);
/// Up to the end of a wait, from the begin of the mark in which it began (the innermost that measures), or
/// else of the run. Empty while the wait lasts.
CriticalPath path_to_wait(const Trace& trace, WaitId wait);
/// The part of that path that lies within the wait.
CriticalPath path_in_wait(const Trace& trace, WaitId wait);

}  // namespace runahead
