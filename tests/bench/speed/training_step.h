// SPDX-License-Identifier: GPL-3.0-or-later
// One step of training the book's network, straight from the table of operations on arrays made beforehand,
// and its large products alone. Not here: how an engine orders these calls; this is what they cost at best.
#pragma once

#include <cstdint>
#include <vector>

namespace bench {

class TrainingStep {
 public:
  TrainingStep();

  /// Forward, loss, backward, update: what a frontend would ask for, array by array.
  void run();
  /// The five products whose cost is not negligible, as direct calls of cblas_sgemm on the same arrays.
  void run_products();
  float loss() const { return loss_; }

 private:
  using Array = std::vector<float>;
  static Array numbers(std::int64_t n, float bound);
  static Array zeros(std::int64_t n) { return Array(static_cast<std::size_t>(n)); }

  Array x_, y_;
  Array w1_, b1_, w2_, b2_, w3_, b3_;
  Array sums1_, hidden1_, sums2_, hidden2_, out_, difference_, squares_, halves_;
  Array of_out_, of_hidden2_, of_sums2_, of_hidden1_, of_sums1_;
  Array of_w1_, of_b1_, of_w2_, of_b2_, of_w3_, of_b3_;
  float loss_ = 0;
};

}  // namespace bench
