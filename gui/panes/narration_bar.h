// SPDX-License-Identifier: GPL-3.0-or-later
// NarrationBar: which event the cursor is at, and one sentence about it. Its height never depends on the
// text. Not here: the sentence (core/analysis/narration.h).
#pragma once

#include <QFont>
#include <QStringList>
#include <QWidget>

#include "gui/view/shown_trace.h"

namespace runahead::gui {

class NarrationBar : public QWidget {
  Q_OBJECT
  Q_PROPERTY(QString text READ text)
 public:
  static constexpr int kHeightPx = 60;
  static constexpr int kLowHeightPx = 46;

  NarrationBar(const ShownTrace* shown, const Cursor* cursor, QWidget* parent = nullptr);

  /// One line in a low window.
  void setLow(bool low);
  /// The whole sentence, also where it is cut.
  QString text() const { return m_text; }

  /// How a sentence is set in a width: at most two lines, the last of them cut if need be.
  struct Lines {
    QFont font;
    QStringList lines;
    bool cut = false;
  };
  static Lines layOut(const QString& text, double width, bool low);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void refresh();
  QRectF textRect() const;

  const ShownTrace* m_shown;
  const Cursor* m_cursor;
  QString m_text;
  QString m_position;  ///< "event 130"
  QString m_count;     ///< "of 155"; empty while what comes is hidden
  bool m_error = false;
  bool m_low = false;
};

}  // namespace runahead::gui
