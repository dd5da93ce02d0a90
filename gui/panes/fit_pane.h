// SPDX-License-Identifier: GPL-3.0-or-later
// FitPane: t1, t2, t3 of the run on show, what models predict from them, and which side is the bottleneck;
// its head opens and folds it and says what the timeline draws of it. Not here: the words (fit_facts.h).
#pragma once

#include <QWidget>

#include "gui/panes/fit_facts.h"
#include "gui/panes/fit_results.h"

namespace runahead::gui {

class Button;
class PaneHead;

/// The numbers; says all of it as its accessible description.
class FitNumbers : public QWidget {
  Q_OBJECT
 public:
  explicit FitNumbers(QWidget* parent = nullptr);
  /// A sentence in the place of numbers.
  void showSentence(const QString& sentence);
  void showFacts(FitFacts facts);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent*) override;

 private:
  void paintTimes(QPainter& painter, const QRectF& box) const;
  void paintPredictions(QPainter& painter, const QRectF& box) const;
  void paintWords(QPainter& painter, const QRectF& box) const;
  QString description() const;

  FitFacts m_facts;
  QString m_sentence;
};

class FitPane : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kHeadPx = 34;
  static constexpr int kOpenPx = kHeadPx + 146;

  FitPane(ViewState* view, FitResults* results, QWidget* parent = nullptr);
  void setOpen(bool open);
  /// It fills a tab, always open; else it lies under the charts.
  void setInTab(bool inTab);

 signals:
  /// By its head, or by the button there.
  void openRequested(bool open);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();

  ViewState* m_view;
  FitResults* m_results;
  PaneHead* m_head;
  Button* m_fold;
  Button* m_prediction;
  Button* m_runPath;
  FitNumbers* m_numbers;
  const Fit* m_shown = nullptr;
  bool m_open = true;
  bool m_inTab = false;
};

}  // namespace runahead::gui
