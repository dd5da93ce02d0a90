// SPDX-License-Identifier: GPL-3.0-or-later
// An operation of PyTorch's, called on tensors of the device: what is asked of it before it is a task.
#include "core/pytorch/operators.h"

#include <ATen/MemoryOverlap.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <Python.h>
#include <torch/library.h>

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/engine/tracing.h"
#include "core/pytorch/kernel.h"
#include "core/pytorch/shapes.h"
#include "core/pytorch/values.h"
#include "core/pytorch/work.h"

namespace runahead::pytorch {

using at::Tensor;
using c10::IValue;
using torch::jit::Stack;

namespace {

/// What a schema says of one operation.
struct Operation {
  std::string name;  ///< without "aten::" and what tells overloads apart
  bool has_meta = false;
  bool writes = false;  ///< into arguments
  bool fills = false;   ///< those of out=, whose size is its result's
  bool is_view = false;
  bool is_random = false;
  bool is_loop = false;        ///< over operations: _foreach_
  bool takes_indices = false;  ///< x[...], which may be of the CPU
  bool asks = false;           ///< whether its result is good, or the kernels of the CPU say other sizes
  bool has_kernel = false;     ///< of the CPU
  int asks_number = -1;        ///< the argument that CUDA's kernel takes as a number
  ShapeFunction shape = nullptr;
};

Operation operation_of(const c10::OperatorHandle& handle) {
  const c10::FunctionSchema& schema = handle.schema();
  Operation made;
  const std::string& full = schema.name();
  made.name = full.substr(full.find("::") + 2);
  made.has_meta = handle.hasKernelForDispatchKey(c10::DispatchKey::Meta) ||
                  handle.hasKernelForDispatchKey(c10::DispatchKey::CompositeExplicitAutograd);
  for (const c10::Argument& argument : schema.arguments()) {
    made.is_random |= argument.type()->kind() == c10::TypeKind::OptionalType &&
                      argument.type()->containedType(0)->str() == "Generator";
    made.writes |= argument.alias_info() && argument.alias_info()->isWrite();
    made.fills |= argument.kwarg_only() && argument.alias_info() && argument.alias_info()->isWrite();
  }
  made.is_view = !made.writes && !schema.returns().empty() && schema.returns()[0].alias_info();
  made.is_loop = made.name.starts_with("_foreach_");
  made.takes_indices = made.name == "index" || made.name == "index_put_" || made.name == "_index_put_impl_";
  made.asks = made.name == "_linalg_svd" || made.name == "_linalg_eigh" || made.name == "_embedding_bag" ||
              made.name == "_embedding_bag_forward_only";
  made.has_kernel = handle.hasComputedKernelForDispatchKey(c10::DispatchKey::CPU) ||
                    handle.hasKernelForDispatchKey(c10::DispatchKey::CompositeImplicitAutograd);
  if (made.name.starts_with("masked_fill") && schema.overload_name() == "Tensor") made.asks_number = 2;
  if (made.name.starts_with("index_fill") && schema.overload_name() == "int_Tensor") made.asks_number = 3;
  if (schema.overload_name().empty()) made.shape = shape_function(made.name);
  return made;
}

const Operation& known_operation(const c10::OperatorHandle& handle) {
  // Any thread asks, with the interpreter or without: its own mutex, in which nothing waits.
  static auto* const mutex = new std::mutex;
  static auto* const all = new std::unordered_map<std::string, Operation>;
  const c10::OperatorName& name = handle.operator_name();
  const std::string key = name.name + '.' + name.overload_name;
  const std::lock_guard lock(*mutex);
  const auto found = all->find(key);
  return found != all->end() ? found->second : all->emplace(key, operation_of(handle)).first->second;
}

bool is_written(const c10::FunctionSchema& schema, std::size_t argument) {
  const c10::AliasInfo* const alias = schema.arguments()[argument].alias_info();
  return alias && alias->isWrite();
}

/// The same, and where a kernel writes what its schema does not tell.
bool is_written_too(const Operation& operation, const c10::FunctionSchema& schema, const Stack& arguments,
                    std::size_t argument) {
  const auto is = [&](std::size_t first, std::size_t last) { return argument >= first && argument <= last; };
  if (operation.name == "native_batch_norm")
    return is(3, 4) && arguments[5].toBool();                        // in training: running mean and variance
  if (operation.name == "batch_norm_update_stats") return is(1, 2);  // the same
  return is_written(schema, argument);
}

/// An error that a kernel without memory, written in Python, has left behind.
void forget_python_error() {
  const PyGILState_STATE state = PyGILState_Ensure();
  PyErr_Clear();
  PyGILState_Release(state);
}

void check_mask(const Tensor& mask, std::int64_t of_mask, const Tensor& own, std::int64_t axis) {
  TORCH_CHECK_INDEX(axis < own.dim() && mask.size(of_mask) == own.size(axis), "The shape of the mask ",
                    mask.sizes(), " at index ", of_mask, " does not match the shape of the indexed tensor ",
                    own.sizes(), " at index ", axis);
}

/// As PyTorch does: indices of the CPU come to the device by a copy that the call waits for, and so does one
/// value; a mask becomes the places where it is true, which the device is asked for.
void bring_indices(Stack& arguments) {
  const Tensor own = arguments[0].toTensor();
  c10::List<c10::optional<Tensor>> brought;
  for (const c10::optional<Tensor>& index : arguments[1].toOptionalTensorList().vec()) {
    const bool is_there = index && index->defined();
    if (!is_there || (index->scalar_type() != at::kBool && index->scalar_type() != at::kByte)) {
      brought.push_back(is_there ? index->to(own.device()) : index);
      continue;
    }
    const auto first = static_cast<std::int64_t>(brought.size());
    for (std::int64_t i = 0; i < index->dim(); ++i) check_mask(*index, i, own, first + i);
    for (const Tensor& axis : index->nonzero().unbind(1)) brought.push_back(axis.to(own.device()));
  }
  arguments[1] = brought;
  if (arguments.size() < 3) return;
  const Tensor value = arguments[2].toTensor();
  if (!is_ours(value) && value.dim() == 0) arguments[2] = value.to(own.device());
  at::assert_no_overlap(own, arguments[2].toTensor());
  c10::List<c10::optional<Tensor>> forms;
  for (const c10::optional<Tensor>& index : brought.vec())
    forms.push_back(index && index->defined() ? c10::optional<Tensor>(of_meta(*index)) : index);
  const Tensor taken = at::index(of_meta(own), forms);
  TORCH_CHECK(at::is_expandable_to(value.sizes(), taken.sizes()), "shape mismatch: value tensor of shape ",
              value.sizes(), " cannot be broadcast to indexing result of shape ", taken.sizes());
}

/// x[mask] = number, which PyTorch fills without asking where: nothing is waited for.
bool fill_where_masked(const Stack& arguments) {
  const Tensor own = arguments[0].toTensor(), value = arguments[2].toTensor();
  if (is_ours(value) || value.numel() != 1 || arguments[3].toBool()) return false;
  Tensor mask;
  std::int64_t axes = 0;
  for (const c10::optional<Tensor>& index : arguments[1].toOptionalTensorList().vec()) {
    if (!index || !index->defined()) {
      ++axes;
      continue;
    }
    const bool masks = index->scalar_type() == at::kBool || index->scalar_type() == at::kByte;
    if (!masks || !is_ours(*index) || mask.defined()) return false;
    for (std::int64_t i = 0; i < index->dim(); ++i) check_mask(*index, i, own, axes + i);
    mask = *index;
    axes += index->dim();
  }
  if (!mask.defined()) return false;
  for (; axes < own.dim(); ++axes) mask = mask.unsqueeze(-1);
  Tensor(own).masked_fill_(mask, value.item());
  return true;
}

/// One call of one operation on tensors of the device.
class Call {
 public:
  Call(const c10::OperatorHandle& handle, const Operation& operation, Stack arguments);
  /// Puts its results on the stack.
  void run(Stack& results);

