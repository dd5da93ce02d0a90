// SPDX-License-Identifier: GPL-3.0-or-later
// One function for each operation that has one.
#include "core/pytorch/shapes.h"

#include <cstdint>
#include <map>

namespace runahead::pytorch {

using at::Tensor;
using torch::jit::Stack;
using Tensors = std::vector<Tensor>;

namespace {

Tensor tensor(const Stack& arguments, std::size_t index) {
  return arguments.at(index).toTensor();
}

/// In its order of elements, too (channels last).
Tensor like(const Tensor& form) {
  return at::empty_like(form);
}

Tensor sized(at::IntArrayRef sizes, const Tensor& form,
             at::MemoryFormat format = at::MemoryFormat::Contiguous) {
  return at::empty(sizes, form.options().device(at::kMeta), format);
}

template <std::size_t index>
Tensors as_argument(const Stack& arguments) {
  return {like(tensor(arguments, index))};
}

Tensors one_number(const Stack& arguments) {
  TORCH_CHECK(tensor(arguments, 0).numel() > 0);
  return {sized({}, tensor(arguments, 0))};
}

Tensors twice(const Stack& arguments) {
  return {like(tensor(arguments, 0)), like(tensor(arguments, 0))};
}

Tensors dot(const Stack& arguments) {
  const Tensor a = tensor(arguments, 0), b = tensor(arguments, 1);
  TORCH_CHECK(a.dim() == 1 && a.sizes() == b.sizes() && a.dtype() == b.dtype());
  return {sized({}, a)};
}

Tensors take(const Stack& arguments) {
  return {sized(tensor(arguments, 1).sizes(), tensor(arguments, 0))};
}

Tensors index_select(const Stack& arguments) {
  const Tensor given = tensor(arguments, 0), index = tensor(arguments, 2);
  std::vector<std::int64_t> sizes = given.sizes().vec();
  TORCH_CHECK(!sizes.empty() && index.dim() <= 1);
  const std::int64_t axis = arguments[1].toInt();
  sizes.at(static_cast<std::size_t>(axis < 0 ? axis + given.dim() : axis)) = index.numel();
  return {sized(sizes, given)};
}

Tensors convolution(const Stack& arguments) {
  const Tensor in = tensor(arguments, 0), weight = tensor(arguments, 1);
  const auto stride = arguments[3].toIntVector(), padding = arguments[4].toIntVector(),
             dilation = arguments[5].toIntVector(), more = arguments[7].toIntVector();
  const bool transposed = arguments[6].toBool();
  const std::int64_t groups = arguments[8].toInt(), axes = in.dim() - 2;
  const std::int64_t out = transposed ? weight.size(1) * groups : weight.size(0);
  TORCH_CHECK(axes > 0 && weight.dim() == in.dim() && in.numel() > 0);
  TORCH_CHECK(in.size(1) == (transposed ? weight.size(0) : weight.size(1) * groups));
  const bool biased = arguments[2].isTensor() && tensor(arguments, 2).defined();
  TORCH_CHECK(!biased || tensor(arguments, 2).numel() == out);
  const auto at = [](const std::vector<std::int64_t>& values, std::int64_t axis) {
    return values.at(values.size() == 1 ? 0 : static_cast<std::size_t>(axis));
  };
  std::vector<std::int64_t> sizes{in.size(0), out};
  for (std::int64_t axis = 0; axis < axes; ++axis) {
    const std::int64_t size = in.size(axis + 2), step = at(stride, axis), edge = at(padding, axis);
    const std::int64_t width = at(dilation, axis) * (weight.size(axis + 2) - 1) + 1;
    sizes.push_back(transposed ? (size - 1) * step - 2 * edge + width + at(more, axis)
                               : (size + 2 * edge - width) / step + 1);
    TORCH_CHECK(size + 2 * edge >= width || transposed);
    TORCH_CHECK(sizes.back() > 0);
  }
  const at::MemoryFormat own = in.suggest_memory_format();
  return {sized(sizes, in, own == at::MemoryFormat::Contiguous ? weight.suggest_memory_format() : own)};
}

Tensors convolution_backward(const Stack& arguments) {
  const auto wanted = arguments[10].toBoolList();
  const Tensor in = tensor(arguments, 1), weight = tensor(arguments, 2);
  return {wanted[0] ? like(in) : Tensor(), wanted[1] ? like(weight) : Tensor(),
          wanted[2] ? sized({tensor(arguments, 0).size(1)}, weight) : Tensor()};
}

Tensors native_batch_norm(const Stack& arguments) {
  const Tensor in = tensor(arguments, 0);
  const std::int64_t channels = arguments[5].toBool() ? in.size(1) : 0;
  return {like(in), sized({channels}, in), sized({channels}, in)};
}

Tensors native_batch_norm_backward(const Stack& arguments) {
  const Tensor in = tensor(arguments, 1);
  const auto wanted = arguments[9].toBoolList();
  const auto channel = [&](bool is_wanted) { return is_wanted ? sized({in.size(1)}, in) : Tensor(); };
  return {wanted[0] ? like(in) : Tensor(), channel(wanted[1]), channel(wanted[2])};
}

Tensors native_layer_norm(const Stack& arguments) {
  const Tensor in = tensor(arguments, 0);
  std::vector<std::int64_t> sizes = in.sizes().vec();
  const std::size_t normed = arguments[1].toIntVector().size();
  for (std::size_t axis = sizes.size() - normed; axis < sizes.size(); ++axis) sizes.at(axis) = 1;
  return {sized(in.sizes(), in), sized(sizes, in), sized(sizes, in)};
}

Tensors native_layer_norm_backward(const Stack& arguments) {
  const auto wanted = arguments[7].toBoolList();
  const auto its = [&](std::size_t index, bool is_wanted) {
    return is_wanted ? like(tensor(arguments, index)) : Tensor();
  };
  return {its(1, wanted[0]), its(5, wanted[1]), its(6, wanted[2])};
}

Tensors embedding_dense_backward(const Stack& arguments) {
  const Tensor gradient = tensor(arguments, 0);
  return {sized({arguments[2].toInt(), gradient.size(-1)}, gradient)};
}

Tensors native_dropout(const Stack& arguments) {
  const Tensor in = tensor(arguments, 0);
  return {like(in), at::empty(in.sizes(), in.options().device(at::kMeta).dtype(at::kBool))};
}

}  // namespace

ShapeFunction shape_function(const std::string& operation) {
  static const auto* const all = new std::map<std::string, ShapeFunction>{
      {"convolution", convolution},
      {"convolution_backward", convolution_backward},
      {"native_batch_norm", native_batch_norm},
      {"native_batch_norm_backward", native_batch_norm_backward},
      {"native_layer_norm", native_layer_norm},
      {"native_layer_norm_backward", native_layer_norm_backward},
      {"embedding_dense_backward", embedding_dense_backward},
      {"native_dropout", native_dropout},
      {"log_sigmoid_forward", twice},
      {"index_select", index_select},
      {"dot", dot},
      {"max", one_number},
      {"min", one_number},
      {"take", take},
      {"relu", as_argument<0>},
      {"hardtanh", as_argument<0>},
      {"hardswish", as_argument<0>},
      {"flip", as_argument<0>},
      {"roll", as_argument<0>},
      {"nan_to_num", as_argument<0>},
      {"logcumsumexp", as_argument<0>},
      {"_logcumsumexp", as_argument<0>},
      {"_adaptive_avg_pool2d_backward", as_argument<1>},
      {"mse_loss_backward", as_argument<1>},
      {"hardtanh_backward", as_argument<1>},
      {"hardswish_backward", as_argument<1>},
      {"log_sigmoid_backward", as_argument<1>},
      {"binary_cross_entropy_backward", as_argument<1>},
  };
  const auto found = all->find(operation);
  return found == all->end() ? nullptr : found->second;
}

}  // namespace runahead::pytorch
