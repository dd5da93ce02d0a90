// SPDX-License-Identifier: GPL-3.0-or-later
// The door of the module: what core/python asks of it.
#include "core/base/error.h"
#include "core/pytorch/beside.h"
#include "core/pytorch/in_call.h"
#include "core/pytorch/operators.h"

namespace runahead::pytorch {

void install_device_allocator();

namespace {

void open(Host& given) {
  set_host(given);
  install_allocator();
  install_device_allocator();
}

void end_run() {
  tell_no_more();
  forget_copies_beside();
  forget_device_failure();
  release_all();
}

std::optional<EarlyUse> early_use_of(const void* from, const void* to, bool writes) {
  const Turn turn;
  return early_use(turn.frontend(), {static_cast<const char*>(from), static_cast<const char*>(to)}, writes);
}

void with_stream(int device, std::int64_t stream,
                 const std::function<void(Frontend& frontend, std::uint8_t stream)>& part) {
  try {
    const Turn turn(device);
    part(turn.frontend(), turn.number_of(device, stream));
  } catch (const c10::Error& error) {
    throw Error(error.what_without_backtrace());
  } catch (const TaskError& error) {
    device_failed(error.what());
    throw;
  }
}

}  // namespace
}  // namespace runahead::pytorch

extern "C" __attribute__((visibility("default"))) const runahead::pytorch::Table* runahead_torch_table() {
  using namespace runahead::pytorch;
  static const Table table = {
      kTableVersion, open,           take_over,          tell_in_call,   early_use_of,       copies_beside,
      end_run,       current_device, set_current_device, current_stream, set_current_stream, with_stream};
  return &table;
}