 private:
  int find_device() const;
  Tensor taken_now(const Tensor& tensor) const;
  void view(Stack& results);
  void draw(Stack& results);
  /// Whether the forms of its results are known before it has run.
  bool find_forms();
  void resize_outputs(const Stack& forms);
  void at_once(Stack& results);
  void fill(const Tensor& own, const Tensor& made) const;
  void enqueue(Stack& results);
  void return_written(Stack& results) const;
  Stack for_host() const;
  std::pair<std::vector<Tensor>, std::vector<Tensor>> used() const;
  void submit_task(const std::vector<Tensor>& made, std::function<void()> body);

  const c10::OperatorHandle& handle_;
  const Operation& operation_;
  const c10::FunctionSchema& schema_;
  Stack arguments_;
  const int device_;
  const Turn turn_;
  Stack forms_;  ///< of the results, without memory
};

Call::Call(const c10::OperatorHandle& handle, const Operation& operation, Stack arguments)
    : handle_(handle),
      operation_(operation),
      schema_(handle.schema()),
      arguments_(std::move(arguments)),
      device_(find_device()),
      turn_(device_) {
  const c10::Device own(kDevice, static_cast<c10::DeviceIndex>(device_));
  for (IValue& value : arguments_)
    value = changed(
        value, [this](const Tensor& one) { return taken_now(one); }, own);
}

int Call::find_device() const {
  int device = -1;
  bool beside_host = false;
  const auto together = [&](const c10::Device& other) {
    TORCH_CHECK(false, "Expected all tensors to be on the same device, but found at least two devices, ",
                c10::Device(kDevice, static_cast<c10::DeviceIndex>(std::max(device, 0))), " and ", other,
                "! (when checking ", operation_.name, ")");
  };
  for (const IValue& value : arguments_) {
    each_tensor(value, [&](const Tensor& one) {
      if (!is_ours(one)) {
        beside_host |= one.dim() > 0;
      } else if (device < 0) {
        device = one.device().index();
      } else if (device != one.device().index() && one.dim() > 0) {
        together(one.device());
      }
    });
  }
  if (beside_host) together(c10::kCPU);
  if (device >= 0) return device;
  for (const IValue& value : arguments_) {
    if (value.isDevice()) return device_of(value.toDevice());
  }
  return current_device();
}

/// A tensor of the CPU, a number or indices, counts as it is now.
Tensor Call::taken_now(const Tensor& tensor) const {
  if (is_ours(tensor) || tensor.unsafeGetTensorImpl()->is_wrapped_number()) return tensor;
  const at::NoGradGuard no_gradients;
  const at::AutoDispatchBelowADInplaceOrView below;
  return tensor.clone();
}

Stack Call::for_host() const {
  Stack made;
  made.reserve(arguments_.size());
  const auto its = [](const Tensor& one) { return is_ours(one) ? of_host(one) : one; };
  for (const IValue& value : arguments_) made.push_back(changed(value, its, c10::kCPU));
  return made;
}

void Call::return_written(Stack& results) const {
  for (const c10::Argument& result : schema_.returns()) {
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const c10::AliasInfo* const alias = schema_.arguments()[i].alias_info();
      if (alias && result.alias_info() && alias->isWrite() && *alias == *result.alias_info())
        results.push_back(arguments_[i]);
    }
  }
}

/// What it reads, and what it reads and writes.
std::pair<std::vector<Tensor>, std::vector<Tensor>> Call::used() const {
  std::pair<std::vector<Tensor>, std::vector<Tensor>> both;
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    std::vector<Tensor>& into = is_written_too(operation_, schema_, arguments_, i) ? both.second : both.first;
    each_tensor(arguments_[i], [&](const Tensor& one) {
      if (is_ours(one)) into.push_back(one);
    });
  }
  return both;
}

