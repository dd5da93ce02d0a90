// SPDX-License-Identifier: GPL-3.0-or-later
// One product is one call of cblas_sgemm, so that a trace's products can be counted and slowed from outside.
// Not here: what the product is (operations_test.cpp). This program's own cblas_sgemm stands before the
// library's.
#include <cblas.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/float32.h"

namespace {

int calls = 0;

}  // namespace

extern "C" void cblas_sgemm(OPENBLAS_CONST enum CBLAS_ORDER order,
                            OPENBLAS_CONST enum CBLAS_TRANSPOSE transpose_a,
                            OPENBLAS_CONST enum CBLAS_TRANSPOSE transpose_b, OPENBLAS_CONST blasint m,
                            OPENBLAS_CONST blasint n, OPENBLAS_CONST blasint k, OPENBLAS_CONST float alpha,
                            OPENBLAS_CONST float* a, OPENBLAS_CONST blasint lda, OPENBLAS_CONST float* b,
                            OPENBLAS_CONST blasint ldb, OPENBLAS_CONST float beta, float* c,
                            OPENBLAS_CONST blasint ldc) {
  static const auto next = reinterpret_cast<decltype(&cblas_sgemm)>(dlsym(RTLD_NEXT, "cblas_sgemm"));
  ++calls;
  next(order, transpose_a, transpose_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

namespace runahead::kernels {

namespace {

int calls_for(std::int64_t m, std::int64_t k, std::int64_t n) {
  const std::vector<float> a(static_cast<std::size_t>(m * k), 1.0f);
  const std::vector<float> b(static_cast<std::size_t>(k * n), 1.0f);
  std::vector<float> out(static_cast<std::size_t>(m * n), -1.0f);
  const int before = calls;
  Float32(cpu_operations()).matmul(nullptr, Transposed::none, a.data(), b.data(), out.data(), m, k, n);
  const int after = calls;
  for (const float value : out) EXPECT_EQ(value, static_cast<float>(k));
  const std::vector<float> bias(static_cast<std::size_t>(n), 2.0f);
  Float32(cpu_operations()).dense(nullptr, a.data(), b.data(), bias.data(), out.data(), m, k, n);
  for (const float value : out) EXPECT_EQ(value, static_cast<float>(k + 2));
  EXPECT_EQ(calls - after, after - before) << "with a bias";
  return after - before;
}

TEST(MatmulCalls, OneForEachProduct) {
  EXPECT_EQ(calls_for(1, 1, 1), 1);
  EXPECT_EQ(calls_for(1, 300, 1), 1);
  EXPECT_EQ(calls_for(300, 1, 1), 1);
  EXPECT_EQ(calls_for(1, 20, 300), 1);
  EXPECT_EQ(calls_for(300, 300, 300), 1);
}

TEST(MatmulCalls, NoneWhereNothingIsMultiplied) {
  EXPECT_EQ(calls_for(0, 3, 4), 0);
  EXPECT_EQ(calls_for(3, 0, 4), 0);
  EXPECT_EQ(calls_for(3, 4, 0), 0);
}

}  // namespace

}  // namespace runahead::kernels
