// SPDX-License-Identifier: GPL-3.0-or-later
// TracePicture: a bundled recording, painted by the timeline's own painter without its heads.
// Not interactive, and not a drawing: without a recording there is nothing to see.
#pragma once

#include <QWidget>
#include <optional>

#include "core/trace/trace.h"

namespace runahead::gui {

/// The recording of a scenario that comes with the program (resources/recordings); read once.
std::optional<Trace> bundledRecording(const QString& scenario);

/// Paints the whole run into `box`; `heads` with the rows' names at the left.
void paintRecording(QPainter& painter, const QRectF& box, const Trace& trace, bool heads);

class TracePicture : public QWidget {
  Q_OBJECT
 public:
  explicit TracePicture(const Trace& trace, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Trace m_trace;
};

}  // namespace runahead::gui