void Call::submit_task(const std::vector<Tensor>& made, std::function<void()> body) {
  const auto [read, written] = used();
  submit(turn_.frontend(), operation_.name.c_str(), read, written, made,
         work_of(operation_.name, arguments_, made), std::move(body));
}

/// Only another form: PyTorch's kernel of the CPU looks at no data.
void Call::view(Stack& results) {
  Stack stack = for_host();
  compute(handle_, stack);
  const Tensor base = arguments_[0].toTensor();
  for (const IValue& value : stack)
    results.push_back(changed(
        value, [&](const Tensor& one) { return view_of(base, one); }, base.device()));
}

/// Random numbers are drawn now, in the program's order, and handed over by a task.
void Call::draw(Stack& results) {
  Stack stack = for_host();
  std::vector<std::pair<Tensor, Tensor>> drawn;
  std::vector<Tensor> read;
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    if (is_written(schema_, i) && arguments_[i].isTensor()) {
      const Tensor target = stack[i].toTensor();
      const Tensor numbers = at::empty_strided(target.sizes(), target.strides(), target.options());
      drawn.emplace_back(target, numbers);
      stack[i] = numbers;
    } else {
      each_tensor(arguments_[i], [&](const Tensor& one) {
        if (is_ours(one)) read.push_back(one);
      });
    }
  }
  await(turn_.frontend(), read, WaitReason::copy);
  take_memory(stack);
  compute(handle_, stack);
  for (std::size_t i = 0, next = 0; i < arguments_.size(); ++i) {
    if (!is_written(schema_, i) || !arguments_[i].isTensor()) continue;
    auto& [target, numbers] = drawn.at(next++);
    if (target.sizes() == numbers.sizes()) continue;
    const Tensor own = arguments_[i].toTensor();
    resize(turn_.frontend(), own, numbers);
    target = of_host(own);
  }
  if (!operation_.writes) {
    for (const IValue& value : stack) {
      results.push_back(changed(
          value,
          [&](const Tensor& one) {
            const Tensor made = new_tensor(turn_.frontend(), one, device_);
            const Tensor target = of_host(made);
            submit_task({made}, [target, one] {
              HostTwin::behind(target).take();
              target.copy_(one);
            });
            return made;
          },
          c10::Device(kDevice, static_cast<c10::DeviceIndex>(device_))));
    }
    return;
  }
  submit_task({}, [drawn] {
    for (const auto& pair : drawn) {
      HostTwin::behind(pair.first).take();
      pair.first.copy_(pair.second);
    }
  });
  return_written(results);
}

