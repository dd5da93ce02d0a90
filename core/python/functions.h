// SPDX-License-Identifier: GPL-3.0-or-later
// TracedFunction: a function of a program, and what of it is traced.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/tensor/function.h"

namespace runahead::python {

struct TracedFunction {
  TracedFunction(Frontend& frontend, const std::string& name);
  std::function<std::vector<NDArray>()> body = {};  ///< of the call at hand
  Function function;
  int place = 0;        ///< where its first result lies, of the newest trace
  bool wanted = false;  ///< gradients of what it returns, where it was traced
};

}  // namespace runahead::python
