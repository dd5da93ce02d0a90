// SPDX-License-Identifier: GPL-3.0-or-later
// Watching calls, and walking them backwards.
// Not here: updates (trainer.cpp).
#include "core/nn/tape.h"

#include <utility>

#include "core/base/error.h"
#include "core/tensor/operations.h"

namespace runahead::nn {

namespace {

/// 0 is no tape's.
std::uint32_t next_id() {
  static thread_local std::uint32_t last = 0;
  return ++last;
}

}  // namespace

Tape::Tape(Frontend& frontend, std::vector<Parameter*> parameters)
    : frontend_(frontend), parameters_(std::move(parameters)), id_(next_id()) {
  if (frontend_.observer()) throw Error("[record] calls are being recorded already");
  for (const Parameter* parameter : parameters_) watch(parameter->value.body());
  frontend_.observe(this);
}

Tape::~Tape() {
  if (frontend_.observer() == this) frontend_.observe(nullptr);
}

std::uint32_t Tape::watch(ArrayBody& array) {
  array.tape = id_;
  array.tape_slot = slots_++;
  return array.tape_slot;
}

void Tape::issued(const Op& op, const Sizes& sizes, const NDArray& out,
                  std::span<const NDArray* const> inputs) {
  if (!is_floating(out.type())) return;
  bool depends = false;
  for (const NDArray* input : inputs) depends |= watched(input->body());
  if (!depends) return;
  Call& call = calls_.emplace_back(Call{op, sizes, out, {}});
  for (std::size_t i = 0; i < inputs.size(); ++i) call.inputs[i] = *inputs[i];
  watch(out.body());
}

void Tape::backward(const NDArray& loss) {
  frontend_.observe(nullptr);
  if (parameters_.empty()) return;
  if (!watched(loss.body())) throw Error("[backward] the loss does not depend on any parameter");
  std::vector<NDArray> gradients(slots_);
  gradients[loss.body().tape_slot] = ones(frontend_, loss.shape());
  while (!calls_.empty()) {
    const Call call = std::move(calls_.back());
    calls_.pop_back();
    const NDArray gradient = std::move(gradients[call.out.body().tape_slot]);
    if (!gradient.bound()) continue;
    std::array<bool, kMaxInputs> wanted = {};
    for (std::size_t i = 0; i < kMaxInputs && call.inputs[i].bound(); ++i) {
      wanted[i] = watched(call.inputs[i].body());
    }
    std::array<NDArray, kMaxInputs> found = gradients_of(call, gradient, wanted);
    for (std::size_t i = 0; i < kMaxInputs; ++i) {
      if (!wanted[i]) continue;
      NDArray& sum = gradients[call.inputs[i].body().tape_slot];
      sum = sum.bound() ? sum + found[i] : std::move(found[i]);
    }
  }
  for (Parameter* parameter : parameters_) parameter->gradient = gradients[parameter->value.body().tape_slot];
}

}  // namespace runahead::nn
