// SPDX-License-Identifier: GPL-3.0-or-later
// What goes by places along an axis, or by the order of elements: one result of it, or all of one row of
// outer × n × inner along n, written once for every device. Not here: the loops (cpu/places.cpp,
// cuda/places.cu).
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/elements.h"
#include "kernels/typed_functors.h"

namespace runahead::kernels {

/// The nearest that there is.
RUNAHEAD_HOST_DEVICE std::int64_t nearest(std::int64_t place, std::int64_t n) {
  return place < 0 ? 0 : place < n ? place : n - 1;
}

/// Where the first element of each row along n lies, and how far the next is.
struct Rows {
  std::int64_t n, inner;
  RUNAHEAD_HOST_DEVICE std::int64_t first(std::int64_t row) const {
    return row / inner * n * inner + row % inner;
  }
};

template <class T>
struct TakenAt {
  const std::int64_t* places;
  bool each;
  const T* in;
  std::int64_t n, inner, count;
  RUNAHEAD_HOST_DEVICE T operator()(std::int64_t at) const {
    const std::int64_t i = at % inner, j = at / inner % count, o = at / inner / count;
    return in[(o * n + nearest(places[each ? at : j], n)) * inner + i];
  }
};

template <class T>
struct AddedInRow {
  const std::int64_t* places;
  bool each;
  const T* values;
  T* out;
  std::int64_t n, inner, count;
  RUNAHEAD_HOST_DEVICE void operator()(std::int64_t row) const {
    T* const own = out + Rows{n, inner}.first(row);
    const std::int64_t from = Rows{count, inner}.first(row);
    for (std::int64_t k = 0; k < n; ++k) own[k * inner] = 0;
    for (std::int64_t j = 0; j < count; ++j) {
      const std::int64_t place = places[each ? from + j * inner : j];
      own[nearest(place, n) * inner] += values[from + j * inner];
    }
  }
};

template <class T>
struct OneHotAt {
  const std::int64_t* places;
  std::int64_t cols;
  RUNAHEAD_HOST_DEVICE T operator()(std::int64_t at) const {
    return static_cast<T>(places[at / cols] == at % cols);
  }
};

template <class T>
struct PermutedAt {
  const T* in;
  Permutation order;
  RUNAHEAD_HOST_DEVICE T operator()(std::int64_t at) const {
    std::int64_t from = 0;
    for (int axis = 3; axis >= 0; --axis) {
      from += at % order.sizes[axis] * order.steps[axis];
      at /= order.sizes[axis];
    }
    return in[from];
  }
};

template <class T>
struct SummedInRow {
  using Sum = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;
  using Out = std::conditional_t<std::is_floating_point_v<T>, T, std::int64_t>;
  bool from_last;
  const T* in;
  Out* out;
  std::int64_t n, inner;
  RUNAHEAD_HOST_DEVICE void operator()(std::int64_t row) const {
    const std::int64_t first = Rows{n, inner}.first(row);
    Sum sum = 0;
    for (std::int64_t k = 0; k < n; ++k) {
      const std::int64_t at = first + (from_last ? n - 1 - k : k) * inner;
      sum = Computed<Binary::add, Sum>{}(sum, static_cast<Sum>(in[at]));
      out[at] = static_cast<Out>(sum);
    }
  }
};

/// By a heap, which needs no room: no two elements are equal, since places tell them apart.
template <class T>
struct OrderedInRow {
  bool descending;
  const T* in;
  std::int64_t* out;
  std::int64_t n, inner;

  RUNAHEAD_HOST_DEVICE void operator()(std::int64_t row) const {
    const std::int64_t first = Rows{n, inner}.first(row);
    const T* const values = in + first;
    std::int64_t* const places = out + first;
    for (std::int64_t k = 0; k < n; ++k) places[k * inner] = k;
    for (std::int64_t top = n / 2; top-- > 0;) sink(values, places, top, n);
    for (std::int64_t left = n; left-- > 1;) {
      const std::int64_t last = places[0];
      places[0] = places[left * inner];
      places[left * inner] = last;
      sink(values, places, 0, left);
    }
  }

 private:
  RUNAHEAD_HOST_DEVICE bool before(const T* values, std::int64_t a, std::int64_t b) const {
    const T first = values[a * inner], second = values[b * inner];
    const bool first_is_nan = first != first, second_is_nan = second != second;
    const bool less = first_is_nan != second_is_nan ? second_is_nan : first < second;
    const bool more = first_is_nan != second_is_nan ? first_is_nan : first > second;
    if (less != more) return descending ? more : less;
    return a < b;
  }
  RUNAHEAD_HOST_DEVICE void sink(const T* values, std::int64_t* places, std::int64_t top,
                                 std::int64_t size) const {
    const std::int64_t place = places[top * inner];
    for (std::int64_t below = 2 * top + 1; below < size; below = 2 * top + 1) {
      if (below + 1 < size && before(values, places[below * inner], places[(below + 1) * inner])) ++below;
      if (!before(values, place, places[below * inner])) break;
      places[top * inner] = places[below * inner];
      top = below;
    }
    places[top * inner] = place;
  }
};

}  // namespace runahead::kernels
