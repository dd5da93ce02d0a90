// SPDX-License-Identifier: GPL-3.0-or-later
// Watching calls, and walking them backwards.
// Not here: updates (trainer.cpp).
#include "core/nn/tape.h"

#include <utility>

#include "core/base/error.h"
#include "core/tensor/operations.h"

namespace runahead::nn {

std::uint32_t next_tape() {
  static thread_local std::uint32_t last = 0;
  return ++last;
}

Tape::Tape(Frontend& frontend, std::vector<Parameter*> parameters)
    : frontend_(frontend), parameters_(std::move(parameters)), id_(next_tape()) {
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
  Entry entry;
  bool depends = false;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    entry.wanted[i] = watched(inputs[i]->body());
    if (entry.wanted[i]) entry.slots[i] = inputs[i]->body().tape_slot;
    depends |= entry.wanted[i];
  }
  if (!depends) return;
  entry.call = call_for(op, sizes, out, inputs, entry.wanted);
  entry.slot = watch(out.body());
  entries_.push_back(std::move(entry));
}

void Tape::backward(const NDArray& loss) {
  frontend_.observe(nullptr);
  if (parameters_.empty()) return;
  if (!watched(loss.body())) throw Error("[backward] the loss does not depend on any parameter");
  std::vector<NDArray> gradients(slots_);
  gradients[loss.body().tape_slot] = ones(frontend_, loss.shape());
  while (!entries_.empty()) {
    const Entry entry = std::move(entries_.back());
    entries_.pop_back();
    const NDArray gradient = std::move(gradients[entry.slot]);
    if (!gradient.bound()) continue;
    std::array<NDArray, kMaxInputs> found = gradients_of(entry.call, gradient, entry.wanted);
    for (std::size_t i = 0; i < kMaxInputs; ++i) {
      if (!entry.wanted[i]) continue;
      NDArray& sum = gradients[entry.slots[i]];
      sum = sum.bound() ? sum + found[i] : std::move(found[i]);
    }
  }
  for (Parameter* parameter : parameters_) parameter->gradient = gradients[parameter->value.body().tape_slot];
}

}  // namespace runahead::nn
