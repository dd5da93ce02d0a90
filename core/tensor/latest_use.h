// SPDX-License-Identifier: GPL-3.0-or-later
// LatestUse: of each element of an array, which task of one stream used it last. Not here: what comes before
// what (stream_order.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "core/base/ids.h"

namespace runahead {

class LatestUse {
 public:
  struct Use {
    std::uint32_t at = 0;  ///< of the stream's tasks
    TaskId task = kNone;
  };

  /// The elements from `from` on, before `to`, by a task later than all noted before.
  void note(std::int64_t from, std::int64_t to, Use use);
  /// By a task later than all noted before, of elements that are not told apart from others.
  void note_somewhere(Use use) { last_ = use; }
  /// Of all elements.
  const Use& last() const { return last_; }
  /// The latest use of one of those elements, if it is later than `at`.
  std::optional<Use> later(std::int64_t from, std::int64_t to, std::uint32_t at) const;

 private:
  struct Part {
    std::int64_t to;
    Use use;
  };
  std::map<std::int64_t, Part> parts_;  ///< by their first elements; no two overlap
  Use last_;
};

}  // namespace runahead
