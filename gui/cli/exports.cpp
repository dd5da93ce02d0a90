// SPDX-License-Identifier: GPL-3.0-or-later
// Endings to writers.
// Not here: what a figure shows (gui/figure).
#include "gui/cli/exports.h"

#include <QString>

#include "core/base/atomic_file.h"
#include "core/io/trace_file.h"
#include "core/scenario/scenario.h"
#include "gui/figure/figure.h"
#include "gui/listing/listing_pane.h"

namespace runahead::gui {
namespace {

bool endsWith(const std::string& path, const QString& ending) {
  return QString::fromStdString(path).endsWith(ending, Qt::CaseInsensitive);
}

}  // namespace

Status checkExport(const std::string& path) {
  const bool known = endsWith(path, QStringLiteral(".json")) || endsWith(path, QStringLiteral(".csv")) ||
                     isFigurePath(QString::fromStdString(path));
  if (!known) return Failure{"--export " + path + ": the ending is none of .png .svg .pdf .csv .json"};
  if (AtomicFile file(path); file.failed()) return Failure{"--export: " + file.error()};
  return success();
}

Status exportTraces(std::span<const Trace> traces, const std::string& path, Graphics& graphics) {
  if (endsWith(path, QStringLiteral(".json"))) return write_trace_json(traces, path);
  if (endsWith(path, QStringLiteral(".csv"))) return write_trace_csv(traces, path);
  graphics.forPictures();
  FigureOptions options;
  const QString id = QString::fromStdString(traces.front().info().scenario);
  if (const Scenario* scenario = find_scenario(traces.front().info().scenario)) {
    options.title = QString::fromStdString(scenario->title);
    options.question = QString::fromStdString(scenario->question);
    options.listing = listingText(id, QStringLiteral("mxnet")).split(QLatin1Char('\n'));
  }
  return writeFigure(QString::fromStdString(path), traces, options);
}

}  // namespace runahead::gui
