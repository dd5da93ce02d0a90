// SPDX-License-Identifier: GPL-3.0-or-later
// CUPTI, opened at run time: without it there are no records, and all else works.
// Not here: what is done with it (records.h).
#pragma once

#include <cupti.h>

#include <string>

namespace runahead::kernels::cuda {

struct Cupti {
  decltype(&cuptiGetResultString) result_string;
  decltype(&cuptiGetTimestamp) timestamp;
  decltype(&cuptiActivityRegisterCallbacks) register_callbacks;
  decltype(&cuptiActivityEnable) enable;
  decltype(&cuptiActivityDisable) disable;
  decltype(&cuptiActivityEnableRuntimeApi) enable_call;
  decltype(&cuptiActivityFlushAll) flush;
  decltype(&cuptiActivityGetNextRecord) next_record;
  decltype(&cuptiActivityPushExternalCorrelationId) push_id;
  decltype(&cuptiActivityPopExternalCorrelationId) pop_id;
};

/// Throws std::runtime_error with the reason where there is none.
const Cupti& cupti();

/// Throws "CUPTI: " and what it says itself of the answer, unless that is success.
void check(CUptiResult answer);

}  // namespace runahead::kernels::cuda
