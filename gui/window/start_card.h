// SPDX-License-Identifier: GPL-3.0-or-later
// StartCard: the first program: its question, its four lines, a button that runs it, and what a run looks
// like.
#pragma once

#include <QWidget>

#include "core/scenario/scenario.h"
#include "core/trace/trace.h"

class QHBoxLayout;

namespace runahead::gui {

class StartCard : public QWidget {
  Q_OBJECT
 public:
  explicit StartCard(const Scenario& scenario, QWidget* parent = nullptr);
  void setRecording(const Trace& trace);

 signals:
  void runRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QHBoxLayout* m_row;
  QWidget* m_words;
};

}  // namespace runahead::gui
