// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks that another library makes of arrays, or runs itself inside the call: PyTorch's operations
// (pytorch/).
#include <utility>
#include <vector>

#include "core/tensor/frontend.h"
#include "core/tensor/in_call.h"

namespace runahead {

NDArray Frontend::new_memory(std::int64_t bytes) {
  NDArray array = new_array(Shape{bytes}, kernels::Type::boolean);
  reserve(*array.body().storage);
  if (setup_.allocate_at_issue) array.body().storage->write();
  return array;
}

TaskId Frontend::issue(const LibraryTask& call) {
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
  if (streams_.empty()) {
    engine_.submit(task);
    return kNone;
  }
  const int queue = call.copies ? copy_queue_of(streams_[stream_].device, *call.copies) : -1;
  submit_to_stream(task, stream_, queue, call.reads, call.writes, call.columns);
  return streams_[stream_].last;
}

InCall::InCall(Frontend& frontend)
    : frontend_(frontend),
      expecting_(frontend.setup_.machine ? nullptr : frontend.writer()),
      since_(now_ticks()) {
  if (expecting_) expecting_->expect();
}

InCall::~InCall() {
  if (expecting_) expecting_->met();
}

void InCall::end(std::string_view operation, const Work& work, const std::optional<EarlyUse>& early,
                 ArrayBody* written) {
  if (const Machine* const machine = frontend_.setup_.machine) {
    TaskNode& task = frontend_.begin_task(operation);
    task.cost_ns = machine->task_cost_ns(work, DeviceKind::cpu);
    if (written) task.write(written->variable());
    task.set_body([] {});
    frontend_.engine_.run_in_call(task);
    if (early) frontend_.record_race(task.id, early->copy, early->array);
    return;
  }
  if (!expecting_) return;
  const Recording& recording = *frontend_.recording_;
  const TaskId task = recording.recorder->next_task();
  if (task == kNone) return;
  const NameId name = frontend_.intern(operation);
  expecting_->open_at(since_);
  expecting_->put(EventKind::enqueue, task, name | kReadyAtOnce);
  expecting_->put_words(frontend_.statement_, written ? 1 : 0,
                        written ? written->variable().id | kWritten : 0);
  expecting_->put(EventKind::start, task, recording.call_lane);
  expecting_->commit();
  expecting_->open();
  expecting_->put(EventKind::end, task, static_cast<std::uint32_t>(Outcome::ok));
  expecting_->commit();
  if (early) frontend_.record_race(task, early->copy, early->array);
}

void Frontend::await(ArrayBody& array, WaitReason reason) {
  engine_.wait_to_read(array.variable(), reason, statement_);
  if (!streams_.empty()) waited_for(order_.recorded(stream_));
}

}  // namespace runahead