bool Call::find_forms() {
  if (operation_.writes && !operation_.has_meta && !operation_.fills) return true;
  if (!operation_.has_meta && !operation_.shape) return false;
  Stack stack;
  for (const IValue& value : arguments_) stack.push_back(changed(value, of_meta, c10::kMeta));
  try {
    const at::NoGradGuard no_gradients;
    const at::AutoDispatchBelowADInplaceOrView below;
    if (operation_.shape) {
      for (const Tensor& one : operation_.shape(stack)) forms_.emplace_back(one);
      return true;
    }
    Stack made = stack;
    handle_.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::Meta), &made);
    if (operation_.writes) {
      resize_outputs(stack);
    } else {
      forms_ = std::move(made);
    }
    return true;
  } catch (const std::exception&) {
    // There is no such kernel after all, or the kernel of the CPU says below what is wrong.
    forget_python_error();
    forms_.clear();
    return false;
  }
}

/// out= of another size than its result.
void Call::resize_outputs(const Stack& forms) {
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    if (!forms[i].isTensor() || !arguments_[i].isTensor() || !arguments_[i].toTensor().defined()) continue;
    const Tensor form = forms[i].toTensor(), own = arguments_[i].toTensor();
    if (!is_ours(own) || form.sizes() == own.sizes()) continue;
    resize(turn_.frontend(), own, form);
  }
}

