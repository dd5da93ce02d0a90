// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks that another library makes of arrays: PyTorch's operations (pytorch/).
#include <utility>
#include <vector>

#include "core/tensor/frontend.h"

namespace runahead {

NDArray Frontend::new_memory(std::int64_t bytes) {
  NDArray array = new_array(Shape{bytes}, kernels::Type::boolean);
  reserve(*array.body().storage);
  if (setup_.allocate_at_issue) array.body().storage->write();
  return array;
}

void Frontend::issue(const LibraryTask& call) {
  TaskNode& task = begin_task(call.name);
  task.stream = context_queue_;
  if (setup_.machine) {
    task.cost_ns = call.copies ? setup_.machine->copy_cost_ns(call.work.bytes)
                               : setup_.machine->task_cost_ns(call.work, setup_.device);
  }
  std::vector<StorageHold> held;
  held.reserve(call.reads.size() + call.writes.size());
  for (ArrayBody* array : call.reads) {
    task.read(array->variable());
    held.emplace_back(array->storage);
  }
  for (ArrayBody* array : call.writes) {
    task.write(array->variable());
    held.emplace_back(array->storage);
  }
  task.set_body([memory = std::move(held), body = call.body] { body(); });
  if (streams_.empty()) return engine_.submit(task);
  const int queue = call.copies ? copy_queue_of(streams_[stream_].device, *call.copies) : -1;
  submit_to_stream(task, stream_, queue, call.reads, call.writes);
}

void Frontend::await(ArrayBody& array, WaitReason reason) {
  engine_.wait_to_read(array.variable(), reason, statement_);
  if (!streams_.empty()) waited_for(order_.recorded(stream_));
}

}  // namespace runahead
