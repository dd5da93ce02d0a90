// SPDX-License-Identifier: GPL-3.0-or-later
// The libraries' promotions, as casts before the call.
#include "core/python/types.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "core/base/misuse.h"

namespace runahead::python {

using kernels::Binary;
using kernels::Number;
using kernels::Type;

namespace {

std::unordered_map<PyTypeObject*, Rules> rules_by_type;

/// Of what is whole, once it is floating.
Type floating_type(Rules rules) {
  return rules == Rules::numpy || rules == Rules::tensorflow ? Type::float64 : Type::float32;
}

[[noreturn]] void refuse(Binary binary, Type a, Type b) {
  throw MisuseError(Misuse::type,
                    std::string("[types] ") + name_of(a) + " and " + name_of(b) +
                        (compares(binary) ? " are not compared" : " are not computed together") +
                        " in this library: cast one of them first");
}

/// Where two arrays meet.
Type common(Binary binary, Rules rules, const NDArray& one, const NDArray& other) {
  const Type a = one.type(), b = other.type();
  if (a == b) return a;
  if (rules == Rules::nd || rules == Rules::tensorflow) refuse(binary, a, b);
  if (a == Type::boolean) return b;
  if (b == Type::boolean) return a;
  // Without axes, an array decides as little as a number does.
  const bool number = one.shape().rank() == 0, other_number = other.shape().rank() == 0;
  if (rules != Rules::mxnet && number != other_number && is_floating(a) == is_floating(b))
    return number ? b : a;
  if (is_floating(a) != is_floating(b)) {
    if (rules == Rules::numpy) return Type::float64;
    return is_floating(a) ? a : b;
  }
  return is_floating(a) ? Type::float64 : Type::int64;
}

/// Where an array and a number of Python's meet.
Type with_number(Binary binary, Rules rules, Type array, PythonNumber::Kind kind) {
  if (is_floating(array) || kind == PythonNumber::Kind::boolean) return array;
  if (kind == PythonNumber::Kind::whole) {
    if (array != Type::boolean) return array;
    if (rules == Rules::tensorflow) refuse(binary, array, Type::int32);
    return Type::int64;
  }
  if (rules == Rules::tensorflow) refuse(binary, array, Type::float32);
  return rules == Rules::nd ? array : floating_type(rules);
}

/// What computes it, of arrays that meet in `type`.
Type computing(Binary binary, Rules rules, Type type) {
  const bool divides = binary == Binary::div && !is_floating(type) && rules != Rules::nd;
  if (divides) return floating_type(rules);
  const bool counts =
      binary == Binary::floor_divide || binary == Binary::remainder || binary == Binary::power;
  if (type == Type::boolean && counts) return Type::int64;
  return type;
}

NDArray as(const NDArray& a, Type type) {
  return a.type() == type ? a : cast(a, type);
}

/// MXNet's older arrays divide whole numbers as such.
Binary as_known(Binary binary, Type type) {
  return binary == Binary::div && !is_floating(type) ? Binary::floor_divide : binary;
}

NDArray told(Rules rules, Binary binary, NDArray result, Type type) {
  return rules == Rules::nd && compares(binary) ? cast(result, type) : result;
}

}  // namespace

Type type_named(std::string_view name) {
  for (int type = 0; type < kernels::kTypes; ++type) {
    if (name == kernels::name_of(static_cast<Type>(type))) return static_cast<Type>(type);
  }
  throw MisuseError(Misuse::type, "[dtype] " + std::string(name) +
                                      ": Runahead computes in float32, float64, int32, int64 and bool");
}

void set_rules(PyTypeObject* type, std::string_view name) {
  rules_by_type[type] = name == "torch"        ? Rules::torch
                        : name == "mxnet"      ? Rules::mxnet
                        : name == "nd"         ? Rules::nd
                        : name == "tensorflow" ? Rules::tensorflow
                                               : Rules::numpy;
}

void forget_rules() {
  rules_by_type.clear();
}

Rules rules_of(PyObject* array) {
  return rules_of(Py_TYPE(array));
}

Rules rules_of(PyTypeObject* type) {
  for (; type; type = type->tp_base) {
    if (const auto known = rules_by_type.find(type); known != rules_by_type.end()) return known->second;
  }
  return Rules::numpy;
}

Number PythonNumber::as(Type type) const {
  if (is_floating(type)) return {.real = kind == Kind::real ? real : static_cast<double>(whole)};
  if (type == Type::boolean) return {.whole = kind == Kind::real ? real != 0 : whole != 0};
  const double limit = type == Type::int32 ? 0x1p31 : 0x1p63;
  if (kind == Kind::real ? !(real >= -limit && real < limit)
                         : type == Type::int32 && whole != static_cast<std::int32_t>(whole)) {
    throw Error("[types] " + (kind == Kind::real ? std::to_string(real) : std::to_string(whole)) +
                " does not fit into " + name_of(type));
  }
  return {.whole = kind == Kind::real ? static_cast<std::int64_t>(real) : whole};
}

std::optional<PythonNumber> number_in(PyObject* object) {
  using Kind = PythonNumber::Kind;
  if (PyFloat_Check(object)) return PythonNumber{Kind::real, PyFloat_AS_DOUBLE(object), 0};
  if (PyBool_Check(object)) return PythonNumber{Kind::boolean, 0, object == Py_True ? 1 : 0};
  if (!PyLong_Check(object)) return std::nullopt;
  int beyond = 0;
  const std::int64_t whole = PyLong_AsLongLongAndOverflow(object, &beyond);
  if (beyond == 0) return PythonNumber{Kind::whole, 0, whole};
  const double real = PyLong_AsDouble(object);
  if (!PyErr_Occurred()) return PythonNumber{Kind::real, real, 0};
  PyErr_Clear();  // beyond what a double can be
  return std::nullopt;
}

bool is_reciprocal(Binary binary, Rules rules, bool number_first) {
  return number_first && binary == Binary::div && rules == Rules::torch;
}

NDArray computed(Binary binary, Rules rules, const NDArray& a, const NDArray& b) {
  const Type met = common(binary, rules, a, b);
  const Type type = computing(binary, rules, met);
  return told(rules, binary, compute(as_known(binary, type), as(a, type), as(b, type)), met);
}

NDArray computed(Binary binary, Rules rules, const NDArray& a, const PythonNumber& number,
                 bool number_first) {
  const Type met = with_number(binary, rules, a.type(), number.kind);
  const Type type = computing(binary, rules, met);
  if (binary == Binary::power && !is_floating(type) && !number_first && number.whole < 0)
    throw Error("[power] whole numbers have no negative powers: cast them to float32 or float64 first");
  if (is_reciprocal(binary, rules, number_first)) {
    const PythonNumber one{PythonNumber::Kind::whole, 0, 1};
    return compute(Binary::mul, compute(binary, as(a, type), one.as(type), true), number.as(type));
  }
  return told(rules, binary, compute(as_known(binary, type), as(a, type), number.as(type), number_first),
              met);
}

NDArray product(Rules rules, const NDArray& a, const NDArray& b) {
  if (rules != Rules::numpy || a.type() == b.type()) return dot(a, b);
  const auto& [left, right] = of_one_type(rules, a, b);
  return dot(left, right);
}

Type common_type(Rules rules, const NDArray& a, const NDArray& b) {
  return common(Binary::add, rules, a, b);
}

std::pair<NDArray, NDArray> of_one_type(Rules rules, const NDArray& a, const NDArray& b) {
  const Type type = common_type(rules, a, b);
  return {as(a, type), as(b, type)};
}

NDArray cast_for(Rules rules, const NDArray& a, const PythonNumber& number) {
  return as(a, with_number(Binary::add, rules, a.type(), number.kind));
}

NDArray floating(Rules rules, const NDArray& a, const char* call) {
  if (is_floating(a.type())) return a;
  if (rules == Rules::tensorflow || rules == Rules::nd)
    throw MisuseError(Misuse::type, std::string("[") + call + "] of " + name_of(a.type()) +
                                        ": cast it to a floating type first");
  return cast(a, floating_type(rules));
}

}  // namespace runahead::python
