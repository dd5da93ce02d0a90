// SPDX-License-Identifier: GPL-3.0-or-later
// How the window's tasks become nodes and edges.
// Not here: which window is shown (graph_window.cpp).
#include "gui/panes/graph_model.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "gui/text/format.h"

namespace runahead::gui {
namespace {

/// What makes two tasks alike.
struct Traits {
  NameId name = 0;
  TaskState state = TaskState::done;
  std::vector<Use> uses = {};
};

class Builder {
 public:
  Builder(const Trace& trace, Seq cursor, const GraphLimits& limits)
      : m_trace(trace), m_cursor(cursor), m_limits(limits) {}

  GraphModel build(TaskId first) {
    m_model.issued = std::min(m_trace.state_at(m_cursor).issued, m_trace.task_count());
    m_model.first = std::min(first, m_model.issued);
    m_model.last = m_model.first + std::min(m_limits.tasks, m_model.issued - m_model.first);
    if (m_model.first == m_model.last) return std::move(m_model);
    group();
    stretch();
    addWriters();
    m_tasks = m_model.nodes.size();
    for (std::uint32_t node = 0; node < m_tasks; ++node) {
      GraphNode& tasks = m_model.nodes[node];
      tasks.label = taskLabel(m_trace, tasks.first);
      if (tasks.count() > 1) tasks.label += QStringLiteral("–%1").arg(tasks.last);
      m_model.shown += tasks.count();
      m_model.grouped |= tasks.count() > 1;
    }
    for (std::uint32_t node = m_before; node < m_tasks; ++node) addReads(node);
    addNewestWrites();
    for (std::uint32_t node = m_before; node < m_tasks; ++node) addOrder(node);
    labelVersions();
    sort();
    return std::move(m_model);
  }

 private:
  TaskState stateOf(TaskId id) const { return graphStateOf(m_trace.task(id), m_cursor); }
  NameId nameOf(VariableId id) const { return m_trace.variable(id).name; }

  std::uint32_t useCount(TaskId id) const { return std::min(m_trace.use_count(id), m_limits.uses); }

  Traits traitsOf(TaskId id) const {
    const Task task = m_trace.task(id);
    Traits traits{task.name, graphStateOf(task, m_cursor), {}};
    for (std::uint32_t i = 0; i < useCount(id); ++i) traits.uses.push_back(m_trace.use(id, i));
    return traits;
  }

  /// The same operation in the same state, reading the same versions and writing different variables of the
  /// same names: neither depends on the other.
  bool alike(const Traits& known, TaskId id) const {
    const Task task = m_trace.task(id);
    if (task.name != known.name || graphStateOf(task, m_cursor) != known.state) return false;
    if (m_trace.use_count(id) != known.uses.size()) return false;
    for (std::uint32_t i = 0; i < known.uses.size(); ++i) {
      const Use use = m_trace.use(id, i);
      const Use& other = known.uses[i];
      if (use.write != other.write) return false;
      if (use.write) {
        if (use.variable == other.variable || nameOf(use.variable) != nameOf(other.variable)) return false;
      } else if (use.variable != other.variable || use.version != other.version) {
        return false;
      }
    }
    return true;
  }

  void group() {
    Traits known;
    for (TaskId id = m_model.first; id < m_model.last; ++id) {
      if (!m_model.nodes.empty() && alike(known, id)) {
        m_model.nodes.back().last = id;
        continue;
      }
      known = traitsOf(id);
      m_model.nodes.push_back({GraphNode::Kind::tasks, id, id, kNone, 0, known.state});
    }
  }

  /// Tasks that only make a group longer cost no room.
  void stretch() {
    TaskId budget = m_limits.stretch;
    GraphNode& earliest = m_model.nodes.front();
    const Traits before = traitsOf(earliest.first);
    while (m_model.first > 0 && budget > 0 && alike(before, m_model.first - 1)) {
      earliest.first = --m_model.first;
      --budget;
    }
    GraphNode& latest = m_model.nodes.back();
    const Traits after = traitsOf(latest.last);
    while (m_model.last < m_model.issued && budget > 0 && alike(after, m_model.last)) {
      latest.last = m_model.last++;
      --budget;
    }
  }

