// SPDX-License-Identifier: GPL-3.0-or-later
// PaneHead: the 34 px line above a pane: its name, a remark, and at the right end a value or small buttons.
// Not a tool bar and not a tab bar.
#pragma once

#include <QHBoxLayout>
#include <QWidget>

#include "gui/widgets/text_label.h"

namespace runahead::gui {

class PaneHead : public QWidget {
  Q_OBJECT
 public:
  explicit PaneHead(const QString& title, QWidget* parent = nullptr);
  TextLabel* remark() const { return m_remark; }
  TextLabel* value() const { return m_value; }
  void addTool(QWidget* tool);
  /// No line above: the pane is the first of its column.
  void setFirst(bool first);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QHBoxLayout* m_row;
  TextLabel* m_title;  ///< hidden where it leaves no room for buttons
  TextLabel* m_remark;
  TextLabel* m_value;
  bool m_first = false;
};

/// A line of the theme's hairline colour, 1 px.
class Hairline : public QWidget {
  Q_OBJECT
 public:
  explicit Hairline(Qt::Orientation orientation, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

/// A plain ground in a colour of the theme.
class Panel : public QWidget {
  Q_OBJECT
 public:
  /// Where a hairline ends it.
  enum class Edge { none, top, bottom };
  explicit Panel(TextLabel::Colour colour, QWidget* parent = nullptr, Edge edge = Edge::none);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  TextLabel::Colour m_colour;
  Edge m_edge;
};

}  // namespace runahead::gui
