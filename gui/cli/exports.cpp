// SPDX-License-Identifier: GPL-3.0-or-later
// Endings to writers.
#include "gui/cli/exports.h"

#include <QString>
#include <QStringList>
#include <algorithm>

#include "core/base/atomic_file.h"
#include "core/scenario/scenario.h"
#include "gui/text/compared_listing.h"
#include "gui/text/endings.h"
#include "gui/text/framework.h"

namespace runahead::gui {
namespace {

bool isSession(const std::string& path) {
  return QString::fromStdString(path).endsWith(QStringLiteral(".runahead"), Qt::CaseInsensitive);
}

/// What the scenario says about its runs. Of several scenarios the titles.
void describe(FigureOptions& options, std::span<const Trace> traces) {
  QStringList titles;
  const Scenario* scenario = nullptr;
  for (const Trace& trace : traces) {
    const std::string& id = trace.info().source.scenario;
    scenario = find_scenario(id);
    const QString title = QString::fromStdString(scenario ? scenario->title : id);
    if (!titles.contains(title)) titles << title;
  }
  if (options.title.isEmpty()) {
    options.title = titles.join(QStringLiteral(" · "));
    if (scenario && titles.size() == 1) options.question = QString::fromStdString(scenario->question);
  }
  if (titles.size() > 1) return;
  options.listing = programLines(traces.front().info());
  options.listings = listingsOf(traces);
}

}  // namespace

Status checkExport(const std::string& path) {
  const bool known = isSession(path) || isDataPath(path) || isFigurePath(path) || isPagePath(path);
  if (!known) {
    return Failure{"--export " + path + ": the ending is none of .png .svg .pdf .html .csv .json .runahead"};
  }
  if (AtomicFile file(path); file.failed()) return Failure{"--export: " + file.error()};
  return success();
}

Status exportTraces(std::span<const Trace> traces, const std::string& path, Graphics* graphics,
                    const ExportRequest& request) {
  if (isSession(path)) return write_session({{traces.begin(), traces.end()}, request.session}, path);
  if (isDataPath(path)) return writeData(traces, path);
  FigureOptions options = request.figure;
  describe(options, traces);
  options.asides = request.runs;
  if (options.alignment == Alignment::mark) {
    const std::vector<std::string> marks = shared_regions(traces);
    if (std::ranges::count(marks, options.mark) == 0) {
      return Failure{"--align mark:" + options.mark + ": not every run has such a region"};
    }
  }
  if (isPagePath(path)) return graphics->writePage(path, traces, options);
  return graphics->writePictures(path, traces, options, request.steps);
}

}  // namespace runahead::gui
