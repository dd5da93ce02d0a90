// SPDX-License-Identifier: GPL-3.0-or-later
// SegmentedControl: one of a few values, all of them in sight.
// Not for many or unbounded values: a combo box or a field.
#pragma once

#include <QFont>
#include <QStringList>
#include <QWidget>

namespace runahead::gui {

class SegmentedControl : public QWidget {
  Q_OBJECT
 public:
  explicit SegmentedControl(QWidget* parent = nullptr);

  /// Texts are shown, ids() name them in signals. Selects the first.
  void setItems(const QStringList& ids, const QStringList& texts);
  const QStringList& ids() const { return m_ids; }
  QString current() const { return m_current < 0 ? QString() : m_ids[m_current]; }
  /// Without a signal.
  void setCurrent(const QString& id);
  void setControlHeight(int pixels);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }
  /// Where a value is shown: for tests and tool tips.
  QRect itemRect(int index) const;

 signals:
  void chosen(const QString& id);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void choose(int index);
  QFont itemFont(int index) const;

  QStringList m_ids;
  QStringList m_texts;
  int m_current = -1;
  int m_height = 30;
};

}  // namespace runahead::gui
