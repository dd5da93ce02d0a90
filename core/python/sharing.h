// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of arrays that lie in one piece are views (tensor/views.cpp). Transposes and columns do not: here
// they are copies that follow. Before one is used, it is taken again where its source was written; what is
// written into one is put into its source.
#pragma once

#include <Python.h>

#include <cstdint>
#include <memory>

#include "core/tensor/ndarray.h"

namespace runahead::python {

struct Taken;
using TakenLink = std::shared_ptr<Taken>;

/// A copy of a part of `source`, which may lie in a copy itself.
struct Taken {
  NDArray source;
  TakenLink of;
  bool transposed;
  int axis = 0;  ///< else a part along it
  std::int64_t first = 0, last = 0;
  bool keeps = true;
  bool traced = false;  ///< in a function that was traced
  NDArray copy = {};
  std::uint32_t version = 0;  ///< of the source, when it was copied

  /// A copy as it is now. `follows`: it stands for a view.
  void take(bool follows = true);
  /// Into the source.
  void put(const NDArray& value);
};

/// An array, and the part that it is or lies in.
struct Place {
  NDArray array;
  TakenLink taken;
};
/// Its elements [first, last) along `axis`, without the axis where it is not kept; of the engine's arrays
/// `copies` says whether what does not lie in one piece follows.
Place part_of(const Place& whole, int axis, std::int64_t first, std::int64_t last, bool keeps, bool follows);
/// The same part, which is about to be overwritten: with nothing in it.
Place part_to_write(const Place& whole, int axis, std::int64_t first, std::int64_t last, bool keeps);
Place transpose_of(const Place& whole);
/// Another shape in the same memory; nothing where its elements are not so far apart as this would need.
bool has_view(const Place& whole, const Shape& shape);

/// `array`, which is the part's copy or lies in it, is that of a new copy where the source was written since;
/// whether it is.
bool follow(TakenLink& taken, NDArray& array);
/// The copy was written: so are the arrays behind it.
void put_through(const TakenLink& taken);

}  // namespace runahead::python
