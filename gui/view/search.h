// SPDX-License-Identifier: GPL-3.0-or-later
// Search: the tasks whose label contains a text. Names are interned, so most tasks are decided by a look at
// their name's answer.
#pragma once

#include <QString>
#include <span>
#include <vector>

#include "gui/view/selection.h"

namespace runahead::gui {

class Search : public QObject {
  Q_OBJECT
 public:
  Search(const RecordedTrace* record, const ShownTrace* shown, Selection* selection,
         QObject* parent = nullptr);

  /// For tasks whose label ("add 11") contains the text, whatever the case; none for an empty text. Follows
  /// the run.
  void setText(const QString& text);
  const QString& text() const { return m_text; }
  /// Of what may be told, ascending.
  std::span<const TaskId> matches() const;
  /// Selects and reveals the next match after the selected task, around the end. False without matches.
  bool nextMatch() { return stepMatch(1); }
  bool previousMatch() { return stepMatch(-1); }

 signals:
  void changed();

 private:
  friend class ViewState;
  void take(bool newRun);
  bool stepMatch(int direction);

  const RecordedTrace* m_record;
  const ShownTrace* m_shown;
  Selection* m_selection;
  QString m_text;
  std::vector<TaskId> m_matches;  ///< of all that is recorded
  TaskId m_searched = 0;
  std::vector<std::int8_t> m_nameMatches;  // per NameId: unknown, no, yes
};

}  // namespace runahead::gui
