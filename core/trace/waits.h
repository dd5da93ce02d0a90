// SPDX-License-Identifier: GPL-3.0-or-later
// Waits: when a program waits, as data. Not here: where a scenario's program can wait (scenario/scenario.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace runahead {

/// Where a wait stands in the program: it decides which values of the waits axis take it.
enum class WaitPlace : std::uint8_t {
  in_loop,   ///< printed in the listing, inside a loop: taken by program and each, every K-th iteration by
             ///< every:K
  printed,   ///< printed, outside a loop: taken by all but a list without its line
  final,     ///< printed at the end of a phase, or in a call that hands out a value: always taken
  possible,  ///< not printed: taken only by a list with its line
};

/// At which lines, and in which iterations of the loop.
class Waits {
 public:
  /// As printed.
  Waits() = default;
  static Waits none();
  static Waits each();
  /// In each k-th iteration.
  static Waits every(std::int64_t k);
  /// In every iteration at these lines, and otherwise only where a wait is final.
  static Waits at_lines(std::vector<std::int64_t> lines);
  /// "program", "none", "each", "every:K" or "LINE,LINE". A K that is no number from 1 is 0, which a scenario
  /// refuses.
  static std::optional<Waits> parse(std::string_view text);

  /// Whether the wait at `line` is taken in iteration `iteration` (counted from 1; 1 outside a loop).
  bool at(int line, std::int64_t iteration, WaitPlace place) const;
  /// Of a list; else empty.
  const std::vector<std::int64_t>& listed() const { return lines_; }
  bool lists(int line) const { return std::find(lines_.begin(), lines_.end(), line) != lines_.end(); }
  /// Passes between two waits in a loop, for every:K; else 1.
  std::int64_t every() const { return every_; }
  /// What parse() takes.
  const std::string& text() const { return text_; }
  bool operator==(const Waits& other) const { return text_ == other.text_; }

 private:
  enum class Kind : std::uint8_t { program, none, every, lines };
  Waits(Kind kind, std::string text) : kind_(kind), text_(std::move(text)) {}

  Kind kind_ = Kind::program;
  std::int64_t every_ = 1;
  std::vector<std::int64_t> lines_ = {};
  std::string text_ = "program";
};

}  // namespace runahead
