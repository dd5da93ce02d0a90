// SPDX-License-Identifier: GPL-3.0-or-later
// RecordAsker: a thread that asks a device for its records while some are wanted. A wait for a task never
// waits for such a question, which takes the driver's locks and may last long.
// Not here: what is done with the answers (device_engine.h).
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "core/engine/work_times.h"

namespace runahead {

class RecordAsker {
 public:
  /// `answered` is called on the thread after each question. `times` outlives the asker.
  RecordAsker(WorkTimes& times, std::function<void()> answered);
  ~RecordAsker();
  RecordAsker(const RecordAsker&) = delete;
  RecordAsker& operator=(const RecordAsker&) = delete;

  /// Any thread: at least one more question, soon.
  void want();

 private:
  void ask();

  WorkTimes& times_;
  const std::function<void()> answered_;
  std::mutex mutex_;  ///< guards the next three
  std::condition_variable changed_;
  bool wanted_ = false, over_ = false;
  std::thread thread_;
};

}  // namespace runahead
