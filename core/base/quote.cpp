// SPDX-License-Identifier: GPL-3.0-or-later
// Character by character of UTF-8.
#include "core/base/quote.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace runahead {

namespace {

constexpr std::size_t kMostCharacters = 60;

/// One character of a text; of what is no UTF-8, one byte.
struct Character {
  std::string_view bytes;
  std::uint32_t code = 0;
  bool valid = false;
};

Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t lead = byte(0);
  const std::size_t length = lead < 0x80                   ? 1
                             : lead >= 0xc2 && lead < 0xe0 ? 2
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xf0 && lead < 0xf5 ? 4
                                                           : 0;
  const Character broken{text.substr(0, 1)};
  if (length == 0 || text.size() < length) return broken;
  std::uint32_t code = length == 1 ? lead : lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return broken;
    code = code << 6 | (byte(i) & 0x3fU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return broken;
  return {text.substr(0, length), code, true};
}

bool controls(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c || code == 0x200e || code == 0x200f ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

std::string shown(const Character& character) {
  char code[8];
  if (!character.valid) {
    std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned char>(character.bytes[0]));
  } else if (character.code == '\n') {
    return "\\n";
  } else if (character.code == '\t') {
    return "\\t";
  } else if (controls(character.code)) {
    std::snprintf(code, sizeof code, "\\u%04x", character.code);
  } else {
    return std::string(character.bytes);
  }
  return code;
}

}  // namespace

std::string without_controls(std::string_view text, bool of_lines) {
  std::string result;
  for (Character next; !text.empty(); text.remove_prefix(next.bytes.size())) {
    next = first_of(text);
    result += of_lines && next.bytes == "\n" ? "\n" : shown(next);
  }
  return result;
}

std::string shortened(std::string_view text) {
  std::string result;
  std::size_t before_last = 0;
  std::size_t characters = 0;
  for (Character next; !text.empty(); text.remove_prefix(next.bytes.size())) {
    if (++characters > kMostCharacters) return result.substr(0, before_last) + "…";
    before_last = result.size();
    next = first_of(text);
    result += shown(next);
  }
  return result;
}

std::string without_directions(std::string text) {
  // U+202A to U+202E, and U+2066 to U+2069: three bytes each.
  struct Found {
    std::size_t at;
    bool isolate, closes;
  };
  std::vector<Found> all;
  for (std::size_t at = text.find('\xe2'); at != std::string::npos && at + 2 < text.size();
       at = text.find('\xe2', at + 1)) {
    const auto second = static_cast<unsigned char>(text[at + 1]),
               third = static_cast<unsigned char>(text[at + 2]);
    const bool isolate = second == 0x81 && third >= 0xa6 && third <= 0xa9;
    if (isolate || (second == 0x80 && third >= 0xaa && third <= 0xae))
      all.push_back({at, isolate, third == (isolate ? 0xa9 : 0xac)});
  }
  std::vector<bool> open;  // of those inside one another: an isolate
  const bool closed = std::ranges::all_of(all, [&open](const Found& one) {
    if (!one.closes) {
      open.push_back(one.isolate);
      return true;
    }
    if (open.empty() || open.back() != one.isolate) return false;
    open.pop_back();
    return true;
  });
  if (closed && open.empty()) return text;
  for (auto one = all.rbegin(); one != all.rend(); ++one) text.erase(one->at, 3);
  return text;
}

std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool space = static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
    if (!space) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return without_directions(std::move(line));
}

std::string in_quotes(std::string_view text) {
  return '"' + shortened(text) + '"';
}

}  // namespace runahead
