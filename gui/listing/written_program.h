// SPDX-License-Identifier: GPL-3.0-or-later
// WrittenProgram: a program that the user writes: its text as it is now, the file that it belongs to, and
// whether it can be run. Not here: the editor (listing/code_view.h), runs (session/workbench.h).
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <set>
#include <vector>

#include "core/scenario/python.h"
#include "core/session/revision.h"
#include "gui/jobs/file_jobs.h"
#include "gui/jobs/latest_job.h"
#include "gui/widgets/later.h"

namespace runahead::gui {

class WrittenProgram : public QObject {
  Q_OBJECT
 public:
  /// `elsewhere`: a file has the text, or it can be had again; else it counts as modified until it is saved.
  WrittenProgram(ProgramText text, bool elsewhere, QObject* parent = nullptr);

  const ProgramText& text() const { return m_text; }
  QString name() const { return QString::fromStdString(m_text.name); }
  QString code() const { return m_code; }
  void setCode(const QString& code);
  /// Its path; empty: it has none yet.
  QString file() const;
  std::uint64_t revision() const { return m_revision.number(); }
  /// The session with it is saved.
  void setSaved() { m_revision.save(); }
  /// Since it was opened, made or written.
  bool modified() const { return !m_elsewhere || m_text.text != m_savedText; }
  /// What writes `to`, its text under a name in a folder, beside the window. Unless it `replaces`, a file
  /// that holds something else than what was read from it or written to it stays as it is.
  FileJobs::Write saving(const ProgramText& to, bool replaces) const;
  /// It was written there; its name and folder are that file's now.
  void saved(const ProgramText& written);

  /// Of the last text that could be run; null: none could.
  const Scenario* scenario() const { return m_scenario; }
  /// Why the text that was looked at last cannot be run: "mine.py, line 3: invalid syntax"; empty: it can.
  QString problem() const { return m_problem; }
  /// From 1; none: it is of no line.
  const std::set<int>& problemLines() const { return m_problemLines; }
  /// What can be called in that text, by its own names: "d2l.try_gpu(i=0)".
  const QStringList& completions() const { return m_completions; }
  /// Whether scenario() and problem() are those of the text as it is.
  bool isChecked() const { return m_checkedText == m_text; }
  /// Looks at the text at once; `then` is called when that is done, perhaps now, and not if the text changes.
  void whenChecked(std::function<void()> then);

 signals:
  /// Its text, its file, or whether it is modified.
  void changed();
  /// scenario() or problem().
  void checked();

 private:
  struct Look {
    ProgramText of;
    const Scenario* scenario;
    std::string problem;
    std::vector<std::string> completions;
  };
  void look();
  void take(const Look& look);

  ProgramText m_text;
  QString m_code;  ///< the same text
  std::string m_savedText;
  Revision<std::string> m_revision;
  bool m_elsewhere;
  ProgramText m_checkedText;
  const Scenario* m_scenario = nullptr;
  QStringList m_completions;
  QString m_problem;
  std::set<int> m_problemLines;
  std::vector<std::function<void()>> m_waiting;
  LatestJob<Look> m_looking;
  Later m_later{300, this, &WrittenProgram::look};
};

}  // namespace runahead::gui
