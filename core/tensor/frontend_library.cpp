// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks that another library makes of arrays, or runs itself inside the call: PyTorch's operations
// (pytorch/).
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

Ticks Frontend::begin_in_call() {
  if (EventWriter* const w = writer(); w && !setup_.machine) w->expect();
  return now_ticks();
}

void Frontend::end_in_call(Ticks since, std::string_view operation, const Work& work) {
  if (setup_.machine) {
    TaskNode& task = begin_task(operation);
    task.cost_ns = setup_.machine->task_cost_ns(work, DeviceKind::cpu);
    task.set_body([] {});
    return engine_.run_in_call(task);
  }
  EventWriter* const w = writer();
  if (!w) return;
  if (const TaskId task = recording_->recorder->next_task(); task != kNone) {
    const NameId name = intern(operation);
    w->open_at(since);
    w->put(EventKind::enqueue, task, name | kReadyAtOnce);
    w->put_words(statement_);
    w->put(EventKind::start, task, recording_->call_lane);
    w->commit();
    w->open();
    w->put(EventKind::end, task, static_cast<std::uint32_t>(Outcome::ok));
    w->commit();
  }
  w->met();
}

void Frontend::drop_in_call() {
  if (EventWriter* const w = writer(); w && !setup_.machine) w->met();
}

void Frontend::await(ArrayBody& array, WaitReason reason) {
  engine_.wait_to_read(array.variable(), reason, statement_);
  if (!streams_.empty()) waited_for(order_.recorded(stream_));
}

}  // namespace runahead
