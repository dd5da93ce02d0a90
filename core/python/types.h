// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of arrays and numbers of different types: each library has rules of its own.
#pragma once

#include <Python.h>

#include <optional>
#include <string_view>
#include <utility>

#include "core/tensor/ndarray.h"
#include "core/tensor/operations.h"

namespace runahead::python {

enum class Rules : std::uint8_t {
  numpy,       ///< whole numbers and float32 meet in float64
  torch,       ///< a floating array decides against whole numbers, whatever its width
  mxnet,       ///< as torch; lists become float32
  nd,          ///< MXNet's older arrays: one type, and what is compared has it too
  tensorflow,  ///< one type; whole numbers divide to float64
};

/// "float32", "bool"; throws for what the engine does not have.
kernels::Type type_named(std::string_view name);
/// Arrays of this class, and of those below it, follow them from now on.
void set_rules(PyTypeObject* type, std::string_view name);
Rules rules_of(PyObject* array);
Rules rules_of(PyTypeObject* type);
/// Classes end with the run that imported them.
void forget_rules();

/// A number of Python's.
struct PythonNumber {
  enum class Kind : std::uint8_t { boolean, whole, real } kind;
  double real;
  std::int64_t whole;
  kernels::Number as(kernels::Type type) const;
};
/// Nothing where it is none.
std::optional<PythonNumber> number_in(PyObject* object);

/// PyTorch's `2 / x` is x.reciprocal() * 2.
bool is_reciprocal(kernels::Binary binary, Rules rules, bool number_first);
NDArray computed(kernels::Binary binary, Rules rules, const NDArray& a, const NDArray& b);
NDArray computed(kernels::Binary binary, Rules rules, const NDArray& a, const PythonNumber& number,
                 bool number_first);
/// Of matrices and vectors: in NumPy types meet, elsewhere they have to be the same.
NDArray product(Rules rules, const NDArray& a, const NDArray& b);
/// In which they meet.
kernels::Type common_type(Rules rules, const NDArray& a, const NDArray& b);
/// Both as that type.
std::pair<NDArray, NDArray> of_one_type(Rules rules, const NDArray& a, const NDArray& b);
/// The array as the type in which it and the number meet.
NDArray cast_for(Rules rules, const NDArray& a, const PythonNumber& number);
/// What calls of floating numbers alone compute with.
NDArray floating(Rules rules, const NDArray& a, const char* call);

}  // namespace runahead::python
