// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences of what is refused.
#include "core/tensor/checks.h"

#include <string>

#include "core/base/misuse.h"

namespace runahead {

Frontend& frontend_of(const NDArray& array, const char* operation) {
  if (!array.bound()) throw Error(std::string("[") + operation + "] a name is used before it has a value");
  return *array.body().frontend;
}

void require_rank(const NDArray& array, int rank, const char* operation) {
  if (array.shape().rank() == rank) return;
  throw Error(std::string("[") + operation + "] needs " + std::to_string(rank) + " axes, got shape " +
              array.shape().text());
}

int known_axis(const Shape& shape, int axis, const char* operation) {
  const int at = axis < 0 ? axis + shape.rank() : axis;
  if (at >= 0 && at < shape.rank()) return at;
  throw MisuseError(Misuse::axis, std::string("[") + operation + "] shape " + shape.text() + " has no axis " +
                                      std::to_string(axis));
}

void require_same(const NDArray& a, const NDArray& b, const char* operation) {
  if (a.shape() == b.shape()) return;
  throw Error(std::string("[") + operation + "] shapes " + a.shape().text() + " and " + b.shape().text() +
              " differ");
}

}  // namespace runahead
