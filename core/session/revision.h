// SPDX-License-Identifier: GPL-3.0-or-later
// Revision: a number for the content of one part of a session (a run's name and bookmarks, settings, slides).
// Every change goes through it, so whether something has changed is a comparison of numbers. Not here: which
// parts count (gui/session, gui/lecture).
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

namespace runahead {

/// Of all parts of a session, in their order; equal as long as nothing has changed.
using Revisions = std::vector<std::uint64_t>;

/// Never twice the same.
inline std::uint64_t next_revision() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

template <class T>
class Revision {
 public:
  explicit Revision(T content = {}) : now_(content), saved_(std::move(content)) {}

  std::uint64_t number() const { return number_; }
  /// Content that is as it was saved has the number again that it had then.
  void change(T content) {
    if (content == now_) return;
    now_ = std::move(content);
    number_ = now_ == saved_ ? saved_number_ : next_revision();
  }
  void save() {
    saved_ = now_;
    saved_number_ = number_;
  }

 private:
  T now_, saved_;
  std::uint64_t number_ = next_revision();
  std::uint64_t saved_number_ = number_;
};

}  // namespace runahead
