// SPDX-License-Identifier: GPL-3.0-or-later
// One step of training the book's network, straight from a device's table of operations on arrays made
// beforehand, and its large products alone. Not here: how an engine orders these calls; this is what they
// cost at best.
#pragma once

#include <cstdint>
#include <functional>

#include "tests/support/float32.h"

namespace bench {

class TrainingStep {
 public:
  /// Takes its arrays from `allocate`, which is given their sizes in floats and keeps them.
  TrainingStep(const runahead::kernels::Operations& operations, runahead::kernels::Stream* stream,
               const std::function<float*(std::int64_t)>& allocate);

  /// Forward, loss, backward, update: what a frontend would ask for, array by array.
  void run();
  /// The five products whose cost is not negligible, as direct calls of cblas_sgemm on the same arrays, which
  /// are then the processor's.
  void run_products();
  /// Multiplications and additions of the products in a step.
  static double product_flops();

 private:
  const runahead::kernels::Float32 operations_;
  runahead::kernels::Stream* stream_;
  float *one_, *x_, *y_;
  float *w1_, *b1_, *w2_, *b2_, *w3_, *b3_;
  float *sums1_, *hidden1_, *sums2_, *hidden2_, *out_, *difference_, *squares_, *halves_, *loss_;
  float *of_out_, *of_hidden2_, *of_sums2_, *of_hidden1_, *of_sums1_;
  float *of_w1_, *of_b1_, *of_w2_, *of_b2_, *of_w3_, *of_b3_;
};

}  // namespace bench
