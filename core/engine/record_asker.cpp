// SPDX-License-Identifier: GPL-3.0-or-later
// How often a device is asked.
#include "core/engine/record_asker.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace runahead {

namespace {

/// Before each question; longer where questions take long, so that they hardly take a twentieth of the time.
constexpr std::chrono::nanoseconds kShortestPause = std::chrono::milliseconds(2);
constexpr std::chrono::nanoseconds kLongestPause = std::chrono::milliseconds(50);
constexpr int kShare = 20;

}  // namespace

RecordAsker::RecordAsker(WorkTimes& times, std::function<void()> answered)
    : times_(times), answered_(std::move(answered)), thread_([this] { ask(); }) {}

RecordAsker::~RecordAsker() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void RecordAsker::want() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(wanted_, true)) return;
  }
  changed_.notify_one();
}

void RecordAsker::ask() {
  std::chrono::nanoseconds pause = kShortestPause;
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return wanted_ || over_; });
    if (changed_.wait_for(lock, pause, [this] { return over_; })) return;
    wanted_ = false;
    lock.unlock();
    const auto before = std::chrono::steady_clock::now();
    times_.collect();
    pause = std::clamp<std::chrono::nanoseconds>(kShare * (std::chrono::steady_clock::now() - before),
                                                 kShortestPause, kLongestPause);
    answered_();
    lock.lock();
  }
}

}  // namespace runahead
