// SPDX-License-Identifier: GPL-3.0-or-later
// The step, one call of an operation after the other.
// Not here: the clock (runner.cpp).
#include "tests/bench/speed/training_step.h"

#include <cblas.h>

#include <cmath>

#include "kernels/operations.h"

namespace bench {

using runahead::kernels::cpu_operations;
using runahead::kernels::Operations;
using runahead::kernels::Transposed;

namespace {

constexpr std::int64_t kBatch = 1024, kInputs = 512, kHidden1 = 2048, kHidden2 = 512, kOutputs = 1;
constexpr float kRate = 0.01f;

}  // namespace

TrainingStep::Array TrainingStep::numbers(std::int64_t n, float bound) {
  static std::uint64_t seed = 0;
  Array values = zeros(n);
  cpu_operations().uniform(nullptr, values.data(), n, ++seed, 0, -bound, bound);
  return values;
}

TrainingStep::TrainingStep()
    : x_(numbers(kBatch * kInputs, 1)),
      y_(numbers(kBatch * kOutputs, 1)),
      w1_(numbers(kHidden1 * kInputs, 1 / std::sqrt(float{kInputs}))),
      b1_(zeros(kHidden1)),
      w2_(numbers(kHidden2 * kHidden1, 1 / std::sqrt(float{kHidden1}))),
      b2_(zeros(kHidden2)),
      w3_(numbers(kOutputs * kHidden2, 1 / std::sqrt(float{kHidden2}))),
      b3_(zeros(kOutputs)),
      sums1_(zeros(kBatch * kHidden1)),
      hidden1_(zeros(kBatch * kHidden1)),
      sums2_(zeros(kBatch * kHidden2)),
      hidden2_(zeros(kBatch * kHidden2)),
      out_(zeros(kBatch * kOutputs)),
      difference_(out_),
      squares_(out_),
      halves_(out_),
      of_out_(out_),
      of_hidden2_(hidden2_),
      of_sums2_(sums2_),
      of_hidden1_(hidden1_),
      of_sums1_(sums1_),
      of_w1_(w1_),
      of_b1_(b1_),
      of_w2_(w2_),
      of_b2_(b2_),
      of_w3_(w3_),
      of_b3_(b3_) {}

void TrainingStep::run() {
  const Operations& k = cpu_operations();
  const std::int64_t outputs = kBatch * kOutputs;

  k.dense(nullptr, x_.data(), w1_.data(), b1_.data(), sums1_.data(), kBatch, kInputs, kHidden1);
  k.relu(nullptr, sums1_.data(), hidden1_.data(), kBatch * kHidden1);
  k.dense(nullptr, hidden1_.data(), w2_.data(), b2_.data(), sums2_.data(), kBatch, kHidden1, kHidden2);
  k.relu(nullptr, sums2_.data(), hidden2_.data(), kBatch * kHidden2);
  k.dense(nullptr, hidden2_.data(), w3_.data(), b3_.data(), out_.data(), kBatch, kHidden2, kOutputs);
  k.sub(nullptr, out_.data(), y_.data(), difference_.data(), outputs);
  k.square(nullptr, difference_.data(), squares_.data(), outputs);
  k.mul_scalar(nullptr, squares_.data(), 0.5f, halves_.data(), outputs);
  k.mean(nullptr, halves_.data(), outputs, &loss_);

  const float one = 1;
  k.spread(nullptr, &one, 1.0f / static_cast<float>(outputs), of_out_.data(), outputs);
  k.mul_scalar(nullptr, of_out_.data(), 0.5f, of_out_.data(), outputs);
  k.mul(nullptr, of_out_.data(), difference_.data(), of_out_.data(), outputs);
  k.mul_scalar(nullptr, of_out_.data(), 2.0f, of_out_.data(), outputs);

  k.matmul(nullptr, Transposed::first, of_out_.data(), hidden2_.data(), of_w3_.data(), kOutputs, kBatch,
           kHidden2);
  k.sum_rows(nullptr, of_out_.data(), kBatch, kOutputs, of_b3_.data());
  k.matmul(nullptr, Transposed::none, of_out_.data(), w3_.data(), of_hidden2_.data(), kBatch, kOutputs,
           kHidden2);

  k.relu_backward(nullptr, of_hidden2_.data(), hidden2_.data(), of_sums2_.data(), kBatch * kHidden2);
  k.matmul(nullptr, Transposed::first, of_sums2_.data(), hidden1_.data(), of_w2_.data(), kHidden2, kBatch,
           kHidden1);
  k.sum_rows(nullptr, of_sums2_.data(), kBatch, kHidden2, of_b2_.data());
  k.matmul(nullptr, Transposed::none, of_sums2_.data(), w2_.data(), of_hidden1_.data(), kBatch, kHidden2,
           kHidden1);

  k.relu_backward(nullptr, of_hidden1_.data(), hidden1_.data(), of_sums1_.data(), kBatch * kHidden1);
  k.matmul(nullptr, Transposed::first, of_sums1_.data(), x_.data(), of_w1_.data(), kHidden1, kBatch, kInputs);
  k.sum_rows(nullptr, of_sums1_.data(), kBatch, kHidden1, of_b1_.data());

  k.add_scaled(nullptr, of_w1_.data(), -kRate, w1_.data(), kHidden1 * kInputs);
  k.add_scaled(nullptr, of_b1_.data(), -kRate, b1_.data(), kHidden1);
  k.add_scaled(nullptr, of_w2_.data(), -kRate, w2_.data(), kHidden2 * kHidden1);
  k.add_scaled(nullptr, of_b2_.data(), -kRate, b2_.data(), kHidden2);
  k.add_scaled(nullptr, of_w3_.data(), -kRate, w3_.data(), kOutputs * kHidden2);
  k.add_scaled(nullptr, of_b3_.data(), -kRate, b3_.data(), kOutputs);
}

void TrainingStep::run_products() {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, kBatch, kHidden1, kInputs, 1, x_.data(), kInputs,
              w1_.data(), kInputs, 0, sums1_.data(), kHidden1);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, kBatch, kHidden2, kHidden1, 1, hidden1_.data(),
              kHidden1, w2_.data(), kHidden1, 0, sums2_.data(), kHidden2);
  cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, kHidden2, kHidden1, kBatch, 1, of_sums2_.data(),
              kHidden2, hidden1_.data(), kHidden1, 0, of_w2_.data(), kHidden1);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, kBatch, kHidden1, kHidden2, 1, of_sums2_.data(),
              kHidden2, w2_.data(), kHidden1, 0, of_hidden1_.data(), kHidden1);
  cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, kHidden1, kInputs, kBatch, 1, of_sums1_.data(),
              kHidden1, x_.data(), kInputs, 0, of_w1_.data(), kInputs);
}

}  // namespace bench