/// The form of the result needs its values: a task in its stream's order, for which the call waits.
void Call::at_once(Stack& results) {
  const auto shared = std::make_shared<Stack>(for_host());
  Stack& stack = *shared;
  std::vector<std::pair<Tensor, Tensor>> filled;
  for (std::size_t i = 0; operation_.fills && i < stack.size(); ++i) {
    if (!is_written(schema_, i) || !stack[i].isTensor()) continue;
    filled.emplace_back(arguments_[i].toTensor(), at::empty({0}, stack[i].toTensor().options()));
    stack[i] = filled.back().second;
  }
  const auto [read, written] = used();
  submit_and_await(
      turn_.frontend(), operation_.name.c_str(), read, written, work_of(operation_.name, arguments_, {}),
      [handle = handle_, shared] { compute_in_task(handle, *shared); }, WaitReason::copy);
  for (const auto& [own, made] : filled) fill(own, made);
  if (operation_.writes) return return_written(results);
  for (const IValue& value : stack) {
    results.push_back(changed(
        value,
        [&](const Tensor& one) {
          const Tensor made = new_tensor(turn_.frontend(), one, device_);
          const Tensor target = of_host(made);
          HostTwin::behind(target).take();
          target.copy_(one);
          return made;
        },
        c10::Device(kDevice, static_cast<c10::DeviceIndex>(device_))));
  }
}

void Call::fill(const Tensor& own, const Tensor& made) const {
  if (own.sizes() != made.sizes()) resize(turn_.frontend(), own, made.contiguous());
  const Tensor target = of_host(own);
  HostTwin::behind(target).take();
  target.copy_(made);
}

void Call::enqueue(Stack& results) {
  std::vector<Tensor> made, outputs;
  if (operation_.writes) {
    return_written(results);
  } else {
    const c10::Device own(kDevice, static_cast<c10::DeviceIndex>(device_));
    for (const IValue& value : forms_) {
      results.push_back(changed(
          value,
          [&](const Tensor& form) {
            // Some kernels without memory keep the strides of an expanded input.
            const Tensor dense =
                form.is_non_overlapping_and_dense() ? form : at::empty(form.sizes(), form.options());
            made.push_back(new_tensor(turn_.frontend(), dense, device_));
            outputs.push_back(of_host(made.back()));
            return made.back();
          },
          own));
    }
  }
  submit_task(made, [handle = handle_, stack = for_host(), outputs]() mutable {
    {
      const Outputs taken(outputs);
      compute_in_task(handle, stack);
    }
    if (outputs.empty()) return;
    std::vector<Tensor> results_of_kernel;
    for (const IValue& value : stack)
      each_tensor(value, [&](const Tensor& one) { results_of_kernel.push_back(one); });
    put(results_of_kernel, outputs);
  });
  for (const Tensor& one : made) host().made(memory_of(one).array);
}

void Call::run(Stack& results) {
  if (operation_.is_view) return view(results);
  // All other random operations make numbers alone; this one computes with what is there.
  if (operation_.name.starts_with("rrelu_with_noise")) return at_once(results);
  if (operation_.is_random) return draw(results);
  if (operation_.asks) return at_once(results);
  find_forms() ? enqueue(results) : at_once(results);
}

void boxed(const c10::OperatorHandle& handle, c10::DispatchKeySet /*keys*/, Stack* stack) {
  translated([&] {
    const Operation& operation = known_operation(handle);
    if (operation.is_loop) {  // kernels of the CPU that call operations: on tensors of the device
      handle.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), stack);
      return;
    }
    Stack arguments = torch::jit::pop(*stack, handle.schema().arguments().size());
    TORCH_CHECK(operation.has_kernel, handle.schema().name(),
                ": PyTorch has no kernel of the CPU for it, so this device has none");
    if (operation.asks_number >= 0) {
      IValue& value = arguments.at(static_cast<std::size_t>(operation.asks_number));
      if (is_ours(value.toTensor()))
        value = at::scalar_tensor(value.toTensor().item(), value.toTensor().options().device(c10::kCPU));
    }
    if (operation.takes_indices) {
      if (operation.writes && fill_where_masked(arguments)) {
        stack->push_back(arguments[0]);
        return;
      }
      bring_indices(arguments);
    }
    Call(handle, operation, std::move(arguments)).run(*stack);
  });
}

}  // namespace

