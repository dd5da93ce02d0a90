// SPDX-License-Identifier: GPL-3.0-or-later
// QuestionCard: a scenario as a question, with a picture of a recorded run; a click opens the scenario.
// Not here: the other things of the first page (welcome_page.h).
#pragma once

#include <QAbstractButton>
#include <optional>

#include "core/scenario/scenario.h"
#include "core/trace/trace.h"

namespace runahead::gui {

class QuestionCard : public QAbstractButton {
  Q_OBJECT
 public:
  explicit QuestionCard(const Scenario& scenario, QWidget* parent = nullptr);
  void setRecording(const Trace& trace);
  QSize sizeHint() const override { return {240, m_trace ? 264 : 116}; }
  QSize minimumSizeHint() const override { return {150, m_trace ? 264 : 116}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_id;
  std::optional<Trace> m_trace;
};

}  // namespace runahead::gui
