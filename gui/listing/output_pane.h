// SPDX-License-Identifier: GPL-3.0-or-later
// OutputPane: what the program of the run on show had printed at the cursor. Not here: where it comes from
// (core/scenario/output.h).
//
// Text comes and goes in slices, some milliseconds of them at a time: a megabyte at once would keep the
// window from everything else.
#pragma once

#include <QWidget>
#include <vector>

#include "core/scenario/output.h"
#include "gui/view/shown_trace.h"
#include "gui/widgets/later.h"

class QPlainTextEdit;

namespace runahead::gui {

class PaneHead;

class OutputPane : public QWidget {
  Q_OBJECT
 public:
  OutputPane(const ShownTrace* shown, const Cursor* cursor, QWidget* parent = nullptr);
  /// Of the run in view, as far as it has come; without any, the pane hides.
  void setOutput(const Output& output);

 private:
  /// What stood before a slice of the text.
  struct Slice {
    std::size_t bytes;  ///< of the output
    int position;       ///< in the document
    int column;
    bool endsLine;
  };
  void follow();
  void advance();
  void addSlice();
  void removeSlice();

  const ShownTrace* m_shown;
  const Cursor* m_cursor;
  PaneHead* m_head;
  QPlainTextEdit* m_text;
  Output m_output;
  std::size_t m_wanted = 0;  ///< bytes of it that had been printed at the cursor
  bool m_stale = false;      ///< what is shown is of another output
  std::vector<Slice> m_slices;
  Slice m_end{};  ///< of what is shown
  Later m_advance{0, this, &OutputPane::advance};
};

}  // namespace runahead::gui
