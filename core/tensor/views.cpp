// SPDX-License-Identifier: GPL-3.0-or-later
// Views: arrays in the memory of others, and calls that write into an array's place.
#include <array>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/tensor/checks.h"
#include "core/tensor/frontend.h"
#include "core/tensor/operations.h"

namespace runahead {

NDArray Frontend::view(const NDArray& array, std::int64_t first, const Shape& shape) {
  ArrayBody& of = array.body();
  ArrayBody& root = of.root();
  ArrayBody* body = bodies_.take();
  *body = ArrayBody{};
  body->frontend = this;
  body->shape = shape;
  body->type = of.type;
  body->on_host = of.on_host;
  body->base = &root;
  body->detached = of.detached;
  body->first = of.first + first;
  body->storage = home_.recycler.take();
  body->storage->begin_part(*root.storage, body->first * kernels::size_of(of.type));
  if (tracing_) {
    ArrayBody* const origin = origin_of(of);
    body->origin = origin ? origin : &of;
    body->traced_in = traces_;
  }
  ++root.views;
  ++root.graph_uses;
  return NDArray(body);
}

bool overlap(const NDArray& a, const NDArray& b) {
  const ArrayBody& one = a.body();
  const ArrayBody& other = b.body();
  if (&one.root() != &other.root()) return false;
  return one.first < other.first + other.shape.elements() && other.first < one.first + one.shape.elements();
}

bool same_place(const NDArray& a, const NDArray& b) {
  return &a.body().root() == &b.body().root() && a.body().first == b.body().first &&
         a.shape().elements() == b.shape().elements();
}

bool Frontend::takes_result(const NDArray& target, kernels::Type type, const Shape& shape, bool on_host,
                            std::span<const NDArray* const> inputs) const {
  if (type != target.type() || shape != target.shape() || on_host != target.body().on_host) return false;
  if (!into_of_others_ && !inputs.empty() && &inputs.front()->body() != &target.body()) return false;
  for (const NDArray* input : inputs) {
    if (overlap(*input, target) && !(same_place(*input, target) && input->shape() == shape)) return false;
  }
  return true;
}

NDArray view(const NDArray& a, const Shape& shape) {
  Frontend& frontend = frontend_of(a, "reshape");
  if (shape.elements() != a.shape().elements()) {
    throw Error("[reshape] shapes " + a.shape().text() + " and " + shape.text() +
                " have different numbers of elements");
  }
  NDArray made = frontend.view(a, 0, shape);
  const NDArray* const inputs[] = {&a};
  if (CallObserver* observer = frontend.observer())
    observer->issued(Op(Routine::reshape, {}, a.type()), {.n = shape.elements()}, made, inputs);
  return made;
}

NDArray view(const NDArray& a, std::int64_t first, const Shape& shape) {
  Frontend& frontend = frontend_of(a, "rows");
  if (first < 0 || first + shape.elements() > a.shape().elements()) {
    throw Error("[rows] an array of shape " + a.shape().text() + " has no part of shape " + shape.text() +
                " at its element " + std::to_string(first));
  }
  NDArray made = frontend.view(a, first, shape);
  const NDArray* const inputs[] = {&a};
  const Sizes sizes{.m = a.shape().elements(), .k = first, .n = shape.elements()};
  if (CallObserver* observer = frontend.observer())
    observer->issued(Op(Routine::rows, {}, a.type()), sizes, made, inputs);
  return made;
}

void assign(NDArray& target, const NDArray& value) {
  Frontend& frontend = frontend_of(target, "write");
  frontend_of(value, "write");
  if (value.shape().elements() != target.shape().elements() || value.type() != target.type()) {
    throw Error("[write] an array of shape " + value.shape().text() + " and type " + name_of(value.type()) +
                " into one of shape " + target.shape().text() + " and type " + name_of(target.type()));
  }
  if (same_place(target, value)) return;
  const NDArray apart = overlap(target, value) ? copy(value) : value;
  const NDArray* const inputs[] = {&apart};
  frontend.write(Op(Routine::copy, {}, target.type()), {.n = target.shape().elements()}, target, inputs);
}

void assign_slice(NDArray& target, const Sizes& sizes, std::int64_t offset, const NDArray& value) {
  Frontend& frontend = frontend_of(target, "write");
  frontend_of(value, "write");
  const bool fits = offset >= 0 && sizes.m * sizes.k == target.shape().elements() &&
                    sizes.m * sizes.n == value.shape().elements() && offset + sizes.n <= sizes.k &&
                    value.type() == target.type();
  if (!fits) {
    throw Error("[write] an array of shape " + value.shape().text() +
                " does not fit into this part of one of " + target.shape().text());
  }
  const NDArray apart = overlap(target, value) ? copy(value) : value;
  const NDArray* const inputs[] = {&apart};
  frontend.write(Op(Routine::write_slice, Part{offset}, target.type()), sizes, target, inputs);
}

}  // namespace runahead
