// SPDX-License-Identifier: GPL-3.0-or-later
// Icons are drawn black in their files; black is replaced by the colour before they are parsed.
#include "gui/widgets/icons.h"

#include <QSvgRenderer>
#include <map>
#include <memory>
#include <utility>

#include "gui/text/resource.h"

namespace runahead::gui {
namespace {

/// Parsed once for each colour of a theme: that takes longer than painting.
QSvgRenderer& parsed(const QString& name, const QColor& colour) {
  static thread_local std::map<std::pair<QString, QRgb>, std::unique_ptr<QSvgRenderer>> icons;
  std::unique_ptr<QSvgRenderer>& icon = icons[{name, colour.rgba()}];
  if (!icon) {
    QByteArray svg = resource(QStringLiteral("icons/%1.svg").arg(name));
    icon = std::make_unique<QSvgRenderer>(svg.replace("#000000", colour.name().toLatin1()));
  }
  return *icon;
}

}  // namespace

void paintIcon(QPainter& painter, const QRectF& box, const QString& name, const QColor& colour) {
  if (!name.isEmpty()) parsed(name, colour).render(&painter, box);
}

}  // namespace runahead::gui
