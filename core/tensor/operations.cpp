// SPDX-License-Identifier: GPL-3.0-or-later
// Shape rules, and the task of each operation.
// Not here: waits (ndarray.cpp).
#include "core/tensor/operations.h"

#include <string>

#include "core/base/error.h"
#include "core/tensor/frontend.h"

namespace runahead {

namespace {

Frontend& frontend_of(const NDArray& array, const char* operation) {
  if (!array.bound()) throw Error(std::string("[") + operation + "] a name is used before it has a value");
  return *array.body().frontend;
}

void require_rank(const NDArray& array, int rank, const char* operation) {
  if (array.shape().rank() == rank) return;
  throw Error(std::string("[") + operation + "] needs " + std::to_string(rank) + " axes, got shape " +
              array.shape().text());
}

/// Submits `kernel(out, in...)`: storages are held by the task, and the output is allocated when it starts.
template <class Kernel, class... Inputs>
NDArray apply(Frontend& frontend, const char* operation, const Shape& shape, Kernel kernel,
              const Inputs&... inputs) {
  NDArray out = frontend.new_array(shape);
  TaskNode& task = frontend.begin_task(operation);
  (task.read(inputs.body().variable), ...);
  task.write(out.body().variable);
  task.set_body(
      [kernel, target = StorageHold(out.body().storage), ... sources = StorageHold(inputs.body().storage)] {
        kernel(target->write(), sources->read()...);
      });
  frontend.submit(task);
  return out;
}

template <class Kernel>
NDArray binary(const char* operation, const NDArray& a, const NDArray& b, Kernel kernel) {
  Frontend& frontend = frontend_of(a, operation);
  frontend_of(b, operation);
  if (a.shape() != b.shape()) {
    throw Error(std::string("[") + operation + "] shapes " + a.shape().text() + " and " + b.shape().text() +
                " differ");
  }
  return apply(frontend, operation, a.shape(), kernel, a, b);
}

}  // namespace

NDArray zeros(Frontend& frontend, const Shape& shape) {
  return apply(frontend, "zeros", shape, [fill = frontend.kernels().fill, n = shape.elements()](float* out) {
    fill(nullptr, out, n, 0.0F);
  });
}

NDArray ones(Frontend& frontend, const Shape& shape) {
  return apply(frontend, "ones", shape, [fill = frontend.kernels().fill, n = shape.elements()](float* out) {
    fill(nullptr, out, n, 1.0F);
  });
}

NDArray uniform(Frontend& frontend, const Shape& shape, float low, float high) {
  const std::int64_t n = shape.elements();
  return apply(
      frontend, "uniform", shape,
      [kernel = frontend.kernels().uniform, n, seed = frontend.seed(), offset = frontend.take_random(n), low,
       high](float* out) { kernel(nullptr, out, n, seed, offset, low, high); });
}

NDArray normal(Frontend& frontend, const Shape& shape, float mean, float standard_deviation) {
  const std::int64_t n = shape.elements();
  return apply(
      frontend, "normal", shape,
      [kernel = frontend.kernels().normal, n, seed = frontend.seed(), offset = frontend.take_random(n), mean,
       standard_deviation](float* out) {
        if (!(standard_deviation >= 0)) {
          throw Error("[normal] the standard deviation is negative: " + std::to_string(standard_deviation));
        }
        kernel(nullptr, out, n, seed, offset, mean, standard_deviation);
      });
}

NDArray operator+(const NDArray& a, const NDArray& b) {
  return binary("add", a, b,
                [kernel = frontend_of(a, "add").kernels().add, n = a.shape().elements()](
                    float* out, const float* x, const float* y) { kernel(nullptr, x, y, out, n); });
}

NDArray operator*(const NDArray& a, const NDArray& b) {
  return binary("mul", a, b,
                [kernel = frontend_of(a, "mul").kernels().mul, n = a.shape().elements()](
                    float* out, const float* x, const float* y) { kernel(nullptr, x, y, out, n); });
}

NDArray operator+(const NDArray& a, float b) {
  Frontend& frontend = frontend_of(a, "add");
  return apply(
      frontend, "add", a.shape(),
      [kernel = frontend.kernels().add_scalar, n = a.shape().elements(), b](float* out, const float* x) {
        kernel(nullptr, x, b, out, n);
      },
      a);
}

NDArray operator*(const NDArray& a, float b) {
  Frontend& frontend = frontend_of(a, "mul");
  return apply(
      frontend, "mul", a.shape(),
      [kernel = frontend.kernels().mul_scalar, n = a.shape().elements(), b](float* out, const float* x) {
        kernel(nullptr, x, b, out, n);
      },
      a);
}

NDArray dot(const NDArray& a, const NDArray& b) {
  Frontend& frontend = frontend_of(a, "dot");
  frontend_of(b, "dot");
  require_rank(a, 2, "dot");
  require_rank(b, 2, "dot");
  const std::int64_t m = a.shape()[0], k = a.shape()[1], n = b.shape()[1];
  if (k != b.shape()[0]) {
    throw Error("[dot] inner sizes " + std::to_string(k) + " and " + std::to_string(b.shape()[0]) +
                " differ");
  }
  return apply(
      frontend, "dot", Shape{m, n},
      [kernel = frontend.kernels().matmul, m, k, n](float* out, const float* x, const float* y) {
        kernel(nullptr, kernels::Transposed::none, x, y, out, m, k, n);
      },
      a, b);
}

NDArray transpose(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "transpose");
  require_rank(a, 2, "transpose");
  const std::int64_t rows = a.shape()[0], columns = a.shape()[1];
  return apply(
      frontend, "transpose", Shape{columns, rows},
      [kernel = frontend.kernels().transpose, rows, columns](float* out, const float* x) {
        kernel(nullptr, x, out, rows, columns);
      },
      a);
}

NDArray relu(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "relu");
  return apply(
      frontend, "relu", a.shape(),
      [kernel = frontend.kernels().relu, n = a.shape().elements()](float* out, const float* x) {
        kernel(nullptr, x, out, n);
      },
      a);
}

NDArray copy(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "copy");
  return apply(
      frontend, "copy", a.shape(),
      [kernel = frontend.kernels().copy, n = a.shape().elements()](float* out, const float* x) {
        kernel(nullptr, x, out, n);
      },
      a);
}

NDArray sum(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "sum");
  return apply(
      frontend, "sum", Shape{},
      [kernel = frontend.kernels().sum, n = a.shape().elements()](float* out, const float* x) {
        kernel(nullptr, x, n, out);
      },
      a);
}

NDArray mean(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "mean");
  return apply(
      frontend, "mean", Shape{},
      [kernel = frontend.kernels().mean, n = a.shape().elements()](float* out, const float* x) {
        kernel(nullptr, x, n, out);
      },
      a);
}

NDArray norm(const NDArray& a) {
  Frontend& frontend = frontend_of(a, "norm");
  return apply(
      frontend, "norm", Shape{},
      [kernel = frontend.kernels().norm, n = a.shape().elements()](float* out, const float* x) {
        kernel(nullptr, x, n, out);
      },
      a);
}

}  // namespace runahead
