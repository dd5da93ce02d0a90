// SPDX-License-Identifier: GPL-3.0-or-later
// The drivers with workers, for tests of what holds for each of them alike.
// Not for what sets them apart: engine/order_test.cpp, engine/ranked_test.cpp, engine/in_order_test.cpp.
#pragma once

#include <memory>
#include <ostream>

#include "core/engine/in_order_engine.h"
#include "core/engine/ranked_pool.h"
#include "core/engine/thread_pool.h"
#include "tests/support/trace_validator.h"

namespace runahead::testing_support {

enum class Driver {
  pool,
  ranked,
  in_order,  ///< one queue, which has one worker whatever is asked for
};

inline std::ostream& operator<<(std::ostream& out, Driver driver) {
  return out << (driver == Driver::pool ? "pool" : driver == Driver::ranked ? "ranked" : "in_order");
}

inline StartOrder order_of(Driver driver) {
  return driver == Driver::pool     ? StartOrder::as_ready
         : driver == Driver::ranked ? StartOrder::ranked
                                    : StartOrder::any;
}

template <class Tracing>
std::unique_ptr<Engine> make_driver(Driver driver, int workers, std::size_t window, Tracing tracing) {
  if (driver == Driver::pool) return std::make_unique<ThreadPool<Tracing>>(workers, window, tracing);
  if (driver == Driver::ranked) return std::make_unique<RankedPool<Tracing>>(workers, window, tracing);
  return std::make_unique<InOrderEngine<Tracing>>(std::vector<std::size_t>{0}, window, tracing);
}

}  // namespace runahead::testing_support
