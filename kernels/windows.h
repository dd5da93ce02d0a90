// SPDX-License-Identifier: GPL-3.0-or-later
// What windows over planes are made of, written once for every device: which places lie under one, a pool of
// them, and the sums of a convolution, each in its one order. Not here: the loops (cpu/windows.cpp,
// cuda/places.cu).
#pragma once

#include <cstdint>

#include "kernels/functors.h"
#include "kernels/operations.h"

namespace runahead::kernels {

/// Along one axis of a plane.
struct Across {
  std::int64_t size, kernel, before, behind, stride, dilation, count;
  RUNAHEAD_HOST_DEVICE Across(const Window& window, int axis)
      : size(window.sizes[axis]),
        kernel(window.kernel[axis]),
        before(window.before[axis]),
        behind(window.behind[axis]),
        stride(window.stride[axis]),
        dilation(window.dilation[axis]),
        count(windows_along(window, axis)) {}

  /// Of the plane, under that place of the kernel; outside, it is beside the plane.
  RUNAHEAD_HOST_DEVICE std::int64_t place(std::int64_t window, std::int64_t under) const {
    return window * stride - before + under * dilation;
  }
  RUNAHEAD_HOST_DEVICE bool inside(std::int64_t at) const { return at >= 0 && at < size; }
  /// The windows that have a place of the plane under that of the kernel: from the first on, before the last.
  RUNAHEAD_HOST_DEVICE std::int64_t first(std::int64_t under) const {
    const std::int64_t missing = before - under * dilation;
    return missing <= 0 ? 0 : stride == 1 ? missing : (missing + stride - 1) / stride;
  }
  RUNAHEAD_HOST_DEVICE std::int64_t last(std::int64_t under) const {
    const std::int64_t room = size + before - under * dilation;
    const std::int64_t reached = room <= 0 ? 0 : stride == 1 ? room : (room + stride - 1) / stride;
    return reached < count ? reached : count;
  }
  /// Which window has that place of the plane under that of the kernel; -1: none.
  RUNAHEAD_HOST_DEVICE std::int64_t window(std::int64_t at, std::int64_t under) const {
    const std::int64_t from = at + before - under * dilation;
    if (from < 0 || from % stride != 0 || from / stride >= count) return -1;
    return from / stride;
  }
};

struct Planes {
  Across down, across;
  RUNAHEAD_HOST_DEVICE explicit Planes(const Window& window) : down(window, 0), across(window, 1) {}
  RUNAHEAD_HOST_DEVICE std::int64_t size() const { return down.size * across.size; }
  RUNAHEAD_HOST_DEVICE std::int64_t windows() const { return down.count * across.count; }
  RUNAHEAD_HOST_DEVICE std::int64_t kernel() const { return down.kernel * across.kernel; }
  /// Whether windows are one place apart.
  RUNAHEAD_HOST_DEVICE bool by_one() const { return down.stride == 1 && across.stride == 1; }
};

/// Of a pool: the places of the plane under one window.
struct Under {
  std::int64_t top, bottom, left, right;
  RUNAHEAD_HOST_DEVICE Under(const Planes& planes, std::int64_t y, std::int64_t x)
      : top(from(planes.down, y)),
        bottom(to(planes.down, y, 0)),
        left(from(planes.across, x)),
        right(to(planes.across, x, 0)) {}
  RUNAHEAD_HOST_DEVICE static std::int64_t from(const Across& axis, std::int64_t window) {
    const std::int64_t at = axis.place(window, 0);
    return at < 0 ? 0 : at;
  }
  RUNAHEAD_HOST_DEVICE static std::int64_t to(const Across& axis, std::int64_t window, std::int64_t beyond) {
    const std::int64_t at = axis.place(window, axis.kernel);
    return at < axis.size + beyond ? at : axis.size + beyond;
  }
};

/// How many places a mean is of.
RUNAHEAD_HOST_DEVICE std::int64_t counted(const Planes& planes, Pooled pooled, std::int64_t y,
                                          std::int64_t x) {
  const Under under(planes, y, x);
  if (pooled == Pooled::mean_inside) return (under.bottom - under.top) * (under.right - under.left);
  return (Under::to(planes.down, y, planes.down.behind) - planes.down.place(y, 0)) *
         (Under::to(planes.across, x, planes.across.behind) - planes.across.place(x, 0));
}

/// Where the largest stands: the first of several, or the first NaN.
RUNAHEAD_HOST_DEVICE std::int64_t largest(const Planes& planes, const float* plane, std::int64_t y,
                                          std::int64_t x) {
  const Under under(planes, y, x);
  std::int64_t best = under.top * planes.across.size + under.left;
  for (std::int64_t row = under.top; row < under.bottom; ++row) {
    for (std::int64_t column = under.left; column < under.right; ++column) {
      const std::int64_t at = row * planes.across.size + column;
      const bool was_nan = plane[best] != plane[best];
      if (!was_nan && (plane[at] > plane[best] || plane[at] != plane[at])) best = at;
    }
  }
  return best;
}

RUNAHEAD_HOST_DEVICE float pooled_at(const Planes& planes, Pooled pooled, const float* plane, std::int64_t y,
                                     std::int64_t x) {
  if (pooled == Pooled::max) return plane[largest(planes, plane, y, x)];
  const Under under(planes, y, x);
  double sum = 0;
  for (std::int64_t row = under.top; row < under.bottom; ++row) {
    for (std::int64_t column = under.left; column < under.right; ++column)
      sum += static_cast<double>(plane[row * planes.across.size + column]);
  }
  return static_cast<float>(sum / static_cast<double>(counted(planes, pooled, y, x)));
}

/// All of one plane: the windows one after another.
RUNAHEAD_HOST_DEVICE void share_pooled(const Planes& planes, Pooled pooled, const float* gradient,
                                       const float* plane, float* out) {
  for (std::int64_t at = 0; at < planes.size(); ++at) out[at] = 0;
  for (std::int64_t y = 0; y < planes.down.count; ++y) {
    for (std::int64_t x = 0; x < planes.across.count; ++x, ++gradient) {
      if (pooled == Pooled::max) {
        out[largest(planes, plane, y, x)] += *gradient;
        continue;
      }
      const Under under(planes, y, x);
      const float share = *gradient / static_cast<float>(counted(planes, pooled, y, x));
      for (std::int64_t row = under.top; row < under.bottom; ++row) {
        for (std::int64_t column = under.left; column < under.right; ++column)
          out[row * planes.across.size + column] += share;
      }
    }
  }
}

/// Of the group that a channel is in.
struct Grouped {
  std::int64_t in, out;  ///< channels of each group
  RUNAHEAD_HOST_DEVICE Grouped(const Channels& channels, const Window& window)
      : in(channels.in / window.groups), out(channels.out / window.groups) {}
};

/// One place of a convolution, where columns beside the plane count as zeros: `x` are the planes of the
/// group, `w` is the kernel of the channel.
RUNAHEAD_HOST_DEVICE float convolved_at(const Planes& planes, std::int64_t channels, const float* x,
                                        const float* w, float sum, std::int64_t row, std::int64_t column) {
  for (std::int64_t c = 0; c < channels; ++c, x += planes.size()) {
    for (std::int64_t i = 0; i < planes.down.kernel; ++i, w += planes.across.kernel) {
      const std::int64_t y = planes.down.place(row, i);
      if (!planes.down.inside(y)) continue;
      for (std::int64_t j = 0; j < planes.across.kernel; ++j) {
        const std::int64_t at = planes.across.place(column, j);
        sum += w[j] * (planes.across.inside(at) ? x[y * planes.across.size + at] : 0);
      }
    }
  }
  return sum;
}

/// One place of its gradient to x, where columns of windows that there are not count as zeros if windows are
/// one place apart: `gradient` are the planes of the group, and w[o * apart] begins the kernel of this
/// channel to the o-th of them.
RUNAHEAD_HOST_DEVICE float spread_at(const Planes& planes, std::int64_t channels, const float* gradient,
                                     const float* w, std::int64_t apart, std::int64_t row,
                                     std::int64_t column) {
  float sum = 0;
  for (std::int64_t o = 0; o < channels; ++o, gradient += planes.windows(), w += apart) {
    for (std::int64_t i = 0; i < planes.down.kernel; ++i) {
      const std::int64_t y = planes.down.window(row, i);
      if (y < 0) continue;
      for (std::int64_t j = 0; j < planes.across.kernel; ++j) {
        const std::int64_t x = planes.across.window(column, j);
        if (x >= 0 || planes.by_one())
          sum += w[i * planes.across.kernel + j] * (x >= 0 ? gradient[y * planes.across.count + x] : 0);
      }
    }
  }
  return sum;
}

/// The gradient to one weight is added side by side in as many sums, of neighbouring windows of a row, and
/// what is left of each row in as many others. Then both are added, and the sums in pairs, half by half.
inline constexpr int kSideBySide = 8;

}  // namespace runahead::kernels
