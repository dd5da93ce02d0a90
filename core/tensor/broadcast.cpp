// SPDX-License-Identifier: GPL-3.0-or-later
// Aligning shapes at their last axes.
#include "core/tensor/broadcast.h"

#include <algorithm>
#include <array>

namespace runahead {

namespace {

constexpr int kRank = Shape::kMaxRank;
using Aligned = std::array<std::int64_t, kRank>;

Aligned aligned(const Shape& shape) {
  Aligned sizes = {1, 1, 1, 1};
  for (int axis = 0; axis < shape.rank(); ++axis)
    sizes[static_cast<std::size_t>(kRank - shape.rank() + axis)] = shape[axis];
  return sizes;
}

}  // namespace

std::optional<Shape> broadcast_shape(const Shape& a, const Shape& b) {
  const Aligned of_a = aligned(a), of_b = aligned(b);
  Aligned sizes = {};
  for (std::size_t axis = 0; axis < kRank; ++axis) {
    if (of_a[axis] != of_b[axis] && of_a[axis] != 1 && of_b[axis] != 1) return std::nullopt;
    sizes[axis] = of_a[axis] == 1 ? of_b[axis] : of_a[axis];
  }
  const auto rank = static_cast<std::size_t>(std::max(a.rank(), b.rank()));
  return Shape(std::span(sizes).last(rank));
}

kernels::Axes broadcast_axes(const Shape& a, const Shape& b, const Shape& out) {
  const Aligned of_a = aligned(a), of_b = aligned(b), of_out = aligned(out);
  kernels::Axes axes = {{1, 1, 1, 1}, 0, 0};
  int last = kRank;  // the axis of `axes` that is being filled
  int before = -1;   // which inputs it repeats
  for (std::size_t axis = kRank; axis-- > 0;) {
    const std::int64_t size = of_out[axis];
    if (size == 1) continue;
    const int repeats = (of_a[axis] == 1 ? 1 : 0) + (of_b[axis] == 1 ? 2 : 0);
    if (repeats != before) {
      before = repeats;
      --last;
      if ((repeats & 1) != 0) axes.repeated_a = static_cast<std::uint8_t>(axes.repeated_a | 1 << last);
      if ((repeats & 2) != 0) axes.repeated_b = static_cast<std::uint8_t>(axes.repeated_b | 1 << last);
    }
    axes.sizes[last] *= size;
  }
  return axes;
}

std::optional<Run> repeated_run(const Shape& from, const Shape& to) {
  Aligned sizes = aligned(from);
  const Aligned wanted = aligned(to);
  const auto repeated = [&](std::size_t axis) { return wanted[axis] == 1 && sizes[axis] != 1; };
  std::size_t axis = 0;
  Run run{1, 1, 1, {}};
  while (axis < kRank && !repeated(axis)) run.outer *= sizes[axis++];
  if (axis == kRank) return std::nullopt;
  for (; axis < kRank && (repeated(axis) || sizes[axis] == 1); ++axis) {
    run.n *= sizes[axis];
    sizes[axis] = 1;
  }
  for (; axis < kRank; ++axis) run.inner *= sizes[axis];
  run.left = Shape(std::span(sizes).last(static_cast<std::size_t>(from.rank())));
  return run;
}

}  // namespace runahead
