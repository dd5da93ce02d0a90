// SPDX-License-Identifier: GPL-3.0-or-later
// The step, one call of an operation after the other.
// Not here: the clock (runner.cpp).
#include "tests/bench/speed/training_step.h"

#include <cblas.h>

#include <cmath>

namespace bench {

using runahead::kernels::Float32;
using runahead::kernels::Operations;
using runahead::kernels::Stream;
using runahead::kernels::Transposed;

namespace {

constexpr std::int64_t kBatch = 1024, kInputs = 512, kHidden1 = 2048, kHidden2 = 512, kOutputs = 1;
constexpr float kRate = 0.01f;

}  // namespace

TrainingStep::TrainingStep(const Operations& operations, Stream* stream,
                           const std::function<float*(std::int64_t)>& allocate)
    : operations_(operations), stream_(stream) {
  const auto filled = [&](std::int64_t n, float value) {
    float* const array = allocate(n);
    operations_.fill(stream_, array, n, value);
    return array;
  };
  std::uint64_t seed = 0;
  const auto numbers = [&](std::int64_t n, float bound) {
    float* const array = allocate(n);
    operations_.uniform(stream_, array, n, ++seed, 0, -bound, bound);
    return array;
  };
  one_ = filled(1, 1);
  x_ = numbers(kBatch * kInputs, 1);
  y_ = numbers(kBatch * kOutputs, 1);
  w1_ = numbers(kHidden1 * kInputs, 1 / std::sqrt(float{kInputs}));
  b1_ = filled(kHidden1, 0);
  w2_ = numbers(kHidden2 * kHidden1, 1 / std::sqrt(float{kHidden1}));
  b2_ = filled(kHidden2, 0);
  w3_ = numbers(kOutputs * kHidden2, 1 / std::sqrt(float{kHidden2}));
  b3_ = filled(kOutputs, 0);
  for (float** array : {&sums1_, &hidden1_, &of_hidden1_, &of_sums1_}) *array = filled(kBatch * kHidden1, 0);
  for (float** array : {&sums2_, &hidden2_, &of_hidden2_, &of_sums2_}) *array = filled(kBatch * kHidden2, 0);
  for (float** array : {&out_, &difference_, &squares_, &halves_, &of_out_})
    *array = filled(kBatch * kOutputs, 0);
  loss_ = filled(1, 0);
  of_w1_ = filled(kHidden1 * kInputs, 0);
  of_b1_ = filled(kHidden1, 0);
  of_w2_ = filled(kHidden2 * kHidden1, 0);
  of_b2_ = filled(kHidden2, 0);
  of_w3_ = filled(kOutputs * kHidden2, 0);
  of_b3_ = filled(kOutputs, 0);
}

double TrainingStep::product_flops() {
  // Forward, and for each factor of it backward; the input has no gradient.
  const double each = 2.0 * kBatch;
  return each * (2.0 * kInputs * kHidden1 + 3.0 * kHidden1 * kHidden2 + 3.0 * kHidden2 * kOutputs);
}

void TrainingStep::run() {
  const Float32& k = operations_;
  const std::int64_t outputs = kBatch * kOutputs;

  k.dense(stream_, x_, w1_, b1_, sums1_, kBatch, kInputs, kHidden1);
  k.relu(stream_, sums1_, hidden1_, kBatch * kHidden1);
  k.dense(stream_, hidden1_, w2_, b2_, sums2_, kBatch, kHidden1, kHidden2);
  k.relu(stream_, sums2_, hidden2_, kBatch * kHidden2);
  k.dense(stream_, hidden2_, w3_, b3_, out_, kBatch, kHidden2, kOutputs);
  k.sub(stream_, out_, y_, difference_, outputs);
  k.square(stream_, difference_, squares_, outputs);
  k.mul_scalar(stream_, squares_, 0.5f, halves_, outputs);
  k.mean(stream_, halves_, outputs, loss_);

  k.spread(stream_, one_, 1.0f / static_cast<float>(outputs), of_out_, outputs);
  k.mul_scalar(stream_, of_out_, 0.5f, of_out_, outputs);
  k.mul(stream_, of_out_, difference_, of_out_, outputs);
  k.mul_scalar(stream_, of_out_, 2.0f, of_out_, outputs);

  k.matmul(stream_, Transposed::first, of_out_, hidden2_, of_w3_, kOutputs, kBatch, kHidden2);
  k.sum_rows(stream_, of_out_, kBatch, kOutputs, of_b3_);
  k.matmul(stream_, Transposed::none, of_out_, w3_, of_hidden2_, kBatch, kOutputs, kHidden2);

  k.relu_backward(stream_, of_hidden2_, hidden2_, of_sums2_, kBatch * kHidden2);
  k.matmul(stream_, Transposed::first, of_sums2_, hidden1_, of_w2_, kHidden2, kBatch, kHidden1);
  k.sum_rows(stream_, of_sums2_, kBatch, kHidden2, of_b2_);
  k.matmul(stream_, Transposed::none, of_sums2_, w2_, of_hidden1_, kBatch, kHidden2, kHidden1);

  k.relu_backward(stream_, of_hidden1_, hidden1_, of_sums1_, kBatch * kHidden1);
  k.matmul(stream_, Transposed::first, of_sums1_, x_, of_w1_, kHidden1, kBatch, kInputs);
  k.sum_rows(stream_, of_sums1_, kBatch, kHidden1, of_b1_);

  k.add_scaled(stream_, of_w1_, -kRate, w1_, kHidden1 * kInputs);
  k.add_scaled(stream_, of_b1_, -kRate, b1_, kHidden1);
  k.add_scaled(stream_, of_w2_, -kRate, w2_, kHidden2 * kHidden1);
  k.add_scaled(stream_, of_b2_, -kRate, b2_, kHidden2);
  k.add_scaled(stream_, of_w3_, -kRate, w3_, kOutputs * kHidden2);
  k.add_scaled(stream_, of_b3_, -kRate, b3_, kOutputs);
}

void TrainingStep::run_products() {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, kBatch, kHidden1, kInputs, 1, x_, kInputs, w1_,
              kInputs, 0, sums1_, kHidden1);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, kBatch, kHidden2, kHidden1, 1, hidden1_, kHidden1, w2_,
              kHidden1, 0, sums2_, kHidden2);
  cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, kHidden2, kHidden1, kBatch, 1, of_sums2_, kHidden2,
              hidden1_, kHidden1, 0, of_w2_, kHidden1);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, kBatch, kHidden1, kHidden2, 1, of_sums2_, kHidden2,
              w2_, kHidden1, 0, of_hidden1_, kHidden1);
  cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, kHidden1, kInputs, kBatch, 1, of_sums1_, kHidden1, x_,
              kInputs, 0, of_w1_, kInputs);
}

}  // namespace bench
