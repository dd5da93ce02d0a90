// SPDX-License-Identifier: GPL-3.0-or-later
// What PyTorch's kernels of the CPU lack beside those of a GPU.
#include "core/pytorch/kernel.h"

#include <ATen/Parallel.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <omp.h>

#include <string_view>

#include "core/base/error.h"
#include "core/pytorch/memory.h"
#include "core/pytorch/values.h"

namespace runahead::pytorch {

using at::Tensor;
using c10::IValue;
using torch::jit::Stack;

namespace {

constexpr c10::DispatchKeySet kKernels(c10::DispatchKey::CPU);

bool says(const c10::Error& error, std::string_view words) {
  return std::string_view(error.what()).find(words) != std::string_view::npos;
}

/// `given` in float; `stack` gets the results, rounded unless the operation is to give float.
void compute_in_float(const c10::OperatorHandle& handle, const Stack& given, Stack& stack, bool rounds) {
  const auto to_float = [](const Tensor& one) {
    return one.scalar_type() == at::kHalf ? one.to(at::kFloat) : one;
  };
  const auto to_half = [](const Tensor& one) {
    return one.scalar_type() == at::kFloat ? one.to(at::kHalf) : one;
  };
  const std::vector<c10::Argument>& described = handle.schema().arguments();
  stack.clear();
  for (std::size_t i = 0; i < given.size(); ++i) {
    const bool is_type = described[i].real_type()->kind() == c10::TypeKind::ScalarTypeType;
    if (is_type && given[i].isInt() && given[i].toScalarType() == at::kHalf) {
      stack.emplace_back(at::kFloat);
    } else if (described[i].name() == "half_to_float") {
      stack.emplace_back(false);
    } else {
      stack.push_back(changed(given[i], to_float, c10::kCPU));
    }
  }
  handle.redispatchBoxed(kKernels, &stack);
  if (!rounds) return;
  for (IValue& value : stack) value = changed(value, to_half, c10::kCPU);
}

}  // namespace

void compute(const c10::OperatorHandle& handle, Stack& stack) {
  const at::NoGradGuard no_gradients;
  const at::AutoDispatchBelowADInplaceOrView below;
  const Stack given = stack;
  try {
    handle.redispatchBoxed(kKernels, &stack);
  } catch (const c10::Error& error) {
    if (says(error, "Could not run 'aten::"))
      throw Error(handle.schema().name() +
                  ": PyTorch has no kernel of the CPU for it, so this device has none");
    const bool to_float = says(error, "half to float conversion is not supported on CPU");
    const bool lacks = to_float || says(error, "not implemented for 'Half'");
    if (!lacks || handle.schema().is_mutable()) throw;
    compute_in_float(handle, given, stack, !to_float);
  }
}

void compute_in_task(const c10::OperatorHandle& handle, Stack& stack) {
  // oneDNN asks OpenMP, whose number is a thread's own and, until PyTorch first sets it there, that of all
  // processors. A task is its worker's alone, and sums are the same on every one.
  at::internal::lazy_init_num_threads();
  omp_set_num_threads(1);
  take_memory(stack);
  compute(handle, stack);
}

void take_memory(const Stack& stack) {
  for (const IValue& value : stack) {
    each_tensor(value, [](const Tensor& one) {
      if (auto* const twin = dynamic_cast<HostTwin*>(one.storage().unsafeGetStorageImpl())) twin->take();
    });
  }
}

}  // namespace runahead::pytorch
