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

/// Columns from the first on that stand side by side with all their places inside: `call` for as many at
/// once, the last of them again where they do not come out even, and `single` for each of the others.
template <class Call, class Single>
RUNAHEAD_HOST_DEVICE void over_columns(std::int64_t first, std::int64_t last, std::int64_t count, Call call,
                                       Single single) {
  if (last - first < kColumns) first = last = count;
  for (std::int64_t column = 0; column < first; ++column) single(column);
  for (std::int64_t column = first; column < last; column += kColumns)
    call(std::min(column, last - kColumns));
  for (std::int64_t column = last; column < count; ++column) single(column);
}

/// Of so many channels: their kernels are `apart`.
struct Kernels {
  const float* w;
  std::int64_t apart;
};

template <int kChannels, class Sums, class Load>
RUNAHEAD_HOST_DEVICE void add_up(const Planes& planes, std::int64_t channels, const float* x, Kernels kernels,
                                 std::int64_t row, Sums (&sums)[kChannels], Load load) {
  for (std::int64_t c = 0; c < channels; ++c, x += planes.size()) {
    for (std::int64_t i = 0; i < planes.down.kernel; ++i, kernels.w += planes.across.kernel) {
      const std::int64_t y = planes.down.place(row, i);
      if (!planes.down.inside(y)) continue;
      for (std::int64_t j = 0; j < planes.across.kernel; ++j) {
        Sums values;
        if (!load(x + y * planes.across.size, j, values)) continue;
        for (int q = 0; q < kChannels; ++q) sums[q] += kernels.w[q * kernels.apart + j] * values;
      }
    }
  }
}

template <int kChannels>
RUNAHEAD_HOST_DEVICE void convolve_row(const Planes& planes, std::int64_t channels, const float* x,
                                       Kernels kernels, const float* bias, float* out, std::int64_t row) {
  const Across& across = planes.across;
  const auto at_once = [&](std::int64_t column) {
    Columns sums[kChannels] = {};
    for (int q = 0; q < kChannels; ++q) {
      for (int lane = 0; lane < kColumns; ++lane) sums[q][lane] = bias ? bias[q] : 0;
    }
    const auto load = [&](const float* from, std::int64_t j, Columns& values) {
      from += across.place(column, j);
      if (across.stride == 1) {
        std::memcpy(&values, from, sizeof values);
      } else {
        for (int lane = 0; lane < kColumns; ++lane) values[lane] = from[lane * across.stride];
      }
      return true;
    };
    add_up(planes, channels, x, kernels, row, sums, load);
    for (int q = 0; q < kChannels; ++q)
      std::memcpy(out + q * planes.windows() + row * across.count + column, &sums[q], sizeof(Columns));
  };
  const auto single = [&](std::int64_t column) {
    float sums[kChannels];
    for (int q = 0; q < kChannels; ++q) sums[q] = bias ? bias[q] : 0;
    const auto load = [&](const float* from, std::int64_t j, float& value) {
      const std::int64_t at = across.place(column, j);
      if (!across.inside(at)) return false;
      value = from[at];
      return true;
    };
    add_up(planes, channels, x, kernels, row, sums, load);
    for (int q = 0; q < kChannels; ++q) out[q * planes.windows() + row * across.count + column] = sums[q];
  };
  over_columns(across.first(0), across.last(across.kernel - 1), across.count, at_once, single);
}

constexpr int kChannelsAtOnce = 4;

/// The channels of one group, of one of the batch.
RUNAHEAD_EACH_VECTOR_UNIT void convolve(const Planes& planes, const Grouped& group, const float* x,
                                        const float* w, const float* bias, float* out) {
  const std::int64_t apart = group.in * planes.kernel();
  for (std::int64_t o = 0; o < group.out;) {
    const bool several = o + kChannelsAtOnce <= group.out;
    const float* const own = bias ? bias + o : nullptr;
    for (std::int64_t row = 0; row < planes.down.count; ++row) {
      if (several) {
        convolve_row<kChannelsAtOnce>(planes, group.in, x, {w + o * apart, apart}, own,
                                      out + o * planes.windows(), row);
      } else {
        convolve_row<1>(planes, group.in, x, {w + o * apart, apart}, own, out + o * planes.windows(), row);
      }
    }
    o += several ? kChannelsAtOnce : 1;
  }
}

