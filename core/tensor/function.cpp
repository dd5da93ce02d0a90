// SPDX-License-Identifier: GPL-3.0-or-later
// Tracing a function, remembering its graph without the arrays of the first call, and calling it again.
// Not here: what is pruned beyond what the results need (graph.cpp).
#include "core/tensor/function.h"

#include <unordered_map>

#include "core/base/error.h"

namespace runahead {

namespace {

std::string signature_of(std::string_view name, std::span<const NDArray> arguments,
                         std::span<const std::int64_t> numbers) {
  std::string text(name);
  text += '(';
  const char* between = "";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    text += between + arguments[i].shape().text();
    if (arguments[i].type() != kernels::Type::float32)
      text += std::string(" ") + name_of(arguments[i].type());
    between = ", ";
    // The graph of f(x, x) does not serve f(x, y), nor that of f(x[0], x[1]).
    for (std::size_t before = 0; before < i; ++before) {
      const ArrayBody& one = arguments[before].body();
      const ArrayBody& other = arguments[i].body();
      if (&one.root() != &other.root()) continue;
      text += " as " + std::to_string(before);
      if (&one != &other) text += " from " + std::to_string(other.first - one.first);
      break;
    }
  }
  for (const std::int64_t number : numbers) {
    text += between + std::to_string(number);
    between = ", ";
  }
  return text + ')';
}

/// What the body made has no value outside, except the results.
void leave_trace(const Graph& graph, std::span<const NDArray> results) {
  for (std::uint32_t index = 0; index < graph.size(); ++index) {
    const GraphNode& node = graph[index];
    bool is_result = false;
    for (const NDArray& result : results) is_result |= &result.body().root() == &node.out->root();
    if (!node.in_place && !is_result) node.out->left_trace = true;
  }
}

}  // namespace

std::vector<NDArray> Function::operator()(std::span<const NDArray> arguments,
                                          std::span<const std::int64_t> numbers) {
  // A function called by a traced one becomes part of its graph.
  if (!frontend_.traces_functions() || frontend_.tracing()) return body_(arguments, numbers);
  const std::string signature = signature_of(name_, arguments, numbers);
  if (const auto known = traced_.find(signature); known != traced_.end()) {
    return run(known->second, arguments);
  }
  return trace(signature, arguments, numbers);
}

