// SPDX-License-Identifier: GPL-3.0-or-later
// Icons are drawn black in their files; black is replaced by the colour before they are rendered.
// Not here: caching of pixmaps; an icon costs microseconds.
#include "gui/widgets/icons.h"

#include <QFile>
#include <QHash>
#include <QSvgRenderer>

namespace runahead::gui {

void paintIcon(QPainter& painter, const QRectF& box, const QString& name, const QColor& colour) {
  static QHash<QString, QByteArray> sources;
  auto source = sources.find(name);
  if (source == sources.end()) {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    source = sources.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
  }
  if (source->isEmpty()) return;
  QByteArray svg = *source;
  svg.replace("#000000", colour.name().toLatin1());
  QSvgRenderer renderer(svg);
  renderer.render(&painter, box);
}

}  // namespace runahead::gui
