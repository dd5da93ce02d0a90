// SPDX-License-Identifier: GPL-3.0-or-later
// One table of frameworks.
#include "gui/text/framework.h"

#include "core/scenario/scenario.h"
#include "gui/text/resource.h"

namespace runahead::gui {
namespace {

struct Framework {
  const char* id;
  const char* name;
  Mode modes[2];
};
constexpr Framework kFrameworks[] = {{"mxnet", "MXNet", {Mode::async, Mode::lazy}},
                                     {"pytorch", "PyTorch", {Mode::stream, Mode::stream}},
                                     {"tensorflow", "TensorFlow", {Mode::sync, Mode::function}}};

}  // namespace

QStringList frameworks() {
  QStringList ids;
  for (const Framework& framework : kFrameworks) ids << QString::fromLatin1(framework.id);
  return ids;
}

QString frameworkName(const QString& framework) {
  for (const Framework& one : kFrameworks) {
    if (framework == QLatin1String(one.id)) return QString::fromLatin1(one.name);
  }
  return framework;
}

QString frameworkOf(Mode mode) {
  for (const Framework& framework : kFrameworks) {
    if (mode == framework.modes[0] || mode == framework.modes[1]) return QString::fromLatin1(framework.id);
  }
  return QString::fromLatin1(kFrameworks[0].id);
}

QString listingFramework(const QString& scenario, Mode mode) {
  const Scenario* known = mode == Mode::sync ? find_scenario(scenario.toStdString()) : nullptr;
  return frameworkOf(known ? known->modes.front() : mode);
}

QString modeName(Mode mode) {
  return QStringLiteral("%1 · %2").arg(QLatin1String(to_string(mode)), frameworkName(frameworkOf(mode)));
}

QString withoutLastLines(QString text) {
  while (text.endsWith(QLatin1Char('\n'))) text.chop(1);
  return text;
}

QString writtenText(const TraceInfo& info) {
  return withoutLastLines(QString::fromStdString(info.program()));
}

QString listingText(const QString& scenario, const QString& framework) {
  return withoutLastLines(
      QString::fromUtf8(resource(QStringLiteral("listings/%1.%2.py").arg(scenario, framework))));
}

QStringList programLines(const TraceInfo& info, const QString& framework) {
  const QString scenario = QString::fromStdString(info.source.scenario);
  QString text = writtenText(info);
  if (text.isEmpty() && !framework.isEmpty()) text = listingText(scenario, framework);
  if (text.isEmpty()) text = listingText(scenario, listingFramework(scenario, info.mode));
  return text.isEmpty() ? QStringList() : text.split(QLatin1Char('\n'));
}

}  // namespace runahead::gui
