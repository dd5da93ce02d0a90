// SPDX-License-Identifier: GPL-3.0-or-later
// Function: a piece of program that mode function traces into a graph, once per signature, and runs as one
// call. In every other mode a call just runs the body. Not here: making and running graphs
// (frontend_graph.cpp).
//
// A signature is the shapes of the arguments and the whole numbers given beside them. What the body computes
// and does not return is pruned, unless an update of an array from outside needs it. Each call takes fresh
// random numbers, for pruned statements too, so that values do not depend on pruning. Arrays from outside are
// captured: what they hold at the call counts. A body that reads a value while it is traced is an error.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/tensor/frontend.h"

namespace runahead {

class Function {
 public:
  using Body = std::function<std::vector<NDArray>(std::span<const NDArray> arguments,
                                                  std::span<const std::int64_t> numbers)>;
  Function(Frontend& frontend, std::string name, Body body)
      : frontend_(frontend), name_(std::move(name)), body_(std::move(body)) {}

  /// In mode function: returns when everything in the graph is done; throws TaskError if some of it failed.
  std::vector<NDArray> operator()(std::span<const NDArray> arguments,
                                  std::span<const std::int64_t> numbers = {});

 private:
  /// An array of a traced graph: `index` counts within its kind. Or a view of it, as far from it in their
  /// memory.
  struct ArrayRef {
    enum class Kind : std::uint8_t { none, made, argument, captured } kind = Kind::none;
    std::uint32_t index = 0;
    bool is_view = false;
    std::int64_t first = 0;
    Shape shape = {};
  };
  struct Step {
    Op op;
    Sizes sizes;
    Shape shape;
    kernels::Type type;
    ArrayRef out;
    std::array<ArrayRef, kMaxInputs> in;
    bool in_place = false;
    bool pruned = false;                         ///< kept for the random numbers that it takes
    std::array<bool, kMaxInputs> last_use = {};  ///< nothing in the graph needs the input any more
  };
  struct Traced {
    std::vector<Step> steps;
    std::uint32_t made = 0;
    std::vector<NDArray> captured;
    std::vector<ArrayRef> results;
  };

  std::vector<NDArray> trace(std::string_view signature, std::span<const NDArray> arguments,
                             std::span<const std::int64_t> numbers);
  std::vector<NDArray> run(const Traced& traced, std::span<const NDArray> arguments);

  Frontend& frontend_;
  const std::string name_;
  const Body body_;
  std::map<std::string, Traced, std::less<>> traced_;
};

}  // namespace runahead
