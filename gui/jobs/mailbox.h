// SPDX-License-Identifier: GPL-3.0-or-later
// Mailbox: what a thread leaves for the one that the window lives in, under a mutex; a signal that carries
// nothing wakes it. Not here: the threads (background.h).
#pragma once

#include <QObject>
#include <mutex>
#include <utility>

namespace runahead::gui {

/// Calls back in the thread that made it, whatever thread emits the signal.
class Wake : public QObject {
  Q_OBJECT
 public:
  template <class Receiver>
  Wake(Receiver* receiver, void (Receiver::*called)()) {
    connect(
        this, &Wake::left, this, [=] { (receiver->*called)(); }, Qt::QueuedConnection);
  }

 Q_SIGNALS:
  void left();
};

/// Shared by the two. The reader closes it before its Wake goes.
template <class News>
class Mailbox {
 public:
  explicit Mailbox(Wake& wake) : m_wake(&wake) {}

  template <class Change>
  void leave(Change change) {
    const std::lock_guard lock(m_mutex);
    change(m_news);
    if (m_wake && !std::exchange(m_posted, true)) Q_EMIT m_wake->left();
  }
  News take() {
    const std::lock_guard lock(m_mutex);
    m_posted = false;
    return std::exchange(m_news, News{});
  }
  /// The reader is not woken any more.
  void close() {
    const std::lock_guard lock(m_mutex);
    m_wake = nullptr;
  }

 private:
  std::mutex m_mutex;
  Wake* m_wake;
  News m_news{};
  bool m_posted = false;
};

}  // namespace runahead::gui
