// SPDX-License-Identifier: GPL-3.0-or-later
// The characters of JSON: separators, escapes, numbers.
// Not here: which keys a trace has (trace_json_writer.cpp).
#include "core/io/json_out.h"

#include <charconv>

namespace runahead {

void JsonOut::key(std::string_view name) {
  separate();
  quoted(name);
  file_.write(":");
  comma_ = false;
}

void JsonOut::value(std::string_view text) {
  separate();
  quoted(text);
}

void JsonOut::value(std::int64_t number) {
  separate();
  char digits[24];
  file_.write({digits, std::to_chars(digits, digits + sizeof digits, number).ptr});
}

void JsonOut::value(std::uint64_t number) {
  separate();
  char digits[24];
  file_.write({digits, std::to_chars(digits, digits + sizeof digits, number).ptr});
}

void JsonOut::value(bool truth) {
  separate();
  file_.write(truth ? "true" : "false");
}

void JsonOut::microseconds(std::int64_t time_ns) {
  separate();
  char digits[32];
  char* end = digits;
  const std::uint64_t magnitude =
      time_ns < 0 ? 0 - static_cast<std::uint64_t>(time_ns) : static_cast<std::uint64_t>(time_ns);
  if (time_ns < 0) *end++ = '-';
  end = std::to_chars(end, digits + sizeof digits, magnitude / 1000).ptr;
  const auto rest = static_cast<unsigned>(magnitude % 1000);
  *end++ = '.';
  *end++ = static_cast<char>('0' + rest / 100);
  *end++ = static_cast<char>('0' + rest / 10 % 10);
  *end++ = static_cast<char>('0' + rest % 10);
  file_.write({digits, end});
}

void JsonOut::open(std::string_view bracket) {
  separate();
  file_.write(bracket);
  comma_ = false;
}

void JsonOut::close(std::string_view bracket) {
  file_.write(bracket);
  comma_ = true;
}

void JsonOut::separate() {
  if (comma_) file_.write(",");
  if (line_) file_.write("\n");
  comma_ = true;
  line_ = false;
}

void JsonOut::quoted(std::string_view text) {
  file_.write("\"");
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto character = static_cast<unsigned char>(text[i]);
    if (character >= 0x20 && character != '"' && character != '\\') continue;
    file_.write(text.substr(plain, i - plain));
    plain = i + 1;
    static constexpr char kHex[] = "0123456789abcdef";
    const char escape[] = {'\\', 'u', '0', '0', kHex[character >> 4], kHex[character & 15]};
    file_.write({escape, sizeof escape});
  }
  file_.write(text.substr(plain));
  file_.write("\"");
}

}  // namespace runahead
