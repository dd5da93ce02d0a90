// SPDX-License-Identifier: GPL-3.0-or-later
// LatestJob: work in the background of which only the latest result counts: one thread at a time, an older
// one is told to stop, and what was asked for in the meantime but the last is never begun. Not here: the
// threads (background.h).
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

#include "core/base/error.h"
#include "gui/jobs/background.h"
#include "gui/jobs/mailbox.h"

namespace runahead::gui {

/// In the thread that makes it everything but the work happens.
template <class Result>
class LatestJob {
 public:
  using Done = std::function<void(std::shared_ptr<const Result>)>;
  /// `stop` becomes true when the result is not wanted any more; the work may then throw Stopped.
  using Work = std::function<Result(const std::atomic<bool>& stop)>;
  /// What waits for Python's interpreter ends `perhaps`.
  explicit LatestJob(Done done, Ends ends = Ends::surely) : m_done(std::move(done)), m_ends(ends) {}
  ~LatestJob() {
    forget();
    m_box->close();
  }
  LatestJob(const LatestJob&) = delete;
  LatestJob& operator=(const LatestJob&) = delete;

  void start(Work work) {
    forget();
    m_wanted = true;
    m_next = std::move(work);
    if (!m_stop) begin();
  }
  /// Nothing that was asked for comes any more.
  void forget() {
    m_wanted = false;
    m_next = nullptr;
    if (m_stop) *m_stop = true;
  }
  /// Something that was asked for has not come yet.
  bool busy() const { return m_wanted; }

 private:
  void begin() {
    m_stop = std::make_shared<std::atomic<bool>>(false);
    runInBackground(
        [box = m_box, work = std::exchange(m_next, nullptr), stop = m_stop] {
          std::shared_ptr<const Result> result;
          try {
            result = std::make_shared<const Result>(work(*stop));
          } catch (const Stopped&) {
          }
          box->leave([&](auto& left) { left = std::move(result); });
        },
        m_ends);
  }
  void collect() {
    std::shared_ptr<const Result> result = m_box->take();
    const bool stopped = *std::exchange(m_stop, nullptr);
    if (m_next) {
      begin();
    } else if (!stopped) {
      m_wanted = false;
      m_done(std::move(result));
    }
  }

  Wake m_wake{this, &LatestJob::collect};
  Done m_done;
  Ends m_ends;
  std::shared_ptr<Mailbox<std::shared_ptr<const Result>>> m_box =
      std::make_shared<Mailbox<std::shared_ptr<const Result>>>(m_wake);
  Work m_next;
  bool m_wanted = false;
  std::shared_ptr<std::atomic<bool>> m_stop;  ///< of the work that is going on; null: none
};

}  // namespace runahead::gui