  /// Who made what the window's tasks read.
  void addWriters() {
    std::vector<TaskId> writers;
    for (const GraphNode& node : m_model.nodes) {
      for (std::uint32_t i = 0; i < useCount(node.first); ++i) {
        const Use use = m_trace.use(node.first, i);
        if (use.write || use.writer == kNone) continue;
        const TaskId writer = m_trace.use_at(use.writer).task;
        const bool known = std::ranges::find(writers, writer) != writers.end();
        if (writer < m_model.first && !known && writers.size() < m_limits.writers) writers.push_back(writer);
      }
    }
    std::ranges::sort(writers);
    m_before = static_cast<std::uint32_t>(writers.size());
    std::vector<GraphNode> nodes;
    for (const TaskId id : writers) nodes.push_back({GraphNode::Kind::tasks, id, id, kNone, 0, stateOf(id)});
    m_model.nodes.insert(m_model.nodes.begin(), nodes.begin(), nodes.end());
  }

  std::uint32_t taskNode(TaskId id) const {
    const auto end = m_model.nodes.begin() + static_cast<std::ptrdiff_t>(m_tasks);
    const auto place = std::partition_point(m_model.nodes.begin(), end,
                                            [id](const GraphNode& node) { return node.last < id; });
    return place != end && place->holds(id) ? static_cast<std::uint32_t>(place - m_model.nodes.begin())
                                            : kNone;
  }

  /// The node of a version, made when it is first asked for; kNone when there are too many.
  std::uint32_t versionNode(VariableId variable, std::uint32_t version, TaskId writer) {
    const auto known = m_versions.find({variable, version});
    if (known != m_versions.end()) return known->second;
    if (m_versions.size() >= m_limits.versions) return kNone;
    const auto index = static_cast<std::uint32_t>(m_model.nodes.size());
    m_versions[{variable, version}] = index;
    GraphNode node{GraphNode::Kind::version, writer, writer, variable, version};
    if (writer != kNone) node.state = stateOf(writer);
    m_model.nodes.push_back(node);
    const std::uint32_t from = writer == kNone ? kNone : taskNode(writer);
    if (from != kNone) addEdge({from, index, GraphEdge::Link::write, {}, false, isDone(node.state)});
    return index;
  }

  void addReads(std::uint32_t node) {
    const TaskId reader = m_model.nodes[node].first;
    const bool blocked = m_model.nodes[node].state == TaskState::blocked;
    for (std::uint32_t i = 0; i < useCount(reader); ++i) {
      const Use use = m_trace.use(reader, i);
      if (use.write) continue;
      const TaskId writer = use.writer == kNone ? kNone : m_trace.use_at(use.writer).task;
      // A version without a name is known by its writer.
      std::uint32_t from = kNone;
      if (writer != kNone && m_trace.name(nameOf(use.variable)).empty()) from = taskNode(writer);
      if (from == kNone) from = versionNode(use.variable, use.version, writer);
      if (from == kNone) continue;
      const bool written = writer == kNone || isDone(stateOf(writer));
      addEdge({from, node, GraphEdge::Link::read, EdgeKind::read_after_write,
               blocked && writer != kNone && isPending(writer), written});
    }
  }

  /// A name stands for the newest array that was bound to it; older ones matter only to their readers.
  void addNewestWrites() {
    std::vector<NameId> seen;
    for (std::size_t node = m_tasks; node-- > m_before;) {
      const GraphNode tasks = m_model.nodes[node];
      if (tasks.state == TaskState::eliminated) continue;
      const std::uint32_t uses = m_trace.use_count(tasks.last);
      for (std::uint32_t i = uses - useCount(tasks.last); i < uses; ++i) {
        const Use use = m_trace.use(tasks.last, i);
        const NameId name = nameOf(use.variable);
        if (!use.write || m_trace.name(name).empty()) continue;
        if (std::ranges::find(seen, name) != seen.end()) continue;
        seen.push_back(name);
        versionNode(use.variable, use.version, tasks.last);
      }
    }
  }

