// SPDX-License-Identifier: GPL-3.0-or-later
// HeaderBar: which scenario is on show, how the next run is made, and the button that makes it.
// Not here: the values themselves (run_settings.h) and the run (jobs/).
#pragma once

#include <QHBoxLayout>
#include <vector>

#include "gui/runs/run_settings.h"
#include "gui/widgets/button.h"
#include "gui/widgets/pane_head.h"
#include "gui/widgets/text_label.h"

namespace runahead::gui {

class ChoiceField;
class NumberField;
class ParameterPopup;
class ScenarioButton;
class WaitsField;

class HeaderBar : public Panel {
  Q_OBJECT
 public:
  explicit HeaderBar(RunSettings* settings, QWidget* parent = nullptr);

  /// Shown instead of the scenario's: a recording of a scenario that this program does not have.
  void setTitle(const QString& title, const QString& subtitle);
  /// Narrow: the scenarios are a drop-down, the parameters one button, buttons lose their words.
  void setNarrow(bool narrow);
  void setRunning(bool running);
  void setElapsed(qint64 ms);
  /// The scenario in which a run goes on while another one is on show; empty: there is none.
  void setElsewhere(const QString& scenario);
  /// A run is scheduled manually: like a running one, but it takes no time.
  void setManual(bool manual);
  bool manual() const { return m_manual; }
  /// What is on show beside the present settings: no run, the one that they make, or another's picture.
  enum class Shown { none, same, other };
  void setShown(Shown shown);
  void setExportEnabled(bool enabled) { m_export->setEnabled(enabled); }
  /// The button is there as soon as there are two runs.
  void setComparing(bool offered, bool comparing);
  QWidget* scenarioButton() const;
  /// A number that is still being typed counts.
  void takeTyped();

 signals:
  void runRequested();
  void stopRequested();
  void exportRequested();
  void compareToggled(bool on);
  void scenariosRequested();
  void elsewhereRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow();
  /// Gives every control the width that the header has for it.
  void fit();
  /// What the header has more than its controls need; negative: less.
  int spare(bool compactClock, bool compactMode) const;
  /// Of the row with the preset and the numbers that are not hidden.
  int fieldsPx() const;
  void arrangeFields();
  void updateRunButton();
  QWidget* captioned(const QString& caption, QWidget* control);

  RunSettings* m_settings;
  const Scenario* m_scenario = nullptr;
  QHBoxLayout* m_row;
  QWidget* m_title;
  TextLabel* m_id;
  TextLabel* m_question;
  ScenarioButton* m_scenarioButton;
  ChoiceField* m_mode;
  ChoiceField* m_clock;
  WaitsField* m_waits;
  QWidget* m_fields;
  QHBoxLayout* m_fieldRow;
  struct InlineNumber {
    QWidget* field;  ///< in m_fieldRow, with its caption
    TextLabel* caption;
    NumberField* number;
  };
  QWidget* m_preset;                    ///< in m_fieldRow, with its caption
  std::vector<InlineNumber> m_numbers;  ///< as many as were ever needed
  std::size_t m_numbersInUse = 0;
  Button* m_parameters;
  ParameterPopup* m_popup;
  Button* m_run;
  TextLabel* m_runCaption;  ///< says when the picture is older than the settings
  TextLabel* m_elapsed;
  Button* m_elsewhere;
  QString m_elsewhereId;
  Button* m_compare;
  Button* m_export;
  std::vector<TextLabel*> m_captions;
  bool m_narrow = false;
  bool m_running = false;
  bool m_manual = false;
  Shown m_shown = Shown::none;
};

}  // namespace runahead::gui
