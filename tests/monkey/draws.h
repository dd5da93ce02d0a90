// SPDX-License-Identifier: GPL-3.0-or-later
// Random draws that are the same everywhere, of a seed and a number.
#pragma once

#include <cstdint>
#include <iterator>

namespace runahead::monkey {

class Draws {
 public:
  Draws(std::uint64_t seed, std::uint64_t number) : m_state(seed * 0xD1342543DE82EF95u + number) { next(); }

  int below(int count) {
    return count > 0 ? static_cast<int>(next() % static_cast<std::uint64_t>(count)) : 0;
  }
  int between(int least, int most) { return least + below(most - least + 1); }
  bool percent(int chance) { return below(100) < chance; }
  /// One of a container that is not empty.
  template <class All>
  auto of(const All& all) {
    return *(std::begin(all) + below(static_cast<int>(std::size(all))));
  }

 private:
  /// splitmix64
  std::uint64_t next() {
    std::uint64_t z = (m_state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  std::uint64_t m_state;
};

}  // namespace runahead::monkey