  /// Edges that carry no data, and why a blocked task waits. Who reads what a task wrote waits for it anyway:
  /// what else they share is no further reason.
  void addOrder(std::uint32_t node) {
    const bool blocked = m_model.nodes[node].state == TaskState::blocked;
    std::vector<TaskId> read;
    for (const Edge& edge : m_trace.edges_into(m_model.nodes[node].first, m_limits.reasons)) {
      if (std::ranges::find(read, edge.from) != read.end()) continue;
      const bool blocks = blocked && isPending(edge.from);
      if (blocks) m_model.nodes[node].waitsFor.push_back({edge.kind, edge.from, edge.variable});
      if (edge.kind == EdgeKind::read_after_write) {
        read.push_back(edge.from);
        continue;
      }
      const std::uint32_t from = taskNode(edge.from);
      if (from == kNone || from == node) continue;
      addEdge({from, node, GraphEdge::Link::order, edge.kind, blocks, !isPending(edge.from)});
    }
  }

  void addEdge(const GraphEdge& edge) {
    for (GraphEdge& known : m_model.edges) {
      if (known.from != edge.from || known.to != edge.to || known.link != edge.link) continue;
      known.blocks |= edge.blocks;
      known.fulfilled &= edge.fulfilled;
      return;
    }
    m_model.edges.push_back(edge);
  }

  /// The version belongs to the name where it is not the only one.
  void labelVersions() {
    for (auto version = m_versions.begin(); version != m_versions.end(); ++version) {
      const auto& [variable, number] = version->first;
      const auto next = std::next(version);
      const bool several = (next != m_versions.end() && next->first.first == variable) ||
                           (version != m_versions.begin() && std::prev(version)->first.first == variable);
      m_model.nodes[version->second].label = number > 0 && (several || number > 1)
                                                 ? versionLabel(m_trace, variable, number)
                                                 : variableLabel(m_trace, variable);
    }
  }

  static bool isDone(TaskState state) { return state == TaskState::done; }
  bool isPending(TaskId id) const {
    const Task task = m_trace.task(id);
    return task.enqueue < m_cursor && task.end >= m_cursor;
  }

  /// Program order: a version comes after its writer, or before everything.
  void sort() {
    std::vector<std::uint32_t> order(m_model.nodes.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto place = [this](std::uint32_t index) {
      const GraphNode& node = m_model.nodes[index];
      const std::int64_t task = node.first == kNone ? -1 : std::int64_t{node.first};
      return std::tuple(task, !node.isTasks(), index);
    };
    std::ranges::sort(order, {}, place);
    std::vector<std::uint32_t> placeOf(order.size());
    std::vector<GraphNode> nodes;
    for (const std::uint32_t index : order) {
      placeOf[index] = static_cast<std::uint32_t>(nodes.size());
      nodes.push_back(std::move(m_model.nodes[index]));
    }
    m_model.nodes = std::move(nodes);
    for (GraphEdge& edge : m_model.edges) {
      edge.from = placeOf[edge.from];
      edge.to = placeOf[edge.to];
    }
  }

  const Trace& m_trace;
  const Seq m_cursor;
  const GraphLimits& m_limits;
  GraphModel m_model;
  std::uint32_t m_before = 0;  ///< nodes of writers before the window
  std::size_t m_tasks = 0;     ///< nodes of tasks; those of versions follow
  std::map<std::pair<VariableId, std::uint32_t>, std::uint32_t> m_versions;
};

}  // namespace

std::uint32_t GraphModel::nodeOf(TaskId task) const {
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].holds(task)) return i;
  }
  return kNone;
}

GraphModel graphModel(const Trace& trace, Seq cursor, TaskId first, const GraphLimits& limits) {
  return Builder(trace, cursor, limits).build(first);
}

}  // namespace runahead::gui
