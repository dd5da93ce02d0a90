// SPDX-License-Identifier: GPL-3.0-or-later
// What the module of PyTorch's device needs of the run that a program is in. core/python implements it
// (python/pytorch.cpp) and opens the module; the module knows neither Python nor lines.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "core/tensor/frontend.h"

namespace runahead::pytorch {

/// What the emulated device has.
inline constexpr std::int64_t kDeviceBytes = std::int64_t{16} << 30;

class Host {
 public:
  virtual ~Host() = default;
  /// A call belongs to the line that runs: its statement begins. From any thread, one at a time; until
  /// end_call() the program's own thread, if it is another, comes to no other line. Throws Stopped, and Error
  /// where no program runs.
  virtual Frontend& begin_call() = 0;
  virtual void end_call() = 0;
  /// Of the run's thread, which calls it; null: of another one, or between runs.
  virtual Frontend* own_frontend() = 0;
  /// The newest result of the line, which gets the name that the program binds it to.
  virtual void made(NDArray& array) = 0;
  /// The array stands for a tensor of the host in the storage with these bytes: it gets the name that the
  /// running line's function, or the program, has for that, or for another tensor there, if it has one.
  virtual void stands_for(NDArray& array, const void* bytes) = 0;
  /// A call has met a stop, which the program sees as PyTorch's error: the run ends all the same.
  virtual void stopped() = 0;
  virtual int devices() const = 0;
};

struct Table {
  int version;
  /// Before PyTorch is imported: its device `cuda` is the run's from then on.
  void (*open)(Host& host);
  /// After it was: operations that PyTorch has a kernel of the CPU for are tasks. How many.
  int (*take_over)();
  /// A run has begun on this thread: what it calls on tensors of the CPU is recorded, until end_run().
  void (*begin_run)(bool simulated);
  /// Memory of the host is used by the line that runs, where a copy reads or writes that the program has not
  /// waited for.
  std::optional<EarlyUse> (*early_use)(const void* from, const void* to, bool writes);
  /// Whether there is any such copy.
  bool (*copies_beside)();
  /// The run is over: what the program left behind has no memory any more.
  void (*end_run)();
  int (*current_device)();
  void (*set_device)(int device);
  /// Of the current device, for the thread that calls: as PyTorch counts, 0 is the default one.
  std::int64_t (*current_stream)(int device);
  void (*set_stream)(int device, std::int64_t stream);
  /// What the frontend does on that stream, whose number it has, as calls do.
  void (*with_stream)(int device, std::int64_t stream,
                      const std::function<void(Frontend& frontend, std::uint8_t stream)>& part);
};
inline constexpr int kTableVersion = 4;
inline constexpr const char* kTableSymbol = "runahead_torch_table";
using TableFunction = const Table*();

}  // namespace runahead::pytorch
