// SPDX-License-Identifier: GPL-3.0-or-later
// Desk: a frontend with an engine of a chosen kind and no recording; arrays of given values; and a gate that
// keeps a worker busy until the test opens it. Not for what a trace shows (tests/scenario).
#pragma once

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/engine/inline_engine.h"
#include "core/engine/ranked_pool.h"
#include "core/engine/thread_pool.h"
#include "core/tensor/frontend.h"
#include "core/tensor/operations.h"

namespace runahead::testing_support {

/// `workers` 0: each task runs inside the call.
inline std::unique_ptr<Engine> make_engine(int workers, Issue issue = Issue::at_once) {
  if (workers == 0) return std::make_unique<InlineEngine>();
  if (issue == Issue::lazy) return std::make_unique<RankedPool<NoTracing>>(workers, 0, NoTracing{});
  return std::make_unique<ThreadPool<NoTracing>>(workers, 0, NoTracing{});
}

struct Desk {
  explicit Desk(int workers = 1, std::uint64_t seed = 7, std::int64_t bound_bytes = 0,
                Issue issue = Issue::at_once)
      : home(bound_bytes),
        engine(make_engine(workers, issue)),
        frontend(*engine, home, nullptr, seed, {.issue = issue}) {}

  StorageHome home;
  std::unique_ptr<Engine> engine;
  Frontend frontend;

  std::int64_t live_bytes() const { return home.pool.live_bytes(); }

  NDArray array(const Shape& shape, std::vector<float> values) {
    NDArray out = frontend.new_array(shape);
    TaskNode& task = frontend.begin_task("given");
    task.write(out.body().variable());
    task.set_body([target = StorageHold(out.body().storage), values = std::move(values)] {
      std::copy(values.begin(), values.end(), static_cast<float*>(target->write()));
    });
    frontend.submit(task);
    return out;
  }
};

/// A task that runs until open(); it must be opened before its engine goes.
class Gate {
 public:
  /// The worker that takes it does nothing else meanwhile.
  void close(Frontend& frontend) {
    TaskNode& task = frontend.begin_task("gate");
    task.set_body([open = open_] { open->wait(false); });
    frontend.submit(task);
  }
  void open() {
    open_->store(true);
    open_->notify_all();
  }

 private:
  // The worker may look once more when the gate is gone.
  std::shared_ptr<std::atomic<bool>> open_ = std::make_shared<std::atomic<bool>>(false);
};

/// What `call` throws as Error, or "" when it throws nothing.
template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace runahead::testing_support
