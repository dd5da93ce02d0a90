// SPDX-License-Identifier: GPL-3.0-or-later
// NoticeStrip: an error or a remark under the header: what, where, what to do. It lies over the page, so that
// nothing moves under the pointer, and blocks nothing; Esc closes it.
// Not a log: the next notice replaces it.
#pragma once

#include <QWidget>
#include <array>
#include <functional>

#include "gui/widgets/later.h"

namespace runahead::gui {

class Button;
class TextLabel;

class NoticeStrip : public QWidget {
  Q_OBJECT
 public:
  /// Hints, and what is said of something that was done, go by themselves.
  enum class Kind { error, remark, hint, done };
  explicit NoticeStrip(QWidget* parent);
  /// Where it begins, and how wide it is.
  void place(int y, int width);

  /// A button beside the words.
  struct Action {
    QString text;
    std::function<void()> what;
  };
  /// `hint` says what to do; it may be empty. `action` and `other` are offered until the notice goes.
  void showNotice(Kind kind, const QString& what, const QString& hint, Action action = {}, Action other = {});
  void showError(const QString& what, const QString& hint) { showNotice(Kind::error, what, hint); }
  QString text() const;
  /// It is about the run as it ended: who looks elsewhere has read it.
  void setUntilMoved() { m_untilMoved = true; }
  void moved() {
    if (m_untilMoved) hide();
  }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  TextLabel* m_what;
  TextLabel* m_hint;
  struct Offer {
    Button* button;
    std::function<void()> what;
  };
  std::array<Offer, 2> m_offers;
  Kind m_kind = Kind::error;
  bool m_untilMoved = false;
  Later m_leave{6000, this, &QWidget::hide};  ///< time to read a path
};

}  // namespace runahead::gui
