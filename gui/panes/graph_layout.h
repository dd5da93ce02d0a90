// SPDX-License-Identifier: GPL-3.0-or-later
// Places for the nodes and ways for the edges of a graph, in px: layers from left to right. A plain function
// of sizes and edges: the same graph has the same places. Not here: what the nodes are (graph_model.h).
#pragma once

#include <QPolygonF>
#include <QRectF>
#include <span>
#include <vector>

#include "gui/panes/graph_model.h"

namespace runahead::gui {

struct GraphBox {
  QSizeF size;
  bool fillsColumn = false;  ///< as wide as the widest of its layer
};

struct GraphSpacing {
  double width_px = 0;      ///< that the graph should fit into
  double minGap_px = 16;    ///< between layers, if it fits then: the edges' room
  double maxGap_px = 40;    ///< where the width allows it
  double wideGap_px = 28;   ///< of a graph that does not fit
  double rowGap_px = 32;    ///< below a box: room for a caption
  double trackGap_px = 10;  ///< below an edge that passes a layer
};

struct GraphLayout {
  std::vector<QRectF> nodes;
  std::vector<QPolygonF> edges;  ///< from the right side of a node to the left side of another
  QSizeF size;                   ///< everything lies in [0, size)
  double gap_px = 0;             ///< between layers
};

/// Every edge leads from a node to a later one.
GraphLayout layoutGraph(std::span<const GraphBox> boxes, std::span<const GraphEdge> edges,
                        const GraphSpacing& spacing);

}  // namespace runahead::gui
