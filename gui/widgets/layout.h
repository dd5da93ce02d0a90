// SPDX-License-Identifier: GPL-3.0-or-later
// Rows, columns and names of widgets, each in one call.
#pragma once

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace runahead::gui {

/// Of the widget, or, null, to be put into another layout. A spacing of -1 is the style's.
inline QHBoxLayout* rowIn(QWidget* widget, QMargins margins = {}, int spacing = -1) {
  auto* row = new QHBoxLayout(widget);
  row->setContentsMargins(margins);
  row->setSpacing(spacing);
  return row;
}
inline QVBoxLayout* columnIn(QWidget* widget, QMargins margins = {}, int spacing = -1) {
  auto* column = new QVBoxLayout(widget);
  column->setContentsMargins(margins);
  column->setSpacing(spacing);
  return column;
}

/// `name` is for tests, `spoken` for those who hear the window; empty: what the widget says by itself.
template <class Widget>
Widget* named(Widget* widget, const char* name, const QString& spoken = {}) {
  widget->setObjectName(QLatin1String(name));
  if (!spoken.isEmpty()) widget->setAccessibleName(spoken);
  return widget;
}

}  // namespace runahead::gui
