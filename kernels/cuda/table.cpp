// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA's device table: all that the module shows. Not here: its operations (typed.cu).
#include "kernels/cuda/device.h"
#include "kernels/cuda/operations.h"
#include "kernels/cuda/records.h"

namespace runahead::kernels::cuda {

namespace {

constexpr Records kRecords{
    .open = open_records,
    .close = close_records,
    .begin = begin_records,
    .end = end_records,
    .now_ns = records_now_ns,
    .collect = collect_records,
    .take = take_records,
};

constexpr Device kDevice{
    .version = kDeviceTableVersion,
    .count = count,
    .describe = describe,
    .allocate = allocate,
    .free_ = free_,
    .allocate_host = allocate_host,
    .free_host = free_host,
    .used_bytes = used_bytes,
    .create_stream = create_stream,
    .destroy_stream = destroy_stream,
    .prepare = prepare,
    .synchronize = synchronize,
    .create_event = create_event,
    .create_events = create_events,
    .destroy_event = destroy_event,
    .record = record,
    .wait_event = wait_event,
    .passed = passed,
    .wait = wait,
    .elapsed_ns = elapsed_ns,
    .copy_to_host = copy_to_host,
    .copy_to_device = copy_to_device,
    .operations = &kOperations,
    .records = &kRecords,
};

}  // namespace

}  // namespace runahead::kernels::cuda

/// kDeviceTableSymbol
extern "C" __attribute__((visibility("default"))) const runahead::kernels::Device* runahead_device_table() {
  return &runahead::kernels::cuda::kDevice;
}
