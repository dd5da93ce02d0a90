// SPDX-License-Identifier: GPL-3.0-or-later
// Program: what a scenario's program calls. Its lines are the lines of the listing.
// Not here: operations on arrays (tensor/operations.h), threads (run_execution.cpp).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/scenario/run_execution.h"
#include "core/tensor/frontend.h"
#include "core/tensor/function.h"
#include "core/tensor/operations.h"

namespace runahead {

class Program {
 public:
  Program(Frontend& frontend, const RunConfig& config, OutputWriter& output)
      : frontend_(frontend), config_(config), output_(output) {}

  Frontend& frontend() { return frontend_; }
  std::int64_t parameter(const std::string& name) const { return config_.parameters.at(name); }
  const RunConfig& config() const { return config_; }

  /// A statement of the listing begins; the one before has returned. The gate of stop().
  void line(int number, bool continues = false) {
    frontend_.begin_statement(number, continues);
    line_ = number;
  }

  /// The wait statement at `number`, if the run takes it: a statement of its own.
  void wait(int number, const NDArray& array, WaitPlace place, std::int64_t iteration = 1) {
    if (!config_.waits.at(number, iteration, place)) return;
    line(number);
    array.wait_to_read();
  }
  /// The same for one array of several. On a device that is a copy to the host, as PyTorch's y.cpu().
  void wait_for_one(int number, const NDArray& array, WaitPlace place) {
    if (!config_.waits.at(number, 1, place)) return;
    line(number);
    if (config_.mode == Mode::stream) {
      frontend_.read(array.body(), WaitReason::copy);
    } else {
      array.wait_to_read();
    }
  }
  void waitall(int number, WaitPlace place) {
    if (!config_.waits.at(number, 1, place)) return;
    line(number);
    frontend_.waitall();
  }
  /// A wait that a list of lines may put behind the current statement.
  void may_wait(const NDArray& array, std::int64_t iteration = 1) {
    if (config_.waits.at(line_, iteration, WaitPlace::possible)) array.wait_to_read();
  }
  bool waits_at(int number, WaitPlace place, std::int64_t iteration = 1) const {
    return config_.waits.at(number, iteration, place);
  }

  /// A look at the clock. One that is simulated and has not moved since the last look moves by 100 ns, or a
  /// program that polls would never end.
  std::int64_t now_ns();
  /// Is busy for so long, looking at the clock.
  void spin(std::int64_t ns);

  /// A measured phase, from construction to end() or destruction.
  class Phase {
   public:
    Phase(Frontend& frontend, RegionKind kind, std::string_view name)
        : frontend_(frontend), mark_(frontend.begin_region(kind, name)) {}
    Phase(const Phase&) = delete;
    Phase& operator=(const Phase&) = delete;
    ~Phase() { end(); }
    void end() {
      if (!mark_) return;
      frontend_.end_statement();
      frontend_.end_region(*mark_);
      mark_.reset();
    }

   private:
    Frontend& frontend_;
    std::optional<RegionId> mark_;
  };
  Phase benchmark(std::string_view name) {
    frontend_.end_statement();
    return {frontend_, RegionKind::benchmark, name};
  }
  /// Left out of every number; the program waits for what it starts here.
  Phase initialisation() { return {frontend_, RegionKind::initialisation, "initialisation"}; }

  /// Arrays that are made while it lives are the program's inputs (batches).
  class Inputs {
   public:
    explicit Inputs(Frontend& frontend) : frontend_(frontend) { frontend_.mark_inputs(true); }
    Inputs(const Inputs&) = delete;
    Inputs& operator=(const Inputs&) = delete;
    ~Inputs() { frontend_.mark_inputs(false); }

   private:
    Frontend& frontend_;
  };
  Inputs inputs() { return Inputs(frontend_); }

  /// A part of the program that mode function traces; in other modes it just runs.
  Function function(std::string name, Function::Body body) {
    return Function(frontend_, std::move(name), std::move(body));
  }

  /// Declares what the run computes, read when everything is done: the first array is the run's value, the
  /// others count for its hash.
  void result(const NDArray& array) { results_.push_back(array); }
  const std::vector<NDArray>& declared_results() const { return results_; }

  /// What ps says of the process; under the virtual clock, what the allocator has reserved.
  double resident_kib();
  /// What the program prints on standard output, or on standard error, in that statement. A megabyte of it
  /// is kept, and of more than that the end.
  void print(std::string_view text, StatementId statement, bool error = false);
  /// Nothing more is printed.
  void end_output();

 private:
  Frontend& frontend_;
  const RunConfig& config_;
  OutputWriter& output_;
  int line_ = 0;
  std::int64_t last_look_ns_ = -1;
  std::vector<NDArray> results_;
  std::size_t printed_bytes_ = 0;
  std::string printed_last_;  ///< of what came after the first megabyte
};

}  // namespace runahead
