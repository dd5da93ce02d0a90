// SPDX-License-Identifier: GPL-3.0-or-later
// Icons are drawn black in their files; black is replaced by the colour before they are rendered.
// Not here: caching of pixmaps; an icon costs microseconds.
#include "gui/widgets/icons.h"

#include <QSvgRenderer>

#include "gui/text/resource.h"

namespace runahead::gui {

void paintIcon(QPainter& painter, const QRectF& box, const QString& name, const QColor& colour) {
  QByteArray svg = resource(QStringLiteral("icons/%1.svg").arg(name));
  if (svg.isEmpty()) return;
  svg.replace("#000000", colour.name().toLatin1());
  QSvgRenderer renderer(svg);
  renderer.render(&painter, box);
}

}  // namespace runahead::gui
