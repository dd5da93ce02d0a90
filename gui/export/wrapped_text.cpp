// SPDX-License-Identifier: GPL-3.0-or-later
// Lines by Qt's layout of text. Not here: fonts (theme/).
#include "gui/export/wrapped_text.h"

#include <QFontMetricsF>
#include <QTextLayout>

namespace runahead::gui {

QStringList wrapped(const QString& text, const QFont& font, double width_px, int most) {
  QStringList lines;
  const QFontMetricsF metrics(font);
  for (const QString& paragraph : text.split(QLatin1Char('\n'))) {
    if (metrics.horizontalAdvance(paragraph) <= width_px) {
      lines << paragraph;
      continue;
    }
    QTextLayout layout(paragraph, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
      line.setLineWidth(width_px);
      lines << paragraph.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
  }
  if (lines.size() > most) {
    const QString rest = lines.mid(most - 1).join(QLatin1Char(' '));
    lines = lines.mid(0, most - 1) << metrics.elidedText(rest, Qt::ElideRight, width_px);
  }
  return lines;
}

}  // namespace runahead::gui
