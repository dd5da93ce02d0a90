// SPDX-License-Identifier: GPL-3.0-or-later
// The exceptions that a program meets: of the type that the library of the call raises, in Runahead's words.
#pragma once

#include <pybind11/pybind11.h>

#include <exception>

namespace runahead::python {

/// Calls are those of this library, whose arrays are of `type`, until the next one.
void call_of(PyTypeObject* type);
/// No library has called.
void forget_calls();
/// What the library that called last raises for it; `own` is the library's type for what has no other.
PyObject* python_type_of(const std::exception& error, PyObject* own);
/// Arguments that a call of the module does not take are refused in Runahead's words.
void refuse_in_own_words(pybind11::module_& module);

/// What the interpreter raises after a stop, below BaseException; where a call cannot be done; and for an
/// axis that an array of NumPy's does not have.
extern PyObject* stopped_type;
extern PyObject* engine_error_type;
extern PyObject* axis_error_type;

}  // namespace runahead::python
