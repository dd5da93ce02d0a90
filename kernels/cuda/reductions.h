// SPDX-License-Identifier: GPL-3.0-or-later
// What reductions put together, and what they make of it at the end; in double precision, which holds every
// float. Not here: in which order (reduce.cu, columns.cu).
#pragma once

#include "kernels/functors.h"

namespace runahead::kernels::cuda {

// A term stands in for elements that are not there: it changes no total. No sum is ever -0, so adding 0
// changes none.

struct Sum {
  RUNAHEAD_HOST_DEVICE float nothing() const { return 0.0f; }
  RUNAHEAD_HOST_DEVICE double term(double x) const { return x; }
  RUNAHEAD_HOST_DEVICE double both(double a, double b) const { return a + b; }
};

struct SumOfSquares {
  RUNAHEAD_HOST_DEVICE float nothing() const { return 0.0f; }
  RUNAHEAD_HOST_DEVICE double term(double x) const { return x * x; }
  RUNAHEAD_HOST_DEVICE double both(double a, double b) const { return a + b; }
};

struct Maximum {
  RUNAHEAD_HOST_DEVICE float nothing() const { return -kInfinity; }
  RUNAHEAD_HOST_DEVICE double term(double x) const { return x; }
  RUNAHEAD_HOST_DEVICE double both(double a, double b) const { return Larger{}(a, b); }
};

struct Total {
  RUNAHEAD_HOST_DEVICE float operator()(double total) const { return static_cast<float>(total); }
};

struct Mean {
  double count;
  RUNAHEAD_HOST_DEVICE float operator()(double total) const { return static_cast<float>(total / count); }
};

struct Root {
  RUNAHEAD_HOST_DEVICE float operator()(double total) const { return static_cast<float>(std::sqrt(total)); }
};

}  // namespace runahead::kernels::cuda
