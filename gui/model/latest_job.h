// SPDX-License-Identifier: GPL-3.0-or-later
// LatestJob: work in the background of which only the latest result counts: one thread at a time, and what
// was asked for in the meantime but the last is never begun. Not here: the threads (bridge/background.h).
#pragma once

#include <QObject>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "gui/bridge/background.h"

namespace runahead::gui {

/// A member of `receiver`, in whose thread everything but the work happens.
template <class Result>
class LatestJob {
 public:
  using Done = std::function<void(std::shared_ptr<const Result>)>;
  LatestJob(QObject* receiver, Done done) : m_done(std::move(done)), m_box(std::make_shared<Box>()) {
    m_box->receiver = receiver;
  }
  ~LatestJob() {
    const std::lock_guard lock(m_box->mutex);
    m_box->receiver = nullptr;
  }
  LatestJob(const LatestJob&) = delete;
  LatestJob& operator=(const LatestJob&) = delete;

  void start(std::function<Result()> work) {
    ++m_number;
    m_next = std::move(work);
    if (!m_running) begin();
  }
  /// Nothing that was asked for comes any more.
  void forget() {
    ++m_number;
    m_next = nullptr;
  }

 private:
  struct Box {
    std::mutex mutex;
    QObject* receiver;
  };
  void begin() {
    m_running = true;
    runInBackground([this, box = m_box, work = std::exchange(m_next, nullptr), number = m_number] {
      auto result = std::make_shared<const Result>(work());
      const std::lock_guard lock(box->mutex);
      if (!box->receiver) return;
      QMetaObject::invokeMethod(
          box->receiver, [this, result, number] { collect(result, number); }, Qt::QueuedConnection);
    });
  }
  void collect(std::shared_ptr<const Result> result, unsigned number) {
    m_running = false;
    if (m_next) {
      begin();
    } else if (number == m_number) {
      m_done(std::move(result));
    }
  }

  Done m_done;
  std::shared_ptr<Box> m_box;
  std::function<Result()> m_next;
  unsigned m_number = 0;
  bool m_running = false;
};

}  // namespace runahead::gui
