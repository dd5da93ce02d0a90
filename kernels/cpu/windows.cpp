// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions and pools on the CPU, without room beside their arrays: the places of a convolution are added
// up in registers, those of several channels and columns side by side.
// Not here: in which order one place is added up (kernels/windows.h).
#include "kernels/windows.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "kernels/cpu/operations.h"
#include "kernels/cpu/vector_loops.h"

namespace runahead::kernels::cpu {

namespace {

constexpr int kColumns = kSideBySide;
using Columns = float __attribute__((vector_size(kColumns * sizeof(float))));

/// A kernel of one place goes over a plane as over one row.
Window as_one_row(Window window) {
  bool plain = true;
  for (int axis = 0; axis < 2; ++axis) {
    plain &= window.kernel[axis] == 1 && window.stride[axis] == 1 && window.before[axis] == 0 &&
             window.behind[axis] == 0;
  }
  const std::int64_t size = std::int64_t{window.sizes[0]} * window.sizes[1];
  if (!plain || size > std::numeric_limits<std::int32_t>::max()) return window;
  window.sizes[0] = 1;
  window.sizes[1] = static_cast<std::int32_t>(size);
  return window;
}

constexpr int kChannelsAtOnce = 4;
/// So many places of a row at most are copied, to have zeros beside them.
constexpr std::int64_t kRoom = 256;

/// What is added up for one row of results: planes, of which kernel row i lies on row top + i * down, and the
/// first place under the first result at `left`. Kernels of neighbouring planes are `apart`.
struct Added {
  const float* x;
  std::int64_t planes, rows, size;
  std::int64_t top, down, left, stride;
  std::int64_t kernel_rows, kernel, apart;
  std::int64_t tap,
      tap_apart;        ///< where under a result the first place of the kernel is, and how far the next
  std::int64_t length;  ///< from the first place under the first result to the last under the last
};

/// Neighbouring results in a row, of so many channels, whose kernels are `kernels` apart and planes
/// `results`.
template <int kChannels>
RUNAHEAD_HOST_DEVICE void add_up(const Added& added, const float* w, std::int64_t kernels, const float* bias,
                                 std::int64_t column, std::int64_t count, float* out, std::int64_t results) {
  Columns sums[kChannels] = {};
  for (int q = 0; q < kChannels; ++q) {
    for (int lane = 0; lane < kColumns; ++lane) sums[q][lane] = bias ? bias[q] : 0;
  }
  const std::int64_t from = column * added.stride + added.left;
  const std::int64_t first = std::max<std::int64_t>(-from, 0);
  const std::int64_t last = std::min(added.length, added.size - from);
  const bool inside = first == 0 && last == added.length;
  float room[kRoom];
  if (!inside) std::fill_n(room, added.length, 0.0f);
  const float* plane = added.x;
  for (std::int64_t c = 0; c < added.planes; ++c, plane += added.rows * added.size, w += added.apart) {
    for (std::int64_t i = 0; i < added.kernel_rows; ++i) {
      const std::int64_t y = added.top + i * added.down;
      if (y < 0 || y >= added.rows) continue;
      const float* const row = plane + y * added.size;
      for (std::int64_t at = first; !inside && at < last; ++at) room[at] = row[from + at];
      const float* tap = (inside ? row + from : room) + added.tap;
      const float* kernel = w + i * added.kernel;
      for (std::int64_t j = 0; j < added.kernel; ++j, ++kernel) {
        Columns values;
        if (added.stride == 1) {
          std::memcpy(&values, tap + j * added.tap_apart, sizeof values);
        } else {
          for (int lane = 0; lane < kColumns; ++lane)
            values[lane] = tap[j * added.tap_apart + lane * added.stride];
        }
        for (int q = 0; q < kChannels; ++q) sums[q] += kernel[q * kernels] * values;
      }
    }
  }
  for (int q = 0; q < kChannels; ++q) {
    if (count == kColumns) {
      std::memcpy(out + q * results + column, &sums[q], sizeof(Columns));
    } else {
      for (int lane = 0; lane < count; ++lane) out[q * results + column + lane] = sums[q][lane];
    }
  }
}

/// A row of them; where they do not come out even, the last are made again.
template <int kChannels>
RUNAHEAD_HOST_DEVICE void add_up_row(const Added& added, const float* w, std::int64_t kernels,
                                     const float* bias, std::int64_t columns, float* out,
                                     std::int64_t results) {
  const std::int64_t last = std::max<std::int64_t>(columns - kColumns, 0);
  const std::int64_t count = std::min<std::int64_t>(columns, kColumns);
  for (std::int64_t column = 0; column < columns; column += kColumns)
    add_up<kChannels>(added, w, kernels, bias, std::min(column, last), count, out, results);
}

std::int64_t reach_of(const Across& axis, std::int64_t stride) {
  return (kColumns - 1) * stride + (axis.kernel - 1) * axis.dilation + 1;
}

/// The channels of one group, of one of the batch.
RUNAHEAD_EACH_VECTOR_UNIT void convolve(const Planes& planes, const Grouped& group, const float* x,
                                        const float* w, const float* bias, float* out) {
  const Across &down = planes.down, &across = planes.across;
  const std::int64_t apart = group.in * planes.kernel();
  Added added{x,
              group.in,
              down.size,
              across.size,
              0,
              down.dilation,
              -across.before,
              across.stride,
              down.kernel,
              across.kernel,
              planes.kernel(),
              0,
              across.dilation,
              reach_of(across, across.stride)};
  for (std::int64_t o = 0; o < group.out;) {
    const bool several = o + kChannelsAtOnce <= group.out;
    const float* const own = bias ? bias + o : nullptr;
    for (std::int64_t row = 0; row < down.count; ++row) {
      added.top = down.place(row, 0);
      float* const to = out + o * planes.windows() + row * across.count;
      if (several) {
        add_up_row<kChannelsAtOnce>(added, w + o * apart, apart, own, across.count, to, planes.windows());
      } else {
        add_up_row<1>(added, w + o * apart, apart, own, across.count, to, planes.windows());
      }
    }
    o += several ? kChannelsAtOnce : 1;
  }
}

/// Where windows are one place apart: each place of x takes what the windows over it give.
RUNAHEAD_EACH_VECTOR_UNIT void spread_by_one(const Planes& planes, const Grouped& group,
                                             const float* gradient, const float* w, float* out) {
  const Across &down = planes.down, &across = planes.across;
  const std::int64_t reach = (across.kernel - 1) * across.dilation;
  Added added{gradient,
              group.out,
              down.count,
              across.count,
              0,
              -down.dilation,
              across.before - reach,
              1,
              down.kernel,
              across.kernel,
              group.in * planes.kernel(),
              reach,
              -across.dilation,
              reach_of(across, 1)};
  for (std::int64_t c = 0; c < group.in;) {
    const bool several = c + kChannelsAtOnce <= group.in;
    const float* const kernels = w + c * planes.kernel();
    for (std::int64_t row = 0; row < down.size; ++row) {
      added.top = row + down.before;
      float* const to = out + c * planes.size() + row * across.size;
      if (several) {
        add_up_row<kChannelsAtOnce>(added, kernels, planes.kernel(), nullptr, across.size, to, planes.size());
      } else {
        add_up_row<1>(added, kernels, planes.kernel(), nullptr, across.size, to, planes.size());
      }
    }
    c += several ? kChannelsAtOnce : 1;
  }
}

/// Where a kernel is too wide for that.
void convolve_singly(const Planes& planes, const Grouped& group, const float* x, const float* w,
                     const float* bias, float* out) {
  for (std::int64_t o = 0; o < group.out; ++o, w += group.in * planes.kernel()) {
    for (std::int64_t row = 0; row < planes.down.count; ++row) {
      for (std::int64_t column = 0; column < planes.across.count; ++column)
        *out++ = convolved_at(planes, group.in, x, w, bias ? bias[o] : 0, row, column);
    }
  }
}
void spread_singly(const Planes& planes, const Grouped& group, const float* gradient, const float* w,
                   float* out) {
  for (std::int64_t c = 0; c < group.in; ++c, w += planes.kernel()) {
    for (std::int64_t row = 0; row < planes.down.size; ++row) {
      for (std::int64_t column = 0; column < planes.across.size; ++column)
        *out++ = spread_at(planes, group.out, gradient, w, group.in * planes.kernel(), row, column);
    }
  }
}

/// Elsewhere each window gives to the places under it; a place takes in the same order.
void spread_by_windows(const Planes& planes, const Grouped& group, const float* gradient, const float* w,
                       float* out) {
  const Across &down = planes.down, &across = planes.across;
  std::fill_n(out, group.in * planes.size(), 0.0f);
  for (std::int64_t o = 0; o < group.out; ++o) {
    for (std::int64_t c = 0; c < group.in; ++c) {
      for (std::int64_t i = 0; i < down.kernel; ++i) {
        for (std::int64_t j = 0; j < across.kernel; ++j, ++w) {
          const std::int64_t first = across.first(j), last = across.last(j);
          for (std::int64_t y = down.first(i); y < down.last(i); ++y) {
            const float* const from = gradient + (o * down.count + y) * across.count;
            float* const to = out + c * planes.size() + down.place(y, i) * across.size;
            for (std::int64_t x = first; x < last; ++x) to[across.place(x, j)] += *w * from[x];
          }
        }
      }
    }
  }
}

using Bits = std::int32_t __attribute__((vector_size(kColumns * sizeof(float))));

/// `count` places, `stride` apart; the others are whatever stands there, or zeros where that ends.
RUNAHEAD_HOST_DEVICE void load(const float* from, const float* end, std::int64_t stride, std::int64_t count,
                               Columns& values) {
  if (stride == 1 && end - from >= kColumns) {
    std::memcpy(&values, from, sizeof values);
    return;
  }
  values = Columns{};
  for (std::int64_t lane = 0; lane < count; ++lane) values[lane] = from[lane * stride];
}

/// What a gradient and x are of: from there to the end of the array, the batches apart.
struct Batches {
  const float* first;
  const float* end;
  std::int64_t apart;
};

/// To one weight of each of neighbouring channels, over all of the batch.
template <int kChannels>
RUNAHEAD_HOST_DEVICE void weigh(const Planes& planes, std::int64_t batch, Batches gradient, Batches x,
                                std::int64_t i, std::int64_t j, float* out, std::int64_t apart) {
  const Across &down = planes.down, &across = planes.across;
  const std::int64_t first = across.first(j), count = std::max<std::int64_t>(across.last(j) - first, 0);
  const std::int64_t even = count / kColumns * kColumns, left = count - even;
  Bits inside = {};
  for (std::int64_t lane = 0; lane < left; ++lane) inside[lane] = -1;
  Columns sums[kChannels] = {}, rest[kChannels] = {};
  for (std::int64_t b = 0; b < batch; ++b, gradient.first += gradient.apart, x.first += x.apart) {
    for (std::int64_t y = down.first(i); y < down.last(i); ++y) {
      const float* const g = gradient.first + y * across.count + first;
      const float* const from = x.first + down.place(y, i) * across.size + across.place(first, j);
      Columns slopes, values;
      for (std::int64_t k = 0; k < even; k += kColumns) {
        load(from + k * across.stride, x.end, across.stride, kColumns, values);
        for (int q = 0; q < kChannels; ++q) {
          std::memcpy(&slopes, g + q * planes.windows() + k, sizeof slopes);
          sums[q] += slopes * values;
        }
      }
      if (left == 0) continue;
      load(from + even * across.stride, x.end, across.stride, left, values);
      for (int q = 0; q < kChannels; ++q) {
        load(g + q * planes.windows() + even, gradient.end, 1, left, slopes);
        const Columns products = slopes * values;
        rest[q] += reinterpret_cast<Columns>(reinterpret_cast<Bits>(products) & inside);
      }
    }
  }
  for (int q = 0; q < kChannels; ++q) {
    Columns all = sums[q] + rest[q];
    for (int half = kColumns / 2; half > 0; half /= 2) {
      for (int lane = 0; lane < half; ++lane) all[lane] += all[lane + half];
    }
    out[q * apart] = all[0];
  }
}

/// To the kernels between one channel of x and neighbouring ones of the gradient.
RUNAHEAD_EACH_VECTOR_UNIT void weigh_kernels(const Planes& planes, std::int64_t batch, bool several,
                                             const Batches& gradient, const Batches& x, float* out,
                                             std::int64_t apart) {
  for (std::int64_t i = 0; i < planes.down.kernel; ++i) {
    for (std::int64_t j = 0; j < planes.across.kernel; ++j, ++out) {
      if (several) {
        weigh<kChannelsAtOnce>(planes, batch, gradient, x, i, j, out, apart);
      } else {
        weigh<1>(planes, batch, gradient, x, i, j, out, apart);
      }
    }
  }
}

}  // namespace

void conv2d(Stream*, const float* x, const float* w, const float* bias, float* out, const Channels& channels,
            const Window& given) {
  const Window window = as_one_row(given);
  const Planes planes(window);
  const Grouped group(channels, window);
  const bool fits = reach_of(planes.across, planes.across.stride) <= kRoom;
  for (std::int64_t b = 0; b < channels.batch; ++b) {
    const float* kernels = w;
    for (std::int64_t o = 0; o < channels.out; o += group.out) {
      (fits ? convolve : convolve_singly)(planes, group, x, kernels, bias ? bias + o : nullptr, out);
      x += group.in * planes.size();
      out += group.out * planes.windows();
      kernels += group.out * group.in * planes.kernel();
    }
  }
}

void conv2d_backward_x(Stream*, const float* gradient, const float* w, float* out, const Channels& channels,
                       const Window& given) {
  const Window window = as_one_row(given);
  const Planes planes(window);
  const Grouped group(channels, window);
  const bool fits = reach_of(planes.across, 1) <= kRoom;
  const auto spread = !planes.by_one() ? spread_by_windows : fits ? spread_by_one : spread_singly;
  for (std::int64_t b = 0; b < channels.batch; ++b) {
    const float* kernels = w;
    for (std::int64_t o = 0; o < channels.out; o += group.out) {
      spread(planes, group, gradient, kernels, out);
      gradient += group.out * planes.windows();
      out += group.in * planes.size();
      kernels += group.out * group.in * planes.kernel();
    }
  }
}

void conv2d_backward_w(Stream*, const float* gradient, const float* x, float* out, const Channels& channels,
                       const Window& window) {
  const Planes planes(window);
  const Grouped group(channels, window);
  const std::int64_t slopes = channels.out * planes.windows(), values = channels.in * planes.size();
  for (std::int64_t o = 0; o < channels.out;) {
    const bool several = o % group.out + kChannelsAtOnce <= group.out;
    for (std::int64_t c = 0; c < group.in; ++c) {
      const std::int64_t channel = o / group.out * group.in + c;
      weigh_kernels(planes, channels.batch, several,
                    {gradient + o * planes.windows(), gradient + channels.batch * slopes, slopes},
                    {x + channel * planes.size(), x + channels.batch * values, values},
                    out + (o * group.in + c) * planes.kernel(), group.in * planes.kernel());
    }
    o += several ? kChannelsAtOnce : 1;
  }
}

void pool2d(Stream*, const float* x, float* out, std::int64_t planes, const Window& window) {
  const Planes sizes(window);
  for (std::int64_t plane = 0; plane < planes; ++plane, x += sizes.size()) {
    for (std::int64_t row = 0; row < sizes.down.count; ++row) {
      for (std::int64_t column = 0; column < sizes.across.count; ++column)
        *out++ = pooled_at(sizes, window.pooled, x, row, column);
    }
  }
}

void pool2d_backward(Stream*, const float* gradient, const float* x, float* out, std::int64_t planes,
                     const Window& window) {
  const Planes sizes(window);
  for (std::int64_t plane = 0; plane < planes; ++plane) {
    share_pooled(sizes, window.pooled, gradient, x, out);
    gradient += sizes.windows();
    x += sizes.size();
    out += sizes.size();
  }
}

}  // namespace runahead::kernels::cpu
