// SPDX-License-Identifier: GPL-3.0-or-later
// RowList: a compact table of facts with captions, glyphs and bars; rows that stand for a task can be chosen.
// Not an editor, not sortable: rows come in the order in which they are given.
#pragma once

#include <QAbstractListModel>
#include <QListView>
#include <QWidget>
#include <optional>
#include <vector>

#include "core/base/ids.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

struct RowCell {
  enum class Look { mono, strong, plain, muted };
  QString text;
  Look look = Look::mono;
  std::optional<TaskState> glyph = std::nullopt;
  /// Parts of a bar, against `scale`; painted instead of a text.
  struct Bar {
    std::uint32_t running, ready, blocked, scale;
  };
  std::optional<Bar> bar = std::nullopt;
};

struct Row {
  std::vector<RowCell> cells;
  TaskId task = kNone;
  bool highlighted = false;
  bool faded = false;  ///< it has not happened yet at the cursor
};

struct RowColumn {
  QString caption;  ///< "" for all: no line of captions
  int from_px;      ///< from the left; negative: from the right
  bool right = false;
};

class RowList : public QWidget {
  Q_OBJECT
 public:
  explicit RowList(const QString& name, QWidget* parent = nullptr);

  void setColumns(std::vector<RowColumn> columns);
  void setRows(std::vector<Row> rows);
  const std::vector<Row>& rows() const;
  void setRowHeight(int pixels);
  int rowHeight() const { return m_rowHeight; }
  QListView* view() const { return m_view; }
  const std::vector<RowColumn>& columns() const { return m_columns; }

 signals:
  /// A row that stands for a task was clicked, or Enter was pressed on it.
  void taskChosen(runahead::TaskId task);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  class Model;
  std::vector<RowColumn> m_columns;
  Model* m_model;
  QListView* m_view;
  int m_rowHeight = 30;
};

}  // namespace runahead::gui
