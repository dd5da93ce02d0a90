// SPDX-License-Identifier: GPL-3.0-or-later
// Repeater: makes the compared live runs again, in turn, beside the window, and puts the records of the
// median rounds into the list. Not here: how many rounds, and which records (core/analysis/repeats.h); the
// row with its button (difference_pane.cpp).
//
// Nothing else may run meanwhile, or it would be measured too: code that starts a run stops the rounds first.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/analysis/repeats.h"
#include "gui/jobs/latest_job.h"
#include "gui/runs/run_list.h"

namespace runahead::gui {

class Repeater : public QObject {
  Q_OBJECT
 public:
  enum class State {
    none,     ///< there is nothing to repeat: less than two runs, or all are exact
    offered,  ///< live runs that were made once, or not in turn
    refused,  ///< they cannot be repeated, words() say why
    making,
    made,  ///< all of them in the same rounds
  };
  explicit Repeater(RunList* runs, QObject* parent = nullptr);
  ~Repeater() override;

  State state() const { return m_state; }
  /// One or two sentences about it; empty for none.
  QString words() const { return m_words; }
  /// Of making, 0 to 1.
  double progress() const;

  void start();
  /// What was made of rounds that are complete counts, if there are enough.
  void stop();

 signals:
  void changed();
  /// Another record stands for the run.
  void recordChanged(RunId id);

 private:
  struct Part {
    RunId id;
    std::uint64_t version;
    bool operator==(const Part&) const = default;
  };
  /// Between this thread and the one that makes rounds.
  struct Shared {
    std::atomic<bool> stop{false};
    std::atomic<std::size_t> made{0};  ///< runs, of all rounds
    std::atomic<std::size_t> round{1};
    std::atomic<std::size_t> planned{0};
  };
  void follow();
  void look();
  void tell();
  void finished(const Repeats& repeats);
  void set(State state, const QString& words);

  RunList* m_runs;
  LatestJob<Repeats> m_job;
  std::shared_ptr<Shared> m_shared;
  QTimer m_timer;
  std::vector<Part> m_parts;  ///< that are being repeated
  std::vector<Part> m_ended;  ///< whose rounds ended without enough of them ...
  QString m_why;              ///< ... for this reason
  State m_state = State::none;
  QString m_words;
};

}  // namespace runahead::gui
