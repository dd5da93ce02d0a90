// SPDX-License-Identifier: GPL-3.0-or-later
// ScenarioPanel: the scenarios, grouped like the book, with the question that the chosen one answers, and a
// search. Not here: what choosing one does; the registry (core/scenario).
#pragma once

#include <QLineEdit>
#include <QTreeWidget>
#include <QWidget>
#include <map>
#include <utility>
#include <vector>

namespace runahead::gui {

class ScenarioPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ScenarioPanel(QWidget* parent = nullptr);

  /// Marks a scenario as the one on show, without a signal; "" for none.
  void setChosen(const QString& id);
  /// How many runs of each there are in the window, by id; those that this program does not know get rows
  /// of their own.
  void setRuns(const std::map<QString, int>& runs);
  /// Programs that the user writes, and whether each is saved.
  void setPrograms(const std::vector<std::pair<QString, bool>>& programs);
  /// The one that goes on; "" for none.
  void setRunning(const QString& id);
  /// Opens the search field and puts the cursor into it.
  void openSearch();
  void closeSearch();

 signals:
  void scenarioChosen(const QString& id);
  /// A new program.
  void newRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fill();
  void filter(const QString& text);
  /// In a group above all others, which is made for the first one.
  QTreeWidgetItem* addOwn(QTreeWidgetItem*& group, const QString& title, const QString& id);
  /// Of what the search has left; null when nothing matches.
  QTreeWidgetItem* firstMatch() const;
  void choose(QTreeWidgetItem* item);

  QTreeWidget* m_tree;
  QString m_chosen;
  std::vector<std::pair<QString, bool>> m_listed;  ///< programs
  QTreeWidgetItem* m_programs = nullptr;           ///< the group of those that the user writes
  QTreeWidgetItem* m_recordings = nullptr;         ///< the group of those that are in no book
  QLineEdit* m_search;
};

}  // namespace runahead::gui
