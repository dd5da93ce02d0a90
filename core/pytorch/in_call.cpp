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
#include "core/pytorch/beside.h"
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
  if (!handle || name.name.starts_with("aten::empty") || name.name.starts_with("aten::detach") ||
      name.name == "aten::set_")
    return false;
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

/// Memory that a copy beside the program uses, used by a call.
struct Early {
  EarlyUse use;
  at::Tensor by;
  bool writes;
};

/// What a call uses before the program has waited for it. `reads`: it does nothing else, and is no task.
std::optional<Early> early_in(Frontend& frontend, const c10::OperatorName& name,
                              c10::ArrayRef<const c10::IValue> inputs, bool reads) try {
  const Turn turn;
  const auto handle = c10::Dispatcher::singleton().findSchema(name);
  if (!handle) return std::nullopt;
  const std::vector<c10::Argument>& arguments = handle->schema().arguments();
  std::optional<Early> found;
  const auto look_at = [&](const at::Tensor& tensor, bool writes) {
    if (found || !tensor.defined() || tensor.device() != c10::kCPU || !tensor.has_storage()) return;
    const std::optional<EarlyUse> use = early_use(frontend, extent_of(tensor), writes);
    if (use) found = Early{*use, tensor, writes};
  };
  for (std::size_t i = 0; i < inputs.size() && i < arguments.size(); ++i) {
    const bool writes = arguments[i].alias_info() && arguments[i].alias_info()->isWrite();
    if (inputs[i].isTensor()) look_at(inputs[i].toTensor(), writes);
    if (!inputs[i].isTensorList()) continue;
    for (const at::Tensor& tensor : inputs[i].toTensorVector()) look_at(tensor, writes);
  }
  if (found && reads) frontend.record_race(kNone, found->use.copy, found->use.array);
  return found;
} catch (const Stopped&) {
  host().stopped();
  return std::nullopt;
}

struct Observed final : at::ObserverContext {
  explicit Observed(Frontend& frontend) : call(frontend) {}
  InCall call;
  const std::uint64_t turns_before = turns();
  std::optional<Early> early = {};
  torch::jit::Stack inputs = {};  ///< of a simulated run
};

struct Observer {
  std::optional<at::CallbackHandle> handle;
  bool simulated = false;
  bool looks = false;   ///< at inputs
  bool within = false;  ///< an operation that is observed
};
thread_local Observer observer = {};

std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction& function) {
  Frontend* const frontend = observer.within || in_task ? nullptr : host().own_frontend();
  if (!frontend) return nullptr;
  const auto name = function.operator_name();
  if (!name) return nullptr;
  const bool computes = known_to_compute(*name);
  std::optional<Early> early;
  if (copies_beside() && observer.looks) {
    const bool reads = name->name == "aten::_local_scalar_dense" || name->name == "aten::equal";
    if (computes || reads) early = early_in(*frontend, *name, function.inputs(), !computes);
  }
  if (!computes) return nullptr;
  auto made = std::make_unique<Observed>(*frontend);
  made->early = std::move(early);
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
    if (!observed->early) return observed->call.end(name, work);
    Early& early = *observed->early;
    if (!early.writes || !early.use.arrives) return observed->call.end(name, work, early.use);
    NDArray written = turn.frontend().new_array(Shape{0}, kernels::Type::boolean);
    early.use.array = written.body().variable().id;
    host().stands_for(written, early.by.storage().data());
    observed->call.end(name, work, early.use, &written.body());
  } catch (const Stopped&) {
    host().stopped();  // which the next line meets
  } catch (const std::exception&) {
    // PyTorch would print it: the run meets what went wrong with its next call.
  }
}

void observe(bool looks) {
  observer.looks = looks;
  observer.handle = at::addThreadLocalCallback(at::RecordFunctionCallback(begin, end)
                                                   .needsInputs(looks)
                                                   .needsOutputs(observer.simulated)
                                                   .scopes({at::RecordScope::FUNCTION}));
}

}  // namespace

void tell_in_call(bool simulated) {
  observer.simulated = simulated;
  observer.within = false;
  observe(simulated);
}

void compute_in_call(std::string_view name, const Work& work, const std::function<void()>& part) {
  Frontend* const frontend = in_task ? nullptr : host().own_frontend();
  if (!frontend) return part();
  InCall call(*frontend);
  part();
  const Turn turn;
  call.end(name, work);
}

void look_at_inputs() {
  if (!observer.handle || observer.looks) return;
  at::removeCallback(*observer.handle);
  observe(true);
}

void tell_no_more() {
  if (observer.handle) at::removeCallback(*observer.handle);
  observer.handle.reset();
}

}  // namespace runahead::pytorch
