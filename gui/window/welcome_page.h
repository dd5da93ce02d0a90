// SPDX-License-Identifier: GPL-3.0-or-later
// WelcomePage: what there is while no run is: a first program to run, questions to begin with, files to open.
// Not a splash and not a tour: everything on it does what it says.
#pragma once

#include <QWidget>
#include <vector>

class QGridLayout;
class QHBoxLayout;
class QVBoxLayout;

namespace runahead::gui {

class RecoveryCard;
class QuestionCard;
class ReportCard;
class StartCard;
class WelcomeSide;

class WelcomePage : public QWidget {
  Q_OBJECT
 public:
  explicit WelcomePage(QWidget* parent = nullptr);

  void setNarrow(bool narrow);
  /// Sessions that can be continued.
  RecoveryCard* left() const { return m_left; }
  /// What crashes and hangs have left.
  ReportCard* reports() const { return m_reports; }
  WelcomeSide* side() const { return m_side; }

 signals:
  void scenarioChosen(const QString& id);
  /// Open the scenario and run it.
  void runRequested(const QString& id);
  void programRequested();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void loadRecordings();

  QHBoxLayout* m_row;
  QVBoxLayout* m_column;
  QGridLayout* m_grid;
  ReportCard* m_reports;
  RecoveryCard* m_left;
  StartCard* m_start;
  WelcomeSide* m_side;
  std::vector<QuestionCard*> m_cards;
  bool m_narrow = false;
  bool m_loaded = false;
};

}  // namespace runahead::gui
