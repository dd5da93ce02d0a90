// SPDX-License-Identifier: GPL-3.0-or-later
// The processor as the device of the parity tests, and what only it promises.
#include <gtest/gtest.h>

#include "kernels/cpu/blas.h"
#include "tests/parity/arrays.h"
#include "tests/parity/cases.h"

namespace runahead::kernels {

const Operations& tested() {
  return cpu_operations();
}

namespace {

TEST(Reduce, RowsAreAddedFromTopToBottom) {
  for (const auto& [rows, cols] : {std::pair{100, 1}, {1003, 3}, {37, 513}, {8, 2051}, {515, 1030}}) {
    for (const std::int64_t shift : {0, 3}) {
      const Array in = cancelling(std::int64_t{rows} * cols, shift);
      Array out(cols, shift);
      real().sum_rows(nullptr, in.data(), rows, cols, out.data());
      for (std::int64_t c = 0; c < cols; ++c) {
        double total = 0;
        for (std::int64_t r = 0; r < rows; ++r) total += in[r * cols + c];
        ASSERT_EQ(bits(out[c]), bits(static_cast<float>(total))) << rows << "x" << cols << ", column " << c;
      }
    }
  }
}

TEST(Matmul, DoesNotDependOnTheAddress) {
  const Array a = random_array(300 * 300, 9);
  const Array b = random_array(300 * 300, 10);
  Array aligned(300 * 300);
  Array shifted(300 * 300, 1);
  for (const Transposed transposed : {Transposed::none, Transposed::first, Transposed::second}) {
    real().matmul(nullptr, transposed, a.data(), b.data(), aligned.data(), 300, 300, 300);
    real().matmul(nullptr, transposed, a.data(), b.data(), shifted.data(), 300, 300, 300);
    EXPECT_EQ(difference(aligned, shifted), "");
  }
}

TEST(Blas, SaysWhichCodeItRuns) {
  EXPECT_NE(std::string(blas_description()).find("OpenBLAS"), std::string::npos);
}

}  // namespace

}  // namespace runahead::kernels
