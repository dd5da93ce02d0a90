// SPDX-License-Identifier: GPL-3.0-or-later
// The waits of a program, and values on their way to the host.
#include <algorithm>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/tensor/frontend.h"

namespace runahead {

void Frontend::require_value(const ArrayBody& array, const char* what) const {
  if (!array.left_trace) return;
  throw Error(std::string("[") + what + "] the array of shape " + array.shape.text() +
              " was made while a function was traced and is not among its results: it has no value");
}

void Frontend::wait_to_read(ArrayBody& array) {
  if (tracing_) throw Error("[wait_to_read] inside a traced function nothing has a value to wait for");
  require_value(array, "wait_to_read");
  flush();
  engine_.wait_to_read(array.variable, setup_.wait_to_read_reason, statement_);
}

void Frontend::waitall() {
  if (tracing_) throw Error("[waitall] inside a traced function there is nothing to wait for");
  flush();
  engine_.wait_all(setup_.waitall_reason, statement_);
}

std::unique_ptr<HostCopy> Frontend::start_copy(ArrayBody& array, std::uint8_t stream) {
  if (setup_.copy_stream == 0) stream = 0;
  const VariableId id = variables_++;
  if (EventWriter* w = writer()) {
    w->open();
    w->put(RecordKind::declare_variable, id, intern("host copy"));
    w->commit();
  }
  auto copy = std::make_unique<HostCopy>(engine_, home_, id, array.shape.elements());
  TaskNode& task = begin_task("copy_to_host");
  task.stream = stream;
  if (setup_.machine) task.cost_ns = setup_.machine->copy_cost_ns(array.shape.bytes());
  task.read(array.variable);
  task.write(copy->variable_);
  task.set_body(
      [values = copy->values_, source = StorageHold(array.storage), context = &(*setup_.contexts)[stream]] {
        if (context->device) {
          context->device->copy_to_host(context->stream, source->read(), values->data, values->count);
        } else {
          std::copy_n(source->read(), values->count, values->data);
        }
      });
  engine_.submit(task);
  return copy;
}

std::vector<float> Frontend::finish_copy(HostCopy& copy, WaitReason reason) {
  engine_.wait_to_read(copy.variable_, reason, statement_);
  return std::vector<float>(copy.values_->data, copy.values_->data + copy.values_->count);
}

std::vector<float> Frontend::values_of(const ArrayBody& array) {
  const float* data = array.storage->read();
  const ExecutionContext& context = setup_.contexts->front();
  if (!context.device) return std::vector<float>(data, data + array.shape.elements());
  std::vector<float> values(static_cast<std::size_t>(array.shape.elements()));
  context.device->copy_to_host(context.stream, data, values.data(), array.shape.elements());
  context.device->synchronize(context.stream);
  return values;
}

std::vector<float> Frontend::read(ArrayBody& array, WaitReason reason) {
  if (tracing_) {
    throw Error(std::string("[") + to_string(reason) +
                "] inside a traced function an array has no value yet");
  }
  require_value(array, to_string(reason));
  flush();
  if (setup_.copy_stream != 0) return finish_copy(*start_copy(array, setup_.copy_stream), reason);
  engine_.wait_to_read(array.variable, reason, statement_);
  const float* data = array.storage->read();
  return std::vector<float>(data, data + array.shape.elements());
}

}  // namespace runahead
