// SPDX-License-Identifier: GPL-3.0-or-later
// Presenter: the run on show in front of a class: sentence, program and timeline over a whole screen; where
// there is a lecture, from step to step of its slides.
// Not here: the sizes of its words (presenter_text.h), what moves the cursor otherwise (window/).
#pragma once

#include <QElapsedTimer>
#include <QFontMetricsF>
#include <QPointer>
#include <QWidget>
#include <utility>
#include <vector>

#include "core/io/session_file.h"
#include "gui/lecture/presenter_text.h"
#include "gui/listing/line_fold.h"
#include "gui/listing/line_waits.h"
#include "gui/text/struck_text.h"
#include "gui/view/view_state.h"
#include "gui/widgets/later.h"

namespace runahead::gui {

class AskedPane;
class Asking;
class ChartPane;
class ComparePane;
class Curtain;
class Lecture;
enum class PresentationCommand;
class RunList;
class TimelineView;

class Presenter : public QWidget {
  Q_OBJECT
 public:
  /// A window of its own, which goes when it is closed. The others outlive it; `view` is that of the run on
  /// show.
  Presenter(ViewState* view, RunList* runs, Lecture* lecture, Asking* asking, QWidget* parent);

  /// Over the whole screen that `window` is not on, if there is another, with the keys.
  void showBeside(const QWidget& window);
  /// Likewise, when screens have come, gone or changed: the class keeps its own as long as there is another
  /// one.
  void fillScreen(const QWidget& window);
  /// Since when there is something to be seen.
  const QElapsedTimer& began() const { return m_began; }

  /// What comes is of another run.
  void beginRun();

  /// What becomes of the lines is known up to the cursor, however far that has jumped.
  void foldAll();
  /// What stands above: the question that is asked, or why its answer is right; the words of the slide at its
  /// first step, if it has some, else the sentence at the cursor.
  QString said() const;
  /// Below: which run it is, or which slide, and where one is.
  QString footText() const;
  QString footCount() const;
  /// As much of it as has room, without half a part.
  QString footLine(const QFontMetricsF& metrics, double width) const;
  /// As they are painted.
  PresentedSentence sentence() const;
  const PresentedProgram& program() const { return m_program; }
  QRectF sentenceRect() const;
  QRectF programRect() const;
  QRectF footRect() const;
  void paintFoot(QPainter& painter) const;
  /// Which charts stand below the timeline: those of the slide, and what keys have changed there.
  SlideCharts charts() const { return m_charts; }
  /// What the row says behind its indent; struck: what the run leaves out with its wait.
  std::vector<TextPiece> piecesIn(const PresentedRow& row) const;
  /// Of the program's rows: the first that is shown, and how many are.
  std::pair<std::size_t, std::size_t> shownRows() const;

 signals:
  void saidChanged();
  void hidden();

 protected:
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void keyPressEvent(QKeyEvent* event) override;
  /// On a line of the program, where a class is asked for one.
  void mousePressEvent(QMouseEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  /// There is nothing to go to: Tab takes tasks that are drawn.
  bool focusNextPrevChild(bool) override { return false; }
  void closeEvent(QCloseEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  bool event(QEvent* event) override;
  /// The pointer over the timeline.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void arrange();
  void takeCharts();
  /// All of it, against the usual size.
  void setLarger(double factor);
  void followCursor();
  void takeTrace();
  /// True: the slide has a question, and now it is asked.
  bool askOfSlide();
  /// One step on the way of the lecture, where a question and its answer are steps, too; without one a
  /// statement.
  void turnPage(int direction, bool wholeSlide);
  void turnBack();
  void carryOut(PresentationCommand what);
  void paintSentence(QPainter& painter) const;
  void paintProgram(QPainter& painter) const;
  double px(double at720) const { return at720 * m_scale; }

  ViewState* m_view;
  Lecture* m_lecture;
  Asking* m_asking;
  TimelineView* m_timeline;
  ComparePane* m_compared;  ///< in its place while runs are compared
  ChartPane* m_depth;
  ChartPane* m_memory;
  AskedPane* m_asked;
  Curtain* m_curtain;
  LineFold m_fold;
  Later m_rest{0, this, &Presenter::followCursor};  ///< of a jump that takes long
  QStringList m_lines;
  std::vector<LineWait> m_waits;  ///< of the run, by line
  double m_scale = 1, m_larger = 1;
  QPointer<QScreen> m_own;  ///< the screen of the class alone
  QElapsedTimer m_began;
  PresentedProgram m_program;
  bool m_alone = false;
  SlideCharts m_charts;
  SlideCharts m_taken;  ///< from the slide
  int m_chartsOf = -2;
  int m_askedAt = -1;   ///< the slide whose question was asked, until one leaves it
  bool m_fresh = true;  ///< the waits of the run are not known yet
  bool m_lost = false;  ///< there is no run to be shown
};

}  // namespace runahead::gui
