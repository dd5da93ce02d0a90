// SPDX-License-Identifier: GPL-3.0-or-later
// TaskNode: one task, from acquire() to its return to the free list, with its links to other tasks.
// Not the record of a task (trace/trace.h): nodes are recycled as soon as the task has completed.
//
// Ownership: the frontend fills a node until submit(). From then on the thread meeting its last dependency
// owns it, then the worker that runs it, until it is handed back. Only the atomic members are touched by
// several threads at the same time. Nodes are never unmapped while the engine lives.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/engine/variable.h"

namespace runahead {

/// Readers of one version: completions are counted down from zero; the next writer adds the number submitted.
/// The thread that brings the sum to exactly zero afterwards owns the epoch and releases the writer.
struct alignas(64) ReadEpoch {
  std::atomic<std::int64_t> outstanding{0};
  TaskNode* writer = nullptr;  ///< that waits; written before the add that closes the epoch
  ReadEpoch* next_free = nullptr;
  std::atomic<Ticks> latest_end{0};  ///< of its readers, where ends become known late
};

/// One use of a variable, and the link into the successor list of the task that it waits for.
struct UseLink {
  union {
    EngineVariable* target = nullptr;  ///< until submit()
    UseLink* next;                     ///< in the list
  };
  TaskNode* owner = nullptr;
  ReadEpoch* epoch = nullptr;  ///< reads only
  VariableId variable = kNone;
  bool write = false;
  bool read = false;  ///< both for an update in place: a poisoned version is inherited
};

/// Called on the payload: with `run`, executes and may throw; without, destroys it.
using TaskBody = void (*)(void* payload, bool run);

struct alignas(64) TaskNode {
  static constexpr int kInlineUses = 4;
  static constexpr std::size_t kPayloadBytes = 96;

  // First line: what passes between threads.
  std::atomic<TaskNode*> next{nullptr};  ///< in the ready queue, then in the free list
  std::atomic<UseLink*> successors{nullptr};
  std::atomic<std::int32_t> pending{0};
  std::uint16_t use_count = 0;
  NameId name = 0;
  TaskBody body = nullptr;  ///< null: nothing to destroy
  /// When it became ready; until then, when it was enqueued. Several threads may raise it (dependency_core.h)
  /// or look at it while the node changes hands (task_queue.h).
  std::atomic<Ticks> ready_ticks{0};
  /// Grows with every acquire of any node; tells a recycled node from the one meant.
  std::uint64_t serial = 0;
  TaskId id = kNone;     ///< in the trace; kNone: left out
  TaskId after = kNone;  ///< as trace/trace.h says
  StatementId statement = kNone;
  /// Something that it needs may have ended later than the stamp at hand: that of its enqueue where it is
  /// ready at once, else that of the task which let it go last.
  bool joins = false;
  bool deferred = false;  ///< of a graph that was recorded before: its id is given, the trace knows its uses
  std::uint8_t stream = 0;           ///< the queue that runs it, of a device that has several
  std::uint8_t issued_to = 0;        ///< that of the stream whose order it keeps; of a copy another one
  std::atomic<bool> may_run{false};  ///< in-order queues, which hold tasks that are not ready: it is now

  UseLink inline_uses[kInlineUses];
  UseLink* uses = inline_uses;
  std::uint32_t use_capacity = kInlineUses;
  bool replayed = false;  ///< virtual clock: of a graph, so its call was paid for before
  bool races =
      false;         ///< virtual clock: nothing orders it behind what it needs; that has to be computed first
  bool ran = false;  ///< virtual clock: its body has run, perhaps before its start
  std::atomic<TaskNode*> behind{nullptr};  ///< in an in-order queue: submitted after this one
  std::int64_t cost_ns = 0;                ///< virtual clock: what running it takes
  std::atomic<std::int64_t>* stamp =
      nullptr;  ///< of a stream's event: where its time is noted, held by the body
  alignas(16) std::byte payload[kPayloadBytes];

  TaskNode() {
    for (UseLink& use : inline_uses) use.owner = this;
  }
  ~TaskNode() {
    if (uses != inline_uses) delete[] uses;
  }

  /// Frontend, before submit: what the task does. Callables beyond kPayloadBytes are moved to the heap.
  template <class F>
  void set_body(F&& function) {
    using Function = std::decay_t<F>;
    // NOLINTNEXTLINE(misc-redundant-expression): both sides may be the same number
    if constexpr (sizeof(Function) <= kPayloadBytes && alignof(Function) <= 16) {
      ::new (static_cast<void*>(payload)) Function(std::forward<F>(function));
      body = [](void* place, bool run) {
        auto& stored = *static_cast<Function*>(place);
        if (run) {
          stored();
        } else {
          stored.~Function();
        }
      };
    } else {
      set_body([boxed = std::make_unique<Function>(std::forward<F>(function))] { (*boxed)(); });
    }
  }

  /// Frontend, before submit. A variable that is used twice keeps one link.
  void read(EngineVariable& variable) { use(variable).read = true; }
  void write(EngineVariable& variable) { use(variable).write = true; }

  Ticks ready_at() const { return ready_ticks.load(std::memory_order_relaxed); }
  void set_ready_at(Ticks ticks) { ready_ticks.store(ticks, std::memory_order_relaxed); }

  void destroy_body() {
    if (!body) return;
    const TaskBody destroy = body;
    body = nullptr;
    destroy(payload, false);
  }

 private:
  UseLink& use(EngineVariable& variable) {
    for (std::uint16_t i = 0; i < use_count; ++i) {
      if (uses[i].target == &variable) return uses[i];
    }
    if (use_count == use_capacity) [[unlikely]]
      add_room();
    UseLink& link = uses[use_count++];
    link.target = &variable;
    link.epoch = nullptr;
    link.variable = variable.id;
    link.read = link.write = false;
    return link;
  }
  void add_room();
};

/// In `successors` of a completed task.
inline UseLink* closed_list() {
  static UseLink closed;
  return &closed;
}

}  // namespace runahead
