// SPDX-License-Identifier: GPL-3.0-or-later
// Reading of bundled recordings and their painting.
// Not here: the timeline's painter (timeline/painter.h).
#include "gui/welcome/trace_picture.h"

#include <QFile>
#include <QHash>
#include <QPainter>
#include <QTemporaryFile>

#include "core/analysis/summary.h"
#include "core/io/trace_file.h"
#include "gui/theme/theme.h"
#include "gui/timeline/painter.h"

namespace runahead::gui {

std::optional<Trace> bundledRecording(const QString& scenario) {
  static QHash<QString, std::optional<Trace>> recordings;
  const auto known = recordings.constFind(scenario);
  if (known != recordings.constEnd()) return *known;
  std::optional<Trace> trace;
  QFile resource(QStringLiteral(":/recordings/%1.json").arg(scenario));
  // The reader wants a file that the operating system knows.
  QTemporaryFile file;
  if (resource.open(QIODevice::ReadOnly) && file.open()) {
    file.write(resource.readAll());
    file.close();
    const auto traces = read_traces(file.fileName().toStdString());
    if (traces.ok()) trace = traces->front();
  }
  recordings.insert(scenario, trace);
  return trace;
}

void paintRecording(QPainter& painter, const QRectF& box, const Trace& trace, bool heads) {
  const std::vector<std::uint8_t> rows =
      heads ? markRows(trace) : std::vector<std::uint8_t>(trace.mark_count(), 0);
  const double label = heads ? kLabelColumnPx : 0;
  TimelineLayout layout = layoutTimeline(box.height(), trace, heads ? markRowCount(rows) : 0);
  TimeAxis axis;
  axis.fromNs = static_cast<double>(initialisation_end_ns(trace));
  axis.toNs = std::max<double>(axis.fromNs + 1, static_cast<double>(trace.end_ns()));
  const double spare = (axis.toNs - axis.fromNs) * 0.02;
  axis.fromNs -= spare;
  axis.toNs += spare;
  axis.leftPx = kLabelColumnPx;
  axis.widthPx = box.width() - label;
  TimelineScene scene{trace, currentTheme(), layout, axis, kLabelColumnPx + axis.widthPx, box.height(), rows};
  scene.cursorShown = false;
  scene.ruler = false;
  scene.cursor = trace.size();
  scene.cursorNs = trace.end_ns();
  painter.save();
  painter.setClipRect(box);
  painter.translate(box.left() - (kLabelColumnPx - label), box.top());
  paintTimeline(painter, scene);
  painter.restore();
}

TracePicture::TracePicture(const Trace& trace, QWidget* parent) : QWidget(parent), m_trace(trace) {
  setAccessibleName(tr("A recording of this program: %1").arg(QString::fromStdString(trace.info().scenario)));
}

void TracePicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintRecording(painter, rect(), m_trace, true);
}

}  // namespace runahead::gui
