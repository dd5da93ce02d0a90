// SPDX-License-Identifier: GPL-3.0-or-later
// The CPU's row of the operation table.
#include "kernels/cpu/operations.h"

namespace runahead::kernels {

const Operations& cpu_operations() {
  static const Operations operations{
      .fill = cpu::fill,
      .copy = cpu::copy,
      .uniform = cpu::uniform,
      .normal = cpu::normal,
      .add = cpu::add,
      .sub = cpu::sub,
      .mul = cpu::mul,
      .div = cpu::div,
      .add_scalar = cpu::add_scalar,
      .mul_scalar = cpu::mul_scalar,
      .div_scalar = cpu::div_scalar,
      .scalar_sub = cpu::scalar_sub,
      .scalar_div = cpu::scalar_div,
      .power = cpu::power,
      .broadcast = cpu::broadcast,
      .square = cpu::square,
      .exp = cpu::exp,
      .log = cpu::log,
      .sqrt = cpu::sqrt,
      .tanh = cpu::tanh,
      .sigmoid = cpu::sigmoid,
      .abs = cpu::abs,
      .abs_backward = cpu::abs_backward,
      .relu = cpu::relu,
      .relu_backward = cpu::relu_backward,
      .add_scaled = cpu::add_scaled,
      .add_to_scaled = cpu::add_to_scaled,
      .matmul = cpu::matmul,
      .dense = cpu::dense,
      .transpose = cpu::transpose,
      .sum = cpu::sum,
      .mean = cpu::mean,
      .norm = cpu::norm,
      .sum_rows = cpu::sum_rows,
      .sum_axis = cpu::sum_axis,
      .mean_axis = cpu::mean_axis,
      .max_axis = cpu::max_axis,
      .spread = cpu::spread,
      .spread_over_axis = cpu::spread_over_axis,
      .max_backward = cpu::max_backward,
      .norm_backward = cpu::norm_backward,
      .typed = &cpu::typed_operations(),
  };
  return operations;
}

}  // namespace runahead::kernels
