// SPDX-License-Identifier: GPL-3.0-or-later
// OutputPane: what the program of the run on show had printed at the cursor. Not here: where it comes from
// (core/scenario/program.h).
#pragma once

#include <QWidget>
#include <vector>

#include "core/scenario/session.h"
#include "gui/view/view_state.h"

class QPlainTextEdit;

namespace runahead::gui {

class PaneHead;

class OutputPane : public QWidget {
  Q_OBJECT
 public:
  explicit OutputPane(ViewState* view, QWidget* parent = nullptr);
  /// Of the run in view; without any, the pane hides.
  void setOutput(const std::vector<OutputText>& output);

 private:
  void follow();

  ViewState* m_view;
  PaneHead* m_head;
  QPlainTextEdit* m_text;
  std::vector<OutputText> m_output;
  std::size_t m_shown = 0;  ///< of its pieces
  bool m_endsLine = false;  ///< after what is shown
};

}  // namespace runahead::gui
