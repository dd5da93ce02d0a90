// SPDX-License-Identifier: GPL-3.0-or-later
// Lecture: the stops of a lecture, their changes, each of which can be undone, and the way from halt to halt.
// A stop shows a run of the workbench, or several compared, as they are; it never runs one. Not here: the
// list beside the window (lecture_pane.h), the screen before a class (presenting/), the file
// (core/io/session_file.h).
#pragma once

#include <QObject>
#include <QStringList>
#include <QUndoStack>
#include <optional>
#include <span>
#include <vector>

#include "core/io/session_file.h"
#include "gui/axis/steps.h"
#include "gui/jobs/latest_job.h"
#include "gui/session/kept_session.h"
#include "gui/theme/theme.h"
#include "gui/view/view_state.h"

namespace runahead::gui {

class Workbench;

class Lecture : public QObject {
  Q_OBJECT
 public:
  /// So many halts are set unasked.
  static constexpr std::size_t kMostHalts = 12;
  /// So many places are looked at for them.
  static constexpr std::size_t kMostPlaces = 1'000'000;

  struct Stop {
    int run = 0;                     ///< RunList::Run::id; 0: it could not be found again
    std::vector<int> compared = {};  ///< as SessionStop has them
    SessionStop look = {};           ///< all but these two
    /// The run is one of those that it shows.
    bool shows(int id) const;
    bool operator==(const Stop&) const = default;
  };
  struct At {
    int stop = -1;
    int halt = 0;
    bool operator==(const At&) const = default;
  };

  explicit Lecture(Workbench* bench, QObject* parent = nullptr);

  const std::vector<Stop>& stops() const { return m_stops; }
  /// Where one is, or was before one left the way; stop -1: nowhere.
  At at() const { return m_at; }
  const Stop* current() const {
    return m_at.stop < 0 ? nullptr : &m_stops[static_cast<std::size_t>(m_at.stop)];
  }
  /// The run of the current stop is closed, or could not be found again.
  bool isLost() const;
  /// The current stop's name was given by somebody: it is not what is said at one of its halts.
  bool isNamed() const;
  /// The window shows that stop's run at that halt.
  bool onTheWay() const;
  /// Of compared runs, what somebody typed, with options: nothing is pointed at there.
  static bool canAsk(const SessionStop& look, bool compares);
  /// What the class is asked at the current stop; nothing where one is elsewhere, or its run does not answer.
  std::optional<Question> question() const;
  /// Of the current stop; `window` where it has none of its own.
  ThemeKind theme(ThemeKind window) const;
  /// Looks beside the window for what could be asked there, made from its run; askable() follows, unless one
  /// goes elsewhere first.
  void lookForQuestions();

  // The way
  /// To a stop, as it was taken; its cursor stands at the halt.
  void goTo(At at);
  /// To where one was.
  void back() { goTo(m_at); }
  /// To the next or previous halt, and on to the next or previous stop. False at the end of the way.
  bool step(int direction);
  bool stepStop(int direction);
  /// At the last halt of the last stop.
  bool isAtEnd() const;

  // Changes, each an entry of changes()
  QUndoStack* changes() { return &m_changes; }
  /// What is in view becomes a stop behind the current one, with one halt: the cursor. Nothing without a run.
  void addView();
  /// What is in view in place of what the current stop shows. Its words stay, a name that somebody gave it,
  /// and several halts: in another run of the same scenario at the same events.
  void retake();
  void duplicate();
  void remove();
  /// To that place in the list.
  void move(int from, int to);
  void rename(int stop, const QString& name);
  void setWords(const QString& words);
  void setNotes(const QString& notes);
  /// What stands below the timeline in front of the class.
  void setCharts(const SessionCharts& charts);
  /// What the class sees it in.
  void setTheme(SessionTheme theme);
  /// A stop that gets one hides what comes.
  void setQuestion(const std::optional<SessionQuestion>& question);
  /// What is in view that can be pointed at: the selected task or wait, the line, the moment, the levels.
  std::vector<SessionAnswer> answersInView() const;
  /// Where the current stop asks, a class can point at it.
  bool takes(const SessionAnswer& answer) const;
  /// "dot 3", "12.0 µs"; empty where its run is not in view, or has no such thing.
  std::string told(const SessionAnswer& answer) const;
  bool hasRunInView() const { return current() && isHere(*current()); }
  /// To the own question of the current stop; nothing: one of its options is right.
  void markAnswer(const std::optional<SessionAnswer>& answer);
  /// One of the current stop's halts, of which it has others, is where the cursor is.
  bool canTakeUpHalt() const;
  /// One more, where the cursor is, or that one goes: only in the current stop's run.
  void toggleHalt();
  /// From the first one on, as far as one sees: where statements begin, or at events; evenly spread where
  /// there are more than a stop has halts. Returns how many there are.
  std::size_t setHalts(StepKind kind);

  // Sessions
  /// Changes with what one would want to save.
  QByteArray mark() const;
  void save(SessionToKeep& kept) const;
  /// `ids`: of each run of the file.
  void restore(const SessionFile& file, std::span<const int> ids);
  void clear();

 signals:
  /// To one of its places: what is in view goes.
  void going();
  /// stops().
  void changed();
  /// at(), or the cursor, and with it perhaps whether one is on the way.
  void moved();
  void askable(const std::vector<runahead::Question>& all);

 private:
  class Change;
  /// The name, perhaps with another number behind it, as no stop has it but the one at `apart`.
  QString freeName(const QString& name, int apart = -1) const;
  /// What sets it apart from others at which the same is said: runs, range, line, moment.
  QStringList details(const Stop& stop) const;
  /// What a stop of the run in view is called until somebody names it.
  QString nameFor(const Stop& stop, int apart = -1) const;
  Stop takeView();
  void change(const QString& what, std::vector<Stop> stops, At at, int merges = -1);
  void changeCurrent(const QString& what, const Stop& stop, int merges = -1);
  void put(const std::vector<Stop>& stops, At at);
  bool isHere(const Stop& stop) const;
  /// What a stop shows after the cursor; elsewhere it is again as it was before the first of them.
  void showAfter(SessionAfterCursor after);
  void leaveAfter();

  Workbench* m_bench;
  LatestJob<std::vector<Question>> m_looking{
      [this](const std::shared_ptr<const std::vector<Question>>& all) { emit askable(*all); }};
  QUndoStack m_changes;
  std::vector<Stop> m_stops;
  At m_at;
  struct After {
    AfterCursor own, stops;
  };
  std::optional<After> m_after;  ///< while a stop shows it
  /// The one found last: some take a while to be found.
  struct Found {
    int run;
    Seq size;
    SessionStop look;
    std::optional<Question> question;
  };
  mutable std::optional<Found> m_found;
};

}  // namespace runahead::gui