std::vector<NDArray> Function::trace(std::string_view signature, std::span<const NDArray> arguments,
                                     std::span<const std::int64_t> numbers) {
  const StatementId statement = frontend_.statement();
  const int line = frontend_.line();
  const RegionId mark = frontend_.begin_region(RegionKind::tracing, signature);
  std::vector<NDArray> results;
  frontend_.begin_trace();
  try {
    results = body_(arguments, numbers);
  } catch (...) {
    leave_trace(frontend_.end_trace(), {});
    frontend_.drop_graph();
    frontend_.end_region(mark);
    throw;
  }
  Graph& graph = frontend_.end_trace();

  // What the arrays are: those of nodes that are no updates were made here, the others come from outside.
  std::unordered_map<const ArrayBody*, ArrayRef> refs;
  Traced traced;
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    refs.emplace(&arguments[i].body(), ArrayRef{ArrayRef::Kind::argument, i});
  }
  for (std::uint32_t index = 0; index < graph.size(); ++index) {
    const GraphNode& node = graph[index];
    if (!node.in_place) refs.emplace(node.out, ArrayRef{ArrayRef::Kind::made, traced.made++});
  }
  const auto ref_to = [&](ArrayBody* array) {
    const auto known = refs.find(array);
    if (known != refs.end()) return known->second;
    ArrayBody* const origin = frontend_.origin_of(*array);
    ArrayBody* const of = origin ? origin : array;
    const auto [entry, is_new] = refs.try_emplace(of);
    if (is_new) {
      entry->second = {ArrayRef::Kind::captured, static_cast<std::uint32_t>(traced.captured.size())};
      traced.captured.emplace_back(of);
    }
    ArrayRef ref = entry->second;
    if (!origin) return ref;
    ref.is_view = true;
    ref.first = array->first - origin->first;
    ref.shape = array->shape;
    return ref;
  };

  for (std::uint32_t index = 0; index < graph.size(); ++index) {
    GraphNode& node = graph[index];
    node.needed = node.in_place && ref_to(node.out).kind != ArrayRef::Kind::made;
  }
  for (const NDArray& result : results) {
    if (const std::uint32_t maker = result.body().root().node; maker != kNone) graph[maker].needed = true;
    traced.results.push_back(ref_to(&result.body()));
  }
  graph.spread_need();

  std::vector<std::uint32_t> order;
  for (std::uint32_t index = 0; index < graph.size(); ++index) {
    const GraphNode& node = graph[index];
    if (node.needed) order.push_back(index);
    if (!node.needed && !std::holds_alternative<RandomDraw>(node.op.attributes)) continue;
    Step step{node.op,          node.sizes, node.out->shape, node.out->type,
              ref_to(node.out), {},         node.in_place,   !node.needed};
    for (std::size_t i = 0; i < kMaxInputs && node.in[i]; ++i) step.in[i] = ref_to(node.in[i]);
    traced.steps.push_back(step);
  }
  std::vector<bool> used_later(traced.made);
  for (const ArrayRef& ref : traced.results) {
    if (ref.kind == ArrayRef::Kind::made) used_later[ref.index] = true;
  }
  for (auto step = traced.steps.rbegin(); step != traced.steps.rend(); ++step) {
    for (std::size_t i = 0; i < kMaxInputs && !step->pruned; ++i) {
      if (step->in[i].kind != ArrayRef::Kind::made) continue;
      step->last_use[i] = !used_later[step->in[i].index];
      used_later[step->in[i].index] = true;
    }
  }
  leave_trace(graph, results);
  // The body's statements are over; what follows is the call's own, if the call stands in one.
  if (statement != kNone && frontend_.statement() != statement) frontend_.begin_statement(line, true);
  frontend_.end_region(mark);
  for (const Step& step : traced.steps) {
    if (step.in_place && step.out.kind == ArrayRef::Kind::captured)
      frontend_.keep_before(step.op, step.sizes, traced.captured[step.out.index].body());
  }
  frontend_.run_graph(order);
  traced_.emplace(signature, std::move(traced));
  frontend_.wait_in_call();
  return results;
}

std::vector<NDArray> Function::run(const Traced& traced, std::span<const NDArray> arguments) {
  std::vector<NDArray> results;
  {
    std::vector<NDArray> made(traced.made);
    const auto array_at = [&](const ArrayRef& ref) {
      const NDArray& array = ref.kind == ArrayRef::Kind::made       ? made[ref.index]
                             : ref.kind == ArrayRef::Kind::argument ? arguments[ref.index]
                                                                    : traced.captured[ref.index];
      return ref.is_view ? frontend_.view(array, ref.first, ref.shape) : array;
    };
    for (const Step& step : traced.steps) {
      Op op = step.op;
      if (RandomDraw* const draw = std::get_if<RandomDraw>(&op.attributes)) {
        draw->seed = frontend_.seed();
        draw->offset = frontend_.take_random(step.sizes.n);
      }
      if (step.pruned) continue;
      if (!step.in_place) made[step.out.index] = frontend_.new_array(step.shape, step.type);
      const NDArray out = array_at(step.out);
      std::array<NDArray, kMaxInputs> inputs;
      std::array<ArrayBody*, kMaxInputs> in = {};
      for (std::size_t i = 0; i < kMaxInputs && step.in[i].kind != ArrayRef::Kind::none; ++i) {
        inputs[i] = array_at(step.in[i]);
        in[i] = &inputs[i].body();
      }
      frontend_.execute(op, step.sizes, out.body(), in, step.in_place);
      for (std::size_t i = 0; i < kMaxInputs; ++i) {
        if (step.last_use[i]) made[step.in[i].index] = NDArray();
      }
    }
    for (const ArrayRef& ref : traced.results) results.push_back(array_at(ref));
  }
  frontend_.wait_in_call();
  return results;
}

}  // namespace runahead
