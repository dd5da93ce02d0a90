// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA's table of operations: float32's own kernels where it has some, else loops with strides over arrays of
// any type, and reductions along the last axis by a block for each result.
// Not here: what happens to one element (kernels/elements.h, kernels/typed_functors.h).
#include "kernels/axes.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/operations.h"
#include "kernels/typed_functors.h"

namespace runahead::kernels::cuda {

namespace {

/// out[i] = value(i)
template <class Out, class Value>
__global__ void each_value(Value value, Out* out, std::int64_t n) {
  const Strides at = strides();
  for (std::int64_t i = at.first; i < n; i += at.step) out[i] = value(i);
}

template <class Out, class Value>
void each(const char* what, Stream* stream, Value value, void* out, std::int64_t n) {
  if (n == 0) return;
  launch<each_value<Out, Value>>(what, stream, blocks_for(stream, n), kThreads, value, static_cast<Out*>(out),
                                 n);
}

template <class T, class Functor>
struct Of {
  Functor functor;
  const T* in;
  RUNAHEAD_HOST_DEVICE auto operator()(std::int64_t i) const { return functor(in[i]); }
};

template <class T, class Functor>
struct OfBoth {
  const T* a;
  const T* b;
  Steps of_a, of_b;
  std::int64_t second, third, fourth;
  RUNAHEAD_HOST_DEVICE auto operator()(std::int64_t at) const {
    const std::int64_t l = at % fourth, k = at / fourth % third, j = at / fourth / third % second,
                       i = at / fourth / third / second;
    return Functor{}(a[i * of_a.of[0] + j * of_a.of[1] + k * of_a.of[2] + l * of_a.of[3]],
                     b[i * of_b.of[0] + j * of_b.of[1] + k * of_b.of[2] + l * of_b.of[3]]);
  }
};

template <class T>
struct Chosen {
  const bool* which;
  const T* a;
  const T* b;
  std::uint8_t repeated;
  RUNAHEAD_HOST_DEVICE T operator()(std::int64_t i) const {
    const bool first = which[(repeated & 1) != 0 ? 0 : i];
    return first ? a[(repeated & 2) != 0 ? 0 : i] : b[(repeated & 4) != 0 ? 0 : i];
  }
};

template <class T>
struct ProductAt {
  const T* a;
  const T* b;
  std::int64_t a_row, a_step, b_row, b_step, k, n;
  RUNAHEAD_HOST_DEVICE T operator()(std::int64_t at) const {
    const T* const left = a + at / n * a_row;
    const T* const right = b + at % n * b_step;
    T sum{};
    for (std::int64_t i = 0; i < k; ++i)
      sum = Computed<Binary::add, T>{}(sum, Computed<Binary::mul, T>{}(left[i * a_step], right[i * b_row]));
    return sum;
  }
};

template <class T>
struct TransposedAt {
  const T* in;
  std::int64_t rows, cols;
  RUNAHEAD_HOST_DEVICE T operator()(std::int64_t at) const { return in[at % rows * cols + at / rows]; }
};

template <class Fold, class T>
struct ColumnAt {
  const T* in;
  std::int64_t n, inner;
  RUNAHEAD_HOST_DEVICE auto operator()(std::int64_t at) const {
    const T* const column = in + at / inner * n * inner + at % inner;
    Fold fold;
    for (std::int64_t i = 0; i < n; ++i) fold.take(column[i * inner], i);
    return fold.result(n);
  }
};

const float* in32(const void* data) {
  return static_cast<const float*>(data);
}
float* out32(void* data) {
  return static_cast<float*>(data);
}

template <class Fold, class T>
__global__ void fold_rows(const T* in, std::int64_t outer, std::int64_t n, typename Fold::Out* out) {
  __shared__ unsigned char room[kLanes * sizeof(Fold)] __attribute__((aligned(16)));
  Fold* const lanes = reinterpret_cast<Fold*>(room);
  const int lane = static_cast<int>(threadIdx.x);
  for (std::int64_t o = blockIdx.x; o < outer; o += gridDim.x) {
    Fold own;
    for (std::int64_t i = lane; i < n; i += kLanes) own.take(in[o * n + i], i);
    lanes[lane] = own;
    __syncthreads();
    for (int half = kLanes / 2; half > 0; half /= 2) {
      if (lane < half) lanes[lane].join(lanes[lane + half]);
      __syncthreads();
    }
    if (lane == 0) out[o] = lanes[0].result(n);
    __syncthreads();
  }
}

void sequence(Stream* stream, Type type, void* out, std::int64_t n, Number first, Number step) {
  if (type == Type::float32 && step.real == 0)
    return fill(stream, out32(out), n, as<float>(first) + 0.0f);  // as the sum: -0 becomes 0
  with_type(type, [=]<class T>(T) {
    each<T>("sequence", stream, Sequence<T>{as<T>(first), as<T>(step)}, out, n);
  });
}

void convert(Stream* stream, Type from, const void* in, Type to, void* out, std::int64_t n) {
  if (from == to) {
    if (n == 0 || in == out) return;
    use(stream->device);
    check(cudaMemcpyAsync(out, in, static_cast<std::size_t>(n * size_of(to)), cudaMemcpyDeviceToDevice,
                          stream->queue),
          "convert");
    count_launch();
    return;
  }
  with_type(from, [=]<class From>(From) {
    with_type(to, [=]<class To>(To) {
      each<To>("convert", stream, Of<From, Converted<From, To>>{{}, static_cast<const From*>(in)}, out, n);
    });
  });
}

void map(Stream* stream, Type type, Unary unary, const void* in, void* out, std::int64_t n) {
  if (type == Type::float32) return map32(stream, unary, in32(in), out32(out), n);
  with_type(type, [=]<class T>(T) {
    with_constant<kUnaries>(unary, [=](auto chosen) {
      if constexpr (has(kTypeOf<T>, decltype(chosen)::value) && !std::is_same_v<T, float>) {
        using Functor = Mapped<decltype(chosen)::value, T>;
        each<T>("map", stream, Of<T, Functor>{{}, static_cast<const T*>(in)}, out, n);
      }
    });
  });
}

void zip(Stream* stream, Type type, Binary binary, const void* a, const void* b, void* out, Axes axes) {
  if (type == Type::float32 && zip32(stream, binary, in32(a), in32(b), out32(out), axes)) return;
  with_type(type, [&]<class T>(T) {
    with_constant<kBinaries>(binary, [&](auto chosen) {
      if constexpr (has(kTypeOf<T>, decltype(chosen)::value)) {
        using Functor = Computed<decltype(chosen)::value, T>;
        const OfBoth<T, Functor> value{static_cast<const T*>(a),
                                       static_cast<const T*>(b),
                                       steps_of(axes, axes.repeated_a),
                                       steps_of(axes, axes.repeated_b),
                                       axes.sizes[1],
                                       axes.sizes[2],
                                       axes.sizes[3]};
        each<typename Functor::Out>("zip", stream, value, out,
                                    axes.sizes[0] * axes.sizes[1] * axes.sizes[2] * axes.sizes[3]);
      }
    });
  });
}

void zip_number(Stream* stream, Type type, Binary binary, const void* a, Number b, bool number_first,
                void* out, std::int64_t n) {
  if (type == Type::float32 &&
      zip_number32(stream, binary, in32(a), as<float>(b), number_first, out32(out), n))
    return;
  with_type(type, [=]<class T>(T) {
    with_constant<kBinaries>(binary, [=](auto chosen) {
      constexpr Binary kBinary = decltype(chosen)::value;
      if constexpr (has(kTypeOf<T>, kBinary)) {
        using Functor = WithNumber<kBinary, T>;
        each<typename Computed<kBinary, T>::Out>(
            "zip_number", stream, Of<T, Functor>{{as<T>(b), number_first}, static_cast<const T*>(a)}, out, n);
      }
    });
  });
}

void select(Stream* stream, Type type, const void* which, const void* a, const void* b, void* out,
            std::int64_t n, std::uint8_t repeated) {
  with_type(type, [=]<class T>(T) {
    each<T>("select", stream,
            Chosen<T>{static_cast<const bool*>(which), static_cast<const T*>(a), static_cast<const T*>(b),
                      repeated},
            out, n);
  });
}

void product(Stream* stream, Type type, Transposed transposed, const void* a, const void* b, void* out,
             std::int64_t m, std::int64_t k, std::int64_t n) {
  if (type == Type::float32) return product32(stream, transposed, in32(a), in32(b), out32(out), m, k, n);
  const bool first = transposed == Transposed::first, second = transposed == Transposed::second;
  with_type(type, [=]<class T>(T) {
    each<T>("product", stream,
            ProductAt<T>{static_cast<const T*>(a), static_cast<const T*>(b), first ? 1 : k, first ? m : 1,
                         second ? 1 : n, second ? k : 1, k, n},
            out, m * n);
  });
}

void dense(Stream* stream, Type type, const void* x, const void* w, const void* bias, void* out,
           std::int64_t m, std::int64_t k, std::int64_t n) {
  if (type == Type::float32) return dense32(stream, in32(x), in32(w), in32(bias), out32(out), m, k, n);
  product(stream, type, Transposed::second, x, w, out, m, k, n);
  zip(stream, type, Binary::add, out, bias, out, {{1, 1, m, n}, 0, 1U << 2U});
}

void reduce(Stream* stream, Type type, Reduction reduction, const void* in, std::int64_t outer,
            std::int64_t n, std::int64_t inner, void* out) {
  if (type == Type::float32 && reduce32(stream, reduction, in32(in), outer, n, inner, out32(out))) return;
  with_type(type, [=]<class T>(T) {
    with_constant<kReductions>(reduction, [=](auto chosen) {
      if constexpr (has(kTypeOf<T>, decltype(chosen)::value)) {
        using Fold = Folded<decltype(chosen)::value, T>;
        using Out = typename Fold::Out;
        if (outer * inner == 0) return;
        if (inner != 1) {
          each<Out>("reduce", stream, ColumnAt<Fold, T>{static_cast<const T*>(in), n, inner}, out,
                    outer * inner);
          return;
        }
        launch<fold_rows<Fold, T>>("reduce", stream, blocks_for(stream, outer, 1), kLanes,
                                   static_cast<const T*>(in), outer, n, static_cast<Out*>(out));
      }
    });
  });
}

void sum_rows(Stream* stream, Type type, const void* in, std::int64_t rows, std::int64_t cols, void* out) {
  if (type == Type::float32) return sum_rows32(stream, in32(in), rows, cols, out32(out));
  reduce(stream, type, Reduction::sum, in, 1, rows, cols, out);
}

void spread(Stream* stream, Type type, const void* values, Number factor, void* out, std::int64_t outer,
            std::int64_t n, std::int64_t inner) {
  if (type == Type::float32)
    return spread32(stream, in32(values), as<float>(factor), out32(out), outer, n, inner);
  constexpr std::uint8_t kMiddle = 1U << 2U;
  zip(stream, type, Binary::maximum, values, values, out, {{1, outer, n, inner}, kMiddle, kMiddle});
  if (factor.real != 1) zip_number(stream, type, Binary::mul, out, factor, false, out, outer * n * inner);
}

void copy_rows(Stream* stream, Type type, const void* in, std::int64_t in_apart, void* out,
               std::int64_t out_apart, std::int64_t rows, std::int64_t width) {
  if (rows == 0 || width == 0) return;
  const auto size = static_cast<std::size_t>(size_of(type));
  const auto bytes = [size](std::int64_t elements) { return static_cast<std::size_t>(elements) * size; };
  use(stream->device);
  check(cudaMemcpy2DAsync(out, bytes(out_apart), in, bytes(in_apart), bytes(width),
                          static_cast<std::size_t>(rows), cudaMemcpyDeviceToDevice, stream->queue),
        "copy_rows");
  launched = kUncounted;
}

void transpose(Stream* stream, Type type, const void* in, void* out, std::int64_t rows, std::int64_t cols) {
  if (type == Type::float32) return transpose32(stream, in32(in), out32(out), rows, cols);
  with_type(type, [=]<class T>(T) {
    each<T>("transpose", stream, TransposedAt<T>{static_cast<const T*>(in), rows, cols}, out, rows * cols);
  });
}

}  // namespace

extern const Operations kOperations{
    .sequence = sequence,
    .convert = convert,
    .uniform = uniform,
    .normal = normal,
    .map = map,
    .zip = zip,
    .zip_number = zip_number,
    .select = select,
    .product = product,
    .dense = dense,
    .transpose = transpose,
    .permute = permute,
    .copy_rows = copy_rows,
    .reduce = reduce,
    .sum_rows = sum_rows,
    .spread = spread,
    .take = take,
    .add_at = add_at,
    .one_hot = one_hot,
    .cumsum = cumsum,
    .argsort = argsort,
    .add_scaled = add_scaled,
    .add_to_scaled = add_to_scaled,
    .relu_backward = relu_backward,
    .abs_backward = abs_backward,
    .norm_backward = norm_backward,
    .max_backward = max_backward,
    .conv2d = conv2d,
    .conv2d_backward_x = conv2d_backward_x,
    .conv2d_backward_w = conv2d_backward_w,
    .pool2d = pool2d,
    .pool2d_backward = pool2d_backward,
};

}  // namespace runahead::kernels::cuda
