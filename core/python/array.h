// SPDX-License-Identifier: GPL-3.0-or-later
// Array: an NDArray as an object of Python, and what its operators do. Each library has a class of its own
// below it, with the methods that this library's arrays have (packages/). Not here: calls by name
// (calls.cpp).
#pragma once

#include <Python.h>

#include <functional>
#include <optional>

#include "core/python/history.h"
#include "core/python/sharing.h"
#include "core/python/types.h"
#include "core/tensor/ndarray.h"
#include "kernels/elements.h"

namespace runahead::python {

/// Base of the libraries' classes; made with the interpreter.
extern PyTypeObject* array_type;
PyTypeObject* make_array_type();

/// A new object of `type`, which is Array or below it, with the name that the program gives it.
PyObject* wrap(PyTypeObject* type, NDArray array);
bool is_array(PyObject* object);
/// Of what is computed from `object`: its own type, or that which a library's variables stand for.
PyTypeObject* result_type(PyObject* object);
/// Results of arrays of `type` are of `result` from now on.
void set_result_type(PyTypeObject* type, PyTypeObject* result);
/// What the array came from; null: no gradients are wanted of that.
HistoryLink& history_in(PyObject* object);
/// Where a copy stands for a part of another array (sharing.h); null: it does not.
TakenLink& taken_in(PyObject* object);
/// With the part that `array`, or the array that it lies in, stands for.
PyObject* wrap_part(PyTypeObject* type, NDArray array, TakenLink taken);
/// It stands for that array from now on.
void put_array(PyObject* object, NDArray array);
/// Calls `visit(array, history, taken)` for every array that the program has.
void each_array(const std::function<void(NDArray&, HistoryLink&, TakenLink&)>& visit);
/// How many objects there have been, and which of them it was.
std::uint64_t arrays_until_now();
std::uint64_t number_of(PyObject* object);
/// In whose memory it lies; kHost.
int device_of(PyObject* object);
/// It lies in the memory of that device.
void place_at(PyObject* object, int device);
/// `object` stands for the other's array from now on.
void rebind(PyObject* object, PyObject* other);
/// Throws where one is computed on the host and the other is not.
void require_together(PyObject* a, PyObject* b);
/// PyTorch's: an array of the CPU without axes, beside one of a device, is a number. Nothing: it is none.
std::optional<PythonNumber> number_beside(PyObject* given, PyObject* array);
/// a OP b, where one may be a number, by the rules of the array's library; NotImplemented where neither fits.
PyObject* binary(kernels::Binary binary, PyObject* a, PyObject* b);
/// Throws a TypeError's words where it is none.
NDArray& array_in(PyObject* object);

/// x[1], x[1:3], x[:, 2], x[1, 2] (indexing.cpp).
PyObject* subscript(PyObject* self, PyObject* key);
/// Writes a number or an array there.
PyObject* write_part(PyObject* self, PyObject* key, PyObject* value);

/// All arrays that the run has left behind lose their hold: afterwards they are names without an array.
void release_arrays();

/// The exception at hand becomes the interpreter's error; null.
PyObject* raise_current();
/// What `part` returns; null where it throws, which becomes the interpreter's error.
template <class Part>
PyObject* guarded(const Part& part) {
  try {
    return part();
  } catch (...) {
    return raise_current();
  }
}

}  // namespace runahead::python
