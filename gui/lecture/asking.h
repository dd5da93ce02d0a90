// SPDX-License-Identifier: GPL-3.0-or-later
// Asking: the question that a class is asked now about the run in view, the hands that were counted, the
// answer that was given, and whether the run's answer is shown. Not here: what is asked
// (core/analysis/question.h), how it looks (asked_pane.h).
#pragma once

#include <QObject>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/question.h"
#include "core/analysis/schedule.h"
#include "gui/jobs/latest_job.h"
#include "gui/view/view_state.h"

class QKeyEvent;

namespace runahead::gui {

class Asking : public QObject {
  Q_OBJECT
 public:
  static constexpr std::size_t kMostOptions = 4;

  /// Both outlive it.
  Asking(const RecordedTrace* record, ViewState* view, QObject* parent = nullptr);

  /// Null: nothing is asked.
  const Question* question() const { return m_question ? &*m_question : nullptr; }
  bool revealed() const { return m_revealed; }
  /// The cursor goes to where it is asked, and what comes after it is hidden.
  void ask(const Question& question);
  struct Offer {
    std::vector<Question> questions;
    std::optional<Question> drawing;
  };
  /// Looks beside the window for what the run supports; offers() follows, unless another run comes first.
  void look();
  /// When it is asked.
  std::int64_t askedNs(const Question& question) const { return asked_at_ns(question, m_record->trace()); }
  /// Likewise, and asks the first of them from the cursor on, or the one after what is asked now; after the
  /// last comes the first.
  void askNext();
  /// Likewise, at the first wait, from the cursor on, at which something can be drawn; else the first of all.
  void askToDraw();
  /// Null: nothing is to be drawn.
  const Drawing* drawing() const { return m_drawing ? &*m_drawing : nullptr; }
  const std::vector<DrawnBar>& drawn() const { return m_drawn; }
  /// Stands there, or at an end that is near; or reason() says why it cannot.
  void put(const DrawnBar& bar);
  /// At an end that is near, or the begin: no student draws to the pixel.
  DrawnBar settled(DrawnBar bar) const;
  /// A task that is moved by keys, and where it is now.
  const std::optional<DrawnBar>& held() const { return m_held; }
  void takeBack(TaskId task);
  const Message& reason() const { return m_reason; }
  /// The cursor goes to what shows the answer.
  void reveal();
  /// Back to where it is asked; hands and answer stay.
  void conceal();
  /// Nothing is asked any more. What was not revealed stays so: the view is as it was before.
  void close();
  /// Another run comes into view, or another place of a lecture.
  void drop();

  /// Of the run, for the words of an answer: it was recorded before the cursor.
  const Trace& trace() const { return m_view->shown()->trace(); }
  std::optional<std::int64_t> answer() const { return m_answer; }
  void answerWith(std::int64_t value);
  const std::array<int, kMostOptions>& hands() const { return m_hands; }
  /// `by` more of an option; never fewer than none.
  void addHands(std::size_t option, int by);

  /// True, and done: the key means something while something is asked.
  bool takeKey(const QKeyEvent& key);

 signals:
  void changed();
  void offers(const runahead::gui::Asking::Offer& offer);
  /// What was to be asked: the run supports none.
  void foundNone();

 private:
  enum class For { menu, next, drawing };
  struct Found {
    For what;
    Offer offer;
  };
  void look(For what);
  void take(const Found& found);
  void forget();
  /// The cursor stands where it is asked, and nothing tells what comes.
  void standThere();
  /// The part of the run that the question is about comes into sight.
  void showPlace();
  /// Another task is held: the next one, or the one before.
  void hold(int direction);
  bool takeDrawKey(const QKeyEvent& key);
  /// Of a number, by a step of its axis.
  void moveAnswer(int direction);
  /// Axis and hiding, where something is hidden, are as they were before.
  void uncover(bool hidden);

  const RecordedTrace* m_record;
  ViewState* m_view;
  LatestJob<Found> m_looking{[this](const std::shared_ptr<const Found>& found) { take(*found); }};
  std::optional<Question> m_question;
  Message m_why;  ///< before a drawing was judged
  bool m_revealed = false;
  std::optional<Drawing> m_drawing;
  std::vector<DrawnBar> m_drawn;
  std::optional<DrawnBar> m_held;
  Message m_reason;
  std::optional<std::int64_t> m_answer;
  std::array<int, kMostOptions> m_hands{};
  struct Before {
    Seq cursor;
    std::int64_t cursorNs;
    FutureVisibility after;
    double fromNs, toNs;
    bool fitting;
  };
  Before m_before{};
};

}  // namespace runahead::gui
