// SPDX-License-Identifier: GPL-3.0-or-later
// Rows, columns, splitters, scrolled panes and names of widgets, each in one call.
#pragma once

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QScrollArea>
#include <QSplitter>
#include <QToolTip>
#include <QVBoxLayout>
#include <type_traits>

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

/// The widget, at the end of a layout, a splitter or a stack; `where`: what its addWidget() asks for besides.
template <class Place, class Widget, class... Where>
Widget* into(Place* place, Widget* widget, Where... where) {
  place->addWidget(widget, where...);
  return widget;
}
/// With what is in it.
inline void clear(QLayout* layout) {
  while (QLayoutItem* item = layout->takeAt(0)) {
    delete item->widget();
    delete item;
  }
}

/// `name` is for tests, `spoken` for those who hear the window; empty: what the widget says by itself.
template <class Widget>
Widget* named(Widget* widget, const char* name, const QString& spoken = {}) {
  widget->setObjectName(QLatin1String(name));
  if constexpr (std::is_base_of_v<QWidget, Widget>) {
    if (!spoken.isEmpty()) widget->setAccessibleName(spoken);
  }
  return widget;
}

/// Its dividers are lines, and nothing in it can be folded away.
inline QSplitter* splitter(Qt::Orientation orientation, const char* name) {
  auto* made = named(new QSplitter(orientation), name);
  made->setHandleWidth(1);
  made->setChildrenCollapsible(false);
  return made;
}
/// Scrolls up and down what it holds, without a frame.
inline void makeScroller(QScrollArea* area) {
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

/// Answers an event that asks for a tool tip; without text there is none.
inline bool showTip(QEvent& event, const QString& text, QWidget* on) {
  QToolTip::showText(static_cast<QHelpEvent&>(event).globalPos(), text, on);
  event.setAccepted(!text.isEmpty());
  return true;
}

}  // namespace runahead::gui
