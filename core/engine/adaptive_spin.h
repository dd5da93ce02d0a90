// SPDX-License-Identifier: GPL-3.0-or-later
// AdaptiveSpin: how long a thread looks for what it waits for before it sleeps: for a while that is worth a
// sleep and a wake-up where looking tends to help, else hardly at all. Not shared: each thread has its own.
//
// Looking helps if what is waited for comes while the thread looks, so another thread has a core to bring it.
// Where no core is free it only keeps the other from running; where the other takes long it is in vain. Both
// show as looks that found nothing, and after a few of these only every so many waits looks again: the pause
// doubles with each look in vain, and one that helped takes back half of them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/clock.h"
#include "core/base/futex.h"

namespace runahead {

class AdaptiveSpin {
 public:
  /// `limit_us`: how long looking may take.
  explicit AdaptiveSpin(int limit_us) : limit_us_(limit_us) {}

  /// True: `done()`. False: not while it was looked for, or `give_up()`.
  template <class Done, class GiveUp>
  bool wait(Done done, GiveUp give_up) {
    // So short that it is no evidence.
    if (look(done)) return true;
    if (give_up() || !is_worth_it()) return false;
    const Ticks until = now_ticks() + TickScale::instance().ticks_in(std::int64_t{limit_us_} * 1000);
    while (true) {
      const bool found = look(done);
      const bool in_time = now_ticks() < until;  // not after the thread itself had lost its core
      if (found) {
        learn(in_time);
        return true;
      }
      if (give_up()) return false;
      if (!in_time) break;
    }
    learn(false);
    return false;
  }

  /// Asked once before each wait that is not over at once.
  bool is_worth_it() {
    if (pause_ == 0) return true;
    --pause_;
    return false;
  }
  void learn(bool helped) {
    in_vain_ = helped ? in_vain_ / 2 : std::min(in_vain_ + 1, kMostInVain);
    pause_ = in_vain_ <= kForgiven ? 0 : (1 << (in_vain_ - kForgiven)) - 1;
  }

 private:
  static constexpr int kForgiven = 2;
  static constexpr int kMostInVain = 8;  ///< a look every 64 waits

  template <class Done>
  static bool look(Done& done) {
    for (int i = 0; i < 16; ++i) {
      if (done()) return true;
      relax();
    }
    return false;
  }

  int limit_us_;
  int in_vain_ = 0;
  int pause_ = 0;  ///< waits until the next look
};

}  // namespace runahead
