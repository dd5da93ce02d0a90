// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch's own observer of functions sees an operation begin and end: one that reached no device was
// computed in between.
#include "core/pytorch/in_call.h"

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/record_function.h>

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/engine/tracing.h"
#include "core/pytorch/operators.h"
#include "core/pytorch/work.h"
#include "core/tensor/in_call.h"

namespace runahead::pytorch {

namespace {

bool is_tensors(const c10::Type& type) {
  if (type.kind() == c10::TypeKind::ListType) return is_tensors(*type.containedType(0));
  return type.kind() == c10::TypeKind::TensorType;
}

/// Whether an operation computes: not one that consists of others, makes another view, only takes memory, or
/// gives a number.
bool computes(const c10::OperatorName& name) {
  const auto handle = c10::Dispatcher::singleton().findSchema(name);
  if (!handle || name.name.starts_with("aten::empty") || name.name == "aten::detach") return false;
  const c10::FunctionSchema& schema = handle->schema();
  const bool is_view = !schema.is_mutable() && !schema.returns().empty() && schema.returns()[0].alias_info();
  if (is_view || schema.returns().empty() || !is_tensors(*schema.returns()[0].type())) return false;
  return handle->hasKernelForDispatchKey(c10::DispatchKey::CPU) ||
         handle->hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutograd);
}

bool known_to_compute(const c10::OperatorName& name) {
  thread_local std::unordered_map<c10::OperatorName, bool> all;
  const auto found = all.find(name);
  return found != all.end() ? found->second : all.emplace(name, computes(name)).first->second;
}

struct Observed final : at::ObserverContext {
  explicit Observed(Frontend& frontend) : call(frontend) {}
  InCall call;
  const std::uint64_t turns_before = turns();
  torch::jit::Stack inputs = {};  ///< of a simulated run
};

struct Observer {
  std::optional<at::CallbackHandle> handle;
  bool simulated = false;
  bool within = false;  ///< an operation that is observed
};
thread_local Observer observer = {};

std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& function) {
  Frontend* const frontend = observer.within || in_task ? nullptr : host().own_frontend();
  if (!frontend) return nullptr;
  const auto name = function.operator_name();
  if (!name || !known_to_compute(*name)) return nullptr;
  auto made = std::make_unique<Observed>(*frontend);
  observer.within = true;
  if (observer.simulated) made->inputs.assign(function.inputs().begin(), function.inputs().end());
  return made;
}

Work observed_work(std::string_view name, const at::RecordFunction& function,
                   const torch::jit::Stack& inputs) {
  if (!observer.simulated) return {};
  std::vector<at::Tensor> made;
  for (const c10::IValue& value : function.outputs()) {
    if (value.isTensor() && value.toTensor().defined()) made.push_back(value.toTensor());
  }
  return work_of(name, inputs, made);
}

void end(const at::RecordFunction& function, at::ObserverContext* context) {
  auto* const observed = static_cast<Observed*>(context);
  if (!observed) return;
  observer.within = false;
  if (turns() != observed->turns_before || std::uncaught_exceptions() > 0) return;
  try {
    std::string_view name = function.name();
    name.remove_prefix(name.find("::") + 2);
    const Work work = observed_work(name, function, observed->inputs);
    const Turn turn;
    observed->call.end(name, work);
  } catch (const Stopped&) {
    host().stopped();  // which the next line meets
  } catch (const std::exception&) {
    // PyTorch would print it: the run meets what went wrong with its next call.
  }
}

}  // namespace

void tell_in_call(bool simulated) {
  observer.simulated = simulated;
  observer.within = false;
  observer.handle = at::addThreadLocalCallback(at::RecordFunctionCallback(begin, end)
                                                   .needsInputs(simulated)
                                                   .needsOutputs(simulated)
                                                   .scopes({at::RecordScope::FUNCTION}));
}

void tell_no_more() {
  if (observer.handle) at::removeCallback(*observer.handle);
  observer.handle.reset();
}

}  // namespace runahead::pytorch
