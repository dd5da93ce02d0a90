// SPDX-License-Identifier: GPL-3.0-or-later
// NoticeStrip: an error or a remark under the header: what, where, what to do. It never blocks anything.
// Not a log: the next notice replaces it.
#pragma once

#include <QTimer>
#include <QWidget>

namespace runahead::gui {

class TextLabel;

class NoticeStrip : public QWidget {
  Q_OBJECT
 public:
  /// What is said of something that was done goes by itself.
  enum class Kind { error, remark, done };
  explicit NoticeStrip(QWidget* parent = nullptr);

  /// `hint` says what to do; it may be empty.
  void showNotice(Kind kind, const QString& what, const QString& hint);
  QString text() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  TextLabel* m_what;
  TextLabel* m_hint;
  Kind m_kind = Kind::error;
  QTimer m_leave{this};
};

}  // namespace runahead::gui
