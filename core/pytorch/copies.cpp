// SPDX-License-Identifier: GPL-3.0-or-later
// Operations with kernels of our own: memory, copies, what reads values, and what a device of the kind `cuda`
// has where the CPU has another.
#include <ATen/ATen.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <torch/library.h>

#include <optional>
#include <utility>
#include <vector>

#include "core/pytorch/beside.h"
#include "core/pytorch/in_call.h"
#include "core/pytorch/operators.h"
#include "core/pytorch/pinned.h"

namespace runahead::pytorch {

using at::Tensor;
using c10::optional;

namespace {

/// What comes before gradients is none of these kernels' business.
struct Below {
  at::NoGradGuard no_gradients;
  at::AutoDispatchBelowADInplaceOrView below;
};

Tensor empty_strided(at::IntArrayRef sizes, at::IntArrayRef strides, optional<at::ScalarType> type,
                     optional<at::Layout> /*layout*/, optional<at::Device> device,
                     optional<bool> /*pinned*/) {
  return translated([&] {
    const int on = device_of(device);
    const Turn turn(on);
    const Tensor form = at::empty_strided(sizes, strides, at::TensorOptions().dtype(type).device(at::kMeta));
    const Tensor made = new_tensor(turn.frontend(), form, on);
    host().made(memory_of(made).array);
    return made;
  });
}

Tensor empty(at::IntArrayRef sizes, optional<at::ScalarType> type, optional<at::Layout> /*layout*/,
             optional<at::Device> device, optional<bool> pinned, optional<at::MemoryFormat> format) {
  TORCH_CHECK(!pinned.value_or(false), "Only dense CPU tensors can be pinned");
  return translated([&] {
    const int on = device_of(device);
    const Turn turn(on);
    const Tensor form = at::empty(sizes, at::TensorOptions().dtype(type).device(at::kMeta), format);
    const Tensor made = new_tensor(turn.frontend(), form, on);
    host().made(memory_of(made).array);
    return made;
  });
}

void take(std::initializer_list<Tensor> twins) {
  for (const Tensor& one : twins) HostTwin::behind(one).take();
}

void run_copy(const Tensor& from, const Tensor& to) {
  for (const Tensor& one : {from, to}) {
    if (auto* const twin = dynamic_cast<HostTwin*>(one.storage().unsafeGetStorageImpl())) twin->take();
  }
  const Below below;
  to.copy_(from);
}

Work moved(const Tensor& tensor) {
  return {.bytes = static_cast<std::int64_t>(tensor.numel() * tensor.itemsize())};
}

/// Between the host and the device, in the order of the current stream; `waits`: until it is done, as what.
void copy_across(const Turn& turn, const Tensor& to, const Tensor& from, std::optional<WaitReason> waits) {
  Frontend& frontend = turn.frontend();
  const bool to_host = !is_ours(to);
  const Tensor& own = to_host ? from : to;
  // Not the program's own tensor: who lets go of that last needs the interpreter.
  const auto beside = [](const Tensor& one) { return placed(one.storage(), c10::DispatchKey::CPU, one); };
  const Tensor source = to_host ? of_host(from) : beside(from), target = to_host ? beside(to) : of_host(to);
  // The memory on the host: what the program waits for, if it does.
  NDArray arrival = frontend.new_array(Shape{0}, kernels::Type::boolean);
  MemoryParts parts(frontend);
  ArrayBody* const memory = parts.of(own);
  ArrayBody* const there = &arrival.body();
  there->variable().of_stream = frontend.devices() > 0;  // a wait for it meets what went wrong before it
  const bool departs = !to_host && !waits;
  const std::vector<ArrayBody*> reads = to_host   ? std::vector{memory}
                                        : departs ? std::vector{there}
                                                  : std::vector<ArrayBody*>{};
  const std::vector<ArrayBody*> writes = to_host   ? std::vector{there}
                                         : departs ? std::vector{memory}
                                                   : std::vector{memory, there};
  const TaskId copy = frontend.issue({.name = to_host ? "copy_to_host" : "copy_to_device",
                                      .reads = reads,
                                      .writes = writes,
                                      .columns = parts.columns(),
                                      .work = moved(own),
                                      .copies = to_host ? CopyWay::to_host : CopyWay::to_device,
                                      .body = in_words([source, target] { run_copy(source, target); })});
  if (waits) return frontend.await(*there, *waits);
  if (to_host) host().made(arrival);
  const Tensor& on_host = to_host ? to : from;
  host().stands_for(arrival, on_host.storage().data());
  note_copy_beside(frontend, on_host, to_host, copy, there->variable().id);
  look_at_inputs();
}

Tensor& copy_(Tensor& self, const Tensor& source, bool non_blocking);

/// A task of the device by itself, and of the host inside the call.
void on_its_side(const Tensor& tensor, const char* name, const std::function<void()>& part) {
  if (is_ours(tensor)) return part();
  compute_in_call(name, {.flops = tensor.numel(), .bytes = 2 * moved(tensor).bytes}, part);
}

/// As PyTorch: what crosses is of one type and form; what is not, becomes so on the side that it names, by
/// way of memory that is not pinned.
bool goes_through_copies(const Tensor& to, const Tensor& from, bool non_blocking) {
  const bool same_type = to.scalar_type() == from.scalar_type();
  const bool same_form = to.is_contiguous()
                             ? from.is_contiguous()
                             : to.strides() == from.strides() && to.is_non_overlapping_and_dense();
  if (same_type && same_form) return false;
  const bool changes_first = is_ours(to) || non_blocking;  // the type, before it crosses
  Tensor source = from;
  if (changes_first && !same_type) on_its_side(from, "_to_copy", [&] { source = from.to(to.scalar_type()); });
  if (!source.is_contiguous()) on_its_side(from, "clone", [&] { source = source.contiguous(); });
  Tensor target = to.is_contiguous() && to.scalar_type() == source.scalar_type()
                      ? to
                      : at::empty(to.sizes(), to.options().dtype(source.scalar_type()));
  copy_(target, source, non_blocking);
  if (!target.is_same(to)) on_its_side(to, "copy_", [&] { Tensor(to).copy_(target, non_blocking); });
  return true;
}

Tensor& copy_(Tensor& self, const Tensor& source, bool non_blocking) {
  if (self.numel() == 0) return self;
  const Below below;
  if (!source.sizes().equals(self.sizes())) return copy_(self, source.expand(self.sizes()), non_blocking);
  if (is_ours(source) != is_ours(self) && goes_through_copies(self, source, non_blocking)) return self;
  translated([&] {
    const bool from = is_ours(source), to = is_ours(self);
    const Turn turn((from ? source : self).device().index());
    if (from && to) {
      at::assert_no_internal_overlap(self);
      at::assert_no_partial_overlap(self, source);
      const Tensor read = of_host(source), written = of_host(self);
      const int here = source.device().index(), there = self.device().index();
      const bool crosses = here != there && turn.frontend().devices() > 0;
      const std::uint8_t first = crosses ? turn.number_of(here, current_stream(here)) : 0;
      const std::uint8_t then = crosses ? turn.number_of(there, current_stream(there)) : 0;
      if (crosses) turn.frontend().wait_stream(first, then);
      submit(
          turn.frontend(), "copy_", {source}, {}, {self}, moved(self),
          [read, written] { run_copy(read, written); },
          crosses ? std::optional(CopyWay::between) : std::nullopt);
      if (crosses) turn.frontend().wait_stream(then, first);
      return;
    }
    const Tensor& ours_not = from ? self : source;
    // Without streams, nothing but the call itself orders copies of one pinned memory.
    const bool waits =
        !non_blocking || !is_pinned(ours_not.storage().data()) || turn.frontend().devices() == 0;
    copy_across(turn, self, source, waits ? std::optional(WaitReason::copy) : std::nullopt);
  });
  return self;
}

Tensor copy_from(const Tensor& self, const Tensor& target, bool non_blocking) {
  Tensor to = target;
  copy_(to, self, non_blocking);
  return target;
}

at::Scalar local_scalar(const Tensor& self) {
  return translated([&] {
    const Below below;
    const Turn turn(self.device().index());
    const Tensor number = at::empty(self.sizes(), self.options().device(at::kCPU));
    if (turn.frontend().devices() > 0) {
      copy_across(turn, number, self, WaitReason::item);
    } else {
      await(turn.frontend(), {self}, WaitReason::item);
      run_copy(of_host(self), number);
    }
    return number.item();
  });
}

const Tensor& resize_(const Tensor& self, at::IntArrayRef sizes, optional<at::MemoryFormat> /*format*/) {
  return translated([&]() -> const Tensor& {
    const Turn turn(self.device().index());
    const Tensor form = at::empty(sizes, self.options().device(at::kMeta));
    resize(turn.frontend(), self, form);
    return self;
  });
}

Tensor& set_storage(Tensor& self, at::Storage source, std::int64_t offset, at::IntArrayRef sizes,
                    at::IntArrayRef strides) {
  TORCH_CHECK(source.device() == self.device(), "Attempted to set the storage of a tensor on device \"",
              self.device(), "\" to a storage on different device \"", source.device(), "\"");
  const Tensor form = strides.size() == sizes.size()
                          ? at::empty_strided(sizes, strides, self.options().device(at::kMeta))
                          : at::empty(sizes, self.options().device(at::kMeta));
  const std::size_t needed =
      form.numel() > 0 ? bytes_of(form) + static_cast<std::size_t>(offset) * self.itemsize() : 0;
  TORCH_CHECK(needed <= source.nbytes(), "setStorage: sizes ", sizes, " and storage offset ", offset,
              " need ", needed, " bytes, and the storage has ", source.nbytes());
  c10::TensorImpl* const its = self.unsafeGetTensorImpl();
  its->set_storage_keep_dtype(std::move(source));
  its->set_storage_offset(offset);
  if (strides.size() == sizes.size()) {
    its->set_sizes_and_strides(sizes, strides);
  } else {
    its->set_sizes_contiguous(sizes);
  }
  return self;
}

Tensor& set_to_storage(Tensor& self, at::Storage source) {
  const auto elements = static_cast<std::int64_t>(source.nbytes() / self.itemsize());
  return set_storage(self, std::move(source), 0, {elements}, {});
}

Tensor& set_to_tensor(Tensor& self, const Tensor& source) {
  return set_storage(self, source.storage(), source.storage_offset(), source.sizes(), source.strides());
}

Tensor& set_to_nothing(Tensor& self) {
  return translated([&]() -> Tensor& {
    const int device = self.device().index();
    const Turn turn(device);
    return set_storage(self, new_storage(turn.frontend(), 0, device), 0, {0}, {});
  });
}

bool equal(const Tensor& a, const Tensor& b) {
  TORCH_CHECK(a.device() == b.device(),
              "Expected all tensors to be on the same device, but found at least two devices, ", a.device(),
              " and ", b.device(), "!");
  return translated([&] {
    const Below below;
    const Turn turn(a.device().index());
    const auto same = std::make_shared<bool>();
    submit_and_await(
        turn.frontend(), "equal", {a, b}, {}, moved(a),
        [left = of_host(a), right = of_host(b), same] {
          const Below here;
          take({left, right});
          *same = at::equal(left, right);
        },
        WaitReason::item);
    return *same;
  });
}

bool is_pinned_tensor(const Tensor& tensor, optional<at::Device> /*device*/) {
  return !is_ours(tensor) && is_pinned(tensor.storage().data());
}

Tensor pin_memory(const Tensor& tensor, optional<at::Device> /*device*/) {
  Tensor made = at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().pinned_memory(true));
  const Below below;
  made.copy_(tensor);
  return made;
}

void record_stream(Tensor& tensor, at::Stream stream) {
  translated([&] {
    const Turn turn(tensor.device().index());
    if (turn.frontend().devices() == 0) return;
    turn.frontend().record_stream(memory_of(tensor).array.body(),
                                  turn.number_of(tensor.device().index(), stream.id()));
  });
}

/// PyTorch's for `cuda` is one operation, whose rounding is not the CPU's.
Tensor dropout(const Tensor& x, double p, bool train) {
  TORCH_CHECK(p >= 0 && p <= 1, "dropout probability has to be between 0 and 1, but got ", p);
  if (p == 0 || !train || x.numel() == 0) return x;
  if (p == 1) return x.mul(at::zeros({}, x.options()));
  Tensor noise = at::empty_like(x, at::MemoryFormat::Contiguous).bernoulli_(1 - p);
  noise.div_(1 - p);
  return x * noise;
}

// What is fused for `cuda`, in operations that gradients go through.

std::tuple<Tensor, Tensor, Tensor> lstm_cell(const Tensor& from_input, const Tensor& from_state,
                                             const Tensor& cell, const optional<Tensor>& input_bias,
                                             const optional<Tensor>& state_bias) {
  const Tensor a = input_bias && input_bias->defined() ? from_input + *input_bias : from_input;
  const Tensor b = state_bias && state_bias->defined() ? from_state + *state_bias : from_state;
  const std::vector<Tensor> gates = (a + b).chunk(4, 1);
  const Tensor next = gates[1].sigmoid() * cell + gates[0].sigmoid() * gates[2].tanh();
  return {gates[3].sigmoid() * next.tanh(), next, at::empty({0}, cell.options())};
}

std::tuple<Tensor, Tensor> gru_cell(const Tensor& from_input, const Tensor& from_state, const Tensor& state,
                                    const optional<Tensor>& input_bias, const optional<Tensor>& state_bias) {
  const auto parts = [](const Tensor& given, const optional<Tensor>& bias) {
    return (bias && bias->defined() ? given + *bias : given).chunk(3, 1);
  };
  const std::vector<Tensor> in = parts(from_input, input_bias), own = parts(from_state, state_bias);
  const Tensor reset = (own[0] + in[0]).sigmoid(), keep = (own[1] + in[1]).sigmoid();
  const Tensor fresh = (in[2] + own[2] * reset).tanh();
  return {(state - fresh) * keep + fresh, at::empty({0}, state.options())};
}

bool use_cudnn_ctc_loss(const Tensor& /*log_probs*/, const Tensor& /*targets*/,
                        at::IntArrayRef /*input_lengths*/, at::IntArrayRef /*target_lengths*/,
                        std::int64_t /*blank*/) {
  return false;
}

// Kernels that only a build with CUDA has.

void amp_check(at::TensorList gradients, Tensor& found, const Tensor& scale) {
  translated([&] {
    const Below below;
    const Turn turn(found.device().index());
    std::vector<Tensor> written{found}, scaled;
    Work work;
    for (const Tensor& one : gradients) {
      written.push_back(one);
      scaled.push_back(of_host(one));
      work.bytes += 2 * moved(one).bytes;
      work.flops += one.numel();
    }
    submit(turn.frontend(), "_amp_foreach_non_finite_check_and_unscale_", {scale}, written, {}, work,
           [scaled, flag = of_host(found), factor = of_host(scale)] {
             const Below here;
             take({flag, factor});
             for (Tensor one : scaled) {
               take({one});
               if (!one.isfinite().all().item<bool>()) flag.fill_(1);
               one.mul_(factor);
             }
           });
  });
}

Tensor& amp_update(Tensor& scale, Tensor& tracker, const Tensor& found, double growth, double backoff,
                   std::int64_t interval) {
  return translated([&]() -> Tensor& {
    const Below below;
    const Turn turn(scale.device().index());
    submit(
        turn.frontend(), "_amp_update_scale_", {found}, {scale, tracker}, {}, {.flops = 1, .bytes = 12},
        [factor = of_host(scale), good = of_host(tracker), flag = of_host(found), growth, backoff, interval] {
          const Below here;
          take({factor, good, flag});
          if (flag.item<float>() != 0) {
            factor.mul_(backoff);
            good.zero_();
          } else if (good.item<int>() + 1 == interval) {
            const Tensor grown = factor * growth;
            if (grown.isfinite().item<bool>()) factor.copy_(grown);
            good.zero_();
          } else {
            good.add_(1);
          }
        });
    return scale;
  });
}

}  // namespace

