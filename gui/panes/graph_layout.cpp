// SPDX-License-Identifier: GPL-3.0-or-later
// Layers by the longest path, order and heights by the places of neighbours in a few sweeps.
// Not here: sizes of boxes (graph_painter.cpp).
#include "gui/panes/graph_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace runahead::gui {
namespace {

constexpr int kSweeps = 4;

/// A node, or a point where an edge passes a layer.
struct Item {
  std::uint32_t node;  ///< kNone: an edge passes
  std::size_t layer;
  double height;
  double y = 0;  ///< of its middle
  std::vector<std::uint32_t> before = {}, after = {};
};

class Layouter {
 public:
  Layouter(std::span<const GraphBox> boxes, std::span<const GraphEdge> edges, const GraphSpacing& spacing)
      : m_boxes(boxes), m_edges(edges), m_spacing(spacing) {}

  GraphLayout layout() {
    assignLayers();
    addItems();
    for (std::vector<std::uint32_t>& layer : m_layers) place(layer, [](const Item&) { return 0.0; });
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (auto& layer : m_layers) arrange(layer, &Item::before);
      for (auto layer = m_layers.rbegin(); layer != m_layers.rend(); ++layer) arrange(*layer, &Item::after);
    }
    for (auto& layer : m_layers) straighten(layer);
    return result();
  }

 private:
  std::size_t count() const { return m_boxes.size(); }

  void assignLayers() {
    m_layer.assign(count(), 0);
    std::vector<std::vector<std::uint32_t>> before(count()), after(count());
    for (const GraphEdge& edge : m_edges) {
      before[edge.to].push_back(edge.from);
      after[edge.from].push_back(edge.to);
    }
    for (std::uint32_t node = 0; node < count(); ++node) {
      for (const std::uint32_t from : before[node]) {
        m_layer[node] = std::max(m_layer[node], m_layer[from] + 1);
      }
    }
    // What only begins a path stands next to where it is needed.
    std::vector<bool> begins(count());
    for (std::uint32_t node = 0; node < count(); ++node) {
      begins[node] = before[node].empty() || (before[node].size() == 1 && begins[before[node][0]] &&
                                              after[before[node][0]].size() == 1);
    }
    for (std::uint32_t node = static_cast<std::uint32_t>(count()); node-- > 0;) {
      if (!begins[node] || after[node].empty()) continue;
      std::size_t nearest = m_layer[after[node][0]];
      for (const std::uint32_t to : after[node]) nearest = std::min(nearest, m_layer[to]);
      m_layer[node] = nearest - 1;
    }
    std::size_t least = count(), most = 0;
    for (std::uint32_t node = 0; node < count(); ++node) {
      m_alone.push_back(before[node].empty() && after[node].empty());
      if (m_alone[node]) continue;
      least = std::min(least, m_layer[node]);
      most = std::max(most, m_layer[node] + 1);
    }
    for (std::size_t& layer : m_layer) layer -= std::min(layer, least);
    m_layers.resize(most - std::min(most, least));
  }

