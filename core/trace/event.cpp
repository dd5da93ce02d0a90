// SPDX-License-Identifier: GPL-3.0-or-later
// The words for the trace's enumerations.
#include "core/trace/event.h"

namespace runahead {

const char* to_string(WaitReason reason) {
  switch (reason) {
    case WaitReason::wait_to_read:
      return "wait_to_read";
    case WaitReason::waitall:
      return "waitall";
    case WaitReason::asnumpy:
      return "asnumpy";
    case WaitReason::asscalar:
      return "asscalar";
    case WaitReason::item:
      return "item";
    case WaitReason::print:
      return "print";
    case WaitReason::synchronize:
      return "synchronize";
    case WaitReason::queue_full:
      return "queue full";
    case WaitReason::memory_full:
      return "memory full";
    case WaitReason::copy:
      return "copy";
    case WaitReason::call:
      return "call";
    case WaitReason::save:
      return "save";
  }
  return "";
}

const char* to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::ok:
      return "ok";
    case Outcome::failed:
      return "failed";
    case Outcome::skipped:
      return "skipped";
    case Outcome::eliminated:
      return "eliminated";
  }
  return "";
}

const char* to_string(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::raised:
      return "raised";
    case ErrorKind::inherited:
      return "inherited";
    case ErrorKind::surfaced:
      return "surfaced";
    case ErrorKind::race:
      return "race";
  }
  return "";
}

const char* to_string(LaneKind kind) {
  switch (kind) {
    case LaneKind::frontend:
      return "frontend";
    case LaneKind::caller:
      return "caller";
    case LaneKind::worker:
      return "worker";
    case LaneKind::stream:
      return "stream";
    case LaneKind::copy:
      return "copy";
  }
  return "";
}

const char* to_string(RegionKind kind) {
  switch (kind) {
    case RegionKind::benchmark:
      return "benchmark";
    case RegionKind::initialisation:
      return "initialisation";
    case RegionKind::tracing:
      return "tracing";
  }
  return "";
}

}  // namespace runahead
