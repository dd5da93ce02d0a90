// SPDX-License-Identifier: GPL-3.0-or-later
// The waits of a program, and values on their way to the host.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/tensor/frontend.h"

namespace runahead {

void Frontend::require_value(const ArrayBody& array, const char* what) const {
  if (!array.root().left_trace) return;
  throw Error(std::string("[") + what + "] the array of shape " + array.shape.text() +
              " was made while a function was traced and is not among its results: it has no value");
}

void Frontend::wait_to_read(ArrayBody& array, WaitReason reason) {
  const char* const call = reason == setup_.wait_to_read_reason ? "wait_to_read" : to_string(reason);
  if (tracing_)
    throw Error(std::string("[") + call + "] inside a traced function nothing has a value to wait for");
  require_value(array, call);
  flush();
  engine_.wait_to_read(array.variable(), reason, statement_);
}

void Frontend::waitall() {
  if (tracing_) throw Error("[waitall] inside a traced function there is nothing to wait for");
  flush();
  engine_.wait_all(setup_.waitall_reason, statement_);
  waited_for_all_ = true;
  if (streams_.empty()) return;
  order_.frontend_waited_for_all();
  receive();
}

std::optional<EarlyUse> Frontend::receive(const ArrayBody* used) {
  std::optional<EarlyUse> early;
  std::erase_if(arrivals_, [&](Arrival& arrival) {
    HostCopy& copy = *arrival.copy;
    if (arrival.target && engine_.written(copy.variable_)) {
      std::memcpy(arrival.target->write(), copy.pinned_->words,
                  static_cast<std::size_t>(copy.pinned_->bytes));
      arrival.target = StorageHold();
      copy.pinned_ = nullptr;
    }
    const bool waited = order_.frontend_follows(copy.clock_);
    if (used && !waited && arrival.place.overlaps(Place(*used))) early = {copy.task_, used->variable().id};
    return !arrival.target && (waited || arrival.unused);
  });
  return early;
}

void Frontend::await_copy(ArrayBody& used) {
  if (streams_.empty() || !used.root().two_sided || engine_.written(used.variable())) return;
  engine_.wait_to_read(used.variable(), WaitReason::copy, statement_);
}

namespace {

/// Of what lies on the host.
Values values_at(const void* data, kernels::Type type, std::int64_t elements) {
  Values values(type, elements);
  if (elements > 0) std::memcpy(values.data(), data, values.bytes().size());
  return values;
}

}  // namespace

Values Frontend::finish_copy(HostCopy& copy, WaitReason reason) {
  engine_.wait_to_read(copy.variable_, reason, statement_);
  waited_for(copy.clock_);
  return values_at(copy.pinned_->words, copy.type_, copy.elements_);
}

Values Frontend::values_of(const ArrayBody& array) {
  if (array.on_host) {
    if (const std::optional<EarlyUse> early = receive(&array)) record_race(kNone, early->copy, early->array);
  }
  const void* data = array.storage->read();
  const ExecutionContext& context = context_of(array);
  if (array.on_host || !context.device) return values_at(data, array.type, array.shape.elements());
  std::vector<float> words(static_cast<std::size_t>(array.shape.bytes(array.type)) / sizeof(float));
  context.device->copy_to_host(context.stream, static_cast<const float*>(data), words.data(),
                               static_cast<std::int64_t>(words.size()));
  context.device->synchronize(context.stream);
  return values_at(words.data(), array.type, array.shape.elements());
}

Values Frontend::read(ArrayBody& array, WaitReason reason) {
  if (tracing_) {
    throw Error(std::string("[") + to_string(reason) +
                "] inside a traced function an array has no value yet");
  }
  require_value(array, to_string(reason));
  flush();
  if (!streams_.empty() && !array.on_host) return finish_copy(*start_copy(array, stream_), reason);
  if (array.on_host) {
    if (const std::optional<EarlyUse> early = receive(&array)) record_race(kNone, early->copy, early->array);
  }
  engine_.wait_to_read(array.variable(), reason, statement_);
  return values_at(array.storage->read(), array.type, array.shape.elements());
}

}  // namespace runahead
