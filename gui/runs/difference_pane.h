// SPDX-License-Identifier: GPL-3.0-or-later
// DifferencePane: the comparison in numbers, in the place of the state: a sentence, then the table. Numbers
// are made beside the window whenever a run has ended or others take part. Not here: the numbers themselves
// (core/analysis/comparison.h).
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/comparison.h"
#include "gui/jobs/latest_job.h"
#include "gui/runs/run_list.h"
#include "gui/widgets/pane_head.h"

namespace runahead::gui {

class DifferenceTable;
class Repeater;
class TextLabel;

class DifferencePane : public Panel {
  Q_OBJECT
 public:
  explicit DifferencePane(RunList* runs, QWidget* parent = nullptr);
  /// Of the runs that take part; the last that was made.
  const Comparison& comparison() const { return m_comparison; }
  /// comparison() is not of the runs that take part now.
  bool busy() const { return m_job.busy(); }
  /// Of the live runs that take part.
  Repeater* repeater() const { return m_repeater; }

 private:
  struct Part {
    RunId id;
    Seq events;
    bool finished;
    std::shared_ptr<const Rounds> rounds;
    std::string name;  ///< that the user gave it
    bool operator==(const Part&) const = default;
  };
  void follow();
  void showTable();

  RunList* m_runs;
  Repeater* m_repeater;
  TextLabel* m_headline;
  DifferenceTable* m_table;
  std::vector<Part> m_parts;
  Comparison m_comparison;
  LatestJob<Comparison> m_job;
};

}  // namespace runahead::gui
