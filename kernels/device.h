// SPDX-License-Identifier: GPL-3.0-or-later
// The device table: memory, streams, events and copies of an accelerator, beside its operations. One table is
// one kind of device; it comes from a module that is opened at run time (core/device/module.h).
// Not here: in which order work is issued, and what waits for what (core/engine/device_engine.h).
//
// Every function may be called from any thread, but work for one stream comes from one thread at a time.
// Streams, events and blocks belong to their device: an event is recorded on streams of its own, and a stream
// computes with memory of its own. Any stream may wait for any event, and copy any device's memory to the
// host or to another device.
//
// Those that can fail throw std::runtime_error with one line in the device's own words: the call and what it
// said, after "device lost: " once nothing can be asked of it any more. Then everything fails but `destroy_`
// and `free_`, which never do.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/operations.h"

namespace runahead::kernels {

/// Grows with every change of the table.
inline constexpr std::uint32_t kDeviceTableVersion = 8;

/// A point in a stream that can be waited for, with the device's time at which it was passed.
struct Event;

struct DeviceInfo {
  char name[128];
  /// What the device does in a second at best; 0 where unknown.
  double flops, bytes_per_second;
  std::int64_t memory_bytes;
  char libraries[128];  ///< driver, runtime and BLAS with their versions, as one line
};

/// What a device noted itself of one kernel or copy, by the clock of Records::now_ns.
struct WorkRecord {
  std::uint64_t id;  ///< under which it was launched
  std::int64_t start_ns, end_ns;
};

/// Times of work by the device itself: it notes when each kernel and copy began and ended, and hands that
/// over some time after, in any order; some may be lost.
struct Records {
  /// Until as many `close`, work that is launched leaves records. Throws why it cannot.
  void (*open)();
  void (*close)();
  /// What this thread launches until `end` leaves records under `id`, which is above 0.
  void (*begin)(std::uint64_t id);
  /// How many records that will be; kUncounted where only a library of the device's knows.
  int (*end)();
  /// The clock of all devices' records. It costs next to nothing.
  std::int64_t (*now_ns)();
  /// Asks for what is known by now. It may take long, and holds up launches while it takes locks.
  void (*collect)();
  /// Of what was handed over, the oldest that were not taken yet, and how many. One user at a time.
  std::size_t (*take)(WorkRecord* records, std::size_t room);
};
inline constexpr int kUncounted = -1;

struct Device {
  std::uint32_t version;  ///< first, so that it can be read whatever follows

  /// How many there are, at least one; throws with the reason where there is none, as it would follow
  /// "no CUDA device: ".
  int (*count)();
  DeviceInfo (*describe)(int device);

  /// On that device, from the driver: callers pool. Null for 0 bytes. Throws std::bad_alloc when it is full.
  void* (*allocate)(int device, std::int64_t bytes);
  void (*free_)(int device, void* block);
  /// Of the host, pinned, which copies of any device do not have to wait for. Throws as `allocate`.
  void* (*allocate_host)(std::int64_t bytes);
  void (*free_host)(void* block);
  /// In use on that device, by all processes, as the driver says.
  std::int64_t (*used_bytes)(int device);

  /// In order, with its own BLAS handle, which is made at the first product. `tf32`: products may round their
  /// factors to ten bits.
  Stream* (*create_stream)(int device, bool tf32);
  void (*destroy_stream)(Stream* stream);
  /// What a device does when something is used first, done now: kernels and what products need are loaded.
  /// Where there is no BLAS, after its first product on the stream has said so, this is not called.
  void (*prepare)(Stream* stream);
  /// Until everything issued to the stream is done. Throws what failed on the way.
  void (*synchronize)(Stream* stream);

  Event* (*create_event)(int device);
  /// As many, or none.
  void (*create_events)(int device, Event** events, std::size_t count);
  void (*destroy_event)(Event* event);
  void (*record)(Event* event, Stream* stream);
  /// What is issued to the stream from now on starts after the event, which any stream has recorded.
  void (*wait_event)(Stream* stream, Event* event);
  /// Whether the device has passed it. Throws what failed on the way.
  bool (*passed)(Event* event);
  /// Until the device has passed it; as `passed`. The thread may spin.
  void (*wait)(Event* event);
  /// From one to the other by the device's clock, both passed, both of one device. CUDA counts this as a
  /// float of milliseconds: to half a µs at best, to 1 µs after 10 s. Long spans are best summed up from
  /// short ones.
  std::int64_t (*elapsed_ns)(Event* from, Event* to);

  /// Asynchronous where the host's side is pinned.
  void (*copy_to_host)(Stream* stream, const float* in, float* out, std::int64_t n);
  void (*copy_to_device)(Stream* stream, const float* in, float* out, std::int64_t n);

  /// On this device's memory; the stream is never null.
  const Operations* operations;
  /// Null where the kind of device keeps none.
  const Records* records;
};

/// What a module exports under this name: its table, valid while it is open.
inline constexpr const char* kDeviceTableSymbol = "runahead_device_table";
using DeviceTableFunction = const Device* (*)();

}  // namespace runahead::kernels
