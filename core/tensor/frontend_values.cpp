// SPDX-License-Identifier: GPL-3.0-or-later
// The waits of a program, and values on their way to the host.
// Not here: how an engine waits.
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

std::vector<float> Frontend::copy_to_host(ArrayBody& array, WaitReason reason) {
  EngineVariable host{.id = variables_++};
  if (EventWriter* w = writer()) {
    w->open();
    w->put(RecordKind::declare_variable, host.id, intern("host copy"));
    w->commit();
  }
  // Shared: a stop may end the wait while the copy goes on.
  const auto values = std::make_shared<std::vector<float>>(static_cast<std::size_t>(array.shape.elements()));
  TaskNode& task = begin_task("copy_to_host");
  task.stream = setup_.copy_stream;
  if (setup_.machine) task.cost_ns = setup_.machine->copy_cost_ns(array.shape.bytes());
  task.read(array.variable);
  task.write(host);
  task.set_body([values, source = StorageHold(array.storage)] {
    std::copy_n(source->read(), values->size(), values->data());
  });
  engine_.submit(task);
  struct Forget {
    Engine& engine;
    EngineVariable& variable;
    ~Forget() { engine.forget(variable); }
  } const forget{engine_, host};
  engine_.wait_to_read(host, reason, statement_);
  return *values;
}

std::vector<float> Frontend::read(ArrayBody& array, WaitReason reason) {
  if (tracing_) {
    throw Error(std::string("[") + to_string(reason) +
                "] inside a traced function an array has no value yet");
  }
  require_value(array, to_string(reason));
  flush();
  if (setup_.copy_stream != 0) return copy_to_host(array, reason);
  engine_.wait_to_read(array.variable, reason, statement_);
  const float* data = array.storage->read();
  return std::vector<float>(data, data + array.shape.elements());
}

}  // namespace runahead
