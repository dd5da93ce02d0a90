// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that are deferred instead of enqueued, and how a graph is run (modes function and lazy).
// Not here: what is needed and in which order (graph.cpp).
#include <string>

#include "core/base/error.h"
#include "core/tensor/frontend.h"

namespace runahead {

namespace {

/// The same words as an enqueue has: statement, number of uses, uses.
void put_uses(EventWriter& writer, const GraphNode& node) {
  std::array<std::uint32_t, 2 + kMaxInputs + 2> words = {node.statement, 0};
  std::size_t count = 2;
  bool reads_made = false;
  for (std::size_t i = 0; i < kMaxInputs && node.in[i]; ++i) {
    // An array that is read twice is one use.
    bool seen = false;
    reads_made |= &node.in[i]->root() == &node.out->root();
    for (std::size_t before = 0; before < i; ++before)
      seen |= &node.in[before]->root() == &node.in[i]->root();
    if (!seen) words[count++] = node.in[i]->variable().id;
  }
  const VariableId made = node.out->variable().id;
  if (node.in_place && !reads_made) words[count++] = made;
  words[count++] = made | kWritten;
  words[1] = static_cast<std::uint32_t>(count - 2);
  writer.put_words(words[0], words[1], words[2], count > 3 ? words[3] : 0);
  if (count > 4) {
    writer.put_words(words[4], count > 5 ? words[5] : 0, count > 6 ? words[6] : 0);
  }
}

}  // namespace

void Frontend::defer(GraphNode& node) {
  engine_.check_running();
  engine_.spend_issue();
  node.statement = statement_;
  if (EventWriter* w = writer()) {
    node.task = recording_->recorder->next_task();
    if (node.task != kNone) {
      w->open();
      w->put(EventKind::defer, node.task, op_names_[node.op.code.kind()]);
      put_uses(*w, node);
      w->commit();
    }
  }
  graph_.add(node);
}

void Frontend::run_graph(std::span<const std::uint32_t> order) {
  for (std::uint32_t index = 0; index < graph_.size(); ++index) {
    const GraphNode& node = graph_[index];
    if (node.needed) continue;
    if (EventWriter* w = writer(); w && node.task != kNone) {
      w->open();
      w->put(EventKind::eliminate, node.task);
      w->commit();
    }
    graph_.let_go(index);
  }
  try {
    for (const std::uint32_t index : order) {
      const GraphNode& node = graph_[index];
      engine_.submit(prepare(node.op, node.sizes, *node.out, node.in, node.in_place, &node));
      graph_.let_go(index);  // from here on the task holds its arrays: a bound may wait for them to go
    }
  } catch (...) {
    graph_.clear();
    throw;
  }
  graph_.clear();
}

void Frontend::flush() {
  if (setup_.issue != Issue::lazy || graph_.size() == 0) return;
  for (std::uint32_t index = 0; index < graph_.size(); ++index) {
    GraphNode& node = graph_[index];
    node.needed = node.out->root().handles > 0 && node.out->root().node == index;
  }
  graph_.spread_need();
  run_graph(graph_.depth_first());
}

void Frontend::begin_trace() {
  tracing_ = true;
  ++traces_;
}

Graph& Frontend::end_trace() {
  tracing_ = false;
  return graph_;
}

void Frontend::drop_graph() {
  for (std::uint32_t index = 0; index < graph_.size(); ++index) graph_[index].needed = false;
  run_graph({});
}

void Frontend::wait_in_call() {
  engine_.wait_all(WaitReason::call, statement_);
}

}  // namespace runahead