namespace {

void submit(Frontend& frontend, const char* name, const std::vector<Tensor>& read,
            const std::vector<Tensor>& changed_too, const std::vector<Tensor>& written,
            std::vector<ArrayBody*> writes, Work work, std::function<void()> body,
            std::optional<CopyWay> copies) {
  std::vector<ArrayBody*> reads;
  MemoryParts parts(frontend);
  for (const Tensor& one : read) reads.push_back(parts.of(one));
  for (const Tensor& one : changed_too) {
    reads.push_back(parts.of(one));
    writes.push_back(reads.back());
  }
  for (const Tensor& one : written) writes.push_back(parts.of(one));
  frontend.issue({.name = name,
                  .reads = reads,
                  .writes = writes,
                  .columns = parts.columns(),
                  .work = work,
                  .copies = copies,
                  .body = in_words(std::move(body))});
}

}  // namespace

std::function<void()> in_words(std::function<void()> body) {
  return [body = std::move(body)] {
    try {
      body();
    } catch (const c10::Error& error) {
      throw Error(error.what_without_backtrace());
    }
  };
}

void submit(Frontend& frontend, const char* name, const std::vector<Tensor>& read,
            const std::vector<Tensor>& changed_too, const std::vector<Tensor>& written, Work work,
            std::function<void()> body, std::optional<CopyWay> copies) {
  submit(frontend, name, read, changed_too, written, {}, work, std::move(body), copies);
}

void submit_and_await(Frontend& frontend, const char* name, const std::vector<Tensor>& read,
                      const std::vector<Tensor>& changed_too, Work work, std::function<void()> body,
                      WaitReason reason) {
  NDArray end = frontend.new_array(Shape{0}, kernels::Type::boolean);
  end.body().variable().of_stream = frontend.devices() > 0;
  const auto error = std::make_shared<std::exception_ptr>();
  const auto tried = [body = std::move(body), error] {
    try {
      body();
    } catch (...) {
      *error = std::current_exception();
    }
  };
  submit(frontend, name, read, changed_too, {}, {&end.body()}, work, tried, {});
  frontend.await(end.body(), reason);
  if (*error) std::rethrow_exception(*error);
}

void await(Frontend& frontend, const std::vector<Tensor>& tensors, WaitReason reason) {
  for (const Tensor& one : tensors) frontend.await(memory_of(one).array.body(), reason);
}

int take_over() {
  static torch::Library library(torch::Library::IMPL, "aten", kKey, __FILE__, __LINE__);
  const std::set<std::string> own(own_operators().begin(), own_operators().end());
  int count = 0;
  const auto add = [&](const std::string& name) {
    library.impl(name.c_str(), torch::CppFunction::makeFromBoxedFunction<&boxed>());
    ++count;
  };
  c10::Dispatcher& all = c10::Dispatcher::singleton();
  for (const c10::OperatorName& name : all.getRegistrationsForDispatchKey(c10::DispatchKey::CPU)) {
    const std::string full = name.name + (name.overload_name.empty() ? "" : "." + name.overload_name);
    if (!name.name.starts_with("aten::") || own.count(full) > 0) continue;
    const auto handle = all.findSchema(name);
    if (handle && !handle->hasKernelForDispatchKey(kKey)) add(full);
  }
  for (const char* const name : {"aten::convolution", "aten::convolution_backward"}) add(name);
  return count;
}

TORCH_LIBRARY_IMPL(_, CUDA, library) {
  library.fallback(torch::CppFunction::makeFromBoxedFunction<&boxed>());
}

}  // namespace runahead::pytorch
