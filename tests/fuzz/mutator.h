// SPDX-License-Identifier: GPL-3.0-or-later
// Mutator: damages a text in one of several ways, the same for the same seed.
// Not a test by itself, and no search: it knows nothing of what it damages but lines and numbers.
#pragma once

#include <cctype>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <utility>

namespace runahead::testing_support {

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  void mutate(std::string& text) {
    switch (draw(6)) {
      case 0:
        text[draw(text.size())] = static_cast<char>(draw(256));
        break;
      case 1:
        text.erase(draw(text.size()), 1 + draw(40));
        break;
      case 2:
        text.insert(draw(text.size()), text.substr(draw(text.size()), draw(60)));
        break;
      case 3:
        replace_number(text);
        break;
      case 4:
        drop_line(text);
        break;
      case 5:
        swap_lines(text);
        break;
    }
  }

 private:
  std::size_t draw(std::size_t below) { return below == 0 ? 0 : random_() % below; }

  void replace_number(std::string& text) {
    static const char* const kNumbers[] = {
        "0",     "1",     "-1",        "4294967295", "9223372036854775807", "1844674407370955161",
        "1e308", "0.001", "134217728", "null"};
    std::size_t begin = draw(text.size());
    while (begin < text.size() && !std::isdigit(static_cast<unsigned char>(text[begin]))) ++begin;
    std::size_t end = begin;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    text.replace(begin, end - begin, kNumbers[draw(std::size(kNumbers))]);
  }

  /// The line around a random place, with its end.
  std::pair<std::size_t, std::size_t> line(const std::string& text) {
    const std::size_t place = draw(text.size());
    const std::size_t before = text.rfind('\n', place);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    const std::size_t end = text.find('\n', begin);
    return {begin, (end == std::string::npos ? text.size() : end + 1) - begin};
  }

  void drop_line(std::string& text) {
    const auto [begin, size] = line(text);
    text.erase(begin, size);
  }

  void swap_lines(std::string& text) {
    const auto [begin, size] = line(text);
    const std::string moved = text.substr(begin, size);
    text.erase(begin, size);
    const auto [other, unused] = line(text);
    text.insert(other, moved);
  }

  std::minstd_rand random_;
};

}  // namespace runahead::testing_support
