// SPDX-License-Identifier: GPL-3.0-or-later
// Presenter: the run on show in front of a class: sentence, program and timeline over a whole screen.
// Not here: the sizes of its words (presenter_text.h), what moves the cursor otherwise (window/).
#pragma once

#include <QWidget>
#include <utility>

#include "gui/listing/line_fold.h"
#include "gui/presenting/presenter_text.h"
#include "gui/view/view_state.h"
#include "gui/widgets/later.h"

namespace runahead::gui {

class Curtain;
class TimelineView;

class Presenter : public QWidget {
  Q_OBJECT
 public:
  /// A window of its own, which goes when it is closed. `view` outlives it.
  explicit Presenter(ViewState* view, QWidget* parent);

  /// On the screen that `window` is not on, if there is another.
  void showBeside(const QWidget& window);

  /// What comes is of another run.
  void beginRun();

  /// As they are painted.
  PresentedSentence sentence() const;
  const PresentedProgram& program() const { return m_program; }
  QRectF sentenceRect() const;
  QRectF programRect() const;
  /// Of the program's rows: the first that is shown, and how many are.
  std::pair<std::size_t, std::size_t> shownRows() const;

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  bool event(QEvent* event) override;
  /// The pointer over the timeline.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void arrange();
  void followCursor();
  void paintSentence(QPainter& painter) const;
  void paintProgram(QPainter& painter) const;
  void paintFoot(QPainter& painter) const;
  double px(double at720) const { return at720 * m_scale; }

  ViewState* m_view;
  TimelineView* m_timeline;
  Curtain* m_curtain;
  LineFold m_fold;
  Later m_rest{0, this, &Presenter::followCursor};  ///< of a jump that takes long
  QStringList m_lines;
  double m_scale = 1;
  PresentedProgram m_program;
  bool m_alone = false;
};

}  // namespace runahead::gui
