// SPDX-License-Identifier: GPL-3.0-or-later
// Message: what is said to a person as data, until it is shown: a pattern of the catalogue and what
// stands in its places. to_text() words it.
// Not here: the patterns (catalogue.h), making a message (say.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace runahead {

struct Argument;

class Message {
 public:
  /// Nothing to say: an empty text.
  Message() = default;
  Message(std::uint16_t pattern, std::vector<Argument> arguments);

  bool empty() const { return pattern_ == kNone; }
  /// Of the catalogue.
  std::uint16_t pattern() const { return pattern_; }
  /// Null where it has none of this name.
  const Argument* find(std::string_view name) const;
  bool operator==(const Message& other) const;

 private:
  static constexpr std::uint16_t kNone = 0xffff;
  std::uint16_t pattern_ = kNone;
  std::vector<Argument> arguments_;
};

// What stands in a place of a pattern.

/// "12,901"; decides between singular and plural.
struct Count {
  std::uint64_t value;
  bool operator==(const Count&) const = default;
};
/// "12901": the number of a line, a task.
struct Digits {
  std::int64_t value;
  bool operator==(const Digits&) const = default;
};
/// "8.05 µs".
struct Duration {
  std::int64_t ns;
  bool operator==(const Duration&) const = default;
};
/// "4.2 kB".
struct Bytes {
  std::int64_t value;
  bool operator==(const Bytes&) const = default;
};
/// "1.31", "1/25": how many times as much; the arm "fraction" where it is one.
struct Ratio {
  double value;
  bool operator==(const Ratio&) const = default;
};
/// As the program, or its user, wrote it; in every language the same.
struct Name {
  std::string text;
  bool operator==(const Name&) const = default;
};
/// Decides between the arms of a "select", and is not shown.
struct Which {
  std::string_view arm;
  bool operator==(const Which&) const = default;
};

struct Argument {
  std::string_view name;
  std::variant<Count, Digits, Duration, Bytes, Ratio, Name, Which, Message> value;
  bool operator==(const Argument&) const = default;
};

/// What has to be known of a language beside its patterns.
struct Language {
  /// In place of an English pattern.
  std::string_view (*pattern)(std::string_view key, std::string_view english);
  /// "one", "other", …: of a number.
  std::string_view (*plural)(std::uint64_t count);
};
extern const Language kEnglish;

/// On one line, without control characters, which names may bring along; what is verbatim alone stays as it
/// is.
std::string to_text(const Message& message, const Language& language = kEnglish);

/// A name, or words that come from elsewhere, as a message; of an empty one nothing.
Message verbatim(std::string text);
/// "a", "a and b", "a, b and c".
Message and_list(std::vector<Message> parts);
/// "a, b, c".
Message comma_list(std::vector<Message> parts);
/// One behind the other; what is empty is left out.
Message sentences(std::vector<Message> parts);

}  // namespace runahead
