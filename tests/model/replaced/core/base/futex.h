// SPDX-License-Identifier: GPL-3.0-or-later
// In place of the kernel's futex: sleeping is a step of the model, and so is looking in vain.
#pragma once

#include <cstdint>

namespace runahead {

inline void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t value) {
  model::futex_wait(word.place(), value);
}

inline void futex_wake(std::atomic<std::uint32_t>& word, int sleepers) {
  model::futex_wake(word.place(), sleepers);
}

inline void relax() {
  model::spin();
}

}  // namespace runahead
