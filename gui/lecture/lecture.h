// SPDX-License-Identifier: GPL-3.0-or-later
// Lecture: the slides of a lecture, their changes, each of which can be undone, and the way from step to
// step. A slide shows a run of the workbench, or several compared, as they are; it never runs one. Not here:
// the list beside the window (lecture_pane.h), the screen before a class (presenting/), the file
// (core/io/session_file.h).
#pragma once

#include <QObject>
#include <QStringList>
#include <QUndoStack>
#include <optional>
#include <span>
#include <vector>

#include "core/session/revision.h"
#include "core/session/session.h"
#include "gui/axis/steps.h"
#include "gui/jobs/latest_job.h"
#include "gui/session/recovery_store.h"
#include "gui/view/view_state.h"
#include "gui/widgets/theme.h"

namespace runahead::gui {

class RecordedTrace;
class Workbench;

class Lecture : public QObject {
  Q_OBJECT
 public:
  /// So many steps are set unasked.
  static constexpr std::size_t kMostSlideSteps = 12;
  /// So many places are looked at for them.
  static constexpr std::size_t kMostPlaces = 1'000'000;

  struct At {
    int slide = -1;
    int step = 0;
    bool operator==(const At&) const = default;
  };

  Lecture(const RecordedTrace* record, Workbench* bench, QObject* parent = nullptr);

  /// Runs are RunList::Run::id here.
  const std::vector<Slide>& slides() const { return m_slides; }
  /// Where one is, or was before one left the way; slide -1: nowhere.
  At at() const { return m_at; }
  const Slide* current() const {
    return m_at.slide < 0 ? nullptr : &m_slides[static_cast<std::size_t>(m_at.slide)];
  }
  /// The run of the current slide is closed, or could not be found again.
  bool isLost() const;
  /// The current slide's name was given by the user: it is not what is said at one of its steps.
  bool isNamed() const;
  /// The window shows that slide's run at that step.
  bool onTheWay() const;
  /// Of compared runs, what the user typed, with options: nothing is pointed at there.
  static bool canAsk(const Slide& slide);
  /// What the class is asked at the current slide; nothing where one is elsewhere, or its run does not
  /// answer.
  std::optional<Question> question() const;
  /// Of the current slide; `window` where it has none of its own.
  ThemeKind theme(ThemeKind window) const;
  /// Looks beside the window for what could be asked there, made from its run; askable() follows, unless one
  /// goes elsewhere first.
  void lookForQuestions();

  // The way
  /// To a slide, as it was taken; its cursor stands at the step.
  void goTo(At at);
  /// To where one was.
  void back() { goTo(m_at); }
  /// To the next or previous step, and on to the next or previous slide. False at the end of the way.
  bool step(int direction);
  bool stepSlide(int direction);
  /// At the last step of the last slide.
  bool isAtEnd() const;

  // Changes, each an entry of changes()
  QUndoStack* changes() { return &m_changes; }
  /// What is in view becomes a slide behind the current one, with one step: the cursor. Nothing without a
  /// run.
  void addView();
  /// What is in view in place of what the current slide shows. Its words stay, a name that the user gave it,
  /// and several steps: in another run of the same scenario at the same events.
  void retake();
  void duplicate();
  void remove();
  /// To that place in the list.
  void move(int from, int to);
  void rename(int slide, const QString& name);
  void setWords(const QString& words);
  void setNotes(const QString& notes);
  /// What stands below the timeline in front of the class.
  void setCharts(const SlideCharts& charts);
  /// What the class sees it in.
  void setTheme(std::optional<ThemeKind> theme);
  /// A slide that gets one hides what comes.
  void setQuestion(const std::optional<SlideQuestion>& question);
  /// What is in view that can be pointed at: the selected task or wait, the line, the moment, the levels.
  std::vector<MarkedAnswer> answersInView() const;
  /// Where the current slide asks, a class can point at it.
  bool takes(const MarkedAnswer& answer) const;
  /// "dot 3", "12.0 µs"; empty where its run is not in view, or has no such thing.
  std::string told(const MarkedAnswer& answer) const;
  bool hasRunInView() const { return current() && isHere(*current()); }
  /// To the own question of the current slide; nothing: one of its options is right.
  void markAnswer(const std::optional<MarkedAnswer>& answer);
  /// One of the current slide's steps, of which it has others, is where the cursor is.
  bool canRemoveStep() const;
  /// One more, where the cursor is, or that one goes: only in the current slide's run.
  void toggleStep();
  /// From the first one on, as far as one sees: where statements begin, or at events; evenly spread where
  /// there are more than a slide has steps. Returns how many there are.
  std::size_t setSteps(StepKind kind);

  // Sessions
  /// Of the slides; empty: there are none.
  Revisions revisions() const { return m_slides.empty() ? Revisions() : Revisions{m_revision.number()}; }
  /// All that is saved now.
  void setSaved() { m_revision.save(); }
  void save(SessionToRecover& kept) const;
  /// `ids`: of each run of the file.
  void restore(const SessionFile& file, std::span<const RunId> ids);
  void clear();

 signals:
  /// To one of its places: what is in view goes.
  void going();
  /// slides().
  void changed();
  /// at(), or the cursor, and with it perhaps whether one is on the way.
  void moved();
  void askable(const std::vector<runahead::Question>& all);

 private:
  class Change;
  /// The name, perhaps with another number behind it, as no slide has it but the one at `apart`.
  QString freeName(const QString& name, int apart = -1) const;
  /// What sets it apart from others at which the same is said: runs, range, line, moment.
  QStringList details(const Slide& slide) const;
  /// What a slide of the run in view is called until the user names it.
  QString nameFor(const Slide& slide, int apart = -1) const;
  Slide takeView();
  void change(const QString& what, std::vector<Slide> slides, At at, int merges = -1);
  void changeCurrent(const QString& what, const Slide& slide, int merges = -1);
  void put(const std::vector<Slide>& slides, At at);
  bool isHere(const Slide& slide) const;
  /// What a slide shows after the cursor; elsewhere it is again as it was before the first of them.
  void showAfter(FutureVisibility after);
  void leaveAfter();

  const RecordedTrace* m_record;
  Workbench* m_bench;
  LatestJob<std::vector<Question>> m_looking{
      [this](const std::shared_ptr<const std::vector<Question>>& all) { emit askable(*all); }};
  QUndoStack m_changes;
  std::vector<Slide> m_slides;
  Revision<std::vector<Slide>> m_revision;
  At m_at;
  struct After {
    FutureVisibility own, slides;
  };
  std::optional<After> m_after;  ///< while a slide shows it
  /// The one found last: some take a while to be found.
  struct Found {
    Seq size;
    Slide slide;
    std::optional<Question> question;
  };
  mutable std::optional<Found> m_found;
};

}  // namespace runahead::gui
