// SPDX-License-Identifier: GPL-3.0-or-later
// From a message to its text: arguments into the places of its pattern, one arm of each choice.
#include "core/base/message.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/catalogue.h"
#include "core/base/format.h"
#include "core/base/pattern.h"
#include "core/base/quote.h"
#include "core/base/say.h"

namespace runahead {
namespace {

constexpr std::size_t kVerbatim = pattern_of("verbatim");

class Rendering {
 public:
  explicit Rendering(const Language& language) : language_(language) {}

  void add(const Message& message, bool begins_sentence) {
    if (message.empty()) return;
    const Pattern& pattern = kPatterns[message.pattern()];
    add(language_.pattern(pattern.key, pattern.english), message, begins_sentence, {});
  }

  std::string text;

 private:
  /// `count`: what # stands for.
  void add(std::string_view pattern, const Message& message, bool begins_sentence, std::string_view count) {
    const std::size_t begin = text.size();
    while (!pattern.empty()) {
      const bool capital = begins_sentence && text.size() == begin;
      const char first = pattern.front();
      if (first == '{') {
        const std::size_t close = closing_brace(pattern, 0);
        add(read_place(pattern.substr(1, close - 1)), message, capital, count);
        pattern.remove_prefix(close + 1);
        continue;
      }
      if (first == '#' && !count.empty()) {
        text += count;
      } else {
        text += capital && first >= 'a' && first <= 'z' ? static_cast<char>(first - 'a' + 'A') : first;
      }
      pattern.remove_prefix(1);
    }
  }

  void add(const Place& place, const Message& message, bool begins_sentence, std::string_view count) {
    const Argument* const argument = message.find(place.name);
    if (!argument) {
      text.append("{").append(place.name).append("}");
      return;
    }
    if (place.kind.empty()) {
      std::visit([&](const auto& value) { show(value, begins_sentence || place.begins_sentence()); },
                 argument->value);
    } else if (place.kind == "plural") {
      const Count* const many = std::get_if<Count>(&argument->value);
      const std::uint64_t value = many ? many->value : 0;
      add(arm(place.arms, std::string("=").append(std::to_string(value)), language_.plural(value)), message,
          begins_sentence, format_count(value));
    } else {
      const std::string_view selector =
          std::visit([](const auto& value) { return arm_of(value); }, argument->value);
      add(arm(place.arms, selector, selector), message, begins_sentence, count);
    }
  }

  /// The text of the first that is there, else of the arm "other".
  static std::string_view arm(std::string_view arms, std::string_view best, std::string_view second) {
    std::string_view found, other;
    bool has_second = false;
    for (Arm one; next_arm(arms, one);) {
      if (one.selector == best) return one.text;
      if (one.selector == second) found = one.text;
      has_second |= one.selector == second;
      if (one.selector == "other") other = one.text;
    }
    return has_second ? found : other;
  }

  static std::string_view none_if(bool none) { return none ? "none" : "other"; }
  static std::string_view arm_of(const Which& which) { return which.arm; }
  static std::string_view arm_of(const Duration& duration) { return none_if(duration.ns == 0); }
  static std::string_view arm_of(const Bytes& bytes) { return none_if(bytes.value == 0); }
  static std::string_view arm_of(const Ratio& ratio) {
    return format_ratio(ratio.value).find('/') == std::string::npos ? "other" : "fraction";
  }
  static std::string_view arm_of(const Name& name) { return none_if(name.text.empty()); }
  static std::string_view arm_of(const Message& message) { return none_if(message.empty()); }
  template <class Value>
  static std::string_view arm_of(const Value& /*other*/) {
    return "other";
  }

  void show(const Count& count, bool /*begins*/) { text += format_count(count.value); }
  void show(const Digits& digits, bool /*begins*/) { text += std::to_string(digits.value); }
  void show(const Duration& duration, bool /*begins*/) { text += format_time(duration.ns); }
  void show(const Bytes& bytes, bool /*begins*/) { text += format_bytes(bytes.value); }
  void show(const Ratio& ratio, bool /*begins*/) { text += format_ratio(ratio.value); }
  void show(const Name& name, bool /*begins*/) { text += name.text; }
  void show(const Which& /*which*/, bool /*begins*/) {}
  void show(const Message& message, bool begins) { add(message, begins); }

  const Language& language_;
};

std::string_view english_pattern(std::string_view /*key*/, std::string_view english) {
  return english;
}

std::string_view english_plural(std::uint64_t count) {
  return count == 1 ? "one" : "other";
}

Message commas(std::vector<Message> parts, std::size_t count) {
  Message list = std::move(parts.front());
  for (std::size_t i = 1; i < count; ++i)
    list = say<"list.comma">(arg<"list">(std::move(list)), arg<"next">(std::move(parts[i])));
  return list;
}

}  // namespace

const Language kEnglish{english_pattern, english_plural};

Message::Message(std::uint16_t pattern, std::vector<Argument> arguments)
    : pattern_(pattern), arguments_(std::move(arguments)) {}

const Argument* Message::find(std::string_view name) const {
  const Place place{name, {}, {}};
  const auto found = std::ranges::find_if(
      arguments_, [&place](const Argument& argument) { return place.is(argument.name); });
  return found == arguments_.end() ? nullptr : &*found;
}

bool Message::operator==(const Message& other) const {
  return pattern_ == other.pattern_ && arguments_ == other.arguments_;
}

std::string to_text(const Message& message, const Language& language) {
  Rendering rendering(language);
  rendering.add(message, false);
  return message.pattern() == kVerbatim ? rendering.text : one_line(rendering.text);
}

Message verbatim(std::string text) {
  return text.empty() ? Message() : say<"verbatim">(arg<"text">(std::move(text)));
}

Message comma_list(std::vector<Message> parts) {
  const std::size_t count = parts.size();
  return count == 0 ? Message() : commas(std::move(parts), count);
}

Message and_list(std::vector<Message> parts) {
  if (parts.size() < 2) return parts.empty() ? Message() : std::move(parts.front());
  Message last = std::move(parts.back());
  const std::size_t others = parts.size() - 1;
  return say<"list.and">(arg<"list">(commas(std::move(parts), others)), arg<"last">(std::move(last)));
}

Message sentences(std::vector<Message> parts) {
  Message all;
  for (Message& part : parts) {
    if (part.empty()) continue;
    all = all.empty() ? std::move(part)
                      : say<"sentences">(arg<"text">(std::move(all)), arg<"next">(std::move(part)));
  }
  return all;
}

}  // namespace runahead
