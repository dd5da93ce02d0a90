// SPDX-License-Identifier: GPL-3.0-or-later
// The sign stands where the least indented of the lines begins, so that they keep their shape.
#include "gui/listing/comment.h"

#include <algorithm>
#include <climits>

#include "gui/listing/code_view.h"

namespace runahead::gui {

void toggleComment(CodeView& code) {
  using Qsci = QsciScintilla;
  int first = 0, last = 0, column = 0;
  code.lineIndexFromPosition(static_cast<int>(code.SendScintilla(Qsci::SCI_GETSELECTIONSTART)), &first,
                             &column);
  code.lineIndexFromPosition(static_cast<int>(code.SendScintilla(Qsci::SCI_GETSELECTIONEND)), &last, &column);
  if (last > first && column == 0) --last;  // nothing of that line is selected
  struct Line {
    int number, indent;
    QString words;
  };
  std::vector<Line> lines;
  int least = INT_MAX;
  bool commented = true;
  for (int i = first; i <= last; ++i) {
    const QString line = code.text(i), words = line.trimmed();
    if (words.isEmpty()) continue;
    lines.push_back({i, static_cast<int>(line.indexOf(words)), words});
    least = std::min(least, lines.back().indent);
    commented &= words.startsWith(QLatin1Char('#'));
  }
  std::vector<CodeView::Change> changes;
  for (const Line& line : lines) {
    const int from = code.positionFromLineIndex(line.number, commented ? line.indent : least);
    const int sign = line.words.startsWith(QLatin1String("# ")) ? 2 : 1;
    changes.push_back(commented ? CodeView::Change{from, from + sign, {}}
                                : CodeView::Change{from, from, "# "});
  }
  code.change(changes);
}

}  // namespace runahead::gui
