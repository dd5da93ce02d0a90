// SPDX-License-Identifier: GPL-3.0-or-later
// PDF, the same bytes every time. Not here: what is painted.
#pragma once

#include <QByteArray>
#include <QSizeF>
#include <QString>
#include <functional>

class QPainter;
class QPdfWriter;

namespace runahead::gui {

/// Of pages of that size in px of 1/`resolution` inch; `paint` begins further ones with newPage().
QByteArray pdfPages(QSizeF page, int resolution, const QString& title,
                    const std::function<void(QPainter&, QPdfWriter&)>& paint);

}  // namespace runahead::gui
