// SPDX-License-Identifier: GPL-3.0-or-later
// The CPU's row of the operation table.
#include "kernels/cpu/blas.h"
#include "kernels/cpu/operations.h"

namespace runahead::kernels {

const Operations& cpu_operations() {
  static const Operations operations = [] {
    use_one_blas_thread();
    return Operations{
        .fill = cpu::fill,
        .copy = cpu::copy,
        .uniform = cpu::uniform,
        .normal = cpu::normal,
        .add = cpu::add,
        .sub = cpu::sub,
        .mul = cpu::mul,
        .add_scalar = cpu::add_scalar,
        .mul_scalar = cpu::mul_scalar,
        .square = cpu::square,
        .relu = cpu::relu,
        .relu_backward = cpu::relu_backward,
        .add_scaled = cpu::add_scaled,
        .matmul = cpu::matmul,
        .dense = cpu::dense,
        .transpose = cpu::transpose,
        .sum = cpu::sum,
        .mean = cpu::mean,
        .norm = cpu::norm,
        .sum_rows = cpu::sum_rows,
        .mean_of_rows = cpu::mean_of_rows,
        .spread = cpu::spread,
        .spread_over_rows = cpu::spread_over_rows,
        .norm_backward = cpu::norm_backward,
    };
  }();
  return operations;
}

}  // namespace runahead::kernels
