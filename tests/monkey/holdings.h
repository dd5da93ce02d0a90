// SPDX-License-Identifier: GPL-3.0-or-later
// What the process holds: to be the same when a window was opened, worked and closed again.
#pragma once

#include <QString>
#include <cstdint>

namespace runahead::monkey {

struct Holdings {
  int widgets = 0;
  std::int64_t objects = 0;  ///< of Qt's, since Objects::count()
  int threads = 0;
  int files = 0;           ///< open ones
  std::int64_t bytes = 0;  ///< that were allocated and not freed
  std::int64_t resident = 0;

  static Holdings now();
  QString text() const;
  /// What has grown since `before`, by more than caches account for; empty: nothing.
  QString growthSince(const Holdings& before) const;
};

}  // namespace runahead::monkey
