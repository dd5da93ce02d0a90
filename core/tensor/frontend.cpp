// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays, statements and marks of the frontend.
// Not here: the engine's waits (engine/).
#include "core/tensor/frontend.h"

#include <string>

#include "core/base/error.h"

namespace runahead {

Frontend::Frontend(Engine& engine, StorageHome& home, const Recording* recording, std::uint64_t seed)
    : engine_(engine), home_(home), recording_(recording), kernels_(kernels::cpu_operations()), seed_(seed) {
  this_thread_writer = writer();
}

Frontend::~Frontend() {
  this_thread_writer = nullptr;
}

NameId Frontend::intern(std::string_view name) {
  if (!recording_) return 0;
  if (const auto known = names_.find(name); known != names_.end()) return known->second;
  return names_.emplace(name, recording_->recorder->intern(name)).first->second;
}

std::uint64_t Frontend::take_random(std::int64_t count) {
  const std::uint64_t offset = random_offset_;
  random_offset_ += static_cast<std::uint64_t>(count);
  return offset;
}

NDArray Frontend::new_array(const Shape& shape) {
  const std::int64_t bytes = shape.bytes();
  if (home_.pool.bound_bytes() > 0 && !home_.pool.reserve(bytes)) {
    if (!engine_.wait_for(WaitReason::memory_full, statement_, [&] { return home_.pool.reserve(bytes); })) {
      throw MemoryError("[memory] " + std::to_string(bytes) + " bytes more do not fit into the bound of " +
                        std::to_string(home_.pool.bound_bytes()) +
                        " bytes: nothing is running any more, and " +
                        std::to_string(home_.pool.reserved_bytes()) +
                        " bytes are held by arrays that the program still has names for");
    }
  }
  const VariableId id = variables_++;
  if (EventWriter* w = writer()) {
    w->open();
    w->put(RecordKind::declare_variable, id, 0);
    w->commit();
  }
  Storage* storage = home_.recycler.take();
  storage->begin(home_, id, bytes);
  ArrayBody* body = bodies_.take();
  body->frontend = this;
  body->shape = shape;
  body->variable = EngineVariable{.id = id};
  body->storage = storage;
  body->handles = 0;
  return NDArray(body);
}

TaskNode& Frontend::begin_task(std::string_view operation) {
  TaskNode& task = engine_.acquire(statement_);
  task.name = intern(operation);
  task.statement = statement_;
  return task;
}

void Frontend::begin_statement(int line) {
  end_statement();
  engine_.check_running();
  statement_ = statements_++;
  if (EventWriter* w = writer()) {
    w->open();
    w->put(EventKind::statement_begin, statement_, static_cast<std::uint32_t>(line));
    w->commit();
  }
}

void Frontend::end_statement() {
  if (statement_ == kNone) return;
  if (EventWriter* w = writer()) {
    w->open();
    w->put(EventKind::statement_end, statement_);
    w->commit();
  }
  statement_ = kNone;
}

MarkId Frontend::begin_mark(MarkKind kind, std::string_view name) {
  if (EventWriter* w = writer()) {
    w->open();
    w->put(EventKind::mark_begin, marks_, static_cast<std::uint32_t>(kind) << 16 | intern(name));
    w->commit();
  }
  return marks_++;
}

void Frontend::end_mark(MarkId mark) {
  if (EventWriter* w = writer()) {
    w->open_ordered();
    w->put(EventKind::mark_end, mark);
    w->commit();
  }
}

void Frontend::surface_unmet(std::span<const TaskError> errors) {
  EventWriter* w = writer();
  if (!w) return;
  for (const TaskError& error : errors) {
    w->open_ordered();
    put_error(*recording_->recorder, *w, ErrorKind::surfaced, error.origin(), error.origin(), kNone,
              error.what());
    w->commit();
  }
}

void Frontend::conclude(std::int64_t rss_bytes) {
  if (EventWriter* w = writer(); w && rss_bytes > 0) {
    w->open_ordered();
    w->put(EventKind::resident, 0);
    w->put_words(static_cast<std::uint32_t>(rss_bytes), static_cast<std::uint32_t>(rss_bytes >> 32));
    w->commit();
  }
  recording_ = nullptr;
  this_thread_writer = nullptr;
}

void Frontend::forget(ArrayBody& body) {
  engine_.forget(body.variable);
  body.storage->let_go();
  bodies_.give_own(&body);
}

void Frontend::name(ArrayBody& body, std::string_view name) {
  if (EventWriter* w = writer()) {
    w->open();
    w->put(RecordKind::name_variable, body.variable.id, intern(name));
    w->commit();
  }
}

}  // namespace runahead
