// SPDX-License-Identifier: GPL-3.0-or-later
// Model, delegate and captions of RowList. Rows are replaced in place: scrolling and keyboard position stay.
// Not here: where the facts come from (panes/state_facts.h).
#include "gui/widgets/row_list.h"

#include <QPainter>
#include <QStringList>
#include <QStyledItemDelegate>
#include <algorithm>
#include <utility>

#include "gui/widgets/layout.h"

namespace runahead::gui {
namespace {

constexpr int kCaptionPx = 24;
constexpr int kSidePx = 14;

}  // namespace

class RowList::Model : public QAbstractListModel {
 public:
  using QAbstractListModel::QAbstractListModel;
  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(rows.size());
  }
  QVariant data(const QModelIndex& index, int role) const override {
    // Ctrl+C asks for the row with the keyboard, and there may be none.
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)) return {};
    QStringList texts;
    for (const RowCell& cell : rows[static_cast<std::size_t>(index.row())].cells) texts << cell.text;
    return texts.join(QLatin1Char(' '));
  }
  void replace(std::vector<Row> next) {
    const int before = rowCount();
    const int after = static_cast<int>(next.size());
    if (after > before) {
      beginInsertRows({}, before, after - 1);
      rows = std::move(next);
      endInsertRows();
    } else if (after < before) {
      beginRemoveRows({}, after, before - 1);
      rows = std::move(next);
      endRemoveRows();
    } else {
      rows = std::move(next);
    }
    if (after > 0) emit dataChanged(index(0), index(after - 1));
  }
  std::vector<Row> rows;
};

namespace {

class Delegate : public QStyledItemDelegate {
 public:
  Delegate(RowList* list) : QStyledItemDelegate(list), m_list(list) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {100, m_list->rowHeight()};
  }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Theme& theme = currentTheme();
    const Row& row = m_list->rows()[static_cast<std::size_t>(index.row())];
    const Kept kept(*painter);
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect box = option.rect.adjusted(0, 0, 0, -1);
    if (row.highlighted) {
      painter->fillRect(box, theme.selectedRow);
    } else if (row.task != kNone && (option.state & QStyle::State_MouseOver)) {
      painter->fillRect(box, theme.panel);
    }
    painter->fillRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1, theme.grid);
    const auto& columns = m_list->columns();
    for (std::size_t i = 0; i < row.cells.size() && i < columns.size(); ++i) {
      const int from =
          columns[i].from_px < 0 ? box.right() + columns[i].from_px : box.left() + columns[i].from_px;
      const bool last = i + 1 >= columns.size() || i + 1 >= row.cells.size();
      const int next = last ? box.right() - 5
                            : (columns[i + 1].from_px < 0 ? box.right() + columns[i + 1].from_px
                                                          : box.left() + columns[i + 1].from_px) -
                                  6;
      paintCell(*painter, QRect(from, box.top(), next - from, box.height()), row, row.cells[i],
                columns[i].right);
    }
    if (option.state & QStyle::State_HasFocus) paintFocus(*painter, box, 1);
  }

 private:
  void paintCell(QPainter& painter, QRect box, const Row& row, const RowCell& cell, bool right) const {
    const Theme& theme = currentTheme();
    if (cell.bar) {
      paintBar(painter, QRectF(box).adjusted(0, 5, 0, -5), *cell.bar);
      return;
    }
    if (cell.glyph) {
      paintStateGlyph(painter, QRectF(box.left(), box.center().y() - 7, 15, 15), *cell.glyph, theme);
      box.setLeft(box.left() + 21);
    }
    const bool words = cell.look == RowCell::Look::plain || cell.look == RowCell::Look::muted;
    const bool bold = cell.look == RowCell::Look::strong || row.highlighted;
    painter.setFont(words ? uiFont(13) : monoFont(14, bold ? QFont::Bold : QFont::Normal));
    painter.setPen(row.faded ? theme.text3 : cell.look == RowCell::Look::muted ? theme.text2 : theme.text);
    painter.drawText(box, (right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(cell.text, Qt::ElideRight, box.width()));
  }

  static void paintBar(QPainter& painter, const QRectF& box, const RowCell::Bar& bar) {
    const Theme& theme = currentTheme();
    const double unit = box.width() / std::max(1U, bar.scale);
    double x = box.left();
    const auto part = [&](std::uint32_t count, const QBrush& fill, const QPen& edge) {
      if (count == 0) return;
      const QRectF piece(x, box.top(), std::max(2.0, count * unit), box.height());
      paintBox(painter, piece.adjusted(0.5, 0.5, -0.5, -0.5), edge, fill);
      x = piece.right();
    };
    part(bar.running, theme.running, QPen(theme.running, 1));
    part(bar.ready, theme.ready, QPen(theme.running, 1));
    part(bar.blocked, blockedBrush(theme, painter), QPen(theme.blocked, 1, Qt::DashLine));
  }

  RowList* m_list;
};

}  // namespace

RowList::RowList(const QString& name, QWidget* parent)
    : QWidget(parent), m_model(new Model(this)), m_view(new QListView) {
  auto* column = columnIn(this, {kSidePx, 0, kSidePx, 0}, 0);
  m_view->setAccessibleName(name);
  m_view->setModel(m_model);
  m_view->setItemDelegate(new Delegate(this));
  m_view->setUniformItemSizes(true);
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setMouseTracking(true);
  m_view->setSelectionMode(QAbstractItemView::NoSelection);
  m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  column->addWidget(m_view);
  const auto choose = [this](const QModelIndex& index) {
    const Row& row = m_model->rows[static_cast<std::size_t>(index.row())];
    if (row.task != kNone) emit taskChosen(row.task);
  };
  connect(m_view, &QListView::clicked, this, choose);
  connect(m_view, &QListView::activated, this, choose);
}

void RowList::setColumns(std::vector<RowColumn> columns) {
  m_columns = std::move(columns);
  const bool captions = !m_columns.empty() && !m_columns.back().caption.isEmpty();
  layout()->setContentsMargins(kSidePx, captions ? kCaptionPx : 0, kSidePx, 0);
  update();
}

void RowList::setRows(std::vector<Row> rows) {
  m_model->replace(std::move(rows));
}

const std::vector<Row>& RowList::rows() const {
  return m_model->rows;
}

void RowList::setRowHeight(int pixels) {
  m_rowHeight = pixels;
  m_view->doItemsLayout();
}

void RowList::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.paper);
  if (layout()->contentsMargins().top() == 0) return;
  painter.setFont(uiFont(12));
  painter.setPen(theme.text3);
  const QRect line(kSidePx, 0, width() - 2 * kSidePx, kCaptionPx - 1);
  for (const RowColumn& column : m_columns) {
    const int from = column.from_px < 0 ? line.right() + column.from_px : line.left() + column.from_px;
    const QRect box(from, line.top(), line.right() - 5 - from, line.height());
    painter.drawText(box, (column.right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, column.caption);
  }
  painter.fillRect(line.left(), kCaptionPx - 1, line.width(), 1, theme.hairline);
}

}  // namespace runahead::gui
