// SPDX-License-Identifier: GPL-3.0-or-later
// The CPU's row of the operation table.
// Not here: any arithmetic.
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
        .mul = cpu::mul,
        .add_scalar = cpu::add_scalar,
        .mul_scalar = cpu::mul_scalar,
        .relu = cpu::relu,
        .matmul = cpu::matmul,
        .transpose = cpu::transpose,
        .sum = cpu::sum,
        .mean = cpu::mean,
        .norm = cpu::norm,
    };
  }();
  return operations;
}

}  // namespace runahead::kernels
