// SPDX-License-Identifier: GPL-3.0-or-later
// submit_task(): a task of a test, from its node to submit().
#pragma once

#include <span>
#include <utility>

#include "core/engine/engine.h"

namespace runahead {

template <class Body>
void submit_task(Engine& engine, std::span<EngineVariable* const> reads,
                 std::span<EngineVariable* const> writes, Body&& body) {
  TaskNode& task = engine.acquire(kNone);
  task.name = 0;
  task.statement = kNone;
  for (EngineVariable* variable : reads) task.read(*variable);
  for (EngineVariable* variable : writes) task.write(*variable);
  task.set_body(std::forward<Body>(body));
  engine.submit(task);
}

}  // namespace runahead