  void addItems() {
    for (std::uint32_t node = 0; node < count(); ++node) {
      m_items.push_back({node, m_layer[node], m_boxes[node].size.height()});
      if (!m_alone[node]) m_layers[m_layer[node]].push_back(node);
    }
    // Edges from one node share their way until they part.
    std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> tracks;
    m_ways.resize(m_edges.size());
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
      const GraphEdge& edge = m_edges[i];
      std::uint32_t at = edge.from;
      for (std::size_t layer = m_layer[edge.from] + 1; layer < m_layer[edge.to]; ++layer) {
        const auto [track, added] =
            tracks.try_emplace({edge.from, layer}, static_cast<std::uint32_t>(m_items.size()));
        if (added) {
          m_items.push_back({kNone, layer, 0});
          m_layers[layer].push_back(track->second);
          link(at, track->second);
        }
        at = track->second;
        m_ways[i].push_back(at);
      }
      link(at, edge.to);
    }
  }

  void link(std::uint32_t from, std::uint32_t to) {
    m_items[from].after.push_back(to);
    m_items[to].before.push_back(from);
  }

  double distance(const Item& above, const Item& below) const {
    const double gap = above.node != kNone ? m_spacing.rowGap_px : m_spacing.trackGap_px;
    return (above.height + below.height) / 2 + gap;
  }

  double middle(const std::vector<std::uint32_t>& items) const {
    double sum = 0;
    for (const std::uint32_t item : items) sum += m_items[item].y;
    return sum / static_cast<double>(items.size());
  }

  /// As near as possible to the wished heights (least squares), in the order of the layer: items that would
  /// overlap move together as a block.
  template <class Wish>
  void place(const std::vector<std::uint32_t>& layer, Wish wish) {
    struct Block {
      double sum;  ///< of the wishes, less the offsets from the block's first item
      std::size_t size;
      double first() const { return sum / static_cast<double>(size); }
    };
    std::vector<Block> blocks;
    std::vector<double> offsets(layer.size(), 0);
    for (std::size_t i = 0; i < layer.size(); ++i) {
      if (i > 0) offsets[i] = offsets[i - 1] + distance(m_items[layer[i - 1]], m_items[layer[i]]);
      blocks.push_back({wish(m_items[layer[i]]) - offsets[i], 1});
      while (blocks.size() > 1 && blocks[blocks.size() - 2].first() > blocks.back().first()) {
        const Block last = blocks.back();
        blocks.pop_back();
        blocks.back().sum += last.sum;
        blocks.back().size += last.size;
      }
    }
    std::size_t i = 0;
    for (const Block& block : blocks) {
      for (std::size_t end = i + block.size; i < end; ++i) m_items[layer[i]].y = block.first() + offsets[i];
    }
  }

  void arrange(std::vector<std::uint32_t>& layer, std::vector<std::uint32_t> Item::*neighbours) {
    const auto wish = [&](const Item& item) {
      return (item.*neighbours).empty() ? item.y : middle(item.*neighbours);
    };
    // In quarters of a pixel, so that rounding decides nothing; equals keep their order.
    std::ranges::stable_sort(layer, {},
                             [&](std::uint32_t item) { return std::llround(wish(m_items[item]) * 4); });
    place(layer, wish);
  }

  /// With the order found, between the neighbours of both sides.
  void straighten(const std::vector<std::uint32_t>& layer) {
    place(layer, [&](const Item& item) {
      const bool left = !item.before.empty(), right = !item.after.empty();
      if (left && right) return (middle(item.before) + middle(item.after)) / 2;
      return left ? middle(item.before) : right ? middle(item.after) : item.y;
    });
  }

  GraphLayout result() const {
    GraphLayout layout;
    std::vector<double> widths(m_layers.size(), 0);
    double top = 0, bottom = 0;
    for (std::uint32_t node = 0; node < count(); ++node) {
      if (m_alone[node]) continue;
      widths[m_layer[node]] = std::max(widths[m_layer[node]], m_boxes[node].size.width());
    }
    for (const auto& layer : m_layers) {
      for (const std::uint32_t item : layer) {
        top = std::min(top, m_items[item].y - m_items[item].height / 2);
        bottom = std::max(bottom, m_items[item].y + m_items[item].height / 2);
      }
    }
    layout.gap_px = gap(widths);
    std::vector<double> lefts(widths.size(), 0);
    for (std::size_t layer = 1; layer < lefts.size(); ++layer) {
      lefts[layer] = lefts[layer - 1] + widths[layer - 1] + layout.gap_px;
    }
    if (!lefts.empty()) layout.size = {lefts.back() + widths.back(), std::ceil(bottom - top)};
    for (std::uint32_t node = 0; node < count(); ++node) {
      if (m_alone[node]) {
        layout.nodes.emplace_back(QPointF(), m_boxes[node].size);
        continue;
      }
      const double room = widths[m_layer[node]];
      const double width = m_boxes[node].fillsColumn ? room : m_boxes[node].size.width();
      const QPointF corner(std::round(lefts[m_layer[node]] + (room - width) / 2),
                           std::round(m_items[node].y - m_items[node].height / 2 - top));
      layout.nodes.emplace_back(corner, QSizeF(width, m_items[node].height));
    }
    placeAlone(layout);
    for (std::size_t i = 0; i < m_edges.size(); ++i) {
      const QRectF& from = layout.nodes[m_edges[i].from];
      const QRectF& to = layout.nodes[m_edges[i].to];
      QPolygonF way;
      way << QPointF(from.right(), from.center().y());
      for (const std::uint32_t track : m_ways[i]) {
        const Item& item = m_items[track];
        way << QPointF(lefts[item.layer], item.y - top)
            << QPointF(lefts[item.layer] + widths[item.layer], item.y - top);
      }
      way << QPointF(to.left(), to.center().y());
      layout.edges.push_back(way);
    }
    return layout;
  }

  double gap(const std::vector<double>& widths) const {
    if (widths.size() < 2) return m_spacing.maxGap_px;
    const double boxes = std::accumulate(widths.begin(), widths.end(), 0.0);
    const double fitting = std::floor((m_spacing.width_px - boxes) / static_cast<double>(widths.size() - 1));
    return fitting < m_spacing.minGap_px ? m_spacing.wideGap_px : std::min(fitting, m_spacing.maxGap_px);
  }

  /// Nodes without edges fill rows below the others.
  void placeAlone(GraphLayout& layout) const {
    QSizeF cell;
    for (std::uint32_t node = 0; node < count(); ++node) {
      if (m_alone[node]) cell = cell.expandedTo(m_boxes[node].size);
    }
    const double right = std::max(layout.size.width(), m_spacing.width_px);
    QPointF corner(0, layout.size.isEmpty() ? 0 : layout.size.height() + m_spacing.rowGap_px);
    for (std::uint32_t node = 0; node < count(); ++node) {
      if (!m_alone[node]) continue;
      if (corner.x() > 0 && corner.x() + cell.width() > right) {
        corner = {0, corner.y() + cell.height() + m_spacing.rowGap_px};
      }
      layout.nodes[node] =
          QRectF(corner, m_boxes[node].fillsColumn ? QSizeF(cell.width(), m_boxes[node].size.height())
                                                   : m_boxes[node].size);
      layout.size = layout.size.expandedTo({corner.x() + cell.width(), corner.y() + cell.height()});
      corner.rx() += cell.width() + m_spacing.minGap_px;
    }
  }

  std::span<const GraphBox> m_boxes;
  std::span<const GraphEdge> m_edges;
  const GraphSpacing& m_spacing;
  std::vector<std::size_t> m_layer;  ///< of nodes
  std::vector<bool> m_alone;         ///< nodes without edges
  std::vector<Item> m_items;         ///< nodes first, by their index
  std::vector<std::vector<std::uint32_t>> m_layers;
  std::vector<std::vector<std::uint32_t>> m_ways;  ///< per edge, the tracks that it follows
};

}  // namespace

GraphLayout layoutGraph(std::span<const GraphBox> boxes, std::span<const GraphEdge> edges,
                        const GraphSpacing& spacing) {
  return Layouter(boxes, edges, spacing).layout();
}

}  // namespace runahead::gui
