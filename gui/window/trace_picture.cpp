// SPDX-License-Identifier: GPL-3.0-or-later
// Reading of bundled recordings and their painting.
// Not here: the timeline's painter (timeline/painter.h).
#include "gui/window/trace_picture.h"

#include <QHash>
#include <QPainter>
#include <QTemporaryFile>

#include "core/analysis/summary.h"
#include "core/io/trace_file.h"
#include "gui/axis/lane_index.h"
#include "gui/text/resource.h"
#include "gui/timeline/painter.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

std::optional<Trace> bundledRecording(const QString& scenario) {
  static QHash<QString, std::optional<Trace>> recordings;
  const auto known = recordings.constFind(scenario);
  if (known != recordings.constEnd()) return *known;
  std::optional<Trace> trace;
  const QByteArray json = resource(QStringLiteral("recordings/%1.json").arg(scenario));

  // The reader wants a file that the operating system knows.
  QTemporaryFile file;
  if (!json.isEmpty() && file.open()) {
    file.write(json);
    file.close();
    const auto traces = read_traces(file.fileName().toStdString());
    if (traces.ok()) trace = traces->front();
  }
  recordings.insert(scenario, trace);
  return trace;
}

void paintRecording(QPainter& painter, const QRectF& box, const Trace& trace, bool heads) {
  if (trace.statement_count() == 0) return;
  const std::vector<std::uint8_t> rows =
      heads ? regionRows(trace) : std::vector<std::uint8_t>(trace.region_count(), 0);
  const int brackets = heads ? regionRowCount(rows) : 0;
  // The painter leaves room for a ruler; here is none.
  const double ruler = layoutTimeline(box.height(), trace, brackets).ruler.bottom();
  const TimelineLayout layout = layoutTimeline(box.height() + ruler, trace, brackets);

  const auto begin =
      static_cast<double>(std::max(initialisation_end_ns(trace), trace.time_ns(trace.statement(0).begin)));
  const Statement last = trace.statement(trace.statement_count() - 1);
  auto end = static_cast<double>(last.end == kNever ? trace.end_ns() : trace.time_ns(last.end));
  for (TaskId id = 0; id < trace.task_count(); ++id) {
    if (trace.task(id).end != kNever)
      end = std::max(end, static_cast<double>(trace.time_ns(trace.task(id).end)));
  }
  const double spare = (end - begin) * 0.02 + 1;
  const double label = heads ? kLabelColumnPx : 0;
  const TimeAxis axis{begin - spare, end + spare, kLabelColumnPx, box.width() - label};
  const LaneIndex lanes(trace);  // a recording is small
  TimelineScene scene{
      trace, currentTheme(), layout, axis, kLabelColumnPx + axis.widthPx, box.height() + ruler, rows, lanes};
  scene.cursorShown = false;
  scene.ruler = false;
  scene.cursor = trace.size();
  scene.cursorNs = trace.end_ns();
  const Kept kept(painter);
  painter.setClipRect(box);
  painter.translate(box.left() - (kLabelColumnPx - label), box.top() - ruler);
  paintTimeline(painter, scene);
}

TracePicture::TracePicture(const Trace& trace, QWidget* parent) : QWidget(parent), m_trace(trace) {
  setAccessibleName(
      tr("A recording of this program: %1").arg(QString::fromStdString(trace.info().source.scenario)));
}

void TracePicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintRecording(painter, rect(), m_trace, true);
}

}  // namespace runahead::gui
