// SPDX-License-Identifier: GPL-3.0-or-later
// LatestUse: of each element of an array, which task of one stream used it last. Not here: what comes before
// what (stream_order.h).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/base/ids.h"

namespace runahead {

/// Elements of an array that are used together: from `from` on, before `to`, and again at each of `rows`.
struct UsedPart {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t rows = 1;
  std::int64_t stride = 0;  ///< from the first element of one row to that of the next

  bool meets(const UsedPart& other) const;
  bool operator==(const UsedPart&) const = default;
};

class LatestUse {
 public:
  struct Use {
    std::uint32_t at = 0;  ///< of the stream's tasks
    TaskId task = kNone;
  };

  /// By a task later than all noted before.
  void note(const UsedPart& part, Use use);
  /// Of all elements.
  const Use& last() const { return last_; }
  /// The latest use of one of those elements, if it is later than `at`.
  std::optional<Use> later(const UsedPart& part, std::uint32_t at) const;

 private:
  struct Part {
    std::int64_t to;
    Use use;
  };
  struct InRows {
    UsedPart part;
    Use use;
  };
  void note(std::int64_t from, std::int64_t to, Use use);

  std::map<std::int64_t, Part> parts_;  ///< of one row, by their first elements; no two overlap
  std::vector<InRows> in_rows_;
  Use last_;
};

}  // namespace runahead
