// SPDX-License-Identifier: GPL-3.0-or-later
// What goes by places along an axis, or by the order of elements, on the CPU.
// Not here: one result of it (kernels/places.h).
#include "kernels/places.h"

#include <algorithm>
#include <cstring>

#include "kernels/cpu/operations.h"

namespace runahead::kernels::cpu {

namespace {

template <class T>
const T* typed(const void* data) {
  return static_cast<const T*>(data);
}
template <class T>
T* typed(void* data) {
  return static_cast<T*>(data);
}

}  // namespace

void take(Stream*, Type type, const std::int64_t* places, bool each, const void* in, void* out,
          std::int64_t outer, std::int64_t n, std::int64_t inner, std::int64_t count) {
  if (!each) {
    const std::int64_t bytes = inner * size_of(type);
    auto* to = static_cast<char*>(out);
    const auto* from = static_cast<const char*>(in);
    for (std::int64_t o = 0; bytes > 0 && o < outer; ++o, from += n * bytes) {
      for (std::int64_t j = 0; j < count; ++j, to += bytes)
        std::memcpy(to, from + nearest(places[j], n) * bytes, static_cast<std::size_t>(bytes));
    }
    return;
  }
  with_type(type, [=]<class T>(T) {
    const TakenAt<T> value{places, each, typed<T>(in), n, inner, count};
    for (std::int64_t at = 0; at < outer * count * inner; ++at) typed<T>(out)[at] = value(at);
  });
}

void add_at(Stream*, Type type, const std::int64_t* places, bool each, const void* values, void* out,
            std::int64_t outer, std::int64_t n, std::int64_t inner, std::int64_t count) {
  with_type(type, [=]<class T>(T) {
    if constexpr (std::is_floating_point_v<T>) {
      std::fill_n(typed<T>(out), outer * n * inner, T{});
      const T* from = typed<T>(values);
      const std::int64_t* place = places;
      for (std::int64_t o = 0; o < outer; ++o) {
        T* const own = typed<T>(out) + o * n * inner;
        for (std::int64_t j = 0; j < count; ++j, from += inner) {
          if (each) {
            for (std::int64_t i = 0; i < inner; ++i) own[nearest(*place++, n) * inner + i] += from[i];
          } else {
            T* const to = own + nearest(places[j], n) * inner;
            for (std::int64_t i = 0; i < inner; ++i) to[i] += from[i];
          }
        }
      }
    }
  });
}

void one_hot(Stream*, Type type, const std::int64_t* places, void* out, std::int64_t rows,
             std::int64_t cols) {
  with_type(type, [=]<class T>(T) {
    std::fill_n(typed<T>(out), rows * cols, T{});
    for (std::int64_t row = 0; row < rows; ++row) {
      if (places[row] >= 0 && places[row] < cols) typed<T>(out)[row * cols + places[row]] = static_cast<T>(1);
    }
  });
}

void permute(Stream*, Type type, const void* in, void* out, const Permutation& order) {
  with_type(type, [&]<class T>(T) {
    const std::int64_t* const sizes = order.sizes;
    const std::int64_t* const steps = order.steps;
    T* to = typed<T>(out);
    for (std::int64_t i = 0; i < sizes[0]; ++i) {
      for (std::int64_t j = 0; j < sizes[1]; ++j) {
        for (std::int64_t k = 0; k < sizes[2]; ++k, to += sizes[3]) {
          const T* const from = typed<T>(in) + i * steps[0] + j * steps[1] + k * steps[2];
          for (std::int64_t l = 0; l < sizes[3]; ++l) to[l] = from[l * steps[3]];
        }
      }
    }
  });
}

void cumsum(Stream*, Type type, bool from_last, const void* in, void* out, std::int64_t outer, std::int64_t n,
            std::int64_t inner) {
  with_type(type, [=]<class T>(T) {
    const SummedInRow<T> sums{from_last, typed<T>(in), typed<typename SummedInRow<T>::Out>(out), n, inner};
    for (std::int64_t row = 0; row < outer * inner; ++row) sums(row);
  });
}

void argsort(Stream*, Type type, bool descending, const void* in, std::int64_t* out, std::int64_t outer,
             std::int64_t n, std::int64_t inner) {
  with_type(type, [=]<class T>(T) {
    const OrderedInRow<T> order{descending, typed<T>(in), out, n, inner};
    for (std::int64_t row = 0; row < outer * inner; ++row) order(row);
  });
}

}  // namespace runahead::kernels::cpu
