// SPDX-License-Identifier: GPL-3.0-or-later
// Trouble: what fails of the calls on a life's files while the random user acts. Not here: the calls
// (tests/faults/failing_calls.cpp).
#pragma once

#include <QString>
#include <cstdint>

namespace runahead::monkey {

/// One at a time, for as long as this lives.
class Trouble {
 public:
  /// Whether calls of this build can fail.
  static bool possible();
  /// Drawn from the seed and the action's number: none, or the nth call of a kind on files below `folder` and
  /// perhaps all after it. A few actions in a row have the same.
  Trouble(std::uint64_t seed, std::uint64_t number, const QString& folder);
  ~Trouble();
  Trouble(const Trouble&) = delete;
  Trouble& operator=(const Trouble&) = delete;

  /// ", in trouble: ..."; empty where there is none.
  const QString& words() const { return m_words; }
  /// Calls that have failed so far, in the whole process.
  static std::uint64_t failedCalls();

 private:
  QString m_words;
};

}  // namespace runahead::monkey
