// SPDX-License-Identifier: GPL-3.0-or-later
// Misuse of a call that libraries tell apart by the type of the exception; all other misuse is an Error.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/error.h"

namespace runahead {

enum class Misuse : std::uint8_t {
  index,    ///< a place that the array does not have
  axis,     ///< an axis that it does not have
  type,     ///< its numbers are of a type that the call does not compute
  object,   ///< something else than an array, or than a number
  single,   ///< one number is wanted of an array that has more, or none
  missing,  ///< what libraries do, and the engine does not
};

class MisuseError : public Error {
 public:
  MisuseError(Misuse kind, const std::string& message) : Error(message), kind_(kind) {}
  Misuse kind() const { return kind_; }

 private:
  Misuse kind_;
};

}  // namespace runahead
