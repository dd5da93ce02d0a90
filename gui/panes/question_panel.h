// SPDX-License-Identifier: GPL-3.0-or-later
// QuestionPanel: what the scenario asks, what to look at, and the run's numbers beside those that the book
// printed. Not here: measuring (core/analysis/summary.h).
#pragma once

#include <QScrollArea>

#include "core/analysis/summary.h"
#include "core/scenario/scenario.h"
#include "gui/view/shown_trace.h"

class QVBoxLayout;

namespace runahead::gui {

class QuestionPanel : public QScrollArea {
  Q_OBJECT
 public:
  explicit QuestionPanel(const ShownTrace* shown, QWidget* parent = nullptr);
  void setScenario(const Scenario* scenario);
  /// The run on show has ended (or there is none): reads its numbers.
  void refreshNumbers();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void addTable(const QString& caption, const std::vector<std::pair<QString, QString>>& rows);
  /// `summary`: of the run on show; null without one.
  void addBook(const RunSummary* summary);
  void addNote(const QString& text);

  const ShownTrace* m_shown;
  const Scenario* m_scenario = nullptr;
  QVBoxLayout* m_column = nullptr;
  bool m_hidden = false;
};

}  // namespace runahead::gui