/// Where windows are one place apart: each place of x takes what the windows over it give.
template <int kChannels>
RUNAHEAD_HOST_DEVICE void spread_row(const Planes& planes, const Grouped& group, const float* gradient,
                                     const float* w, float* out, std::int64_t row) {
  const Across &down = planes.down, &across = planes.across;
  const auto each = [&](auto& sums, const auto& load) {
    for (std::int64_t o = 0; o < group.out; ++o) {
      const float* kernel = w + o * group.in * planes.kernel();
      for (std::int64_t i = 0; i < down.kernel; ++i, kernel += across.kernel) {
        const std::int64_t y = row + down.before - i * down.dilation;
        if (y < 0 || y >= down.count) continue;
        const float* const from = gradient + (o * down.count + y) * across.count;
        for (std::int64_t j = 0; j < across.kernel; ++j) load(from, kernel + j, j, sums);
      }
    }
  };
  const auto at_once = [&](std::int64_t column) {
    Columns sums[kChannels] = {};
    each(sums, [&](const float* from, const float* kernel, std::int64_t j, auto& into) {
      Columns values;
      std::memcpy(&values, from + column + across.before - j * across.dilation, sizeof values);
      for (int q = 0; q < kChannels; ++q) into[q] += kernel[q * planes.kernel()] * values;
    });
    for (int q = 0; q < kChannels; ++q)
      std::memcpy(out + q * planes.size() + row * across.size + column, &sums[q], sizeof(Columns));
  };
  const auto single = [&](std::int64_t column) {
    float sums[kChannels] = {};
    each(sums, [&](const float* from, const float* kernel, std::int64_t j, auto& into) {
      const std::int64_t x = column + across.before - j * across.dilation;
      if (x < 0 || x >= across.count) return;
      for (int q = 0; q < kChannels; ++q) into[q] += kernel[q * planes.kernel()] * from[x];
    });
    for (int q = 0; q < kChannels; ++q) out[q * planes.size() + row * across.size + column] = sums[q];
  };
  const std::int64_t reach = (across.kernel - 1) * across.dilation - across.before;
  over_columns(std::max<std::int64_t>(reach, 0), std::min(across.count - across.before, across.size),
               across.size, at_once, single);
}

RUNAHEAD_EACH_VECTOR_UNIT void spread_by_one(const Planes& planes, const Grouped& group,
                                             const float* gradient, const float* w, float* out) {
  for (std::int64_t c = 0; c < group.in;) {
    const bool several = c + kChannelsAtOnce <= group.in;
    const float* const kernels = w + c * planes.kernel();
    for (std::int64_t row = 0; row < planes.down.size; ++row) {
      if (several) {
        spread_row<kChannelsAtOnce>(planes, group, gradient, kernels, out + c * planes.size(), row);
      } else {
        spread_row<1>(planes, group, gradient, kernels, out + c * planes.size(), row);
      }
    }
    c += several ? kChannelsAtOnce : 1;
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

/// To one weight: of a channel's gradient and a channel of x, over all of the batch.
RUNAHEAD_EACH_VECTOR_UNIT float weigh(const Planes& planes, const Channels& channels, const float* gradient,
                                      const float* x, std::int64_t i, std::int64_t j) {
  const Across &down = planes.down, &across = planes.across;
  const std::int64_t first = across.first(j), count = std::max<std::int64_t>(across.last(j) - first, 0);
  const std::int64_t even = count / kColumns * kColumns;
  Columns sums = {};
  float rest[kColumns] = {};
  for (std::int64_t b = 0; b < channels.batch; ++b) {
    for (std::int64_t y = down.first(i); y < down.last(i); ++y) {
      const float* const g = gradient + y * across.count + first;
      const float* const from = x + down.place(y, i) * across.size + across.place(first, j);
      for (std::int64_t k = 0; k < even; k += kColumns) {
        Columns slopes, values;
        std::memcpy(&slopes, g + k, sizeof slopes);
        if (across.stride == 1) {
          std::memcpy(&values, from + k, sizeof values);
        } else {
          for (int lane = 0; lane < kColumns; ++lane) values[lane] = from[(k + lane) * across.stride];
        }
        sums += slopes * values;
      }
      for (std::int64_t k = even; k < count; ++k) rest[k - even] += g[k] * from[k * across.stride];
    }
    gradient += channels.out * planes.windows();
    x += channels.in * planes.size();
  }
  for (int lane = 0; lane < kColumns; ++lane) rest[lane] = sums[lane] + rest[lane];
  for (int half = kColumns / 2; half > 0; half /= 2) {
    for (int lane = 0; lane < half; ++lane) rest[lane] += rest[lane + half];
  }
  return rest[0];
}

}  // namespace

void conv2d(Stream*, const float* x, const float* w, const float* bias, float* out, const Channels& channels,
            const Window& given) {
  const Window window = as_one_row(given);
  const Planes planes(window);
  const Grouped group(channels, window);
  for (std::int64_t b = 0; b < channels.batch; ++b) {
    const float* kernels = w;
    for (std::int64_t o = 0; o < channels.out; o += group.out) {
      convolve(planes, group, x, kernels, bias ? bias + o : nullptr, out);
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
  const bool by_one = planes.down.stride == 1 && planes.across.stride == 1;
  for (std::int64_t b = 0; b < channels.batch; ++b) {
    const float* kernels = w;
    for (std::int64_t o = 0; o < channels.out; o += group.out) {
      (by_one ? spread_by_one : spread_by_windows)(planes, group, gradient, kernels, out);
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
  for (std::int64_t o = 0; o < channels.out; ++o) {
    for (std::int64_t c = 0; c < group.in; ++c) {
      const std::int64_t channel = o / group.out * group.in + c;
      for (std::int64_t i = 0; i < planes.down.kernel; ++i) {
        for (std::int64_t j = 0; j < planes.across.kernel; ++j)
          *out++ =
              weigh(planes, channels, gradient + o * planes.windows(), x + channel * planes.size(), i, j);
      }
    }
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
