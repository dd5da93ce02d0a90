// SPDX-License-Identifier: GPL-3.0-or-later
// LecturePane: the slides of a lecture beside the window: go to one, change it, put it elsewhere.
// Not here: what that means (lecture.h).
#pragma once

#include "gui/lecture/lecture.h"
#include "gui/widgets/pane_head.h"

class QCheckBox;
class QComboBox;
class QListWidget;
class QPlainTextEdit;
class QScrollArea;

namespace runahead::gui {

class Button;

class LecturePane : public Panel {
  Q_OBJECT
 public:
  explicit LecturePane(Lecture* lecture, QWidget* parent = nullptr);

 signals:
  /// Of words and notes: the user is done with writing.
  void doneWriting();
  void presentRequested();
  void closeRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QPlainTextEdit* addText(QLayout* column, const char* name, const QString& what, const QString& hint);
  void refresh();
  void refreshPlace();
  void refreshQuestion();
  /// The slide that one is at.
  void keepInSight();
  void offerQuestions(const std::vector<Question>& made);
  void chooseAnswer();
  /// Why nothing is made from the run.
  QString whyNone() const;
  /// Why a class cannot point at what it is.
  static QString whyNot(AnswerForm form);
  QString told(const MarkedAnswer& answer) const;

  Lecture* m_lecture;
  PaneHead* m_head;
  QListWidget* m_list;
  QScrollArea* m_fields;
  TextLabel* m_place;
  Button* m_step;
  QPlainTextEdit* m_words;
  QPlainTextEdit* m_notes;
  Button* m_ask;  ///< which question
  QCheckBox* m_pending;
  QCheckBox* m_memory;
  QComboBox* m_theme;
  QWidget* m_question;    ///< its room
  TextLabel* m_asked;     ///< one that is made from the run, or why it is not asked
  QPlainTextEdit* m_own;  ///< one that is typed
  Button* m_answer;       ///< what it is, of one that is typed
  Button* m_undo;
  Button* m_redo;
  QList<QWidget*> m_needSlide;
};

}  // namespace runahead::gui
