// SPDX-License-Identifier: GPL-3.0-or-later
// ActorField: one actor of a driven run: its name, and a button with what it may do next, with a list beside
// it where there is a choice; or, in the button's place, why it cannot move. Not here: what an actor may do
// (actors.h).
#pragma once

#include <QWidget>
#include <functional>

#include "gui/driving/actors.h"

class QMenu;

namespace runahead::gui {

class Button;
class TextLabel;

class ActorField : public QWidget {
  Q_OBJECT
 public:
  explicit ActorField(QWidget* parent = nullptr);

  /// `key`: does the same as the button; empty for none.
  void setActor(const Actor& actor, const Trace& trace, const QStringList& listing, const QString& key);
  /// What the actor may do is not known yet.
  void setKnown(bool known);
  void setLow(bool low);

 signals:
  void chosen(const runahead::Choice& choice);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void place();
  void openChoices();

  TextLabel* m_name;
  Button* m_act;
  Button* m_others;
  TextLabel* m_reason;
  std::vector<Choice> m_choices;
  QStringList m_texts;
  QString m_key;
  bool m_low = false;
};

/// One entry for each choice, `texts` beside them, as many as one can look through.
void addChoices(QMenu* menu, const std::vector<Choice>& choices, const QStringList& texts,
                const std::function<void(const Choice&)>& choose);

}  // namespace runahead::gui
