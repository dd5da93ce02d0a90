// SPDX-License-Identifier: GPL-3.0-or-later
// The line icons of resources/icons in any colour and size.
// Not here: state glyphs; those are painted by widgets/theme.h, because they differ in shape, not only in
// line.
#pragma once

#include <QColor>
#include <QPainter>
#include <QString>

namespace runahead::gui {

/// Paints icon `name` into `box`; sharp at every scale.
void paintIcon(QPainter& painter, const QRectF& box, const QString& name, const QColor& colour);

}  // namespace runahead::gui
