// SPDX-License-Identifier: GPL-3.0-or-later
// Every operation on arrays of any type against its naive reference: all types, all that each has, sizes
// around the lanes of a reduction, and in place.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/parity/elements.h"

namespace runahead::kernels {

namespace {

constexpr std::int64_t kSizes[] = {0, 1, 2, 7, 63, 255, 256, 257, 1000, 4099};

Number number_of(Type type, int number) {
  return is_floating(type) ? Number{.real = number + 0.5} : Number{.whole = number};
}

std::string shown(Type type, int which, std::int64_t n) {
  return std::string(name_of(type)) + ", " + std::to_string(which) + ", n = " + std::to_string(n);
}

TEST(Typed, Sequence) {
  for (const Type type : kAllTypes) {
    for (const std::int64_t n : kSizes) {
      SCOPED_TRACE(shown(type, 0, n));
      check(type, n, 0, [&](const Operations& table, void* out) {
        table.sequence(nullptr, type, out, n, number_of(type, 1), number_of(type, -3));
      });
    }
  }
}

TEST(Typed, Convert) {
  for (const Type from : kAllTypes) {
    Elements in = random_elements(from, 4099, 1);
    if (from == Type::float64) {
      const double beyond[] = {1e300, -1e300, 2147483647.0, 2147483648.0, -2147483648.5, 9.3e18, INFINITY};
      for (int i = 0; i < 7; ++i) in.set(i, beyond[i]);
    }
    for (const Type to : kAllTypes) {
      for (const std::int64_t n : kSizes) {
        SCOPED_TRACE(shown(from, static_cast<int>(to), n));
        check(to, n, 0, [&](const Operations& table, void* out) {
          table.convert(nullptr, from, in.data(), to, out, n);
        });
      }
    }
  }
}

TEST(Typed, Map) {
  for (const Type type : kAllTypes) {
    for (int which = 0; which < kUnaries; ++which) {
      const auto unary = static_cast<Unary>(which);
      if (!has(type, unary)) continue;
      const bool exact = unary <= Unary::relu || unary == Unary::sqrt || unary == Unary::logical_not;
      for (const std::int64_t n : kSizes) {
        SCOPED_TRACE(shown(type, which, n));
        Elements in = random_elements(type, n, 2);
        const double tolerance = exact ? 0 : rounding(type);
        check(type, n, tolerance, [&](const Operations& table, void* out) {
          table.map(nullptr, type, unary, in.data(), out, n);
        });
        Elements expected(type, n);
        reference_operations().map(nullptr, type, unary, in.data(), expected.data(), n);
        tested().map(nullptr, type, unary, in.data(), in.data(), n);
        expect_same(in, expected, tolerance);
      }
    }
  }
}

template <class Call>
void each_binary(Call call) {
  for (const Type type : kAllTypes) {
    for (int which = 0; which < kBinaries; ++which) {
      const auto binary = static_cast<Binary>(which);
      if (!has(type, binary)) continue;
      SCOPED_TRACE(shown(type, which, 0));
      call(type, binary, result_of(type, binary),
           binary == Binary::power && is_floating(type) ? rounding(type) : 0);
    }
  }
}

TEST(Typed, Zip) {
  each_binary([](Type type, Binary binary, Type out_type, double tolerance) {
    for (const std::int64_t n : kSizes) {
      const Elements a = random_elements(type, n, 3), b = random_elements(type, n, 4, true);
      check(out_type, n, tolerance, [&](const Operations& table, void* out) {
        table.zip(nullptr, type, binary, a.data(), b.data(), out, {{1, 1, 1, n}, 0, 0});
      });
    }
    constexpr Axes kShapes[] = {{{1, 1, 5, 7}, 8, 0},  {{1, 1, 5, 7}, 0, 8}, {{1, 1, 5, 7}, 4, 8},
                                {{2, 3, 5, 7}, 5, 10}, {{1, 1, 1, 9}, 8, 8}, {{1, 1, 0, 9}, 8, 0}};
    for (const Axes& axes : kShapes) {
      const std::int64_t n = axes.sizes[0] * axes.sizes[1] * axes.sizes[2] * axes.sizes[3];
      const Elements a = random_elements(type, 210, 5), b = random_elements(type, 210, 6, true);
      // Only what an input has along its axes is read: on a device, no more than that is there.
      check(out_type, n, tolerance, [&](const Operations& table, void* out) {
        table.zip(nullptr, type, binary, a.data(), b.data(), out, axes);
      });
    }
  });
}

TEST(Typed, ZipNumber) {
  each_binary([](Type type, Binary binary, Type out_type, double tolerance) {
    for (const bool first : {false, true}) {
      for (const int number : {0, 1, 3, -1, -3}) {
        const std::int64_t n = 257;
        const Elements a = random_elements(type, n, 7, first && binary == Binary::power);
        check(out_type, n, tolerance, [&](const Operations& table, void* out) {
          table.zip_number(nullptr, type, binary, a.data(), number_of(type, number), first, out, n);
        });
      }
    }
  });
}

TEST(Typed, Select) {
  for (const Type type : kAllTypes) {
    for (const std::int64_t n : kSizes) {
      SCOPED_TRACE(shown(type, 0, n));
      const Elements which = random_elements(Type::boolean, n, 8), a = random_elements(type, n, 9),
                     b = random_elements(type, n, 10);
      for (std::uint8_t repeated = 0; repeated < (n > 0 ? 8 : 1); ++repeated) {
        check(type, n, 0, [&](const Operations& table, void* out) {
          table.select(nullptr, type, which.data(), a.data(), b.data(), out, n, repeated);
        });
      }
    }
  }
}

TEST(Typed, Product) {
  for (const Type type : kAllTypes) {
    for (const Transposed transposed : {Transposed::none, Transposed::first, Transposed::second}) {
      for (const auto& shape : {std::array<std::int64_t, 3>{1, 1, 1}, {5, 7, 3}, {17, 33, 9}, {3, 0, 4}}) {
        const std::int64_t m = shape[0], k = shape[1], n = shape[2];
        SCOPED_TRACE(shown(type, static_cast<int>(transposed), k));
        const Elements a = random_elements(type, m * k, 11, true), b = random_elements(type, k * n, 12, true);
        check(type, m * n, 0, [&](const Operations& table, void* out) {
          table.product(nullptr, type, transposed, a.data(), b.data(), out, m, k, n);
        });
      }
    }
  }
}

TEST(Typed, Reduce) {
  for (const Type type : kAllTypes) {
    for (int which = 0; which < kReductions; ++which) {
      const auto reduction = static_cast<Reduction>(which);
      if (!has(type, reduction)) continue;
      const bool adds = reduction <= Reduction::norm;
      const Type out_type = result_of(type, reduction);
      for (const std::int64_t n : kSizes) {
        if (n == 0 && reduction != Reduction::sum && reduction != Reduction::norm) continue;
        for (const auto& around : {std::pair{1, 1}, {3, 1}, {1, 5}, {2, 70}}) {
          const std::int64_t outer = around.first, inner = around.second;
          SCOPED_TRACE(shown(type, which, n));
          const Elements in = random_elements(type, outer * n * inner, 13, adds);
          check(out_type, std::int64_t{outer} * inner, adds && is_floating(type) ? 1e-12 : 0,
                [&](const Operations& table, void* out) {
                  table.reduce(nullptr, type, reduction, in.data(), outer, n, inner, out);
                });
        }
      }
    }
  }
}

TEST(Typed, CopyRows) {
  for (const Type type : kAllTypes) {
    SCOPED_TRACE(name_of(type));
    const Elements in = random_elements(type, 5 * 9, 14);
    for (const auto& [in_apart, out_apart, width] :
         {std::array<std::int64_t, 3>{9, 4, 4}, {4, 9, 4}, {9, 9, 0}}) {
      Elements expected(type, 5 * out_apart), out(type, 5 * out_apart);
      for (Elements* each : {&expected, &out})
        reference_operations().sequence(nullptr, type, each->data(), 5 * out_apart, {.whole = 0},
                                        {.whole = 0});
      reference_operations().copy_rows(nullptr, type, in.data(), in_apart, expected.data(), out_apart, 5,
                                       width);
      tested().copy_rows(nullptr, type, in.data(), in_apart, out.data(), out_apart, 5, width);
      expect_same(out, expected);
    }
  }
}

TEST(Typed, Transpose) {
  for (const Type type : kAllTypes) {
    for (const auto& shape : {std::pair{1, 1}, {5, 33}, {40, 17}, {0, 4}}) {
      const int rows = shape.first, cols = shape.second;
      SCOPED_TRACE(shown(type, rows, cols));
      const Elements in = random_elements(type, std::int64_t{rows} * cols, 15);
      check(type, in.size(), 0, [&](const Operations& table, void* out) {
        table.transpose(nullptr, type, in.data(), out, rows, cols);
      });
    }
  }
}

/// In pieces as in one, from any place of the sequence on.
TEST(Typed, Random) {
  for (const std::int64_t n : kSizes) {
    for (const std::uint64_t offset : {0u, 1u, 63u, 64u, 1000u}) {
      SCOPED_TRACE(shown(Type::float64, static_cast<int>(offset), n));
      check(Type::float64, n, 1e-15, [&](const Operations& table, void* out) {
        table.uniform(nullptr, Type::float64, out, n, 11, offset, -2, 3);
      });
      check(Type::float64, n, 1e-12, [&](const Operations& table, void* out) {
        table.normal(nullptr, Type::float64, out, n, 12, offset, 1, 2);
      });
    }
  }
}

/// More than float32 tells apart, and near the numbers that it has there.
TEST(Typed, RandomHasMoreDigits) {
  constexpr std::int64_t kCount = 4099;
  Elements wide(Type::float64, kCount), narrow(Type::float32, kCount);
  tested().uniform(nullptr, Type::float64, wide.data(), kCount, 13, 5, 0, 1);
  real().uniform(nullptr, static_cast<float*>(narrow.data()), kCount, 13, 5, 0, 1);
  int beyond = 0;
  for (std::int64_t i = 0; i < kCount; ++i) {
    ASSERT_NEAR(wide.real(i), narrow.real(i), 6e-8);
    beyond += wide.real(i) != static_cast<double>(static_cast<float>(wide.real(i)));
  }
  EXPECT_GT(beyond, kCount * 9 / 10);
}

}  // namespace

}  // namespace runahead::kernels