const std::vector<const char*>& own_operators() {
  static const auto* const all = new std::vector<const char*>{"aten::empty_strided",
                                                              "aten::empty.memory_format",
                                                              "aten::copy_",
                                                              "aten::_copy_from",
                                                              "aten::_local_scalar_dense",
                                                              "aten::resize_",
                                                              "aten::set_",
                                                              "aten::set_.source_Storage",
                                                              "aten::set_.source_Storage_storage_offset",
                                                              "aten::set_.source_Tensor",
                                                              "aten::equal",
                                                              "aten::is_pinned",
                                                              "aten::_pin_memory",
                                                              "aten::record_stream",
                                                              "aten::_copy_from_and_resize"};
  return *all;
}

TORCH_LIBRARY_IMPL(aten, CUDA, library) {
  library.impl("empty_strided", empty_strided);
  library.impl("empty.memory_format", empty);
  library.impl("copy_", copy_);
  library.impl("_copy_from", copy_from);
  library.impl("_local_scalar_dense", local_scalar);
  library.impl("resize_", resize_);
  library.impl("set_", set_to_nothing);
  library.impl("set_.source_Storage", set_to_storage);
  library.impl("set_.source_Storage_storage_offset", set_storage);
  library.impl("set_.source_Tensor", set_to_tensor);
  library.impl("equal", equal);
  library.impl("is_pinned", is_pinned_tensor);
  library.impl("_pin_memory", pin_memory);
  library.impl("record_stream", record_stream);
  library.impl("_amp_foreach_non_finite_check_and_unscale_", amp_check);
  library.impl("_amp_update_scale_", amp_update);
  library.impl("_use_cudnn_ctc_loss", use_cudnn_ctc_loss);
}

TORCH_LIBRARY_IMPL(aten, AutogradCUDA, library) {
  library.impl("dropout", dropout);
  library.impl("_thnn_fused_lstm_cell", lstm_cell);
  library.impl("_thnn_fused_gru_cell", gru_cell);
}

}  // namespace runahead::pytorch
