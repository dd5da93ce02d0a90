// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a dependency graph with any QPainter. Not here: which graph (graph_model.h), where its nodes lie
// (graph_layout.h), gestures (graph_pane.h).
#pragma once

#include <QStringList>
#include <vector>

#include "gui/panes/graph_layout.h"
#include "gui/panes/graph_model.h"
#include "gui/widgets/theme.h"

class QPainter;

namespace runahead::gui {

struct GraphScene {
  const GraphModel& model;
  const GraphLayout& layout;
  const Theme& theme;
  bool dense = false;
  TaskId selected = kNone;
};

/// Origin at the layout's top left; selection and captions reach at most kGraphMargin_px beyond it.
void paintGraph(QPainter& painter, const GraphScene& scene);
inline constexpr double kGraphMargin_px = 34;

/// The nodes' boxes, for the layout.
std::vector<GraphBox> graphBoxes(const GraphModel& model, bool dense);
/// Room between boxes that suits the captions.
GraphSpacing graphSpacing(double width_px, bool dense);

/// What is written under a node, at most two lines: why a blocked task waits, or what its outline means.
QStringList graphCaption(const GraphNode& node);

}  // namespace runahead::gui
