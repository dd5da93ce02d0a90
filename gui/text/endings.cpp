// SPDX-License-Identifier: GPL-3.0-or-later
// Endings, whatever their case. Not here: sessions, which the window and `open` know.
#include "gui/text/endings.h"

#include <QFileInfo>

#include "core/io/trace_file.h"

namespace runahead::gui {
namespace {

QString endingOf(const std::string& path) {
  return QFileInfo(QString::fromStdString(path)).suffix().toLower();
}

}  // namespace

bool isFigurePath(const std::string& path) {
  const QString ending = endingOf(path);
  return ending == u"png" || ending == u"svg" || ending == u"pdf";
}

bool isPagePath(const std::string& path) {
  return endingOf(path) == u"html";
}

bool isDataPath(const std::string& path) {
  const QString ending = endingOf(path);
  return ending == u"json" || ending == u"csv";
}

Status writeData(std::span<const Trace> traces, const std::string& path) {
  return endingOf(path) == u"csv" ? write_trace_csv(traces, path) : write_trace_json(traces, path);
}

}  // namespace runahead::gui
