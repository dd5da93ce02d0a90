// SPDX-License-Identifier: GPL-3.0-or-later
// What the system's NumPy computes, as tasks inside the call.
#pragma once

#include <pybind11/pybind11.h>

namespace runahead::python {

/// `_runahead`: ways to have a function, a method or a ufunc of NumPy's seen when a program calls it
/// (packages/_numpy.py says which).
void add_numpy_calls(pybind11::module_& module);

}  // namespace runahead::python
