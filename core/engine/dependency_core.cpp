// SPDX-License-Identifier: GPL-3.0-or-later
// Linking and releasing tasks.
#include "core/engine/dependency_core.h"

#include <algorithm>

namespace runahead {

namespace {

/// Several tasks may end at the same time.
void raise(std::atomic<Ticks>& ticks, Ticks to) {
  Ticks seen = ticks.load(std::memory_order_relaxed);
  while (seen < to && !ticks.compare_exchange_weak(seen, to, std::memory_order_relaxed)) {
  }
}

}  // namespace

void TaskNode::add_room() {
  // Links are not in any list before submit(), so they may move.
  const std::uint32_t capacity = use_capacity * 2;
  auto* larger = new UseLink[capacity];
  std::copy(uses, uses + use_count, larger);
  for (std::uint32_t i = 0; i < capacity; ++i) larger[i].owner = this;
  if (uses != inline_uses) delete[] uses;
  uses = larger;
  use_capacity = capacity;
}

DependencyCore::DependencyCore(std::size_t max_pending, bool late_ends)
    : max_pending_(max_pending), late_ends_(late_ends) {
  // Touched here, so that the first tasks of a run do not pay for fresh pages.
  const std::size_t at_once = max_pending_ == 0 ? 2 * kSlabNodes : std::min(max_pending_, std::size_t{4096});
  while (nodes_ < at_once) add_slab();
}

DependencyCore::~DependencyCore() {
  for (std::size_t slab = 0; slab < slabs_.size(); ++slab) {
    const std::size_t first = slab * kSlabNodes;
    const std::size_t count = std::min(kSlabNodes, nodes_ - first);
    for (std::size_t i = 0; i < count; ++i) slabs_[slab][i].destroy_body();
  }
}

void DependencyCore::add_slab() {
  const std::size_t count = max_pending_ == 0 ? kSlabNodes : std::min(kSlabNodes, max_pending_ - nodes_);
  slabs_.push_back(std::make_unique<TaskNode[]>(count));
  for (std::size_t i = count; i-- > 0;) {
    TaskNode& node = slabs_.back()[i];
    node.next.store(free_nodes_, std::memory_order_relaxed);
    free_nodes_ = &node;
  }
  nodes_ += count;
}

TaskNode* DependencyCore::acquire() {
  if (!free_nodes_) {
    free_nodes_ = returned_nodes_.exchange(nullptr, std::memory_order_acquire);
    if (!free_nodes_) {
      if (max_pending_ != 0 && nodes_ >= max_pending_) return nullptr;
      add_slab();
    }
  }
  TaskNode* node = free_nodes_;
  free_nodes_ = node->next.load(std::memory_order_relaxed);
  node->use_count = 0;
  node->deferred = false;
  node->stream = node->issued_to = 0;
  node->after = kNone;
  node->stamp = nullptr;
  node->serial = ++serial_;
  return node;
}

bool DependencyCore::link_behind_writer(EngineVariable& variable, UseLink& link) {
  TaskNode* writer = variable.writer;
  if (!writer) return false;
  if (writer->serial == variable.writer_serial) {
    // Only the frontend recycles nodes, so the writer stays the one meant while we look.
    UseLink* head = writer->successors.load(std::memory_order_acquire);
    while (head != closed_list()) {
      link.next = head;
      if (writer->successors.compare_exchange_weak(head, &link, std::memory_order_release,
                                                   std::memory_order_acquire)) {
        return true;
      }
    }
  }
  joins_ = true;  // it may have ended a moment ago
  variable.writer = nullptr;
  return false;
}

bool DependencyCore::link_write(EngineVariable& variable, TaskNode& node, UseLink& link) {
  bool waits = false;
  if (ReadEpoch* epoch = variable.epoch) {
    const auto readers = static_cast<std::int64_t>(variable.readers);
    variable.epoch = nullptr;
    variable.readers = 0;
    epoch->writer = &node;
    joins_ |= readers > 1;
    waits = epoch->outstanding.fetch_add(readers, std::memory_order_acq_rel) != -readers;
    if (!waits) {
      joins_ = true;
      epochs_.give_own(epoch);
    }
  } else {
    waits = link_behind_writer(variable, link);
  }
  variable.writer = &node;
  variable.writer_serial = node.serial;
  return waits;
}

bool DependencyCore::submit(TaskNode& node) {
  node.successors.store(nullptr, std::memory_order_relaxed);
  node.pending.store(kUnsubmitted, std::memory_order_relaxed);
  std::int32_t dependencies = 0;
  joins_ = false;
  for (std::uint16_t i = 0; i < node.use_count; ++i) {
    UseLink& link = node.uses[i];
    EngineVariable& variable = *link.target;
    if (link.write) {
      dependencies += link_write(variable, node, link);
    } else {
      if (!variable.epoch) {
        variable.epoch = epochs_.take();
        variable.epoch->outstanding.store(0, std::memory_order_relaxed);
        variable.epoch->latest_end.store(0, std::memory_order_relaxed);
      }
      ++variable.readers;
      link.epoch = variable.epoch;
      dependencies += link_behind_writer(variable, link);
    }
  }
  node.joins = joins_ || dependencies > 1;
  // What ended a moment ago has no task left to tell.
  if (late_ends_ && joins_) raise(node.ready_ticks, now_ticks_ordered());
  if (dependencies == 0) return true;
  const std::int32_t not_there = kUnsubmitted - dependencies;
  if (node.pending.fetch_sub(not_there, std::memory_order_acq_rel) != not_there) return false;
  node.joins = true;
  return true;
}

bool DependencyCore::written(const EngineVariable& variable) const {
  const TaskNode* writer = variable.writer;
  return !writer || writer->serial != variable.writer_serial ||
         writer->successors.load(std::memory_order_acquire) == closed_list();
}

bool DependencyCore::may_run(const TaskNode& node) const {
  const auto was_read = [](const EngineVariable& variable) {
    return !variable.epoch || variable.epoch->outstanding.load(std::memory_order_acquire) ==
                                  -static_cast<std::int64_t>(variable.readers);
  };
  return std::all_of(node.uses, node.uses + node.use_count, [&](const UseLink& use) {
    return written(*use.target) && (!use.write || was_read(*use.target));
  });
}

bool DependencyCore::watch(EngineVariable& variable, TaskNode& watcher) {
  watcher.pending.store(1, std::memory_order_relaxed);
  watcher.use_count = 0;
  watcher.serial = ++serial_;
  return link_behind_writer(variable, watcher.inline_uses[0]);
}

void DependencyCore::forget(EngineVariable& variable) {
  if (ReadEpoch* epoch = variable.epoch) {
    const auto readers = static_cast<std::int64_t>(variable.readers);
    variable.epoch = nullptr;
    variable.readers = 0;
    epoch->writer = nullptr;
    if (epoch->outstanding.fetch_add(readers, std::memory_order_acq_rel) == -readers) epochs_.give_own(epoch);
  }
  variable.writer = nullptr;
}

TaskChain DependencyCore::complete(TaskNode& node, Ticks ended) {
  TaskChain ready;
  UseLink* link = node.successors.exchange(closed_list(), std::memory_order_acq_rel);
  UseLink* in_order = nullptr;
  while (link) {
    UseLink* next = link->next;
    link->next = in_order;
    in_order = link;
    link = next;
  }
  while (in_order) {
    TaskNode& owner = *in_order->owner;
    in_order = in_order->next;  // before the decrement, after which the owner may run and be gone
    if (ended != 0) raise(owner.ready_ticks, ended);
    if (owner.pending.fetch_sub(1, std::memory_order_acq_rel) == 1) ready.append(owner);
  }
  for (std::uint16_t i = 0; i < node.use_count; ++i) {
    ReadEpoch* epoch = node.uses[i].epoch;
    if (!epoch) continue;
    if (ended != 0) raise(epoch->latest_end, ended);
    if (epoch->outstanding.fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
    TaskNode* writer = epoch->writer;
    if (writer && ended != 0) {
      raise(writer->ready_ticks, epoch->latest_end.load(std::memory_order_relaxed));
    }
    epochs_.give(epoch);
    if (!writer || writer->pending.fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
    if (!ready.last || ready.last->serial < writer->serial) {
      ready.append(*writer);
      continue;
    }
    std::atomic<TaskNode*>* place = nullptr;
    TaskNode* after = ready.first;
    while (after->serial < writer->serial) {
      place = &after->next;
      after = after->next.load(std::memory_order_relaxed);
    }
    writer->next.store(after, std::memory_order_relaxed);
    if (place) {
      place->store(writer, std::memory_order_relaxed);
    } else {
      ready.first = writer;
    }
    ++ready.count;
  }
  return ready;
}

void DependencyCore::hand_back(const TaskChain& nodes) {
  last_handed_back_.store(nodes.last->id, std::memory_order_relaxed);
  TaskNode* head = returned_nodes_.load(std::memory_order_relaxed);
  do {
    nodes.last->next.store(head, std::memory_order_relaxed);
  } while (!returned_nodes_.compare_exchange_weak(head, nodes.first, std::memory_order_release,
                                                  std::memory_order_relaxed));
}

}  // namespace runahead
