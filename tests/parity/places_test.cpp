// SPDX-License-Identifier: GPL-3.0-or-later
// Operations that go by places, by order and by windows against their naive references.
#include <gtest/gtest.h>

#include <array>

#include "kernels/windows.h"
#include "tests/parity/elements.h"

namespace runahead::kernels {

namespace {

/// outer, n, inner, count
constexpr std::array<std::int64_t, 4> kAround[] = {{1, 7, 5, 9}, {3, 4, 1, 1}, {2, 1, 3, 4},
                                                   {2, 6, 4, 6}, {1, 5, 3, 0}, {1, 300, 2, 40}};

/// Most of them along n, some beside it.
Elements random_places(std::int64_t size, std::int64_t n, std::uint32_t seed) {
  Elements places(Type::int64, size);
  std::mt19937 generator(seed);
  for (std::int64_t i = 0; i < size; ++i)
    places.set(i, static_cast<std::int64_t>(generator() % static_cast<std::uint32_t>(n + 2)) - 1);
  return places;
}

TEST(Places, AreTakenAndAddedTo) {
  for (const Type type : kAllTypes) {
    for (const auto& [outer, n, inner, count] : kAround) {
      for (const bool each : {false, true}) {
        SCOPED_TRACE(std::string(name_of(type)) + ", n = " + std::to_string(n));
        const std::array<std::int64_t, 4> z{outer, n, inner, count};
        const Elements places = random_places(each ? outer * count * inner : count, n, 1);
        const auto* const which = static_cast<const std::int64_t*>(places.data());
        const Elements in = random_elements(type, outer * n * inner, 2);
        check(type, outer * count * inner, 0, [&](const Operations& table, void* out) {
          table.take(nullptr, type, which, each, in.data(), out, z[0], z[1], z[2], z[3]);
        });
        if (!is_floating(type)) continue;
        const Elements values = random_elements(type, outer * count * inner, 3, true);
        check(type, outer * n * inner, 0, [&](const Operations& table, void* out) {
          table.add_at(nullptr, type, which, each, values.data(), out, z[0], z[1], z[2], z[3]);
        });
      }
    }
    const Elements places = random_places(17, 5, 4);
    check(type, 17 * 5, 0, [&](const Operations& table, void* out) {
      table.one_hot(nullptr, type, static_cast<const std::int64_t*>(places.data()), out, 17, 5);
    });
  }
}

TEST(Places, ChangeWithTheOrderOfAxes) {
  const Permutation orders[] = {{{4, 2, 3, 5}, {1, 60, 20, 4}},
                                {{2, 5, 3, 4}, {60, 4, 20, 1}},
                                {{1, 1, 3, 40}, {1, 1, 1, 3}},
                                {{1, 0, 3, 2}, {1, 1, 1, 3}}};
  for (const Type type : kAllTypes) {
    const Elements in = random_elements(type, 120, 5);
    for (const Permutation& order : orders) {
      check(type, order.sizes[0] * order.sizes[1] * order.sizes[2] * order.sizes[3], 0,
            [&](const Operations& table, void* out) { table.permute(nullptr, type, in.data(), out, order); });
    }
  }
}

TEST(Places, AreSummedAndOrderedAlongAnAxis) {
  for (const Type type : kAllTypes) {
    for (const auto& shape : {std::array<std::int64_t, 3>{1, 1, 1}, {2, 33, 3}, {3, 100, 1}, {2, 0, 2}}) {
      const std::int64_t outer = shape[0], n = shape[1], inner = shape[2], all = outer * n * inner;
      SCOPED_TRACE(std::string(name_of(type)) + ", n = " + std::to_string(n));
      const Elements in = random_elements(type, all, 6), small = random_elements(type, all, 7, true);
      for (const bool turned : {false, true}) {
        check(result_of(type, Reduction::sum), all, 1e-12, [&](const Operations& table, void* out) {
          table.cumsum(nullptr, type, turned, small.data(), out, outer, n, inner);
        });
        check(Type::int64, all, 0, [&](const Operations& table, void* out) {
          table.argsort(nullptr, type, turned, in.data(), static_cast<std::int64_t*>(out), outer, n, inner);
        });
      }
    }
  }
}

struct Convolution {
  Channels channels;
  Window window;
};

/// sizes, kernel, before, behind, stride, dilation, groups
constexpr Convolution kConvolutions[] = {
    {{2, 3, 5}, {{9, 12}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, 1, Pooled::max, false}},
    {{1, 2, 9}, {{28, 28}, {5, 5}, {0, 0}, {0, 0}, {1, 1}, {1, 1}, 1, Pooled::max, false}},
    {{2, 4, 6}, {{11, 21}, {3, 2}, {0, 1}, {1, 0}, {2, 2}, {1, 1}, 2, Pooled::max, false}},
    {{1, 6, 6}, {{10, 19}, {3, 3}, {2, 2}, {2, 2}, {1, 1}, {2, 2}, 6, Pooled::max, false}},
    {{3, 8, 4}, {{5, 5}, {1, 1}, {0, 0}, {0, 0}, {1, 1}, {1, 1}, 1, Pooled::max, false}},
    {{2, 5, 4}, {{7, 7}, {1, 1}, {0, 0}, {0, 0}, {2, 2}, {1, 1}, 1, Pooled::max, false}},
    {{1, 1, 1}, {{1, 40}, {1, 7}, {0, 3}, {0, 3}, {1, 3}, {1, 2}, 1, Pooled::max, false}},
    {{1, 2, 2}, {{2, 400}, {1, 300}, {0, 5}, {0, 7}, {1, 1}, {1, 1}, 1, Pooled::max, false}},
    {{1, 1, 1}, {{3, 3}, {3, 3}, {2, 2}, {2, 2}, {1, 1}, {1, 1}, 1, Pooled::max, false}},
    {{2, 3, 2}, {{17, 18}, {2, 4}, {0, 0}, {1, 1}, {1, 2}, {1, 1}, 1, Pooled::max, false}}};

/// Sums of many that nearly cancel are as exact as the largest of them.
void expect_near(const Array& found, const Array& expected) {
  ASSERT_TRUE(found.margins_untouched());
  for (std::int64_t i = 0; i < expected.size(); ++i)
    ASSERT_NEAR(found[i], expected[i], 2e-5f * std::max(1.0f, std::abs(expected[i]))) << "element " << i;
}

TEST(Windows, OfAConvolution) {
  for (const Convolution& one : kConvolutions) {
    const auto& [channels, window] = one;
    const std::int64_t plane = std::int64_t{window.sizes[0]} * window.sizes[1];
    const std::int64_t count = windows_along(window, 0) * windows_along(window, 1);
    const std::int64_t weights =
        channels.out * (channels.in / window.groups) * window.kernel[0] * window.kernel[1];
    SCOPED_TRACE("plane of " + std::to_string(plane) + ", windows " + std::to_string(count));
    const Array x = random_array(channels.batch * channels.in * plane, 1, 1);
    const Array w = random_array(weights, 2), bias = random_array(channels.out, 3);
    const Array gradient = random_array(channels.batch * channels.out * count, 4);
    const Operations &reference = reference_operations(), &table = tested();
    for (const float* const added : {bias.data(), static_cast<const float*>(nullptr)}) {
      Array expected(gradient.size()), out(gradient.size(), 1);
      reference.conv2d(nullptr, x.data(), w.data(), added, expected.data(), channels, window);
      table.conv2d(nullptr, x.data(), w.data(), added, out.data(), channels, window);
      expect_near(out, expected);
    }
    Array expected(x.size()), out(x.size(), 1);
    reference.conv2d_backward_x(nullptr, gradient.data(), w.data(), expected.data(), channels, window);
    table.conv2d_backward_x(nullptr, gradient.data(), w.data(), out.data(), channels, window);
    expect_near(out, expected);
    Array expected_w(weights), out_w(weights, 1);
    reference.conv2d_backward_w(nullptr, gradient.data(), x.data(), expected_w.data(), channels, window);
    table.conv2d_backward_w(nullptr, gradient.data(), x.data(), out_w.data(), channels, window);
    expect_near(out_w, expected_w);
  }
}

/// So that they are the same bits on a device, which makes each place by itself.
TEST(Windows, OfAConvolutionAreAddedUpInOneOrder) {
  for (const Convolution& one : kConvolutions) {
    const auto& [channels, window] = one;
    const Planes planes(window);
    const Grouped group(channels, window);
    const std::int64_t apart = group.in * planes.kernel();
    const Array x = random_array(channels.batch * channels.in * planes.size(), 1);
    const Array w = random_array(channels.out * apart, 2), bias = random_array(channels.out, 3);
    const Array gradient = random_array(channels.batch * channels.out * planes.windows(), 4);
    Array out(gradient.size()), single(gradient.size());
    tested().conv2d(nullptr, x.data(), w.data(), bias.data(), out.data(), channels, window);
    for (std::int64_t at = 0; at < single.size(); ++at) {
      const std::int64_t plane = at / planes.windows(), o = plane % channels.out;
      const std::int64_t first = plane / channels.out * channels.in + o / group.out * group.in;
      single[at] =
          convolved_at(planes, group.in, x.data() + first * planes.size(), w.data() + o * apart, bias[o],
                       at % planes.windows() / planes.across.count, at % planes.across.count);
    }
    EXPECT_EQ(difference(out, single), "");
    Array back(x.size()), singly(x.size());
    tested().conv2d_backward_x(nullptr, gradient.data(), w.data(), back.data(), channels, window);
    for (std::int64_t at = 0; at < singly.size(); ++at) {
      const std::int64_t plane = at / planes.size(), c = plane % channels.in;
      const std::int64_t group_first = c / group.in * group.out;
      const std::int64_t first = plane / channels.in * channels.out + group_first;
      singly[at] = spread_at(planes, group.out, gradient.data() + first * planes.windows(),
                             w.data() + group_first * apart + c % group.in * planes.kernel(), apart,
                             at % planes.size() / planes.across.size, at % planes.across.size);
    }
    EXPECT_EQ(difference(back, singly), "");
  }
}

TEST(Windows, OfAPool) {
  const Window windows[] = {{{8, 10}, {2, 2}, {0, 0}, {0, 0}, {2, 2}, {1, 1}, 1, Pooled::max, false},
                            {{7, 9}, {3, 3}, {1, 1}, {1, 1}, {2, 2}, {1, 1}, 1, Pooled::max, true},
                            {{6, 6}, {3, 2}, {0, 0}, {1, 1}, {2, 1}, {1, 1}, 1, Pooled::max, false},
                            {{8, 8}, {3, 3}, {1, 1}, {1, 1}, {2, 2}, {1, 1}, 1, Pooled::max, true},
                            {{5, 5}, {5, 5}, {0, 0}, {0, 0}, {1, 1}, {1, 1}, 1, Pooled::max, false}};
  for (Window window : windows) {
    for (const Pooled pooled : {Pooled::max, Pooled::mean, Pooled::mean_inside}) {
      window.pooled = pooled;
      const std::int64_t plane = std::int64_t{window.sizes[0]} * window.sizes[1];
      const std::int64_t count = windows_along(window, 0) * windows_along(window, 1);
      SCOPED_TRACE("plane of " + std::to_string(plane) + ", pooled " +
                   std::to_string(static_cast<int>(pooled)));
      const Array x = random_array(3 * plane, 5, 1), gradient = random_array(3 * count, 6);
      Array expected(3 * count), out(3 * count, 1);
      reference_operations().pool2d(nullptr, x.data(), expected.data(), 3, window);
      tested().pool2d(nullptr, x.data(), out.data(), 3, window);
      expect_near(out, expected);
      Array slope(3 * plane), found(3 * plane, 1);
      reference_operations().pool2d_backward(nullptr, gradient.data(), x.data(), slope.data(), 3, window);
      tested().pool2d_backward(nullptr, gradient.data(), x.data(), found.data(), 3, window);
      expect_near(found, slope);
    }
  }
}

}  // namespace

}  // namespace runahead::kernels
